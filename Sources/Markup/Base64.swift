import Numbers

/// Bytes written as letters. Source: RFC 4648, section 4.
package enum Base64 {
  /// Nil for what is none; line breaks and spaces between are skipped, and the signs at the end may be missing.
  package static func decoded(_ text: String) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count / 4 * 3)
    var bits: UInt32 = 0
    var count = 0
    var isOver = false
    for byte in text.utf8 where !byte.isASCIISpace {
      if byte == UInt8(ascii: "=") {
        isOver = true
        continue
      }
      guard !isOver, let value = value(of: byte) else { return nil }
      bits = bits << 6 | UInt32(truncatingIfNeeded: value)
      count += 1
      if count.isMultiple(of: 4) {
        for shift in [16, 8, 0] { bytes.append(UInt8(truncatingIfNeeded: bits >> shift)) }
      }
    }
    switch count % 4 {
    case 2: bytes.append(UInt8(truncatingIfNeeded: bits >> 4))
    case 3: bytes += [UInt8(truncatingIfNeeded: bits >> 10), UInt8(truncatingIfNeeded: bits >> 2)]
    case 1: return nil
    default: break
    }
    return bytes
  }

  private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  // Indices: three bytes at a time, and of the last ones those that are there; six bits are below 64.
  /// Bytes as text of one line, padded. Source: RFC 4648, section 4.
  package static func encoded(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let count = min(3, bytes.count - start)
      var bits: UInt32 = 0
      for place in 0..<3 { bits = bits << 8 | (place < count ? UInt32(truncatingIfNeeded: bytes[start + place]) : 0) }
      for place in 0..<4 {
        let letter = Self.letters[Int(truncatingIfNeeded: bits >> UInt32(truncatingIfNeeded: 18 - 6 * place) & 63)]
        text.append(place <= count ? letter : UInt8(ascii: "="))
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  // Fits: each case takes away the first of the letters it is for.
  private static func value(of byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte - UInt8(ascii: "A")
    case UInt8(ascii: "a")...UInt8(ascii: "z"): byte - UInt8(ascii: "a") + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0") + 52
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}
