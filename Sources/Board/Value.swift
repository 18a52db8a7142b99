/// A value as the world's data has it: what JSON, feeds and files become before expressions read them.
public enum Value: Sendable, Hashable {
  /// Nothing is known; vanishes where it would be shown.
  case null
  /// Yes or no.
  case bool(Bool)
  /// Finite; a whole number that a Double cannot hold exactly comes as `text`, so that no identity is lost.
  case number(Double)
  /// Also numbers and dates as services write them.
  case text(String)
  /// A moment, in seconds since 1970-01-01 00:00 UTC; texts and numbers that mean one need not come as this.
  case date(Double)
  /// Values in order.
  case list([Value])
  /// Values by name.
  case record(Record)
}

extension Value {
  /// Bytes of memory that the value takes, estimated: a pure count over what is in it.
  public var cost: Int {
    var known: Set<ObjectIdentifier> = []
    return MemoryLayout<Value>.stride + cost(&known)
  }

  /// What it takes beside its own place in a list or record.
  func cost(_ known: inout Set<ObjectIdentifier>) -> Int {
    switch self {
    case .null, .bool, .number, .date: 0
    case .text(let text): Self.textCost(text)
    case .list(let items): items.reduce(Self.arrayCost(items.count)) { $0 + $1.cost(&known) }
    case .record(let record): record.cost(&known)
    }
  }

  /// Of an array's storage: its header, its elements, and what the allocator adds.
  static func arrayCost(_ count: Int) -> Int { count == 0 ? 0 : 48 + count * MemoryLayout<Value>.stride }

  /// Of a text's storage; up to 15 bytes need none.
  static func textCost(_ text: String) -> Int { text.utf8.count <= 15 ? 0 : 48 + text.utf8.count }
}
