import Testing

@testable import Doctor

/// A Raspberry Pi 4 as its system shows it, with these lines in its config.txt.
private func raspberryPi(_ lines: String..., model: String = "Raspberry Pi 4 Model B Rev 1.4") -> Machine {
  let machine = Machine()
  machine.write("/proc/device-tree/model", model + "\0")
  machine.write("/boot/firmware/config.txt", lines.joined(separator: "\n") + "\n")
  return machine
}

private func findings(_ machine: Machine, hasPanel: Bool = false, log: [String] = []) -> [Finding] {
  HardwareFacts(machine.files, log: log).findings(hasPanel: hasPanel)
}

@Suite struct HardwareFindingTests {
  @Test func aMachineInOrderHasNothingToMend() {
    #expect(findings(Machine()).isEmpty)
    let machine = raspberryPi(
      "# a comment", "dtparam=audio=on", "[all]", "dtoverlay=vc4-kms-v3d", "dtoverlay=vc4-kms-dsi-7inch")
    machine.makeDirectory("/sys/class/drm/card1-DSI-1")
    machine.write("/boot/firmware/overlays/vc4-kms-v3d.dtbo")
    machine.write("/boot/firmware/overlays/vc4-kms-dsi-7inch.dtbo")
    machine.write("/proc/cmdline", "console=tty1 video=HDMI-A-1:1920x1080M@60 quiet\n")
    machine.device("i2c", "10-0038", name: "touchscreen", compatible: ["edt,edt-ft5406"], driver: "edt_ft5x06")
    machine.device("platform", "cooling", name: "cooling_fan", compatible: ["pwm-fan"])
    #expect(findings(machine).isEmpty)
  }

  @Test(
    arguments: [
      ("Raspberry Pi 4 Model B Rev 1.4\0", "", "", "Raspberry Pi 4 Model B Rev 1.4"),
      ("", "LENOVO\n", "20XW\n", "LENOVO 20XW"), ("", "", "Standard PC\n", "Standard PC"),
    ])
  func modelsAreRead(deviceTree: String, vendor: String, product: String, model: String) {
    let machine = Machine()
    if !deviceTree.isEmpty { machine.write("/proc/device-tree/model", deviceTree) }
    if !vendor.isEmpty { machine.write("/sys/class/dmi/id/sys_vendor", vendor) }
    if !product.isEmpty { machine.write("/sys/class/dmi/id/product_name", product) }
    #expect(HardwareFacts(machine.files, log: []).model == model)
    #expect(HardwareFacts(Machine().files, log: []).model == nil)
  }

  /// Lines of config.txt, words of the sentence, words of the advice.
  @Test(
    arguments: [
      (["dtparam=spi=on"], "no dtoverlay=vc4-kms-v3d", "add that line"),
      (["# dtoverlay=vc4-kms-v3d"], "no dtoverlay=vc4-kms-v3d", "add that line"),
      (["[pi5]", "dtoverlay=vc4-kms-v3d"], "no dtoverlay=vc4-kms-v3d", "add that line"),
      (["[none]", "dtoverlay=vc4-kms-v3d"], "no dtoverlay=vc4-kms-v3d", "add that line"),
      (["dtoverlay=vc4-fkms-v3d"], "no longer supported", "dtoverlay=vc4-kms-v3d"),
      (["dtoverlay=vc4-kms-v3d, composite"], "disables every other output", "take ,composite off"),
      (
        ["dtoverlay=vc4-kms-v3d", "dtoverlay=vc4-kms-dsi-ili9881-7inch"], "no DSI output", "in the port DSI1; the other"
      ),
      (["dtoverlay=vc4-kms-v3d", "dtoverlay=vc4-kms-dsi-7inch,dsi0"], "no DSI output", "in the port DSI0"),
    ])
  func bootSettingsThatKeepThePanelDark(lines: [String], sentence: String, fix: String) {
    let machine = Machine()
    machine.write("/proc/device-tree/model", "Raspberry Pi 4 Model B Rev 1.4\0")
    machine.write("/boot/config.txt", lines.joined(separator: "\n") + "\n")
    let found = findings(machine)
    #expect(found.count == 1)
    #expect(found[0].severity == .problem && found[0].subject == .panel)
    #expect(found[0].sentence.contains(sentence))
    #expect(found[0].fix?.contains(fix) == true)
    // Debian's own kernel needs no overlay: with a panel on the glass nothing is a problem.
    #expect(findings(machine, hasPanel: true).allSatisfy { $0.severity == .note })
  }

  @Test func aSectionOfTheModelApplies() {
    let machine = raspberryPi(
      "[pi4]", "dtoverlay=vc4-kms-v3d", "[pi3]", "dtoverlay=nonsense", "[HDMI:0]", "hdmi_mode=4")
    let settings = HardwareFacts(machine.files, log: []).settings
    #expect(settings?.overlays.map(\.name) == ["vc4-kms-v3d"])
    #expect(settings?.keys == ["hdmi_mode"])
    #expect(findings(machine).map(\.severity) == [.note])
    #expect(findings(machine)[0].sentence.contains("sets hdmi_mode, which the modesetting driver does not read"))
  }

