import Board
import Numbers
import Scene

/// Lines or bars on a scale of two numbers.
extension CardPainter {
  private struct ChartPlan {
    var inset: Int
    var head: Int
    var plot: Int
    var legend: Int

    var height: Int { 2 * inset + head + plot + legend }
  }

  private func chartPlan(width: Int) -> ChartPlan {
    var plan = ChartPlan(
      inset: theme.whole(Design.inset), head: headHeight(width: width),
      plot: theme.whole(Design.plotHeight(width: Double(width) / theme.scale)), legend: 0)
    guard case .chart(let chart)? = card.figure else { return plan }
    if chart.parts.count > 1 {
      let part = theme.whole(Design.partHeight) + theme.whole(TypeStyle.secondary.leading) + theme.whole(Design.plotGap)
      plan.plot = chart.parts.count * part
    } else if chart.series.count > 1 {
      plan.legend = theme.whole(Design.legendHeight)
    }
    if !chart.ticks.isEmpty { plan.plot += theme.whole(Design.tickHeight) }
    return plan
  }

  func chartHeight(width: Int) -> Int { chartPlan(width: width).height }

  func drawChart(_ chart: ChartFigure, on canvas: borrowing Canvas, frame: PixelRect) {
    drawSurface(on: canvas, frame)
    let plan = chartPlan(width: frame.width)
    var inner = PixelRect(
      x0: frame.x0 + plan.inset, y0: frame.y0 + plan.inset, x1: frame.x1 - plan.inset, y1: frame.y1 - plan.inset)
    guard inner.x1 > inner.x0 else { return }
    drawCardHead(on: canvas, &inner)
    let colors = seriesColors(max(chart.series.count, chart.parts.count))
    if plan.legend > 0 {
      inner.y1 -= plan.legend
      drawLegend(
        chart, on: canvas, in: PixelRect(x0: inner.x0, y0: inner.y1, x1: inner.x1, y1: inner.y1 + plan.legend), colors)
    }
    guard inner.y1 > inner.y0 else { return }
    guard chart.parts.count > 1 else { return drawPlot(chart, on: canvas, in: inner, colors) }
    drawParts(chart, on: canvas, in: inner, colors)
  }

  /// Plots one below the other, each with its name and its last value; the times stand below the last.
  private func drawParts(
    _ chart: ChartFigure, on canvas: borrowing Canvas, in place: PixelRect, _ colors: [Color]
  ) {
    let lane = labelLane(of: chart.parts, width: place.width)
    let ticks = chart.ticks.isEmpty ? 0 : theme.whole(Design.tickHeight)
    let line = theme.whole(TypeStyle.secondary.leading)
    let gap = theme.whole(Design.plotGap)
    let height = max((place.height - ticks) / chart.parts.count, 1)
    for (index, (part, color)) in zip(chart.parts, colors).enumerated() {
      let y = place.y0 + index * height
      let isLast = index == chart.parts.count - 1
      var band = Band(place.x0, place.x1, isMirrored: arrangement.isMirrored)
      if let last = part.series.first?.lastLabel {
        let words = block(Text(last, .delay, tabular: true), width: max(place.width / 2, 1))
        words.draw(
          on: canvas, x: band.takeTrailing(words.width, gap: gap), y: y, width: words.width, edge: .left, color: ink)
      }
      if let name = part.series.first?.name, band.width > 0 {
        block(Text(name, .secondary), width: band.width)
          .draw(on: canvas, x: band.left, y: y, width: band.width, edge: leadingEdge, color: quietInk)
      }
      var own = part
      if !isLast { own.ticks = [] }
      drawPlot(
        own, on: canvas,
        in: PixelRect(
          x0: place.x0, y0: min(y + line, y + height - 1), x1: place.x1,
          y1: y + height - gap + (isLast ? ticks + gap : 0)),
        [color], lane: lane, isPart: true)
    }
  }

  // MARK: Plot

  private static let zero = "0"

