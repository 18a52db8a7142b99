import Board
import Markup

/// UTF-8 XML as the world sends it, rewritten so that a strict parser reads it.
///
/// - The XML declaration, document type, comments and processing instructions go. With the document type go all entities a
///   document defines: none is ever expanded and none is ever fetched.
/// - Named references of HTML and numeric references become the characters; every other `&` is an ampersand.
/// - CDATA becomes escaped text. `<` before anything but a name is a sign. Control characters go.
///
/// - Of a tag only so many attributes stay, and only names and values of a sane length: libxml2 compares each attribute, and each
///   namespace, with all others.
///
/// Line breaks are kept, so that the parser's line numbers are those of the source.
struct XMLRepair {
  // Indices: each place is compared with `source.count` before its byte is looked at; what is taken whole lies between two places, of
  // which the second was found going on from the first.
  private(set) var output: [UInt8] = []
  /// The source ended inside a comment, CDATA section or the like.
  private(set) var isCutOff = false

  /// What was left out because of its number or length, in a sentence.
  private(set) var shortened: String?

  private let source: [UInt8]
  private var index: Int

  /// Attributes of a tag; feeds have up to a dozen, and namespaces among them.
  private static let attributeLimit = 100
  /// Namespaces that a tag declares; feeds declare up to twenty, all in the first tag.
  private static let namespaceLimit = 30
  /// Bytes of a tag's or attribute's name.
  private static let nameLimit = 256
  /// Bytes of an attribute's value: an address, or a text of a few pages.
  private static let valueLimit = 65_536

  init(_ source: [UInt8], account: Account) throws(FormatError) {
    self.source = source
    // Warnings of a PHP program or white space may stand before the first tag.
    index = source.firstIndex(of: UInt8(ascii: "<")) ?? source.endIndex
    output.reserveCapacity(source.count + source.count / 8)
    for byte in source[..<index] where byte == UInt8(ascii: "\n") { output.append(byte) }
    while index < source.count {
      let start = index
      step()
      try account.charge(steps: index - start, at: index)
    }
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
      tag()
    } else {
      escape("<")
      index += 1
    }
  }

  /// Behind `<`: name and attributes, as far as they are of a sane number and length. Stops at the end of the tag, or where it is no
  /// tag any more; whatever follows is read as text.
  private mutating func tag() {
    if index < source.count, source[index] == UInt8(ascii: "/") {
      output.append(source[index])
      index += 1
    }
    let start = index
    while index < source.count, Self.isName(source[index]) { index += 1 }
    // Cut short, it still ends with its equal.
    output.append(contentsOf: source[start..<index].prefix(Self.nameLimit))
    if index - start > Self.nameLimit { shorten("a tag's name is longer than \(Self.nameLimit) bytes") }
    var attributes = 0
    var namespaces = 0
    while index < source.count, source[index] != UInt8(ascii: ">"), source[index] != UInt8(ascii: "<") {
      guard let attribute = attribute() else {
        step()
        continue
      }
      let isNamespace = source.hasWord("xmlns", at: attribute.name.lowerBound)
      attributes += 1
      if isNamespace { namespaces += 1 }
      if attributes > Self.attributeLimit || namespaces > Self.namespaceLimit {
        shorten("a tag has more than \(Self.attributeLimit) attributes, or \(Self.namespaceLimit) namespaces")
      } else if attribute.name.count > Self.nameLimit || attribute.value.count > Self.valueLimit {
        shorten("an attribute's name or value is longer than \(Self.nameLimit) or \(Self.valueLimit) bytes")
      } else {
        while index < attribute.end { step() }
        continue
      }
      for byte in source[index..<attribute.end] where byte == UInt8(ascii: "\n") { output.append(byte) }
      index = attribute.end
    }
  }

  /// The attribute that begins here: `name="value"`, with spaces around the sign; nil when none does.
  private func attribute() -> (name: Range<Int>, value: Range<Int>, end: Int)? {
    guard Self.isName(source[index]) else { return nil }
    var end = index
    while end < source.count, Self.isName(source[end]) { end += 1 }
    let name = index..<end
    while end < source.count, source[end].isASCIISpace { end += 1 }
    guard end < source.count, source[end] == UInt8(ascii: "=") else { return (name, end..<end, name.upperBound) }
    end += 1
    while end < source.count, source[end].isASCIISpace { end += 1 }
    guard end < source.count, source[end] == UInt8(ascii: "\"") || source[end] == UInt8(ascii: "'") else {
      return (name, end..<end, end)
    }
    let start = end + 1
    guard let close = source[start...].firstIndex(where: { $0 == source[end] || $0 == UInt8(ascii: "<") }) else {
      return (name, start..<source.count, source.count)
    }
    return (name, start..<close, source[close] == UInt8(ascii: "<") ? close : close + 1)
  }

  private mutating func shorten(_ what: String) {
    if shortened == nil { shortened = "\(what); the rest of it is left out" }
  }

  private static func isName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "="), UInt8(ascii: ">"), UInt8(ascii: "<"), UInt8(ascii: "\""), UInt8(ascii: "'"),
      UInt8(ascii: "&"),
      0...0x20:
      false
    case UInt8(ascii: "/"): false
    default: true
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
