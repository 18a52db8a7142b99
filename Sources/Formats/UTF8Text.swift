/// UTF-8 at the level of bytes: what is well formed, and where it is not.
enum UTF8Text {
  /// Offset of the first byte that does not belong to a well-formed sequence; nil when all do.
  ///
  /// Source: the Unicode Standard, table 3-7 (no overlong forms, no surrogates, nothing above U+10FFFF).
  static func firstInvalidByte(in bytes: [UInt8], from start: Int = 0) -> Int? {
    var index = start
    while index < bytes.count {
      guard bytes[index] >= 0x80 else {
        index = endOfASCII(in: bytes, from: index)
        continue
      }
      guard let length = sequenceLength(in: bytes, at: index) else { return index }
      index += length
    }
    return nil
  }

  /// Where the stretch of ASCII ends that goes on at `start`, eight bytes at a time.
  private static func endOfASCII(in bytes: [UInt8], from start: Int) -> Int {
    unsafe bytes.withUnsafeBytes { all in
      var index = start
      while index &+ 8 <= all.count,
        unsafe all.loadUnaligned(fromByteOffset: index, as: UInt64.self) & 0x8080_8080_8080_8080 == 0
      {
        index &+= 8
      }
      while index < all.count, unsafe all[index] < 0x80 { index &+= 1 }
      return index
    }
  }

  /// Length of the well-formed sequence at `index`, 1 to 4; nil when there is none.
  static func sequenceLength(in bytes: [UInt8], at index: Int) -> Int? {
    let lead = bytes[index]
    let length: Int
    var second: ClosedRange<UInt8> = 0x80...0xBF
    switch lead {
    case 0x00...0x7F: return 1
    case 0xC2...0xDF: length = 2
    case 0xE0: (length, second) = (3, 0xA0...0xBF)
    case 0xED: (length, second) = (3, 0x80...0x9F)
    case 0xE1...0xEF: length = 3
    case 0xF0: (length, second) = (4, 0x90...0xBF)
    case 0xF4: (length, second) = (4, 0x80...0x8F)
    case 0xF1...0xF3: length = 4
    default: return nil
    }
    // Fits: a sequence of two bytes or more, all of which are there.
    guard index + length <= bytes.count, second.contains(bytes[index + 1]) else { return nil }
    // Fits: as many bytes as were looked for.
    for offset in 2..<max(2, length) where bytes[index + offset] & 0xC0 != 0x80 { return nil }
    return length
  }

  /// Every ill-formed sequence replaced by U+FFFD.
  static func repaired(_ bytes: [UInt8]) -> [UInt8] {
    firstInvalidByte(in: bytes) == nil ? bytes : Array(String(decoding: bytes, as: UTF8.self).utf8)
  }
}
