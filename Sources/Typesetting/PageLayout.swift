public import Board
import Numbers
public import Scene

/// Where the cards of a page lie, and into which tiles they are cut. Page pixels; row 0 is below the pinned header.
///
/// A phone's page is one column; where there is room, blocks of cards flow into several (`PageFlow`). The tiles cover the page from side
/// to side and from 0 to `height` without gaps, apart from its last margin, which is background.
public struct PageLayout: Sendable {
  /// A card and its places.
  public struct Placed: Sendable {
    // There may be a hundred thousand: no place is larger than it has to be.
    /// What its tiles cover: the card with the page's margins and the space around it.
    public var box: PixelRect
    /// The card's own edges; what is pressed and tapped.
    public var frame: PixelRect
    private var shared: Shared<Arrangement>
    /// All of the page: a hundred thousand hold no cards of their own.
    private let cards: [Card]
    private let place: Int32
    /// Nobody has measured how high it is yet.
    let isGuess: Bool

    init(
      _ order: Int, of cards: [Card], box: PixelRect, frame: PixelRect, _ arrangement: Shared<Arrangement>,
      isGuess: Bool = false
    ) {
      (self.box, self.frame, shared, self.cards) = (box, frame, arrangement, cards)
      (place, self.isGuess) = (Int32(clamping: order), isGuess)
    }

    /// Where it stands among the page's cards in the order the board gives them, which is the order they are read in.
    public var order: Int { Int(clamping: place) }

    /// What is drawn.
    public var card: Card { cards[order] }

    // Of the card where it stands: taken out of the page's, it counts for all that it holds.
    /// Which card that is.
    public var id: CardID { cards[order].id }
    /// A tap on it does something.
    public var isTappable: Bool { cards[order].tap != nil }
    /// It has words for who does not see it.
    public var isHeard: Bool { cards[order].isHeard }
    /// The pictures it shows.
    public var pictures: (first: ImageReference?, last: ImageReference?) { (cards[order].image, cards[order].endImage) }
    /// It is set by touching it.
    var isControl: Bool {
      switch cards[order].figure {
      case .keyboard, .control: true
      default: false
      }
    }

    var arrangement: Arrangement {
      get { shared.value }
      set { shared = Shared(newValue) }
    }

    /// Of the frame's corners, in pixels; none where it joins a row above and one below.
    public func radius(_ theme: ResolvedTheme) -> Double {
      arrangement.corners.isEmpty ? 0 : Double(theme.whole(Design.radius))
    }
  }

  /// What it is laid out with, and is to be drawn with: larger than the board's where it fills the panel.
  public let theme: ResolvedTheme
  /// What stays while the page scrolls, in pixels of the panel: a header card that comes first. A band at the top, whose rows are its own;
  /// on a panel that is a bar a column at the leading edge, as high as the panel.
  public private(set) var header: Placed?
  /// All of the header; nil without one.
  public private(set) var headerTile: PageTile?
  /// By their upper edges, those beside each other in reading order.
  public internal(set) var cards: [Placed] = []
  /// From the top; their blocks are places in `cards`.
  public internal(set) var tiles: [PageTile] = []
  /// Of everything that scrolls.
  public internal(set) var height = 0
  /// Lists and cards flow from column to column: how high one is decides where others stand.
  public internal(set) var hasColumns = false
  /// What lies beyond the first panels is as high as others like it: `Typesetter.measure` finds out how high it is.
  public internal(set) var isGuessed = false
  /// Rows that the header takes from what scrolls; none where it stands beside it.
  var headerHeight: Int { header.map { $0.arrangement.isLeading ? 0 : $0.frame.height } ?? 0 }

  init(theme: ResolvedTheme) { self.theme = theme }

  mutating func pin(_ header: Placed, _ hasher: TileHasher) {
    self.header = header
    headerTile = PageTile(key: hasher.base(of: header), frame: header.box)
  }

  /// Where cards lie across a page: its left and its right edge, in pixels. At least one pixel wide.
  ///
  /// - Parameter widest: in dp; a wider page has broader margins.
  static func column(
    width: Int, theme: ResolvedTheme, widest: Double = Design.maximumWidth
  ) -> (left: Int, right: Int) {
    let margin = theme.whole(Design.margin(pageWidth: Double(width) / theme.scale))
    let inner = max(min(width - 2 * margin, theme.whole(widest)), 1)
    let left = (width - inner) / 2
    return (left, left + inner)
  }
}

