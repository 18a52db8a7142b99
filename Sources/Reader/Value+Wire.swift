public import Board
import Numbers

/// What a value begins with.
private enum Tag {
  static let null: UInt8 = 0
  static let no: UInt8 = 1
  static let yes: UInt8 = 2
  static let number: UInt8 = 3
  static let text: UInt8 = 4
  static let date: UInt8 = 5
  static let list: UInt8 = 6
  /// Followed by which of the shapes so far it has, and its values. The number after the last is a new shape, whose names follow.
  static let record: UInt8 = 7
}

extension WireWriter {
  /// A value, whole. Records that share their names tell them once.
  public mutating func put(_ value: Value) {
    var shapes: [ObjectIdentifier: UInt32] = [:]
    put(value, &shapes)
  }

  private mutating func put(_ value: Value, _ shapes: inout [ObjectIdentifier: UInt32]) {
    switch value {
    case .null: put(Tag.null)
    case .bool(let isTrue): put(isTrue ? Tag.yes : Tag.no)
    case .number(let number):
      put(Tag.number)
      put(number)
    case .text(let text):
      put(Tag.text)
      put(text)
    case .date(let seconds):
      put(Tag.date)
      put(seconds)
    case .list(let items):
      put(Tag.list)
      put(count: items.count)
      for item in items { put(item, &shapes) }
    case .record(let record):
      put(Tag.record)
      let shape = record.shape
      if let known = shapes[shape.identity] {
        put(known)
      } else {
        put(count: shapes.count)
        shapes[shape.identity] = UInt32(clamping: shapes.count)
        put(record.names)
      }
      for value in record.all { put(value, &shapes) }
    }
  }
}

extension WireTaker {
  /// A value that is within the bounds of an answer; anything else is refused.
  public mutating func value(_ bounds: Bounds = .standard) throws(WireError) -> Value {
    var state = ValueTaking(values: bounds.values, depth: bounds.depth + 2)
    return try state.value(&self)
  }
}

/// The shapes so far, and what may still come.
private struct ValueTaking {
  var shapes: [RecordShape] = []
  /// Values and names that may still come: a byte of the wire must not become a thousand of memory.
  var values: Int
  var depth: Int

  mutating func value(_ wire: inout WireTaker) throws(WireError) -> Value {
    switch try wire.byte() {
    case Tag.null: return .null
    case Tag.no: return .bool(false)
    case Tag.yes: return .bool(true)
    case Tag.number: return .number(try wire.finite())
    case Tag.text: return .text(try wire.text())
    case Tag.date: return .date(try wire.finite())
    case Tag.list: return .list(try items(try wire.count(), &wire))
    case Tag.record:
      let shape = try shape(&wire)
      guard let record = Record(shape, try items(shape.count, &wire)) else { throw WireError() }
      return .record(record)
    default: throw WireError()
    }
  }

  private mutating func items(_ count: Int, _ wire: inout WireTaker) throws(WireError) -> [Value] {
    guard count <= wire.left, count <= values, depth > 0 else { throw WireError() }
    values -= count
    depth -= 1
    defer { depth += 1 }
    var items: [Value] = []
    items.reserveCapacity(count)
    // Fits: four bytes, which are never negative; it ends where the bytes do.
    for _ in 0..<count { items.append(try value(&wire)) }
    return items
  }

  private mutating func shape(_ wire: inout WireTaker) throws(WireError) -> RecordShape {
    let number = Int(try wire.number32())
    // Fits: it was read from 32 bits without a sign.
    if number < shapes.count { return shapes[number] }
    guard number == shapes.count else { throw WireError() }
    let names = try wire.texts()
    guard names.count <= values, let shape = RecordShape(names) else { throw WireError() }
    values -= names.count
    shapes.append(shape)
    return shape
  }
}
