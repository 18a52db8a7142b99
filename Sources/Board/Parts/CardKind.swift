public import Scene

/// A kind of card of a program of one's own: measured and drawn on the canvas Vitrine's cards are drawn on, and known to checker, schema
/// and reference by its keys.
///
/// The same values in the same width give the same height and the same picture: cards are kept as tiles, and drawn again only when their
/// values differ. Both functions run off the frame thread, on several queues at once.
public protocol CardKind: Sendable {
  /// As a board writes it: `- dial: {…}`. Letters, digits, `-` and `_`.
  var name: String { get }
  /// One sentence.
  var summary: String { get }
  /// What a board may say of it, beside the keys every card has.
  var keys: [CardKey] { get }
  /// How high the card is, in dp, on a canvas as wide as it will be; kept within 1 and 4,000.
  func height(of values: NamedValues, on canvas: CardCanvas) -> Double
  /// Draws the card on a canvas of its size; its surface is there already.
  func draw(_ values: NamedValues, on canvas: inout CardCanvas)
}

/// A key of a card kind.
public struct CardKey: Sendable, Hashable {
  /// How it is written, and what it gives.
  public enum Kind: Sendable, Hashable {
    /// A template, `"{name} of {total}"`; gives a text.
    case text
    /// An expression; gives a number.
    case number
    /// An expression; gives whether it holds.
    case flag
    /// An expression; gives a list of at most 10,000 numbers, of one where it is a single number.
    case numbers
    /// One of these words.
    case choice([String])
  }

  /// As a board writes it. Letters, digits, `-` and `_`.
  public var name: String
  /// How it is written.
  public var kind: Kind
  /// A card without it is a mistake.
  public var isRequired: Bool
  /// What leaving it out means, as a board would write it: what a card without the key then gets. Nil gives it no value.
  public var standard: String?
  /// One sentence.
  public var summary: String

  /// For the parameters see the properties.
  public init(_ name: String, _ kind: Kind, isRequired: Bool = false, standard: String? = nil, _ summary: String) {
    self.name = name
    self.kind = kind
    self.isRequired = isRequired
    self.standard = standard
    self.summary = summary
  }
}

/// What a card kind is measured and drawn on: dp from the card's upper left corner, text in the steps of the type scale, colours of the
/// theme.
///
/// What is drawn is noted, and drawn at the panel's scale once the kind is done; on whole pixels, where edges are to be crisp.
public struct CardCanvas {
  /// The card's, in dp; without a height while it is measured.
  public let size: Size
  /// What it is drawn in.
  public let colors: CardColors
  /// Reads from right to left: what stands at the leading edge stands at the right.
  public let isMirrored: Bool
  package var marks: [CardMark] = []
  private let measurer: (CardText, Double) -> CardText.Extent

  package init(
    size: Size, colors: CardColors, isMirrored: Bool, measurer: @escaping (CardText, Double) -> CardText.Extent
  ) {
    self.size = size
    self.colors = colors
    self.isMirrored = isMirrored
    self.measurer = measurer
  }

  /// The most that is drawn of one card; what comes after is left out.
  public static let mostMarks = 10_000

  /// How much room a text takes.
  ///
  /// - Parameter width: dp to wrap or cut at.
  public func measure(_ text: CardText, width: Double) -> CardText.Extent { measurer(text, Self.kept(width)) }

  /// Fills a rectangle.
  ///
  /// - Parameters:
  ///   - rect: dp.
  ///   - radius: of its corners, dp.
  public mutating func fill(_ rect: Rect, _ color: Color, radius: Double = 0) {
    add(.fill(rect, color, radius: radius), rect)
  }

  /// Draws a vector drawing so that its view box fills a rectangle.
  ///
  /// - Parameters:
  ///   - rect: dp.
  ///   - ink: what `Drawing.Paint.current` means.
  public mutating func draw(_ drawing: Drawing, in rect: Rect, ink: Color) { add(.drawing(drawing, rect, ink), rect) }

  /// Draws a text.
  ///
  /// - Parameters:
  ///   - place: of its first line's upper left corner, dp.
  ///   - width: dp to wrap or cut at, and to align in.
  public mutating func draw(
    _ text: CardText, at place: Point, width: Double, edge: CardText.Edge = .leading, ink: Color
  ) {
    add(
      .text(text, place, width: Self.kept(width), edge, ink), Rect(x: place.x, y: place.y, width: width, height: 0))
  }

  private mutating func add(_ mark: CardMark, _ place: Rect) {
    guard marks.count < Self.mostMarks,
      [place.x, place.y, place.width, place.height].allSatisfy({ $0.isFinite && $0.magnitude < 100_000 })
    else { return }
    marks.append(mark)
  }

  private static func kept(_ width: Double) -> Double { width.isFinite ? min(max(width, 1), 10_000) : 1 }
}

/// One thing that is drawn on a card.
package enum CardMark {
  case fill(Rect, Color, radius: Double)
  case drawing(Drawing, Rect, Color)
  case text(CardText, Point, width: Double, CardText.Edge, Color)
}

/// A text on a card.
public struct CardText: Sendable, Hashable {
  /// A step of the type scale, in dp from one baseline to the next.
  public enum Style: Sendable, Hashable, CaseIterable {
    /// 18: beside plots, and in frames.
    case caption
    /// 22: the second line.
    case secondary
    /// 24: running text.
    case body
    /// 26: the first line.
    case label
    /// 32: a card's own heading.
    case title
    /// 38 and more: what is read from across the room.
    case headline, large, display, figure
  }

  /// Where its lines stand in their width.
  public enum Edge: Sendable, Hashable {
    /// Where the text is read from: the left, or the right on a mirrored card.
    case leading
    /// As far from both edges.
    case middle
    /// Where the text is read to.
    case trailing
  }

  /// How much room a text takes, in dp.
  public struct Extent: Sendable, Hashable {
    /// Of the widest line.
    public var width: Double
    /// Of all its lines.
    public var height: Double
    /// Words are missing at its end.
    public var isCut: Bool

    package init(width: Double, height: Double, isCut: Bool) {
      (self.width, self.height, self.isCut) = (width, height, isCut)
    }
  }

  /// What is written.
  public var words: String
  /// How large.
  public var style: Style
  /// More are cut with an ellipsis; at least 1.
  public var lines: Int
  /// Digits of equal width, for what counts or stands in columns.
  public var hasTabularDigits: Bool

  /// For the parameters see the properties.
  public init(_ words: String, _ style: Style, lines: Int = 1, hasTabularDigits: Bool = false) {
    self.words = words
    self.style = style
    self.lines = max(lines, 1)
    self.hasTabularDigits = hasTabularDigits
  }
}

/// The colours of one card: those of the theme, or, where its tone fills it, those that can be read on the tone.
public struct CardColors: Sendable, Hashable {
  /// The card's own ground.
  public let surface: Color
  /// What is to be read.
  public let text: Color
  /// What is read second.
  public let muted: Color
  /// What carries the meaning, as text: in the card's tone.
  public let value: Color
  /// What carries the meaning, as a shape: in the card's tone, or the board's own colour.
  public let plot: Color

  package init(surface: Color, text: Color, muted: Color, value: Color, plot: Color) {
    self.surface = surface
    self.text = text
    self.muted = muted
    self.value = value
    self.plot = plot
  }
}
