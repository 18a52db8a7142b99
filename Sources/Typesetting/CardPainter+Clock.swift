import Board
import Glibc
import Scene

/// The time of day: digits as large as there is room for, or a dial.
extension CardPainter {
  private var dateStyle: TypeStyle { .secondary }

  func clockHeight(width: Int) -> Int {
    guard case .clock(let clock)? = card.figure else { return 1 }
    let inner = max(width - 2 * theme.whole(Design.inset), 1)
    let face =
      clock.style == .analogue
      ? min(inner, theme.whole(Design.dial)) : digits(clock, width: inner, most: Design.clockSize).height
    return 2 * theme.whole(Design.inset) + face + wordsHeight(clock)
  }

  /// Of label and date, in pixels.
  private func wordsHeight(_ clock: ClockFigure) -> Int {
    let label = hasLabel(clock) ? theme.whole(TypeStyle.label.leading) + theme.whole(Design.badgeGap) : 0
    return label + (below(clock) == nil ? 0 : theme.whole(dateStyle.leading) + theme.whole(Design.badgeGap))
  }

  /// The badge of a dial has the card's corner.
  private func hasLabel(_ clock: ClockFigure) -> Bool {
    card.title != nil || card.trail != nil || card.badge != nil && clock.style == .digital
  }

  private func below(_ clock: ClockFigure) -> String? {
    let words = [clock.date, card.subtitle].compactMap(\.self).joined(separator: " · ")
    return words.isEmpty ? nil : words
  }

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
    guard let inner = frame.inset(by: theme.whole(Design.inset)) else { return }
    let free = max(inner.height - wordsHeight(clock), 1)
    let isAnalogue = clock.style == .analogue
    var face: TextBlock?
    // Dials beside each other are of one size, whatever stands below them.
    var faceHeight = min(inner.width, free, arrangement.isStretched ? .max : theme.whole(Design.dial))
    if !isAnalogue {
      let most =
        arrangement.isStretched ? min(Double(free) / 1.15 / theme.scale, Design.largestClock) : Design.clockSize
      let words = digits(clock, width: inner.width, most: max(most, 8))
      (face, faceHeight) = (words, words.height)
    }
    let isMiddle = isAnalogue || arrangement.isStretched
    // And hang in one line.
    var y = inner.y0 + (isAnalogue && !arrangement.isStretched ? 0 : max(free - faceHeight, 0) / 2)
    let edge: TextBlock.Edge = isMiddle ? .middle : leadingEdge
    let gap = theme.whole(Design.badgeGap)
    func label() {
      guard hasLabel(clock) else { return }
      let line = theme.whole(TypeStyle.label.leading)
      var place = PixelRect(x0: inner.x0, y0: y, x1: inner.x1, y1: y + line)
      if !isMiddle { drawLabelEnd(on: canvas, &place) }
      let words = [card.title, isMiddle ? card.trail : nil].compactMap(\.self).joined(separator: " · ")
      write(
        words, isMiddle ? [.label, .delay, .caption] : [.secondary, .axis], on: canvas, in: place, edge: edge,
        color: isMiddle ? ink : quietInk)
      y += line + gap
    }
    if isMiddle, let badge = card.badge {
      let words = badgeWords(badge, limit: inner.width)
      let size = badgeSize(words)
      var band = Band(inner.x0, inner.x1, isMirrored: arrangement.isMirrored)
      let x = band.takeTrailing(size.width, gap: 0)
      drawBadge(on: canvas, words, in: PixelRect(x: x, y: inner.y0, width: size.width, height: size.height))
    }
    // A dial says what it is of below it, digits above them.
    if !isAnalogue { label() }
    if let face {
      let shift = isMiddle || arrangement.isMirrored ? 0 : face.inkLeft - theme.whole(1)
      face.draw(on: canvas, x: inner.x0 - shift, y: y, width: inner.width, edge: edge, color: valueInk)
    } else {
      let left = inner.x0 + (inner.width - faceHeight) / 2
      drawDial(clock, on: canvas, in: PixelRect(x: left, y: y, width: faceHeight, height: faceHeight))
    }
    y += faceHeight + gap
    if isAnalogue { label() }
    if let date = below(clock) {
      write(
        date, [dateStyle, .axis], on: canvas,
        in: PixelRect(x0: inner.x0, y0: y, x1: inner.x1, y1: y + theme.whole(dateStyle.leading)), edge: edge,
        color: quietInk)
    }
  }

  /// Mark, trail and badge at the end of a label's line.
  ///
  /// - Parameter place: of the line; what they leave of it afterwards.
  private func drawLabelEnd(on canvas: borrowing Canvas, _ place: inout PixelRect) {
    var band = Band(place.x0, place.x1, isMirrored: arrangement.isMirrored)
    let gap = theme.whole(Design.badgeGap)
    if let tone = card.tone {
      let side = theme.whole(Design.mark)
      let x = band.takeTrailing(side, gap: gap)
      drawMark(on: canvas, tone, in: centered(PixelSize(width: side, height: side), x: x, in: place))
    }
    if let trail = card.trail {
      let words = block(Text(trail, .secondary, tabular: true), width: max(band.width / 2, 1))
      words.draw(
        on: canvas, x: band.takeTrailing(words.width, gap: gap), y: middle(of: words.height, in: place),
        width: words.width, edge: .left, color: quietInk)
    }
    if let badge = card.badge {
      let words = badgeWords(badge, limit: max(band.width * 2 / 3, 1))
      let size = badgeSize(words)
      drawBadge(on: canvas, words, in: centered(size, x: band.takeTrailing(size.width, gap: gap), in: place))
    }
    (place.x0, place.x1) = (band.left, max(band.right, band.left))
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
