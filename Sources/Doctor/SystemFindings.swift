import Numbers

/// Memory for frames, clock, fonts and network.
public struct SystemFacts: Sendable {
  /// Bytes of contiguous memory the kernel keeps for devices, and what of it is free; nil when it keeps none.
  public var contiguous: (total: Int, free: Int)?
  /// Bytes that programs may still take.
  public var available: Int?
  /// Seconds since 1970.
  public var time: Int64
  /// Whether the clock is set from the network; nil when nobody tells.
  public var isSynchronized: Bool?
  /// `Europe/Berlin`; nil when none is set.
  public var timeZone: String?
  /// Whether fontconfig knows any font.
  public var hasFonts: Bool
  /// Writing systems no font has, with the package that would bring one.
  public var missingScripts: [(name: String, package: String)]
  /// Interfaces that are up, other than the loopback.
  public var interfaces: [String]
  /// Whether a route leads beyond the local network, by IPv4 or IPv6.
  public var hasDefaultRoute: Bool
  /// Whether /etc/resolv.conf names one.
  public var hasNameServer: Bool
  /// What the kernel lacks to confine the process that reads answers, in words.
  public var readerLacks: [String] = []
  /// Whether the kernel holds a service to its share of memory; nil where it does not say.
  public var hasMemoryController: Bool?

  /// What is left out is as on a machine where all is well.
  ///
  /// - Parameters:
  ///   - contiguous: bytes.
  ///   - available: bytes.
  ///   - time: seconds since 1970.
  public init(
    contiguous: (total: Int, free: Int)? = nil, available: Int? = nil, time: Int64 = 1_790_000_000,
    isSynchronized: Bool? = true, timeZone: String? = "Europe/Berlin", hasFonts: Bool = true,
    missingScripts: [(name: String, package: String)] = [], interfaces: [String] = ["eth0"],
    hasDefaultRoute: Bool = true, hasNameServer: Bool = true
  ) {
    self.contiguous = contiguous
    self.available = available
    self.time = time
    self.isSynchronized = isSynchronized
    self.timeZone = timeZone
    self.hasFonts = hasFonts
    self.missingScripts = missingScripts
    self.interfaces = interfaces
    self.hasDefaultRoute = hasDefaultRoute
    self.hasNameServer = hasNameServer
  }

  /// - Parameters:
  ///   - time: seconds since 1970.
  ///   - covers: whether some font has a character.
  public init(_ files: MachineFiles, time: Int64, hasFonts: Bool, covers: (Unicode.Scalar) -> Bool) {
    let memory = Self.memory(files)
    let total = memory["CmaTotal"] ?? 0
    let interfaces = files.names(in: "/sys/class/net").filter { name in
      name != "lo" && files.text("/sys/class/net/\(name)/operstate") == "up"
    }
    // Destination and mask are zero in the line of a default route (proc(5)).
    let hasRoute = files.lines("/proc/net/route").contains { line in
      let fields = line.split(whereSeparator: \.isWhitespace)
      return fields.count > 7 && fields[1] == "00000000" && fields[7] == "00000000"
    }
    let hasRoute6 = files.lines("/proc/net/ipv6_route").contains { line in
      let fields = line.split(separator: " ", omittingEmptySubsequences: true)
      return fields.count > 9 && fields[1] == "00" && fields[0].allSatisfy { $0 == "0" } && fields[9] != "lo"
    }
    self.init(
      contiguous: total > 0 ? (total, memory["CmaFree"] ?? 0) : nil, available: memory["MemAvailable"], time: time,
      isSynchronized: Self.isSynchronized(files),
      timeZone: files.link("/etc/localtime").flatMap(Self.zone) ?? files.text("/etc/timezone"), hasFonts: hasFonts,
      missingScripts: Self.scripts.filter { !covers($0.sample) }.map { ($0.name, $0.package) },
      interfaces: interfaces, hasDefaultRoute: hasRoute || hasRoute6,
      hasNameServer: files.lines("/etc/resolv.conf").contains { $0.hasPrefix("nameserver") })
    // Source: Documentation/admin-guide/cgroup-v2.rst, and the older tree of one directory for each controller.
    let controllers = files.text("/sys/fs/cgroup/cgroup.controllers").map {
      $0.split(separator: " ").contains("memory")
    }
    hasMemoryController = controllers ?? (files.exists("/sys/fs/cgroup/memory") ? true : nil)
  }

  /// Bytes by their names in /proc/meminfo.
  static func memory(_ files: MachineFiles) -> [Substring: Int] {
    var memory: [Substring: Int] = [:]
    for line in files.lines("/proc/meminfo") {
      let fields = line.split(separator: " ", omittingEmptySubsequences: true)
      if fields.count > 1, let kilobytes = Int(fields[1]) { memory[fields[0].dropLast()] = kilobytes << 10 }
    }
    return memory
  }

  /// systemd-timesyncd leaves a file; chrony and ntpd leave their programs' own.
  private static func isSynchronized(_ files: MachineFiles) -> Bool? {
    if files.exists("/run/systemd/timesync/synchronized") { return true }
    if files.exists("/run/chrony") || files.exists("/run/ntpd.pid") { return true }
    return files.exists("/run/systemd/timesync") ? false : nil
  }

  /// The name in a link such as `/usr/share/zoneinfo/Europe/Berlin`.
  private static func zone(_ link: String) -> String? {
    let parts = link.split(separator: "/")
    guard let start = parts.firstIndex(of: "zoneinfo"), start + 1 < parts.count else { return nil }
    return parts[(start + 1)...].joined(separator: "/")
  }

