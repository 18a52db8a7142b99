public import Board
import Numbers

/// What somebody asks of a panel by HTTP, as it comes: `POST /page` with `{"page": 2}` is `{"verb": "page", "page": 2}` of the control socket.
public struct ControlCall: Sendable, Hashable {
  /// `GET`, `POST`, or what is none of them.
  public var method: String
  /// Of the address, with its first slash and without what comes behind `?`.
  public var path: String
  /// What comes behind `?`, as it is written; empty when nothing does.
  public var query: String

  /// For the parameters see the properties.
  public init(method: String, path: String, query: String = "") {
    (self.method, self.path, self.query) = (method, path, query)
  }

  /// Why it is not done.
  public struct Refusal: Error, Sendable, Hashable {
    /// HTTP's number for it. Source: RFC 9110, section 15.5.
    public var status: Int
    /// What is wrong, and what would be right.
    public var sentence: String
    /// The method that would do, where another one came.
    public var allowed: String?

    init(_ status: Int, _ sentence: String, allowed: String? = nil) {
      (self.status, self.sentence, self.allowed) = (status, sentence, allowed)
    }
  }

  /// Verbs that change nothing, and so are read.
  static let reading: Set<String> = ["status", "screenshot", "log", "record"]

  /// Which verb it is, before its body has come.
  ///
  /// - Throws: 404 for a path that is none, 405 for the wrong method.
  public func verb() throws(Refusal) -> String {
    let name = String(path.dropFirst())
    guard path.hasPrefix("/"), ControlRequest.verbs.contains(name) else {
      guard !name.isEmpty else {
        throw Refusal(404, "there is nothing here but " + ControlRequest.verbs.map { "/" + $0 }.joined(separator: ", "))
      }
      throw Refusal(404, ControlRequest.unknown(String(name.prefix(64))).sentence)
    }
    let wanted = Self.reading.contains(name) ? "GET" : "POST"
    guard method == wanted else { throw Refusal(405, "/\(name) is asked for by \(wanted)", allowed: wanted) }
    return name
  }

  /// What is asked, by the one reader of requests there is.
  ///
  /// - Parameter body: what its body holds; nil for none.
  /// - Throws: what `verb` does, and 400 for what cannot be asked so.
  public func request(body: Value?) throws(Refusal) -> ControlRequest {
    let verb = try verb()
    var record = Record()
    switch body {
    case .record(let given)?: record = given
    case nil: break
    default: throw Refusal(400, "a body is an object of JSON, such as {\"page\": 2}")
    }
    if let named = record["verb"], named != .text(verb) {
      throw Refusal(400, "the body asks for another verb than /\(verb); leave its \"verb\" out")
    }
    record["verb"] = .text(verb)
    if verb == "log", let lines = parameter("lines") {
      guard let number = Int(lines), number > 0 else {
        throw Refusal(400, "lines is a number from 1 on: /log?lines=50")
      }
      record["lines"] = .number(Double(number))
    }
    do throws(ControlRequest.Mistake) {
      return try ControlRequest(.record(record))
    } catch {
      throw Refusal(400, error.sentence)
    }
  }

  private func parameter(_ name: String) -> Substring? {
    query.split(separator: "&").first { $0.hasPrefix(name + "=") }?.dropFirst(name.utf8.count + 1)
  }
}
