import Board
import Scene

/// Days of a forecast: beside each other where there is room, else one below the other.
extension CardPainter {
  private struct ForecastPlan {
    var inset: Int
    var head: Int
    /// Of the names and the notes of days beside each other; nil where they stand one below the other.
    var across: (name: TypeStyle, note: TypeStyle)?
    var body: Int
  }

  private func forecastPlan(_ forecast: ForecastFigure, width: Int) -> ForecastPlan {
    let inset = theme.whole(Design.inset)
    let count = max(forecast.days.count, 1)
    let across = acrossStyles(of: forecast, width: (width - 2 * inset) / count)
    let body =
      across == nil ? count * theme.whole(Design.forecastLine) : acrossParts(forecast).reduce(0) { $0 + $1.height }
    return ForecastPlan(inset: inset, head: headHeight(width: width), across: across, body: body)
  }

  /// The largest type in which the widest name and the widest note have room in a column, with a space beside it; nil where there is none.
  func acrossStyles(of forecast: ForecastFigure, width: Int) -> (name: TypeStyle, note: TypeStyle)? {
    guard width >= theme.whole(Design.forecastDay) else { return nil }
    let room = width - theme.whole(Design.laneGap)
    func style(_ words: [String?], from styles: [TypeStyle]) -> TypeStyle? {
      styles.first { style in
        words.allSatisfy { words in
          words.map { block(Text($0, style, tabular: true), width: Self.unbounded).width <= room } ?? true
        }
      }
    }
    // The first name is set in heavier type than the others.
    guard let name = style(forecast.days.map(\.name), from: [.delay, .caption]),
      let note = style(forecast.days.map(\.note), from: [.secondary, .axis])
    else { return nil }
    return (name, note)
  }

  func forecastHeight(width: Int) -> Int {
    guard case .forecast(let forecast)? = card.figure else { return 1 }
    let plan = forecastPlan(forecast, width: width)
    return 2 * plan.inset + plan.head + plan.body
  }

  func drawForecast(_ forecast: ForecastFigure, on canvas: borrowing Canvas, frame: PixelRect) {
    drawSurface(on: canvas, frame)
    let plan = forecastPlan(forecast, width: frame.width)
    guard var inner = frame.inset(by: plan.inset) else { return }
    drawCardHead(on: canvas, &inner)
    if let styles = plan.across {
      drawAcross(forecast, styles, on: canvas, in: inner)
    } else {
      drawDown(forecast, on: canvas, in: inner)
    }
  }

  // MARK: Across

  private enum Part { case name, icon, note, high, bars, low }

  /// What a day has, from top to bottom, and how high it is in pixels.
  private func acrossParts(_ forecast: ForecastFigure) -> [(part: Part, height: Int)] {
    var parts: [(part: Part, height: Int)] = []
    if forecast.days.contains(where: { $0.name != nil }) { parts.append((.name, theme.whole(TypeStyle.delay.leading))) }
    if forecast.days.contains(where: { $0.icon != nil }) {
      parts.append((.icon, theme.whole(Design.forecastIcon + 16)))
    }
    if forecast.days.contains(where: { $0.note != nil }) {
      parts.append((.note, theme.whole(TypeStyle.secondary.leading)))
    }
    guard forecast.scale != nil else { return parts }
    parts.append((.high, theme.whole(TypeStyle.label.leading)))
    parts.append((.bars, theme.whole(Design.forecastBars)))
    parts.append((.low, theme.whole(TypeStyle.body.leading)))
    return parts
  }

  private func drawAcross(
    _ forecast: ForecastFigure, _ styles: (name: TypeStyle, note: TypeStyle), on canvas: borrowing Canvas,
    in inner: PixelRect
  ) {
    let light: TypeStyle = styles.name.size == TypeStyle.delay.size ? .secondary : .axis
    var parts = acrossParts(forecast)
    // On a card that has grown the bars take what there is.
    let spare = inner.height - parts.reduce(0) { $0 + $1.height }
    if spare > 0 { for index in parts.indices where parts[index].part == .bars { parts[index].height += spare } }
    let count = forecast.days.count
    for (index, day) in forecast.days.enumerated() {
      let place = arrangement.isMirrored ? count - 1 - index : index
      let x0 = inner.x0 + place * inner.width / count
      let x1 = inner.x0 + (place + 1) * inner.width / count
      var y = inner.y0
      for (part, height) in parts {
        let rect = PixelRect(x0: x0, y0: y, x1: x1, y1: y + height)
        y += height
        switch part {
        case .name: write(day.name, index == 0 ? styles.name : light, on: canvas, in: rect, color: ink)
        case .note: write(day.note, styles.note, on: canvas, in: rect, color: quietInk)
        case .high: write(day.highLabel, .label, on: canvas, in: rect, color: ink)
        case .low: write(day.lowLabel, .body, on: canvas, in: rect, color: quietInk)
        case .icon:
          guard let icon = day.icon else { continue }
          let side = min(theme.whole(Design.forecastIcon), rect.width)
          drawIcon(icon, on: canvas, in: centered(PixelSize(width: side, height: side), in: rect), color: ink)
        case .bars: drawUpright(day, forecast.scale, on: canvas, in: rect)
        }
      }
    }
  }

