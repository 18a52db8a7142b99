import Board
import Scene

/// Lines or bars on a scale of two numbers.
extension CardPainter {
  private struct ChartPlan {
    var inset: Int
    var title: Int
    var subtitle: Int
    var space: Int
    var plot: Int
    var legend: Int

    var height: Int { 2 * inset + title + subtitle + (title + subtitle > 0 ? space : 0) + plot + legend }
  }

  private func chartPlan(width: Int) -> ChartPlan {
    let hasHead = card.title != nil || card.trail != nil || card.badge != nil || card.tone != nil
    var plan = ChartPlan(
      inset: theme.whole(Design.inset), title: hasHead ? theme.whole(TypeStyle.label.leading) : 0,
      subtitle: card.subtitle == nil ? 0 : theme.whole(TypeStyle.secondary.leading), space: theme.whole(Design.laneGap),
      plot: theme.whole(Design.plotHeight(width: Double(width) / theme.scale)), legend: 0)
    if case .chart(let chart)? = card.figure, chart.series.count > 1 { plan.legend = theme.whole(Design.legendHeight) }
    return plan
  }

  func chartHeight(width: Int) -> Int { chartPlan(width: width).height }

  func drawChart(_ chart: ChartFigure, on canvas: borrowing Canvas, frame: PixelRect) {
    drawSurface(on: canvas, frame)
    let plan = chartPlan(width: frame.width)
    var inner = PixelRect(
      x0: frame.x0 + plan.inset, y0: frame.y0 + plan.inset, x1: frame.x1 - plan.inset, y1: frame.y1 - plan.inset)
    guard inner.x1 > inner.x0 else { return }
    drawHead(on: canvas, inner: inner, height: plan.title)
    inner.y0 += plan.title
    if let subtitle = card.subtitle {
      block(Text(subtitle, .secondary), width: inner.width)
        .draw(on: canvas, x: inner.x0, y: inner.y0, width: inner.width, edge: leadingEdge, color: quietInk)
      inner.y0 += plan.subtitle
    }
    if plan.title + plan.subtitle > 0 { inner.y0 += plan.space }
    if plan.legend > 0 {
      inner.y1 -= plan.legend
      drawLegend(
        chart, on: canvas, in: PixelRect(x0: inner.x0, y0: inner.y1, x1: inner.x1, y1: inner.y1 + plan.legend))
    }
    guard inner.y1 > inner.y0 else { return }
    drawPlot(chart, on: canvas, in: inner)
  }

  /// Title at the leading end; mark, value and badge at the other.
  private func drawHead(on canvas: borrowing Canvas, inner: PixelRect, height: Int) {
    guard height > 0 else { return }
    let line = PixelRect(x0: inner.x0, y0: inner.y0, x1: inner.x1, y1: inner.y0 + height)
    let gap = theme.whole(Design.laneGap)
    var band = Band(line.x0, line.x1, isMirrored: arrangement.isMirrored)
    if let tone = card.tone {
      let side = theme.whole(Design.mark)
      let x = band.takeTrailing(side, gap: gap)
      drawMark(on: canvas, tone, in: centered(PixelSize(width: side, height: side), x: x, in: line))
    }
    if let trail = card.trail {
      let words = block(Text(trail, .value, tabular: true), width: band.width / 2)
      let x = band.takeTrailing(words.width, gap: gap)
      words.draw(on: canvas, x: x, y: line.y0, width: words.width, edge: .left, color: valueInk)
    }
    if let badge = card.badge {
      let words = badgeWords(badge, limit: band.width / 2)
      let size = badgeSize(words)
      drawBadge(on: canvas, words, in: centered(size, x: band.takeTrailing(size.width, gap: gap), in: line))
    }
    guard let title = card.title, band.width > 0 else { return }
    block(Text(title, .label), width: band.width)
      .draw(on: canvas, x: band.left, y: line.y0, width: band.width, edge: leadingEdge, color: ink)
  }

