import Board
import Markup

/// One article, whatever format its feed has; absent texts are nil.
struct FeedItem {
  var id: String?
  var title: String?
  var link: String?
  var summary: String?
  var content: String?
  var image: String?
  var author: String?
  var source: String?
  /// As the feed wrote it.
  var date: String?

  /// `{id, title, link, summary, content, image, author, source, date}`, all texts plain, absent ones left out.
  ///
  /// `summary` and `content` stand in for each other, and an item without identity is known by its link, else by its title
  /// and date.
  var value: Value {
    var item = self
    if item.content == nil { item.content = summary }
    if item.summary == nil { item.summary = content.map(HTMLText.firstParagraph) }
    if item.id == nil { item.id = link ?? Self.joined(title ?? item.summary, date) }
    let fields = [
      ("id", item.id), ("title", item.title), ("link", item.link), ("summary", item.summary), ("content", item.content),
      ("image", item.image), ("author", item.author), ("source", item.source), ("date", item.date),
    ]
    return .record(Record(fields.compactMap { name, text in text.flatMap(Self.full).map { (name, Value.text($0)) } }))
  }

  /// The trimmed text; nil when nothing is left.
  static func full(_ text: some StringProtocol) -> String? {
    let text = String(text.trimmed)
    return text.isEmpty ? nil : text
  }

  private static func joined(_ first: String?, _ second: String?) -> String? {
    let parts = [first, second].compactMap { $0 }
    return parts.isEmpty ? nil : parts.joined(separator: " ")
  }
}
