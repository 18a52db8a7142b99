/// Text as bytes, for readers of formats that are written in ASCII.
extension UInt8 {
  @inlinable package var lowercasedASCII: UInt8 { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= self ? self | 0x20 : self }
  @inlinable package var isASCIILetter: Bool { UInt8(ascii: "a")...UInt8(ascii: "z") ~= lowercasedASCII }
  @inlinable package var isASCIISpace: Bool { self == 0x20 || (0x09...0x0D) ~= self }
}

extension [UInt8] {
  // Indices: a word is compared only where as many bytes follow as it has.

  package mutating func append(_ scalar: Unicode.Scalar) { append(contentsOf: String(scalar).utf8) }

  /// Where `needle` begins at or after `start`; nil when it does not come.
  package func firstRange(of needle: StaticString, from start: Int) -> Range<Int>? {
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
  package func hasWord(_ word: StaticString, at start: Int) -> Bool {
    guard start + word.utf8CodeUnitCount <= count else { return false }
    return (0..<word.utf8CodeUnitCount).allSatisfy { self[start + $0].lowercasedASCII == word.byte($0) }
  }
}

extension StaticString {
  fileprivate func byte(_ index: Int) -> UInt8 { unsafe utf8Start[index] }
}
