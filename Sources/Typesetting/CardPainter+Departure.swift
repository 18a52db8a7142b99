import Board
import Scene

/// A departure: line, destination, minutes; below them what is out of the ordinary.
extension CardPainter {
  /// Height in dp.
  func departureHeight(width: Int) -> Double {
    if card.isHead { return Design.columnHeadHeight }
    guard case .departure(let departure)? = card.figure else { return Design.departureHeight }
    let room = destinationRoom(width: width)
    let isOneLine = (card.title?.widestWidth(.label) ?? 0) * theme.scale <= Double(room)
    let lines = isOneLine ? 1 : card.title.map { destination($0, width: room).lineCount } ?? 0
    let words =
      Double(lines) * TypeStyle.label.leading
      + Double(noteLines(of: departure, width: room)) * TypeStyle.secondary.leading + 2 * Design.leastRowSpace
    return isStacked(width: width)
      ? Design.onGrid(Design.dueHeight + Design.destinationGap + words)
      : max(Design.departureHeight, Design.onGrid(words))
  }

  /// Of the words between the lanes, in pixels.
  private func restBesideLanes(width: Int) -> Int {
    arrangement.lanes.rest(width: width, signs: chevronLane + markLane, theme: theme)
  }

  func isStacked(width: Int) -> Bool {
    arrangement.lanes.isStacked(width: width, signs: chevronLane + markLane, theme: theme)
  }

  private func destinationRoom(width: Int) -> Int {
    max(isStacked(width: width) ? width - 2 * theme.whole(Design.inset) : restBesideLanes(width: width), 1)
  }

  /// In two lines; where those do not tell it, smaller in four.
  private func destination(_ string: String, width: Int) -> TextBlock {
    let words = block(Text(string, .label, lines: theme.lines(2)), width: width)
    guard words.isCut || words.lineCount > 1 && longestWord(of: string, .label) > width else { return words }
    return block(Text(string, .delay, lines: theme.lines(4)), width: width)
  }

  /// The second line.
  private func note(of departure: DepartureFigure) -> String? {
    let platform = arrangement.lanes.platform == 0 ? departure.platformSaid ?? departure.platform : nil
    let note = [platform, card.subtitle].compactMap(\.self).joined(separator: " · ")
    return note.isEmpty ? nil : note
  }

  private func noteLines(of departure: DepartureFigure, width: Int) -> Int {
    guard let note = note(of: departure) else { return 0 }
    return note.widestWidth(.secondary) * theme.scale <= Double(width) ? 1 : noteWords(note, width: width).lineCount
  }

  /// Why it is late is a sentence: in four lines at most.
  private func noteWords(_ note: String, width: Int) -> TextBlock {
    block(Text(note, .secondary, lines: theme.lines(4), tabular: true), width: width)
  }

  func drawDeparture(_ departure: DepartureFigure, on canvas: borrowing Canvas, frame: PixelRect) {
    drawSurface(on: canvas, frame, corners: arrangement.corners)
    let inset = theme.whole(Design.inset)
    let gap = theme.whole(Design.laneGap)
    let isStacked = isStacked(width: frame.width)
    var band = Band(frame.x0 + inset, frame.x1 - inset, isMirrored: arrangement.isMirrored)
    let whole = band
    var (upper, lower) = (frame, frame)
    if isStacked {
      upper = PixelRect(
        x: frame.x0, y: frame.y0 + theme.whole(Design.leastRowSpace), width: frame.width,
        height: theme.whole(Design.dueHeight))
      lower.y0 = upper.y1 + theme.whole(Design.destinationGap)
      lower.y1 = max(frame.y1 - theme.whole(Design.leastRowSpace), lower.y0)
    }
    let lanes = arrangement.lanes
    if lanes.line > 0 {
      let size = PixelSize(width: lanes.line, height: theme.whole(Design.lineBadgeHeight))
      let x = band.takeLeading(lanes.line, gap: gap)
      if let line = card.badge {
        drawLine(
          line, color: departure.color, on: canvas, in: centered(size, x: x, in: upper),
          isCancelled: departure.cancelled != nil)
      }
    }
    drawMarkLane(on: canvas, frame: upper, band: &band)
    let textStart = arrangement.isMirrored ? (isStacked ? whole : band).right : (isStacked ? whole : band).left
    drawChevron(on: canvas, frame: upper, band: &band)
    let due = min(lanes.due, band.width)
    let x = band.takeTrailing(due, gap: gap)
    drawDue(departure, on: canvas, frame: upper, lane: x..<(x + due))
    if lanes.platform > 0 {
      let x = band.takeTrailing(lanes.platform, gap: gap)
      if let platform = lanes.isHeaded ? departure.platform : departure.platformSaid ?? departure.platform {
        drawPlatform(platform, on: canvas, in: PixelRect(x0: x, y0: frame.y0, x1: x + lanes.platform, y1: frame.y1))
      }
    }
    drawDestination(departure, on: canvas, frame: lower, band: isStacked ? whole : band)
    drawParting(on: canvas, frame: frame, from: textStart)
  }

