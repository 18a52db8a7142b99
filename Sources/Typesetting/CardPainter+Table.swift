import Board
import Icons
import Scene

/// Lines of a table, and the heads over columns.
extension CardPainter {
  /// In dp.
  func tableHeight(width: Int) -> Double {
    guard case .table(let table)? = card.figure else { return Design.columnHeadHeight }
    var (most, height) = (1, TypeStyle.value.leading)
    for lane in arrangement.columns where lane.isFlexible && !lane.isBelow {
      guard let cell = table.cells[safe: lane.cell] ?? nil,
        cell.widestWidth(lane.style) * theme.scale > Double(lane.width)
      else { continue }
      let words = cellWords(cell, lane)
      most = max(most, words.lineCount)
      height = max(height, Double(words.lineCount) * lane.style.leading)
    }
    let below = wordsBelow(table, room: Self.tableRoom(width: width, arrangement, theme: theme))
    if let below { height += Double(below.lineCount) * TypeStyle.secondary.leading }
    guard most > 1 || below != nil else { return Design.tableRowHeight }
    return max(Design.tallRowHeight, Design.onGrid(height + 2 * Design.leastRowSpace))
  }

  private static let cellLines = 3

  private func cellWords(_ cell: String, _ lane: ColumnLane) -> TextBlock {
    guard !lane.isFlexible else {
      return block(Text(cell, lane.style, lines: theme.lines(Self.cellLines), tabular: true), width: lane.width)
    }
    return fitting(cell, [lane.style, .body, .axis], width: lane.width, tabular: true)
  }

  /// What stands below the columns: "Gate A12 · Expected 12:00"; nil where none of it is there.
  ///
  /// - Parameter room: of all columns, in pixels.
  private func wordsBelow(_ table: TableFigure, room: Int) -> TextBlock? {
    let told = arrangement.columns.filter(\.isBelow).compactMap { lane in
      (table.cells[safe: lane.cell] ?? nil).map { TableFigure.told($0, under: lane.head) }
    }
    guard !told.isEmpty else { return nil }
    let words = Text(
      told.joined(separator: TableFigure.parting), .secondary, lines: theme.lines(Self.cellLines), tabular: true)
    return block(words, width: lineBelow(room: room).width)
  }

  private func lineBelow(room: Int) -> (start: Int, width: Int) {
    ColumnLane.lineBelow(
      arrangement.columns.filter { !$0.isBelow }, room: room, gap: theme.whole(Design.columnGap))
  }

  func drawTable(_ table: TableFigure, on canvas: borrowing Canvas, frame: PixelRect, pictures: PictureSource) {
    drawSurface(on: canvas, frame, corners: arrangement.corners)
    let inset = theme.whole(Design.inset)
    var band = Band(frame.x0 + inset, frame.x1 - inset, isMirrored: arrangement.isMirrored)
    drawMarkLane(on: canvas, frame: frame, band: &band)
    let start = arrangement.isMirrored ? band.right : band.left
    drawChevron(on: canvas, frame: frame, band: &band)
    let gap = theme.whole(Design.columnGap)
    let room = Self.tableRoom(width: frame.width, arrangement, theme: theme)
    let below = wordsBelow(table, room: room)
    let cells = arrangement.columns.filter { !$0.isBelow }.map { lane in
      (lane: lane, words: (table.cells[safe: lane.cell] ?? nil).map { cellWords($0, lane) })
    }
    // Above what stands below.
    var line = frame
    if let below {
      let height = cells.compactMap(\.words?.height).max() ?? theme.whole(TypeStyle.value.leading)
      line.y0 = frame.y0 + (frame.height - height - below.height) / 2
      line.y1 = line.y0 + height
    }
    for (lane, words) in cells {
      if lane.isMain, arrangement.hasPictures {
        let side = theme.whole(Design.smallPicture)
        let place = centered(PixelSize(width: side, height: side), x: band.takeLeading(side, gap: gap / 2), in: line)
        drawPicture(
          on: canvas, in: place, radius: Double(theme.whole(4)), fit: .contain, pictures: pictures)
      }
      if lane.isMain, let below {
        // Under the main column; where that is too narrow, under all of them.
        let place = lineBelow(room: room)
        let back = place.start > 0 ? 0 : cells.prefix { !$0.lane.isMain }.reduce(0) { $0 + $1.lane.width + gap }
        let x0 = arrangement.isMirrored ? band.right + back - place.width : band.left - back
        below.draw(
          on: canvas, x: x0, y: line.y1, width: place.width, edge: leadingEdge, color: quietInk)
      }
      let x = band.takeLeading(lane.width, gap: gap)
      guard let words, lane.width > 0 else { continue }
      let place = PixelRect(x0: x, y0: line.y0, x1: x + lane.width, y1: line.y1)
      words.draw(
        on: canvas, x: x, y: middle(of: words.height, in: place), width: lane.width,
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
    for lane in arrangement.columns where !lane.isBelow {
      if lane.isMain, arrangement.hasPictures {
        _ = band.takeLeading(theme.whole(Design.smallPicture), gap: gap / 2)
      }
      let x = band.takeLeading(lane.width, gap: gap)
      guard let head = heads[safe: lane.cell], !head.isEmpty else { continue }
      write(
        head, [.caption, .fine], on: canvas, in: PixelRect(x0: x, y0: frame.y0, x1: x + lane.width, y1: frame.y1),
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

extension TableFigure {
  /// A cell in a line with others, behind the head of its column: what belongs together stays in one line.
  static func told(_ cell: String, under head: String) -> String { head.isEmpty ? cell : head + "\u{A0}" + cell }

  /// Between two of them.
  static let parting = "\u{A0}· "
}

extension Array {
  /// Nil where there is none.
  subscript(safe index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}