  @Test func anOverlayThatIsNotThereIsNamed() {
    let machine = raspberryPi("dtoverlay=vc4-kms-v3d", "dtoverlay=vc4-kms-dsi-7inches")
    machine.write("/boot/firmware/overlays/vc4-kms-v3d.dtbo")
    #expect(
      findings(machine)[0].sentence
        == "config.txt asks for the overlay vc4-kms-dsi-7inches, which is not on the boot partition")
  }

  @Test func aTurnedTextConsoleIsNotATurnedBoard() {
    let machine = Machine()
    machine.write("/proc/cmdline", "quiet video=DSI-1:720x1280M@60,rotate=90\n")
    let found = findings(machine, hasPanel: true)
    #expect(found.map(\.severity) == [.note] && found[0].fix?.contains("--rotate 90") == true)
  }

  @Test(
    arguments: [
      ("dtoverlay=pitft28-capacitive,rotate=90", "dtoverlay=pitft28-capacitive,drm"),
      ("dtoverlay=waveshare35a", "dtoverlay=mipi-dbi-spi"),
    ])
  func framebufferDriversAreNotDrawnOn(line: String, fix: String) {
    let machine = raspberryPi("dtoverlay=vc4-kms-v3d", line)
    machine.write("/sys/class/graphics/fb0/name", "vc4drmfb\n")
    machine.write("/sys/class/graphics/fb1/name", "fb_ili9341\n")
    let found = findings(machine)
    #expect(found.map(\.severity) == [.problem])
    #expect(found[0].sentence.hasPrefix("the panel is driven by fb_ili9341"))
    #expect(found[0].fix?.contains(fix) == true)
  }

  @Test func anSPIPanelWithoutItsFirstCommands() {
    let log = ["panel-mipi-dbi-spi spi0.0: No config file found for compatible 'panel-mipi-dbi-spi' (error=-2)"]
    #expect(findings(Machine(), log: log)[0].fix?.contains("/lib/firmware/panel.bin") == true)
  }

  /// What drivers say they are for, and whether that is for a panel `ilitek,ili9881c`.
  @Test(
    arguments: [
      ("alias of:N*T*Csimple-panel panel_simple\n", "", false), ("alias of:N*T*Cilitek,ili9881c panel_x\n", "", true),
      ("alias of:N*T*Cilitek,ili9881cC* panel_x\n", "", true), ("alias spi:ili9881c panel_x\n", "", true),
      ("alias x y\n", "x.license=GPL\0x.alias=of:N*T*Cilitek,ili9881c\0", true), ("", "", nil),
    ] as [(String, String, Bool?)])
  func devicesWithoutADriver(modules: String, builtIn: String, isKnown: Bool?) {
    let machine = Machine()
    machine.write("/proc/sys/kernel/osrelease", "6.12.1-arm64\n")
    machine.write("/lib/modules/6.12.1-arm64/modules.alias", "# Aliases\n" + modules)
    machine.write("/lib/modules/6.12.1-arm64/modules.builtin.modinfo", builtIn)
    machine.device(
      "mipi-dsi", "fe700000.dsi.0", name: "panel", compatible: ["raspberrypi,dsi-7inch", "ilitek,ili9881c"])
    machine.device("i2c", "4-005d", name: "touchscreen", compatible: ["goodix,gt911"])
    machine.device("i2c", "4-0050", name: "eeprom", compatible: ["atmel,24c32"])
    let facts = HardwareFacts(machine.files, log: [])
    #expect(facts.idle.map(\.name) == ["panel", "touchscreen"])
    #expect(facts.idle[0].isKnown == isKnown)
    let found = facts.findings(hasPanel: false)
    #expect(found.map(\.subject) == [.panel, .touch])
    #expect(found.map(\.severity) == [.problem, .warning])
    let title = "panel of the device tree (raspberrypi,dsi-7inch, ilitek,ili9881c)"
    #expect(
      found[0].sentence
        == (isKnown == false ? "this kernel has no driver for \(title)" : "no driver has taken \(title)"))
    #expect(found[0].fix?.contains(isKnown == false ? "board's vendor" : "flat cable") == true)
  }

  /// Names out of the kernel's own device trees.
  @Test(
    arguments: [
      ("panel-lvds", Finding.Subject.panel), ("panel-lvds-bridge", .panel), ("backlight-pwm3", .panel),
      ("lcd", .panel), ("bridge", .panel), ("touchscreen", .touch), ("touchscreen-2", .touch), ("panels", nil),
      ("hdmi-connector", nil), ("regulator-panel", nil),
    ] as [(String, Finding.Subject?)])
  func devicesOfOneKindAreNumberedByTheirNames(name: String, subject: Finding.Subject?) {
    let machine = Machine()
    machine.device("platform", name, name: name, compatible: ["maker,thing"])
    #expect(findings(machine).map(\.subject) == (subject.map { [$0] } ?? []))
  }
}
