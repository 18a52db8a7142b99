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
    // Many properties: each is one thing looked up on the machine.
    /// `/etc/hosts` as it is.
    public var hosts = ""
    /// Root's keys for SSH as they are; nil where they are there and cannot be read.
    public var authorizedKeys: String? = ""
    /// It has wpa_supplicant and systemd-networkd, as Vitrine's card and any small Debian.
    public var hasSupplicant = true
    /// NetworkManager runs its networks: two managers on one radio end each other's connections.
    public var hasNetworkManager = false
    /// Devices that ifupdown runs, as `/etc/network/interfaces` names them.
    public var interfaces: [String] = []
    /// dhcpcd runs all of its devices.
    public var hasClientDaemon = false
    /// It has systemd-timesyncd.
    public var hasTimeClient = true
    /// Its first wireless device. Early in a start there may be none yet; then the name that nearly all have.
    public var radio = "wlan0"
    /// Whether its time zone database knows the zone that is asked for.
    public var knowsZone = true
    /// Whether it has a time zone database at all.
    public var hasZones = true

    /// A card's.
    public init() {}
  }

  /// What a service manager is asked for.
  public struct Request: Sendable, Hashable {
    /// When.
    public enum Cause: Sendable, Hashable {
      /// Each time: it does nothing where that is so already.
      case always
      /// Where anything was written.
      case anything
      /// Where this file was.
      case file(String)
    }

    /// Such as `restart wpa_supplicant@wlan0.service`: words of ours, none of the file's.
    public var words: String
    /// When.
    public var cause: Cause
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
  /// What a service manager is then asked for.
  public var requests: [Request] = []
  /// Keys that cannot be done on this machine, and why, as a sentence.
  public var refused: [Refusal] = []

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
        refuse(
          "timezone",
          machine.hasZones
            ? "there is no such zone; Europe/Berlin is one"
            : "this machine has no time zones in /usr/share/zoneinfo: apt install tzdata")
      }
    }
    addNetwork(file, on: machine)
    addKeys(file, on: machine)
    addTime(file, on: machine)
    files.append(File(SetupFile.environmentPath, file.environment, mode: 0o600))
    requests.append(Request(words: "try-restart vitrine.service", cause: .anything))
  }

  private mutating func addKeys(_ file: SetupFile, on machine: Machine) {
    guard !file.ssh.isEmpty else { return }
    guard let known = machine.authorizedKeys else {
      return refuse("ssh", "\(Self.keysPath) is there and cannot be read: what it lets in already would be lost")
    }
    files.append(File(Self.keysPath, Self.keys(known, own: file.ssh), mode: 0o600))
  }

  private mutating func addTime(_ file: SetupFile, on machine: Machine) {
    guard !file.ntp.isEmpty else { return }
    guard machine.hasTimeClient else {
      return refuse("ntp", "this machine has no systemd-timesyncd: apt install systemd-timesyncd")
    }
    let path = "/etc/systemd/timesyncd.conf.d/vitrine-setup.conf"
    files.append(File(path, "[Time]\nNTP=\(file.ntp.joined(separator: " "))\n"))
    requests += [
      Request(words: "restart systemd-timesyncd.service", cause: .file(path)),
      Request(words: "enable systemd-timesyncd.service", cause: .always),
      Request(words: "start systemd-timesyncd.service", cause: .always),
    ]
  }

  /// What is to be asked for.
  ///
  /// - Parameter changed: paths of what is written.
  public func requests(changed: [String]) -> [String] {
    requests.filter { request in
      switch request.cause {
      case .always: true
      case .anything: !changed.isEmpty
      case .file(let path): changed.contains(path)
      }
    }.map(\.words)
  }

  mutating func refuse(_ key: String, _ reason: String) {
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

  /// Who may log in as root.
  public static let keysPath = "/root/.ssh/authorized_keys"
  /// Lines around those that are ours.
  static let keyMarks = (
    begin: "# From vitrine.yaml, by `vitrine setup`: change it there, down to the end of vitrine.yaml.",
    end: "# The end of vitrine.yaml."
  )

  /// The keys that were there before stay as they are; those between the marks are replaced. Where one of the marks is gone, everything is
  /// somebody's own.
  static func keys(_ known: String, own keys: [String]) -> String {
    var lines = known.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
    if let last = lines.last, last.isEmpty { lines.removeLast() }
    let block = [keyMarks.begin] + keys + [keyMarks.end]
    if let begin = lines.firstIndex(of: keyMarks.begin),
      let end = lines[begin...].firstIndex(of: keyMarks.end)
    {
      lines.replaceSubrange(begin...end, with: block)
    } else {
      lines += block
    }
    return lines.map { $0 + "\n" }.joined()
  }
}
