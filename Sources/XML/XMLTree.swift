import CXML
import Linux
import Numbers

/// What libxml2 makes of a document. Nothing is fetched, and no entity but the five of XML is expanded.
package struct XMLTree {
  /// What a document is read by.
  package struct Rules {
    /// What an element or attribute is called, from its local name, its prefix and its namespace; nil leaves it out, an element with all
    /// it holds.
    package typealias Naming = (_ local: String, _ prefix: String?, _ space: String?) -> String?

    package var element: Naming
    package var attribute: Naming
    /// Keeps texts between elements.
    package var keepsText: Bool
    /// Reads on where the document is broken, as far as that goes.
    package var recovers: Bool
    /// Elements and texts kept.
    package var nodes: Int
    /// Elements within each other that are kept: trees are read and freed by recursion. libxml2's own limit does not hold where it
    /// recovers from tags that are never closed.
    package var depth: Int

    /// Rules of these words and bounds.
    package init(
      element: @escaping Naming, attribute: @escaping Naming, keepsText: Bool, recovers: Bool, nodes: Int, depth: Int
    ) {
      self.element = element
      self.attribute = attribute
      self.keepsText = keepsText
      self.recovers = recovers
      self.nodes = nodes
      self.depth = depth
    }
  }

  /// The outermost element; nil when there is none.
  package private(set) var root: XMLElement?
  /// Line and reason of the first error.
  package private(set) var problem: (line: Int, text: String)?
  /// Where there came to be more, or more within each other, than is kept. A document that is not recovered is not read any further.
  package private(set) var excessLine: Int?

  /// Parses by SAX2 callbacks.
  ///
  /// - Parameter text: UTF-8 without zero bytes, or what libxml2 calls so: whatever encoding it declares, it is read as UTF-8.
  package init(_ text: [UInt8], _ rules: Rules) {
    guard LateLibrary.xml.load() else {
      problem = (1, LateLibrary.xml.failure)
      return
    }
    _ = Self.isInitialized
    let builder = Builder(rules)
    unsafe text.withUnsafeBytes { raw in
      let start = unsafe raw.baseAddress?.assumingMemoryBound(to: CChar.self)
      guard let context = unsafe xmlCreateMemoryParserCtxt(start, Int32(clamping: raw.count)) else { return }
      defer { unsafe xmlFreeParserCtxt(context) }
      let options =
        (rules.recovers ? XML_PARSE_RECOVER.rawValue : 0) | XML_PARSE_NONET.rawValue | XML_PARSE_NOERROR.rawValue
        | XML_PARSE_NOWARNING.rawValue | XML_PARSE_IGNORE_ENC.rawValue | XML_PARSE_NOCDATA.rawValue
      unsafe xmlCtxtUseOptions(context, Int32(truncatingIfNeeded: options))
      unsafe xmlSwitchEncoding(context, XML_CHAR_ENCODING_UTF8)
      unsafe builder.install(in: context)
      unsafe xmlParseDocument(context)
    }
    root = builder.root
    problem = builder.problem
    excessLine = builder.excessLine
  }

  /// `xmlInitParser` must have run once before threads parse.
  private static let isInitialized: Bool = {
    xmlInitParser()
    return true
  }()
}

/// Receives libxml2's callbacks; lives on the parsing thread for one call of `xmlParseDocument`.
@safe private final class Builder {
  private(set) var root: XMLElement?
  private(set) var problem: (line: Int, text: String)?
  private(set) var excessLine: Int?
  private let rules: XMLTree.Rules
  private var context: xmlParserCtxtPtr?
  private var open: [XMLElement] = []
  /// Elements within each other that are left out.
  private var skipped = 0
  private var text: [UInt8] = []
  private var nodes = 0

  init(_ rules: XMLTree.Rules) {
    self.rules = rules
    unsafe context = nil
  }

