/// What a machine is made to be what a `vitrine.yaml` says: files, and what is started for them. A value: whoever carries it out reads
/// nothing of the file any more, and doing it twice is doing it once.
public struct SetupPlan: Sendable, Hashable {
  /// A file that is written whole.
  public struct File: Sendable, Hashable {
    /// Absolute, in the machine's tree.
    public var path: String
    /// What it holds.
    public var text: String
    /// Who may read it: 0644, or 0600 where there is a secret in it.
    public var mode: UInt32

    /// For the parameters see the properties.
    public init(_ path: String, _ text: String, mode: UInt32 = 0o644) {
      (self.path, self.text, self.mode) = (path, text, mode)
    }
  }

  /// What the machine has that decides how it is done.
  public struct Machine: Sendable, Hashable {
    /// `/etc/hosts` as it is.
    public var hosts = ""
    /// It has wpa_supplicant and systemd-networkd, as Vitrine's card and any small Debian.
    public var hasSupplicant = true
    /// NetworkManager runs its networks: two managers on one radio end each other's connections.
    public var hasNetworkManager = false
    /// Whether its time zone database knows the zone that is asked for.
    public var knowsZone = true

    /// A card's.
    public init() {}
  }

  /// A key that cannot be done.
  public struct Refusal: Sendable, Hashable {
    /// As the file has it.
    public var key: String
    /// Why, and what to do.
    public var reason: String
  }

  /// In the order they are written.
  public var files: [File] = []
  /// The zone `/etc/localtime` becomes a link to.
  public var zone: String?
  /// What it is called from now on.
  public var name: String?
  /// What a service manager is then asked for, such as `restart wpa_supplicant@wlan0.service`: words of ours, none of the file's.
  public var requests: [String] = []
  /// Keys that cannot be done on this machine, and why, as a sentence.
  public var refused: [Refusal] = []

  /// Where the service reads what was set up.
  public static let environmentPath = "/etc/vitrine/setup.env"
  /// Where bundles of sticks are copied to.
  public static let stickDirectory = "/var/lib/vitrine/stick"

  /// - Parameters:
  ///   - file: what is wanted.
  ///   - machine: what there is.
  public init(_ file: SetupFile, on machine: Machine = Machine()) {
    if let name = file.name {
      self.name = name
      files.append(File("/etc/hostname", name + "\n"))
      files.append(File("/etc/hosts", Self.hosts(machine.hosts, name: name)))
    }
    if let timezone = file.timezone {
      if machine.knowsZone {
        zone = timezone
        files.append(File("/etc/timezone", timezone + "\n"))
      } else {
        refuse("timezone", "there is no such zone; Europe/Berlin is one")
      }
    }
    addNetwork(file, on: machine)
    if !file.ssh.isEmpty {
      files.append(
        File("/root/.ssh/authorized_keys", file.ssh.map { $0 + "\n" }.joined(), mode: 0o600))
    }
    files.append(File(Self.environmentPath, Self.environment(file), mode: 0o600))
    requests.append("try-restart vitrine.service")
  }

  private mutating func addNetwork(_ file: SetupFile, on machine: Machine) {
    if machine.hasNetworkManager {
      if file.wifi != nil { refuse("wifi", "NetworkManager runs this machine's networks: nmcli device wifi connect") }
      if file.network != nil { refuse("network", "NetworkManager runs this machine's networks: nmcli connection edit") }
      return
    }
    if let network = file.network {
      // Two devices with one address would answer for each other: the radio has it where there is one to be had.
      let device = file.wifi == nil ? "e*" : "wl*"
      files.append(File("/etc/systemd/network/20-fixed.network", Self.fixed(network, device: device)))
      requests.append("try-restart systemd-networkd.service")
    }
    guard let wifi = file.wifi else { return }
    guard machine.hasSupplicant else {
      return refuse("wifi", "this machine has no wpa_supplicant: apt install wpasupplicant")
    }
    files.append(
      File("/etc/systemd/network/60-wireless.network", "[Match]\nName=wl*\n\n[Network]\nDHCP=yes\n"))
    files.append(
      File("/etc/wpa_supplicant/wpa_supplicant-wlan0.conf", Self.supplicant(wifi), mode: 0o600))
    requests += [
      "enable systemd-networkd.service", "start systemd-networkd.service", "enable wpa_supplicant@wlan0.service",
      "restart wpa_supplicant@wlan0.service",
    ]
  }

