import Board
import Glibc
import Scene

/// The time of day: digits as large as there is room for, or a dial.
extension CardPainter {
  private var dateStyle: TypeStyle { .secondary }

  func clockHeight(width: Int) -> Int {
    guard case .clock(let clock)? = card.figure else { return 1 }
    let inner = max(width - 2 * theme.whole(Design.inset), 1)
    let isAnalogue = clock.style == .analogue
    let face =
      isAnalogue ? min(inner, theme.whole(Design.dial)) : digits(clock, width: inner, most: Design.clockSize).height
    return 2 * theme.whole(Design.inset) + face + wordsHeight(clock, width: inner, isMiddle: isAnalogue)
      + (isAnalogue ? badgeLine(aboveDial: face, width: inner) : 0)
  }

  /// Of label and date, in pixels.
  private func wordsHeight(_ clock: ClockFigure, width: Int, isMiddle: Bool) -> Int {
    let gap = theme.whole(Design.badgeGap)
    let label =
      isMiddle
      ? middleLabel(width: width).map { $0.height + gap } ?? 0
      : hasLabel ? labelHeight(labelPlan(width: width)) + gap : 0
    return label + (dateWords(clock, width: width).map { dateHeight($0) + gap } ?? 0)
  }

  private var hasLabel: Bool { card.title != nil || card.trail != nil || card.badge != nil || card.tone != nil }

  /// Title, trail and badge above digits that begin at one edge with them: as in the head of a card with a figure, what has no room beside
  /// the title stands below it.
  private func labelPlan(width: Int) -> LinesPlan {
    var words = card
    words.subtitle = nil
    let mark = card.tone == nil ? 0 : theme.whole(Design.mark) + theme.whole(Design.laneGap)
    return CardPainter(card: words, arrangement: arrangement, theme: theme, typesetter: typesetter)
      .linesPlan(room: max(width - mark, 1), LineStyles(title: .secondary, trail: .secondary))
  }

  private func labelHeight(_ plan: LinesPlan) -> Int {
    max(height(of: plan), theme.whole(TypeStyle.label.leading))
  }

  /// Title and trail in the middle, below a dial or above large digits.
  private func middleLabel(width: Int) -> TextBlock? {
    let words = [card.title, card.trail].compactMap(\.self).joined(separator: " · ")
    return words.isEmpty ? nil : fitting(words, [.label, .delay, .caption], lines: theme.lines(2), width: width)
  }

  /// What a badge takes above a dial, in pixels: nothing where the card's corner has room for it beside the dial.
  private func badgeLine(aboveDial side: Int, width: Int) -> Int {
    guard let badge = card.badge else { return 0 }
    let size = badgeSize(badgeWords(badge, limit: width))
    let gap = theme.whole(Design.badgeGap)
    let across = max(Double(width) / 2 - Double(size.width), 0)
    let down = max(Double(side) / 2 - Double(size.height), 0)
    let reach = Double(side) / 2 + Double(gap)
    return across * across + down * down < reach * reach ? size.height + gap : 0
  }

  private func below(_ clock: ClockFigure) -> String? {
    let words = [clock.date, card.subtitle].compactMap(\.self).joined(separator: " · ")
    return words.isEmpty ? nil : words
  }

  /// Date and second line in one line where they have room, smaller before they stand in several.
  func dateWords(_ clock: ClockFigure, width: Int) -> TextBlock? {
    below(clock).map {
      fitting($0, [dateStyle, .axis, dateStyle], lines: theme.lines(3), width: width, tabular: true)
    }
  }

  private func dateHeight(_ words: TextBlock) -> Int { max(words.height, theme.whole(dateStyle.leading)) }

