import Board
import Numbers
import Scene

/// A long text as paragraphs, each laid out by itself: a tile from its middle costs no more than the paragraphs it shows.
///
/// A long paragraph comes in several, each some lines of it. Pango sets the rest of a word anew for each line it breaks it into, so that
/// a word twice as long takes four times as long; and every tile would set all of it again, while all others wait for the fonts.
struct Article {
  /// A paragraph, or some lines of one.
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

  /// Scalars that are laid out at once: some lines, and never so many that others wait for long.
  static func most(_ style: TypeStyle, width: Int, theme: ResolvedTheme) -> Int {
    // The narrowest letters are a quarter of their size wide.
    let line = Double(width) / max(style.size * theme.scale / 4, 1)
    return min(max(Int(clamping: 12 * line), 48), 1000)
  }

  /// Splits and measures a text. A line break begins a paragraph; an empty line puts half a line between them.
  init(_ string: String, _ style: TypeStyle, width: Int, typesetter: Typesetter, theme: ResolvedTheme) {
    self.style = style
    self.width = width
    var hasSpace = false
    for line in Self.lines(of: string) {
      if line.isEmpty {
        hasSpace = true
        continue
      }
      if hasSpace, !paragraphs.isEmpty { height += theme.whole(style.leading / 2) }
      hasSpace = false
      add(Markup(parsing: line).written(in: theme.digits), typesetter: typesetter, theme: theme)
    }
  }

  /// Lays out as much as may be at once, keeps all lines of it but the last, and goes on with that.
  private mutating func add(_ words: Markup, typesetter: Typesetter, theme: ResolvedTheme) {
    let most = Self.most(style, width: width, theme: theme)
    let utf8 = words.plain.utf8
    let scalars = words.plain.unicodeScalars
    let isRightToLeft = words.plain.isRightToLeft
    var start = scalars.startIndex
    var offset = 0
    repeat {
      let end = scalars.index(start, offsetBy: most, limitedBy: scalars.endIndex) ?? scalars.endIndex
      let count = utf8.distance(from: start, to: end)
      // The first letter of the whole says which way is read.
      let own = String(scalars[start..<end]).isRightToLeft
      let mark = offset == 0 || own == isRightToLeft ? "" : isRightToLeft == true ? "\u{200F}" : "\u{200E}"
      var part = words.part(offset..<offset + count, mark: mark)
      let block = typesetter.block(Text(paragraph: part, style), width: width, theme: theme)
      var taken = count
      var lines = block.lineCount
      if end < scalars.endIndex, lines > 1, block.starts[lines - 1] > mark.utf8.count {
        // No part ends within a word: only whole ones are parted with a sign.
        var kept = lines - 1
        while kept > 1, part.isWithinWord(block.starts[kept]) { kept -= 1 }
        if part.isWithinWord(block.starts[kept]) { kept = lines - 1 }
        let last = block.starts[kept]
        taken = last - mark.utf8.count
        lines = kept
        // The space a line ended with was no part of its width.
        let plain = part.plain.utf8.prefix(last)
        let spaces = plain.reversed().prefix { $0 == UInt8(ascii: " ") }.count
        part = words.part(offset..<offset + max(taken - spaces, 0), mark: mark)
      }
      paragraphs.append(Paragraph(words: part, top: height, height: lines * block.leading))
      height += lines * block.leading
      start = utf8.index(start, offsetBy: taken)
      offset += taken
    } while start < scalars.endIndex
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