  func install(in context: xmlParserCtxtPtr) {
    guard let sax = unsafe context.pointee.sax else { return }
    unsafe self.context = context
    unsafe sax.pointee = xmlSAXHandler()
    unsafe sax.pointee.initialized = 0xDEED_BEAF  // XML_SAX2_MAGIC
    unsafe sax.pointee.startElementNs = { me, name, prefix, space, _, _, attributeCount, _, attributes in
      guard let builder = unsafe Builder.at(me), let name = unsafe name else { return }
      unsafe builder.start(
        builder.rules.element(string(name), prefix.map(string), space.map(string)), attributes,
        count: Int(attributeCount))
    }
    unsafe sax.pointee.endElementNs = { me, _, _, _ in unsafe Builder.at(me)?.end() }
    if rules.keepsText {
      unsafe sax.pointee.characters = { me, bytes, count in
        // Fits: libxml2 says how many there are.
        unsafe Builder.at(me)?.text.append(contentsOf: UnsafeBufferPointer(start: bytes, count: Int(count)))
      }
      unsafe sax.pointee.ignorableWhitespace = sax.pointee.characters
    }
    unsafe sax.pointee.serror = { me, error in
      guard let error = unsafe error, unsafe error.pointee.level == XML_ERR_FATAL else { return }
      let text = unsafe error.pointee.message.map { unsafe String(cString: $0) } ?? "malformed"
      unsafe Builder.at(me)?.note(text, line: Int(error.pointee.line))
    }
    unsafe context.pointee.userData = Unmanaged.passUnretained(self).toOpaque()
  }

  private static func at(_ pointer: UnsafeMutableRawPointer?) -> Builder? {
    unsafe pointer.map { unsafe Unmanaged<Builder>.fromOpaque($0).takeUnretainedValue() }
  }

  private func note(_ text: String, line: Int) {
    guard problem == nil else { return }
    problem = (line, String(text.prefix { !$0.isNewline }))
  }

  private func start(
    _ name: String?, _ attributes: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?, count: Int
  ) {
    flush()
    guard skipped == 0, let name else {
      skipped += 1
      return
    }
    nodes += 1
    let line = unsafe Int(xmlSAX2GetLineNumber(context))
    let element = unsafe XMLElement(name: name, attributes: read(attributes, count: count), line: line)
    if nodes <= rules.nodes, open.count < rules.depth {
      if let parent = open.last { parent.children.append(.element(element)) } else if root == nil { root = element }
    } else {
      exceed(at: line)
    }
    open.append(element)
  }

  private func exceed(at line: Int) {
    guard excessLine == nil else { return }
    excessLine = line
    if !rules.recovers { unsafe xmlStopParser(context) }
  }

  private func end() {
    flush()
    if skipped > 0 { skipped -= 1 } else { open.popLast()?.isClosed = true }
  }

  private func flush() {
    guard !text.isEmpty else { return }
    if skipped == 0 {
      nodes += 1
      if nodes <= rules.nodes, let parent = open.last {
        parent.children.append(.text(String(decoding: text, as: UTF8.self)))
      }
    }
    text.removeAll(keepingCapacity: true)
  }

  /// libxml2 gives five pointers per attribute: name, prefix, namespace, and begin and end of the value.
  private func read(
    _ list: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?, count: Int
  ) -> [XMLElement.Attribute] {
    guard count > 0, let list = unsafe list else { return [] }
    var result: [XMLElement.Attribute] = []
    // Fits: `count` groups of five pointers, the last two of which are a value's begin and end.
    for place in stride(from: 0, to: count * 5, by: 5) {
      guard let name = unsafe list[place], let begin = unsafe list[place + 3], let end = unsafe list[place + 4],
        let name = unsafe rules.attribute(string(name), list[place + 1].map(string), list[place + 2].map(string))
      else { continue }
      let value = unsafe String(decoding: UnsafeBufferPointer(start: begin, count: end - begin), as: UTF8.self)
      result.append(XMLElement.Attribute(name: name, value: value))
    }
    return result
  }
}

private func string(_ pointer: UnsafePointer<xmlChar>) -> String { unsafe String(cString: pointer) }
