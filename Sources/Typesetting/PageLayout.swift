public import Board
public import Scene

/// Where the cards of a page lie, and into which tiles they are cut. Page pixels; row 0 is below the pinned header.
///
/// The tiles' rows cover the page from 0 to `height` without gaps, apart from its last margin, which is background.
public struct PageLayout: Sendable {
  /// A card and its places.
  public struct Placed: Sendable {
    /// What is drawn.
    public var card: Card
    /// What its tiles cover: the card with the page's margins and the space around it.
    public var box: PixelRect
    /// The card's own edges; what is pressed and tapped.
    public var frame: PixelRect
    var arrangement: Arrangement

    /// Of the frame's corners, in pixels; none where it joins a row above and one below.
    public func radius(_ look: ResolvedTheme) -> Double {
      arrangement.corners.isEmpty ? 0 : Double(look.whole(Design.radius))
    }
  }

  /// A card, or a part of a tall one.
  public struct Slice: Sendable {
    /// Into `cards`.
    public var card: Int
    /// Page pixels.
    public var frame: PixelRect
    /// Equal hashes mean equal pixels, apart from pictures that have arrived meanwhile. No two slices of a page have the same one:
    /// it serves as the tile's name.
    public var hash: Hash
  }

  /// 128 bits; the same for the same content while the process lives.
  public struct Hash: Sendable, Hashable {
    /// The upper half.
    public var high: UInt64
    /// The lower half.
    public var low: UInt64
  }

  /// The band at the panel's top that stays while the page scrolls: a header card that comes first. Its rows are its own.
  public internal(set) var header: Placed?
  /// Names the header's pixels; nil without a header.
  public internal(set) var headerHash: Hash?
  /// From the top; side by side in grids, in reading order.
  public internal(set) var cards: [Placed] = []
  /// From the top.
  public internal(set) var slices: [Slice] = []
  /// Of everything below the header.
  public internal(set) var height = 0

  /// Where cards lie across a page: its left and its right edge, in pixels. At least one pixel wide.
  static func column(width: Int, look: ResolvedTheme) -> (left: Int, right: Int) {
    let margin = look.whole(Design.margin(pageWidth: Double(width) / look.scale))
    let inner = max(min(width - 2 * margin, look.whole(Design.maximumWidth)), 1)
    let left = (width - inner) / 2
    return (left, left + inner)
  }
}

extension Typesetter {
  /// Lays a page out: a vertical flow with grids in it.
  ///
  /// Pictures, and rows and headings whose words surely have room, are placed by their metrics alone; only what may wrap is measured.
  /// 10,000 short rows take some ten milliseconds, most of them for the hashes.
  ///
  /// - Parameter width: of the panel, in pixels.
  public func layout(_ cards: [Card], width: Int, look: ResolvedTheme) -> PageLayout {
    var flow = PageFlow(typesetter: self, cards: cards, width: max(width, 1), look: look)
    return flow.run()
  }
}

/// One layout while it is being made.
private struct PageFlow {
  let typesetter: Typesetter
  let cards: [Card]
  let width: Int
  let look: ResolvedTheme
  let gap: Int
  let left: Int
  let right: Int
  let isMirrored: Bool
  let hasher: TileHasher
  var page = PageLayout()
  var y = 0
  /// How often each card's hash has come up: a second card with the same words is told apart by its turn.
  var turns: [PageLayout.Hash: Int] = [:]

  init(typesetter: Typesetter, cards: [Card], width: Int, look: ResolvedTheme) {
    self.typesetter = typesetter
    self.cards = cards
    self.width = width
    self.look = look
    gap = look.whole(Design.gap)
    (left, right) = PageLayout.column(width: width, look: look)
    isMirrored = Self.isMirrored(cards)
    hasher = TileHasher(look: look)
  }

  /// The page reads as its first words do.
  private static func isMirrored(_ cards: [Card]) -> Bool {
    for card in cards.prefix(50) {
      for words in [card.title, card.subtitle, card.text] {
        if let direction = words?.isRightToLeft { return direction }
      }
    }
    return false
  }