  private mutating func refuse(_ key: String, _ reason: String) {
    refused.append(Refusal(key: key, reason: reason))
  }
}

/// The files' texts.
extension SetupPlan {
  /// The machine's own name at 127.0.1.1, as Debian has it; the other lines stay.
  static func hosts(_ known: String, name: String) -> String {
    var lines = known.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
    while lines.last?.isEmpty == true { lines.removeLast() }
    let own = "127.0.1.1 \(name)"
    if lines.isEmpty {
      lines = ["127.0.0.1 localhost", own, "::1 localhost"]
    } else if let place = lines.firstIndex(
      where: { $0.split(whereSeparator: { " \t".contains($0) }).first == "127.0.1.1" })
    {
      lines[place] = own
    } else {
      lines.append(own)
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Source: systemd.network(5).
  static func fixed(_ network: SetupFile.Address, device: String) -> String {
    let lines =
      ["[Match]", "Name=\(device)", "", "[Network]", "Address=\(network.address)"]
      + network.gateways.map { "Gateway=\($0)" } + network.dns.map { "DNS=\($0)" }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Source: wpa_supplicant.conf(5). The name stands there in hexadecimal digits. A passphrase reaches to the last quotation mark of its
  /// line, and nothing within has a meaning, so that it needs no escapes.
  static func supplicant(_ wifi: SetupFile.Wireless) -> String {
    let digits = Array("0123456789abcdef")
    // Fits: four bits each.
    let name = String(wifi.name.utf8.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
    let secret =
      switch wifi.password {
      case nil: "key_mgmt=NONE"
      case let password? where password.utf8.count == 64: "psk=\(password)"
      case let password?: "psk=\"\(password)\""
      }
    let country = wifi.country.map { "country=\($0)\n" } ?? ""
    return "\(country)network={\n  ssid=\(name)\n  \(secret)\n}\n"
  }

  /// Variables of the service: which board it shows, and options before the administrator's own.
  static func environment(_ file: SetupFile) -> String {
    var options: [String] = []
    if let key = file.key { options += ["--key", key, "--stick", stickDirectory] }
    for label in file.labels { options += ["--label", "\(label.name)=\(label.value)"] }
    let panel = file.panel
    for (option, value) in [
      ("--rotate", panel.turn.map { "\($0)" }), ("--scale", panel.scale), ("--diagonal", panel.diagonal),
      ("--distance", panel.distance), ("--mqtt", panel.mqtt), ("--language", file.language),
    ] {
      if let value { options += [option, value] }
    }
    if let more = panel.options { options.append(more) }
    var lines = ["# Made by `vitrine setup` from vitrine.yaml: change it there."]
    if let board = file.board { lines.append("VITRINE_BOARD=\(quoted(board))") }
    if !options.isEmpty { lines.append("VITRINE_SETUP=\(quoted(options.joined(separator: " ")))") }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The key that such a text names; nil when it names none.
  public static func key(inEnvironment text: String) -> String? {
    let words = text.split { " \"\n".contains($0) }
    return words.firstIndex(of: "--key").flatMap { words.dropFirst($0 + 1).first }.map { String($0) }
  }

  /// In quotation marks of a file of systemd's, in which these four have a meaning. Source: systemd.exec(5), EnvironmentFile=.
  static func quoted(_ text: String) -> String {
    "\"" + text.map { "\\\"$`".contains($0) ? "\\\($0)" : "\($0)" }.joined() + "\""
  }
}
