import CICal
import Glibc
import Linux
import Synchronization

/// What readers take from files: time zones and encodings. Where files are out of reach it is loaded before, by name, and what turns out
/// to be missing is noted instead of being taken for unknown.
public enum Provisions {
  private struct State {
    /// Nil where files are at hand.
    var loaded: Set<String>?
    var missing: Set<String> = []
  }

  private static let state = Mutex(State())

  /// Loads what has a name, libraries among it, and goes without files from now on; a name that means nothing is left out.
  ///
  /// - Parameter names: of `missing`. The encoding that bytes without any are taken for is loaded anyway.
  public static func load(_ names: [String]) {
    // A reader that was taken over may have asked for more than answers need.
    let libraries = LateLibrary.allCases.filter {
      [.calendar, .xml].contains($0) && names.contains($0.name) && $0.load()
    }
    LateLibrary.forgoOthers()
    let hasCalendar = libraries.contains(.calendar)
    if hasCalendar { _ = unsafe icaltimezone_get_builtin_timezones() }
    var loaded: Set<String> = []
    // They come from a reader that has read what nobody knows.
    let plain = names.filter { $0.utf8.count < 64 && $0.utf8.allSatisfy(Self.isPlain) }
    for name in plain + [encoding("CP1252")] {
      if let zone = name.after("zone ") {
        guard hasCalendar else { continue }
        // One that the machine does not have is not asked for again.
        SystemZones.load(String(zone))
      } else if let encoding = name.after("encoding "), !encoding.contains("/") {
        // Never closed: what reads it would be unloaded.
        guard unsafe Int(bitPattern: iconv_open("UTF-8", String(encoding))) != -1 else { continue }
      }
      loaded.insert(name)
    }
    state.withLock { $0.loaded = loaded }
  }

  /// What was wanted and not there since it was last asked: libraries, then what is read from files in the order of the alphabet.
  public static func takeMissing() -> [String] {
    state.withLock { state in
      defer { state.missing = [] }
      return LateLibrary.takeMissed().map(\.name) + state.missing.sorted()
    }
  }

  static func has(zone: String) -> Bool { has("zone \(zone)") }

  static func has(encoding name: String) -> Bool { has(encoding(name)) }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: " /_+-".utf8.contains(byte)
    }
  }

  private static func encoding(_ name: String) -> String { "encoding \(name)" }

  private static func has(_ name: @autoclosure () -> String) -> Bool {
    state.withLock { state in
      guard let loaded = state.loaded else { return true }
      let name = name()
      guard !loaded.contains(name) else { return true }
      // A calendar may name any number of zones; a reader that had them all would be a large one.
      if state.missing.count < 32 { state.missing.insert(name) }
      return false
    }
  }
}

extension String {
  fileprivate func after(_ start: String) -> Substring? { hasPrefix(start) ? dropFirst(start.count) : nil }
}
