import CXML

/// An element of an XML document.
final class XMLElement {
  enum Child {
    case element(XMLElement)
    case text(String)
  }

  /// The local name in lower case, behind a canonical prefix when it belongs to a namespace that feeds use: `media:content`.
  let name: String
  /// By local name in lower case, or `xml:base`.
  let attributes: [String: String]
  fileprivate(set) var children: [Child] = []
  /// Its end tag was read; false where the document breaks off.
  fileprivate(set) var isClosed = false

  fileprivate init(name: String, attributes: [String: String]) {
    self.name = name
    self.attributes = attributes
  }

  var elements: some Sequence<XMLElement> {
    children.lazy.compactMap { if case .element(let element) = $0 { element } else { nil } }
  }
}

/// What libxml2 makes of a document, as far as it can be read.
struct XMLTree {
  /// The outermost element; nil when there is none.
  private(set) var root: XMLElement?
  /// Line and reason of the last error.
  private(set) var problem: (line: Int, text: String)?

  /// Elements and texts kept; the rest of the document is not read.
  static let nodeLimit = 500_000
  /// Elements within each other that are kept: trees are read and freed by recursion. libxml2's own limit does not hold where it
  /// recovers from tags that are never closed.
  static let depthLimit = 200

  /// Parses repaired UTF-8 by SAX2 callbacks in recover mode: no document type, no network.
  init(_ text: [UInt8]) {
    _ = Self.isInitialized
    let builder = Builder()
    unsafe text.withUnsafeBytes { raw in
      let start = unsafe raw.baseAddress?.assumingMemoryBound(to: CChar.self)
      guard let context = unsafe xmlCreateMemoryParserCtxt(start, Int32(clamping: raw.count)) else { return }
      defer { unsafe xmlFreeParserCtxt(context) }
      let options =
        XML_PARSE_RECOVER.rawValue | XML_PARSE_NONET.rawValue | XML_PARSE_NOERROR.rawValue
        | XML_PARSE_NOWARNING.rawValue | XML_PARSE_IGNORE_ENC.rawValue | XML_PARSE_NOCDATA.rawValue
      unsafe xmlCtxtUseOptions(context, Int32(options))
      unsafe xmlSwitchEncoding(context, XML_CHAR_ENCODING_UTF8)
      unsafe builder.install(in: context)
      unsafe xmlParseDocument(context)
      if let error = unsafe xmlCtxtGetLastError(context), unsafe error.pointee.level == XML_ERR_FATAL {
        let text = unsafe error.pointee.message.map { unsafe String(cString: $0) } ?? ""
        problem = unsafe (Int(error.pointee.line), String(text.trimmed))
      }
    }
    root = builder.root
  }

  /// `xmlInitParser` must have run once before threads parse.
  private static let isInitialized: Bool = {
    xmlInitParser()
    return true
  }()

  /// Receives libxml2's callbacks; lives on the parsing thread for one call of `xmlParseDocument`.
  private final class Builder {
    private(set) var root: XMLElement?
    private var open: [XMLElement] = []
    private var text: [UInt8] = []
    private var nodes = 0

    func install(in context: xmlParserCtxtPtr) {
      guard let sax = unsafe context.pointee.sax else { return }
      unsafe sax.pointee = xmlSAXHandler()
      unsafe sax.pointee.initialized = 0xDEED_BEAF  // XML_SAX2_MAGIC
      unsafe sax.pointee.startElementNs = { me, name, prefix, space, _, _, attributeCount, _, attributes in
        guard let builder = unsafe Builder.at(me), let name = unsafe name else { return }
        let qualified = unsafe FeedNamespace.qualify(string(name), prefix: prefix.map(string), space: space.map(string))
        unsafe builder.start(qualified, builder.read(attributes, count: Int(attributeCount)))
      }
      unsafe sax.pointee.endElementNs = { me, _, _, _ in unsafe Builder.at(me)?.end() }
      unsafe sax.pointee.characters = { me, bytes, count in
        unsafe Builder.at(me)?.text.append(contentsOf: UnsafeBufferPointer(start: bytes, count: Int(count)))
      }
      unsafe sax.pointee.ignorableWhitespace = sax.pointee.characters
      unsafe context.pointee.userData = Unmanaged.passUnretained(self).toOpaque()
    }

    private static func at(_ pointer: UnsafeMutableRawPointer?) -> Builder? {
      unsafe pointer.map { unsafe Unmanaged<Builder>.fromOpaque($0).takeUnretainedValue() }
    }

    private func start(_ name: String, _ attributes: [String: String]) {
      flush()
      nodes += 1
      let element = XMLElement(name: name, attributes: attributes)
      if nodes <= XMLTree.nodeLimit, open.count < XMLTree.depthLimit {
        if let parent = open.last { parent.children.append(.element(element)) } else if root == nil { root = element }
      }
      open.append(element)
    }

    private func end() {
      flush()
      open.popLast()?.isClosed = true
    }

    private func flush() {
      guard !text.isEmpty else { return }
      nodes += 1
      if nodes <= XMLTree.nodeLimit, let parent = open.last {
        parent.children.append(.text(String(decoding: text, as: UTF8.self)))
      }
      text.removeAll(keepingCapacity: true)
    }

    /// libxml2 gives five pointers per attribute: name, prefix, namespace, and begin and end of the value.
    private func read(_ list: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?, count: Int) -> [String: String] {
      guard count > 0, let list = unsafe list else { return [:] }
      var result: [String: String] = [:]
      for index in 0..<count {
        guard let name = unsafe list[index * 5], let begin = unsafe list[index * 5 + 3],
          let end = unsafe list[index * 5 + 4]
        else { continue }
        let value = unsafe String(
          decoding: UnsafeBufferPointer(start: begin, count: end - begin), as: UTF8.self)
        let prefix = unsafe list[index * 5 + 1].map(string)
        let local = unsafe string(name).lowercased()
        result[prefix == "xml" ? "xml:\(local)" : local] = value
      }
      return result
    }
  }
}

private func string(_ pointer: UnsafePointer<xmlChar>) -> String { unsafe String(cString: pointer) }

/// The namespaces feeds are written in, known by one prefix each.
enum FeedNamespace {
  /// RSS and Atom have no prefix here: nothing depends on telling them apart.
  static func qualify(_ name: String, prefix: String?, space: String?) -> String {
    let local = name.lowercased()
    // A prefix that was never declared still says what is meant.
    guard let canonical = space.map(self.prefix(of:)) ?? prefix?.lowercased(), !canonical.isEmpty else { return local }
    return "\(canonical):\(local)"
  }

  private static func prefix(of space: String) -> String {
    switch space.lowercased() {
    case "http://search.yahoo.com/mrss/", "http://search.yahoo.com/mrss": "media"
    case "http://purl.org/rss/1.0/modules/content/": "content"
    case "http://purl.org/dc/elements/1.1/", "http://purl.org/dc/terms/": "dc"
    case "http://www.itunes.com/dtds/podcast-1.0.dtd": "itunes"
    case "http://www.w3.org/1999/02/22-rdf-syntax-ns#", "http://purl.org/rss/1.0/", "http://www.w3.org/2005/atom",
      "http://purl.org/atom/ns#", "http://backend.userland.com/rss2", "http://www.w3.org/1999/xhtml":
      ""
    default: "other"
    }
  }
}
