import Board
import Numbers
import Scene

/// A card in its block, before the block has a place on the page.
struct Item {
  // There may be a hundred thousand: no place is larger than it has to be.
  private let place: Int32
  private var left, right, top, rows, space: Int32
  /// Nothing stands between it and the column's left edge, and its right one.
  var isAtLeft: Bool
  var isAtRight: Bool
  /// A band from side to side of the column, with its margins.
  let isBand: Bool
  /// The height has not been measured yet.
  let isGuess: Bool
  /// The rows of a list have the same.
  var shared: Shared<Arrangement>

  init(
    card: Int, columns: Range<Int>, isAtLeft: Bool = true, isAtRight: Bool = true, isBand: Bool = false, y: Int,
    height: Int, isGuess: Bool, below: Int, shared: Shared<Arrangement>
  ) {
    place = Int32(clamping: card)
    (left, right) = (Int32(clamping: columns.lowerBound), Int32(clamping: columns.upperBound))
    (top, rows, space) = (Int32(clamping: y), Int32(clamping: height), Int32(clamping: below))
    (self.isAtLeft, self.isAtRight, self.isBand, self.isGuess) = (isAtLeft, isAtRight, isBand, isGuess)
    self.shared = shared
  }

  /// Into the page's cards.
  var card: Int { Int(clamping: place) }

  /// Of its frame, from the column's left edge.
  var columns: Range<Int> {
    get { Int(clamping: left)..<Int(clamping: right) }
    set { (left, right) = (Int32(clamping: newValue.lowerBound), Int32(clamping: newValue.upperBound)) }
  }

  /// Of its frame, from the block's upper edge.
  var y: Int {
    get { Int(clamping: top) }
    set { top = Int32(clamping: newValue) }
  }

  var height: Int {
    get { Int(clamping: rows) }
    set { rows = Int32(clamping: newValue) }
  }

  /// Between its frame and what follows.
  var below: Int {
    get { Int(clamping: space) }
    set { space = Int32(clamping: newValue) }
  }

  var arrangement: Arrangement {
    get { shared.value }
    set { shared = Shared(newValue) }
  }

  var end: Int { y + height + below }
}

/// The arrangements that were made last: thousands of cards that follow each other, and a list that is cut into thousands of columns, have
/// the same few.
final class ArrangementPool {
  private static let most = 8
  private var recent: [Shared<Arrangement>] = []

  /// An arrangement: one that is there already, if it can be.
  func shared(_ arrangement: Arrangement) -> Shared<Arrangement> {
    if let known = recent.last(where: { $0.value == arrangement }) { return known }
    let made = Shared(arrangement)
    if recent.count >= Self.most { recent.removeFirst() }
    recent.append(made)
    return made
  }

  /// An arrangement that is another one but for what `change` does.
  func changed(_ shared: Shared<Arrangement>, _ change: (inout Arrangement) -> Void) -> Shared<Arrangement> {
    var arrangement = shared.value
    change(&arrangement)
    return self.shared(arrangement)
  }
}

/// A block in a column of a certain width.
struct MeasuredBlock {
  /// Into the page's.
  var cards = 0..<0
  var items: [Item] = []
  /// With what is below its last card.
  var height = 0
  /// Air above, unless the block comes first.
  var above = 0
}

/// Measures blocks.
struct BlockMeasure {
  // Many properties: what is measured and by what, and what was found out about the cards of a page before.
  let typesetter: Typesetter
  let cards: [Card]
  let theme: ResolvedTheme
  let isMirrored: Bool
  let hasher: TileHasher
  /// How high pictures are, of what they want to be.
  let pictures: Double
  /// As high as a hero with a picture gets, in pixels.
  var mostHero = Int.max
  let arrangements = ArrangementPool()
  /// Lists below each other keep the same places for what one of their rows has; beside each other each keeps its own.
  var hasCommonLanes = true
  /// What rows of the lists of one column have, by their places on the board, where there are several columns.
  var columnLanes: [Int: Arrangement] = [:]
  /// Of all agendas of the page.
  private let times: TimeLane
  /// Of a page that is shown in parts, the lines of its other parts among them.
  private let tables: [Card]
  /// What any row of a card of the board has, by that card's place: in groups of their own, too, its rows begin at one edge.
  private let lanes: [Int: Arrangement]

