import ArgumentParser
import Fetch
import Fleet
import Glibc
import Preview
import Setup
import Vitrine

/// The machine that is set up, as its service finds it: what is known already, whose it is, and what a kiosk would begin with.
struct SetupSite {
  private let root: String
  /// Nil where nobody knows what the service starts.
  let service: SetupService?
  /// What was set up before, as far as a kiosk begins with it.
  let known: SetupFile

  /// - Parameters:
  ///   - root: the machine's tree; empty for this machine's own.
  ///   - facts: a file of what the service's manager says of it; nil takes the package's own service for granted, but not where a stranger's
  ///     stick is.
  init(root: String, facts: String?, isStranger: Bool) throws(UserError) {
    self.root = root
    if let facts {
      service = SetupService(String(decoding: try Files.read(facts, limit: 1 << 16), as: UTF8.self))
    } else {
      service = isStranger ? nil : SetupService()
    }
    known = SetupFile(environment: Self.text(root + SetupFile.environmentPath) ?? "")
  }

  private static func text(_ path: String) -> String? {
    (try? Files.read(path, limit: 1 << 20)).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Whether what is set up has any effect on what the service starts.
  var isOwn: Bool { service?.isOwn ?? false }

  /// Also a link to what is not there, or not seen from here: somebody has put it there.
  var hasBoardFile: Bool {
    var status = stat()
    return unsafe lstat(root + SetupService.ownBoard, &status) == 0
  }

  /// What the service has in its environment and starts with, if this is what is set up.
  private func line(with file: SetupFile) -> (words: [String], variables: [String: String]) {
    let service = service ?? SetupService()
    let variables = service.variables { path in
      path == SetupFile.environmentPath ? file.environment : Self.text(root + path)
    }
    return (service.words(variables), variables)
  }

  // MARK: Whose it is

  /// Why what a stick says does not count; nil when it does.
  func refusal(of file: SetupFile) -> String? {
    switch holder {
    case .nobody: return nil
    case .unproven(let reason): return "\(reason): a stick changes nothing here"
    case .keys(let keys):
      // The same key may stand there as a line and as a file.
      // One that is new here would be another hand's.
      let named = file.keys.map { PublicKey($0) }
      if !named.isEmpty, named.allSatisfy({ key in key != nil && keys.contains { publicKey($0) == key } }) {
        return nil
      }
      return "this panel shows the boards of another key: only a stick that names the same one changes anything here"
    }
  }

  /// Whether the panel's key stands elsewhere than in what was set up: with it goes which board is shown, and which labels it has.
  var hasKeyOfItsOwn: Bool {
    guard case .keys(let keys) = holder else { return false }
    return keys.contains { !known.keys.contains($0) }
  }

  private var holder: SetupHolder {
    let (words, variables) = line(with: known)
    return SetupHolder(
      service, words: words, variables: variables, hasOwnBoard: hasBoardFile,
      board: (try? Run.parse(words))?.board.board, canRead: { Self.text(root + $0) != nil })
  }

  private func publicKey(_ text: String) -> PublicKey? {
    PublicKey(text) ?? Self.text(root + text).flatMap { PublicKey($0) }
  }

  // MARK: What a kiosk begins with

  /// Why a kiosk would not begin with it; nil when it would.
  func problem(of file: SetupFile) -> String? {
    let (words, variables) = line(with: file)
    let run: Run
    do { run = try Run.parse(words) } catch { return Self.clause(Run.message(for: error)) }
    return fleetProblem(run) ?? brokerProblem(run.remote.mqtt) ?? doorProblem(run.remote, variables)
  }

  private static func clause(_ sentence: String) -> String {
    let words = sentence.prefix(1).lowercased() + sentence.dropFirst()
    return words.hasSuffix(".") ? String(words.dropLast()) : words
  }

  private func fleetProblem(_ run: Run) -> String? {
    let board = run.board.board
    guard run.fleet.isFleet(board) else { return nil }
    guard !run.fleet.key.isEmpty else { return "a bundle needs a key: whose signature counts" }
    if run.fleet.key.contains(where: { publicKey($0) == nil }) {
      return "--key: that is no public key, and no file of one"
    }
    guard let board, !FleetArguments.isAddress(board), !board.hasSuffix(".vitrine") else { return nil }
    return "with a key the board is a signed bundle, https://…/x.vitrine, and not \(board)"
  }

  /// The names in `${}` are looked up when the kiosk begins; here they stand for any text.
  private func brokerProblem(_ address: String?) -> String? {
    guard let address else { return nil }
    var (filled, rest) = ("", address[...])
    while let start = rest.firstRange(of: "${"), let end = rest[start.upperBound...].firstIndex(of: "}") {
      filled += rest[..<start.lowerBound] + "x"
      rest = rest[end...].dropFirst()
    }
    guard BrokerPresence.Setup(filled + rest) == nil else { return nil }
    return "that is no address of a broker; write mqtt://user:${PASSWORD}@broker, or mqtts://broker:8883/topic"
  }

  /// Ways in from elsewhere that have no secret.
  private func doorProblem(_ remote: RemoteArguments, _ variables: [String: String]) -> String? {
    func has(_ name: String, _ file: String?, shortest: Int) -> Bool {
      if let file { return Files.exists(root + file) }
      return variables[name].map { $0.utf8.count >= shortest } ?? false
    }
    if remote.http != nil,
      !has("VITRINE_HTTP_TOKEN", remote.httpTokenFile, shortest: ControlHTTPServer.shortestToken)
    {
      return
        "--http needs a token of \(ControlHTTPServer.shortestToken) characters, VITRINE_HTTP_TOKEN=… in /etc/vitrine/secrets"
    }
    if let vnc = remote.vnc, !vnc.isLoopback || remote.vncPasswordFile != nil,
      !has("VITRINE_VNC_PASSWORD", remote.vncPasswordFile, shortest: 8)
    {
      return
        "--vnc beyond this machine needs a password of 8 characters, VITRINE_VNC_PASSWORD=… in /etc/vitrine/secrets"
    }
    return nil
  }
}
