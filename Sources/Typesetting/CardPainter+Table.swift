import Board
import Icons
import Scene

/// A column of a table: where it stands on a card, in pixels.
struct ColumnLane: Sendable, Hashable {
  /// Which of the cells it shows.
  var cell: Int
  var width: Int
  /// Numbers stand at the right, one below the other.
  var isNumeric: Bool
  /// It takes what the others leave, and its words may take two lines.
  var isFlexible: Bool
  /// Its longest words have no room in one line: all of its words are smaller, so that a table has one size.
  var isSmall = false

  /// Of the words of the one that is flexible.
  var style: TypeStyle { isSmall ? .delay : .label }
}

extension ColumnLane {
  /// As wide as the words of a table ask for; where there is no room for all columns, those before the last are left out.
  ///
  /// - Parameters:
  ///   - room: for all of them with the gaps between, in pixels.
  ///   - measure: gives a text's width, at most so many pixels. Called for the longest words of each column only.
  static func all(
    of cards: ArraySlice<Card>, room: Int, theme: ResolvedTheme, measure: (Text, Int) -> Int
  ) -> [ColumnLane] {
    var columns: [Column] = []
    for card in cards {
      switch card.figure {
      case .head(let heads):
        grow(&columns, to: heads.count)
        for (index, head) in heads.enumerated() { columns[index].head = head }
      case .table(let table):
        grow(&columns, to: table.cells.count)
        for (index, cell) in table.cells.enumerated() { if let cell { columns[index].add(cell) } }
      default: break
      }
    }
    guard !columns.isEmpty else { return [] }
    let gap = theme.whole(Design.columnGap)
    let flexible = columns.firstIndex { !$0.isNumeric } ?? 0
    var lanes = columns.indices.map { index in
      let column = columns[index]
      let style = index == flexible ? TypeStyle.label : .value
      let cell = column.longest.isEmpty ? 0 : measure(Text(column.longest, style, tabular: true), room)
      let head = column.head.isEmpty ? 0 : measure(Text(column.head, .caption, tabular: true), room)
      let width = max(cell, head, theme.whole(Design.leastCell))
      return ColumnLane(
        cell: index, width: index == flexible || column.isNumeric ? width : min(width, room * 30 / 100),
        isNumeric: column.isNumeric, isFlexible: index == flexible)
    }
    let least = min(lanes[flexible].width, theme.whole(Design.leastFlexible))
    func taken() -> Int { lanes.reduce(0) { $0 + ($1.isFlexible ? least : $1.width) } + (lanes.count - 1) * gap }
    while lanes.count > 2, taken() > room {
      // The last says how it came out, and the flexible one what it is about.
      guard let index = lanes.indices.dropLast().last(where: { !lanes[$0].isFlexible }) else { break }
      lanes.remove(at: index)
    }
    if let index = lanes.firstIndex(where: \.isFlexible) {
      let others = taken() - least
      let wanted = lanes[index].width
      lanes[index].width = max(room - others, 1)
      lanes[index].isSmall = wanted > lanes[index].width
    }
    return lanes
  }

  private static func grow(_ columns: inout [Column], to count: Int) {
    while columns.count < min(count, TableFigure.mostCells) { columns.append(Column()) }
  }

  /// What is known of a column's words.
  private struct Column {
    var head = ""
    var longest = ""
    var longestWidth = 0.0
    private var numbers = 0
    private var missing = 0
    private var words = 0

    /// Nearly all that stands there is.
    var isNumeric: Bool { numbers + missing > 0 && 4 * words <= numbers }

    mutating func add(_ cell: String) {
      switch CellContent(of: cell) {
      case .number: numbers += 1
      case .missing: missing += 1
      case .words: words += 1
      }
      let width = cell.widestWidth(.value)
      if width > longestWidth { (longest, longestWidth) = (cell, width) }
    }
  }
}

/// Lines of a table, and the heads over columns.
extension CardPainter {
  /// In dp.
  func tableHeight(width: Int) -> Double {
    guard case .table(let table)? = card.figure else { return Design.columnHeadHeight }
    let lines = arrangement.columns.reduce(1) { most, lane in
      guard lane.isFlexible, let cell = table.cells[safe: lane.cell] ?? nil,
        cell.widestWidth(lane.style) * theme.scale > Double(lane.width)
      else { return most }
      return max(most, block(Text(cell, lane.style, lines: theme.lines(2)), width: lane.width).lineCount)
    }
    return lines > 1 ? Design.tallRowHeight : Design.tableRowHeight
  }