  init(
    typesetter: Typesetter, cards: [Card], theme: ResolvedTheme, pictures: Double = 1, isMirrored: Bool? = nil,
    tables: [Card] = []
  ) {
    self.tables = tables
    self.typesetter = typesetter
    self.cards = cards
    self.theme = theme
    let isMirrored = isMirrored ?? Self.isMirrored(cards)
    self.isMirrored = isMirrored
    hasher = TileHasher(theme: theme)
    self.pictures = pictures
    lanes = Self.lanes(of: cards, isMirrored: isMirrored)
    times = TimeLane(of: cards)
  }

  var gap: Int { theme.whole(Design.gap) }

  private static func lanes(of cards: [Card], isMirrored: Bool) -> [Int: Arrangement] {
    var lanes: [Int: Arrangement] = [:]
    var start = 0
    while start < cards.count {
      var end = start + 1
      while end < cards.count, cards[end].id.place == cards[start].id.place, cards[end].kind == cards[start].kind {
        end += 1
      }
      // Rows that do not repeat are of one list because they follow each other.
      if cards[start].kind == .row, cards[start].id.key != nil, cards[start].id.group == nil {
        lanes[cards[start].id.place, default: Arrangement(isMirrored: isMirrored)].reserve(for: cards[start..<end])
      }
      start = end
    }
    return lanes
  }

  /// The places that all of these rows keep for what one of them has.
  private func lanes(of rows: ArraySlice<Card>) -> Arrangement {
    var arrangement = Arrangement(isMirrored: isMirrored)
    arrangement.reserve(for: rows)
    let lanes = hasCommonLanes ? lanes : columnLanes
    guard !lanes.isEmpty, let first = rows.first, first.kind == .row else { return arrangement }
    var places = Set<Int>()
    for index in rows.indices where places.insert(rows[index].id.place).inserted {
      if let others = lanes[rows[index].id.place] { arrangement.reserve(as: others) }
    }
    return arrangement
  }

  /// Where nobody has said how the page reads, it does as its first words do.
  private static func isMirrored(_ cards: [Card]) -> Bool {
    for card in cards.prefix(50) {
      for words in [card.title, card.subtitle, card.text] {
        if let direction = words?.isRightToLeft { return direction }
      }
    }
    return false
  }

  /// - Parameter width: of the column, in pixels.
  func block(_ range: Range<Int>, width: Int) -> MeasuredBlock {
    var block = MeasuredBlock(cards: range)
    block.items.reserveCapacity(range.count)
    // The line below a group has as much above as below it.
    if let first = range.first, cards[first].kind == .section, !cards[first].isRule {
      block.above = theme.whole(Design.sectionSpace)
    }
    var index = range.lowerBound
    while index < range.upperBound {
      let cells = cellCount(cards[index].columns, width: width)
      if cells > 1 {
        index = addGrid(from: index, to: range.upperBound, cells: cells, width: width, &block)
      } else if cards[index].kind.isListed {
        index = addList(from: index, to: range.upperBound, width: width, &block)
      } else {
        add(index, width: width, &block)
        index += 1
      }
    }
    return block
  }

  /// How many cells a line of a grid has.
  ///
  /// - Parameter least: how wide its cells are at least, in dp.
  func cellCount(_ wanted: Int, width: Int, least: Double = Design.minimumCell) -> Int {
    guard wanted > 1 else { return 1 }
    let inner = Double(width) / theme.scale
    let fitting = Int(clamping: (inner + Design.gap) / (least + Design.gap))
    return max(1, min(wanted, fitting, Design.maximumCells))
  }

