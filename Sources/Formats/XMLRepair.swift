/// UTF-8 XML as the world sends it, rewritten so that a strict parser reads it.
///
/// - The XML declaration, document type, comments and processing instructions go. With the document type go all entities a
///   document defines: none is ever expanded and none is ever fetched.
/// - Named references of HTML and numeric references become the characters; every other `&` is an ampersand.
/// - CDATA becomes escaped text. `<` before anything but a name is a sign. Control characters go.
///
/// Line breaks are kept, so that the parser's line numbers are those of the source.
struct XMLRepair {
  private(set) var output: [UInt8] = []
  /// The source ended inside a comment, CDATA section or the like.
  private(set) var isCutOff = false

  private let source: [UInt8]
  private var index: Int

  init(_ source: [UInt8]) {
    self.source = source
    // Warnings of a PHP program or white space may stand before the first tag.
    index = source.firstIndex(of: UInt8(ascii: "<")) ?? source.endIndex
    output.reserveCapacity(source.count + source.count / 8)
    for byte in source[..<index] where byte == UInt8(ascii: "\n") { output.append(byte) }
    while index < source.count { step() }
  }

  private mutating func step() {
    let byte = source[index]
    switch byte {
    case UInt8(ascii: "<"): markup()
    case UInt8(ascii: "&"):
      if let reference = CharacterReference(in: source, at: index) {
        escape(reference.scalar)
        index += reference.length
      } else {
        escape("&")
        index += 1
      }
    case 0x09, 0x0A, 0x0D, 0x20...0xEE, 0xF0...0xFF:
      output.append(byte)
      index += 1
    case 0xEF:
      // U+FFFE and U+FFFF are no characters of XML.
      let isNoncharacter = index + 2 < source.count && source[index + 1] == 0xBF && source[index + 2] >= 0xBE
      if !isNoncharacter { output.append(contentsOf: source[index..<min(index + 3, source.count)]) }
      index += 3
    default: index += 1
    }
  }

  private mutating func markup() {
    if source.hasWord("<![cdata[", at: index) {
      let start = index + 9
      guard let end = source.firstRange(of: "]]>", from: start) else {
        isCutOff = true
        index = source.count
        return
      }
      for byte in source[start..<end.lowerBound] { escapeText(byte) }
      index = end.upperBound
    } else if source.hasWord("<!--", at: index) {
      skip(to: source.firstRange(of: "-->", from: index + 4)?.upperBound)
    } else if source.hasWord("<!doctype", at: index) {
      skip(to: endOfDocumentType())
    } else if source.hasWord("<?", at: index) {
      skip(to: source.firstRange(of: "?>", from: index)?.upperBound)
    } else if index + 1 < source.count, Self.canFollowBracket(source[index + 1]) {
      output.append(UInt8(ascii: "<"))
      index += 1
    } else {
      escape("<")
      index += 1
    }
  }

  private static func canFollowBracket(_ byte: UInt8) -> Bool {
    byte.isASCIILetter || byte == UInt8(ascii: "/") || byte == UInt8(ascii: "_") || byte >= 0x80
  }

  private func endOfDocumentType() -> Int? {
    guard let close = source[index...].firstIndex(of: UInt8(ascii: ">")) else { return nil }
    guard source[index..<close].contains(UInt8(ascii: "[")) else { return close + 1 }
    var place = close
    while let bracket = source[place...].firstIndex(of: UInt8(ascii: "]")) {
      place = bracket + 1
      while place < source.count, source[place].isASCIISpace { place += 1 }
      if place < source.count, source[place] == UInt8(ascii: ">") { return place + 1 }
    }
    return nil
  }

  private mutating func skip(to end: Int?) {
    if end == nil { isCutOff = true }
    let next = end ?? source.count
    for byte in source[index..<next] where byte == UInt8(ascii: "\n") { output.append(byte) }
    index = next
  }

  private mutating func escapeText(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "<"): escape("<")
    case UInt8(ascii: ">"): escape(">")
    case UInt8(ascii: "&"): escape("&")
    case 0x09, 0x0A, 0x0D, 0x20...: output.append(byte)
    default: break
    }
  }

  /// Numeric, because libxml2 forgets named references once it has seen an error.
  private mutating func escape(_ scalar: Unicode.Scalar) {
    switch scalar {
    case "<", ">", "&", "\"", "'": output.append(contentsOf: "&#\(scalar.value);".utf8)
    default: output.append(scalar)
    }
  }
}
