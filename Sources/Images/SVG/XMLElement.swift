import CXML

/// One element of an XML document, without text, comments and what belongs to other namespaces.
struct XMLElement: Sendable, Equatable {
  struct Attribute: Sendable, Equatable {
    var name: String
    var value: String
  }

  var name: String
  var attributes: [Attribute]
  /// Where its start tag is, counted from 1.
  var line: Int
  var children: [XMLElement] = []

  subscript(name: String) -> String? { attributes.first { $0.name == name }?.value }
}

extension XMLElement {
  /// Elements a document may have.
  static let maximumCount = 10_000
  /// How deep they may nest.
  static let maximumDepth = 64
  /// Attributes an element may have: libxml2 compares each with all others.
  static let maximumAttributes = 256

  /// Reads a document in UTF-8 with libxml2's `xmlTextReader`.
  ///
  /// Nothing is fetched. A document type, where entities are declared, is refused before libxml2 sees it; without one there is
  /// nothing to expand.
  ///
  /// - Parameter namespace: of the elements that are kept; others are left out with all they hold. Elements without any
  ///   namespace are kept, as are attributes with none or with XLink's.
  init(document bytes: [UInt8], namespace: String) throws(ImageError) {
    if let line = Self.documentTypeLine(bytes) {
      throw .unsupported("a document type is not read", line: line, do: "delete the <!DOCTYPE ...>")
    }
    if let line = Self.crowdedLine(bytes) {
      throw .tooLarge(
        "an element has more than \(Self.maximumAttributes) attributes", line: line, do: "leave out some of them")
    }
    // The reader keeps the address of the bytes.
    let root = try unsafe bytes.withUnsafeBufferPointer { bytes throws(ImageError) in
      xmlResetLastError()
      // The encoding is given, so that no declaration can hide a document type in another one.
      guard
        let reader = unsafe xmlReaderForMemory(
          UnsafeRawPointer(bytes.baseAddress)?.assumingMemoryBound(to: CChar.self), Int32(bytes.count), nil, "UTF-8",
          Int32(XML_PARSE_NONET.rawValue | XML_PARSE_NOERROR.rawValue | XML_PARSE_NOWARNING.rawValue))
      else { throw .noMemory }
      defer { unsafe xmlFreeTextReader(reader) }
      return try unsafe Self.read(reader, namespace: namespace)
    }
    guard let root else { throw .damaged("there is no SVG in it", do: "check where it comes from") }
    self = root
  }

  /// The line of the first `<!DOCTYPE`, counted from 1.
  private static func documentTypeLine(_ bytes: [UInt8]) -> Int? {
    var line = 1
    for (index, byte) in bytes.enumerated() {
      if byte == UInt8(ascii: "\n") { line += 1 }
      if byte == UInt8(ascii: "<"), bytes[index...].starts(with: "<!DOCTYPE".utf8) { return line }
    }
    return nil
  }

  /// The line where an element comes to have too many attributes, counted from 1.
  ///
  /// Counts `=` before a quote, from one `<` to the next: a tag has no `<` in it, not even between quotes, so that no other part of the
  /// document, whatever it is, can hide an attribute.
  private static func crowdedLine(_ bytes: [UInt8]) -> Int? {
    var line = 1
    var count = 0
    var isAssigned = false
    for byte in bytes {
      switch byte {
      case UInt8(ascii: "\n"): line += 1
      case UInt8(ascii: "<"): count = 0
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        if isAssigned { count += 1 }
        if count > maximumAttributes { return line }
      default: break
      }
      if byte > 0x20 { isAssigned = byte == UInt8(ascii: "=") }
    }
    return nil
  }

  private static func read(_ reader: xmlTextReaderPtr, namespace: String) throws(ImageError) -> XMLElement? {
    var open: [XMLElement] = []
    var root: XMLElement?
    var count = 0
    func close() {
      let element = open.removeLast()
      if open.isEmpty { root = element } else { open[open.count - 1].children.append(element) }
    }
    var state = unsafe xmlTextReaderRead(reader)
    while state == 1 {
      let line = unsafe xmlGetLineNo(xmlTextReaderCurrentNode(reader))
      switch unsafe UInt32(xmlTextReaderNodeType(reader)) {
      case XML_READER_TYPE_ELEMENT.rawValue:
        let owner = unsafe text(xmlTextReaderConstNamespaceUri(reader))
        guard owner == nil || owner == namespace else {
          state = unsafe xmlTextReaderNext(reader)
          continue
        }
        count += 1
        guard count <= maximumCount, open.count < maximumDepth else {
          throw .tooLarge(
            "it has more than \(grouped(maximumCount)) elements, or nests them deeper than \(maximumDepth)", line: line,
            do: "simplify it")
        }
        let isEmpty = unsafe xmlTextReaderIsEmptyElement(reader) == 1
        let name = unsafe text(xmlTextReaderConstLocalName(reader)) ?? ""
        open.append(XMLElement(name: name, attributes: unsafe attributes(reader), line: line))
        if isEmpty { close() }
      case XML_READER_TYPE_END_ELEMENT.rawValue:
        close()
      default:
        break
      }
      state = unsafe xmlTextReaderRead(reader)
    }
    guard state == 0 else { throw malformed() }
    return root
  }

  private static func attributes(_ reader: xmlTextReaderPtr) -> [Attribute] {
    var attributes: [Attribute] = []
    while unsafe xmlTextReaderMoveToNextAttribute(reader) == 1 {
      let owner = unsafe text(xmlTextReaderConstNamespaceUri(reader))
      guard owner == nil || owner == "http://www.w3.org/1999/xlink" else { continue }
      let name = unsafe text(xmlTextReaderConstLocalName(reader)) ?? ""
      attributes.append(Attribute(name: name, value: unsafe text(xmlTextReaderConstValue(reader)) ?? ""))
    }
    return attributes
  }

  private static func malformed() -> ImageError {
    guard let error = unsafe xmlGetLastError() else { return .damaged("its XML is malformed") }
    let message = unsafe error.pointee.message.map { unsafe String(cString: $0) } ?? "malformed"
    let line = unsafe Int(error.pointee.line)
    return .damaged(
      "its XML cannot be read (\(message.split(whereSeparator: \.isNewline).first ?? "malformed"))",
      line: line > 0 ? line : nil, do: "correct it there")
  }

  private static func text(_ pointer: UnsafePointer<xmlChar>?) -> String? {
    unsafe pointer.map { unsafe String(cString: $0) }
  }
}