  /// Rows of one kind that follow each other are one list on one surface.
  private func addList(from start: Int, to limit: Int, width: Int, _ block: inout MeasuredBlock) -> Int {
    var end = start
    while end < limit, cards[end].kind == cards[start].kind, cellCount(cards[end].columns, width: width) == 1,
      end == start || !cards[start].isRest
    { end += 1 }
    var arrangement = lanes(of: cards[start..<end])
    arrange(&arrangement, cards[start..<end], width: width)
    arrangement.hasBadgesBelow = hasBadgesBelow(cards[start..<end], width: width, arrangement)
    let isAgenda = cards[start].kind == .agenda
    let first = isHeadShown(of: cards[start..<end], arrangement) ? start : cards[start].isHead ? start + 1 : start
    var shared = Shared(arrangement)
    for index in first..<end {
      // Between the groups of one list.
      if index > first, cards[index].isHead, !isHeadShown(of: cards[start..<end], arrangement) { continue }
      let isLast = index == end - 1
      arrangement.corners = index == first ? .top : []
      if isLast { arrangement.corners.insert(.bottom) }
      arrangement.control = controlShape(of: cards[index], width: width, arrangement)
      // The line of the present parts rows by itself.
      arrangement.isParted = !isLast && !(isAgenda && (cards[index].isPresent || cards[index + 1].isPresent))
      if shared.value.corners != arrangement.corners || shared.value.isParted != arrangement.isParted
        || shared.value.control != arrangement.control
      {
        shared = Shared(arrangement)
      }
      let (height, isGuess) = height(of: cards[index], width: width, arrangement)
      block.items.append(
        Item(
          card: index, columns: 0..<width, y: block.height, height: height, isGuess: isGuess, below: isLast ? gap : 0,
          shared: shared))
      block.height += height + (isLast ? gap : 0)
    }
    return end
  }

  /// Whether badges of half of a list's rows have no room beside their titles: then all of them stand in one place. Where a list is long
  /// nobody looks for that, and it would cost too much to find out.
  private func hasBadgesBelow(_ rows: ArraySlice<Card>, width: Int, _ arrangement: Arrangement) -> Bool {
    guard rows.first?.kind == .row, rows.count <= Self.mostBadges else { return false }
    var (below, count) = (0, 0)
    for row in rows where row.badge != nil && row.title != nil {
      let painter = CardPainter(card: row, arrangement: arrangement, theme: theme, typesetter: typesetter)
      let room = painter.rowRoom(width: width)
      count += 1
      if !painter.isSurelyOneLine(room: room, subtitleRoom: room, CardPainter.LineStyles()),
        painter.linesPlan(room: room, CardPainter.LineStyles(), forHeight: true).isBadgeBelow
      {
        below += 1
      }
    }
    return count > 1 && 2 * below >= count
  }

  private static let mostBadges = 24

  private func add(_ index: Int, width: Int, _ block: inout MeasuredBlock) {
    let card = cards[index]
    let isSection = card.kind == .section && !card.isRule
    if isSection, !block.items.isEmpty { block.height += theme.whole(Design.sectionSpace) }
    var arrangement = Arrangement(isMirrored: isMirrored)
    var columns = 0..<width
    if card.kind == .button {
      let spare = max(width - theme.whole(Design.widestButton), 0) / 2
      columns = spare..<width - spare
    }
    arrangement.isStretched = pictures < 1
    if card.kind == .hero, card.image != nil { arrangement.mostHeight = mostHero }
    if card.kind.isControl { arrangement.hasMarks = card.tone != nil }
    arrange(&arrangement, cards[index..<index + 1], width: columns.count)
    arrangement.control = controlShape(of: card, width: columns.count, arrangement)
    let (height, isGuess) = height(of: card, width: columns.count, arrangement)
    let below = isSection ? theme.whole(Design.captionSpace) : gap
    block.items.append(
      Item(
        card: index, columns: columns, isBand: card.kind == .header, y: block.height, height: height, isGuess: isGuess,
        below: below,
        shared: arrangements.shared(arrangement)))
    block.height += height + below
  }

