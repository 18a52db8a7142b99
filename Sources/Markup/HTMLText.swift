import Numbers

/// The text of an HTML fragment, and its first picture.
///
/// Paragraphs and headings are set apart by an empty line, lines and list items by a line break; scripts, styles and embedded
/// things are dropped; white space collapses. Written by hand over bytes rather than on libxml2's HTML tree because it is linear in
/// time and has no depth: 20,000 nested tags cost as much as 20,000 words. What only looks like markup stays: `Price <b`.
public struct HTMLText: Sendable {
  /// Without white space at both ends.
  public private(set) var text: String
  /// `src` of the first `<img>` that is not a counting pixel and not a `data:` address.
  public private(set) var firstImage: String?

  /// How paragraphs are told apart.
  public enum Paragraphs: Sendable {
    /// By an empty line, for prose.
    case apart
    /// By a line break alone, where there is room for a few lines.
    case onLines
  }

  /// - Parameters:
  ///   - html: a fragment of a page.
  ///   - paragraphs: how they are told apart.
  public init(_ html: String, paragraphs: Paragraphs = .apart) {
    var scanner = Scanner(Array(html.utf8), paragraphBreak: paragraphs == .apart ? 2 : 1)
    scanner.run()
    text = String(decoding: scanner.output, as: UTF8.self)
    firstImage = scanner.firstImage
  }

  /// The text up to the first empty line.
  public static func firstParagraph(of text: String) -> String {
    let utf8 = text.utf8
    var previous = utf8.startIndex
    for index in utf8.indices where utf8[index] == UInt8(ascii: "\n") {
      // Fits: an index of its own text.
      if index > utf8.startIndex, utf8[previous] == UInt8(ascii: "\n") { return String(text[..<previous]) }
      previous = index
    }
    return text
  }

  private struct Scanner {
    // Indices: `index` is before the end wherever a byte is looked at, and no search begins behind it.
    private let html: [UInt8]
    private var index = 0
    private(set) var output: [UInt8] = []
    private(set) var firstImage: String?
    private var pendingSpace = false
    private var pendingBreaks = 0
    private var isPreformatted = false
    /// No tag can end behind this place; keeps `<a<a<a…` linear.
    private let lastClosing: Int
    /// Line breaks between paragraphs.
    private let paragraphBreak: Int
    /// What is opened and has no end tag in the rest of the text; keeps `<iframe><iframe>…` linear.
    private var unclosed: Set<String> = []

    init(_ html: [UInt8], paragraphBreak: Int) {
      self.html = html
      self.paragraphBreak = paragraphBreak
      lastClosing = html.lastIndex(of: UInt8(ascii: ">")) ?? -1
      output.reserveCapacity(html.count)
    }

    mutating func run() {
      while index < html.count {
        let byte = html[index]
        if byte == UInt8(ascii: "<"), skipMarkup() { continue }
        if byte == UInt8(ascii: "&"), let reference = CharacterReference(in: html, at: index) {
          emit(reference.scalar)
          index += reference.length
        } else if html.hasWord("\u{A0}", at: index) {
          pendingSpace = true
          index += 2
        } else if byte.isASCIISpace {
          if isPreformatted && byte == UInt8(ascii: "\n") { breakLine(1) } else { pendingSpace = true }
          index += 1
        } else {
          if byte >= 0x20 && byte != 0x7F { emit(byte) }
          index += 1
        }
      }
    }

    /// Steps over a tag or comment at `index`; false when the `<` is only a sign.
    private mutating func skipMarkup() -> Bool {
      guard index + 1 < html.count else { return false }
      let next = html[index + 1]
      if next == UInt8(ascii: "!") || next == UInt8(ascii: "?") {
        let isComment = html.hasWord("<!--", at: index)
        let end = isComment ? html.firstRange(of: "-->", from: index + 4) : html.firstRange(of: ">", from: index)
        index = end?.upperBound ?? html.count
        return true
      }
      let isEnd = next == UInt8(ascii: "/")
      let nameStart = index + (isEnd ? 2 : 1)
      guard nameStart < lastClosing, html[nameStart].isASCIILetter, let tag = Tag(html, nameStart: nameStart) else {
        return false
      }
      index = tag.end
      if Self.dropped.contains(tag.name) {
        if !isEnd && !tag.isSelfClosing { skipContent(of: tag.name) }
        return true
      }
      switch tag.name {
      case "img": noteImage(tag)
      case "br": breakLine(min(pendingBreaks + 1, paragraphBreak))
      case "li":
        breakLine(1)
        if !isEnd { emit("• ") }
      case "td", "th": pendingSpace = true
      case "pre":
        breakLine(paragraphBreak)
        isPreformatted = !isEnd
      default:
        if Self.paragraphs.contains(tag.name) {
          breakLine(paragraphBreak)
        } else if Self.lines.contains(tag.name) {
          breakLine(1)
        }
      }
      return true
    }

    /// Behind the end tag; of a program or a style without one to the end, of anything else no further than its own tag.
    private mutating func skipContent(of name: String) {
      guard !unclosed.contains(name) else { return }
      let needle = Array("</\(name)".utf8)
      var place = index
      while let start = html[place...].firstIndex(of: UInt8(ascii: "<")), start + needle.count <= html.count {
        place = start + 1
        let isEnd = (0..<needle.count).allSatisfy { html[start + $0].lowercasedASCII == needle[$0] }
        let next = start + needle.count
        if isEnd, next == html.count || !html[next].isASCIILetter {
          index = html.firstRange(of: ">", from: start)?.upperBound ?? html.count
          return
        }
      }
      if name == "script" || name == "style" { index = html.count } else { unclosed.insert(name) }
    }

