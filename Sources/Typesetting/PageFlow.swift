import Board
import Numbers
import Scene

/// One layout while it is being made: blocks from the top, in as many columns as have room.
///
/// Blocks are dealt to the shortest column. Where that leaves columns of very different heights, the longest list takes the whole
/// width and goes on from column to column. A hero that begins the page stands beside all the rest, as high as the panel, if the
/// rest has room there.
struct PageFlow {
  // Many properties: what is laid out, and how far that has come; each step of it needs nearly all of them.
  /// Part of the page's width.
  struct Region {
    /// Of its cards, in pixels.
    var edges: Range<Int>
    /// Of their boxes.
    var reach: Range<Int>
    /// How many it has room for.
    var columns: Int
  }

  /// A column of a region, as far as it is filled.
  struct Column {
    var edges: Range<Int>
    var reach: Range<Int>
    /// Where the next card begins, and its box.
    var y: Int
    var boxTop: Int
  }

  var measure: BlockMeasure
  let cards: [Card]
  let size: PixelSize
  let theme: ResolvedTheme
  let margin: Int
  var page: PageLayout
  /// In the order of the board.
  var placed: [PageLayout.Placed] = []
  /// Where what follows begins, and its boxes.
  var y = 0
  var boxTop = 0
  var hasColumns = false
  let fitting: Fitting
  /// What the page is made of, from top to bottom, as high as its cards want.
  var zones: [Zone] = []
  /// Where the last of them ends.
  var zonesEnd = 0

  /// How a page is made to fit its panel.
  struct Fitting: Equatable {
    /// How many columns the page may have.
    var columns = 1...Design.maximumColumns
    /// How wide its columns are for each other, where the page says so.
    var widths: [Int] = []
    /// Whether reading begins at the right; nil where only the first words of the cards can tell.
    var isMirrored: Bool?
    /// Short lists are not parted, whatever is seen of them.
    var keepsLists = false
    /// Rows beside each other stand in line, and the columns of a zone end together.
    var isAligned = false
    /// Rows beside each other do not stand in line: they have no room for that.
    var isLoose = false
    /// How much higher each zone becomes, in pixels.
    var growth: [Int] = []
    /// How high pictures are, of what they want to be.
    var pictures = 1.0
    /// What it is longer than its cards want.
    var stretch: Stretch?
    /// How many pixels the header may take at most; nil for any.
    var mostHeader: Int?
    /// All lines of the tables of a page that is shown in parts: their columns are the same on each of them.
    var tables: [Card] = []
  }

  /// A part of the page from side to side.
  struct Zone {
    /// How much higher its cards may get, in pixels.
    var mostGrowth: Int
  }

  init(
    typesetter: Typesetter, cards: [Card], size: PixelSize, theme: ResolvedTheme, fitting: Fitting = Fitting()
  ) {
    measure = BlockMeasure(
      typesetter: typesetter, cards: cards, theme: theme, pictures: fitting.pictures, isMirrored: fitting.isMirrored,
      tables: fitting.tables)
    self.cards = cards
    self.theme = theme
    self.size = size
    self.fitting = fitting
    margin = theme.whole(Design.margin(pageWidth: Double(size.width) / theme.scale))
    page = PageLayout(theme: theme)
  }

  var gap: Int { measure.gap }
  /// Where the first card begins.
  var top: Int { margin }
  var gutter: Int { theme.whole(Design.gutter) }

