/// Tells formats apart by their first bytes.
enum Sniffer {
  /// An HTML page rather than XML or text.
  static func isWebPage(_ text: [UInt8]) -> Bool {
    let start = beginning(text)
    return ["<!doctype html", "<html", "<head", "<body", "<title", "<script", "<meta"].contains { start.hasPrefix($0) }
  }

  static func isXMLFeed(_ text: [UInt8]) -> Bool {
    let start = beginning(text)
    return ["<rss", "<feed", "<rdf", "<channel", "<atom:feed"].contains { start.hasPrefix($0) }
  }

  static func isCalendar(_ text: [UInt8]) -> Bool { beginning(text).hasPrefix("begin:vcalendar") }

  static func isJSON(_ text: [UInt8]) -> Bool {
    guard let first = text.first(where: { !$0.isASCIISpace }) else { return false }
    return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
  }

  /// The encoding that an XML declaration in ASCII names.
  static func declaredXMLEncoding(_ bytes: [UInt8]) -> String? {
    let start = String(decoding: bytes.prefix(256).map { $0 < 0x80 ? $0 : UInt8(ascii: "?") }, as: UTF8.self)
    guard let end = start.range(of: "?>"), let name = start[..<end].range(of: "encoding") else { return nil }
    let rest = start[name...].dropFirst("encoding".count).drop { $0 != "\"" && $0 != "'" }
    return rest.first.map { quote in String(rest.dropFirst().prefix { $0 != quote }) }
  }

  /// The first 64 characters in lower case, behind white space, XML declaration and comments.
  private static func beginning(_ text: [UInt8]) -> String {
    var index = 0
    while true {
      while index < text.count, text[index].isASCIISpace { index += 1 }
      if text.hasWord("<!--", at: index), let end = text.firstRange(of: "-->", from: index) {
        index = end.upperBound
      } else if text.hasWord("<?", at: index), let end = text.firstRange(of: "?>", from: index) {
        index = end.upperBound
      } else {
        return String(decoding: text[index...].prefix(64), as: UTF8.self).lowercased()
      }
    }
  }
}

extension String {
  /// Where `needle` begins.
  fileprivate func range(of needle: String) -> String.Index? { self[...].range(of: needle) }
}

extension Substring {
  fileprivate func range(of needle: String) -> String.Index? {
    indices.first { self[$0...].hasPrefix(needle) }
  }
}
