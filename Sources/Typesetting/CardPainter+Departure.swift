import Board
import Scene

/// A departure: line, destination, minutes; below them what is out of the ordinary.
extension CardPainter {
  func drawDeparture(_ departure: DepartureFigure, on canvas: borrowing Canvas, frame: PixelRect) {
    drawSurface(on: canvas, frame, corners: arrangement.corners)
    let inset = look.whole(Design.inset)
    let gap = look.whole(Design.laneGap)
    let isWide = Double(frame.width) / look.scale >= Design.wideDeparture
    var band = Band(frame.x0 + inset, frame.x1 - inset, isMirrored: arrangement.isMirrored)
    if arrangement.lineLength > 0 {
      let lane = look.whole(Design.lineBadge(letters: arrangement.lineLength))
      let size = PixelSize(width: lane, height: look.whole(Design.lineBadgeHeight))
      let x = band.takeLeading(lane, gap: gap)
      if let line = card.badge {
        drawLine(line, on: canvas, in: centered(size, x: x, in: frame), isCancelled: departure.cancelled != nil)
      }
    }
    let textStart = arrangement.isMirrored ? band.right : band.left
    drawChevron(on: canvas, frame: frame, band: &band)
    let lane = min(look.whole(Design.dueLane), band.width / 2)
    let x = band.takeTrailing(lane, gap: gap)
    drawDue(departure, on: canvas, frame: frame, lane: x..<(x + lane))
    if arrangement.hasPlatforms, isWide {
      let lane = look.whole(Design.platformLane)
      let x = band.takeTrailing(lane, gap: gap)
      if let platform = departure.platform {
        drawPlatform(platform, on: canvas, in: PixelRect(x0: x, y0: frame.y0, x1: x + lane, y1: frame.y1))
      }
    }
    drawDestination(departure, on: canvas, frame: frame, band: band, showsPlatform: !isWide)
    drawParting(on: canvas, frame: frame, from: textStart)
  }

  /// The line's name in a block of the board's colour.
  private func drawLine(_ line: String, on canvas: borrowing Canvas, in place: PixelRect, isCancelled: Bool) {
    let accent = look.tone(.accent)
    let ground =
      fill.map { $0.fill.mixed(with: $0.ink, 0.16) } ?? (isCancelled ? look.hairline : accent.fill)
    let ink = fill?.ink ?? (isCancelled ? look.colors.muted : accent.ink)
    canvas.fill(Rect(place), ground, radius: Double(look.whole(Design.thumbnailRadius)))
    let words = fitting(line, [.label, .caption], width: max(place.width - look.whole(8), 1))
    words.draw(
      on: canvas, x: place.x0 + (place.width - words.width) / 2, y: middle(of: words.height, in: place),
      width: words.width, edge: .left, color: ink)
  }

  private func drawPlatform(_ platform: String, on canvas: borrowing Canvas, in lane: PixelRect) {
    let words = block(Text(platform, .label, tabular: true), width: max(lane.width - look.whole(12), 1))
    let height = look.whole(Design.platformHeight)
    let width = min(max(words.width + look.whole(16), height), lane.width)
    let x = arrangement.isMirrored ? lane.x0 : lane.x1 - width
    let place = centered(PixelSize(width: width, height: height), x: x, in: lane)
    let edge = Double(look.whole(1.5))
    let radius = Double(look.whole(6))
    canvas.fill(Rect(place), quietInk.mixed(with: background, 0.35), radius: radius)
    canvas.fill(
      Rect(
        x: Double(place.x0) + edge, y: Double(place.y0) + edge, width: Double(place.width) - 2 * edge,
        height: Double(place.height) - 2 * edge), background, radius: max(radius - edge, 0))
    words.draw(
      on: canvas, x: place.x0 + (place.width - words.width) / 2, y: middle(of: words.height, in: place),
      width: words.width, edge: .left, color: ink)
  }

