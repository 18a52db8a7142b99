import Board
import Numbers
import Scene

/// Which blocks stand beside each other, and which below: a page is a pile of zones from side to side.
extension PageFlow {
  /// Begins the next zone.
  ///
  /// - Returns: how much higher it is to be than its cards want; nil leaves all of them as they are.
  private mutating func grow(_ zone: Zone) -> Int? {
    zones.append(zone)
    guard fitting.isAligned else { return nil }
    return fitting.growth.indices.contains(zones.count - 1) ? fitting.growth[zones.count - 1] : 0
  }

  /// Blocks in columns, between those that take the whole width.
  mutating func flow(_ blocks: ArraySlice<PageBlock>, in region: Region) {
    var start = blocks.startIndex
    for index in blocks.indices
    where blocks[index].isSpanning && !fillsHole(blocks[index], below: blocks[start..<index], in: region) {
      deal(blocks[start..<index], in: region)
      spread(blocks[index], in: region)
      start = index + 1
    }
    deal(blocks[start...], in: region)
  }

  /// Whether the cells of a grid rather stand in the shorter column, fewer a line: below the longer one they would leave a hole in the
  /// middle of what the panel shows.
  private func fillsHole(_ grid: PageBlock, below blocks: ArraySlice<PageBlock>, in region: Region) -> Bool {
    let first = cards[grid.cards.lowerBound]
    guard first.kind != .header, !first.isRest, first.columns > 1, y == top, blocks.count > 1,
      !blocks.contains(where: { $0.isSpanning || $0.rowCount >= Self.partedRows })
    else { return false }
    let count = min(region.columns, blocks.count)
    guard count > 1, measure.cellCount(first.columns, width: column(0, of: region.columns, in: region).edges.count) > 1
    else { return false }
    let width = column(0, of: count, in: region).edges.count
    let heights = blocks.map { block in
      let measured = measure.block(block.cards, width: width)
      return measured.above + measured.height
    }
    let lengths = ColumnFlow.shortestFirst(heights, columns: count).map { $0.reduce(0) { $0 + heights[$1] } }
    guard let longest = lengths.max(), let shortest = lengths.min() else { return false }
    return 4 * (longest - shortest) >= viewport
  }

  /// - Parameter depth: how many lists have been taken out already.
  mutating func deal(_ blocks: ArraySlice<PageBlock>, in region: Region, depth: Int = 0) {
    let count = min(region.columns, blocks.count)
    guard count > 1 else {
      for block in blocks { spread(block, in: region) }
      return
    }
    if let list = blocks.firstIndex(where: { $0.rowCount > Self.manyRows }) {
      return part(blocks, at: list, in: region, depth: depth)
    }
    if depth < Self.mostParts, let list = orderedList(in: blocks) {
      return dealInOrder(blocks, list: list, in: region, depth: depth)
    }
    let width = column(0, of: count, in: region).edges.count
    let measured = blocks.map { measure.block($0.cards, width: width) }
    let heights = measured.map { $0.above + $0.height }
    let dealt = ColumnFlow.shortestFirst(heights, columns: count)
    let total = heights.reduce(0, +)
    let longest = dealt.map { $0.reduce(0) { $0 + heights[$1] } }.max() ?? 0
    if depth < Self.mostParts, Double(longest * count) > Double(total) * Design.unevenness,
      let list = measured.indices.filter({ blocks[blocks.startIndex + $0].rowCount >= Self.partedRows })
        .max(by: { heights[$0] < heights[$1] }), heights[list] * count > total
    {
      return part(blocks, at: blocks.startIndex + list, in: region, depth: depth)
    }
    if depth < Self.mostParts, Double(longest * count) > Double(total) * Design.lopsidedness,
      let grid = lonelyGrid(dealt, heights, blocks)
    {
      // Beside next to nothing, its cells rather have the page's width than half of it.
      deal(blocks[..<grid], in: region, depth: depth + 1)
      stack(blocks[grid].cards, in: region)
      return deal(blocks[(grid + 1)...], in: region, depth: depth + 1)
    }
    if Double(longest * count) > Double(total) * Design.unevenness,
      let fewer = fewerColumns(than: count, blocks, in: region, within: longest)
    {
      return place(
        fewer.measured, fewer.dealt, in: fewer.dealt.indices.map { column($0, of: fewer.dealt.count, in: region) })
    }
    place(measured, dealt, in: dealt.indices.map { column($0, of: dealt.count, in: region) })
  }