  /// - Parameter most: the largest size of type, in dp.
  private func digits(_ clock: ClockFigure, width: Int, most: Double) -> TextBlock {
    let words = clock.time ?? "–"
    func style(_ size: Double) -> TypeStyle {
      // Large digits need neither weight nor space to be read.
      TypeStyle(
        size: size, leading: (size * 1.15 / 2).rounded() * 2, weight: size > 100 ? .medium : .semibold, tracking: -0.025
      )
    }
    let whole = block(Text(words, style(most), tabular: true), width: Self.unbounded).width
    let share = whole > width ? Double(width) / Double(max(whole, 1)) : 1
    // A little less, for widths are no straight line of sizes.
    let size = max((most * share * (share < 1 ? 0.985 : 1)).rounded(.down), 8)
    return block(Text(words, style(size), tabular: true), width: max(width, 1))
  }

  func drawClock(_ clock: ClockFigure, on canvas: borrowing Canvas, frame: PixelRect) {
    drawSurface(on: canvas, frame)
    guard var inner = frame.inset(by: theme.whole(Design.inset)) else { return }
    let isAnalogue = clock.style == .analogue
    let isMiddle = isAnalogue || arrangement.isStretched
    let gap = theme.whole(Design.badgeGap)
    if isMiddle { drawClockBadge(on: canvas, &inner, clock) }
    let label = isMiddle ? middleLabel(width: inner.width) : nil
    let free = max(inner.height - wordsHeight(clock, width: inner.width, isMiddle: isMiddle), 1)
    var face: TextBlock?
    // Dials beside each other are of one size, whatever stands below them.
    var faceHeight = min(inner.width, free, arrangement.isStretched ? .max : theme.whole(Design.dial))
    if !isAnalogue {
      let most =
        arrangement.isStretched ? min(Double(free) / 1.15 / theme.scale, Design.largestClock) : Design.clockSize
      let words = digits(clock, width: inner.width, most: max(most, 8))
      (face, faceHeight) = (words, words.height)
    }
    // And hang in one line.
    var y = inner.y0 + (isAnalogue && !arrangement.isStretched ? 0 : max(free - faceHeight, 0) / 2)
    let edge: TextBlock.Edge = isMiddle ? .middle : leadingEdge
    func drawMiddleLabel() {
      guard let label else { return }
      label.draw(on: canvas, x: inner.x0, y: y, width: inner.width, edge: .middle, color: ink)
      y += label.height + gap
    }
    // A dial says what it is of below it, digits above them.
    if !isMiddle, hasLabel { drawClockLabel(on: canvas, inner, &y) }
    if !isAnalogue { drawMiddleLabel() }
    if let face {
      let shift = isMiddle || arrangement.isMirrored ? 0 : face.inkLeft - theme.whole(1)
      face.draw(on: canvas, x: inner.x0 - shift, y: y, width: inner.width, edge: edge, color: valueInk)
    } else {
      let left = inner.x0 + (inner.width - faceHeight) / 2
      drawDial(clock, on: canvas, in: PixelRect(x: left, y: y, width: faceHeight, height: faceHeight))
    }
    y += faceHeight + gap
    if isAnalogue { drawMiddleLabel() }
    if let date = dateWords(clock, width: inner.width) {
      date.draw(
        on: canvas, x: inner.x0, y: y + (dateHeight(date) - date.height) / 2, width: inner.width, edge: edge,
        color: quietInk)
    }
  }

  /// The badge of a clock in the middle of its card, in the card's corner; where it would stand on the dial or on the label, these stand
  /// below it.
  private func drawClockBadge(on canvas: borrowing Canvas, _ inner: inout PixelRect, _ clock: ClockFigure) {
    guard let badge = card.badge else { return }
    let words = badgeWords(badge, limit: inner.width)
    let size = badgeSize(words)
    let gap = theme.whole(Design.badgeGap)
    let free = max(inner.height - wordsHeight(clock, width: inner.width, isMiddle: true), 1)
    let line: Int
    if clock.style == .analogue {
      let most = arrangement.isStretched ? Int.max : theme.whole(Design.dial)
      line = badgeLine(aboveDial: min(inner.width, free, most), width: inner.width)
    } else {
      // The label hangs above the digits, which are as large as there is room for.
      let side = (inner.width - (middleLabel(width: inner.width)?.width ?? inner.width)) / 2
      line = side < size.width + gap ? size.height + gap : 0
    }
    var band = Band(inner.x0, inner.x1, isMirrored: arrangement.isMirrored)
    let x = band.takeTrailing(size.width, gap: 0)
    drawBadge(on: canvas, words, in: PixelRect(x: x, y: inner.y0, width: size.width, height: size.height))
    inner.y0 = min(inner.y0 + line, inner.y1 - 1)
  }