  private func drawDestination(
    _ departure: DepartureFigure, on canvas: borrowing Canvas, frame: PixelRect, band: Band, showsPlatform: Bool
  ) {
    guard band.width > 0 else { return }
    let isCancelled = departure.cancelled != nil
    let note = [showsPlatform ? departure.platform : nil, card.subtitle].compactMap(\.self).joined(separator: " · ")
    let first = card.title.map { block(Text($0, .label), width: band.width) }
    let second = note.isEmpty ? nil : block(Text(note, .secondary, tabular: true), width: band.width)
    var y = middle(of: (first?.height ?? 0) + (second?.height ?? 0), in: frame)
    if let first {
      let color = isCancelled ? quietInk : ink
      first.draw(on: canvas, x: band.left, y: y, width: band.width, edge: leadingEdge, color: color)
      if isCancelled {
        strike(first, on: canvas, x: arrangement.isMirrored ? band.right - first.width : band.left, y: y, color: color)
      }
      y += first.height
    }
    second?.draw(on: canvas, x: band.left, y: y, width: band.width, edge: leadingEdge, color: quietInk)
  }

  /// Minutes above, clock times below, both at the trailing edge.
  private func drawDue(
    _ departure: DepartureFigure, on canvas: borrowing Canvas, frame: PixelRect, lane: Range<Int>
  ) {
    let times = timeBlocks(departure, width: lane.count)
    let upper = look.whole(TypeStyle.due.leading)
    let lower = times.isEmpty ? 0 : look.whole(TypeStyle.secondary.leading)
    let y = middle(of: upper + lower, in: frame)
    if let cancelled = departure.cancelled {
      let words = block(Text(cancelled, .label), width: lane.count)
      let color = fill?.ink ?? look.tone(.bad).text
      draw(words, on: canvas, at: lane, y: y + (upper - words.height) / 2, color: color)
    } else if let due = departure.due {
      var band = Band(lane.lowerBound, lane.upperBound, isMirrored: arrangement.isMirrored)
      let unit = departure.unit.map { block(Text($0, .secondary), width: lane.count / 2) }
      let gap = look.whole(4)
      let value = block(
        Text(due, .due, tabular: true), width: max(lane.count - (unit.map { $0.width + gap } ?? 0), 1))
      if let unit {
        let x = band.takeTrailing(unit.width, gap: gap)
        unit.draw(
          on: canvas, x: x, y: y + value.baseline - unit.baseline, width: unit.width, edge: .left, color: quietInk)
      }
      value.draw(
        on: canvas, x: band.takeTrailing(value.width, gap: 0), y: y, width: value.width, edge: .left, color: valueInk)
    }
    var band = Band(lane.lowerBound, lane.upperBound, isMirrored: arrangement.isMirrored)
    for time in times.reversed() {
      let x = band.takeTrailing(time.block.width, gap: look.whole(6))
      time.block.draw(on: canvas, x: x, y: y + upper, width: time.block.width, edge: .left, color: time.color)
      if time.isStruck { strike(time.block, on: canvas, x: x, y: y + upper, color: time.color) }
    }
  }

  /// "17:51" when all is well; else struck out, with the delay in its tone.
  private func timeBlocks(
    _ departure: DepartureFigure, width: Int
  ) -> [(block: TextBlock, color: Color, isStruck: Bool)] {
    var times: [(block: TextBlock, color: Color, isStruck: Bool)] = []
    func add(_ string: String?, _ style: TypeStyle, _ color: Color, isStruck: Bool = false) {
      guard let string else { return }
      times.append((block(Text(string, style, tabular: true), width: max(width, 1)), color, isStruck))
    }
    // When the minutes are shown as a time of day already, the same time is not said twice.
    if departure.planned != departure.due {
      add(
        departure.planned, .secondary, quietInk, isStruck: departure.delay != nil || departure.cancelled != nil)
    }
    if let delay = departure.delay {
      add(delay, .delay, fill?.ink ?? look.tone(card.tone ?? departure.delayTone ?? .warn).text)
    }
    return times
  }

  private func draw(_ words: TextBlock, on canvas: borrowing Canvas, at lane: Range<Int>, y: Int, color: Color) {
    let x = arrangement.isMirrored ? lane.lowerBound : lane.upperBound - words.width
    words.draw(on: canvas, x: x, y: y, width: words.width, edge: .left, color: color)
  }

  /// A line through the middle of the capitals of one line of text.
  private func strike(_ words: TextBlock, on canvas: borrowing Canvas, x: Int, y: Int, color: Color) {
    let thickness = look.whole(1.5)
    let top = y + (words.height - thickness) / 2
    canvas.fill(Rect(PixelRect(x0: x, y0: top, x1: x + words.width, y1: top + thickness)), color)
  }
}