  /// Wider columns in which blocks end no later: four blocks in three columns leave one of them alone below two holes, in two columns none.
  private func fewerColumns(
    than count: Int, _ blocks: ArraySlice<PageBlock>, in region: Region, within longest: Int
  ) -> (measured: [MeasuredBlock], dealt: [[Int]])? {
    for fewer in (2..<max(count, 2)).reversed() {
      let width = column(0, of: fewer, in: region).edges.count
      guard width <= theme.whole(Design.widestEvenColumn) else { return nil }
      let measured = blocks.map { measure.block($0.cards, width: width) }
      let heights = measured.map { $0.above + $0.height }
      let dealt = ColumnFlow.shortestFirst(heights, columns: fewer)
      let lengths = dealt.map { $0.reduce(0) { $0 + heights[$1] } }
      let (most, total) = (lengths.max() ?? 0, heights.reduce(0, +))
      if most <= longest, Double(most * fewer) <= Double(total) * Design.unevenness { return (measured, dealt) }
    }
    return nil
  }

  /// The grid that has the longest column for itself.
  private func lonelyGrid(_ dealt: [[Int]], _ heights: [Int], _ blocks: ArraySlice<PageBlock>) -> Int? {
    let lengths = dealt.map { $0.reduce(0) { $0 + heights[$1] } }
    guard let longest = lengths.indices.max(by: { lengths[$0] < lengths[$1] }), dealt[longest].count == 1 else {
      return nil
    }
    let block = blocks.startIndex + dealt[longest][0]
    return blocks[block].cards.allSatisfy { cards[$0].columns > 1 } ? block : nil
  }

  /// So many rows are a list of its own, whatever stands beside.
  private static let manyRows = 100
  static let mostParts = 8
  /// Fewer rows, with what stands over their columns, are not parted where the panel shows them below each other.
  private static let shortList = 9
  /// From so many rows on a list may go on in a second column.
  static let partedRows = 4

  /// A list across the whole width, with the blocks above and below it in columns of their own.
  private mutating func part(_ blocks: ArraySlice<PageBlock>, at list: Int, in region: Region, depth: Int) {
    deal(blocks[..<list], in: region, depth: depth + 1)
    spread(blocks[list], in: region)
    if depth + 1 < Self.mostParts {
      deal(blocks[(list + 1)...], in: region, depth: depth + 1)
    } else {
      for block in blocks[(list + 1)...] { spread(block, in: region) }
    }
  }

  mutating func place(_ measured: [MeasuredBlock], _ dealt: [[Int]], in columns: [Column]) {
    hasColumns = true
    let measured = withHighHeroes(withCommonLanes(measured, dealt, in: columns), dealt)
    let isFirst = placed.isEmpty || y == top
    // Headings beside each other stand in one line.
    let above = isFirst ? 0 : dealt.compactMap { $0.first.map { measured[$0].above } }.max() ?? 0
    let heights = dealt.map { height(of: $0, measured) }
    let most = dealt.map { blocks in blocks.reduce(0) { $0 + mostGrowth(of: measured[$1].items) } }
    let highest = heights.max() ?? 0
    let mostOfAll = zip(heights, most).max { $0.0 < $1.0 }?.1 ?? 0
    let extra = grow(Zone(mostGrowth: mostOfAll))
    let bottom = y + above + highest + (extra ?? 0)
    for (index, blocks) in dealt.enumerated() {
      var column = columns[index]
      column.y += above
      // Rows beside each other keep one measure; a picture or a chart lets its column end with the others.
      let isElastic = blocks.contains { measured[$0].items.contains { cards[$0.card].isElastic } }
      let share =
        isElastic
        ? extra.map {
          Self.share($0 + highest - heights[index], of: most[index], limit: max(1, Self.share($0, of: mostOfAll)))
        } ?? 0
        : extra.map { Self.share($0, of: mostOfAll) } ?? 0
      for (turn, block) in blocks.enumerated() {
        if turn > 0 { column.y += measured[block].above }
        put(grown(measured[block].items, by: share), at: &column)
      }
      extend(to: bottom, from: column.y)
    }
    (y, boxTop) = (bottom, bottom)
  }

