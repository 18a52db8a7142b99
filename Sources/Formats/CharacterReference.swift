import CXML

/// `&amp;`, `&eacute;`, `&#233;` or `&#xE9;`.
struct CharacterReference {
  var scalar: Unicode.Scalar
  /// Bytes from the ampersand to the semicolon.
  var length: Int

  /// The reference that begins with the ampersand at `index`; nil when it is only an ampersand.
  init?(in text: [UInt8], at index: Int) {
    let rest = text[(index + 1)...].prefix(12)
    guard let end = rest.firstIndex(of: UInt8(ascii: ";")) else { return nil }
    let name = String(decoding: rest[..<end], as: UTF8.self)
    guard let scalar = name.hasPrefix("#") ? Self.numbered(name.dropFirst()) : Self.named(name) else { return nil }
    self.scalar = scalar
    length = end + 1 - index
  }

  /// Numbers that mean no character become U+FFFD; 128 to 159 mean windows-1252, as browsers read them.
  private static func numbered(_ digits: Substring) -> Unicode.Scalar? {
    let isHex = digits.first == "x" || digits.first == "X"
    let number = isHex ? digits.dropFirst() : digits
    guard let first = number.first, first != "+", first != "-", let code = UInt32(number, radix: isHex ? 16 : 10) else {
      return nil
    }
    if 0x80...0x9F ~= code { return windows1252[Int(code - 0x80)] }
    let isCharacter = code >= 0x20 || code == 0x09 || code == 0x0A || code == 0x0D
    guard isCharacter, let scalar = Unicode.Scalar(code), code & 0xFFFE != 0xFFFE else { return "\u{FFFD}" }
    return scalar
  }

  /// `htmlEntityLookup`: the names of HTML 4, and `apos` from XML.
  private static func named(_ name: String) -> Unicode.Scalar? {
    if name == "apos" { return "'" }
    guard let entity = unsafe htmlEntityLookup(name) else { return nil }
    return unsafe Unicode.Scalar(entity.pointee.value)
  }

  /// Source: the WHATWG Encoding Standard's index of windows-1252, bytes 0x80 to 0x9F.
  private static let windows1252: [Unicode.Scalar] = Array(
    """
    €\u{FFFD}‚ƒ„…†‡ˆ‰Š‹Œ\u{FFFD}Ž\u{FFFD}\u{FFFD}‘’“”•–—˜™š›œ\u{FFFD}žŸ
    """.unicodeScalars)
}

extension [UInt8] {
  mutating func append(_ scalar: Unicode.Scalar) { append(contentsOf: UTF8.encode(scalar)!) }

  /// Where `needle` begins at or after `start`; nil when it does not come.
  func firstRange(of needle: StaticString, from start: Int) -> Range<Int>? {
    let length = needle.utf8CodeUnitCount
    guard length > 0, start + length <= count else { return nil }
    let first = needle.byte(0)
    var index = start
    while let candidate = self[index...].firstIndex(of: first), candidate + length <= count {
      if (0..<length).allSatisfy({ self[candidate + $0] == needle.byte($0) }) {
        return candidate..<(candidate + length)
      }
      index = candidate + 1
    }
    return nil
  }

  /// Whether `word` (lower case) stands at `start`, in any case of ASCII letters.
  func hasWord(_ word: StaticString, at start: Int) -> Bool {
    guard start + word.utf8CodeUnitCount <= count else { return false }
    return (0..<word.utf8CodeUnitCount).allSatisfy { self[start + $0].lowercasedASCII == word.byte($0) }
  }
}

extension StaticString {
  fileprivate func byte(_ index: Int) -> UInt8 { unsafe utf8Start[index] }
}

extension UInt8 {
  var lowercasedASCII: UInt8 { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= self ? self | 0x20 : self }
  var isASCIILetter: Bool { UInt8(ascii: "a")...UInt8(ascii: "z") ~= lowercasedASCII }
  var isASCIISpace: Bool { self == 0x20 || (0x09...0x0D) ~= self }
}
