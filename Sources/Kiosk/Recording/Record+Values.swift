import Board
import Motion
import Recording
import Refresh
import Scene

/// How the values of scenes stand in a record. What is read may be anybody's: every length is looked at before it is believed.
extension RecordEncoder {
  mutating func add(_ point: Point) {
    add(point.x)
    add(point.y)
  }

  mutating func add(_ size: PixelSize) {
    add(size.width)
    add(size.height)
  }

  mutating func add(_ frame: PixelRect) {
    add(frame.x0)
    add(frame.y0)
    add(frame.width)
    add(frame.height)
  }

  mutating func add(_ color: Color) {
    for byte in [color.red, color.green, color.blue, color.alpha] { add(byte: byte) }
  }

  /// Whether there is one, and then what.
  mutating func add<Value>(optional value: Value?, _ body: (inout RecordEncoder, Value) -> Void) {
    add(value != nil)
    if let value { body(&self, value) }
  }

  mutating func add(optional number: Double?) { add(optional: number) { $0.add($1) } }
  mutating func add(optional number: Int?) { add(optional: number) { $0.add($1) } }

  /// A card, by a name that says nothing of what is on it.
  mutating func add(_ card: CardID) {
    add(card.place)
    add(card.isHeading)
    add(optional: card.isNamed ? card : nil) { $0.add(fixed: StandIn.number(of: $1)) }
  }

  mutating func add(_ key: TileKey) { add(fixed: StandIn.number(of: key)) }
}

/// Names in place of those that tell something: equal ones stay equal within a run, and nobody finds back from them.
enum StandIn {
  /// SipHash with a key that is drawn anew for each process and stands in no record.
  static func number(of value: some Hashable) -> UInt64 {
    var hasher = Hasher()
    hasher.combine(value)
    return UInt64(bitPattern: Int64(truncatingIfNeeded: hasher.finalize()))
  }

  /// Of the same length and read in the same direction, with its spaces, which are not drawn.
  static func text(for text: String) -> String {
    let letter: Character = text.isReadFromRight ? "\u{5D0}" : "x"
    return String(text.map { $0 == " " ? $0 : letter })
  }
}

extension CardID {
  /// Where it stands in a group is part of its name: nothing on the frame thread looks at that.
  var isNamed: Bool { key != nil || group != nil }
}

extension RecordDecoder {
  /// Pixels to the left or right, and up or down: nobody lays out more, and products of them are still numbers.
  static let across = -(1 << 20)...(1 << 20)
  static let along = -(1 << 32)...(1 << 32)

  mutating func point() throws(Garbled) -> Point {
    let limit = -1e6...1e6
    return Point(x: try double(in: limit), y: try double(in: limit))
  }

  mutating func size(upTo side: Int = 1 << 15) throws(Garbled) -> PixelSize {
    let size = PixelSize(width: try signed(in: 1...side), height: try signed(in: 1...side))
    guard size.width * size.height <= 1 << 26 else { throw Garbled("a size in pixels") }
    return size
  }

  mutating func rect() throws(Garbled) -> PixelRect { try rect(try signed(), try signed(), try signed(), try signed()) }

  func rect(_ x: Int, _ y: Int, _ width: Int, _ height: Int) throws(Garbled) -> PixelRect {
    guard Self.across.contains(x), Self.along.contains(y), (0...(1 << 20)).contains(width),
      (0...(1 << 32)).contains(height)
    else { throw Garbled("a rectangle") }
    return PixelRect(x: x, y: y, width: width, height: height)
  }

  mutating func color() throws(Garbled) -> Color {
    Color(red: try byte(), green: try byte(), blue: try byte(), alpha: try byte())
  }

  mutating func optional<Value>(
    _ body: (inout RecordDecoder) throws(Garbled) -> Value
  ) throws(Garbled) -> Value? { try flag() ? try body(&self) : nil }

  /// Seconds, or another real number of any use.
  mutating func real() throws(Garbled) -> Double { try double(in: -1e12...1e12) }

  mutating func card() throws(Garbled) -> CardID {
    let place = try signed(in: Self.along)
    var card = CardID(place: place)
    card.isHeading = try flag()
    card.key = try optional { decoder throws(Garbled) in try decoder.name() }
    return card
  }

  mutating func name() throws(Garbled) -> String { String(try fixed(), radix: 36) }

  mutating func tileKey() throws(Garbled) -> TileKey { TileKey(high: 0, low: try fixed()) }

  /// One of the cases of an enumeration, by its place among them.
  mutating func choice<Value>(of cases: [Value]) throws(Garbled) -> Value {
    // An index: the range has been looked at.
    cases[try signed(in: 0...(cases.count - 1))]
  }
}
