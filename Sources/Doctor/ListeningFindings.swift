import Glibc
import Linux
import Numbers

/// What the service is told to listen on, and whether it can.
public struct ListeningFacts: Sendable, Hashable {
  /// A way in.
  public struct Way: Sendable, Hashable {
    /// As it is asked for: `--http`.
    var option: String
    /// What stands behind it.
    var address: String
    /// Of it; nil where it is no address.
    var port: Int?
    /// Whether others than this machine itself reach it.
    var isOpen = false
    /// Why nobody could listen there now; nil when somebody could.
    var problem: String?
    /// A drop-in of the service allows it, or nothing has to.
    var isAllowed = true
    /// What lets somebody in, where it has to be there.
    var secret: String?
    /// Whether that is there; nil where it may not be looked at.
    var hasSecret: Bool?
  }

  /// In the order they are told.
  var ways: [Way] = []

  /// None.
  public init() {}

  /// An address as the options have it.
  public typealias Address = (host: String, port: Int, isLoopback: Bool)

  /// - Parameters:
  ///   - isRunning: a kiosk answers on this machine: what it listens on is its own.
  ///   - address: reads one; nil comes of what is none.
  public init(_ files: MachineFiles, isRunning: Bool, address: (String) -> Address?) {
    let words = Self.options(files)
    let secrets = files.text("/etc/vitrine/secrets").map { $0.split(separator: "\n").map { $0.prefix { $0 != "=" } } }
    let isRefused = Self.managerRefusesPorts(files)
    let allowed = files.names(in: Self.dropIns).flatMap { files.lines(Self.dropIns + "/" + $0) }.compactMap(Self.port)
    for (option, secret) in [("--metrics", nil), ("--http", "VITRINE_HTTP_TOKEN"), ("--vnc", "VITRINE_VNC_PASSWORD")] {
      guard let value = Self.value(of: option, in: words) else { continue }
      var way = Way(option: option, address: value)
      if let place = address(value) {
        (way.port, way.isOpen) = (place.port, !place.isLoopback)
        way.problem = isRunning ? nil : Self.problem(listeningAt: place)
        way.isAllowed = !isRefused || allowed.contains { $0 == nil || $0 == place.port }
      }
      // What only this machine reaches, VNC shows to whoever uses it.
      if let secret, option == "--http" || way.isOpen, Self.value(of: option + secretFile(option), in: words) == nil {
        way.secret = secret
        way.hasSecret = secrets.map { $0.contains(secret[...]) }
      }
      ways.append(way)
    }
  }

  /// Whether the service manager can keep a service from ports: without its BPF framework, as on Debian 12, `SocketBindDeny=` has no effect.
  /// What it is built with stands in its library, as `systemctl --version` prints it; where nobody can read that, it may.
  private static func managerRefusesPorts(_ files: MachineFiles) -> Bool {
    for folder in files.names(in: "/usr/lib").map({ "/usr/lib/\($0)/systemd" }) {
      for name in files.names(in: folder) where name.hasPrefix("libsystemd-shared-") {
        guard let text = files.text(folder + "/" + name, atMost: 16 << 20) else { continue }
        return text.utf8.firstRange(of: "-BPF_FRAMEWORK".utf8) == nil
      }
    }
    return true
  }

  private static let dropIns = "/etc/systemd/system/vitrine.service.d"

  /// Of several such lines the last counts. Source: systemd.exec(5), `EnvironmentFile=`.
  private static func options(_ files: MachineFiles) -> [Substring] {
    let name = "VITRINE_OPTIONS="
    let line = files.lines("/etc/default/vitrine").last { $0.hasPrefix(name) }
    return (line?.dropFirst(name.count) ?? "").filter { $0 != "\"" && $0 != "'" }.split(separator: " ").map { $0[...] }
  }

  private static func value(of option: String, in words: [Substring]) -> String? {
    for (word, next) in zip(words, words.dropFirst() + [""]) {
      if word == option { return String(next) }
      if word.hasPrefix(option + "=") { return String(word.dropFirst(option.count + 1)) }
    }
    return nil
  }

  /// `SocketBindAllow=ipv4:tcp:9101`, of any port without one; nil for other lines.
  private static func port(_ line: Substring) -> Int?? {
    guard line.hasPrefix("SocketBindAllow=") else { return .none }
    return .some(line.split(whereSeparator: { $0 == ":" || $0 == "=" }).last.flatMap { Int($0) })
  }

  /// Binds, and lets go again.
  private static func problem(listeningAt place: Address) -> String? {
    var hints = unsafe addrinfo()
    unsafe hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV
    unsafe hints.ai_socktype = Int32(bitPattern: SOCK_STREAM.rawValue)
    var found: UnsafeMutablePointer<addrinfo>?
    guard unsafe getaddrinfo(place.host, "\(place.port)", &hints, &found) == 0, let first = unsafe found?.pointee else {
      return "this machine does not know the name \(place.host)"
    }
    defer { unsafe freeaddrinfo(found) }
    let descriptor = unsafe FileDescriptor(socket(first.ai_family, first.ai_socktype, 0))
    var yes: Int32 = 1
    unsafe _ = setsockopt(descriptor.number, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
    guard unsafe bind(descriptor.number, first.ai_addr, first.ai_addrlen) != 0 else {
      return listen(descriptor.number, 1) == 0 ? nil : "another program listens there"
    }
    switch SystemError.current.number {
    case EADDRINUSE: return "another program listens there"
    case EADDRNOTAVAIL: return "this machine has no such address"
    default: return SystemError.current.text
    }
  }

  func findings(_ person: Person) -> [Finding] {
    ways.map { way in
      let what = "\(way.option) \(way.address)"
      guard let port = way.port else {
        return Finding(
          .network, .problem, "\(what): that is no port and no address",
          fix: "write \(way.option) 9101, or 0.0.0.0:9101")
      }
      if let problem = way.problem {
        return Finding(
          .network, .problem, "\(what): nobody can listen there: \(problem)",
          fix: "choose another port in /etc/default/vitrine; sudo ss -ltnp shows who has this one")
      }
      if way.hasSecret == false, let secret = way.secret {
        return Finding(
          .network, .problem, "\(what): \(secret) is not there, so it is not begun",
          fix: "put \(secret)=… into /etc/vitrine/secrets: openssl rand -hex 16 makes one")
      }
      if !way.isAllowed {
        return Finding(
          .network, .problem,
          "\(what): this service manager lets the service listen on no port that a drop-in does not name",
          fix: "sudo systemctl edit vitrine, and write [Service] and SocketBindAllow=ipv4:tcp:\(port) there")
      }
      let secret =
        way.secret.map { way.hasSecret == nil ? "; only root sees whether \($0) is there" : ", and \($0) is there" }
        ?? ""
      return Finding(.network, .fine, "\(what): it can be listened on\(secret)")
    }
  }
}

/// The option that names a file with the secret instead, behind the option itself.
private func secretFile(_ option: String) -> String { option == "--http" ? "-token-file" : "-password-file" }