  /// One grid; the cards of a line are as high as the highest of them, and share its width.
  private func addGrid(from start: Int, to limit: Int, cells: Int, width: Int, _ block: inout MeasuredBlock) -> Int {
    var end = start
    while end < limit, cards[end].columns == cards[start].columns { end += 1 }
    let cells = tellingCells(start..<end, most: cells, width: width)
    let (lines, longer, length) = ColumnFlow.lines(of: end - start, columns: cells)
    var lineStart = start
    // Not of a line: titles below each other begin at one edge.
    var lanes = lanes(of: cards[start..<end])
    lanes.hasFeet = hasFeet(cards[start..<end], cells: cells, width: width)
    // Of numbers, so far.
    var most = NumberLines()
    for number in 0..<lines {
      let line = lineStart..<(lineStart + length + (number < longer ? 1 : 0))
      lineStart = line.upperBound
      var arrangement = lanes
      func edges(_ column: Int) -> Range<Int> {
        let place = isMirrored ? line.count - 1 - column : column
        let x0 = place * (width + gap) / line.count
        let x1 = (place + 1) * (width + gap) / line.count - gap
        return x0..<max(x1, x0 + 1)
      }
      if line.lowerBound - start < Self.mostCellsMeasured || cards[line.lowerBound].kind != .number {
        arrange(&arrangement, cards[line], width: edges(0).count)
        most.add(
          NumberLines(label: arrangement.labelLines, foot: arrangement.footLines, note: arrangement.noteLines))
      } else {
        (arrangement.labelLines, arrangement.footLines, arrangement.noteLines) = (most.label, most.foot, most.note)
      }
      arrangement.isStretched = pictures < 1
      if cards[line].contains(where: { $0.kind == .hero && $0.image != nil }) { arrangement.mostHeight = mostHero }
      // Controls stand as their own words ask for.
      let own = line.enumerated().map { column, index in
        var own = ownLanes(of: cards[index], arrangement)
        own.control = controlShape(of: cards[index], width: edges(column).count, own)
        return own
      }
      let heights = line.enumerated().map { height(of: cards[$1], width: edges($0).count, own[$0]) }
      let highest = heights.map(\.height).max() ?? 1
      let shared = Shared(arrangement)
      for (column, index) in line.enumerated() {
        let isFirst = column == 0
        let isLast = index == line.upperBound - 1
        block.items.append(
          Item(
            card: index, columns: edges(column), isAtLeft: isMirrored ? isLast : isFirst,
            isAtRight: isMirrored ? isFirst : isLast, y: block.height, height: highest,
            isGuess: heights[column].isGuess,
            below: gap, shared: own[column] == arrangement ? shared : Shared(own[column])))
      }
      block.height += highest + gap
    }
    return end
  }

  /// As many cells a line as tell their labels in full: fewer, rather than one that is cut.
  private func tellingCells(_ grid: Range<Int>, most: Int, width: Int) -> Int {
    let looked = grid.prefix(Self.mostLabels)
    guard most > 1 else { return most }
    func cell(_ count: Int) -> Int { max((width - (count - 1) * gap) / count, 1) }
    var cells = most
    if looked.contains(where: { cards[$0].kind == .number }) {
      // A label that is cut in the widest cell, too, has its words in full there, if not all of them.
      let asked = looked.compactMap { index -> (number: CardPainter, telling: CardPainter.LabelTelling)? in
        guard cards[index].kind == .number else { return nil }
        let number = CardPainter(card: cards[index], arrangement: Arrangement(), theme: theme, typesetter: typesetter)
        return (number, number.labelTelling(width: cell(1)))
      }
      func isLabelTold(_ count: Int) -> Bool {
        asked.allSatisfy { $0.telling == .none || $0.number.labelTelling(width: cell(count)) >= $0.telling }
      }
      // Nor does a value that is smaller than its label in the widest one.
      cells =
        (1...cells).last { isLabelTold($0) && isValueTold(of: cards[looked], width: cell($0)) }
        ?? (1...cells).last(where: isLabelTold) ?? 1
    }
    for index in looked where cards[index].kind.isControl && cells > 1 {
      let painter = CardPainter(
        card: cards[index], arrangement: ownLanes(of: cards[index]), theme: theme, typesetter: typesetter)
      cells = (1...cells).last { painter.isControlTold(width: cell($0)) } ?? cells
    }
    return cells
  }