  /// Titles of a list's groups that stand in one column begin at one edge.
  private mutating func withCommonLanes(
    _ measured: [MeasuredBlock], _ dealt: [[Int]], in columns: [Column]
  ) -> [MeasuredBlock] {
    var measured = measured
    for (column, blocks) in zip(columns, dealt) where blocks.count > 1 {
      // The first rows of lists tell what all of them have.
      func lists(_ block: Int) -> [Item] {
        measured[block].items.filter {
          cards[$0.card].kind == .row && cards[$0.card].id.key != nil && $0.shared.value.corners.contains(.top)
        }
      }
      var lanes: [Int: Arrangement] = [:]
      for item in blocks.flatMap(lists) {
        lanes[cards[item.card].id.place, default: Arrangement(isMirrored: measure.isMirrored)]
          .reserve(as: item.shared.value)
      }
      measure.columnLanes = lanes
      for block in blocks
      where lists(block).contains(where: { lanes[cards[$0.card].id.place]?.hasLanes(of: $0.shared.value) == false }) {
        measured[block] = measure.block(measured[block].cards, width: column.edges.count)
      }
      measure.columnLanes = [:]
    }
    return measured
  }

  /// A hero that has a column for itself is as high as those beside it, if the panel is.
  private func withHighHeroes(_ measured: [MeasuredBlock], _ dealt: [[Int]]) -> [MeasuredBlock] {
    guard !fitting.isAligned, let longest = dealt.map({ height(of: $0, measured) }).max() else { return measured }
    var measured = measured
    for block in dealt.filter({ $0.count == 1 }).map({ $0[0] }) where measured[block].items.count == 1 {
      let item = measured[block].items[0]
      guard cards[item.card].kind == .hero, cards[item.card].fillsColumn else { continue }
      let tallest = Int(clamping: Double(item.columns.count) * Design.tallestHero)
      let more = min(longest - gap, viewport - (y - top), tallest) - item.height
      guard more > 0 else { continue }
      measured[block].items[0].height += more
      measured[block].items[0].arrangement.isStretched = true
      measured[block].height += more
    }
    return measured
  }

  private func height(of blocks: [Int], _ measured: [MeasuredBlock]) -> Int {
    blocks.enumerated().reduce(0) { sum, block in
      sum + measured[block.element].height + (block.offset > 0 ? measured[block.element].above : 0)
    }
  }

  /// One column over the whole region.
  mutating func stack(_ range: Range<Int>, in region: Region) {
    let block = measure.block(range, width: region.edges.count)
    var column = column(0, of: 1, in: region)
    if y != top || !placed.isEmpty { column.y += block.above }
    let most = mostGrowth(of: block.items)
    let extra = grow(Zone(mostGrowth: most))
    put(grown(block.items, by: extra.map { Self.share($0, of: most) } ?? 0), at: &column)
    (y, boxTop) = (column.y, column.y)
  }

  /// A list in several columns; anything else in one.
  mutating func spread(_ block: PageBlock, in region: Region) {
    let isShort = block.rowCount < Self.shortList && isSeenInOneColumn(block, in: region)
    let count = isShort ? 1 : mostColumns(of: block, min(region.columns, block.rowCount / 2), in: region)
    guard let first = block.rows, count > 1 else {
      if !isWhole(block, in: region) { hasColumns = true }
      return stack(block.cards, in: region)
    }
    hasColumns = true
    if first > block.cards.lowerBound { stack(block.cards.lowerBound..<first, in: region) }
    var list = measure.block(first..<block.cards.upperBound, width: column(0, of: count, in: region).edges.count)
    // The heads of a table stand over each of its columns.
    var head: Item?
    if let first = list.items.first, cards[first.card].isHead {
      head = first
      list.items.removeFirst()
    }
    let above = head?.height ?? 0
    let isLined = fitting.isAligned && !fitting.isLoose
    for course in courses(of: list.items.map(\.height), columns: count, most: max(viewport - above, 1), isLined) {
      if isLined { Self.align(course, &list.items) }
      let heights = course.map { list.items[$0].reduce(0) { $0 + $1.height } }
      let longest = heights.indices.max { heights[$0] < heights[$1] }.map { course[$0] } ?? 0..<0
      let most = mostGrowth(of: Array(list.items[longest]))
      let extra = grow(Zone(mostGrowth: most))
      // Rows beside each other stay in line: as high as those of the longest column.
      let share = extra.map { Self.share($0, of: most) } ?? 0
      let lines = isLined ? grown(Array(list.items[longest]), by: share).map(\.height) : []
      let bottom = y + gap + above + (heights.max() ?? 0) + (extra ?? 0)
      for (index, rows) in course.enumerated() {
        var column = column(index, of: count, in: region)
        if index == course.count - 1, course.count < count {
          let last = self.column(count - 1, of: count, in: region).reach
          column.reach = min(column.reach.lowerBound, last.lowerBound)..<max(column.reach.upperBound, last.upperBound)
        }
        let grown =
          share > 0
          ? isLined ? lined(list.items[rows], lines) : self.grown(Array(list.items[rows]), by: share)[...]
          : list.items[rows]
        put(surface(grown, under: head), at: &column)
        extend(to: bottom, from: column.y)
      }
      (y, boxTop) = (bottom, bottom)
    }
  }