  mutating func run() -> PageLayout {
    page.cards.reserveCapacity(cards.count)
    page.slices.reserveCapacity(cards.count)
    turns.reserveCapacity(cards.count)
    var index = 0
    if cards.first?.kind == .header {
      pinHeader()
      index = 1
    }
    // The first card's own box begins at row 0, so that nothing of the page is without a tile.
    y = look.whole(Design.margin(pageWidth: Double(width) / look.scale))
    while index < cards.count {
      let columns = columnCount(cards[index].columns)
      if columns > 1 {
        index = placeGrid(from: index, columns: columns)
      } else if cards[index].kind.isListed {
        index = placeList(from: index)
      } else {
        placeAlone(index)
        index += 1
      }
    }
    page.height = y - (page.cards.isEmpty ? 0 : gap) + look.whole(Design.margin(pageWidth: Double(width) / look.scale))
    return page
  }

  private mutating func pinHeader() {
    let height = look.whole(CardPainter.headerHeight(hasSubtitle: cards[0].subtitle != nil))
    let frame = PixelRect(x: 0, y: 0, width: width, height: height)
    let placed = PageLayout.Placed(
      card: cards[0], box: frame, frame: frame, arrangement: Arrangement(isMirrored: isMirrored))
    page.header = placed
    page.headerHash = hasher.hash(placed, part: 0)
  }

  /// Rows of one kind that follow each other are one list on one surface.
  private mutating func placeList(from start: Int) -> Int {
    var end = start
    var arrangement = Arrangement(isMirrored: isMirrored)
    while end < cards.count, cards[end].kind == cards[start].kind, columnCount(cards[end].columns) == 1 { end += 1 }
    arrangement.reserve(for: cards[start..<end])
    arrangement.lanes = lanes(of: cards[start..<end], width: right - left)
    let isAgenda = cards[start].kind == .agenda
    for index in start..<end {
      let isLast = index == end - 1
      arrangement.corners = index == start ? .top : []
      if isLast { arrangement.corners.insert(.bottom) }
      // The line of the present parts rows by itself.
      arrangement.isParted = !isLast && !(isAgenda && (cards[index].isPresent || cards[index + 1].isPresent))
      let height = height(of: cards[index], width: right - left, arrangement)
      place(
        cards[index], columns: left..<right, reach: 0..<width, height: height, below: isLast ? gap : 0, arrangement)
      y += height + (isLast ? gap : 0)
    }
    return end
  }

  private mutating func placeAlone(_ index: Int) {
    // The line below a group has as much above as below it.
    let isSection = cards[index].kind == .section && !cards[index].isRule
    if isSection, !page.cards.isEmpty { y += look.whole(Design.sectionSpace) }
    let arrangement = Arrangement(isMirrored: isMirrored)
    let columns = columns(of: cards[index].kind)
    let height = height(of: cards[index], width: columns.count, arrangement)
    let below = isSection ? look.whole(Design.captionSpace) : gap
    place(cards[index], columns: columns, reach: 0..<width, height: height, below: below, arrangement)
    y += height + below
  }

  private func columns(of kind: Card.Kind) -> Range<Int> {
    switch kind {
    // A header that is not the page's first card scrolls with it, as a band from side to side.
    case .header: return 0..<width
    case .button:
      let spare = max(right - left - look.whole(Design.widestButton), 0) / 2
      return left + spare..<right - spare
    default: return left..<right
    }
  }

