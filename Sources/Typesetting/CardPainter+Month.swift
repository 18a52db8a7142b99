import Board
import Numbers
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
    let names = dayNames(of: month, width: inner.width / 7)
    for (day, name) in names.enumerated() {
      let (x0, x1) = columns(day)
      write(
        name, [.caption, .fine], on: canvas,
        in: PixelRect(x0: x0, y0: inner.y0, x1: x1, y1: inner.y0 + theme.whole(TypeStyle.caption.leading)),
        edge: .middle,
        color: quietInk)
    }
    let top = inner.y0 + heads
    guard inner.y1 > top, month.weeks > 0 else { return }
    let sizes = daySizes(width: inner.width / 7, height: (inner.y1 - top) / month.weeks)
    for day in 1...max(month.days, 1) {
      let index = month.offset + day - 1
      let (x0, x1) = columns(index % 7)
      let place = PixelRect(
        x0: x0, y0: top + index / 7 * (inner.y1 - top) / month.weeks, x1: x1,
        y1: top + (index / 7 + 1) * (inner.y1 - top) / month.weeks)
      let isPast = month.isOver || month.today.map { day < $0 } ?? false
      draw(
        day, sizes, isToday: day == month.today, isQuiet: isPast || month.weekend.contains(index % 7),
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

  /// What stands over the days: the first letter of each, as soon as one of them would be cut.
  ///
  /// - Parameter width: of a day, in pixels.
  func dayNames(of month: MonthFigure, width: Int) -> [String] {
    func isCut(_ names: [String]) -> Bool {
      names.contains { block(Text($0, .caption), width: Self.unbounded).width > width - theme.whole(Self.nameGap) }
    }
    let names = Array(month.weekdays.prefix(7))
    guard isCut(names) else { return names }
    let short = Self.withoutCommonBeginning(names)
    return isCut(short) ? short.map { String($0.prefix(1)) } : short
  }

  /// Between two names, in dp.
  private static let nameGap = 4.0

  /// How large all days of a month are.
  struct DaySizes {
    /// Of today's disc, in pixels.
    var disc: Int
    /// Of the numbers.
    var style: TypeStyle
    var today: TypeStyle
    /// Below a number, from its disc's upper edge to that of its dots, in pixels; nil where these have no room.
    var dots: Int?
    /// The same on today's disc.
    var dotsOfToday: Int?
    /// How many of them have room beside each other.
    var mostDots: Int
  }

  /// - Parameters:
  ///   - width: of a day, in pixels.
  ///   - height: of a week, in pixels.
  func daySizes(width: Int, height: Int) -> DaySizes {
    let disc = min(width, height, theme.whole(36))
    let room = max(disc - theme.whole(4), 1)
    func fits(_ style: TypeStyle) -> Bool {
      block(Text("30", style, tabular: true), width: Self.unbounded).width <= room
    }
    // Smaller than that, numbers have their own place at least.
    let small = [TypeStyle.axis, .fine, Self.tiny].first(where: fits) ?? Self.tiny
    var sizes = DaySizes(
      disc: disc, style: fits(.body) ? .body : small, today: fits(.delay) ? .delay : small, mostDots: 0)
    let (dot, gap) = (theme.whole(Self.dot), theme.whole(Self.dotGap))
    sizes.mostDots = max((min(width, disc) - theme.whole(4) + gap) / (dot + gap), 0)
    // Digits are as high as capitals, and stand in the middle.
    func below(_ style: TypeStyle) -> Int {
      Int(clamping: (0.3635 * style.size * theme.scale).rounded(.up)) + theme.whole(Self.dotSpace)
    }
    let usual = max(disc - theme.whole(4), disc / 2 + below(sizes.style))
    sizes.dots = usual + dot <= (disc + height) / 2 ? usual : nil
    let today = max(disc - theme.whole(8), disc / 2 + below(sizes.today))
    sizes.dotsOfToday = today + dot < disc ? today : nil
    return sizes
  }

  private static let tiny = TypeStyle(size: 9, leading: 12, weight: .semibold)
  static let dot = 5.0
  private static let dotGap = 3.0
  private static let dotSpace = 1.5

  private func draw(
    _ day: Int, _ sizes: DaySizes, isToday: Bool, isQuiet: Bool, marks: [Card.Tone], on canvas: borrowing Canvas,
    in place: PixelRect
  ) {
    let disc = centered(PixelSize(width: sizes.disc, height: sizes.disc), in: place)
    let accent = theme.tone(card.tone ?? .accent)
    if isToday { canvas.fill(Rect(disc), fill?.ink ?? accent.fill, radius: Double(sizes.disc) / 2) }
    let color = isToday ? fill?.fill ?? accent.ink : isQuiet ? quietInk : ink
    write(
      String(day), [isToday ? sizes.today : sizes.style], on: canvas, in: disc, edge: .middle, color: color)
    guard let below = isToday ? sizes.dotsOfToday : sizes.dots else { return }
    let marks = marks.prefix(sizes.mostDots)
    let (dot, gap) = (theme.whole(Self.dot), theme.whole(Self.dotGap))
    let width = marks.count * dot + max(marks.count - 1, 0) * gap
    for (index, tone) in marks.enumerated() {
      let x = place.x0 + (place.width - width) / 2 + index * (dot + gap)
      // Below the number, and on today's disc in its own ink.
      canvas.fill(
        Rect(PixelRect(x: x, y: disc.y0 + below, width: dot, height: dot)),
        isToday ? color : fill?.ink ?? theme.tone(tone).fill, radius: Double(dot) / 2)
    }
  }
}