  /// A control in a cell keeps no place for other cells' icons and marks.
  private func ownLanes(of card: Card, _ arrangement: Arrangement? = nil) -> Arrangement {
    var own = arrangement ?? Arrangement(isMirrored: isMirrored)
    if card.kind.isControl { (own.hasIcons, own.hasMarks) = (card.icon != nil, card.tone != nil) }
    return own
  }

  /// A grid of more cells is no sign that anybody reads.
  private static let mostLabels = 64
  /// To lay out the labels of a hundred thousand numbers takes 17 seconds: what comes behind these has the room that these have.
  private static let mostCellsMeasured = 1_000

  /// Whether all values have room in type that is meant for them.
  private func isValueTold(of cards: ArraySlice<Card>, width: Int) -> Bool {
    cards.allSatisfy {
      $0.kind != .number
        || CardPainter(card: $0, arrangement: Arrangement(), theme: theme, typesetter: typesetter)
          .valueStep(width: width) != nil
    }
  }

  /// Whether trails and badges of the numbers of a grid stand below their labels: one place for all of them.
  private func hasFeet(_ grid: ArraySlice<Card>, cells: Int, width: Int) -> Bool {
    let cell = max((width - (cells - 1) * gap) / cells, 1)
    return grid.prefix(Self.mostLabels).contains {
      $0.kind == .number
        && CardPainter(card: $0, arrangement: Arrangement(), theme: theme, typesetter: typesetter).wantsFoot(
          width: cell)
    }
  }

  /// How many lines the parts of numbers take.
  private struct NumberLines {
    var label = 1
    /// Of trails and badges below the labels.
    var foot = 0
    var note = 1

    mutating func add(_ other: NumberLines) {
      (label, foot, note) = (max(label, other.label), max(foot, other.foot), max(note, other.note))
    }
  }

  /// How many lines the parts of numbers beside each other take.
  ///
  /// - Parameter hasFeet: trails and badges stand below the labels, whether they have room beside them or not.
  private func numberLines(of cards: ArraySlice<Card>, width: Int, hasFeet: Bool) -> NumberLines {
    let numbers = cards.filter { $0.kind == .number }.map {
      CardPainter(card: $0, arrangement: Arrangement(), theme: theme, typesetter: typesetter)
    }
    let hasFeet = hasFeet || numbers.contains { $0.wantsFoot(width: width) }
    var lines = NumberLines()
    for number in numbers {
      lines.add(
        NumberLines(
          label: number.labelLines(width: width, hasFoot: hasFeet),
          foot: hasFeet ? number.footLines(width: width) : 0, note: number.noteLines(width: width)))
    }
    return lines
  }

  /// Of numbers beside each other: as large as the longest of them can be. One that has room in no type takes no other's size away.
  private func valueStep(of cards: ArraySlice<Card>, width: Int) -> Int {
    guard cards.count > 1 else { return 0 }
    return cards.compactMap { card in
      CardPainter(card: card, arrangement: Arrangement(), theme: theme, typesetter: typesetter).valueStep(width: width)
    }.max() ?? 0
  }

