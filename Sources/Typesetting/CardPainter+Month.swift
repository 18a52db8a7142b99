import Board
import Scene

/// A sheet of a calendar.
extension CardPainter {
  func monthHeight(width: Int) -> Int {
    guard case .month(let month)? = card.figure else { return 1 }
    return 2 * theme.whole(Design.inset) + headHeight(width: width) + theme.whole(TypeStyle.caption.leading)
      + theme.whole(Design.badgeGap) + month.weeks * theme.whole(Design.weekHeight)
  }

  func drawMonth(_ month: MonthFigure, on canvas: borrowing Canvas, frame: PixelRect) {
    drawSurface(on: canvas, frame)
    guard var inner = frame.inset(by: theme.whole(Design.inset)) else { return }
    drawCardHead(on: canvas, &inner)
    // Wider, days of one week no longer stand beside each other to the eye.
    let most = theme.whole(Design.widestSheetCell) * 7
    if inner.width > most {
      if arrangement.isMirrored { inner.x0 = inner.x1 - most } else { inner.x1 = inner.x0 + most }
    }
    let heads = theme.whole(TypeStyle.caption.leading) + theme.whole(Design.badgeGap)
    func columns(_ day: Int) -> (Int, Int) {
      let place = arrangement.isMirrored ? 6 - day : day
      return (inner.x0 + place * inner.width / 7, inner.x0 + (place + 1) * inner.width / 7)
    }
    var names = Array(month.weekdays.prefix(7))
    if names.contains(where: { block(Text($0, .caption), width: max(inner.width / 7, 1)).isCut }) {
      names = Self.withoutCommonBeginning(names)
    }
    for (day, name) in names.enumerated() {
      let (x0, x1) = columns(day)
      write(
        name, [.caption], on: canvas,
        in: PixelRect(x0: x0, y0: inner.y0, x1: x1, y1: inner.y0 + theme.whole(TypeStyle.caption.leading)),
        edge: .middle,
        color: quietInk)
    }
    let top = inner.y0 + heads
    guard inner.y1 > top, month.weeks > 0 else { return }
    for day in 1...max(month.days, 1) {
      let index = month.offset + day - 1
      let (x0, x1) = columns(index % 7)
      let place = PixelRect(
        x0: x0, y0: top + index / 7 * (inner.y1 - top) / month.weeks, x1: x1,
        y1: top + (index / 7 + 1) * (inner.y1 - top) / month.weeks)
      let isPast = month.isOver || month.today.map { day < $0 } ?? false
      draw(
        day, isToday: day == month.today, isQuiet: isPast || month.weekend.contains(index % 7),
        marks: month.marks[safe: day - 1] ?? [], on: canvas, in: place)
    }
  }

  /// Names without what all of them begin with: the article of Arabic days, the word "day" of Hebrew ones.
  static func withoutCommonBeginning(_ names: [String]) -> [String] {
    guard names.count > 1 else { return names }
    let shortest = names.map(\.count).min() ?? 0
    var length = 0
    while length + 1 < shortest, Set(names.map { $0.prefix(length + 1) }).count == 1 { length += 1 }
    return names.map { String($0.dropFirst(length)) }
  }

  private func draw(
    _ day: Int, isToday: Bool, isQuiet: Bool, marks: [Card.Tone], on canvas: borrowing Canvas, in place: PixelRect
  ) {
    let side = min(place.width, place.height, theme.whole(36))
    let disc = centered(PixelSize(width: side, height: side), in: place)
    let accent = theme.tone(card.tone ?? .accent)
    if isToday { canvas.fill(Rect(disc), fill?.ink ?? accent.fill, radius: Double(side) / 2) }
    let color = isToday ? fill?.fill ?? accent.ink : isQuiet ? quietInk : ink
    write(
      String(day), [isToday ? .delay : .body, .axis], on: canvas, in: disc, edge: .middle, color: color)
    let dot = theme.whole(5)
    let gap = theme.whole(3)
    let width = marks.count * dot + max(marks.count - 1, 0) * gap
    for (index, tone) in marks.enumerated() {
      let x = place.x0 + (place.width - width) / 2 + index * (dot + gap)
      // Below the number, and on today's disc in its own ink.
      let y = min(disc.y1 - theme.whole(isToday ? 8 : 4), place.y1 - dot)
      canvas.fill(
        Rect(PixelRect(x: x, y: y, width: dot, height: dot)),
        isToday ? color : fill?.ink ?? theme.tone(tone).fill, radius: Double(dot) / 2)
    }
  }
}
