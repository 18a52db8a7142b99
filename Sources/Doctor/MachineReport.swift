import Glibc
public import KMS
import Numbers
public import Panel
import Scene

/// What has to be known of a machine and its panel beside the figures that were measured on it. Nobody is named in it: no addresses, no serial
/// numbers.
public struct MachineReport: Sendable {
  /// A thing that was asked, and what came of it.
  public struct Line: Sendable, Hashable {
    /// What was asked.
    public var name: String
    /// What came of it, in words.
    public var value: String
  }

  /// In the order people ask.
  public private(set) var lines: [Line] = []
  /// The panel's mode; nil where none could be found.
  public private(set) var mode: VideoMode?

  /// - Parameters:
  ///   - pin: which card and connector, where there are several.
  ///   - clock: in nanoseconds, rising: what the card's memory is timed by.
  public init(
    _ files: MachineFiles, _ kernel: some KernelModesetting, pin: CardPin, clock: @escaping () -> Nanoseconds
  ) {
    add("machine", HardwareFacts(files, log: []).model ?? "unknown: neither device tree nor DMI tells")
    add("processor", Self.processor(files.lines("/proc/cpuinfo")))
    for policy in files.names(in: "/sys/devices/system/cpu/cpufreq") where policy.hasPrefix("policy") {
      addFrequency(files, "/sys/devices/system/cpu/cpufreq/" + policy)
    }
    let zones = files.names(in: "/sys/class/thermal").filter { $0.hasPrefix("thermal_zone") }
    if let warmest = zones.compactMap({ files.text("/sys/class/thermal/\($0)/temp").flatMap(Int.init) }).max() {
      add("temperature", "\(warmest / 1000) °C")
    }
    let memory = SystemFacts.memory(files)
    add("memory", "\(Self.megabytes(memory["MemTotal"])), \(Self.megabytes(memory["MemAvailable"])) of it free")
    if let contiguous = memory["CmaTotal"], contiguous > 0 {
      add("contiguous memory", "\(Self.megabytes(contiguous)), \(Self.megabytes(memory["CmaFree"])) of it free")
    }
    add("kernel", files.text("/proc/sys/kernel/osrelease") ?? "unknown")
    let system = files.lines("/etc/os-release").first { $0.hasPrefix("PRETTY_NAME=") }
    add("system", system.map { String($0.dropFirst(12).filter { $0 != "\"" }) } ?? "unknown")
    addPanel(kernel, pin, holders: { files.holders(of: $0) }, clock)
  }

  private mutating func add(_ name: String, _ value: String) { lines.append(Line(name: name, value: value)) }

  private static func megabytes(_ bytes: Int?) -> String { bytes.map { "\($0 >> 20) MB" } ?? "unknown" }

  // MARK: Processor

  /// Cores as Arm numbers them. Source: arch/arm64/include/asm/cputype.h.
  private static let cores: [Substring: String] = [
    "0xd03": "Cortex-A53", "0xd04": "Cortex-A35", "0xd05": "Cortex-A55", "0xd07": "Cortex-A57", "0xd08": "Cortex-A72",
    "0xd09": "Cortex-A73", "0xd0a": "Cortex-A75", "0xd0b": "Cortex-A76", "0xd0d": "Cortex-A77", "0xd41": "Cortex-A78",
    "0xd46": "Cortex-A510",
  ]

  /// `4 x Cortex-A53, 2 x Cortex-A72`.
  static func processor(_ lines: [Substring]) -> String {
    var names: [(name: String, count: Int)] = []
    for line in lines {
      let fields = line.split(separator: ":", maxSplits: 1)
      guard fields.count > 1, let key = fields.first?.prefix(while: { $0 != "\t" }) else { continue }
      guard key == "model name" || key == "CPU part" else { continue }
      let value = fields[1].drop { $0 == " " }
      let name = key == "CPU part" ? cores[value] ?? "Arm core \(value)" : String(value)
      if let index = names.firstIndex(where: { $0.name == name }) {
        names[index].count += 1
      } else {
        names.append((name, 1))
      }
    }
    return names.isEmpty ? "unknown" : names.map { "\($0.count) x \($0.name)" }.joined(separator: ", ")
  }