  /// How the rows of a list are dealt to columns: where they are to stand in line, with as many in each column if they are lower then.
  private func courses(of heights: [Int], columns: Int, most: Int, _ isLined: Bool) -> [[Range<Int>]] {
    let courses = ColumnFlow.courses(of: heights, columns: columns, most: most)
    guard isLined, courses.count == 1 else { return courses }
    func height(_ course: [Range<Int>]) -> Int {
      (0..<(course.map(\.count).max() ?? 0)).reduce(0) { sum, line in
        sum + (course.compactMap { line < $0.count ? heights[$0.lowerBound + line] : nil }.max() ?? 0)
      }
    }
    let even = ColumnFlow.even(heights.count, columns: columns)
    return height(even) < height(courses[0]) ? [even] : courses
  }

  /// Rows as high as those of another column.
  private func lined(_ rows: ArraySlice<Item>, _ heights: [Int]) -> ArraySlice<Item> {
    var rows = rows
    var moved = 0
    for (index, height) in zip(rows.indices, heights) {
      let extra = height - rows[index].height
      rows[index].y += moved
      rows[index].height = height
      rows[index].arrangement.isStretched = rows[index].arrangement.isStretched || extra > 0
      moved += extra
    }
    for index in rows.indices.dropFirst(heights.count) { rows[index].y += moved }
    return rows
  }

  /// Makes rows beside each other as high as the highest of them.
  private static func align(_ course: [Range<Int>], _ items: inout [Item]) {
    for line in 0..<(course.map(\.count).max() ?? 0) {
      let rows = course.compactMap { line < $0.count ? $0.lowerBound + line : nil }
      let highest = rows.map { items[$0].height }.max() ?? 0
      for row in rows { items[row].height = highest }
    }
    for rows in course {
      for row in rows.dropFirst() { items[row].y = items[row - 1].y + items[row - 1].height }
    }
  }

  /// A list that is all there is: one column, as long as a panel shows all of that.
  mutating func spreadAlone(_ block: PageBlock, in region: Region) {
    if block.rowCount <= Self.manyRows, fitting.columns.lowerBound == 1 {
      let one = self.region(widest: Design.maximumWidth)
      let height = measure.block(block.cards, width: one.edges.count).height
      if height - gap <= viewport, isWhole(block, in: region) { return }
    }
    if block.rowCount <= Self.manyRows, isSeenInOneColumn(block, in: region) {
      hasColumns = true
      return stack(block.cards, in: region)
    }
    spread(block, in: region)
  }

  /// Whether the panel shows all of a list whose parts stand in columns of their own, in lines from side to side.
  private func isSeenInOneColumn(_ block: PageBlock, in region: Region) -> Bool {
    guard let first = block.rows, region.edges.count <= theme.whole(cards[first].kind.widestLanes)
    else { return false }
    if fitting.keepsLists, block.rowCount < Self.shortList { return true }
    return y - top + measure.block(block.cards, width: region.edges.count).height - gap <= viewport
  }

