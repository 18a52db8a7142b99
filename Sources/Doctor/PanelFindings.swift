import Glibc
public import KMS

/// Which card has the panel, and why the others have not.
public struct PanelFacts: Sendable {
  /// Every card and connector with what speaks for or against it; see `CardSurvey`.
  public var survey: CardSurvey
  /// Nodes in /dev/dri that compute pictures and show none.
  public var renderNodes: [String]
  /// Groups of cards that this user may not open, by the card's path.
  public var closed: [String: String]
  /// Masters of cards by the card's path, where the kernel tells.
  public var masters: [String: String]
  /// What the kernel's log says of graphics that failed, newest last.
  public var complaints: [String]
  /// Whether there is /dev/dri.
  public var hasDirectory: Bool

  /// What is left out was not found; that is how a healthy machine looks.
  public init(
    survey: CardSurvey, renderNodes: [String] = [], closed: [String: String] = [:], masters: [String: String] = [:],
    complaints: [String] = [], hasDirectory: Bool = true
  ) {
    self.survey = survey
    self.renderNodes = renderNodes
    self.closed = closed
    self.masters = masters
    self.complaints = complaints
    self.hasDirectory = hasDirectory
  }

  /// Looks at the machine without taking the panel.
  public init(_ files: MachineFiles, _ kernel: some KernelModesetting, pin: CardPin, log: [String]) {
    let survey = CardChooser(pin: pin, holders: { files.holders(of: $0) }).survey(kernel)
    self.init(survey: survey, complaints: Self.complaints(in: log), hasDirectory: files.exists("/dev/dri"))
    renderNodes = files.names(in: "/dev/dri").filter { $0.hasPrefix("renderD") }
    for path in Set(survey.rows.map(\.card.path)) {
      if let status = files.status(path), !status.isUsable { closed[path] = files.groupName(status.group) }
      masters[path] = files.master(ofCard: path)
    }
  }

  /// Lines of the kernel's log that tell of graphics that failed; the last three.
  static func complaints(in log: [String]) -> [String] {
    let found = log.filter { line in
      let words = line.lowercased()
      return words.contains("drm") && ["*error*", "failed", "timed out", "cma"].contains { words.contains($0) }
    }
    return Array(found.suffix(3))
  }

  func findings(_ person: Person) -> [Finding] {
    var findings = overall
    for row in survey.rows where row != survey.choice { findings.append(finding(row, person)) }
    for line in complaints {
      findings.append(
        Finding(
          .panel, .note, "the kernel said: \(line)",
          fix: "if commits fail, boot with drm.debug=0x14 and read its reason with journalctl -k | grep drm"))
    }
    return findings
  }

  private var overall: [Finding] {
    if let choice = survey.choice, let connector = choice.connector {
      let mode = choice.firstMode.map { ", \($0)" } ?? ""
      let monitor = choice.edid.map { ", \($0.name ?? $0.product)" } ?? ""
      return [
        Finding(
          .panel, .fine,
          "the board goes to \(connector.name) of \(choice.card.path) (\(choice.driver ?? "no driver name"))\(mode)\(monitor); \(Self.scrolling(choice))"
        )
      ] + doubts(choice, connector)
    }
    if !hasDirectory {
      return [
        Finding(
          .panel, .problem,
          "there is no /dev/dri: no graphics driver is loaded, or this is a container without the device",
          fix:
            "load the panel's driver (device tree overlay or module); give a container the device with --device /dev/dri"
        )
      ]
    }
    if survey.rows.isEmpty {
      let sentence =
        renderNodes.isEmpty
        ? "/dev/dri is empty: no graphics driver has found its hardware"
        : "/dev/dri has only \(renderNodes.joined(separator: ", ")), which \(renderNodes.count == 1 ? "computes" : "compute") pictures and \(renderNodes.count == 1 ? "shows" : "show") none"
      return [
        Finding(
          .panel, .problem, sentence,
          fix: "load the display controller's driver; the kernel's view: ls /sys/class/drm, journalctl -k | grep drm")
      ]
    }
    // The kiosk that is asked about.
    if survey.rows.contains(where: { ownHolder($0) != nil }) { return [] }
    return [
      Finding(
        .panel, .problem, "no card has a panel to show the board on",
        fix: "mend one of the reasons below; until then vitrine run shows the board in a browser")
    ]
  }