  private func write(
    _ words: String?, _ style: TypeStyle, on canvas: borrowing Canvas, in place: PixelRect, color: Color
  ) {
    guard let words else { return }
    write(words, [style, .axis], on: canvas, in: place, edge: .middle, color: color)
  }

  /// A bar from the low to the high value, on the scale of all days.
  private func drawUpright(
    _ day: ForecastFigure.Day, _ scale: ClosedRange<Double>?, on canvas: borrowing Canvas, in place: PixelRect
  ) {
    let space = theme.whole(Design.plotGap) / 2
    let width = theme.whole(Design.barHeight)
    let bar = PixelRect(
      x0: place.x0 + (place.width - width) / 2, y0: place.y0 + space, x1: place.x0 + (place.width + width) / 2,
      y1: place.y1 - space)
    guard let scale, bar.height > 0, let low = day.low ?? day.high, let high = day.high ?? day.low else { return }
    canvas.fill(Rect(bar), background.mixed(with: ink, fill == nil ? 0.1 : 0.22), radius: Double(width) / 2)
    let plot = Plot(
      place: Rect(bar), low: scale.lowerBound, high: max(scale.upperBound, scale.lowerBound + 1), inset: 0)
    var (y0, y1) = (plot.y(high).rounded(), plot.y(low).rounded())
    if y1 - y0 < Double(width) {
      y0 = min(max((y0 + y1 - Double(width)) / 2, Double(bar.y0)), Double(bar.y1 - width))
      y1 = y0 + Double(width)
    }
    canvas.fill(
      Rect(x: Double(bar.x0), y: y0, width: Double(width), height: y1 - y0), plotInk, radius: Double(width) / 2)
  }

  // MARK: Down

  private func drawDown(_ forecast: ForecastFigure, on canvas: borrowing Canvas, in inner: PixelRect) {
    let gap = theme.whole(Design.laneGap)
    func lane(_ words: [String?], _ style: TypeStyle, most: Int) -> Int {
      min(
        words.compactMap(\.self).map { block(Text($0, style, tabular: true), width: inner.width).width }.max() ?? 0,
        most)
    }
    let days = forecast.days
    let name = lane(days.map(\.name), .label, most: inner.width * 35 / 100)
    let (low, high) = (
      lane(days.map(\.lowLabel), .value, most: inner.width / 5),
      lane(days.map(\.highLabel), .value, most: inner.width / 5)
    )
    var note = lane(days.map(\.note), .secondary, most: inner.width / 4)
    let icon = days.contains { $0.icon != nil } ? theme.whole(Design.icon) : 0
    func rest() -> Int {
      inner.width - [name, icon, note, low, high].filter { $0 > 0 }.reduce(0) { $0 + $1 + gap }
    }
    if note > 0, rest() < theme.whole(Design.leastBar) {
      // What it will be like is told in place of bars, if there is room for most of it.
      note = 0
      let left = rest() - gap
      let wanted = lane(days.map(\.note), .secondary, most: inner.width)
      if 4 * left >= 3 * wanted { note = min(wanted, left) }
    }
    let hasBars = rest() >= theme.whole(Design.leastBar) && forecast.scale != nil
    for (index, day) in days.enumerated() {
      let line = PixelRect(
        x0: inner.x0, y0: inner.y0 + index * inner.height / days.count, x1: inner.x1,
        y1: inner.y0 + (index + 1) * inner.height / days.count)
      var band = Band(line.x0, line.x1, isMirrored: arrangement.isMirrored)
      func take(_ width: Int, trailing: Bool = false) -> PixelRect? {
        guard width > 0 else { return nil }
        let x = trailing ? band.takeTrailing(width, gap: gap) : band.takeLeading(width, gap: gap)
        return PixelRect(x0: x, y0: line.y0, x1: x + width, y1: line.y1)
      }
      func put(_ words: String?, _ styles: [TypeStyle], _ place: PixelRect?, _ edge: TextBlock.Edge, _ color: Color) {
        guard let words, let place else { return }
        write(words, styles, on: canvas, in: place, edge: edge, color: color)
      }
      put(day.name, [.label, .delay, .axis], take(name), leadingEdge, ink)
      if let place = take(icon), let name = day.icon {
        drawIcon(
          name, on: canvas, in: centered(PixelSize(width: place.width, height: place.width), in: place), color: ink)
      }
      put(day.note, [.secondary, .axis], take(note), leadingEdge, quietInk)
      let highPlace = take(high, trailing: true)
      let lowPlace = hasBars ? take(low) : take(low, trailing: true)
      put(day.highLabel, [.value, .axis], highPlace, trailingEdge, ink)
      put(day.lowLabel, [.value, .axis], lowPlace, trailingEdge, quietInk)
      guard hasBars, let scale = forecast.scale, let from = day.low ?? day.high, let to = day.high ?? day.low else {
        continue
      }
      let height = theme.whole(Design.barHeight)
      let y = middle(of: height, in: line)
      drawSpan(
        from...max(to, from), value: nil, scale: scale, on: canvas,
        in: PixelRect(x0: band.left, y0: y, x1: band.right, y1: y + height))
    }
  }
}

extension PixelRect {
  /// Nil when nothing is left.
  func inset(by margin: Int) -> PixelRect? {
    let rect = PixelRect(x0: x0 + margin, y0: y0 + margin, x1: x1 - margin, y1: y1 - margin)
    return rect.x1 > rect.x0 && rect.y1 > rect.y0 ? rect : nil
  }
}
