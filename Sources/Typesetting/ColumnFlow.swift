/// How blocks are dealt to columns; heights alone decide.
enum ColumnFlow {
  /// Each block goes to the column that is shortest then, the first of equals: what comes first stands above.
  ///
  /// - Parameter heights: of the blocks, with what is between them.
  /// - Returns: the blocks of each column, in order.
  static func shortestFirst(_ heights: [Int], columns: Int) -> [[Int]] {
    var dealt: [[Int]] = Array(repeating: [], count: max(columns, 1))
    var lengths = Array(repeating: 0, count: dealt.count)
    for (block, height) in heights.enumerated() {
      var shortest = 0
      for column in lengths.indices where lengths[column] < lengths[shortest] { shortest = column }
      dealt[shortest].append(block)
      lengths[shortest] += height
    }
    return dealt
  }

  /// Blocks that are read in their order, down a column and on in the next one, in columns of different widths: as low as can be.
  ///
  /// - Parameter heights: of all blocks, as high as each column makes them.
  /// - Returns: the blocks of each column; none is empty while there are blocks for all.
  static func inOrder(_ heights: [[Int]]) -> [Range<Int>] {
    let blocks = heights.first?.count ?? 0
    func filled(_ most: Int) -> (columns: [Range<Int>], isWhole: Bool) {
      var columns: [Range<Int>] = []
      var (start, isWhole) = (0, true)
      for (index, column) in heights.enumerated() {
        let limit = blocks - min(heights.count - index - 1, max(blocks - start - 1, 0))
        var (end, length) = (start, 0)
        while end < limit, end == start || length + column[end] <= most || index == heights.count - 1 {
          length += column[end]
          end += 1
        }
        isWhole = isWhole && length <= most
        columns.append(start..<end)
        start = end
      }
      return (columns, isWhole)
    }
    var (low, high) = (0, heights.map { $0.reduce(0, +) }.max() ?? 0)
    while low < high {
      let middle = low + (high - low) / 2
      if filled(middle).isWhole { high = middle } else { low = middle + 1 }
    }
    return filled(low).columns
  }

  /// Rows of a list read down a column and on in the next one.
  ///
  /// Where they are longer than `most` in each column, they come in courses of that height: a reader gets to the end of a column
  /// without losing sight of the next one's beginning.
  ///
  /// - Parameter heights: of the rows.
  /// - Returns: courses from top to bottom, each with the rows of its columns. Every column of a course has a row, unless the last
  ///   course has fewer rows than columns.
  static func courses(of heights: [Int], columns: Int, most: Int) -> [[Range<Int>]] {
    let columns = max(columns, 1)
    var ends = [0]
    ends.reserveCapacity(heights.count + 1)
    for height in heights { ends.append(ends[ends.count - 1] + max(height, 1)) }
    var courses: [[Range<Int>]] = []
    var start = 0
    while start < heights.count {
      let isLast = filled(ends, from: start, columns: columns, height: most).last.map { $0.upperBound } == heights.count
      let course = filled(
        ends, from: start, columns: columns,
        height: isLast ? leastHeight(ends, from: start, columns: columns, most: most) : most)
      courses.append(course)
      start = course[course.count - 1].upperBound
    }
    return courses
  }

  /// As many rows in each column, the longer ones first.
  static func even(_ count: Int, columns: Int) -> [Range<Int>] {
    let columns = max(min(columns, count), 1)
    return (0..<columns).map { column in
      let start = column * (count / columns) + min(column, count % columns)
      return start..<start + count / columns + (column < count % columns ? 1 : 0)
    }
  }

  /// The least height at which all that is left has room.
  private static func leastHeight(_ ends: [Int], from start: Int, columns: Int, most: Int) -> Int {
    var low = (ends[ends.count - 1] - ends[start]) / columns
    var high = max(most, low)
    while low < high {
      let middle = low + (high - low) / 2
      let end = filled(ends, from: start, columns: columns, height: middle).last.map { $0.upperBound }
      if end == ends.count - 1 { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// Fills columns up to a height; a row that is higher has one for itself.
  private static func filled(_ ends: [Int], from start: Int, columns: Int, height: Int) -> [Range<Int>] {
    var course: [Range<Int>] = []
    var row = start
    while course.count < columns, row < ends.count - 1 {
      // The last row that ends within the height.
      var low = row + 1
      // No column stays empty while there are rows for all.
      var high = max(ends.count - columns + course.count, low)
      while low < high {
        let middle = (low + high + 1) / 2
        if ends[middle] - ends[row] <= height { low = middle } else { high = middle - 1 }
      }
      course.append(row..<low)
      row = low
    }
    return course
  }

  /// How many cells each line of a grid has: as even as can be, the longer ones first, so that none stands alone.
  static func lines(of count: Int, columns: Int) -> (lines: Int, longer: Int, length: Int) {
    guard count > 0 else { return (0, 0, 1) }
    let lines = (count + columns - 1) / max(columns, 1)
    let length = count / lines
    return (lines, count - length * lines, length)
  }
}