  private mutating func addFrequency(_ files: MachineFiles, _ policy: String) {
    let governor = files.text(policy + "/scaling_governor") ?? "unknown"
    let most = files.text(policy + "/scaling_max_freq").flatMap(Int.init).map { ", at most \($0 / 1000) MHz" } ?? ""
    let cores = files.text(policy + "/affected_cpus").map { ", of cores \($0)" } ?? ""
    add("governor", governor + most + cores)
  }

  // MARK: Panel

  private mutating func addPanel(
    _ kernel: some KernelModesetting, _ pin: CardPin, holders: @escaping (_ path: String) -> [String],
    _ clock: () -> Nanoseconds
  ) {
    let survey = CardChooser(pin: pin, holders: holders).survey(kernel)
    guard let choice = survey.choice, let connector = choice.connector else {
      let held = survey.isHeld ? ": another program shows on it; stop it first: sudo systemctl stop vitrine" : ""
      return add("panel", "none that can be asked" + held)
    }
    mode = choice.firstMode
    let size = choice.edid?.size.map { ", \(Int(clamping: $0.width)) by \(Int(clamping: $0.height)) mm" } ?? ""
    let name = choice.edid.map { ", \($0.name ?? $0.product)" } ?? ""
    add("panel", "\(connector.name)\(name)\(mode.map { ", \($0)" } ?? "")\(size)")
    do throws(ModesettingError) {
      let card = try kernel.open(choice.card.path)
      try addCard(card, choice.driver ?? "unknown", connector)
      if let mode { addMemory(card, mode.size, clock) }
    } catch {
      add("card", "\(choice.driver ?? "unknown"), \(error)")
    }
  }

  /// How fast the card's memory is written, which no measurement in plain memory tells.
  private mutating func addMemory(_ card: some ModesettingCard, _ size: PixelSize, _ clock: () -> Nanoseconds) {
    do throws(ModesettingError) {
      let speed = try ScanoutSpeed(size, on: card, clock: clock)
      let frame = "a frame copied into it: \(Self.milliseconds(speed.scanout)) ms"
      add("scan-out memory", "\(frame); the same into plain memory: \(Self.milliseconds(speed.plain)) ms")
    } catch {
      add("scan-out memory", "\(error)")
    }
  }

  /// To a hundredth.
  private static func milliseconds(_ time: Nanoseconds) -> String {
    let hundredths = (time + 5_000) / 10_000
    let rest = hundredths % 100
    return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
  }

  private mutating func addCard(_ card: some ModesettingCard, _ driver: String, _ connector: Connector)
    throws(ModesettingError)
  {
    func offers(_ ask: () throws(ModesettingError) -> Void) -> Bool {
      do throws(ModesettingError) { try ask() } catch { return false }
      return true
    }
    let isAtomic = offers { () throws(ModesettingError) in try card.enable(.atomic) }
    _ = offers { () throws(ModesettingError) in try card.enable(.universalPlanes) }
    let crtcs = try card.resources().crtcs
    let shadow = card.capability(.prefersShadow) == 1 ? ", asks for a shadow" : ""
    let blank = crtcs.first.map { Self.verticalBlank(card, $0) } ?? ""
    add("card", "\(driver), \(isAtomic ? "atomic" : "not atomic")\(blank)\(shadow)")
    add("modes", connector.modes.map { "\($0)" }.joined(separator: "; "))
    let planes = try card.planes()
    let formats = Set(planes.flatMap(\.formats)).map(Self.fourCharacters).sorted()
    add("planes", "\(planes.count) for \(crtcs.count) CRTCs; \(formats.joined(separator: " "))")
  }

  /// Nothing where the kernel does not tell because the CRTC is off.
  private static func verticalBlank(_ card: some ModesettingCard, _ crtc: UInt32) -> String {
    do throws(ModesettingError) {
      _ = try card.verticalBlanks(ofCRTC: crtc)
      return ", with vertical blank"
    } catch {
      return error.number == EOPNOTSUPP ? ", no vertical blank" : ""
    }
  }

  /// `XR24`: letters from the lowest byte on. Source: drm_fourcc.h.
  private static func fourCharacters(_ format: UInt32) -> String {
    let bytes = [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: format >> $0) }
    return String(decoding: bytes.filter { $0 > 32 }, as: UTF8.self)
  }
}