  mutating func run() -> PageLayout {
    measure.typesetter.heights.beginPass()
    page.tiles.reserveCapacity(cards.count)
    placed.reserveCapacity(cards.count)
    let hasHeader = cards.first?.kind == .header
    let isBar = hasHeader && Self.isBar(cards, size, theme)
    if hasHeader, !isBar { pinHeader() }
    measure.mostHero = Int(clamping: Double(viewport) * Design.mostOfViewport)
    if isBar { return besideHeader() }
    var first = hasHeader ? 1 : 0
    let wide = region(widest: Design.widestPage)
    if let columns = columns(as: fitting.widths, in: wide) {
      measure.hasCommonLanes = false
      begin()
      // They belong to the header, and to no column.
      while first < cards.count, cards[first].isRest || cards[first].isPageCounter {
        stack(first..<first + 1, in: wide)
        first += 1
      }
      place(PageBlock.all(of: cards, from: first, isCrowded: { _, _ in false }), in: columns, of: wide)
    } else if wide.columns > 1 {
      let narrow = column(0, of: wide.columns, in: wide).edges.count
      var blocks = PageBlock.all(of: cards, from: first) { wanted, hasHeading in
        measure.cellCount(wanted, width: narrow, least: hasHeading ? Design.minimumCell : Design.easyCell)
          < measure.cellCount(wanted, width: wide.edges.count)
      }
      keepTablesWhole(&blocks, in: wide)
      measure.hasCommonLanes = false
      begin()
      if blocks.count == 1 {
        spreadAlone(blocks[0], in: wide)
      } else if !placeBesideHero(blocks, in: wide) {
        flow(blocks[...], in: wide)
      }
    }
    if !hasColumns {
      measure.hasCommonLanes = true
      begin()
      let one = region(widest: Design.maximumWidth)
      for block in PageBlock.all(of: cards, from: first, isCrowded: { _, _ in false }) { stack(block.cards, in: one) }
    }
    if hasColumns, var header = page.header {
      header.arrangement.isWide = true
      page.pin(header, measure.hasher)
    }
    return finished()
  }

  mutating func finished() -> PageLayout {
    if zonesEnd == 0 { zonesEnd = y }
    stretch()
    finish()
    page.hasColumns = hasColumns
    page.height = y - (page.cards.isEmpty ? 0 : gap) + margin
    return page
  }

  mutating func begin() {
    placed.removeAll(keepingCapacity: true)
    zones.removeAll(keepingCapacity: true)
    y = top
    // The first card's own box begins at row 0, so that nothing of the page is without a tile.
    boxTop = 0
  }

  /// In pixels.
  static func headerHeight(of header: Card, most: Int?, _ theme: ResolvedTheme) -> Int {
    let wanted = theme.whole(CardPainter.headerHeight(hasSubtitle: header.subtitle != nil))
    return min(wanted, max(most ?? wanted, 1))
  }

  mutating func pinHeader() {
    let height = Self.headerHeight(of: cards[0], most: fitting.mostHeader, theme)
    let frame = PixelRect(x: 0, y: 0, width: size.width, height: height)
    let placed = PageLayout.Placed(
      0, of: cards, box: frame, frame: frame, Shared(Arrangement(isMirrored: measure.isMirrored)))
    page.pin(placed, measure.hasher)
  }

  /// Rows of cards that a panel shows at once; a few at least, however low it is.
  var viewport: Int {
    max(size.height - page.headerHeight - 2 * margin, theme.whole(Design.leastViewport))
  }

  // MARK: Regions

  func region(widest: Double) -> Region {
    let (left, right) = PageLayout.column(width: size.width, theme: theme, widest: widest)
    let inner = Double(right - left) / theme.scale
    let fitting = Int(clamping: (inner + Design.gutter) / (Design.leastColumn + Design.gutter))
    return Region(
      edges: left..<right, reach: 0..<size.width, columns: max(min(fitting, self.fitting.columns.upperBound), 1))
  }

  /// One of several columns of the same width, the first of which is where the page is read from.
  func column(_ index: Int, of count: Int, in region: Region) -> Column {
    let width = max((region.edges.count - (count - 1) * gutter) / count, 1)
    let place = measure.isMirrored ? count - 1 - index : index
    let left = region.edges.lowerBound + place * (width + gutter)
    let start = place == 0 ? region.reach.lowerBound : left
    let end = place == count - 1 ? region.reach.upperBound : left + width + gutter
    let reach = start..<max(end, start)
    return Column(edges: left..<left + width, reach: reach, y: y, boxTop: boxTop)
  }

