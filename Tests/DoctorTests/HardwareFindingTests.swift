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
    let found = findings(machine).filter { $0.severity == .problem }
    #expect(found.count == 1)
    #expect(found[0].subject == .panel)
    #expect(found[0].sentence.contains(sentence))
    #expect(found[0].fix?.contains(fix) == true)
    // Debian's own kernel needs no overlay: with a panel on the glass nothing is a problem.
    #expect(findings(machine, hasPanel: true).allSatisfy { $0.severity == .note })
  }

  @Test func aSectionOfTheModelApplies() {
    let machine = raspberryPi(
      "[pi4]", "dtoverlay=vc4-kms-v3d", "[pi3]", "dtoverlay=nonsense", "[HDMI:0]", "hdmi_group=1", "[all]", "[HDMI:0]",
      "hdmi_mode=4", "display_auto_detect=1")
    let settings = HardwareFacts(machine.files, log: []).settings
    #expect(settings?.overlays.map(\.name) == ["vc4-kms-v3d"])
    #expect(settings?.keys == ["hdmi_mode", "display_auto_detect"])
    #expect(findings(machine, hasPanel: true).map(\.severity) == [.note])
    #expect(
      findings(machine, hasPanel: true)[0].sentence.contains(
        "sets hdmi_mode, which the modesetting driver does not read"))
  }

  private static let models: [(String, Set<String>)] = [
    ("Raspberry Pi 4 Model B Rev 1.4", ["pi4"]),
    ("Raspberry Pi 400 Rev 1.0", ["pi4", "pi400"]),
    ("Raspberry Pi Compute Module 4 Rev 1.1", ["pi4", "cm4"]),
    ("Raspberry Pi Compute Module 4S Rev 1.0", ["pi4", "cm4s"]),
    ("Raspberry Pi 3 Model B Rev 1.2", ["pi3"]),
    ("Raspberry Pi 3 Model B Plus Rev 1.3", ["pi3", "pi3+"]),
    ("Raspberry Pi Compute Module 3 Plus Rev 1.0", ["pi3", "pi3+", "cm3", "cm3+"]),
    ("Raspberry Pi Zero 2 W Rev 1.0", ["pi0", "pi0w", "pi02"]),
    ("Raspberry Pi Zero W Rev 1.1", ["pi0", "pi0w"]),
    ("Raspberry Pi 5 Model B Rev 1.0", ["pi5"]),
    ("Raspberry Pi 500 Rev 1.0", ["pi5", "pi500"]),
    ("Raspberry Pi Compute Module 5 Rev 1.0", ["pi5", "cm5"]),
    ("Raspberry Pi Model B Plus Rev 1.2", ["pi1"]),
    ("Raspberry Pi Compute Module Rev 1.0", ["pi1", "cm1"]),
  ]

  /// Models as their device trees name them, and the sections they are of.
  @Test(arguments: models)
  func sectionsAreOfTheirModels(model: String, sections: Set<String>) {
    let all = [
      "pi0", "pi0w", "pi02", "pi1", "pi2", "pi3", "pi3+", "pi4", "pi400", "pi5", "pi500", "pi6", "cm1", "cm3", "cm3+",
      "cm4", "cm4s", "cm5", "cm9",
    ]
    let settings = BootSettings(all.flatMap { ["[\($0)]", "\($0)=1"] }.map { $0[...] }, model: model)
    #expect(Set(settings.keys) == sections)
  }

  @Test func filesAreIncludedWhereTheyAreNamed() {
    let machine = raspberryPi("[pi3]", "include three.txt", "[all]", "include more.txt", "include gone.txt")
    machine.write("/boot/firmware/three.txt", "dtoverlay=three\n")
    machine.write("/boot/firmware/more.txt", "dtoverlay=vc4-kms-v3d\ninclude more.txt\n")
    let names = HardwareFacts(machine.files, log: []).settings?.overlays.map(\.name) ?? []
    #expect(Set(names) == ["vc4-kms-v3d"] && names.count < 20)
  }

  /// Debian's own kernel, as on the card that `make image` makes, with nothing plugged in.
  @Test func aKernelOfDebiansNeedsNoOverlay() {
    #expect(findings(raspberryPi("arm_64bit=1", "upstream_kernel=1")).isEmpty)
    #expect(findings(raspberryPi("upstream_kernel=0")).contains { $0.severity == .problem })
    let machine = raspberryPi("arm_64bit=1", "display_auto_detect=1")
    machine.makeDirectory("/sys/class/drm/card1-HDMI-A-1")
    #expect(findings(machine).allSatisfy { $0.severity == .note })
  }

  @Test func displaysOfRaspberryPisOwnAreLookedFor() {
    let isLooking = findings(raspberryPi("dtoverlay=vc4-kms-v3d", "display_auto_detect=1"))
    #expect(isLooking.map(\.severity) == [.note] && isLooking[0].fix?.contains("flat cable") == true)
    let isNot = findings(raspberryPi("dtoverlay=vc4-kms-v3d"))
    #expect(isNot.map(\.severity) == [.note] && isNot[0].sentence.contains("not looked for"))
    #expect(findings(raspberryPi("dtoverlay=vc4-kms-v3d"), hasPanel: true).isEmpty)
  }

  @Test func anOverlayThatIsNotThereIsNamed() {
    let machine = raspberryPi("dtoverlay=vc4-kms-v3d", "dtoverlay=vc4-kms-dsi-7inches")
    machine.write("/boot/firmware/overlays/vc4-kms-v3d.dtbo")
    #expect(
      findings(machine)[0].sentence
        == "config.txt asks for the overlay vc4-kms-dsi-7inches, which is not on the boot partition")
    #expect(findings(machine)[0].severity == .problem)
    // The firmware takes this one for another: nothing that keeps a panel dark.
    let renamed = raspberryPi("dtoverlay=vc4-kms-v3d", "dtoverlay=pi3-disable-bt", "display_auto_detect=1")
    renamed.write("/boot/firmware/overlays/vc4-kms-v3d.dtbo")
    #expect(findings(renamed).allSatisfy { $0.severity == .note })
  }

  @Test func aLogThatMayNotBeReadIsNoQuietOne() {
    let facts = HardwareFacts(Machine().files, log: nil)
    #expect(facts.findings(hasPanel: false).map(\.severity) == [.note])
    #expect(facts.findings(hasPanel: false)[0].fix?.contains("sudo") == true)
    #expect(facts.findings(hasPanel: true).isEmpty)
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
    let found = findings(machine).filter { $0.severity == .problem }
    #expect(found.count == 1)
    #expect(found[0].sentence.hasPrefix("the panel is driven by fb_ili9341"))
    #expect(found[0].fix?.contains(fix) == true)
  }

  private static let complaints: [(String, String, String)] = [
    (
      "No config file found for compatible 'panel-mipi-dbi-spi' (error=-2)", "not found",
      "/lib/firmware/panel-mipi-dbi-spi.bin"
    ),
    ("No config file found for compatible 'panel' (error=-2)", "not found", "/lib/firmware/panel.bin"),
    ("No config file found for compatible 'maker,lcd24' (error=-2)", "not found", "/lib/firmware/maker,lcd24.bin"),
    ("config: Bad magic: ff ff", "refuses the file of the panel's first commands: Bad magic: ff ff", "anew"),
  ]

  @Test(arguments: complaints)
  func anSPIPanelWithoutItsFirstCommands(words: String, sentence: String, fix: String) {
    let found = findings(Machine(), log: ["usb 1-1: new device", "panel-mipi-dbi-spi spi0.0: " + words])
    #expect(found.count == 1 && found[0].sentence.contains(sentence) && found[0].fix?.contains(fix) == true)
    let calm = [
      "[drm] Initialized panel-mipi-dbi 1.0.0 20220103 for spi0.0 on minor 1", "panel-mipi-dbi-spi spi0.0: fb0",
    ]
    #expect(findings(Machine(), log: calm).isEmpty)
    // It was loaded anew since.
    #expect(findings(Machine(), log: ["panel-mipi-dbi-spi spi0.0: " + words] + calm).isEmpty)
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
      ("lcd", .panel), ("bridge", .panel), ("dsi_panel", .panel), ("panel_disp1", .panel), ("panel_backlight", .panel),
      ("display_mcu", .panel), ("backlight_gpio", .panel), ("dss", .panel), ("vop", .panel), ("lvds", .panel),
      ("ads7846", .touch), ("piscreen-ts", .touch), ("gt911", .touch), ("lcd_supply", nil), ("hdmi-phy", nil),
      ("gpio-keys", nil), ("dsia", nil), ("touchscreen", .touch), ("touchscreen-2", .touch), ("panels", nil),
      ("hdmi-connector", nil), ("regulator-panel", nil),
    ] as [(String, Finding.Subject?)])
  func devicesOfOneKindAreNumberedByTheirNames(name: String, subject: Finding.Subject?) {
    let machine = Machine()
    machine.device("platform", name, name: name, compatible: ["maker,thing"])
    #expect(findings(machine).map(\.subject) == (subject.map { [$0] } ?? []))
  }
}
