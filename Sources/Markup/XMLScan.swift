/// What is looked for in the bytes of an XML document before a parser sees them.
package enum XMLScan {
  // Indices: all were found in the bytes, an end behind its start.
  /// The line of the first `<!DOCTYPE`, counted from 1.
  package static func documentTypeLine(_ bytes: [UInt8]) -> Int? {
    var line = 1
    for (index, byte) in bytes.enumerated() {
      if byte == UInt8(ascii: "\n") { line += 1 }
      if byte == UInt8(ascii: "<"), bytes[index...].starts(with: "<!DOCTYPE".utf8) { return line }
    }
    return nil
  }

  /// The document with blanks in place of a document type, which says nothing a reader of today needs; nil where that declares something
  /// of its own, or does not end.
  package static func withoutDocumentType(_ bytes: [UInt8]) -> [UInt8]? {
    guard let start = bytes.firstRange(of: "<!DOCTYPE", from: 0)?.lowerBound else { return bytes }
    guard let end = bytes[start...].firstIndex(where: { $0 == UInt8(ascii: ">") || $0 == UInt8(ascii: "[") }),
      bytes[end] == UInt8(ascii: ">")
    else { return nil }
    var blank = bytes
    for place in start...end where blank[place] != UInt8(ascii: "\n") { blank[place] = UInt8(ascii: " ") }
    return blank
  }

  /// The line where an element comes to have too many attributes, counted from 1.
  ///
  /// Counts `=` before a quote, from one `<` to the next: a tag has no `<` in it, not even between quotes, so that no other part of the
  /// document, whatever it is, can hide an attribute.
  package static func crowdedLine(_ bytes: [UInt8], attributes limit: Int) -> Int? {
    var line = 1
    var count = 0
    var isAssigned = false
    for byte in bytes {
      switch byte {
      case UInt8(ascii: "\n"): line += 1
      case UInt8(ascii: "<"): count = 0
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        if isAssigned { count += 1 }
        if count > limit { return line }
      default: break
      }
      if byte > 0x20 { isAssigned = byte == UInt8(ascii: "=") }
    }
    return nil
  }
}
