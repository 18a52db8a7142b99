import Numbers
import Scene

/// A run of columns over which the same items are visible in every row of a strip.
struct Cell: BitwiseCopyable {
  var x0: Int
  var x1: Int
  /// Where its items begin in `CellCutter.stacks`, back to front, and how many they are.
  var first: Int
  var count: Int
}

/// Cuts rectangles of the panel into strips of rows and strips into cells, at the edges of items.
///
/// A sweep: edges are sorted once per frame, and the stack of items at the current column is kept up to date from edge to edge.
/// A cell's stack begins with the topmost opaque item, because nothing below it can be seen.
struct CellCutter: ~Copyable {
  /// Vertical edges by column: `column << 33 | item << 1 | isLeft`.
  private var edges = Storage<Int>(capacity: 128)
  /// Rows at which an item begins or ends, each once.
  private var rows = Storage<Int>(capacity: 128)
  /// The items at the current column, back to front.
  private var current = Storage<Int32>(capacity: 64)
  private(set) var cells = Storage<Cell>(capacity: 128)
  private(set) var stacks = Storage<Int32>(capacity: 1024)
  /// How the cells of a strip are composed, each as a whole, and as a row of theirs is stored.
  private var whole = Storage<Run>(capacity: 128)
  private(set) var runs = Storage<Run>(capacity: 256)
  private(set) var bands = Storage<Int>(capacity: 64)
  /// The plain rows of a strip.
  private var plainRows = Storage<PlainRow>(capacity: RowComposer.plainRowCount)

  /// Stack entries after which the cells so far are handed out, so that memory stays bounded.
  private static let stackLimit = 1 << 16

  /// Prepares for a frame.
  mutating func begin(_ list: borrowing DisplayList) {
    edges.removeAll()
    rows.removeAll()
    var index = 0
    while index < list.items.count {
      let bounds = list.items[index].bounds
      edges.append(bounds.x0 << 33 | index << 1 | 1)
      edges.append(bounds.x1 << 33 | index << 1)
      rows.append(bounds.y0)
      rows.append(bounds.y1)
      index += 1
    }
    edges.sort()
    rows.sort()
    var kept = 0
    var k = 0
    while k < rows.count {
      if kept == 0 || rows[kept - 1] != rows[k] {
        rows[kept] = rows[k]
        kept += 1
      }
      k += 1
    }
    rows.truncate(to: kept)
  }

  /// Composes a rectangle, strip by strip.
  mutating func compose(_ rect: PixelRect, _ list: borrowing DisplayList, _ composer: borrowing RowComposer) {
    var y = rect.y0
    var next = 0
    while y < rect.y1 {
      while next < rows.count, rows[next] <= y { next += 1 }
      let bottom = next < rows.count ? min(rows[next], rect.y1) : rect.y1
      cut(columns: rect.x0..<rect.x1, rows: y..<bottom, isFirst: y == rect.y0, list, composer)
      y = bottom
    }
  }

  private mutating func cut(
    columns: Range<Int>, rows: Range<Int>, isFirst: Bool, _ list: borrowing DisplayList,
    _ composer: borrowing RowComposer
  ) {
    current.removeAll()
    cells.removeAll()
    stacks.removeAll()
    var x = columns.lowerBound
    var k = 0
    while k < edges.count {
      let edge = edges[k]
      k += 1
      let column = edge >> 33
      if column >= columns.upperBound { break }
      let index = edge >> 1 & 0xFFFF_FFFF
      let bounds = unsafe (list.items.base + index).pointee.bounds
      if bounds.y0 > rows.lowerBound || bounds.y1 < rows.upperBound { continue }
      if column > x {
        appendCell(x..<column, list)
        x = column
        if stacks.count > CellCutter.stackLimit { flush(rows, list, composer) }
      }
      if edge & 1 == 1 {
        enter(Int32(truncatingIfNeeded: index))
        let isSeen = bounds.x1 > columns.lowerBound
        if isSeen && (isFirst || bounds.y0 == rows.lowerBound) { unsafe (list.items.base + index).pointee.readImage() }
      } else {
        leave(Int32(truncatingIfNeeded: index))
      }
    }
    appendCell(x..<columns.upperBound, list)
    flush(rows, list, composer)
  }

