import Markup
import Numbers
import XML

/// Finds the items of an RSS or Atom document and reads their fields.
struct XMLFeedReader {
  private(set) var items: [FeedItem] = []

  private let channelTitle: String?
  private let channelAuthor: String?
  private let base: String?

  init(root: XMLElement, address: String?) {
    let channel = root.elements.first { $0.name == "channel" } ?? root
    channelTitle = channel.first("title", "dc:title").flatMap(Self.plain)
    channelAuthor = Self.author(of: channel)
    let own = root["xml:base"] ?? Self.link(of: channel, base: address)
    base = own.flatMap { WebAddress.resolve($0, against: address) } ?? address
    collect(in: root)
  }

  /// Items anywhere: RSS 1.0 has them beside the channel, and a missing end tag puts them into each other.
  private mutating func collect(in element: XMLElement) {
    for child in element.elements {
      guard items.count < Feed.itemLimit else { return }
      if child.name == "item" || child.name == "entry", let item = read(child) { items.append(item) }
      collect(in: child)
    }
  }

  /// nil for an item that breaks off before it says anything.
  private func read(_ element: XMLElement) -> FeedItem? {
    let base = element["xml:base"].flatMap { WebAddress.resolve($0, against: self.base) } ?? self.base
    let link = Self.link(of: element, base: base)
    let content = element.first("content:encoded", "content").flatMap(Self.html)
    let summary =
      (element.first("description", "summary") ?? Self.media("media:description", of: element)
      ?? element.first("itunes:summary", "dc:description")).flatMap(Self.html)
    let contentText = content.map { HTMLText($0) }
    let summaryText = summary.map { HTMLText($0) }
    let picture = contentText?.firstImage ?? summaryText?.firstImage
    let item = FeedItem(
      id: element.first("guid", "id").map(\.text).flatMap(FeedItem.full) ?? element["about"],
      title: (element.first("title") ?? Self.media("media:title", of: element) ?? element.first("dc:title"))
        .flatMap(Self.plain),
      link: link,
      summary: summaryText.flatMap { FeedItem.full($0.text) },
      content: contentText.flatMap { FeedItem.full($0.text) },
      image: Self.image(of: element, base: base)
        ?? picture.flatMap { WebAddress.resolve($0, against: link ?? base) },
      author: Self.author(of: element) ?? channelAuthor,
      source: element.first("source").flatMap { $0.first("title").flatMap(Self.plain) ?? Self.plain($0) }
        ?? channelTitle,
      date: element.first(
        "pubdate", "published", "issued", "dc:date", "dc:issued", "updated", "modified", "created", "dc:created",
        "dc:modified"
      )
      .flatMap { FeedItem.full($0.text) })
    let saysSomething = [item.id, item.title, item.link, item.summary, item.content, item.image].contains { $0 != nil }
    return saysSomething ? item : nil
  }

  /// What Media RSS says of an item, in it, in its group, or in one of the things it holds.
  private static func media(_ name: String, of element: XMLElement) -> XMLElement? {
    if let own = element.first(name) { return own }
    for holder in element.elements where holder.name == "media:group" || holder.name == "media:content" {
      if let found = media(name, of: holder) { return found }
    }
    return nil
  }

  private static func plain(_ element: XMLElement) -> String? {
    if element["type"] == "text", element["mode"] == nil { return FeedItem.full(element.text) }
    return html(element).flatMap { FeedItem.full(HTMLText($0).text) }
  }

  /// The content as HTML: escaped or CDATA text is HTML already, Atom's `text` is escaped, markup in place is written out. Nil for what
  /// is no text, such as a picture in letters.
  private static func html(_ element: XMLElement) -> String? {
    let type = element["type"]?.trimmed.lowercased() ?? ""
    let isPlain = type == "text" || type == "text/plain"
    if element["mode"]?.lowercased() == "base64" {
      guard type.isEmpty || isText(type), let bytes = Base64.decoded(element.text) else { return nil }
      let text = String(decoding: TextEncoding.utf8(bytes), as: UTF8.self)
      guard isPlain else { return text }
      var output = ""
      XMLElement.write(text, into: &output)
      return output
    }
    guard isText(type) else { return nil }
    var output = ""
    element.writeHTML(into: &output, escaping: isPlain || type == "xhtml")
    return output
  }

  /// RFC 4287, section 4.1.3.3: what is neither text nor XML is written in base64, and no words.
  private static func isText(_ type: String) -> Bool {
    !type.contains("/") || type.hasPrefix("text/") || type.hasSuffix("+xml") || type.hasSuffix("/xml")
  }

