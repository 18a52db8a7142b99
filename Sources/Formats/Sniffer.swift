import Markup

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

  /// What bytes are that nobody reads as text; nil for text.
  ///
  /// - Parameter text: the same in UTF-8. Of it only the beginning is looked at: a log may have a stray byte in it.
  static func binaryKind(_ bytes: [UInt8], _ text: [UInt8]) -> String? {
    for (signature, kind) in signatures where bytes.starts(with: signature) { return kind }
    return text.prefix(4_096).contains(where: isBinary) ? "bytes that are no text" : nil
  }

  /// Source: the WHATWG MIME Sniffing Standard, section 3, "binary data byte".
  private static func isBinary(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x00...0x08, 0x0B, 0x0E...0x1A, 0x1C...0x1F: true
    default: false
    }
  }

  /// Those that may begin without such a byte, and those whose name helps.
  private static let signatures: [([UInt8], String)] = [
    ([0x89, 0x50, 0x4E, 0x47], "a PNG picture"), ([0xFF, 0xD8, 0xFF], "a JPEG picture"),
    (Array("GIF8".utf8), "a GIF picture"), (Array("%PDF-".utf8), "a PDF"), ([0x50, 0x4B, 3, 4], "a ZIP archive"),
    ([0x1F, 0x8B], "a packed file (gzip)"), ([0x7F, 0x45, 0x4C, 0x46], "a program"),
    ([0x28, 0xB5, 0x2F, 0xFD], "a packed file (zstd)"), (Array("BZh".utf8), "a packed file (bzip2)"),
    ([0xFD, 0x37, 0x7A, 0x58, 0x5A], "a packed file (xz)"), (Array("ID3".utf8), "a sound (MP3)"),
  ]

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
        // Fits: `index` went on past bytes that are there.
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
    // Fits: an index of its own.
    indices.first { self[$0...].hasPrefix(needle) }
  }
}
