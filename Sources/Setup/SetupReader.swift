public import Board
import StyleFiles

/// What was read of a `vitrine.yaml`.
public struct SetupReading: Sendable, Hashable {
  /// What it says, without the keys that have a mistake.
  public var file = SetupFile()
  /// Keys that count, in the file's order.
  public var taken: [String] = []
  /// Everything that is wrong, in the file's order; none of it repeats what may be a secret.
  public var problems: [Diagnostic] = []
  /// Where each of its keys stands.
  public var places: [String: Mark] = [:]

  /// Nothing read.
  public init() {}

  /// Leaves a key, or one within `panel`, out of what counts, and says so.
  ///
  /// - Parameter reason: the rest of a sentence that begins with the key.
  public mutating func refuse(_ key: String, _ reason: String) {
    let isOfPanel = SetupFile.panelKeys.contains(key)
    guard isOfPanel || taken.contains(key) else { return }
    file.remove(key)
    if !isOfPanel || file.panel == SetupFile.Panel() { taken.removeAll { $0 == (isOfPanel ? "panel" : key) } }
    problems.append(
      Diagnostic(
        file: SetupFile.fileName, mark: places[isOfPanel ? "panel" : key] ?? Mark(line: 1, column: 1),
        message: "\"\(key)\" \(reason)"))
    problems.sort { $0.mark < $1.mark }
  }
}

/// Reads the nodes of a `vitrine.yaml`. A key that is wrong is left out and said; the others count, so that a slip in one does not cost
/// the network by which it could be mended.
public struct SetupReader {
  private var checks: NodeChecks
  private let languages: [String]
  private let acceptsOptions: (String) -> Bool

  /// - Parameters:
  ///   - file: what messages call it.
  ///   - isStick: it came with a stick, which anybody may plug in: who may log in, whose broker steers the panel, and free options, are the boot partition's to say.
  ///   - acceptsOptions: whether a kiosk can begin with such a line of options.
  public static func read(
    _ root: Node, file name: String, isStick: Bool = false, acceptsOptions: @escaping (String) -> Bool = { _ in true }
  ) -> SetupReading {
    var reader = SetupReader(
      checks: NodeChecks(file: name), languages: SetupWords.codes, acceptsOptions: acceptsOptions)
    var reading = reader.reading(root)
    if isStick {
      // A broker steers the panel and sees its picture, and the words for one may name secrets of the panel.
      for key in ["ssh", "options", "mqtt"] where reading.file.says(key) {
        reading.refuse(key, "is taken from the boot partition only: anybody can plug in a stick")
      }
    }
    reading.problems.sort { $0.mark < $1.mark }
    return reading
  }

  private mutating func reading(_ root: Node) -> SetupReading {
    var reading = SetupReading()
    guard case .mapping = root.content else {
      // What stands alone may be a password: it is not repeated.
      checks.report(root.mark, "the file sets nothing; \"name: lobby\" on a line would")
      reading.problems = checks.diagnostics
      return reading
    }
    for entry in checks.entries(root, "vitrine.yaml", keys: SetupFile.keys) ?? [] {
      let before = checks.diagnostics.count
      var file = reading.file
      read(entry, into: &file)
      // Whatever is right within a block that has a mistake would be half of what was meant.
      guard checks.diagnostics.count == before else { continue }
      reading.file = file
      reading.taken.append(entry.key)
      reading.places[entry.key] = entry.keyMark
    }
    reading.problems = checks.diagnostics
    return reading
  }

