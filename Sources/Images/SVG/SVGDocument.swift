import Markup
import XML

/// An SVG file as XML: what is looked at before libxml2 sees it, and what is kept of it.
enum SVGDocument {
  /// Elements a document may have.
  static let maximumCount = 10_000
  /// How deep they may nest.
  static let maximumDepth = 64
  /// Attributes an element may have: libxml2 compares each with all others.
  static let maximumAttributes = 256

  /// The outermost element, without texts, and without elements and attributes of other namespaces. Elements without any namespace are
  /// kept, as are attributes with none or with XLink's.
  ///
  /// A document type, where entities are declared, is refused before libxml2 sees it; without one there is nothing to expand. No
  /// encoding but UTF-8 is read, so that none can hide one.
  ///
  /// - Parameter isWhole: keeps texts and other namespaces, too, for whoever draws all of it.
  static func root(_ bytes: [UInt8], isWhole: Bool = false) throws(ImageError) -> XMLElement {
    if let line = XMLScan.documentTypeLine(bytes) {
      throw .unsupported("a document type is not read", line: line, do: "delete the <!DOCTYPE ...>")
    }
    if let line = XMLScan.crowdedLine(bytes, attributes: maximumAttributes) {
      throw .tooLarge(
        "an element has more than \(maximumAttributes) attributes", line: line, do: "leave out some of them")
    }
    guard !bytes.contains(0), String(validating: bytes, as: UTF8.self) != nil else {
      throw .damaged("its XML is not in UTF-8", do: "save it in UTF-8")
    }
    let tree = XMLTree(
      bytes,
      XMLTree.Rules(
        element: { local, prefix, space in name(local, prefix, space, of: "http://www.w3.org/2000/svg", isWhole) },
        attribute: { local, prefix, space in name(local, prefix, space, of: "http://www.w3.org/1999/xlink", isWhole) },
        keepsText: isWhole, recovers: false, nodes: isWhole ? 4 * maximumCount : maximumCount, depth: maximumDepth))
    if let line = tree.excessLine {
      throw .tooLarge(
        "it has more than \(grouped(maximumCount)) elements, or nests them deeper than \(maximumDepth)", line: line,
        do: "simplify it")
    }
    if let (line, text) = tree.problem {
      throw .damaged("its XML cannot be read (\(text))", line: line > 0 ? line : nil, do: "correct it there")
    }
    guard let root = tree.root else { throw .damaged("there is no SVG in it", do: "check where it comes from") }
    return root
  }

  /// Nil for another namespace, unless that is kept with its prefix. A prefix that was never declared is part of the name.
  private static func name(
    _ local: String, _ prefix: String?, _ space: String?, of kept: String, _ isWhole: Bool
  ) -> String? {
    if space == kept { return local }
    return space == nil || isWhole ? prefix.map { "\($0):\(local)" } ?? local : nil
  }
}