  // MARK: Plot

  private func drawPlot(_ chart: ChartFigure, on canvas: borrowing Canvas, in place: PixelRect) {
    let labels = [chart.highLabel, chart.lowLabel].map {
      block(Text($0, .axis, tabular: true), width: max(place.width / 3, 1))
    }
    let lane = (labels.map(\.width).max() ?? 0) + theme.whole(Design.plotGap)
    let half = theme.whole(TypeStyle.axis.leading) / 2
    // Labels at the trailing end, where the newest values are; their middles on the outer lines.
    let x0 = arrangement.isMirrored ? place.x0 + lane : place.x0
    let field = PixelRect(
      x0: x0, y0: place.y0 + half, x1: x0 + max(place.width - lane, 1), y1: max(place.y1 - half, place.y0 + half + 1))
    let hair = theme.whole(Design.hairline)
    let rows = [field.y0, (field.y0 + field.y1) / 2, field.y1 - hair]
    for y in rows {
      canvas.fill(
        Rect(PixelRect(x0: field.x0, y0: y, x1: field.x1, y1: y + hair)), background.mixed(with: ink, 0.12))
    }
    for (label, y) in zip(labels, [rows[0], rows[2]]) {
      label.draw(
        on: canvas, x: arrangement.isMirrored ? place.x0 : place.x1 - label.width, y: y - half, width: label.width,
        edge: .left, color: quietInk)
    }
    switch chart.style {
    case .line, .area: drawLines(of: chart, on: canvas, in: field)
    case .bars: drawBars(of: chart, on: canvas, in: field)
    }
  }

  private func drawLines(of chart: ChartFigure, on canvas: borrowing Canvas, in field: PixelRect) {
    let plot = Plot(place: Rect(field), low: chart.low, high: chart.high, inset: 0)
    // The newest value's dot stays inside.
    let dot = Double(theme.whole(Design.plotDot))
    let drawn = Plot(
      place: Rect(x: plot.place.x, y: plot.place.y, width: plot.place.width - dot / 2, height: plot.place.height),
      low: chart.low, high: chart.high, inset: 0)
    let width = Design.plotLine * theme.scale
    for (index, series) in chart.series.enumerated() {
      let lines = drawn.lines(through: series.points)
      let color = seriesColor(index)
      if chart.style == .area { canvas.draw(drawn.area(lines), in: drawn.place, ink: color.opacity(0.16)) }
      draw(lines, of: drawn, width: width, on: canvas, ink: color)
    }
    for (index, series) in chart.series.enumerated() {
      guard let last = drawn.last(of: series.points) else { continue }
      drawSign(index % 4, seriesColor(index), on: canvas, at: last, hasRim: chart.series.count > 1)
    }
  }

  private func drawBars(of chart: ChartFigure, on canvas: borrowing Canvas, in field: PixelRect) {
    let plot = Plot(place: Rect(field), low: chart.low, high: chart.high, inset: 0)
    let slots = chart.series.map(\.points.count).max() ?? 0
    guard slots > 0 else { return }
    let ground = plot.y(min(max(0, chart.low), chart.high))
    let slot = Double(field.width) / Double(slots)
    let hair = Double(theme.whole(1))
    // A quarter of a slot is air; the rest is shared by the series.
    let bar = max(min(slot * 0.75, Double(theme.whole(48))) / Double(chart.series.count), hair)
    for (index, series) in chart.series.enumerated() {
      let color = seriesColor(index)
      for (position, point) in series.points.enumerated() {
        guard let value = point.y else { continue }
        let place = arrangement.isMirrored ? slots - 1 - position : position
        let middle = Double(field.x0) + (Double(place) + 0.5) * slot
        let left = middle + (Double(index) - Double(chart.series.count) / 2) * bar
        let y = plot.y(value)
        // Whole pixels: bars of one height are equally sharp.
        let x0 = left.rounded()
        let x1 = max((left + bar - (chart.series.count > 1 ? hair : 0)).rounded(), x0 + 1)
        let top = min(y, ground).rounded()
        let bottom = max(max(y, ground).rounded(), top + hair)
        canvas.fill(
          Rect(x: x0, y: top, width: x1 - x0, height: bottom - top), color,
          radius: min(Double(theme.whole(3)), (x1 - x0) / 2), corners: value >= 0 ? .top : .bottom)
      }
    }
  }

