import Numbers
import Synchronization

/// The data of a board as the world gives it: it changes with the hour, grows by day and shrinks at night, and sometimes is not there.
/// Around midnight it is the same every day.
final class World: Sendable {
  /// From this hour of a day to the first of the next everything is there, and whole.
  static let lastHour = 23

  private let directory: String
  private let time: @Sendable () -> Double

  /// - Parameters:
  ///   - directory: where the files lie.
  ///   - time: seconds since 1970.
  init(directory: String, time: @escaping @Sendable () -> Double) {
    self.directory = directory
    self.time = time
  }

  /// A file by its name; nil while it is missing.
  func file(_ name: String, read: (String) -> [UInt8]?) -> [UInt8]? {
    let hour = Int(clamping: (time() / 3600).rounded(.down))
    guard 1..<Self.lastHour ~= hour % 24 else { return read(directory + "/" + name) }
    // Every seventh hour one kind of file is gone, and every eleventh another is nonsense.
    let kind = name.utf8.reduce(0) { ($0 &* 31 &+ Int($1)) & 0xFFFF }
    if (hour &+ kind) % 7 == 3 { return nil }
    guard let bytes = read(directory + "/" + name) else { return nil }
    if (hour &+ kind) % 11 == 5 { return Array(bytes.prefix(bytes.count / 2)) }
    return name.hasSuffix(".json") ? Self.grown(bytes, times: 1 + hour % 12) : bytes
  }

  /// A list with its entries several times; anything else as it is.
  static func grown(_ bytes: [UInt8], times: Int) -> [UInt8] {
    guard let first = bytes.firstIndex(where: { $0 > 0x20 }), let last = bytes.lastIndex(where: { $0 > 0x20 }),
      bytes[first] == UInt8(ascii: "["), bytes[last] == UInt8(ascii: "]"), last - first > 2
    else { return bytes }
    let entries = bytes[(first + 1)..<last]
    return [UInt8(ascii: "[")] + Array((0..<times).map { _ in entries }.joined(separator: [UInt8(ascii: ",")]))
      + [UInt8(ascii: "]")]
  }
}