  /// Whether a page of one column, which is never wider than one likes to read, shows all that a wide one does.
  private func isWhole(_ block: PageBlock, in region: Region) -> Bool {
    measure.shownColumns(of: block, width: self.region(widest: Design.maximumWidth).edges.count)
      >= measure.shownColumns(of: block, width: region.edges.count)
  }

  /// Rows of a list on a surface of their own.
  private func surface(_ rows: ArraySlice<Item>, under head: Item? = nil) -> [Item] {
    var rows = Array(rows)
    guard let first = rows.first else { return rows }
    for index in rows.indices { rows[index].y -= first.y - (head?.height ?? 0) }
    if var head {
      head.y = 0
      rows.insert(head, at: 0)
    }
    rows[0].shared = measure.arrangements.changed(rows[0].shared) { $0.corners.insert(.top) }
    // Fits: there is a first one.
    let last = rows.count - 1
    rows[last].shared = measure.arrangements.changed(rows[last].shared) {
      $0.corners.insert(.bottom)
      $0.isParted = false
    }
    rows[last].below = gap
    return rows
  }

  // MARK: Columns that the page names

  /// Columns of these widths for each other; nil when there are none, or the panel is too narrow for them.
  func columns(as widths: [Int], in region: Region) -> [Column]? {
    let room = region.edges.count - (widths.count - 1) * gutter
    let sum = widths.reduce(0, +)
    guard let least = widths.min(), sum > 0, room * least >= sum * theme.whole(Design.leastNamedColumn) else {
      return nil
    }
    var passed = 0
    return widths.indices.map { index in
      let start = room * passed / sum + index * gutter
      passed += widths[index]
      let end = room * passed / sum + index * gutter
      let edges =
        measure.isMirrored
        ? region.edges.upperBound - end..<region.edges.upperBound - start
        : region.edges.lowerBound + start..<region.edges.lowerBound + end
      return Column(edges: edges, reach: edges, y: y, boxTop: boxTop)
    }
  }

  /// Blocks in these columns: where their first card says, else in the shortest.
  mutating func place(_ blocks: [PageBlock], in columns: [Column], of region: Region) {
    var measured: [MeasuredBlock] = []
    var dealt = columns.map { _ in [Int]() }
    var lengths = columns.map { _ in 0 }
    let ordered =
      orderedList(in: blocks[...]) == nil || blocks.contains { cards[$0.cards.lowerBound].column != nil }
      ? nil
      : ColumnFlow.inOrder(
        columns.map { column in
          blocks.map { block in
            let one = measure.block(block.cards, width: column.edges.count)
            return one.above + one.height
          }
        })
    for (index, block) in blocks.enumerated() {
      let shortest = lengths.indices.min { lengths[$0] < lengths[$1] } ?? 0
      let target =
        ordered?.firstIndex { $0.contains(index) }
        ?? cards[block.cards.lowerBound].column.map { min(max($0, 1), columns.count) - 1 } ?? shortest
      let one = measure.block(block.cards, width: columns[target].edges.count)
      lengths[target] += one.above + one.height
      measured.append(one)
      dealt[target].append(index)
    }
    // One that nothing stands in belongs to its neighbour, as far as touches go.
    let used = dealt.indices.filter { !dealt[$0].isEmpty }
    var reached = used.map { columns[$0] }
    let order = reached.indices.sorted { reached[$0].edges.lowerBound < reached[$1].edges.lowerBound }
    for (turn, index) in order.enumerated() {
      let start = turn == 0 ? region.reach.lowerBound : reached[index].edges.lowerBound
      let end = turn + 1 < order.count ? reached[order[turn + 1]].edges.lowerBound : region.reach.upperBound
      (reached[index].y, reached[index].boxTop) = (y, boxTop)
      reached[index].reach = start..<max(end, start)
    }
    place(measured, used.map { dealt[$0] }, in: reached)
  }
}

extension PageBlock {
  /// Of the one list it is; 0 for anything else.
  var rowCount: Int { rows.map { cards.upperBound - $0 } ?? 0 }
}

extension Card.Kind {
  /// How wide one column of its rows may be, in dp, if they are read along columns of their own, which two halves would have twice.
  fileprivate var widestLanes: Double {
    switch self {
    case .departure: Design.widestLanes
    case .table: Design.widestPage
    default: 0
    }
  }
}
