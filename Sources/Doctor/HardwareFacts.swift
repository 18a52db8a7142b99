/// The computer itself: its model, what its firmware was told, and which panels and touch screens of its device tree nobody drives.
///
/// With these the faults that Packaging/boards.md tells of are known by their signs.
public struct HardwareFacts: Sendable {
  /// A device of the device tree that has to do with the panel, and has no driver.
  public struct Idle: Sendable, Hashable {
    /// `panel`, as the device tree calls it.
    public var name: String
    /// Who made what: `ilitek,ili9881c`, the most exact first.
    public var compatible: [String]
    /// Whether the kernel that runs has a driver for it; nil when its lists cannot be read.
    public var isKnown: Bool?

    /// - Parameter isKnown: whether the kernel that runs has a driver for it.
    public init(name: String, compatible: [String], isKnown: Bool?) {
      self.name = name
      self.compatible = compatible
      self.isKnown = isKnown
    }
  }

  /// `Raspberry Pi 4 Model B Rev 1.4`: from the device tree or, on a PC, from its firmware's tables; nil when neither tells.
  public var model: String?
  /// A Raspberry Pi's config.txt; nil where there is none.
  public var settings: BootSettings?
  /// Overlays that config.txt asks for and the boot partition has not.
  public var missingOverlays: [String] = []
  /// The words the kernel was started with.
  public var words: [String] = []
  /// What the kernel shows pictures through, by connector: `DSI-1`.
  public var connectors: [String] = []
  /// Drivers of the older kind, which nothing but text consoles draws on: `fb_ili9341`.
  public var framebuffers: [String] = []
  /// Devices without a driver.
  public var idle: [Idle] = []
  /// What the driver of an SPI panel says of the file with the panel's first commands; nil when it says nothing.
  public var panelCommands: PanelCommands?

  /// What the kernel's log says is not known: this user may not read it.
  public var isLogHidden = false

  /// A machine of which nothing is known, and nothing is wrong.
  public init() {}

  /// - Parameter log: the kernel's, oldest first; nil when it may not be read.
  public init(_ files: MachineFiles, log: [String]?) {
    model = Self.model(files)
    if let boot = ["/boot/firmware", "/boot"].first(where: { files.exists($0 + "/config.txt") }) {
      let settings = BootSettings(files.lines(boot + "/config.txt"), model: model ?? "") {
        files.lines("\(boot)/\($0)")
      }
      self.settings = settings
      if files.exists(boot + "/overlays") {
        missingOverlays = settings.overlays.map(\.name).filter { !files.exists("\(boot)/overlays/\($0).dtbo") }
      }
    }
    words = (files.text("/proc/cmdline") ?? "").split(separator: " ").map(String.init)
    // card1-HDMI-A-1
    connectors = files.names(in: "/sys/class/drm").compactMap { name in
      guard name.hasPrefix("card"), let dash = name.firstIndex(of: "-") else { return nil }
      return String(name[name.index(after: dash)...])
    }
    framebuffers = files.names(in: "/sys/class/graphics").compactMap { files.text("/sys/class/graphics/\($0)/name") }
    idle = Self.idle(files)
    isLogHidden = log == nil
    for line in log ?? [] {
      // The driver was loaded anew, and is content.
      if line.contains("Initialized panel-mipi-dbi") { panelCommands = nil }
      if let complaint = PanelCommands(line: line) { panelCommands = complaint }
    }
  }

  private static func model(_ files: MachineFiles) -> String? {
    // Ends with a zero byte.
    if let model = files.text("/proc/device-tree/model") { return String(model.prefix { $0 != "\0" }) }
    let parts = ["sys_vendor", "product_name"].compactMap { files.text("/sys/class/dmi/id/" + $0) }
    return parts.isEmpty ? nil : parts.joined(separator: " ")
  }

  /// What device trees call what lies between the processor and the glass, or feels fingers on it; one of these words is in the name:
  /// `panel-lvds`, `dsi_panel`, `backlight_pwm`, `panel_disp1`. Source: Linux's device trees, and Raspberry Pi's overlays.
  private static let panelWords: Set<String> = [
    "panel", "display", "disp", "lcd", "lcdif", "dsi", "ldb", "lvds", "bridge", "hdmi", "backlight", "ltdc", "dss",
    "vop",
  ]
  private static let touchWords: Set<String> = [
    "touchscreen", "touch", "ts", "gt911", "goodix", "ft5406", "polytouch", "ads7846", "xpt2046",
  ]
  /// What only feeds such a device, or leads to it.
  private static let besideWords: Set<String> = [
    "regulator", "supply", "connector", "phy", "audio", "sound", "codec", "clock",
  ]