  private mutating func read(_ entry: Node.Entry, into file: inout SetupFile) {
    let (key, node) = (entry.key, entry.value)
    switch key {
    case "name":
      file.name = text(node, key, "letters, digits and hyphens, 63 at most, such as lobby", where: Self.isHostName)
    case "timezone":
      file.timezone = text(node, key, "a time zone, such as Europe/Berlin", where: Self.isZone)
    case "language":
      guard let code = checks.text(node, key) else { return }
      if languages.contains(code) {
        file.language = code
        return
      }
      checks.report(
        node.mark, "\"language\": unknown value \"\(code.prefix(40))\"\(suggestion(for: code, in: languages))")
    case "wifi": file.wifi = wireless(node, at: entry.keyMark)
    case "network": file.network = address(node)
    case "board":
      file.board = secret(
        node, key, "an address such as https://example.org/lobby.vitrine, without a password in it",
        where: Self.isBoardAddress)
    case "key":
      let nodes = if case .sequence(let nodes) = node.content { nodes } else { [node] }
      if !(1...SetupFile.mostKeys).contains(nodes.count) {
        checks.report(
          node.mark,
          "\"key\" has \(nodes.count) entries; it has one, or 2 to \(SetupFile.mostKeys) while one is replaced")
      }
      var keys: [String] = []
      for node in nodes.prefix(SetupFile.mostKeys) {
        let found = text(
          node, key, "the public key as `vitrine bundle` or minisign prints it: one line of 56 letters and digits",
          where: Self.isKey)
        if let found, !keys.contains(found) { keys.append(found) }
      }
      (file.key, file.furtherKeys) = (keys.first, Array(keys.dropFirst()))
    case "labels": file.labels = labels(node)
    case "panel": file.panel = panel(node)
    case "ntp":
      let nodes = if case .sequence(let nodes) = node.content { nodes } else { [node] }
      if nodes.count > 8 { checks.report(node.mark, "\"ntp\" has \(nodes.count) entries; 8 is the most") }
      file.ntp = nodes.prefix(8).compactMap { node in
        text(node, key, "a host's name or an address, such as ntp.example.org", where: Self.isHost)
      }
    default:
      let nodes = if case .sequence(let nodes) = node.content { nodes } else { [node] }
      file.ssh = nodes.compactMap { node in
        secret(node, key, "a line of an id_ed25519.pub", where: Self.isPublicKey)
      }
    }
  }

  // MARK: Blocks

  private mutating func wireless(_ node: Node, at mark: Mark) -> SetupFile.Wireless? {
    guard case .mapping(let all) = node.content else {
      checks.report(node.mark, "\"wifi\" must be a block with \"name:\" and \"password:\" lines")
      return nil
    }
    let keys = ["name", "password", "country", "hidden"]
    // A word without a value may be the password itself: its place says enough.
    for entry in all where !keys.contains(entry.key) && checks.isEmpty(entry.value) {
      checks.report(entry.keyMark, "a word without a value in \"wifi\"; known: \(keys.joined(separator: ", "))")
    }
    let known = all.filter { keys.contains($0.key) || !checks.isEmpty($0.value) }
    var (name, password, country): (String?, String?, String?)
    var isHidden = false
    for entry in checks.entries(Node(.mapping(known), mark: node.mark), "\"wifi\"", keys: keys) ?? [] {
      switch entry.key {
      case "name":
        name = text(entry.value, "name", "the network's name: 1 to 32 bytes, an umlaut has two") {
          (1...32).contains($0.utf8.count) && Self.isLine($0)
        }
      case "password":
        password = secret(
          entry.value, "password", "8 to 63 characters, or a key of 64 hexadecimal digits", where: Self.isPassword)
      case "hidden":
        isHidden = text(entry.value, "hidden", "true or false") { ["true", "false"].contains($0) } == "true"
      default:
        country = text(entry.value, "country", "two capital letters, such as DE") {
          $0.utf8.count == 2 && $0.utf8.allSatisfy { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 }
        }
      }
    }
    guard all.contains(where: { $0.key == "name" }) else {
      checks.report(mark, "\"name\" is missing in \"wifi\"")
      return nil
    }
    return name.map { SetupFile.Wireless(name: $0, password: password, country: country, isHidden: isHidden) }
  }

