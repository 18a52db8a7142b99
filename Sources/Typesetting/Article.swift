/// A long text as paragraphs, each laid out by itself: a tile from its middle costs no more than the paragraphs it shows.
struct Article {
  struct Paragraph {
    var words: Markup
    /// From the article's top, in pixels.
    var top: Int
    var height: Int
  }

  let style: TypeStyle
  let width: Int
  private(set) var paragraphs: [Paragraph] = []
  /// In pixels.
  private(set) var height = 0

  /// Longer texts are cut: nobody reads further on a panel, and every paragraph is measured.
  private static let longest = 40_000

  /// Splits and measures a text. A line break begins a paragraph; an empty line puts half a line between them.
  init(_ string: String, _ style: TypeStyle, width: Int, typesetter: Typesetter, look: Look) {
    self.style = style
    self.width = width
    var hasSpace = false
    for line in Self.lines(of: string) {
      if line.isEmpty {
        hasSpace = true
        continue
      }
      if hasSpace, !paragraphs.isEmpty { height += look.whole(style.leading / 2) }
      hasSpace = false
      let words = Markup(parsing: line)
      let block = typesetter.block(Text(paragraph: words, style), width: width, look: look)
      paragraphs.append(Paragraph(words: words, top: height, height: block.height))
      height += block.height
    }
  }

  /// Lines without their ends, controls and outer spaces.
  private static func lines(of string: String) -> [String] {
    var lines: [String] = []
    var line = String.UnicodeScalarView()
    func trimmed() -> String {
      String(String.UnicodeScalarView(line.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()))
    }
    var count = 0
    for scalar in string.unicodeScalars {
      count += 1
      if count > longest {
        line.append("…")
        break
      }
      switch scalar {
      case "\n", "\u{2028}", "\u{2029}":
        lines.append(trimmed())
        line = String.UnicodeScalarView()
      case _ where scalar.isControl: line.append(" ")
      default: line.append(scalar)
      }
    }
    lines.append(trimmed())
    return lines
  }
}
