import Numbers

/// What goes to a reader and what comes from it, written flat: numbers little-endian, each text and list behind its count.
public struct WireWriter: Sendable {
  /// What has been written so far.
  public private(set) var bytes: [UInt8] = []

  /// - Parameter capacity: bytes there will probably be.
  public init(capacity: Int = 0) { bytes.reserveCapacity(capacity) }

  /// One byte.
  public mutating func put(_ byte: UInt8) { bytes.append(byte) }

  /// Four bytes.
  public mutating func put(_ number: UInt32) { putBytes(of: number.littleEndian) }

  /// Eight bytes.
  public mutating func put(_ number: UInt64) { putBytes(of: number.littleEndian) }

  /// Eight bytes, bit for bit.
  public mutating func put(_ number: Double) { put(number.bitPattern) }

  /// A count that fits four bytes; more of anything is never sent.
  public mutating func put(count: Int) { put(UInt32(clamping: count)) }

  /// Its count of UTF-8 bytes, and those.
  public mutating func put(_ text: String) {
    let text = text.utf8
    put(count: text.count)
    bytes.append(contentsOf: text)
  }

  /// A byte that says whether there is one, and it.
  public mutating func put(_ text: String?) {
    put((text == nil ? 0 : 1) as UInt8)
    if let text { put(text) }
  }

  /// How many, and each.
  public mutating func put(_ texts: [String]) {
    put(count: texts.count)
    for text in texts { put(text) }
  }

  /// How many, and those.
  public mutating func put(counted more: [UInt8]) { put(counted: more[...]) }

  /// How many, and those.
  public mutating func put(counted more: ArraySlice<UInt8>) {
    put(count: more.count)
    bytes += more
  }

  /// Begins anew, in the same memory.
  mutating func clear() { bytes.removeAll(keepingCapacity: true) }

  /// Four bytes each, behind no count.
  public mutating func put(words: [UInt32]) {
    bytes.reserveCapacity(bytes.count + words.count * 4)
    for word in words { putBytes(of: word.littleEndian) }
  }

  private mutating func putBytes<Number: FixedWidthInteger>(of number: Number) {
    unsafe withUnsafeBytes(of: number) { unsafe bytes.append(contentsOf: $0) }
  }
}

/// Bytes that are not what they should be: cut off, or made by somebody who means no good.
public struct WireError: Error, Sendable, Hashable {
  /// Says no more than its name: whoever made the bytes is not to be trusted with a sentence.
  public init() {}
}

/// Takes apart what `WireWriter` has put together, and believes none of it: every count is compared with what is there before anything
/// is made of it.
public struct WireTaker {
  // Indices: `index` goes on only by what `left` has been compared with.
  private let bytes: [UInt8]
  /// How far it has been taken.
  public private(set) var index = 0

  /// - Parameter bytes: as they came.
  public init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Bytes not taken yet.
  public var left: Int { bytes.count - index }

  /// One byte.
  public mutating func byte() throws(WireError) -> UInt8 {
    guard index < bytes.count else { throw WireError() }
    defer { index += 1 }
    return bytes[index]
  }

  /// Four bytes.
  public mutating func number32() throws(WireError) -> UInt32 { UInt32(littleEndian: try load()) }

  /// Eight bytes.
  public mutating func number64() throws(WireError) -> UInt64 { UInt64(littleEndian: try load()) }

  /// Eight bytes; a number that is none is refused, as everywhere.
  public mutating func finite() throws(WireError) -> Double {
    let number = Double(bitPattern: try number64())
    guard number.isFinite else { throw WireError() }
    return number
  }

  /// How many things follow, each of which takes at least one byte.
  public mutating func count() throws(WireError) -> Int {
    let count = Int(try number32())
    guard count <= left else { throw WireError() }
    return count
  }

  /// A text; what is no UTF-8 is repaired, as everywhere.
  public mutating func text() throws(WireError) -> String {
    let count = try count()
    let end = index + count
    defer { index = end }
    return unsafe bytes.withUnsafeBytes { all in
      unsafe String(decoding: UnsafeRawBufferPointer(rebasing: all[index..<end]), as: UTF8.self)
    }
  }

  /// A text, if there is one.
  public mutating func optionalText() throws(WireError) -> String? {
    switch try byte() {
    case 0: nil
    case 1: try text()
    default: throw WireError()
    }
  }

  /// Several texts.
  public mutating func texts() throws(WireError) -> [String] {
    let count = try count()
    var texts: [String] = []
    for _ in 0..<count { texts.append(try text()) }
    return texts
  }

  /// So many bytes as their count says.
  public mutating func counted() throws(WireError) -> [UInt8] {
    let count = try count()
    defer { index += count }
    return Array(bytes[index..<index + count])
  }

  /// So many words of four bytes.
  public mutating func words(_ count: Int) throws(WireError) -> [UInt32] {
    guard count >= 0, count <= left / 4 else { throw WireError() }
    // Fits: not negative, and as many are there.
    var words = [UInt32](repeating: 0, count: count)
    unsafe words.withUnsafeMutableBytes { target in
      unsafe bytes.withUnsafeBytes { all in
        unsafe target.copyMemory(from: UnsafeRawBufferPointer(rebasing: all[index..<index + count * 4]))
      }
    }
    index += count * 4
    return words
  }

  /// All that is left.
  public mutating func rest() -> [UInt8] {
    defer { index = bytes.count }
    return Array(bytes[index...])
  }

  private mutating func load<Number: FixedWidthInteger & BitwiseCopyable>() throws(WireError) -> Number {
    let size = MemoryLayout<Number>.size
    guard left >= size else { throw WireError() }
    defer { index += size }
    let place = index
    return unsafe bytes.withUnsafeBytes { unsafe $0.loadUnaligned(fromByteOffset: place, as: Number.self) }
  }
}