  func drawTable(_ table: TableFigure, on canvas: borrowing Canvas, frame: PixelRect, pictures: PictureSource) {
    drawSurface(on: canvas, frame, corners: arrangement.corners)
    let inset = theme.whole(Design.inset)
    var band = Band(frame.x0 + inset, frame.x1 - inset, isMirrored: arrangement.isMirrored)
    drawMarkLane(on: canvas, frame: frame, band: &band)
    let start = arrangement.isMirrored ? band.right : band.left
    drawChevron(on: canvas, frame: frame, band: &band)
    let gap = theme.whole(Design.columnGap)
    for lane in arrangement.columns {
      let isPictured = lane.isFlexible && arrangement.hasPictures
      if isPictured {
        let side = theme.whole(Design.smallPicture)
        let place = centered(PixelSize(width: side, height: side), x: band.takeLeading(side, gap: gap / 2), in: frame)
        drawPicture(
          on: canvas, in: place, radius: Double(theme.whole(4)), fit: .contain, pictures: pictures)
      }
      let x = band.takeLeading(lane.width, gap: gap)
      guard let cell = table.cells[safe: lane.cell] ?? nil else { continue }
      let place = PixelRect(x0: x, y0: frame.y0, x1: x + lane.width, y1: frame.y1)
      write(
        cell, lane.isFlexible ? [lane.style] : [.value, .body, .axis], lines: lane.isFlexible ? theme.lines(2) : 1,
        on: canvas, in: place,
        edge: lane.isNumeric ? .right : leadingEdge, color: ink)
    }
    drawParting(on: canvas, frame: frame, from: start)
  }

  /// The heads over the columns of what follows: of a table, or of departures.
  func drawHeads(_ heads: [String], on canvas: borrowing Canvas, frame: PixelRect, isTable: Bool) {
    drawSurface(on: canvas, frame, corners: arrangement.corners)
    let inset = theme.whole(Design.inset)
    var band = Band(frame.x0 + inset, frame.x1 - inset, isMirrored: arrangement.isMirrored)
    guard isTable else { return drawDepartureHeads(heads, on: canvas, frame: frame, band: band) }
    if arrangement.hasMarks { _ = band.takeLeading(theme.whole(Design.mark), gap: theme.whole(Design.laneGap)) }
    if arrangement.hasChevrons {
      _ = band.takeTrailing(theme.whole(Design.chevron.width), gap: theme.whole(Design.laneGap))
    }
    let gap = theme.whole(Design.columnGap)
    for lane in arrangement.columns {
      if lane.isFlexible, arrangement.hasPictures {
        _ = band.takeLeading(theme.whole(Design.smallPicture), gap: gap / 2)
      }
      let x = band.takeLeading(lane.width, gap: gap)
      guard let head = heads[safe: lane.cell], !head.isEmpty else { continue }
      write(
        head, [.caption], on: canvas, in: PixelRect(x0: x, y0: frame.y0, x1: x + lane.width, y1: frame.y1),
        edge: lane.isNumeric ? .right : leadingEdge, color: quietInk)
    }
    drawParting(on: canvas, frame: frame, from: arrangement.isMirrored ? frame.x1 - inset : frame.x0 + inset)
  }

  /// Of what a table's cells have, in pixels.
  static func tableRoom(width: Int, _ arrangement: Arrangement, theme: ResolvedTheme) -> Int {
    var room = width - 2 * theme.whole(Design.inset)
    if arrangement.hasMarks { room -= theme.whole(Design.mark) + theme.whole(Design.laneGap) }
    if arrangement.hasChevrons { room -= theme.whole(Design.chevron.width) + theme.whole(Design.laneGap) }
    if arrangement.hasPictures { room -= theme.whole(Design.smallPicture) + theme.whole(Design.columnGap) / 2 }
    return max(room, 1)
  }

  /// The place of the tone's mark, kept in all lines of a list.
  func drawMarkLane(on canvas: borrowing Canvas, frame: PixelRect, band: inout Band) {
    guard arrangement.hasMarks else { return }
    let side = theme.whole(Design.mark)
    let x = band.takeLeading(side, gap: theme.whole(Design.laneGap))
    if let tone = card.tone {
      drawMark(on: canvas, tone, in: centered(PixelSize(width: side, height: side), x: x, in: frame))
    }
  }

  /// Words in the middle of a place, in the first style they fit into.
  func write(
    _ string: String, _ styles: [TypeStyle], lines: Int = 1, on canvas: borrowing Canvas, in place: PixelRect,
    edge: TextBlock.Edge, color: Color
  ) {
    guard place.width > 0, place.height > 0 else { return }
    let words = fitting(string, styles, lines: lines, width: place.width, tabular: true)
    words.draw(
      on: canvas, x: place.x0, y: middle(of: words.height, in: place), width: place.width, edge: edge, color: color)
  }

  /// A built-in picture in the middle of a place.
  func drawIcon(_ name: String, on canvas: borrowing Canvas, in place: PixelRect, color: Color) {
    guard let icon = Icon(name) else { return }
    let side = min(place.width, place.height)
    let square = centered(PixelSize(width: side, height: side), in: place)
    canvas.draw(icon.drawing, in: Rect(square), ink: color)
  }
}

extension Array {
  /// Nil where there is none.
  subscript(safe index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}