  /// A character of each writing system, and Debian's package with a font for it.
  static let scripts: [(name: String, sample: Unicode.Scalar, package: String)] = [
    ("Latin", "A", "fonts-inter"), ("Cyrillic", "Ж", "fonts-noto-core"), ("Greek", "Ω", "fonts-noto-core"),
    ("Arabic", "ع", "fonts-noto-core"), ("Hebrew", "א", "fonts-noto-core"), ("Devanagari", "अ", "fonts-noto-core"),
    ("Thai", "ก", "fonts-noto-core"), ("Chinese", "漢", "fonts-noto-cjk"), ("Japanese", "あ", "fonts-noto-cjk"),
    ("Korean", "한", "fonts-noto-cjk"), ("emoji", "😀", "fonts-noto-color-emoji"),
  ]

  /// - Parameter frame: bytes of one frame on the panel, where there is a panel.
  func findings(frame: Int?) -> [Finding] { memory(frame) + fonts + clock + network + confinement + service }

  private var service: [Finding] {
    guard hasMemoryController == false else { return [] }
    return [
      Finding(
        .service, .warning,
        "this kernel holds no service to its share of memory (its memory controller is off), so MemoryMax= of vitrine.service bounds nothing",
        fix:
          "add cgroup_enable=memory to the end of the kernel's command line, on a Raspberry Pi /boot/firmware/cmdline.txt, and restart"
      )
    ]
  }

  private var confinement: [Finding] {
    readerLacks.map { lack in
      Finding(
        .service, .warning, "the process that reads answers goes on without \(lack): this kernel does not offer it",
        fix: "use a kernel with CONFIG_SECURITY_LANDLOCK and CONFIG_SECCOMP_FILTER, and landlock among its lsm=")
    }
  }

  private func memory(_ frame: Int?) -> [Finding] {
    var findings: [Finding] = []
    if let contiguous, let frame {
      let need = frame * 3
      let sentence =
        "contiguous memory (CMA): \(Self.megabytes(contiguous.free)) of \(Self.megabytes(contiguous.total)) are free; three frames need \(Self.megabytes(need))"
      findings.append(
        contiguous.free >= need
          ? Finding(.memory, .fine, sentence)
          : Finding(
            .memory, contiguous.free >= frame ? .warning : .problem,
            sentence + ", so fewer or smaller ones are made, or none",
            fix: "add cma=\(max(64, (need * 2) >> 20))M to the kernel's command line"))
    }
    if let available, available < 64 << 20 {
      findings.append(
        Finding(
          .memory, .warning, "\(Self.megabytes(available)) of memory are left, and a board needs about 60 MB",
          fix: "stop what is not needed: systemctl --type=service --state=running"))
    }
    return findings
  }

  private static func megabytes(_ bytes: Int) -> String { "\((bytes + 1 << 19) >> 20) MB" }

  private var fonts: [Finding] {
    guard hasFonts else {
      return [
        Finding(
          .fonts, .problem, "fontconfig found no font at all, so no letter can be drawn",
          fix: "sudo apt-get install fonts-inter fonts-noto-core")
      ]
    }
    guard !missingScripts.isEmpty else {
      return [Finding(.fonts, .fine, "fonts for \(Self.scripts.count) writing systems are installed, emoji among them")]
    }
    var packages: [String] = []
    for script in missingScripts where !packages.contains(script.package) { packages.append(script.package) }
    return [
      Finding(
        .fonts, missingScripts.contains { $0.name == "Latin" } ? .problem : .note,
        "no installed font has \(missingScripts.map(\.name).joined(separator: ", ")); such text shows as boxes",
        fix: "if the board has such text: sudo apt-get install \(packages.joined(separator: " "))")
    ]
  }

  /// The year this was written in: a clock before it was never set.
  private static let oldest: Int64 = 1_767_225_600

  private var clock: [Finding] {
    var findings: [Finding] = []
    if time < Self.oldest {
      findings.append(
        Finding(
          .clock, .problem,
          "the clock says a time before 2026: certificates seem invalid and dates on the board are wrong",
          fix: "sudo timedatectl set-ntp true; a board without a clock battery needs the network for that"))
    } else {
      switch isSynchronized {
      case true?: findings.append(Finding(.clock, .fine, "the clock is set from the network"))
      case false?:
        findings.append(
          Finding(
            .clock, .warning, "the clock has not been set from the network since boot",
            fix: "check the network, then: timedatectl timesync-status"))
      case nil:
        findings.append(
          Finding(
            .clock, .note, "nothing on this machine sets the clock from the network",
            fix: "if it has no other source of time: sudo apt-get install systemd-timesyncd"))
      }
    }
    if timeZone == nil {
      findings.append(
        Finding(
          .clock, .note, "no time zone is set, so times are shown in UTC",
          fix: "sudo timedatectl set-timezone Europe/Berlin"))
    }
    return findings
  }

  private var network: [Finding] {
    if interfaces.isEmpty {
      return [
        Finding(
          .network, .warning, "no network interface is up; the board shows what it fetched last",
          fix: "check the cable or the wireless settings: ip link, networkctl")
      ]
    }
    var findings = [
      Finding(.network, .fine, "\(interfaces.joined(separator: ", ")) \(interfaces.count == 1 ? "is" : "are") up")
    ]
    if !hasDefaultRoute {
      findings.append(
        Finding(
          .network, .warning, "there is no default route: only machines in the same network can be reached",
          fix: "check DHCP or the gateway: ip route"))
    }
    if !hasNameServer {
      findings.append(
        Finding(
          .network, .warning, "/etc/resolv.conf names no name server: addresses with names cannot be reached",
          fix: "check DHCP, or add a line: nameserver 192.0.2.1 (your router's address)"))
    }
    return findings
  }
}
