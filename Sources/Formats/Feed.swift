public import Board
import XML

/// RSS 0.9 to 2.0, Atom and JSON Feed as one kind of record.
public enum Feed {
  /// Items kept of one feed, from its beginning.
  public static let itemLimit = 2_000

  /// Reads a feed into a list of `{id, title, link, summary, content, image, author, source, date}`.
  ///
  /// All texts are plain text; dates stay as written; fields a feed does not give are absent. A document that breaks somewhere
  /// gives the items before the break; it is an error only when no item came before it.
  ///
  /// - Parameters:
  ///   - charset: from the Content-Type, when the server named one.
  ///   - address: where the feed came from; relative links are resolved against it.
  ///   - account: what reading it draws from.
  ///   - note: takes what was read only in part, in a sentence.
  public static func parse(
    _ bytes: [UInt8], charset: String? = nil, address: String? = nil, account: Account = Account(),
    note: (String) -> Void = { _ in }
  ) throws(FormatError) -> Value {
    try account.begin(bytes)
    let declared = [charset, Sniffer.declaredXMLEncoding(bytes)].compactMap { $0 }
    let text = TextEncoding.utf8(bytes, declared: declared)
    guard let first = text.first(where: { $0 > 0x20 }) else { throw FormatError("the answer is empty, not a feed") }
    if first == UInt8(ascii: "{") {
      return try JSONFeed.items(of: JSON.parse(text, account: account), address: address)
    }
    if Sniffer.isWebPage(text) {
      throw FormatError("the server sent a web page, not a feed; look in it for the address of its RSS or Atom feed")
    }
    let repaired = try XMLRepair(text, account: account)
    let tree = XMLTree(feed: repaired.output)
    guard let root = tree.root else { throw FormatError("neither RSS, Atom nor JSON Feed: no XML element in it") }
    try account.charge(steps: repaired.output.count, at: bytes.count)
    let reader = XMLFeedReader(root: root, address: address)
    for item in reader.items {
      try account.charge(values: 10, at: bytes.count)
      for text in [item.title, item.summary, item.content] { try account.charge(text: text?.utf8.count ?? 0) }
    }
    if reader.items.isEmpty {
      if let problem = tree.problem {
        throw FormatError(
          "the feed breaks off before its first item: \(problem.text)", at: Mark(line: problem.line, column: 1))
      }
      if repaired.isCutOff { throw FormatError("the feed breaks off before its first item") }
      let name = root.name.split(separator: ":").last ?? ""
      guard ["rss", "rdf", "feed", "channel"].contains(root.name) else {
        throw FormatError("this XML is no feed: its outermost element is <\(name)>, not <rss>, <feed> or <rdf:RDF>")
      }
    }
    if let shortened = repaired.shortened { note(shortened) }
    if repaired.isCutOff {
      note("the feed breaks off; the items before that are shown")
    } else if let problem = tree.problem {
      note("the feed is broken in line \(problem.line) (\(problem.text)); what can be read of it is shown")
    }
    if reader.items.count >= itemLimit {
      note("the feed has more than \(itemLimit) items; the first so many are shown")
    }
    return .list(reader.items.map(\.value))
  }
}
