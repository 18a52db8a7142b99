import Board
import Scene

/// An entry of an agenda, and the line of the present among them.
extension CardPainter {
  private var timeLane: Int { arrangement.timeLane > 0 ? arrangement.timeLane : theme.whole(Design.timeLane) }

  /// In dp.
  func entryHeight(width: Int) -> Double {
    guard case .agenda(let entry)? = card.figure else { return Design.presentHeight }
    let lanes = timeLane + theme.whole(Design.entryBar) + 2 * theme.whole(Design.laneGap) + markLane
    let room = width - 2 * theme.whole(Design.inset) - lanes - chevronLane
    let least = card.subtitle == nil && entry.end == nil ? Design.rowHeight : Design.tallRowHeight
    return max(
      least, Design.onGrid(max(linesHeight(room: room, entryStyles), timesHeight(entry)) + 2 * Design.leastRowSpace))
  }

  /// An entry that is going on, on a ground of its own.
  var isRunning: Bool {
    if case .agenda(let entry)? = card.figure { entry.phase == .running && fill == nil } else { false }
  }

  /// Where no page behind it tells the rest, all of it is told here.
  private var entryStyles: LineStyles {
    var styles = LineStyles(trail: .secondary)
    if card.tap?.leadsOn != true { (styles.titleLines, styles.subtitleLines) = (Self.mostLines, Self.mostLines) }
    return styles
  }

  /// More than these nobody reads from where a panel hangs, and what is laid out stays bounded.
  private static let mostLines = 12

  /// In dp; 0 for those that have a line each, which every entry has room for.
  private func timesHeight(_ entry: AgendaFigure) -> Double {
    let width = max(entry.start?.widestWidth(.value) ?? 0, entry.end?.widestWidth(.secondary) ?? 0)
    if width * theme.scale <= Double(timeLane) { return 0 }
    return Double(timeBlocks(entry).reduce(0) { $0 + $1.height }) / theme.scale
  }

  /// When it begins and when it ends, each smaller or in two lines before it is cut: a time without its end is another time.
  func timeBlocks(_ entry: AgendaFigure) -> [TextBlock] {
    func words(_ string: String?, _ styles: [TypeStyle]) -> TextBlock? {
      string.map { fitting($0, styles, lines: theme.lines(3), width: timeLane, tabular: true) }
    }
    return [words(entry.start, [.value, .secondary, .axis]), words(entry.end, [.secondary, .axis])].compactMap(\.self)
  }

  func drawEntry(_ entry: AgendaFigure, on canvas: borrowing Canvas, frame: PixelRect) {
    drawSurface(on: canvas, frame, corners: arrangement.corners)
    if isRunning { canvas.fill(Rect(frame), accent.tint, radius: radius, corners: arrangement.corners) }
    let inset = theme.whole(Design.inset)
    let gap = theme.whole(Design.laneGap)
    var band = Band(frame.x0 + inset, frame.x1 - inset, isMirrored: arrangement.isMirrored)
    let lane = timeLane
    let x = band.takeLeading(lane, gap: gap)
    drawTimes(entry, on: canvas, frame: frame, lane: x..<(x + lane))
    drawEntryBar(entry, on: canvas, frame: frame, x: band.takeLeading(theme.whole(Design.entryBar), gap: gap))
    drawMarkLane(on: canvas, frame: frame, band: &band)
    let textStart = arrangement.isMirrored ? band.right : band.left
    drawChevron(on: canvas, frame: frame, band: &band)
    if band.width > 0 {
      let titleInk = entry.phase == .over && fill == nil ? theme.colors.muted : ink
      draw(
        linesPlan(room: band.width, entryStyles), on: canvas, frame: frame, band: band,
        inks: (title: titleInk, subtitle: quietInk, trail: quietInk))
    }
    drawParting(on: canvas, frame: frame, from: textStart)
  }

  private var accent: ResolvedTheme.Tone { theme.tone(card.tone ?? .accent) }

  private func drawTimes(
    _ entry: AgendaFigure, on canvas: borrowing Canvas, frame: PixelRect, lane: Range<Int>
  ) {
    let isOver = entry.phase == .over
    let color =
      fill?.ink ?? (isOver ? theme.colors.muted : entry.phase == .running ? accent.text : theme.colors.text)
    let times = timeBlocks(entry)
    var y = middle(of: times.reduce(0) { $0 + $1.height }, in: frame)
    for (words, color) in zip(times, entry.start == nil ? [quietInk] : [color, quietInk]) {
      let x = arrangement.isMirrored ? lane.lowerBound : lane.upperBound - words.width
      words.draw(on: canvas, x: x, y: y, width: words.width, edge: .left, color: color)
      y += words.height
    }
  }

  private func drawEntryBar(_ entry: AgendaFigure, on canvas: borrowing Canvas, frame: PixelRect, x: Int) {
    let margin = theme.whole(Design.laneGap)
    let width = theme.whole(Design.entryBar)
    let color =
      fill?.ink
      ?? (entry.phase == .over
        ? theme.hairline
        : card.tone != nil || entry.phase == .running
          ? accent.fill : accent.fill.mixed(with: background, 0.45))
    canvas.fill(
      Rect(PixelRect(x0: x, y0: frame.y0 + margin, x1: x + width, y1: frame.y1 - margin)), color,
      radius: Double(width) / 2)
  }

  /// The time of day, a dot, and a line across the list.
  func drawPresent(_ time: String, on canvas: borrowing Canvas, frame: PixelRect) {
    drawSurface(on: canvas, frame, corners: arrangement.corners)
    let inset = theme.whole(Design.inset)
    let gap = theme.whole(Design.laneGap)
    var band = Band(frame.x0 + inset, frame.x1, isMirrored: arrangement.isMirrored)
    if arrangement.isMirrored { band = Band(frame.x0, frame.x1 - inset, isMirrored: true) }
    let lane = timeLane
    let x = band.takeLeading(lane, gap: gap)
    let words = block(Text(time, .caption, tabular: true), width: lane)
    let color = theme.tone(.accent)
    words.draw(
      on: canvas, x: arrangement.isMirrored ? x : x + lane - words.width, y: middle(of: words.height, in: frame),
      width: words.width, edge: .left, color: color.text)
    let thickness = theme.whole(Design.presentLine)
    let y = middle(of: thickness, in: frame)
    canvas.fill(Rect(PixelRect(x0: band.left, y0: y, x1: band.right, y1: y + thickness)), color.fill)
    let dot = theme.whole(Design.presentDot)
    // Around the bars of the entries, which it crosses.
    let x0 =
      arrangement.isMirrored
      ? band.right - (theme.whole(Design.entryBar) + dot) / 2 : band.left + (theme.whole(Design.entryBar) - dot) / 2
    canvas.fill(
      Rect(PixelRect(x: x0, y: y + (thickness - dot) / 2, width: dot, height: dot)), color.fill,
      radius: Double(dot) / 2)
  }
}