  private static func scrolling(_ choice: CardSurvey.Row) -> String {
    choice.overlays > 0
      ? "pages can scroll on its planes (\(choice.overlays) overlay\(choice.overlays == 1 ? "" : "s"))"
      : "every frame is composed, without planes for pages to scroll on"
  }

  private func doubts(_ choice: CardSurvey.Row, _ connector: Connector) -> [Finding] {
    var findings: [Finding] = []
    if connector.connection == .unknown {
      findings.append(
        Finding(.panel, .note, "\(connector.name) cannot tell whether a panel is there; it is taken to be"))
    }
    if choice.edidBytes.isEmpty, !connector.kind.isInternal, connector.kind != .virtual {
      findings.append(
        Finding(
          .panel, .warning, "\(connector.name) has no EDID, so its modes are guesses",
          fix: "check the cable and the adapter; or name the mode: --mode 1280x800@60"))
    } else if !choice.edidBytes.isEmpty, choice.edid == nil {
      findings.append(
        Finding(
          .panel, .warning, "the EDID of \(connector.name) is damaged and not believed",
          fix: "check the cable; or name the mode: --mode 1280x800@60"))
    }
    return findings
  }

  private func finding(_ row: CardSurvey.Row, _ person: Person) -> Finding {
    let name = row.connector.map { "\($0.name) of \(row.card.path)" } ?? row.card.path
    guard case .refused(let refusal) = row.verdict else {
      return Finding(
        .panel, .note, "\(name) could show the board too",
        fix: row.connector.map { "to use it: --connector \($0.name)" })
    }
    if let holder = ownHolder(row) {
      return Finding(.panel, .fine, "a board is on \(name), shown by \(holder)")
    }
    let severity: Finding.Severity =
      survey.choice == nil && !survey.rows.contains { ownHolder($0) != nil } ? .problem : .note
    switch refusal {
    case .failed(let error):
      if let group = closed[row.card.path], error.number == EACCES || error.number == EPERM {
        return Finding(
          .panel, severity,
          "\(name) may not be opened: it belongs to the group \(group), and \(person.name) is not in it",
          fix: person.join(group))
      }
      return Finding(.panel, severity, "\(name): \(error)")
    case .held(let holders):
      let holder = masters[row.card.path] ?? holders.first
      guard let holder else {
        return Finding(
          .panel, severity, "\(name) is shown on by another program, which only root can name",
          fix:
            "run sudo vitrine doctor to learn who; or stop the desktop: sudo systemctl isolate multi-user.target; for good: sudo systemctl set-default multi-user.target"
        )
      }
      return Finding(.panel, severity, "\(name) is shown on by \(holder)", fix: Self.stopping(holder))
    case .disconnected:
      return Finding(
        .panel, severity, "\(name): nothing is connected",
        fix: survey.choice == nil ? "plug the panel in; vitrine run goes on by itself when it comes" : nil)
    case .noModes:
      return Finding(
        .panel, severity, "\(name): what is connected offers no mode",
        fix:
          "check the cable; or force one on the kernel's command line: video=\(row.connector?.name ?? "HDMI-A-1"):1280x800@60"
      )
    case .noConnectors, .noModesetting, .writeback, .nonDesktop:
      return Finding(.panel, .note, "\(name) is not for panels: \(refusal)")
    case .notPinned, .noDumbBuffers, .noCRTCs, .noPrimaryPlane, .tile:
      return Finding(.panel, severity, "\(name): \(refusal)")
    }
  }

  /// The kiosk that shows its board there; nil where it is another program, or nobody.
  private func ownHolder(_ row: CardSurvey.Row) -> String? {
    guard case .refused(.held(let holders)) = row.verdict, let holder = masters[row.card.path] ?? holders.first,
      holder.prefix(while: { $0 != " " }) == "vitrine"
    else { return nil }
    return holder
  }

  private static func stopping(_ holder: String) -> String {
    let program = holder.prefix { $0 != " " }
    return switch program {
    case "plymouthd": "sudo plymouth quit"
    case "Xorg", "Xwayland", "gnome-shell", "kwin_wayland", "kwin_x11", "sway", "weston", "labwc", "wayfire", "cage",
      "river", "Hyprland", "mutter":
      "stop the desktop: sudo systemctl isolate multi-user.target; for good: sudo systemctl set-default multi-user.target"
    default: "stop \(program) first"
    }
  }
}
