import Numbers

/// Terminal, seat and service: who sits where.
public struct ConsoleFacts: Sendable {
  /// The virtual terminal that is shown, `tty1`; nil when the kernel has none.
  public var activeTerminal: String?
  /// A login prompt runs on it.
  public var hasLoginPrompt: Bool
  /// Whether seatd listens: its socket is there.
  public var hasSeatd: Bool
  /// Whether systemd-logind keeps seats.
  public var hasLogind: Bool
  /// The boot splash still runs.
  public var hasSplash: Bool
  /// Whether systemd has the unit `vitrine.service`.
  public var isServiceInstalled: Bool
  /// Whether it starts at boot: some target wants it.
  public var isServiceEnabled: Bool
  /// Whether its control group has a program in it.
  public var isServiceRunning: Bool
  /// Sentence of the last crash, if the service noted one.
  public var crash: String?
  /// Lamps, each with whether this user may set it.
  public var lamps: [(name: String, isUsable: Bool)]

  /// What is left out is as on a machine where all is well and nothing is shown yet.
  public init(
    activeTerminal: String? = "tty1", hasLoginPrompt: Bool = false, hasSeatd: Bool = false, hasLogind: Bool = true,
    hasSplash: Bool = false, isServiceInstalled: Bool = true, isServiceEnabled: Bool = true,
    isServiceRunning: Bool = false, crash: String? = nil, lamps: [(name: String, isUsable: Bool)] = []
  ) {
    self.activeTerminal = activeTerminal
    self.hasLoginPrompt = hasLoginPrompt
    self.hasSeatd = hasSeatd
    self.hasLogind = hasLogind
    self.hasSplash = hasSplash
    self.isServiceInstalled = isServiceInstalled
    self.isServiceEnabled = isServiceEnabled
    self.isServiceRunning = isServiceRunning
    self.crash = crash
    self.lamps = lamps
  }

  /// - Parameter crash: what an earlier run died of, if that is known.
  public init(_ files: MachineFiles, crash: String?) {
    let terminal = files.text("/sys/class/tty/tty0/active")
    let programs = files.names(in: "/proc").filter { Int32($0) != nil }
    func runs(_ name: String, on terminal: String? = nil) -> Bool {
      programs.contains { process in
        guard files.text("/proc/\(process)/comm") == name else { return false }
        guard let terminal else { return true }
        // Arguments end with a zero byte each.
        return (files.text("/proc/\(process)/cmdline") ?? "").split(separator: "\0").contains { $0 == terminal }
      }
    }
    let units = ["/etc/systemd/system", "/usr/lib/systemd/system", "/lib/systemd/system"]
    self.init(
      activeTerminal: terminal, hasLoginPrompt: terminal.map { runs("agetty", on: $0) } ?? false,
      hasSeatd: files.exists("/run/seatd.sock"), hasLogind: files.exists("/run/systemd/seats"),
      hasSplash: runs("plymouthd"), isServiceInstalled: units.contains { files.exists($0 + "/vitrine.service") },
      isServiceEnabled: files.names(in: "/etc/systemd/system").contains { directory in
        directory.hasSuffix(".wants") && files.link("/etc/systemd/system/\(directory)/vitrine.service") != nil
      },
      isServiceRunning: !files.lines("/sys/fs/cgroup/system.slice/vitrine.service/cgroup.procs").isEmpty, crash: crash,
      lamps: files.names(in: "/sys/class/backlight").map { name in
        (name, files.status("/sys/class/backlight/\(name)/brightness")?.isUsable ?? false)
      })
  }

  func findings(_ person: Person) -> [Finding] { console(person) + service + backlight(person) }

  private func console(_ person: Person) -> [Finding] {
    var findings: [Finding] = []
    if let activeTerminal {
      if hasLoginPrompt {
        findings.append(
          Finding(
            .console, isServiceRunning ? .problem : .note,
            "a login prompt runs on \(activeTerminal), where the board would be",
            fix: "the service stops it by itself; without the service: sudo systemctl stop getty@\(activeTerminal)"))
      } else {
        findings.append(Finding(.console, .fine, "\(activeTerminal) is shown, and nothing else is on it"))
      }
    } else {
      findings.append(
        Finding(
          .console, .note,
          "the kernel has no virtual terminals; nothing can be shown over the board, and nothing is to be done"))
    }
    switch (hasSeatd, hasLogind) {
    case (true, _): findings.append(Finding(.console, .fine, "seatd lends the devices of the seat"))
    case (_, true): findings.append(Finding(.console, .fine, "logind lends the devices of the seat to sessions on it"))
    default:
      findings.append(
        person.isRoot
          ? Finding(.console, .fine, "there is no seat manager; root takes the terminal directly")
          : Finding(
            .console, .warning, "there is no seat manager, and only root may take a terminal without one",
            fix: "run as the service (sudo systemctl start vitrine), or install one: sudo apt-get install seatd"))
    }
    if hasSplash {
      findings.append(
        Finding(
          .console, .note, "the boot splash (plymouthd) still runs and may hold the panel",
          fix: "the service ends it; by hand: sudo plymouth quit --retain-splash"))
    }
    return findings
  }

  private var service: [Finding] {
    var findings: [Finding] = []
    switch (isServiceInstalled, isServiceEnabled, isServiceRunning) {
    case (_, _, true): findings.append(Finding(.service, .fine, "vitrine.service runs"))
    case (false, _, _):
      findings.append(
        Finding(
          .service, .note, "vitrine.service is not installed, so the machine does not boot into a board",
          fix: "install the package: sudo apt install ./vitrine.deb; or from the sources: sudo make install"))
    case (true, false, false):
      findings.append(
        Finding(
          .service, .warning, "vitrine.service is installed, but does not start at boot",
          fix: "sudo systemctl enable --now vitrine"))
    case (true, true, false):
      findings.append(
        Finding(
          .service, .warning, "vitrine.service is enabled, but does not run",
          fix: "read why: systemctl status vitrine; journalctl -u vitrine -b; start it: sudo systemctl start vitrine"))
    }
    if let crash {
      findings.append(Finding(.service, .warning, crash, fix: "read what came before: journalctl -u vitrine"))
    }
    return findings
  }

  private func backlight(_ person: Person) -> [Finding] {
    if lamps.isEmpty {
      return [
        Finding(
          .backlight, .note, "the panel's lamp cannot be set from here; the picture is darkened instead of dimmed")
      ]
    }
    return lamps.map { lamp in
      lamp.isUsable
        ? Finding(.backlight, .fine, "lamp \(lamp.name) can be dimmed")
        : Finding(
          .backlight, .warning, "lamp \(lamp.name) may not be set by \(person.name), so the panel is never dimmed",
          fix: "\(person.join("video")); the package's udev rule gives the group that right")
    }
  }
}
