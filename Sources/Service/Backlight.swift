import Dispatch
import Glibc
import Linux
import Numbers
import Synchronization

/// How bright the panel's lamp is.
public enum LampLevel: Sendable, Hashable {
  case off
  /// A share of its most, above 0 up to 1; never so little that it is off.
  case share(Double)
}

/// The panel's lamp through `/sys/class/backlight`; see the kernel's ABI/stable/sysfs-class-backlight.
///
/// Writes on a queue of its own, because some lamps sit behind slow buses; of several levels asked for meanwhile the last is set.
public final class Backlight: Sendable {
  private struct State {
    var wanted: LampLevel?
    var isWriting = false
  }

  /// What the kernel calls it: `10-0045`, `intel_backlight`.
  public let name: String
  private let directory: String
  private let maximum: Int
  private let queue = DispatchQueue(label: "vitrine.backlight", qos: .userInitiated)
  private let state = Mutex(State())
  private let log: @Sendable (String) -> Void

  /// Where the kernel lists the lamps that can be set.
  public static let standardDirectory = "/sys/class/backlight"

  /// The lamp to use of those in a directory; nil when there is none that can be set.
  ///
  /// Of several, the kind the kernel tells user space to prefer: firmware, then platform, then raw.
  public static func find(in directory: String = standardDirectory, log: @escaping @Sendable (String) -> Void)
    -> Backlight?
  {
    let candidates = names(in: directory).compactMap { name -> (rank: Int, name: String, maximum: Int)? in
      let path = directory + "/" + name
      guard let maximum = SystemFile.read(path + "/max_brightness").flatMap({ Int($0) }), maximum >= 1 else {
        return nil
      }
      let kinds = ["firmware", "platform", "raw"]
      let kind = SystemFile.read(path + "/type") ?? ""
      return (kinds.firstIndex(of: kind) ?? kinds.count, name, maximum)
    }
    guard let best = candidates.min(by: { ($0.rank, $0.name) < ($1.rank, $1.name) }) else { return nil }
    let path = directory + "/" + best.name
    guard SystemFile.isWritable(path + "/brightness") else {
      log("backlight: \(path)/brightness may not be written; its user must be in the group \"video\"")
      return nil
    }
    return Backlight(name: best.name, directory: path, maximum: best.maximum, log: log)
  }

  private init(name: String, directory: String, maximum: Int, log: @escaping @Sendable (String) -> Void) {
    self.name = name
    self.directory = directory
    self.maximum = maximum
    self.log = log
  }

  /// Sets the level soon; returns at once.
  public func set(_ level: LampLevel) {
    let mustStart = state.withLock { state in
      state.wanted = level
      defer { state.isWriting = true }
      return !state.isWriting
    }
    if mustStart { queue.async { [self] in writeAll() } }
  }

  /// Waits until what was asked for is set.
  public func finish() { queue.sync {} }

  private func writeAll() {
    while let level = nextLevel() { write(level) }
  }

  private func nextLevel() -> LampLevel? {
    state.withLock { state in
      defer { state.wanted = nil }
      if state.wanted == nil { state.isWriting = false }
      return state.wanted
    }
  }

  private func write(_ level: LampLevel) {
    // Not every lamp has a switch of its own, and not every one is dark at 0: both are set.
    let power = directory + "/bl_power"
    if SystemFile.isWritable(power) { put(level == .off ? "4" : "0", power) }
    put("\(Self.steps(level, of: maximum))", directory + "/brightness")
  }

  private func put(_ text: String, _ path: String) {
    let code = SystemFile.write(text, to: path)
    if code != 0 { log("backlight: could not write \(text) to \(path): \(SystemError(number: code).words)") }
  }

  /// The kernel's number for a level: 0 only for `off`, whatever the share and however few steps there are.
  static func steps(_ level: LampLevel, of maximum: Int) -> Int {
    switch level {
    case .off: 0
    case .share(let share):
      min(max(Int(clamping: (min(max(share, 0), 1) * Double(maximum)).rounded()), 1), max(maximum, 1))
    }
  }

  private static func names(in directory: String) -> [String] {
    ((try? Directory.names(in: directory)) ?? []).filter { !$0.hasPrefix(".") }
  }
}

/// One-line files of sysfs.
enum SystemFile {
  /// Without the line break; nil when it cannot be read.
  static func read(_ path: String) -> String? {
    whole(path).map { text in String(text.prefix { $0 != "\n" }) }
  }

  /// A short file as it is.
  static func whole(_ path: String) -> String? {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = unsafe Glibc.read(descriptor, &bytes, bytes.count)
    return count < 0 ? nil : String(decoding: bytes[..<count], as: UTF8.self)
  }

  static func isWritable(_ path: String) -> Bool { unsafe access(path, W_OK) == 0 }

  /// - Returns: 0, or an error number.
  static func write(_ text: String, to path: String) -> Int32 {
    let descriptor = unsafe open(path, O_WRONLY | O_TRUNC | O_CLOEXEC)
    guard descriptor >= 0 else { return errno }
    defer { close(descriptor) }
    var bytes = Array(text.utf8)
    return unsafe Glibc.write(descriptor, &bytes, bytes.count) == bytes.count ? 0 : errno
  }
}