  /// Of the words beside plots, with its gap; the same for all of a chart.
  private func labelLane(of charts: [ChartFigure], width: Int) -> Int {
    let words = charts.flatMap { chart in
      [chart.highLabel, chart.lowLabel] + (chart.hasZero ? [Self.zero] : []) + chart.marks.map(\.label)
        + (chart.style == .bars || chart.series.count > 3 ? [] : chart.series.compactMap(\.lastLabel))
    }
    let widest = words.map { block(Text($0, .caption, tabular: true), width: mostLabel(width: width)).width }.max() ?? 0
    return widest + theme.whole(Design.plotGap)
  }

  /// A number without its last digits is another number: on a narrow card it rather takes most of the plot.
  private func mostLabel(width: Int) -> Int { max(width / 3, min(width * 7 / 10, theme.whole(Design.chartLabel)), 1) }

  /// - Parameters:
  ///   - colors: of its series.
  ///   - lane: of the words beside it; nil for as much as they need.
  ///   - isPart: one of several, which says its last value above.
  private func drawPlot(
    _ chart: ChartFigure, on canvas: borrowing Canvas, in place: PixelRect, _ colors: [Color], lane: Int? = nil,
    isPart: Bool = false
  ) {
    let lane = lane ?? labelLane(of: [chart], width: place.width)
    let ticks = chart.ticks.isEmpty ? 0 : theme.whole(Design.tickHeight)
    let half = theme.whole(TypeStyle.axis.leading) / 2
    // Labels at the trailing end, where the newest values are; their middles on the outer lines.
    let x0 = arrangement.isMirrored ? place.x0 + lane : place.x0
    let field = PixelRect(
      x0: x0, y0: place.y0 + half, x1: x0 + max(place.width - lane, 1),
      y1: max(place.y1 - half - ticks, place.y0 + half + 1))
    let hair = theme.whole(Design.hairline)
    let middle = (field.y0 + field.y1) / 2
    var rows = [(y: field.y0, share: 0.12), (middle, 0.12), (field.y1 - hair, 0.12)]
    if chart.hasZero {
      let plot = Plot(place: Rect(field), low: chart.low, high: chart.high, inset: 0)
      let zero = Int(clamping: plot.y(0).rounded())
      // Beside the line at zero another one would tell nothing.
      if abs(zero - middle) < 2 * half { rows.remove(at: 1) }
      rows.append((zero, 0.4))
    }
    for (y, share) in rows {
      canvas.fill(
        Rect(PixelRect(x0: field.x0, y0: y, x1: field.x1, y1: y + hair)), background.mixed(with: ink, share))
    }
    drawMarks(of: chart, on: canvas, in: field)
    switch chart.style {
    case .line, .area: drawLines(of: chart, on: canvas, in: field, colors)
    case .bars: drawBars(of: chart, on: canvas, in: field, colors)
    }
    drawLabels(of: chart, on: canvas, in: field, place: place, colors, isPart: isPart)
    for label in tickLabels(of: chart, in: field, place: place) {
      label.words.draw(
        on: canvas, x: label.x, y: field.y1 + half / 2, width: label.words.width, edge: .left, color: quietInk)
    }
  }

  /// Lines at values that mean something.
  private func drawMarks(of chart: ChartFigure, on canvas: borrowing Canvas, in field: PixelRect) {
    let plot = Plot(place: Rect(field), low: chart.low, high: chart.high, inset: 0)
    let (height, dash) = (theme.whole(1.5), theme.whole(6))
    for mark in chart.marks where mark.value >= chart.low && mark.value <= chart.high {
      let y = Int(clamping: plot.y(mark.value).rounded()) - height / 2
      let color = fill?.ink ?? theme.tone(mark.tone).fill
      for x in stride(from: field.x0, to: field.x1, by: max(dash + dash * 2 / 3, 1)) {
        canvas.fill(
          Rect(PixelRect(x0: x, y0: y, x1: min(x + dash, field.x1), y1: y + height)), color,
          radius: Double(height) / 2)
      }
    }
  }

