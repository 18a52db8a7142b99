import Board
import Glibc
import Markup
import Numbers

/// JSON Feed 1.0 and 1.1, normalised like the XML feeds. Source: jsonfeed.org/version/1.1.
enum JSONFeed {
  private static let word = Array("jsonfeed.org".utf8)

  /// Whether JSON may be one: false is sure.
  static func isPossible(_ text: [UInt8]) -> Bool {
    guard text.first(where: { !$0.isASCIISpace }) == UInt8(ascii: "{") else { return false }
    return unsafe text.withUnsafeBytes { all in
      guard let start = all.baseAddress else { return false }
      var index = 0
      // Its first letter is a rare one.
      let letter = Int32(UInt8(ascii: "j"))
      while index < all.count, let found = unsafe memchr(start + index, letter, all.count - index) {
        index = unsafe UnsafeRawPointer(found) - start
        // Fits: where it was found, which is within the text.
        if unsafe all[index...].starts(with: word) { return true }
        index += 1
      }
      return false
    }
  }

  static func isFeed(_ value: Value) -> Bool {
    guard case .record(let record) = value, case .text(let version) = record["version"] else { return false }
    return version.contains("jsonfeed.org/version")
  }

  static func items(of value: Value, address: String?) throws(FormatError) -> Value {
    guard isFeed(value), case .record(let feed) = value, case .list(let items) = feed["items"] else {
      throw FormatError(
        "this JSON is no feed: no \"version\" of jsonfeed.org or no \"items\" in it; write as: json to read it")
    }
    let base = text(feed, "home_page_url") ?? text(feed, "feed_url") ?? address
    return .list(
      items.prefix(Feed.itemLimit).compactMap { item in
        guard case .record(let record) = item else { return nil }
        return read(record, of: feed, base: base).value
      })
  }

  private static func read(_ record: Record, of feed: Record, base: String?) -> FeedItem {
    let link = (text(record, "url") ?? text(record, "external_url")).flatMap { WebAddress.resolve($0, against: base) }
    let html = text(record, "content_html").map { HTMLText($0) }
    let pictures = [text(record, "image"), text(record, "banner_image"), attachedPicture(record)]
    return FeedItem(
      id: text(record, "id"), title: text(record, "title"), link: link, summary: text(record, "summary"),
      content: text(record, "content_text") ?? html?.text,
      image: pictures.lazy.compactMap { $0.flatMap { WebAddress.resolve($0, against: base) } }.first
        ?? html?.firstImage.flatMap { WebAddress.resolve($0, against: link ?? base) },
      author: author(record) ?? author(feed), source: text(feed, "title"),
      date: text(record, "date_published") ?? text(record, "date_modified"))
  }

  private static func author(_ record: Record) -> String? {
    if case .list(let authors) = record["authors"], case .record(let first) = authors.first {
      return text(first, "name")
    }
    if case .record(let author) = record["author"] { return text(author, "name") }
    return nil
  }

  private static func attachedPicture(_ record: Record) -> String? {
    guard case .list(let attachments) = record["attachments"] else { return nil }
    for case .record(let attachment) in attachments {
      if text(attachment, "mime_type")?.hasPrefix("image/") == true { return text(attachment, "url") }
    }
    return nil
  }

  /// Identities are often written as numbers.
  private static func text(_ record: Record, _ name: String) -> String? {
    switch record[name] {
    case .text(let text): FeedItem.full(text)
    case .number(let number): Int(exactly: number).map(String.init) ?? String(number)
    default: nil
    }
  }
}
