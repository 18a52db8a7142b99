import Board
import Icons
import Scene

/// Lines of a table, and the heads over columns.
extension CardPainter {
  /// In dp.
  func tableHeight(width: Int) -> Double {
    guard case .table(let table)? = card.figure else { return Design.columnHeadHeight }
    return arrangement.columns.reduce(Design.tableRowHeight) { height, lane in
      guard lane.isFlexible, let cell = table.cells[safe: lane.cell] ?? nil,
        cell.widestWidth(lane.style) * theme.scale > Double(lane.width)
      else { return height }
      let words = block(Text(cell, lane.style, lines: theme.lines(Self.cellLines), tabular: true), width: lane.width)
      guard words.lineCount > 1 else { return height }
      let lines = Double(words.lineCount) * lane.style.leading + 2 * Design.leastRowSpace
      return max(height, Design.tallRowHeight, Design.onGrid(lines))
    }
  }

  private static let cellLines = 3

  func drawTable(_ table: TableFigure, on canvas: borrowing Canvas, frame: PixelRect, pictures: PictureSource) {
    drawSurface(on: canvas, frame, corners: arrangement.corners)
    let inset = theme.whole(Design.inset)
    var band = Band(frame.x0 + inset, frame.x1 - inset, isMirrored: arrangement.isMirrored)
    drawMarkLane(on: canvas, frame: frame, band: &band)
    let start = arrangement.isMirrored ? band.right : band.left
    drawChevron(on: canvas, frame: frame, band: &band)
    let gap = theme.whole(Design.columnGap)
    for lane in arrangement.columns {
      if lane.isMain, arrangement.hasPictures {
        let side = theme.whole(Design.smallPicture)
        let place = centered(PixelSize(width: side, height: side), x: band.takeLeading(side, gap: gap / 2), in: frame)
        drawPicture(
          on: canvas, in: place, radius: Double(theme.whole(4)), fit: .contain, pictures: pictures)
      }
      let x = band.takeLeading(lane.width, gap: gap)
      guard let cell = table.cells[safe: lane.cell] ?? nil else { continue }
      let place = PixelRect(x0: x, y0: frame.y0, x1: x + lane.width, y1: frame.y1)
      write(
        cell, lane.isFlexible ? [lane.style] : [.value, .body, .axis],
        lines: lane.isFlexible ? theme.lines(Self.cellLines) : 1, on: canvas, in: place,
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

extension Array {
  /// Nil where there is none.
  subscript(safe index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}
