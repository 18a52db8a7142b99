import Board
import Scene
import TestSupport
import Testing

@testable import Typesetting

/// Texts of any length in every field of every card: what is laid out is bounded by what a panel can show, or in proportion to the text.
@Suite struct LongTextTests {
  /// Keeps the fonts open from one counted typesetter to the next.
  private let kept = Typesetter(fonts: fonts)

  static let words: [(name: String, text: @Sendable (Int) -> String)] = [
    ("one word", { "x".repeated($0) }),
    ("base64", { "aGVsbG8gd29ybGQ".repeated($0 / 15 + 1) }),
    ("prose", { "some words of a note, ".repeated($0 / 22 + 1) }),
    ("marks on one letter", { "a" + "\u{301}".repeated($0) }),
    ("spaces that are none", { "\u{200B}".repeated($0) }),
    ("Chinese", { "王小明".repeated($0 / 3 + 1) }),
    ("Arabic", { "محمد".repeated($0 / 4 + 1) }),
    ("turns", { "\u{202E}a\u{202C}".repeated($0 / 3 + 1) }),
    ("brackets", { "[".repeated($0) }),
  ]

  /// A card of each kind with the text in every field it has.
  static func cards(_ text: String) -> [Card] {
    let departure = DepartureFigure(
      due: text, unit: text, day: text, planned: text, expected: text, delay: text, platform: text, cancelled: text)
    let line = ChartFigure.Series(name: text, points: [ChartFigure.Point(x: 0, y: 1), ChartFigure.Point(x: 1, y: 2)])
    let figures: [(kind: Card.Kind, figure: Figure?)] = [
      (.header, nil), (.section, nil), (.row, nil), (.hero, nil), (.image, nil), (.text, nil), (.qr, nil),
      (.number, .number(NumberFigure(value: text, unit: text))), (.departure, .departure(departure)),
      (.agenda, .agenda(AgendaFigure(start: text, end: text))), (.agenda, .now(text)),
      (
        .chart, .chart(ChartFigure(series: [line, line], low: 0, high: 3, lowLabel: text, highLabel: text))
      ),
      (.button, .button(.ready)), (.button, .button(.failed(text))),
    ]
    return figures.enumerated().map { place, made in
      Card(
        id: CardID(place: place), kind: made.kind, title: text, subtitle: text, trail: text, badge: text, text: text,
        clock: text, figure: made.figure)
    }
  }

  /// What is laid out to place the cards and to draw their first tiles.
  private func cost(_ cards: [Card], width: Int = 480) -> (bytes: Int, longest: Int) {
    let typesetter = Typesetter(fonts: fonts)
    let page = typesetter.layout(cards, width: width, theme: light)
    _ = typesetter.rasterHeader(of: page, pictures: noPhoto)
    for tile in page.tiles.prefix(4) { _ = typesetter.raster(tile, of: page, pictures: noPhoto) }
    return (typesetter.shapedBytes, typesetter.longestShaped)
  }

  @Test(arguments: 0..<words.count)
  func twiceTheTextIsAtMostTwiceTheWork(index: Int) {
    let (name, text) = Self.words[index]
    for place in Self.cards("").indices {
      func card(_ count: Int) -> Card { Self.cards(text(count))[place] }
      let kind = card(0).kind
      let one = cost([card(4_000)])
      let two = cost([card(8_000)])
      #expect(two.bytes <= one.bytes * 2 + 8_000, "\(name) in \(kind)")
      // Long texts end at 40,000 letters.
      let most = cost([card(60_000)])
      #expect(most.bytes <= 11 * one.bytes + 8_000, "\(name) in \(kind)")
      // Nobody waits for more than a piece: 1,000 scalars of four bytes.
      #expect(max(one.longest, most.longest) <= 4_100, "\(name) in \(kind)")
    }
  }

  /// One word of 40,000 letters and a megabyte of text, in every field of every card at once.
  @Test func aMegabyteInEveryFieldIsLaidOut() {
    for text in ["x".repeated(40_000), "some words, ".repeated(90_000), "a" + "\u{301}".repeated(500_000)] {
      let cost = cost(Self.cards(text))
      #expect(cost.bytes < 500_000)
      #expect(cost.longest <= 4_100)
    }
  }

  /// A field of few lines costs the same whatever its length.
  @Test func whatCannotBeSeenIsNotLaidOut() {
    for text in [Text("x".repeated(1000), .body), Text("x".repeated(4000), .caption, lines: 3)] {
      let typesetter = Typesetter(fonts: fonts)
      let block = typesetter.block(text, width: 200, theme: light)
      #expect(block.isCut)
      #expect(typesetter.shapedBytes < 700)
    }
  }

  /// In pieces, lines break where they break in one.
  @Test(arguments: 0..<12 as Range<UInt64>, [37, 130, 333, 620])
  func piecesBreakWhereTheWholeDoes(seed: UInt64, width: Int) {
    var random = SplitMix64(seed: seed)
    let vocabulary = [
      "a", "note", "**bold**", "straightforward", "[link](x)", "x".repeated(90), "Größe", "12:30", "–", "王小明王小明",
    ]
    let words = (0..<Int.random(in: 200...900, using: &random)).map { _ in vocabulary.randomElement(using: &random)! }
    let source = words.joined(separator: " ")
    let typesetter = Typesetter(fonts: fonts)
    let whole = typesetter.block(Text(paragraph: Markup(parsing: source), .body), width: width, theme: light)
    let article = typesetter.article(source, .body, width: width, theme: light)
    #expect(article.height == whole.height)
    #expect(article.paragraphs.count > 1)
    #expect(
      article.paragraphs.map(\.words.plain).joined(separator: " ").filter { $0 != " " }
        == Markup(parsing: source).plain.filter { $0 != " " })
    var top = 0
    for piece in article.paragraphs {
      #expect(piece.top == top)
      let block = typesetter.block(Text(paragraph: piece.words, .body), width: width, theme: light)
      #expect(block.height == piece.height)
      top += piece.height
    }
  }

  /// A long note is shown whole.
  @Test func aLongNoteIsWhole() {
    let paragraph = (0..<400).map { "word\($0)" }.joined(separator: " ")
    let note = (0..<8).map { "\($0) " + paragraph }.joined(separator: "\n\n")
    let article = Typesetter(fonts: fonts).article(note, .body, width: 600, theme: light)
    let shown = article.paragraphs.map(\.words.plain).joined(separator: " ")
    #expect(shown.filter { $0 != " " } == note.filter { $0 != " " && $0 != "\n" })
  }

  /// All pieces of a paragraph are read in its own direction.
  @Test func piecesKeepTheDirection() {
    let source = "محمد " + "Latin words go on for long ".repeated(120)
    let typesetter = Typesetter(fonts: fonts)
    let article = typesetter.article(source, .body, width: 300, theme: light)
    #expect(article.paragraphs.count > 2)
    for piece in article.paragraphs {
      #expect(piece.words.plain.isRightToLeft == true || piece.words.plain.unicodeScalars.first == "\u{200F}")
    }
  }
}
