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
      bits = bits << 6 | UInt32(value)
      count += 1
      if count.isMultiple(of: 4) {
        bytes += [UInt8(bits >> 16 & 255), UInt8(bits >> 8 & 255), UInt8(bits & 255)]
      }
    }
    switch count % 4 {
    case 2: bytes.append(UInt8(bits >> 4 & 255))
    case 3: bytes += [UInt8(bits >> 10 & 255), UInt8(bits >> 2 & 255)]
    case 1: return nil
    default: break
    }
    return bytes
  }

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
