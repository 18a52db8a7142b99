/// Several files that say something of one machine: the card's own, what sticks have brought, and what is known from before.
extension SetupFile {
  /// What the file is called.
  public static let fileName = "vitrine.yaml"
  /// Every key it may have.
  static let keys = [
    "name", "timezone", "language", "wifi", "network", "ntp", "board", "key", "labels", "panel", "ssh",
  ]
  /// Those within `panel`.
  static let panelKeys = ["turn", "scale", "diagonal", "distance", "mqtt", "options"]
  /// Those that say what the service shows, and how: they are one line for it, which is right as a whole or not at all.
  public static let serviceKeys = ["board", "key", "labels", "language"] + panelKeys

  /// Whether it says anything of a key, or of one within `panel`.
  public func says(_ key: String) -> Bool { only([key]) != SetupFile() }

  /// These keys of it alone.
  public func only(_ keys: [String]) -> SetupFile {
    var file = SetupFile()
    for key in keys { file.copy(key, of: self) }
    return file
  }

  /// Takes a key out.
  public mutating func remove(_ key: String) { copy(key, of: SetupFile()) }

  /// All it says, and for what it says nothing of, what another one says. Where both name a key and it is not the same one, the other's
  /// board belongs to somebody else, and counts as little as his labels do.
  public func over(_ other: SetupFile) -> SetupFile {
    var merged = other
    // Whoever replaces a key names both for a while.
    if key != nil, other.key != nil, !keys.contains(where: other.keys.contains) {
      for key in ["board", "labels"] { merged.remove(key) }
    }
    for key in Self.keys where key != "panel" && says(key) { merged.copy(key, of: self) }
    for key in Self.panelKeys where says(key) { merged.copy(key, of: self) }
    return merged
  }

  /// Keys of which another file says something else than this one.
  public func contradicted(by other: SetupFile) -> [String] {
    (Self.keys.filter { $0 != "panel" } + Self.panelKeys).filter { key in
      says(key) && other.says(key) && only([key]) != other.only([key])
    }
  }

  private mutating func copy(_ key: String, of other: SetupFile) {
    switch key {
    case "name": name = other.name
    case "timezone": timezone = other.timezone
    case "language": language = other.language
    case "wifi": wifi = other.wifi
    case "network": network = other.network
    case "ntp": ntp = other.ntp
    case "board": board = other.board
    case "key": (self.key, furtherKeys) = (other.key, other.furtherKeys)
    case "labels": labels = other.labels
    case "panel": panel = other.panel
    case "ssh": ssh = other.ssh
    case "turn": panel.turn = other.panel.turn
    case "scale": panel.scale = other.panel.scale
    case "diagonal": panel.diagonal = other.panel.diagonal
    case "distance": panel.distance = other.panel.distance
    case "mqtt": panel.mqtt = other.panel.mqtt
    default: panel.options = other.panel.options
    }
  }

  /// The same as a file that reads as this one does.
  public var text: String {
    var lines: [String] = []
    func line(_ key: String, _ value: String?) { if let value { lines.append("\(key): \(value)") } }
    func block(_ entries: [(String, String?)]) -> String {
      "{" + entries.compactMap { key, value in value.map { "\(key): \($0)" } }.joined(separator: ", ") + "}"
    }
    func list(_ texts: [String]) -> String { "[" + texts.map(Self.quoted).joined(separator: ", ") + "]" }
    line("name", name.map(Self.quoted))
    line("timezone", timezone.map(Self.quoted))
    line("language", language.map(Self.quoted))
    if let wifi {
      line(
        "wifi",
        block([
          ("name", Self.quoted(wifi.name)), ("password", wifi.password.map(Self.quoted)),
          ("country", wifi.country.map(Self.quoted)), ("hidden", wifi.isHidden ? "true" : nil),
        ]))
    }
    if let network {
      line(
        "network",
        block([
          ("address", Self.quoted(network.address)),
          ("gateway", network.gateways.isEmpty ? nil : list(network.gateways)),
          ("dns", network.dns.isEmpty ? nil : list(network.dns)),
        ]))
    }
    if !ntp.isEmpty { line("ntp", list(ntp)) }
    line("board", board.map(Self.quoted))
    line("key", furtherKeys.isEmpty ? key.map(Self.quoted) : list(keys))
    if !labels.isEmpty { line("labels", block(labels.map { (Self.quoted($0.name), Self.quoted($0.value)) })) }
    if panel != Panel() {
      line(
        "panel",
        block([
          ("turn", panel.turn.map { "\($0)" }), ("scale", panel.scale), ("diagonal", panel.diagonal.map(Self.quoted)),
          ("distance", panel.distance.map(Self.quoted)), ("mqtt", panel.mqtt.map(Self.quoted)),
          ("options", panel.options.map(Self.quoted)),
        ]))
    }
    if !ssh.isEmpty { line("ssh", list(ssh)) }
    return lines.map { $0 + "\n" }.joined()
  }

  /// In YAML's double quotes. None of the texts has a control character.
  private static func quoted(_ text: String) -> String {
    "\"" + text.map { "\\\"".contains($0) ? "\\\($0)" : "\($0)" }.joined() + "\""
  }
}
