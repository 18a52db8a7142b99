import Board
import Formats
import Numbers

/// What a kiosk's answers hold.
enum ControlReply {
  /// An answer's line; nil for what is none.
  static func record(_ line: [UInt8]) -> Record? {
    guard case .record(let record)? = try? JSON.parse(line) else { return nil }
    return record
  }

  /// How many bytes follow it.
  static func count(_ line: [UInt8]) -> Int {
    guard case .number(let count)? = record(line)?["bytes"] else { return 0 }
    return Int(clamping: count)
  }

  static func texts(_ value: Value?) -> [String] {
    guard case .list(let items)? = value else { return [] }
    return items.compactMap { if case .text(let text) = $0 { text } else { nil } }
  }
}