    private mutating func noteImage(_ tag: Tag) {
      guard firstImage == nil, let source = tag.attribute("src", in: html), !source.isEmpty else { return }
      guard !source.lowercased().hasPrefix("data:") else { return }
      for side in ["width", "height"] {
        if let size = tag.attribute(side, in: html), let pixels = Int(size.prefix { $0.isNumber }), pixels <= 2 {
          return
        }
      }
      firstImage = source
    }

    private mutating func breakLine(_ count: Int) { pendingBreaks = max(pendingBreaks, min(count, 2)) }

    private mutating func emitPending() {
      if !output.isEmpty {
        if pendingBreaks > 0 {
          for _ in 0..<pendingBreaks { output.append(UInt8(ascii: "\n")) }
        } else if pendingSpace && output.last != UInt8(ascii: " ") {
          output.append(UInt8(ascii: " "))
        }
      }
      pendingBreaks = 0
      pendingSpace = false
    }

    private mutating func emit(_ byte: UInt8) {
      emitPending()
      output.append(byte)
    }

    private mutating func emit(_ text: StaticString) {
      emitPending()
      unsafe output.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    private mutating func emit(_ scalar: Unicode.Scalar) {
      if scalar.value == 0xA0 || scalar.properties.isWhitespace {
        pendingSpace = true
      } else {
        emitPending()
        output.append(scalar)
      }
    }

    private static let dropped: Set<String> = [
      "script", "style", "template", "svg", "iframe", "object", "video", "audio", "math", "head", "title", "select",
      "textarea",
    ]
    private static let paragraphs: Set<String> = [
      "p", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "dl", "blockquote", "table", "hr", "figure",
    ]
    private static let lines: Set<String> = [
      "div", "tr", "dt", "dd", "section", "article", "header", "footer", "aside", "figcaption", "address", "main",
    ]
  }

  /// A tag's name and where its attributes stand.
  private struct Tag {
    // Indices: the same; an attribute's name and value lie within the tag's attributes.
    /// Lower case.
    var name: String
    var isSelfClosing: Bool
    /// Offset behind the `>`.
    var end: Int
    private var attributes: Range<Int>

    /// nil when the tag is never closed.
    init?(_ html: [UInt8], nameStart: Int) {
      var index = nameStart
      while index < html.count, !html[index].isASCIISpace, html[index] != UInt8(ascii: ">"),
        html[index] != UInt8(ascii: "/")
      {
        index += 1
      }
      name = String(decoding: html[nameStart..<index].prefix(16), as: UTF8.self).lowercased()
      let start = index
      var quote: UInt8?
      while index < html.count {
        let byte = html[index]
        if let open = quote {
          if byte == open { quote = nil }
        } else if (byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'")) && Self.isValueStart(html, index) {
          quote = byte
        } else if byte == UInt8(ascii: ">") {
          break
        }
        index += 1
      }
      if index >= html.count {
        // A quote that never ends would swallow the rest; the first > ends the tag then.
        guard quote != nil, let close = html[start...].firstIndex(of: UInt8(ascii: ">")) else { return nil }
        index = close
      }
      attributes = start..<index
      isSelfClosing = index > start && html[index - 1] == UInt8(ascii: "/")
      end = index + 1
    }

    func attribute(_ wanted: String, in html: [UInt8]) -> String? {
      var index = attributes.lowerBound
      while index < attributes.upperBound {
        while index < attributes.upperBound, html[index].isASCIISpace || html[index] == UInt8(ascii: "/") { index += 1 }
        let nameStart = index
        while index < attributes.upperBound, !html[index].isASCIISpace, html[index] != UInt8(ascii: "=") { index += 1 }
        let name = String(decoding: html[nameStart..<index], as: UTF8.self).lowercased()
        while index < attributes.upperBound, html[index].isASCIISpace { index += 1 }
        guard index < attributes.upperBound, html[index] == UInt8(ascii: "=") else {
          if nameStart == index { index += 1 }
          continue
        }
        index += 1
        while index < attributes.upperBound, html[index].isASCIISpace { index += 1 }
        guard index < attributes.upperBound else { return nil }
        let quote = html[index]
        let isQuoted = quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'")
        if isQuoted { index += 1 }
        let valueStart = index
        while index < attributes.upperBound, isQuoted ? html[index] != quote : !html[index].isASCIISpace { index += 1 }
        if name == wanted { return Self.unescaped(Array(html[valueStart..<index])) }
        index += 1
      }
      return nil
    }

    private static func isValueStart(_ html: [UInt8], _ index: Int) -> Bool {
      var before = index - 1
      while before > 0, html[before].isASCIISpace { before -= 1 }
      return before >= 0 && html[before] == UInt8(ascii: "=")
    }

    private static func unescaped(_ bytes: [UInt8]) -> String {
      var output: [UInt8] = []
      var index = 0
      while index < bytes.count {
        if bytes[index] == UInt8(ascii: "&"), let reference = CharacterReference(in: bytes, at: index) {
          output.append(reference.scalar)
          index += reference.length
        } else {
          output.append(bytes[index])
          index += 1
        }
      }
      return String(decoding: output, as: UTF8.self)
    }
  }
}
