public import Board
import Numbers

/// Makes a value of the events that a `WireSink` has written, part by part, and believes none of them.
public struct ValueTaker: ~Copyable {
  // Indices: shapes are asked for by numbers that have been compared with their count.
  private let builder: ValueBuilder
  /// Lists of names so far; where two of one list are equal, it is no shape.
  private var shapes: [(shape: RecordShape?, names: [String])] = []
  /// Values and names that may still come: a byte of the wire must not become a thousand of memory. No name is without a value, and
  /// what is put around messages is not counted when they are read: twice as many as an answer may have.
  private var values: Int
  private let depth: Int

  /// - Parameters:
  ///   - bounds: of the value; anything beyond is refused.
  ///   - builder: has taken nothing yet.
  public init(_ bounds: Bounds = .standard, into builder: ValueBuilder = ValueBuilder()) {
    self.builder = builder
    values = bounds.values * 2
    depth = bounds.depth + 2
  }

  /// Takes a part: whole events.
  public mutating func take(_ part: [UInt8]) throws(WireError) {
    var wire = WireTaker(part)
    while wire.left > 0 { try takeEvent(&wire) }
  }

  /// What came of the parts.
  public func value() throws(WireError) -> Value {
    guard let value = builder.value else { throw WireError() }
    return value
  }

  private mutating func takeEvent(_ wire: inout WireTaker) throws(WireError) {
    let tag = try wire.byte()
    // A name that was told takes the place of the one before.
    if tag != Tag.list, tag != Tag.record, tag != Tag.name { try charge(1) }
    switch tag {
    case Tag.null: builder.put(.null)
    case Tag.no: builder.put(.bool(false))
    case Tag.yes: builder.put(.bool(true))
    case Tag.number: builder.put(.number(try wire.finite()))
    case Tag.text: builder.put(.text(try wire.text()))
    case Tag.date: builder.put(.date(try wire.finite()))
    case Tag.name: builder.name(try wire.text())
    case Tag.open:
      guard builder.depth < depth else { throw WireError() }
      builder.open()
    case Tag.list:
      guard builder.depth > 0 else { throw WireError() }
      builder.closeList()
    case Tag.record:
      guard builder.depth > 0 else { throw WireError() }
      let number = Int(try wire.number32())
      if number == shapes.count { try takeNames(&wire) }
      guard number < shapes.count else { throw WireError() }
      if let shape = shapes[number].shape {
        guard builder.closeRecord(shape) else { throw WireError() }
      } else {
        guard builder.count == shapes[number].names.count else { throw WireError() }
        builder.closeRecord(shapes[number].names[...])
      }
    default: throw WireError()
    }
  }

  private mutating func takeNames(_ wire: inout WireTaker) throws(WireError) {
    let names = try wire.texts()
    try charge(names.count)
    shapes.append((RecordShape(names), names))
  }

  private mutating func charge(_ count: Int) throws(WireError) {
    guard count <= values else { throw WireError() }
    values -= count
  }
}