  private mutating func address(_ node: Node) -> SetupFile.Address? {
    var (address, gateways, dns): (String?, [String], [String]) = (nil, [], [])
    var places: [(gateway: String, mark: Mark)] = []
    var mark = node.mark
    let entries = checks.entries(node, "\"network\"", keys: ["address", "gateway", "dns"])
    for entry in entries ?? [] {
      let nodes = if case .sequence(let nodes) = entry.value.content { nodes } else { [entry.value] }
      switch entry.key {
      case "address":
        address = text(
          entry.value, "address",
          "an address of one device and the length of the network's part, such as 192.0.2.20/24",
          where: Self.isAddressWithLength)
        mark = entry.value.mark
      default:
        let isServer = entry.key == "dns"
        let found = nodes.compactMap { node in
          text(node, entry.key, "an address of one device, such as 192.0.2.1") {
            Self.isAddress($0, acceptsLoopback: isServer)
          }
        }
        if isServer { dns = found } else { gateways = found }
        if !isServer { places = zip(gateways, nodes.map(\.mark)).map { ($0, $1) } }
      }
    }
    if let entries, !entries.contains(where: { $0.key == "address" }) {
      checks.report(
        node.mark,
        "\"address\" is missing in \"network\": gateway and dns count beside one only; else the network says it")
    }
    if let address, let network = NetworkPart(address) {
      // A panel that nobody can reach is not mended from afar.
      if let problem = network.problem { checks.report(mark, "\"address\": \(problem)") }
      for (gateway, mark) in places {
        if let problem = network.problem(ofGateway: gateway) { checks.report(mark, "\"gateway\": \(problem)") }
      }
    }
    return address.map { SetupFile.Address(address: $0, gateways: gateways, dns: dns) }
  }

  private mutating func labels(_ node: Node) -> [SetupFile.Label] {
    guard case .mapping(let entries) = node.content else {
      checks.report(node.mark, "\"labels\" must be a block of \"name: value\" lines, not \(checks.shown(node))")
      return []
    }
    if entries.count > 32 { checks.report(node.mark, "\"labels\" has \(entries.count) entries; 32 is the most") }
    return entries.prefix(32).compactMap { entry in
      guard Self.isLabel(entry.key) else {
        checks.report(
          entry.keyMark, "a label's name has letters, digits, \".\", \"_\" and \"-\", 64 at most, such as floor")
        return nil
      }
      return text(
        entry.value, entry.key, "letters, digits, \".\", \"_\" and \"-\", 64 at most, such as 2", where: Self.isLabel
      ).map { SetupFile.Label(entry.key, $0) }
    }
  }

  private mutating func panel(_ node: Node) -> SetupFile.Panel {
    var panel = SetupFile.Panel()
    for entry in checks.entries(node, "\"panel\"", keys: SetupFile.panelKeys) ?? [] {
      let value = entry.value
      switch entry.key {
      case "turn":
        panel.turn = text(value, "turn", "0, 90, 180 or 270 degrees") { ["0", "90", "180", "270"].contains($0) }
          .flatMap { Int($0) }
      case "scale": panel.scale = checks.number(value, "scale", in: 0.5...8) == nil ? nil : checks.text(value, "scale")
      case "diagonal": panel.diagonal = length(value, "diagonal", in: BoardLanguage.diagonals)
      case "distance": panel.distance = length(value, "distance", in: BoardLanguage.distances)
      case "mqtt":
        panel.mqtt = secret(
          value, "mqtt",
          "an address such as mqtt://panel:${MQTT_PASSWORD}@broker; a password is written there, or named, whole"
        ) {
          ($0.hasPrefix("mqtt://") || $0.hasPrefix("mqtts://")) && Self.isWord($0) && SetupFile.keepsPassword($0)
        }
      default:
        panel.options = secret(
          value, "options", "one line of options that `vitrine run --help` explains, as --connector DSI-1"
        ) { [acceptsOptions] in Self.isLine($0) && acceptsOptions($0) }
      }
    }
    return panel
  }

  private mutating func length(_ node: Node, _ key: String, in range: ClosedRange<Double>) -> String? {
    text(node, key, "a length such as 10.1in, 60cm or 3m") {
      (try? Scalars.length($0, in: range)) != nil && Self.isWord($0)
    }
  }

  // MARK: Values

  private mutating func text(
    _ node: Node, _ key: String, _ expected: String, where isRight: (String) -> Bool
  ) -> String? {
    guard let text = checks.text(node, key) else { return nil }
    if isRight(text) { return text }
    checks.report(node.mark, "\"\(key)\" must be \(expected), not \(checks.shown(node))")
    return nil
  }

  /// The same of what may hold a secret: it is not repeated.
  private mutating func secret(
    _ node: Node, _ key: String, _ expected: String, where isRight: (String) -> Bool
  ) -> String? {
    guard case .scalar(let text, _) = node.content, isRight(text) else {
      checks.report(node.mark, "\"\(key)\" must be \(expected)")
      return nil
    }
    return text
  }
}
