import Numbers

/// Appends values to bytes: whole numbers as varints (LEB128), lowest seven bits first; everything else little endian.
///
/// Kept and emptied between uses, it stops allocating.
public struct RecordEncoder: Sendable {
  private var own: [UInt8] = []
  /// Long lists are lent, not copied: the layout of a hundred thousand cards takes seven megabytes.
  private var lent: [(place: Int, list: [UInt8])] = []

  /// Bytes of a list from which on it is lent.
  static let longList = 1 << 12

  /// - Parameter capacity: bytes that are appended without taking memory.
  public init(capacity: Int = 0) { own.reserveCapacity(capacity) }

  /// What was appended so far.
  public var bytes: [UInt8] {
    if lent.isEmpty { return own }
    var all: [UInt8] = []
    all.reserveCapacity(count)
    for index in pieces { all += piece(index) }
    return all
  }

  /// How many bytes that are.
  public var count: Int { lent.reduce(own.count) { $0 + $1.list.count } }

  /// Empties it and keeps its memory.
  public mutating func removeAll() {
    own.removeAll(keepingCapacity: true)
    lent.removeAll(keepingCapacity: true)
  }

  /// The bytes in pieces, in their order: what is lent between what is not.
  var pieces: Range<Int> { 0..<(2 * lent.count + 1) }

  func piece(_ index: Int) -> ArraySlice<UInt8> {
    let turn = index / 2
    if index % 2 == 1 { return lent[turn].list[...] }
    return own[(turn == 0 ? 0 : lent[turn - 1].place)..<(turn == lent.count ? own.count : lent[turn].place)]
  }

  /// One byte.
  public mutating func add(byte: UInt8) { own.append(byte) }

  /// One byte, 0 or 1.
  public mutating func add(_ flag: Bool) { own.append(flag ? 1 : 0) }

  /// One to ten bytes.
  public mutating func add(_ number: UInt64) {
    var rest = number
    while rest >= 0x80 {
      own.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    own.append(UInt8(truncatingIfNeeded: rest))
  }

  /// One to ten bytes: small numbers of either sign are short.
  public mutating func add(_ number: Int) {
    let wide = Int64(truncatingIfNeeded: number)
    add(UInt64(bitPattern: wide << 1 ^ wide >> 63))
  }

  /// All 64 bits, eight bytes.
  public mutating func add(fixed number: UInt64) {
    for shift in stride(from: UInt64(0), to: 64, by: 8) { own.append(UInt8(truncatingIfNeeded: number >> shift)) }
  }

  /// Every bit of it: two bytes where it is round, up to ten where it is not.
  public mutating func add(_ number: Double) { add(number.bitPattern.byteSwapped) }

  /// The bytes as they are: somebody else's, who has written them as an encoder does.
  public mutating func add(raw list: [UInt8]) {
    if list.count >= Self.longList { lent.append((own.count, list)) } else { own.append(contentsOf: list) }
  }

  /// Its length, then the bytes.
  public mutating func add(_ list: [UInt8]) {
    add(list.count)
    add(raw: list)
  }

  /// Its length, then the bytes.
  public mutating func add(_ list: some Collection<UInt8>) {
    add(list.count)
    own.append(contentsOf: list)
  }

  /// Its length, then the bytes of its UTF-8.
  public mutating func add(_ text: String) { add(text.utf8) }
}

/// Reads what a `RecordEncoder` has written; whatever bytes it is given, it says what is wrong and ends nothing.
public struct RecordDecoder: Sendable {
  private let bytes: ArraySlice<UInt8>
  private var position: Int

  /// - Parameter bytes: all that is read.
  public init(_ bytes: ArraySlice<UInt8>) { (self.bytes, position) = (bytes, bytes.startIndex) }

  /// What was read is not what was written.
  public struct Garbled: Error, Sendable, Hashable {
    /// What was looked for.
    public var what: String

    /// - Parameter what: was looked for.
    public init(_ what: String) { self.what = what }
  }

  /// Bytes that were not read yet.
  public var remaining: Int { bytes.endIndex - position }

  /// One byte.
  public mutating func byte() throws(Garbled) -> UInt8 {
    guard position < bytes.endIndex else { throw Garbled("a byte beyond the end") }
    defer { position += 1 }
    return bytes[position]
  }

  /// A byte that is 0 or 1.
  public mutating func flag() throws(Garbled) -> Bool {
    switch try byte() {
    case 0: false
    case 1: true
    default: throw Garbled("yes or no")
    }
  }

  /// A varint of up to 64 bits.
  public mutating func unsigned() throws(Garbled) -> UInt64 {
    var number: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 70, by: 7) {
      let next = try byte()
      if shift == 63, next > 1 { throw Garbled("a number of 64 bits") }
      number |= UInt64(next & 0x7F) << shift
      if next < 0x80 { return number }
    }
    throw Garbled("a number of 64 bits")
  }

  /// A number of either sign.
  public mutating func signed() throws(Garbled) -> Int {
    let number = try unsigned()
    return Int(truncatingIfNeeded: Int64(bitPattern: number >> 1) ^ -Int64(bitPattern: number & 1))
  }

  /// How many of something follow; each takes a byte at least, so that no count is believed that the rest cannot hold.
  public mutating func count() throws(Garbled) -> Int {
    let count = try signed()
    guard (0...remaining).contains(count) else { throw Garbled("a count of what follows") }
    return count
  }

  /// Eight bytes.
  public mutating func fixed() throws(Garbled) -> UInt64 {
    var number: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 64, by: 8) { number |= UInt64(try byte()) << shift }
    return number
  }

  /// Any number, also one that is none.
  public mutating func double() throws(Garbled) -> Double { Double(bitPattern: try unsigned().byteSwapped) }

  /// A number that is one, within limits.
  public mutating func double(in range: ClosedRange<Double>) throws(Garbled) -> Double {
    let number = try double()
    guard range.contains(number) else { throw Garbled("a number from \(range.lowerBound) to \(range.upperBound)") }
    return number
  }

  /// A whole number within limits.
  public mutating func signed(in range: ClosedRange<Int>) throws(Garbled) -> Int {
    let number = try signed()
    guard range.contains(number) else { throw Garbled("a number from \(range.lowerBound) to \(range.upperBound)") }
    return number
  }

  /// A list of bytes with its length.
  public mutating func list() throws(Garbled) -> ArraySlice<UInt8> {
    try bytes(try count())
  }

  /// So many bytes.
  public mutating func bytes(_ count: Int) throws(Garbled) -> ArraySlice<UInt8> {
    guard (0...remaining).contains(count) else { throw Garbled("\(count) bytes") }
    defer { position += count }
    return bytes[position..<(position + count)]
  }

  /// A text with its length.
  public mutating func text() throws(Garbled) -> String { String(decoding: try list(), as: UTF8.self) }
}