  private mutating func enter(_ item: Int32) {
    var position = current.count
    while position > 0, current[position - 1] > item { position -= 1 }
    current.insert(item, at: position)
  }

  private mutating func leave(_ item: Int32) {
    var position = current.count - 1
    while position > 0, current[position] != item { position -= 1 }
    current.remove(at: position)
  }

  private mutating func appendCell(_ columns: Range<Int>, _ list: borrowing DisplayList) {
    let first = stacks.count
    var k = 0
    while k < current.count {
      let index = Int(current[k])
      dropEmptyGroups(before: index, from: first, list)
      if list.items[index].isOpaque {
        // Within a group it hides the items of that group only.
        stacks.truncate(to: position(after: list.links[index].parent, from: first))
      }
      stacks.append(current[k])
      k += 1
    }
    dropEmptyGroups(before: list.items.count, from: first, list)
    let count = stacks.count - first
    if let last = lastCell, last.x1 == columns.lowerBound, hasSameStack(last, first, count) {
      cells[cells.count - 1].x1 = columns.upperBound
      stacks.truncate(to: first)
    } else {
      cells.append(Cell(x0: columns.lowerBound, x1: columns.upperBound, first: first, count: count))
    }
  }

  /// Removes groups at the end of the stack which have ended without an item in this cell.
  private mutating func dropEmptyGroups(before index: Int, from first: Int, _ list: borrowing DisplayList) {
    while stacks.count > first {
      let top = Int(stacks[stacks.count - 1])
      guard list.items[top].source == .group, list.links[top].end <= index else { return }
      stacks.truncate(to: stacks.count - 1)
    }
  }

  private func position(after group: Int, from first: Int) -> Int {
    var position = stacks.count
    while position > first, Int(stacks[position - 1]) != group { position -= 1 }
    return group < 0 ? first : position
  }

  private var lastCell: Cell? { cells.count > 0 ? cells[cells.count - 1] : nil }

  private func hasSameStack(_ cell: Cell, _ first: Int, _ count: Int) -> Bool {
    guard cell.count == count else { return false }
    var k = 0
    while k < count {
      if stacks[cell.first + k] != stacks[first + k] { return false }
      k += 1
    }
    return true
  }

  /// Has the cells so far composed, row by row from left to right.
  private mutating func flush(_ rows: Range<Int>, _ list: borrowing DisplayList, _ composer: borrowing RowComposer) {
    whole.removeAll()
    plainRows.removeAll()
    var repeated = 0
    var k = 0
    while k < cells.count {
      let stack = unsafe Stack(
        entries: stacks.base + cells[k].first, count: cells[k].count, items: list.items.base, links: list.links.base)
      let run = Run(cells[k], stack, format: composer.format, background: composer.background)
      if let copies = composer.repeating(run, rows: rows, index: repeated) {
        whole.append(copies)
        repeated += 1
      } else if let color = run.colorBelow(background: composer.background),
        let row = composer.plainRow(color, count: run.count, &plainRows)
      {
        whole.append(run.withPixelsBelow(row))
      } else {
        whole.append(run)
      }
      k += 1
    }
    composeRows(rows, composer)
    cells.removeAll()
    stacks.removeAll()
  }

  /// The row loop.
  private mutating func composeRows(_ rows: Range<Int>, _ composer: borrowing RowComposer) {
    var y = rows.lowerBound
    if !composer.hasEvenRows {
      while y < rows.upperBound {
        composer.layOut(whole, y: y, into: &runs, bands: &bands)
        unsafe composer.compose(runs.base, runs.count, y: y)
        y &+= 1
      }
      return
    }
    composer.layOut(whole, y: y, into: &runs, bands: &bands)
    var first = 0
    var band = 0
    while band < bands.count {
      let end = bands[band]
      y = rows.lowerBound
      while y < rows.upperBound {
        unsafe composer.compose(runs.base + first, end &- first, y: y)
        y &+= 1
      }
      first = end
      band &+= 1
    }
  }
}