  /// The line's name in a block of its own colour, or the board's.
  private func drawLine(
    _ line: String, color: Color?, on canvas: borrowing Canvas, in place: PixelRect, isCancelled: Bool
  ) {
    let accent = theme.tone(.accent)
    var ground =
      fill.map { $0.block(theme) } ?? (isCancelled ? theme.hairline : accent.fill)
    var ink = fill?.ink ?? (isCancelled ? theme.colors.muted : accent.ink)
    if let color, !isCancelled {
      // One of the two is always read: whatever the colour, its contrast to one of them is 4.5 : 1 or more.
      (ground, ink) = (color, color.contrast(against: .white) >= color.contrast(against: .black) ? .white : .black)
      if theme.isHighContrast {
        ground = ResolvedTheme.Tone.ground(color, theme.contrast)
        ink = ResolvedTheme.Tone.ink(on: ground)
      }
    }
    let radius = Double(theme.whole(Design.thumbnailRadius))
    if color != nil, ground.contrast(against: background) < Self.leastBlock {
      drawFramed(ground, on: canvas, in: place, radius: radius)
    } else {
      canvas.fill(Rect(place), ground, radius: radius)
    }
    let blocks = lineBlocks(line, width: max(place.width - theme.whole(Design.linePadding), 1))
    var y = middle(of: blocks.reduce(0) { $0 + $1.height }, in: place)
    for words in blocks {
      words.draw(
        on: canvas, x: place.x0 + (place.width - words.width) / 2, y: y, width: words.width, edge: .middle, color: ink)
      y += words.height
    }
  }

  /// A line's name in one line or two, no word of it parted; where there is no room for it, its number is kept.
  ///
  /// - Returns: at most two, no higher together than the block they stand in.
  func lineBlocks(_ line: String, width: Int) -> [TextBlock] {
    func whole(_ style: TypeStyle, lines: Int) -> TextBlock? {
      var text = Text(line, style, lines: lines)
      text.hasWholeWords = true
      let words = block(text, width: width)
      return words.isCut || lines > 1 && longestWord(of: line, style) > width ? nil : words
    }
    for (style, lines) in [(TypeStyle.label, 1), (.caption, 1), (.caption, 2), (.fine, 1), (.fine, 2)] {
      if let words = whole(style, lines: lines) { return [words] }
    }
    if let space = line.lastIndex(of: " "), line[space...].unicodeScalars.contains(where: { ("0"..."9").contains($0) })
    {
      let parts = [String(line[..<space]), String(line[line.index(after: space)...])]
      return parts.map { block(Text($0, .caption), width: width) }
    }
    // One long word shows where it is parted.
    return [fitting([.caption, .fine].map { Text(line, $0, lines: 2) }, width: width)]
  }

  private func drawPlatform(_ platform: String, on canvas: borrowing Canvas, in lane: PixelRect) {
    let padding = theme.whole(Design.platformPadding)
    let words = fitting(platform, [.label, .delay, .caption], width: max(lane.width - 2 * padding, 1))
    let height = theme.whole(Design.platformHeight)
    let width = min(max(words.width + 2 * padding, height), lane.width)
    let x = arrangement.isMirrored ? lane.x0 : lane.x1 - width
    let place = centered(PixelSize(width: width, height: height), x: x, in: lane)
    drawFramed(background, on: canvas, in: place, radius: Double(theme.whole(6)))
    words.draw(
      on: canvas, x: place.x0 + (place.width - words.width) / 2, y: middle(of: words.height, in: place),
      width: words.width, edge: .left, color: ink)
  }

  /// The contrast of a line's own colour with the card, below which nobody sees where its block ends.
  private static let leastBlock = 1.5

  /// A block that is told from the card by its outline.
  private func drawFramed(_ ground: Color, on canvas: borrowing Canvas, in place: PixelRect, radius: Double) {
    let edge = Double(theme.whole(1.5))
    canvas.fill(Rect(place), quietInk.mixed(with: background, 0.35), radius: radius)
    canvas.fill(
      Rect(
        x: Double(place.x0) + edge, y: Double(place.y0) + edge, width: Double(place.width) - 2 * edge,
        height: Double(place.height) - 2 * edge), ground, radius: max(radius - edge, 0))
  }