  /// What the columns of a list have room for.
  private func arrange(_ arrangement: inout Arrangement, _ cards: ArraySlice<Card>, width: Int) {
    func measure(_ text: Text, _ width: Int) -> Int { typesetter.block(text, width: width, theme: theme).width }
    switch cards.first?.kind {
    case .table:
      let room = CardPainter.tableRoom(width: width, arrangement, theme: theme)
      arrangement.columns = ColumnLane.all(of: allLines(of: cards), room: room, theme: theme, measure: measure)
    case .agenda: arrangement.timeLane = times.width(in: width, theme: theme, measure: measure)
    case .number:
      let lines = numberLines(of: cards, width: width, hasFeet: arrangement.hasFeet)
      (arrangement.labelLines, arrangement.footLines, arrangement.noteLines) = (lines.label, lines.foot, lines.note)
      arrangement.valueStep = valueStep(of: cards, width: width)
    case .gauge:
      for card in cards where card.kind == .gauge {
        let head = CardPainter(card: card, arrangement: arrangement, theme: theme, typesetter: typesetter)
          .headHeight(width: width)
        arrangement.gaugeHead = max(arrangement.gaugeHead, head)
        if case .gauge(let gauge)? = card.figure, !gauge.zones.isEmpty { arrangement.hasZones = true }
      }
    case .image:
      for card in cards where card.kind == .image {
        let lines = CardPainter(card: card, arrangement: arrangement, theme: theme, typesetter: typesetter)
          .captionLines(width: width)
        arrangement.labelLines = max(arrangement.labelLines, lines.title)
        arrangement.noteLines = max(arrangement.noteLines, lines.subtitle)
      }
    case .range:
      let room = CardPainter.rangeRoom(width: width, arrangement, theme: theme)
      arrangement.range = RangeLanes(of: cards, room: room, theme: theme, measure: measure)
    case .departure:
      let gap = theme.whole(Design.laneGap)
      let signs =
        (arrangement.hasChevrons ? theme.whole(Design.chevron.width) + gap : 0)
        + (arrangement.hasMarks ? theme.whole(Design.mark) + gap : 0)
      arrangement.lanes = DepartureLanes(of: cards, width: width, signs: signs, theme: theme, measure: measure)
    default: break
    }
  }

  /// Those of a table that are on this part of the page and on others.
  private func allLines(of cards: ArraySlice<Card>) -> ArraySlice<Card> {
    guard !tables.isEmpty, let first = cards.first else { return cards }
    let lines = tables.filter { $0.id.place == first.id.place && $0.id.group == first.id.group }
    return lines.count > cards.count ? lines[...] : cards
  }

  /// How many of its columns a table of such a width shows beside each other, in pixels; 0 for anything else.
  func shownColumns(of block: PageBlock, width: Int) -> Int {
    guard let first = block.rows, cards[first].kind == .table else { return 0 }
    // The first rows tell how wide the others are.
    var arrangement = Arrangement(isMirrored: isMirrored)
    arrange(&arrangement, cards[first..<min(block.cards.upperBound, first + 200)], width: width)
    return arrangement.columns.count { !$0.isBelow }
  }

  /// Whether departures of such a width, in pixels, have their destinations below lines and minutes.
  func isStacked(_ block: PageBlock, width: Int) -> Bool {
    guard let first = block.rows, cards[first].kind == .departure else { return false }
    let looked = cards[first..<min(block.cards.upperBound, first + 200)]
    var arrangement = lanes(of: looked)
    arrange(&arrangement, looked, width: width)
    return CardPainter(card: cards[first], arrangement: arrangement, theme: theme, typesetter: typesetter)
      .isStacked(width: width)
  }

  /// A table always has its heads; departures where they stand in columns, and there are some.
  private func isHeadShown(of cards: ArraySlice<Card>, _ arrangement: Arrangement) -> Bool {
    guard cards.first?.isHead == true else { return false }
    return cards.first?.kind == .table || arrangement.lanes.isHeaded
  }

  private func controlShape(of card: Card, width: Int, _ arrangement: Arrangement) -> ControlShape {
    guard card.kind.isControl else { return ControlShape() }
    return CardPainter(card: card, arrangement: arrangement, theme: theme, typesetter: typesetter)
      .controlShape(width: width)
  }

  private func height(of card: Card, width: Int, _ arrangement: Arrangement) -> (height: Int, isGuess: Bool) {
    let painter = CardPainter(card: card, arrangement: arrangement, theme: theme, typesetter: typesetter)
    let (height, isGuess) = painter.knownHeight(width: width, hasher)
    typesetter.heights.pass(height, width: width)
    guard pictures < 1, card.isPicture else { return (height, isGuess) }
    return (max(Int(clamping: (Double(height) * pictures).rounded()), 1), isGuess)
  }
}

extension Card {
  /// Most of it is a picture, of which some may be cut off.
  var isPicture: Bool { image != nil && (kind == .image || kind == .hero && !isFilled) }
}