  /// The words beside a plot, the weightiest first. Last values that would stand on each other move apart; of the others one that has no
  /// room is left out.
  private func drawLabels(
    of chart: ChartFigure, on canvas: borrowing Canvas, in field: PixelRect, place: PixelRect, _ colors: [Color],
    isPart: Bool
  ) {
    let plot = Plot(place: Rect(field), low: chart.low, high: chart.high, inset: 0)
    let height = theme.whole(TypeStyle.axis.leading)
    var taken: [Range<Int>] = []
    func put(_ words: String, at value: Double, _ style: TypeStyle, _ color: Color) {
      put(words, around: Int(clamping: plot.y(value).rounded()), style, color)
    }
    func put(_ words: String, around middle: Int, _ style: TypeStyle, _ color: Color) {
      let rows = middle - height / 2..<middle + (height + 1) / 2
      guard !words.isEmpty, !taken.contains(where: { $0.overlaps(rows) }) else { return }
      taken.append(rows)
      let label = block(Text(words, style, tabular: true), width: mostLabel(width: place.width))
      label.draw(
        on: canvas, x: arrangement.isMirrored ? place.x0 : place.x1 - label.width, y: rows.lowerBound,
        width: label.width, edge: .left, color: color)
    }
    if chart.style != .bars, chart.series.count <= 3, !isPart {
      let ends = zip(chart.series, colors).enumerated().compactMap {
        index, drawn -> (words: String, y: Int, color: Color)? in
        let (series, color) = drawn
        guard let last = series.points.last(where: { $0.y != nil })?.y, let words = series.lastLabel else { return nil }
        return (words, Int(clamping: plot.y(last).rounded()), fill?.ink ?? (index == 0 ? valueInk : color))
      }
      let apart = Self.movedApart(ends.map(\.y), by: height, within: field.y0...max(field.y1, field.y0))
      for (end, y) in zip(ends, apart) { put(end.words, around: y, .caption, end.color) }
    }
    for mark in chart.marks where mark.value >= chart.low && mark.value <= chart.high {
      put(mark.label, at: mark.value, .axis, fill?.ink ?? theme.tone(mark.tone).text)
    }
    let ends = [(chart.highLabel, chart.high), (chart.lowLabel, chart.low)]
    let zero = chart.hasZero ? [(Self.zero, 0.0)] : []
    // Bars stand on it.
    for (words, value) in chart.style == .bars ? zero + ends : ends + zero { put(words, at: value, .axis, quietInk) }
  }

  /// Places at least so far from each other, in the order they were, as near to their own as can be.
  static func movedApart(_ places: [Int], by distance: Int, within range: ClosedRange<Int>) -> [Int] {
    let order = places.indices.sorted { (places[$0], $0) < (places[$1], $1) }
    var moved = places
    // Those that touch stand around their common middle.
    var groups: [(members: [Int], start: Int)] = []
    func start(of members: [Int]) -> Int {
      let length = (members.count - 1) * distance
      let middle = members.reduce(0) { $0 + places[$1] } / max(members.count, 1)
      return max(min(middle - length / 2, range.upperBound - length), range.lowerBound)
    }
    for index in order {
      groups.append(([index], start(of: [index])))
      while let last = groups.last, let before = groups.dropLast().last,
        before.start + before.members.count * distance > last.start
      {
        groups.removeLast(2)
        let members = before.members + last.members
        groups.append((members, start(of: members)))
      }
    }
    for group in groups {
      for (turn, index) in group.members.enumerated() { moved[index] = group.start + turn * distance }
    }
    return moved
  }