  /// The label above digits that begin at one edge with it, with the mark at its end.
  ///
  /// - Parameter y: where it begins; afterwards where it ends.
  private func drawClockLabel(on canvas: borrowing Canvas, _ inner: PixelRect, _ y: inout Int) {
    let plan = labelPlan(width: inner.width)
    let place = PixelRect(x: inner.x0, y: y, width: inner.width, height: labelHeight(plan))
    var band = Band(place.x0, place.x1, isMirrored: arrangement.isMirrored)
    if let tone = card.tone {
      let side = theme.whole(Design.mark)
      let x = band.takeTrailing(side, gap: theme.whole(Design.laneGap))
      let line = PixelRect(x: place.x0, y: y, width: place.width, height: theme.whole(TypeStyle.label.leading))
      drawMark(on: canvas, tone, in: centered(PixelSize(width: side, height: side), x: x, in: line))
    }
    draw(
      plan, on: canvas, frame: place, band: band, inks: (title: quietInk, subtitle: quietInk, trail: quietInk))
    y = place.y1 + theme.whole(Design.badgeGap)
  }

  /// Hands before a disc, which is dark where it is night.
  private func drawDial(_ clock: ClockFigure, on canvas: borrowing Canvas, in place: PixelRect) {
    let isDark = clock.isNight
    let ground = isDark ? ink.mixed(with: background, 0.1) : background.mixed(with: ink, 0.07)
    let hands = isDark ? background : ink
    canvas.fill(Rect(place), ground, radius: Double(place.width) / 2)
    var shapes: [Drawing.Shape] = []
    let hasMinutes = Double(place.width) >= 240 * theme.scale
    for mark in 0..<(hasMinutes ? 60 : 12) {
      let isHour = !hasMinutes || mark % 5 == 0
      let turn = Double(mark) / (hasMinutes ? 60 : 12)
      shapes.append(
        line(turn, from: isHour ? 84 : 89, to: 92, width: isHour ? 3 : 1.5, alpha: isHour ? 0.75 : 0.4))
    }
    if clock.time != nil {
      shapes.append(line(clock.hour, from: -12, to: 50, width: 8))
      shapes.append(line(clock.minute, from: -12, to: 74, width: 6))
    }
    let dial = Drawing(viewBox: Rect(x: -100, y: -100, width: 200, height: 200), shapes: shapes)
    canvas.draw(dial, in: Rect(place), ink: hands)
    let own = theme.tone(.accent).fill
    let accent = fill?.ink ?? (ground.contrast(against: own) > 2 ? own : hands)
    var last: [Drawing.Shape] = []
    if let second = clock.second, clock.time != nil { last.append(line(second, from: -18, to: 80, width: 2.5)) }
    last.append(line(0, from: 0, to: 0.01, width: 9))
    canvas.draw(Drawing(viewBox: dial.viewBox, shapes: last), in: Rect(place), ink: accent)
  }

  /// From the middle outwards; of a circle of a hundred.
  ///
  /// - Parameter turn: from twelve, 0..<1.
  private func line(_ turn: Double, from: Double, to: Double, width: Double, alpha: Double = 1) -> Drawing.Shape {
    let (x, y) = (sin(turn * 2 * .pi), -cos(turn * 2 * .pi))
    return Drawing.Shape(
      path: Path([.move(Point(x: x * from, y: y * from)), .line(Point(x: x * to, y: y * to))]),
      stroke: Drawing.Stroke(paint: .current(alpha: alpha), width: width, hasRoundCaps: true, hasRoundJoins: true))
  }
}