extension Typesetter {
  /// Lays a page out: blocks in columns, with grids in them.
  ///
  /// Pictures, and rows and headings whose words surely have room, are placed by their metrics alone; only what may wrap is measured.
  /// 10,000 short rows take some ten milliseconds, most of them for the hashes. 10,000 that wrap take four seconds, and twenty
  /// milliseconds where the layout is in haste.
  ///
  /// - Parameters:
  ///   - width: of the panel, in pixels.
  ///   - height: of the panel, in pixels; nil takes about that of a panel lying on its side.
  ///   - shape: how the cards take that room.
  ///   - foot: rows of the panel below the page, which belong to the row of pages.
  ///   - least: of a page that is to be seen whole: the share of its size to which its type may shrink for that.
  ///   - isHasty: only what the first panels show is measured. What is beyond is as high as others of its kind with about as many words,
  ///     unless it has been measured before.
  public func layout(
    _ cards: [Card], width: Int, height: Int? = nil, shape: PageShape = PageShape(), theme: ResolvedTheme,
    foot: Int = 0, least: Double = 1, isHasty: Bool = false
  ) -> PageLayout {
    let size = PixelSize(width: max(width, 1), height: max(height ?? max(width, 1) * 5 / 8, 1))
    let mostArea = isHasty ? Self.panelsMeasured * size.width * size.height : nil
    heights.begin(cards: cards.count, mostArea: mostArea)
    var fitting = PageFlow.Fitting(widths: shape.columns, isMirrored: shape.isMirrored)
    // At least half of the panel is the page's.
    if height != nil, cards.count > 1 { fitting.mostHeader = max((size.height + foot) / 2 - foot, 1) }
    if shape.isWhole, let page = whole(cards, size, theme, fitting, least: least) { return page }
    let cards = withRest(cards, size, theme, fitting)
    if shape.isPaged { fitting.tables = Array(cards.lazy.filter { $0.kind == .table }.prefix(Self.tableLines)) }
    let part = shape.isPaged ? part(of: cards, turn: shape.turn, size, theme, &fitting) : nil
    if shape.isPaged { heights.begin(cards: cards.count, mostArea: part == nil ? mostArea : nil) }
    let shown = part ?? cards
    func flowed() -> PageLayout {
      var flow = PageFlow(typesetter: self, cards: shown, size: size, theme: theme, fitting: fitting)
      return flow.run()
    }
    var page = flowed()
    // A second column has its first card where the first has its own, however long that is.
    for _ in 0..<Self.mostTries where page.isGuessed && learnWhatIsSeen(of: page, rows: 2 * size.height) {
      page = flowed()
    }
    return shape.isFilled ? filled(page, shown, size, fitting) : page
  }

  /// So many lines of tables tell how wide the columns of all are.
  private static let tableLines = 1_000
  /// Of a layout in haste.
  private static let panelsMeasured = 4
  /// Each try brings other cards up to where they are seen, and fewer.
  private static let mostTries = 3

  /// Measures what lies in the first rows of a page; whether there was something to measure.
  private func learnWhatIsSeen(of page: PageLayout, rows: Int) -> Bool {
    let hasher = TileHasher(theme: page.theme)
    var hasLearned = false
    // Before anything has gone by nothing is guessed.
    heights.beginPass()
    for placed in page.cards.prefix(while: { $0.frame.y0 < rows }) where placed.isGuess {
      learn(placed, of: page, hasher)
      hasLearned = true
    }
    return hasLearned
  }

  private func learn(_ placed: PageLayout.Placed, of page: PageLayout, _ hasher: TileHasher) {
    let painter = CardPainter(
      card: placed.card, arrangement: placed.arrangement, theme: page.theme, typesetter: self)
    _ = painter.knownHeight(width: placed.frame.width, hasher)
  }

  /// Measures some of what a layout in haste has left out; the next layout of the same cards knows it.
  ///
  /// - Parameters:
  ///   - card: into the layout's cards: where to go on; afterwards where to go on the next time, `cards.count` at the end.
  ///   - bytes: of words that are laid out at most; one card more, where it has more of them.
  /// - Returns: how many cards were measured.
  public func measure(_ layout: PageLayout, from card: inout Int, bytes: Int) -> Int {
    let hasher = TileHasher(theme: layout.theme)
    let start = shapedBytes
    var count = 0
    heights.begin(cards: layout.cards.count, mostArea: nil)
    while card < layout.cards.count, shapedBytes - start < bytes {
      if layout.cards[card].isGuess {
        learn(layout.cards[card], of: layout, hasher)
        count += 1
      }
      card += 1
    }
    return count
  }
}