  private static func link(of element: XMLElement, base: String?) -> String? {
    let links = element.elements.filter { $0.name == "link" && $0.isClosed }
    let alternate = links.first { $0["href"] != nil && ($0["rel"] ?? "alternate") == "alternate" }
    let written = alternate?["href"] ?? links.lazy.compactMap { FeedItem.full($0.text) }.first
    if let written { return WebAddress.resolve(written, against: base) }
    guard let guid = element.first("guid"), guid["ispermalink"]?.lowercased() != "false" else { return nil }
    return FeedItem.full(guid.text).flatMap { WebAddress.isWeb($0) ? $0 : nil }
  }

  private static func author(of element: XMLElement) -> String? {
    if let author = element.first("author") {
      if let name = author.first("name") { return FeedItem.full(name.text) }
      if let written = FeedItem.full(author.text) { return personName(written) }
    }
    return element.first("dc:creator", "itunes:author").flatMap(plain)
  }

  /// RSS asks for `mail@example.org (Name)`.
  private static func personName(_ written: String) -> String {
    guard written.contains("@"), let open = written.firstIndex(of: "("), let close = written.lastIndex(of: ")"),
      open < close
    else { return written }
    return String(written[written.index(after: open)..<close])
  }

  /// The widest picture the feed names, the first one where widths are not given.
  private static func image(of element: XMLElement, base: String?) -> String? {
    var best: (width: Int, address: String)?
    func consider(_ address: String?, width: String?) {
      guard let address, let resolved = WebAddress.resolve(address, against: base) else { return }
      let width = width.flatMap { Int($0) } ?? 0
      if best.map({ width > $0.width }) ?? true { best = (width, resolved) }
    }
    let groups = element.elements.filter { $0.name == "media:group" }
    for holder in [element] + groups {
      for child in holder.elements {
        let type = child["type"] ?? ""
        let isPicture = type.hasPrefix("image/") || child["medium"] == "image"
        switch child.name {
        case "media:thumbnail": consider(child["url"], width: child["width"])
        case "media:content":
          let url = child["url"] ?? ""
          if isPicture || (type.isEmpty && child["medium"] == nil && hasPictureExtension(url)) {
            consider(url, width: child["width"])
          }
          if let thumbnail = child.first("media:thumbnail") {
            consider(thumbnail["url"], width: thumbnail["width"])
          }
        case "enclosure": if isPicture { consider(child["url"], width: nil) }
        case "link":
          if isPicture && child["rel"] == "enclosure" { consider(child["href"], width: nil) }
        case "itunes:image": consider(child["href"], width: nil)
        case "image": consider(child.first("url")?.text ?? FeedItem.full(child.text), width: nil)
        default: break
        }
      }
    }
    return best?.address
  }

  private static func hasPictureExtension(_ address: String) -> Bool {
    let path = address.prefix { $0 != "?" && $0 != "#" }.lowercased()
    return [".jpg", ".jpeg", ".png", ".webp", ".gif"].contains { path.hasSuffix($0) }
  }
}

extension XMLElement {
  /// Names that never stand inside another field: where a field holds one, its end tag is missing.
  private static let fields: Set<String> = [
    "item", "entry", "link", "guid", "description", "pubdate", "summary", "content:encoded", "enclosure", "category",
    "updated",
  ]

  /// The first closed child of the first of these names that is there.
  func first(_ names: String...) -> XMLElement? {
    for name in names {
      if let found = elements.first(where: { $0.name == name && $0.isClosed }) { return found }
    }
    return nil
  }

  /// The text in it and in markup in it.
  var text: String {
    var output = ""
    for child in children {
      switch child {
      case .text(let text): output += text
      case .element(let element): if !Self.fields.contains(element.name) { output += element.text }
      }
    }
    return output
  }

  /// Writes a text as HTML.
  static func write(_ text: String, into output: inout String) {
    for character in text.unicodeScalars {
      switch character {
      case "<": output += "&lt;"
      case "&": output += "&amp;"
      default: output.unicodeScalars.append(character)
      }
    }
  }

  /// Writes its content as HTML; `escaping` when its text is text rather than HTML source.
  func writeHTML(into output: inout String, escaping: Bool) {
    for child in children {
      switch child {
      case .text(let text):
        if escaping { Self.write(text, into: &output) } else { output += text }
      case .element(let element):
        if Self.fields.contains(element.name) { continue }
        output += "<\(element.name)"
        for name in ["src", "width", "height"] {
          if let value = element[name], !value.contains("\"") { output += " \(name)=\"\(value)\"" }
        }
        output += ">"
        element.writeHTML(into: &output, escaping: escaping)
        output += "</\(element.name)>"
      }
    }
  }
}