  /// One grid; the cards of a line are as high as the highest of them.
  private mutating func placeGrid(from start: Int, columns: Int) -> Int {
    var end = start
    while end < cards.count, cards[end].columns == cards[start].columns { end += 1 }
    let inner = right - left
    for lineStart in stride(from: start, to: end, by: columns) {
      let line = lineStart..<min(lineStart + columns, end)
      // A line's rows keep the same places for pictures and marks.
      var arrangement = Arrangement(isMirrored: isMirrored)
      arrangement.reserve(for: cards[line])
      func edges(_ column: Int) -> Range<Int> {
        let place = isMirrored ? columns - 1 - column : column
        let x0 = left + place * (inner + gap) / columns
        let x1 = left + (place + 1) * (inner + gap) / columns - gap
        return x0..<max(x1, x0 + 1)
      }
      arrangement.lanes = lanes(of: cards[line], width: edges(0).count)
      var heights = 1
      for (column, index) in line.enumerated() {
        heights = max(heights, height(of: cards[index], width: edges(column).count, arrangement))
      }
      let firstSlice = page.slices.count
      for (column, index) in line.enumerated() {
        let place = edges(column)
        let isFirst = column == 0
        let isLast = index == line.upperBound - 1
        let isAtLeft = isMirrored ? isLast : isFirst
        let isAtRight = isMirrored ? isFirst : isLast
        let reach = (isAtLeft ? 0 : place.lowerBound)..<(isAtRight ? width : place.upperBound + gap)
        self.place(cards[index], columns: place, reach: reach, height: heights, below: gap, arrangement)
      }
      // The parts of tall cards beside each other come row by row.
      page.slices[firstSlice...].sort { ($0.frame.y0, $0.card) < ($1.frame.y0, $1.card) }
      y += heights + gap
    }
    return end
  }

  private func columnCount(_ wanted: Int) -> Int {
    guard wanted > 1 else { return 1 }
    let inner = Double(right - left) / look.scale
    let fitting = Int(clamping: (inner + Design.gap) / (Design.minimumColumn + Design.gap))
    return max(1, min(wanted, fitting, Design.maximumColumns))
  }

  private func lanes(of cards: ArraySlice<Card>, width: Int) -> DepartureLanes {
    DepartureLanes(of: cards, width: width, look: look) { typesetter.block($0, width: $1, look: look).width }
  }

  private func height(of card: Card, width: Int, _ arrangement: Arrangement) -> Int {
    let painter = CardPainter(card: card, arrangement: arrangement, look: look, typesetter: typesetter)
    guard painter.isMeasured(width: width) else { return max(painter.height(width: width), 1) }
    return typesetter.height(hasher.height(of: card, width: width, arrangement)) {
      max(painter.height(width: width), 1)
    }
  }

  /// Puts a card at the current row and cuts its box into tiles.
  ///
  /// - Parameters:
  ///   - columns: of its frame.
  ///   - reach: columns of its box.
  ///   - below: rows of its box below its frame.
  private mutating func place(
    _ card: Card, columns: Range<Int>, reach: Range<Int>, height: Int, below: Int, _ arrangement: Arrangement
  ) {
    let frame = PixelRect(x0: columns.lowerBound, y0: y, x1: columns.upperBound, y1: y + height)
    let top = page.cards.isEmpty ? 0 : min(page.cards[page.cards.count - 1].box.y1, y)
    // Cards beside each other in a grid have the same top.
    let beside = page.cards.last.map { $0.frame.y0 == y } == true
    let box = PixelRect(
      x0: reach.lowerBound, y0: beside ? page.cards[page.cards.count - 1].box.y0 : top, x1: reach.upperBound,
      y1: y + height + below)
    let placed = PageLayout.Placed(card: card, box: box, frame: frame, arrangement: arrangement)
    let index = page.cards.count
    page.cards.append(placed)
    var base = hasher.base(of: placed)
    let turn = turns[base, default: 0]
    turns[base] = turn + 1
    if turn > 0 { base = base.turn(turn) }
    for (part, top) in stride(from: box.y0, to: box.y1, by: Design.tileHeight).enumerated() {
      let bottom = min(top + Design.tileHeight, box.y1)
      page.slices.append(
        PageLayout.Slice(
          card: index, frame: PixelRect(x0: box.x0, y0: top, x1: box.x1, y1: bottom), hash: base.part(part)))
    }
  }
}
