import Numbers

/// Bytes of addresses that are written as `%` and two digits. Source: RFC 3986, section 2.
package enum PercentEncoding {
  private static let digits = Array("0123456789ABCDEF".utf8)

  /// Adds a byte as `%` and two digits.
  static func add(_ byte: UInt8, to text: inout String) {
    text += "%"
    // Fits: sixteen digits, and each is of four bits.
    for digit in [byte >> 4, byte & 15] { text.unicodeScalars.append(Unicode.Scalar(digits[Int(digit)])) }
  }

  /// Whether it stands for itself everywhere in an address: letters, digits and `-._~`.
  package static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
      UInt8(ascii: "~"):
      true
    default: false
    }
  }

  /// A text as a part of an address: whatever does not stand for itself by its bytes.
  package static func part(_ text: String) -> String {
    var part = ""
    for byte in text.utf8 {
      if isUnreserved(byte) { part.unicodeScalars.append(Unicode.Scalar(byte)) } else { add(byte, to: &part) }
    }
    return part
  }
}