  // MARK: Series

  /// The first series has the card's tone; the others' colours mean nothing but themselves, and keep 3:1 on the surface.
  private func seriesColor(_ index: Int) -> Color {
    if index == 0 { return plotInk }
    let palette: [UInt32] =
      theme.isDark
      ? [0xF2B45C, 0x62C9B0, 0xC9A0F0, 0xF29BB2, 0xB8C0CC] : [0xB45309, 0x0F766E, 0x7C3AED, 0xBE185D, 0x64748B]
    let color = Color(rgb: palette[(index - 1) % palette.count])
    return fill.map { color.mixed(with: $0.ink, 0.7) } ?? color
  }

  private func drawLegend(_ chart: ChartFigure, on canvas: borrowing Canvas, in place: PixelRect) {
    var band = Band(place.x0, place.x1, isMirrored: arrangement.isMirrored)
    let side = theme.whole(Design.plotDot + 1)
    // Words stand below the plot's foot, at the bottom of their band.
    let line = theme.whole(TypeStyle.axis.leading)
    for (index, series) in chart.series.enumerated() {
      guard let name = series.name, band.width > side else { return }
      let sign = band.takeLeading(side, gap: theme.whole(6))
      drawSign(
        chart.style == .bars ? nil : index % 4, seriesColor(index), on: canvas,
        at: Point(x: Double(sign) + Double(side) / 2, y: Double(place.y1) - Double(line) / 2),
        hasRim: false)
      let words = block(Text(name, .axis), width: band.width)
      let x = band.takeLeading(words.width, gap: theme.whole(Design.inset))
      words.draw(on: canvas, x: x, y: place.y1 - line, width: words.width, edge: .left, color: quietInk)
    }
  }

  /// Which line it is, by shape and colour: a disc, a square, a diamond, a triangle. Bars have squares.
  private func drawSign(
    _ sign: Int?, _ color: Color, on canvas: borrowing Canvas, at point: Point, hasRim: Bool
  ) {
    let side = Double(theme.whole(Design.plotDot)) + (sign == 0 ? 0 : Double(theme.whole(1)))
    let rim = hasRim ? Double(theme.whole(1.5)) : 0
    for (side, ink) in [(side + 2 * rim, background), (side, color)] where side > 0 {
      let place = Rect(x: point.x - side / 2, y: point.y - side / 2, width: side, height: side)
      if sign == 0 {
        canvas.fill(place, ink, radius: side / 2)
      } else {
        canvas.draw(SeriesSign.all[(sign ?? 1) - 1], in: place, ink: ink)
      }
    }
  }
}

/// Shapes that tell the lines of a chart apart.
private enum SeriesSign {
  static let all = [
    shape([p(1, 1), p(11, 1), p(11, 11), p(1, 11)]), shape([p(6, 0.5), p(11.5, 6), p(6, 11.5), p(0.5, 6)]),
    shape([p(6, 1), p(11.5, 10.5), p(0.5, 10.5)]),
  ]

  private static func p(_ x: Double, _ y: Double) -> Point { Point(x: x, y: y) }

  private static func shape(_ corners: [Point]) -> Drawing {
    Drawing(
      viewBox: Rect(x: 0, y: 0, width: 12, height: 12),
      shapes: [
        Drawing.Shape(
          path: Path([.move(corners[0])] + corners.dropFirst().map { .line($0) } + [.close]), fill: .current(alpha: 1))
      ])
  }
}
