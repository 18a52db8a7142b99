extension HardwareFacts {
  /// - Parameter hasPanel: a panel was found: what could keep it dark is then only worth a note.
  func findings(hasPanel: Bool) -> [Finding] {
    let severity: Finding.Severity = hasPanel ? .note : .problem
    var findings = boot(severity) + older(severity) + idle.map { finding($0, severity) }
    if isLogHidden, !hasPanel {
      findings.append(
        Finding(
          .panel, .note, "this user may not read the kernel's log, so what drivers say in it is not known",
          fix: "ask as root: sudo vitrine doctor"))
    }
    return findings
  }

  private var isRaspberryPi: Bool { model?.hasPrefix("Raspberry Pi") == true }

  private func boot(_ severity: Finding.Severity) -> [Finding] {
    var findings = missingOverlays.map { name in
      // The firmware knows some by other names; those have nothing to do with the panel.
      Finding(
        .panel, Self.isOfPanel(name) ? severity : .note,
        "config.txt asks for the overlay \(name), which is not on the boot partition",
        fix: "correct its name: ls /boot/firmware/overlays")
    }
    findings += words.filter { $0.hasPrefix("video=") && $0.contains("rotate=") }.map { word in
      Finding(
        .panel, .note, "\(word) on the kernel's command line turns the text console, not the board",
        fix: "turn the board: VITRINE_OPTIONS=--rotate 90 in /etc/default/vitrine")
    }
    guard isRaspberryPi, let settings else { return findings }
    let drivers = settings.overlays.filter { $0.name.hasPrefix("vc4-kms-v3d") }
    if settings.overlays.contains(where: { $0.name.hasPrefix("vc4-fkms") }) {
      findings.append(
        Finding(
          .panel, severity,
          "config.txt asks for vc4-fkms-v3d, which leaves modesetting to the firmware and is no longer supported",
          fix: "write dtoverlay=vc4-kms-v3d in its place, and restart"))
    } else if drivers.isEmpty, severity == .problem, connectors.isEmpty, !isUpstreamKernel {
      findings.append(
        Finding(
          .panel, .problem, "config.txt has no dtoverlay=vc4-kms-v3d, so the display's driver is not loaded",
          fix: "add that line to /boot/firmware/config.txt, and restart"))
    }
    if model?.hasPrefix("Raspberry Pi 4") == true, drivers.contains(where: { $0.parameters.contains("composite") }) {
      findings.append(
        Finding(
          .panel, severity, "composite is switched on in config.txt, which on this board disables every other output",
          fix: "take ,composite off dtoverlay=vc4-kms-v3d, and restart"))
    }
    if let overlay = settings.overlays.first(where: { $0.name.hasPrefix("vc4-kms-dsi-") }),
      !connectors.contains(where: { $0.hasPrefix("DSI-") })
    {
      let port =
        overlay.parameters.contains("dsi0") ? "the port DSI0" : "the port DSI1; the other one is taken by ,dsi0"
      findings.append(
        Finding(
          .panel, severity, "config.txt asks for the panel of \(overlay.name), and the kernel has no DSI output",
          fix: "see that the flat cable is wholly in and straight, at both ends, and in \(port)"))
    }
    if severity == .problem, !isUpstreamKernel, !connectors.contains(where: { $0.hasPrefix("DSI-") }),
      !settings.overlays.contains(where: { $0.name.hasPrefix("vc4-kms-dsi-") || $0.name.hasPrefix("vc4-fkms") })
    {
      findings.append(lookForDisplays(settings))
    }
    let unread = settings.keys.filter { Self.unreadKeys.contains($0) }
    if !drivers.isEmpty, !unread.isEmpty {
      findings.append(
        Finding(
          .panel, .note,
          "config.txt sets \(unread.joined(separator: ", ")), which the modesetting driver does not read",
          fix: "say the mode in /boot/firmware/cmdline.txt: video=HDMI-A-1:1920x1080M@60; turn the board: --rotate 90"))
    }
    return findings
  }

  /// Debian's own kernel, whose drivers load without an overlay.
  private var isUpstreamKernel: Bool { settings?.value("upstream_kernel").map { $0 != "0" } ?? false }

  /// Raspberry Pi's own displays are found by their firmware, where that is told to look.
  private func lookForDisplays(_ settings: BootSettings) -> Finding {
    let isTold = settings.value("display_auto_detect") == "1"
    return Finding(
      .panel, .note,
      isTold
        ? "config.txt has display_auto_detect=1, and no display of Raspberry Pi's own was found"
        : "config.txt has no display_auto_detect=1, so displays of Raspberry Pi's own are not looked for",
      fix: isTold
        ? "if there is one, see that its flat cable is wholly in and straight, at both ends; on a Compute Module name it: dtoverlay=vc4-kms-dsi-7inch"
        : "if there is one, add that line to /boot/firmware/config.txt, and restart")
  }

  private static func isOfPanel(_ overlay: String) -> Bool {
    [
      "vc4", "panel", "dpi", "dsi", "hdmi", "lcd", "tft", "display", "mipi", "touch", "waveshare", "backlight",
      "screen", "ads7846", "goodix",
    ]
    .contains { overlay.contains($0) }
  }

  /// For the firmware's own display modes. Source: Raspberry Pi documentation, *Legacy config.txt options*.
  private static let unreadKeys: Set<String> = [
    "hdmi_group", "hdmi_mode", "hdmi_cvt", "hdmi_timings", "hdmi_force_hotplug", "hdmi_ignore_edid", "display_rotate",
    "display_hdmi_rotate", "display_lcd_rotate", "lcd_rotate",
  ]

  /// Overlays of framebuffer drivers that become modesetting drivers with the word `drm`. Source: Packaging/boards.md.
  private static let takesDRM: Set<String> = [
    "piscreen", "pitft22", "pitft28-capacitive", "pitft28-resistive", "pitft35-resistive", "watterott-display",
  ]

  /// Drivers that no modesetting program can draw on.
  private func older(_ severity: Finding.Severity) -> [Finding] {
    var findings = framebuffers.filter { $0.hasPrefix("fb_") }.map { name in
      let overlay = settings?.overlays.first { Self.takesDRM.contains($0.name) }
      return Finding(
        .panel, severity, "the panel is driven by \(name), a framebuffer driver, on which the board cannot be drawn",
        fix: overlay.map { "make it a modesetting driver: dtoverlay=\($0.name),drm in /boot/firmware/config.txt" }
          ?? "use its modesetting driver, for most SPI panels dtoverlay=mipi-dbi-spi: zless /usr/share/doc/vitrine/boards.md.gz"
      )
    }
    if let panelCommands {
      let file = "/lib/firmware/" + panelCommands.file
      findings.append(
        Finding(
          .panel, severity,
          panelCommands.refusal.map { "the SPI panel's driver refuses the file of the panel's first commands: \($0)" }
            ?? "the SPI panel's driver has not found the panel's first commands",
          fix: panelCommands.refusal == nil
            ? "put them into \(file), and restart" : "make \(file) anew with mipi-dbi-cmd, and restart"))
    }
    return findings
  }

  private func finding(_ device: Idle, _ severity: Finding.Severity) -> Finding {
    let subject: Finding.Subject = Self.isTouch(device) ? .touch : .panel
    let title = "\(device.name) of the device tree (\(device.compatible.joined(separator: ", ")))"
    let severity = subject == .touch ? .warning : severity
    if device.isKnown == false {
      return Finding(
        subject, severity, "this kernel has no driver for \(title)",
        fix: "use the kernel of the board's vendor; the package is the same")
    }
    return Finding(
      subject, severity, "no driver has taken \(title)",
      fix:
        "see that its flat cable is wholly in; the kernel's reasons: sudo cat /sys/kernel/debug/devices_deferred, journalctl -k"
    )
  }
}
