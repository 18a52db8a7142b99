import Board
import Formats

extension Value {
  /// The field of a record or the element of a list; null when there is none.
  subscript(_ name: String) -> Value {
    switch self {
    case .record(let record): record[name] ?? .null
    case .list(let items): Int(name).flatMap { items.indices.contains($0) ? items[$0] : nil } ?? .null
    default: .null
    }
  }

  var items: [Value] {
    if case .list(let items) = self { items } else { [] }
  }

  var text: String? {
    if case .text(let text) = self { text } else { nil }
  }
}

/// The description of the error that `body` throws; nil when it throws none.
func problem(_ body: () throws -> Value) -> String? {
  do {
    _ = try body()
    return nil
  } catch {
    return "\(error)"
  }
}

func utf16(_ text: String, bigEndian: Bool, mark: Bool = true) -> [UInt8] {
  let units = (mark ? [0xFEFF] : []) + Array(text.utf16)
  return units.flatMap { unit in
    let bytes = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
    return bigEndian ? bytes : bytes.reversed()
  }
}