  /// A name's words, without the numbers at their ends: `panel_disp1` has `panel` and `disp`.
  private static func words(of name: Substring) -> Set<String> {
    var words: Set<String> = []
    for word in name.split(whereSeparator: { $0 == "-" || $0 == "_" }) {
      words.insert(String(word))
      if let last = word.lastIndex(where: { !$0.isNumber }) { words.insert(String(word[...last])) }
    }
    return words
  }

  private static func isPanel(_ name: Substring) -> Bool {
    let words = words(of: name)
    return !words.isDisjoint(with: panelWords) && words.isDisjoint(with: besideWords)
  }

  private static func isTouch(_ name: Substring) -> Bool {
    let words = words(of: name)
    return !words.isDisjoint(with: touchWords) && words.isDisjoint(with: besideWords)
  }

  private static func idle(_ files: MachineFiles) -> [Idle] {
    var found: [Idle] = []
    var aliases: Set<Substring>?
    for bus in ["mipi-dsi", "spi", "i2c", "platform"] {
      for device in files.names(in: "/sys/bus/\(bus)/devices") {
        // OF_NAME=panel, OF_COMPATIBLE_0=…, DRIVER=… when there is one. Source: Documentation/ABI/testing/sysfs-uevent.
        let lines = files.lines("/sys/bus/\(bus)/devices/\(device)/uevent")
        func value(_ key: String) -> Substring? {
          lines.first { $0.hasPrefix(key + "=") }?.dropFirst(key.utf8.count + 1)
        }
        guard let name = value("OF_NAME"), value("DRIVER") == nil else { continue }
        guard isPanel(name) || isTouch(name) else { continue }
        let compatible = lines.filter { $0.hasPrefix("OF_COMPATIBLE_") && !$0.hasPrefix("OF_COMPATIBLE_N=") }
          .compactMap { $0.split(separator: "=").last }
        if compatible.isEmpty { continue }
        let known = aliases ?? self.aliases(files)
        aliases = known
        found.append(
          Idle(
            name: String(name), compatible: compatible.map(String.init),
            isKnown: known.isEmpty ? nil : compatible.contains { isKnown($0, known) }))
      }
    }
    return found
  }

  /// Whether a driver says that it is for such a device: by its full name, or, on buses that know devices by a word, by the second half of it.
  private static func isKnown(_ compatible: Substring, _ aliases: Set<Substring>) -> Bool {
    let word = compatible.split(separator: ",").last ?? compatible
    return ["of:N*T*C\(compatible)", "of:N*T*C\(compatible)C*", "spi:\(word)", "i2c:\(word)"]
      .contains { aliases.contains($0[...]) }
  }

  /// What the drivers of the kernel that runs say they are for: modules' and built-in ones'.
  ///
  /// Source: modules.alias(5), and kbuild's modules.builtin.modinfo, whose entries end with a zero byte.
  private static func aliases(_ files: MachineFiles) -> Set<Substring> {
    guard let release = files.text("/proc/sys/kernel/osrelease") else { return [] }
    let modules = "/lib/modules/" + release
    var aliases: Set<Substring> = []
    for line in (files.text(modules + "/modules.alias", atMost: listSize) ?? "").split(separator: "\n") {
      let fields = line.split(separator: " ")
      if fields.count > 1, fields[0] == "alias" { aliases.insert(fields[1]) }
    }
    if aliases.isEmpty { return [] }
    for entry in (files.text(modules + "/modules.builtin.modinfo", atMost: listSize) ?? "").split(separator: "\0") {
      let fields = entry.split(separator: "=", maxSplits: 1)
      if fields.count > 1, fields[0].hasSuffix(".alias") { aliases.insert(fields[1]) }
    }
    return aliases
  }

  /// Debian's lists have 1.5 MB each.
  private static let listSize = 8 << 20

  static func isTouch(_ device: Idle) -> Bool { isTouch(device.name[...]) }
}
