#if Preview
  internal import Numbers
  internal import NIOHTTP1

  /// Who gets in: decides over every HTTP request before anything else happens.
  ///
  /// The names in `Host` and `Origin` are checked because any web page may make a browser connect to this machine, by address
  /// (cross-site request) or by a name of its own that resolves to 127.0.0.1 (DNS rebinding).
  struct Gate: Sendable {
    enum Decision: Equatable {
      case page
      /// A module or a style of the page, by its name.
      case file(String)
      /// What was made while the page was open, by its name.
      case made(String)
      /// A panel, by its number.
      case socket(Int)
      /// What concerns all panels.
      case talk
      case refuse(status: HTTPResponseStatus, reason: String)
    }

    /// The address the server is bound to.
    let host: String
    let port: Int
    /// Needed in the URL of every request when not nil.
    let token: String?
    /// Names of files that the page loads.
    var files: Set<String> = []
    /// There are several panels, and somebody to talk to about them.
    var isStudio = false

    private var names: OwnNames { OwnNames(host: host, port: port, takesAddresses: token != nil) }

    func decide(_ request: HTTPRequestHead) -> Decision {
      guard request.headers["host"].count == 1, let host = request.headers.first(name: "host"), names.accept(host)
      else {
        return .refuse(status: .forbidden, reason: "This address is not the one the preview was started for.")
      }
      let (path, query) = Self.split(request.uri)
      guard let wanted = wanted(path) else { return .refuse(status: .notFound, reason: "There is nothing here.") }
      let isRead: Bool
      if case .socket = wanted { isRead = false } else { isRead = wanted != .talk }
      guard request.method == .GET || (isRead && request.method == .HEAD) else {
        return .refuse(status: .methodNotAllowed, reason: "This can only be read.")
      }
      if let token, !Self.equal(Self.value(of: "token", in: query), token) {
        return .refuse(status: .forbidden, reason: "The token is missing or wrong: use the whole URL that was printed.")
      }
      guard isRead || request.headers["origin"] == ["http://\(host)"] else {
        return .refuse(status: .forbidden, reason: "Only the preview's own page may connect.")
      }
      return wanted
    }

    /// What a path leads to, whoever asks.
    private func wanted(_ path: Substring) -> Decision? {
      switch path {
      case "/": return .page
      case "/ws": return .socket(0)
      case "/talk": return isStudio ? .talk : nil
      default:
        let name = path.dropFirst()
        if files.contains(String(name)) { return .file(String(name)) }
        if isStudio, name.hasPrefix("made/"), name.count > 5 { return .made(String(name.dropFirst(5))) }
        guard isStudio, path.hasPrefix("/ws/"), let number = Int(path.dropFirst(4)), number > 0,
          path.dropFirst(4) == String(number)
        else { return nil }
        return .socket(number)
      }
    }

    private static func split(_ uri: String) -> (path: Substring, query: Substring) {
      guard let mark = uri.firstIndex(of: "?") else { return (uri[...], "") }
      return (uri[..<mark], uri[uri.index(after: mark)...])
    }

    private static func value(of name: String, in query: Substring) -> Substring {
      for pair in query.split(separator: "&") where pair.hasPrefix(name + "=") { return pair.dropFirst(name.count + 1) }
      return ""
    }

    /// Compares in a time that depends on the lengths only, so that a token cannot be guessed byte by byte.
    static func equal(_ given: Substring, _ token: String) -> Bool {
      let given = Array(given.utf8)
      let wanted = Array(token.utf8)
      var difference = given.count ^ wanted.count
      for index in wanted.indices { difference |= Int((index < given.count ? given[index] : 0) ^ wanted[index]) }
      return difference == 0
    }

    /// 128 random bits in hexadecimal.
    static func randomToken() -> String {
      var generator = SystemRandomNumberGenerator()
      let digits = Array("0123456789abcdef")
      // Fits: sixteen digits, of which one is chosen.
      return String((0..<32).map { _ in digits[Int.random(in: 0..<16, using: &generator)] })
    }
  }
#endif