  /// A table that would leave columns out beside other cards has the page's width.
  func keepTablesWhole(_ blocks: inout [PageBlock], in region: Region) {
    let count = min(max(blocks.count, 2), region.columns)
    for index in blocks.indices where mostColumns(of: blocks[index], count, in: region) < count {
      blocks[index].isSpanning = true
    }
  }

  /// In how many columns of the page a list may go on: a table in as many as show all of what one as wide as the page shows, departures
  /// in as many as leave them in one line.
  func mostColumns(of block: PageBlock, _ most: Int, in region: Region) -> Int {
    func width(_ count: Int) -> Int { column(0, of: count, in: region).edges.count }
    func shown(_ count: Int) -> Int { measure.shownColumns(of: block, width: width(count)) }
    var count = most
    while count > 1, shown(count) < shown(1) || measure.isStacked(block, width: width(count)) { count -= 1 }
    return count
  }

  // MARK: Cards

  /// Puts the cards of a block at a column's end.
  mutating func put(_ items: [Item], at column: inout Column) {
    let top = column.y
    var line = items.first?.y ?? 0
    for item in items {
      // Cards beside each other in a grid have the same box.
      if item.y != line {
        line = item.y
        column.boxTop = column.y
      }
      let left = column.edges.lowerBound
      let frame = PixelRect(
        x0: item.isBand ? column.reach.lowerBound : left + item.columns.lowerBound, y0: top + item.y,
        x1: item.isBand ? column.reach.upperBound : left + item.columns.upperBound, y1: top + item.y + item.height)
      let box = PixelRect(
        x0: item.isAtLeft ? column.reach.lowerBound : frame.x0, y0: column.boxTop,
        x1: item.isAtRight ? column.reach.upperBound : frame.x1 + gap, y1: top + item.end)
      placed.append(
        PageLayout.Placed(
          item.card, of: cards, box: box, frame: frame, item.shared,
          isGuess: item.isGuess))
      column.y = top + item.end
    }
    column.boxTop = column.y
  }

  /// Has the boxes that end a column reach to the end of all.
  mutating func extend(to bottom: Int, from end: Int) {
    guard bottom > end else { return }
    for index in placed.indices.reversed() {
      // Those of one line, of all columns that end there.
      guard placed[index].box.y1 == end else { return }
      placed[index].box.y1 = bottom
    }
  }

  /// Puts what is placed into the order of the page, and cuts it into tiles.
  mutating func finish() {
    let isOrdered = zip(placed, placed.dropFirst()).allSatisfy { $0.frame.y0 <= $1.frame.y0 }
    if !isOrdered {
      // Swift's sort keeps the order of equals.
      placed.sort { $0.frame.y0 < $1.frame.y0 }
    }
    swap(&page.cards, &placed)
    // A second card with the same words is told apart by its turn. By half of a hash: whether two others are taken for the same is all one.
    var known = Set<UInt64>(minimumCapacity: page.cards.count)
    var turns: [UInt64: Int] = [:]
    for (index, placed) in page.cards.enumerated() {
      if placed.isGuess { page.isGuessed = true }
      var base = measure.hasher.base(of: placed)
      if !known.insert(base.low).inserted {
        let turn = turns[base.low, default: 0] + 1
        turns[base.low] = turn
        base = base.turn(turn)
      }
      let box = placed.box
      for (part, top) in stride(from: box.y0, to: box.y1, by: Design.tileHeight).enumerated() {
        let bottom = min(top + Design.tileHeight, box.y1)
        page.tiles.append(
          PageTile(
            key: base.part(part), frame: PixelRect(x0: box.x0, y0: top, x1: box.x1, y1: bottom), block: index))
      }
    }
    if zip(page.tiles, page.tiles.dropFirst()).contains(where: { $0.frame.y0 > $1.frame.y0 }) {
      page.tiles.sort { ($0.frame.y0, $0.block ?? -1) < ($1.frame.y0, $1.block ?? -1) }
    }
  }
}