  private func drawDestination(
    _ departure: DepartureFigure, on canvas: borrowing Canvas, frame: PixelRect, band: Band
  ) {
    guard band.width > 0 else { return }
    let isCancelled = departure.cancelled != nil
    let first = card.title.map { destination($0, width: band.width) }
    let second = note(of: departure).map { noteWords($0, width: band.width) }
    var y = middle(of: (first?.height ?? 0) + (second?.height ?? 0), in: frame)
    if let first {
      let color = isCancelled ? quietInk : ink
      first.draw(on: canvas, x: band.left, y: y, width: band.width, edge: leadingEdge, color: color)
      if isCancelled {
        strike(first, on: canvas, band: band, y: y, color: color)
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
    let upper = theme.whole(TypeStyle.due.leading)
    let lower = times.isEmpty ? 0 : theme.whole(TypeStyle.secondary.leading)
    let y = middle(of: upper + lower, in: frame)
    if let cancelled = departure.cancelled {
      let words = fitting(cancelled, [.label, .delay, .caption], width: lane.count)
      let color = fill?.ink ?? theme.tone(.bad).text
      draw(words, on: canvas, at: lane, y: y + (upper - words.height) / 2, color: color)
    } else if let due = departure.due {
      var band = Band(lane.lowerBound, lane.upperBound, isMirrored: arrangement.isMirrored)
      let unit = departure.unit.map { block(Text($0, .secondary), width: lane.count / 2) }
      let gap = theme.whole(Design.unitGap)
      let value = fitting(
        due, [.due, .label, .caption], width: max(lane.count - (unit.map { $0.width + gap } ?? 0), 1), tabular: true)
      if let unit {
        let x = band.takeTrailing(unit.width, gap: gap)
        unit.draw(
          on: canvas, x: x, y: y + value.baseline - unit.baseline, width: unit.width, edge: .left, color: quietInk)
      }
      let x = band.takeTrailing(value.width, gap: 0)
      if departure.isDue {
        // Whoever wants it has to run: in a block of the board's colour.
        let reach = theme.whole(Design.unitGap + 2)
        let block = PixelRect(
          x0: x - reach, y0: y + theme.whole(1), x1: x + value.width + reach, y1: y + upper - theme.whole(1))
        canvas.fill(Rect(block), fill?.ink ?? theme.tone(.accent).fill, radius: Double(theme.whole(6)))
        value.draw(
          on: canvas, x: x, y: y, width: value.width, edge: .left, color: fill?.fill ?? theme.tone(.accent).ink)
      } else {
        value.draw(on: canvas, x: x, y: y, width: value.width, edge: .left, color: ink)
      }
    }
    var band = Band(lane.lowerBound, lane.upperBound, isMirrored: arrangement.isMirrored)
    for time in times.reversed() {
      let x = band.takeTrailing(time.block.width, gap: theme.whole(6))
      time.block.draw(on: canvas, x: x, y: y + upper, width: time.block.width, edge: .left, color: time.color)
      if time.isStruck {
        let place = Band(x, x + time.block.width, isMirrored: arrangement.isMirrored)
        strike(time.block, on: canvas, band: place, y: y + upper, color: time.color)
      }
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
    add(departure.day, .secondary, quietInk)
    if departure.isPlannedShown {
      add(
        departure.planned, .secondary, quietInk, isStruck: departure.delay != nil || departure.cancelled != nil)
    }
    if let late = departure.late {
      add(late, .delay, fill?.ink ?? theme.tone(departure.delayTone ?? .warn).text)
    }
    return times
  }

  /// Over the columns of a list of departures: line, destination, platform, minutes.
  func drawDepartureHeads(_ heads: [String], on canvas: borrowing Canvas, frame: PixelRect, band: Band) {
    var band = band
    let gap = theme.whole(Design.laneGap)
    let lanes = arrangement.lanes
    func write(_ index: Int, x: Int, width: Int, edge: TextBlock.Edge) {
      guard let head = heads[safe: index] else { return }
      self.write(
        head, [.caption, .axis], on: canvas, in: PixelRect(x0: x, y0: frame.y0, x1: x + width, y1: frame.y1),
        edge: edge,
        color: quietInk)
    }
    if lanes.line > 0 { write(0, x: band.takeLeading(lanes.line, gap: gap), width: lanes.line, edge: leadingEdge) }
    if arrangement.hasMarks { _ = band.takeLeading(theme.whole(Design.mark), gap: gap) }
    let start = arrangement.isMirrored ? band.right : band.left
    if arrangement.hasChevrons { _ = band.takeTrailing(theme.whole(Design.chevron.width), gap: gap) }
    write(3, x: band.takeTrailing(lanes.due, gap: gap), width: lanes.due, edge: trailingEdge)
    if lanes.platform > 0 {
      write(2, x: band.takeTrailing(lanes.platform, gap: gap), width: lanes.platform, edge: trailingEdge)
    }
    if band.width > 0 { write(1, x: band.left, width: band.width, edge: leadingEdge) }
    drawParting(on: canvas, frame: frame, from: start)
  }

  private func draw(_ words: TextBlock, on canvas: borrowing Canvas, at lane: Range<Int>, y: Int, color: Color) {
    let x = arrangement.isMirrored ? lane.lowerBound : lane.upperBound - words.width
    words.draw(on: canvas, x: x, y: y, width: words.width, edge: .left, color: color)
  }

  /// A line through the middle of the capitals of each line of a text that stands at the leading end of `band`.
  private func strike(_ words: TextBlock, on canvas: borrowing Canvas, band: Band, y: Int, color: Color) {
    let thickness = theme.whole(1.5)
    for (index, width) in words.widths.enumerated() {
      let top = y + index * words.leading + (words.leading - thickness) / 2
      let x = arrangement.isMirrored ? band.right - width : band.left
      canvas.fill(Rect(PixelRect(x0: x, y0: top, x1: x + width, y1: top + thickness)), color)
    }
  }
}
