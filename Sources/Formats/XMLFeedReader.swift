/// Finds the items of an RSS or Atom document and reads their fields.
struct XMLFeedReader {
  private(set) var items: [FeedItem] = []

  private let channelTitle: String?
  private let channelAuthor: String?
  private let base: String?

  init(root: XMLElement, address: String?) {
    let channel = root.elements.first { $0.name == "channel" } ?? root
    channelTitle = channel.first("title").flatMap(Self.plain)
    channelAuthor = Self.author(of: channel)
    let own = root.attributes["xml:base"] ?? Self.link(of: channel, base: address)
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
    let base = element.attributes["xml:base"].flatMap { WebAddress.resolve($0, against: self.base) } ?? self.base
    let link = Self.link(of: element, base: base)
    let content = element.first("content:encoded", "content").map(Self.html)
    let summary = element.first("description", "summary", "media:description", "itunes:summary").map(Self.html)
    let contentText = content.map { PlainText(html: $0) }
    let summaryText = summary.map { PlainText(html: $0) }
    let picture = contentText?.firstImage ?? summaryText?.firstImage
    let item = FeedItem(
      id: element.first("guid", "id").map(\.text).flatMap(FeedItem.full) ?? element.attributes["about"],
      title: element.first("title", "media:title").flatMap(Self.plain),
      link: link,
      summary: summaryText.flatMap { FeedItem.full($0.text) },
      content: contentText.flatMap { FeedItem.full($0.text) },
      image: Self.image(of: element, base: base)
        ?? picture.flatMap { WebAddress.resolve($0, against: link ?? base) },
      author: Self.author(of: element) ?? channelAuthor,
      source: element.first("source").flatMap { $0.first("title").flatMap(Self.plain) ?? Self.plain($0) }
        ?? channelTitle,
      date: element.first("pubdate", "published", "issued", "dc:date", "updated", "modified", "dc:created")
        .flatMap { FeedItem.full($0.text) })
    let saysSomething = [item.id, item.title, item.link, item.summary, item.content, item.image].contains { $0 != nil }
    return saysSomething ? item : nil
  }

  private static func plain(_ element: XMLElement) -> String? {
    FeedItem.full(element.attributes["type"] == "text" ? element.text : PlainText(html: html(element)).text)
  }

  /// The content as HTML: escaped or CDATA text is HTML already, Atom's `text` is escaped, markup in place is written out.
  private static func html(_ element: XMLElement) -> String {
    let isPlain = element.attributes["type"] == "text" || element.attributes["type"] == "text/plain"
    var output = ""
    element.writeHTML(into: &output, escaping: isPlain || element.attributes["type"] == "xhtml")
    return output
  }

  private static func link(of element: XMLElement, base: String?) -> String? {
    let links = element.elements.filter { $0.name == "link" && $0.isClosed }
    let alternate = links.first { $0.attributes["href"] != nil && ($0.attributes["rel"] ?? "alternate") == "alternate" }
    let written = alternate?.attributes["href"] ?? links.lazy.compactMap { FeedItem.full($0.text) }.first
    if let written { return WebAddress.resolve(written, against: base) }
    guard let guid = element.first("guid"), guid.attributes["ispermalink"]?.lowercased() != "false" else { return nil }
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
        let type = child.attributes["type"] ?? ""
        let isPicture = type.hasPrefix("image/") || child.attributes["medium"] == "image"
        switch child.name {
        case "media:thumbnail": consider(child.attributes["url"], width: child.attributes["width"])
        case "media:content":
          let url = child.attributes["url"] ?? ""
          if isPicture || (type.isEmpty && child.attributes["medium"] == nil && hasPictureExtension(url)) {
            consider(url, width: child.attributes["width"])
          }
          if let thumbnail = child.first("media:thumbnail") {
            consider(thumbnail.attributes["url"], width: thumbnail.attributes["width"])
          }
        case "enclosure": if isPicture { consider(child.attributes["url"], width: nil) }
        case "link":
          if isPicture && child.attributes["rel"] == "enclosure" { consider(child.attributes["href"], width: nil) }
        case "itunes:image": consider(child.attributes["href"], width: nil)
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

  /// Writes its content as HTML; `escaping` when its text is text rather than HTML source.
  func writeHTML(into output: inout String, escaping: Bool) {
    for child in children {
      switch child {
      case .text(let text):
        guard escaping else {
          output += text
          continue
        }
        for character in text.unicodeScalars {
          switch character {
          case "<": output += "&lt;"
          case "&": output += "&amp;"
          default: output.unicodeScalars.append(character)
          }
        }
      case .element(let element):
        if Self.fields.contains(element.name) { continue }
        output += "<\(element.name)"
        for name in ["src", "width", "height"] {
          if let value = element.attributes[name], !value.contains("\"") { output += " \(name)=\"\(value)\"" }
        }
        output += ">"
        element.writeHTML(into: &output, escaping: escaping)
        output += "</\(element.name)>"
      }
    }
  }
}