  /// What stands below a plot, and where it begins: as many as have room, as far from each other.
  ///
  /// - Parameters:
  ///   - field: of the plot, in pixels.
  ///   - place: of all of it, with the words beside the plot.
  func tickLabels(of chart: ChartFigure, in field: PixelRect, place: PixelRect) -> [(words: TextBlock, x: Int)] {
    let plot = Plot(place: Rect(field), low: 0, high: 1, inset: 0)
    let isOfBars = chart.style == .bars
    let gap = theme.whole(2 * Design.plotGap)
    var ticks = chart.ticks
    // Bars stand in the order of reading, and their words with them.
    if isOfBars, arrangement.isMirrored {
      ticks = ticks.reversed().map { ChartFigure.Tick(x: 1 - $0.x, label: $0.label, isMain: $0.isMain) }
    }
    // Long words below a few bars are cut rather than left out.
    let slot = field.width / max(ticks.count, 1) - gap / 2
    let most = isOfBars && slot >= theme.whole(Design.leastTick) ? slot : max(field.width / 2, 1)
    let labels = ticks.compactMap { tick -> (words: TextBlock, x: Int, isMain: Bool)? in
      let words = block(Text(tick.label, .axis, tabular: true), width: most)
      let x = Int(clamping: plot.x(tick.x).rounded()) - words.width / 2
      // A time that would stand out of the plot is not pushed from its place, unless that is the plot's end.
      let isAtEnd = isOfBars || tick.x <= 0 || tick.x >= 1
      guard isAtEnd || x >= field.x0 && x + words.width <= place.x1 else { return nil }
      return (words, max(min(x, place.x1 - words.width), field.x0), tick.isMain)
    }
    let kept = TickChoice(labels.map(\.isMain)).kept { kept in
      zip(kept, kept.dropFirst()).allSatisfy { a, b in
        labels[b].x - labels[a].x - labels[a].words.width >= gap / (isOfBars ? 2 : 1)
      }
    }
    return kept.map { (labels[$0].words, labels[$0].x) }
  }

  private func drawLines(
    of chart: ChartFigure, on canvas: borrowing Canvas, in field: PixelRect, _ colors: [Color]
  ) {
    let plot = Plot(place: Rect(field), low: chart.low, high: chart.high, inset: 0)
    // The newest value's dot stays inside.
    let dot = Double(theme.whole(Design.plotDot))
    let drawn = Plot(
      place: Rect(x: plot.place.x, y: plot.place.y, width: plot.place.width - dot / 2, height: plot.place.height),
      low: chart.low, high: chart.high, inset: 0)
    let width = Design.plotLine * theme.scale
    for (series, color) in zip(chart.series, colors) {
      let lines = drawn.lines(through: series.points)
      if chart.style == .area { canvas.draw(drawn.area(lines), in: drawn.place, ink: color.opacity(0.16)) }
      draw(lines, of: drawn, width: width, on: canvas, ink: color)
    }
    for (index, (series, color)) in zip(chart.series, colors).enumerated() {
      guard let last = drawn.last(of: series.points) else { continue }
      drawSign(index % 4, color, on: canvas, at: last, hasRim: chart.series.count > 1)
    }
  }

  private func drawBars(
    of chart: ChartFigure, on canvas: borrowing Canvas, in field: PixelRect, _ colors: [Color]
  ) {
    let plot = Plot(place: Rect(field), low: chart.low, high: chart.high, inset: 0)
    let slots = chart.series.map(\.points.count).max() ?? 0
    guard slots > 0 else { return }
    let ground = plot.y(min(max(0, chart.low), chart.high))
    let slot = Double(field.width) / Double(slots)
    let hair = Double(theme.whole(1))
    // A quarter of a slot is air; the rest is shared by the series.
    let bar = max(min(slot * 0.75, Double(theme.whole(48))) / Double(chart.series.count), hair)
    for (index, (series, color)) in zip(chart.series, colors).enumerated() {
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

  /// The first series has the card's tone; the others' colours mean nothing but themselves.
  private func seriesColors(_ count: Int) -> [Color] {
    SeriesColors.choice(count, first: plotInk, on: background, ink: fill?.ink ?? theme.colors.text)
  }

  private func drawLegend(
    _ chart: ChartFigure, on canvas: borrowing Canvas, in place: PixelRect, _ colors: [Color]
  ) {
    var band = Band(place.x0, place.x1, isMirrored: arrangement.isMirrored)
    let side = theme.whole(Design.plotDot + 1)
    // Words stand below the plot's foot, at the bottom of their band.
    let line = theme.whole(TypeStyle.axis.leading)
    for (index, (series, color)) in zip(chart.series, colors).enumerated() {
      guard let name = series.name, band.width > side else { return }
      let sign = band.takeLeading(side, gap: theme.whole(6))
      drawSign(
        chart.style == .bars ? nil : index % 4, color, on: canvas,
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

extension ChartFigure {
  /// Zero is in sight, and no end of the scale.
  var hasZero: Bool { low < 0 && high > 0 }
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
