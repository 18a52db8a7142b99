import Board
import Numbers
import Scene

/// Blocks that are read in their order: the days of an agenda, the groups of a list.
extension PageFlow {
  /// The days or groups of the first list that has several.
  func orderedList(in blocks: ArraySlice<PageBlock>) -> Range<Int>? {
    guard
      let second = zip(blocks.indices.dropFirst(), blocks).first(where: {
        $1.list != nil && blocks[$0].list == $1.list
      })?.0
    else { return nil }
    return second - 1..<(blocks[second...].firstIndex { $0.list != blocks[second].list } ?? blocks.endIndex)
  }

  /// Days and groups of one list are read in their order, down a column and on in the next, with all that is above and below them. Where
  /// the panel does not show that at once, they come in courses no higher than the panel.
  mutating func dealInOrder(
    _ blocks: ArraySlice<PageBlock>, list: Range<Int>, in region: Region, depth: Int
  ) {
    let room = max(top + viewport + gap - y, 1)
    // The air above the first headings of a page is not there.
    func most(_ measured: [MeasuredBlock]) -> Int {
      placed.isEmpty || y == top ? room + (measured.map(\.above).min() ?? 0) : room
    }
    var best: (measured: [MeasuredBlock], dealt: [[Int]])?
    for count in (2...max(min(region.columns, blocks.count), 2)).reversed() {
      let width = column(0, of: count, in: region).edges.count
      // Four days in three columns leave one of them alone below two holes, in two columns none.
      if best != nil, width > theme.whole(Design.widestEvenColumn) { break }
      let (measured, heights) = measured(blocks, width: width)
      let most = most(measured)
      let courses = ColumnFlow.courses(of: heights, columns: count, most: most)
      let longest = courses[0].map { heights[$0].reduce(0, +) }.max() ?? 0
      // A day that is a little higher than the panel is that wherever it stands.
      guard courses.count == 1, Double(longest) <= Double(most) * Design.longestBesideHero else { break }
      let isEven = Double(longest * count) <= Double(heights.reduce(0, +)) * Design.unevenness
      if best == nil || isEven { best = (measured, courses[0].map(Array.init)) }
      if isEven { break }
    }
    // A panel that shows all of them side by side, one line after the other, shows them so rather than not.
    let mostInLines = Int(clamping: Double(room) * Design.longestInLines)
    if list.lowerBound == blocks.startIndex, best.map({ self.longest(of: $0.dealt, $0.measured) > mostInLines }) ?? true
    {
      let counts = (2...max(min(region.columns, blocks.count), 2)).reversed()
      // Whole lines of them leave no hole.
      for count in counts.filter({ blocks.count.isMultiple(of: $0) }) + counts {
        let (measured, heights) = measured(blocks, width: column(0, of: count, in: region).edges.count)
        let dealt = ColumnFlow.shortestFirst(heights, columns: count)
        let isInLines = dealt.enumerated().allSatisfy { $1 == Array(stride(from: $0, to: heights.count, by: count)) }
        if isInLines, longest(of: dealt, measured) <= mostInLines {
          return place(measured, dealt, in: columns(dealt.count, of: dealt.count, in: region))
        }
      }
    }
    if let best {
      return place(best.measured, best.dealt, in: columns(best.dealt.count, of: best.dealt.count, in: region))
    }
    // What stands above them begins their first course, if it leaves them room there.
    let above = blocks[..<list.lowerBound]
    let width = column(0, of: min(region.columns, blocks.count), in: region).edges.count
    let isBrief = measured(above, width: width).heights.reduce(0, +) <= viewport
    if !isBrief { deal(above, in: region, depth: depth + 1) }
    placeCourses(blocks[(isBrief ? blocks.startIndex : list.lowerBound)..<list.upperBound], in: region)
    deal(blocks[list.upperBound...], in: region, depth: depth + 1)
  }

  /// Of the highest column, with what is above its first block.
  private func longest(of dealt: [[Int]], _ measured: [MeasuredBlock]) -> Int {
    dealt.map { $0.reduce(0) { $0 + measured[$1].above + measured[$1].height } }.max() ?? 0
  }

  /// With their heights, and what is above them.
  private func measured(
    _ blocks: ArraySlice<PageBlock>, width: Int
  ) -> (measured: [MeasuredBlock], heights: [Int]) {
    let measured = blocks.map { measure.block($0.cards, width: width) }
    return (measured, measured.map { $0.above + $0.height })
  }

  /// Blocks in courses no higher than the panel; a list that is much higher goes on from column to column.
  private mutating func placeCourses(_ blocks: ArraySlice<PageBlock>, in region: Region) {
    let first = blocks.startIndex
    let count = min(region.columns, blocks.count)
    let (measured, heights) = measured(blocks, width: column(0, of: count, in: region).edges.count)
    func isHigh(_ index: Int) -> Bool {
      Double(heights[index]) > Double(viewport) * Design.longestBesideHero
        && blocks[first + index].rowCount >= Self.partedRows
    }
    var start = 0
    while start < heights.count {
      let end = heights.indices[start...].first(where: isHigh) ?? heights.count
      for course in ColumnFlow.courses(of: Array(heights[start..<end]), columns: count, most: viewport) {
        if course.count == 1, course[0].count == 1 {
          // Fits: a course is of these blocks.
          spread(blocks[first + start + course[0].lowerBound], in: region)
        } else {
          place(
            measured, course.map { rows in rows.map { start + $0 } }, in: columns(course.count, of: count, in: region))
        }
      }
      if end < heights.count { spread(blocks[first + end], in: region) }
      start = end + 1
    }
  }

  /// The first of several columns; what is right of the last of them belongs to it, as far as touches go.
  private func columns(_ used: Int, of count: Int, in region: Region) -> [Column] {
    var columns = (0..<used).map { column($0, of: count, in: region) }
    if used < count, let end = columns.last?.reach {
      let rest = column(count - 1, of: count, in: region).reach
      columns[used - 1].reach = min(end.lowerBound, rest.lowerBound)..<max(end.upperBound, rest.upperBound)
    }
    return columns
  }
}
