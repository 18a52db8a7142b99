extension ChartTemplate {
  /// The chart for the evaluation's item; nil when there is nothing to draw.
  func evaluate(_ evaluation: inout Evaluation) -> ChartFigure? {
    let item = evaluation.item
    defer { evaluation.item = item }
    var read: [(name: String?, points: [ChartAxis.Reading])] = []
    for part in series.prefix(Self.mostSeries) {
      evaluation.item = item
      guard case .list(let list) = evaluation.value(part.points) else { continue }
      read.append((part.name, readings(list, y: part.y, &evaluation)))
    }
    evaluation.item = item
    let axis = ChartAxis(read.map(\.points), isOfBars: style == .bars, at: evaluation.moment)
    let drawn = read.map { (name: $0.name, points: axis.points($0.points)) }.filter { series in
      series.points.contains { $0.y != nil }
    }
    let times = drawn.flatMap { $0.points.map(\.x) }
    guard let first = times.min(), let last = times.max() else { return nil }
    let span = max(last - first, .leastNonzeroMagnitude)
    let ticks = axis.ticks(read.map(\.points), from: first, to: last, &evaluation)
    var figures: [ChartFigure] = []
    for group in isSplit && drawn.count > 1 ? drawn.map({ [$0] }) : [drawn] {
      guard var figure = figure(of: group, from: first, span: span, &evaluation) else { continue }
      figure.ticks = ticks
      figures.append(figure)
    }
    guard var whole = figures.first else { return nil }
    if figures.count > 1 { whole.parts = figures }
    return whole
  }

  /// Series on one scale.
  private func figure(
    of drawn: [(name: String?, points: [RawPoint])], from first: Double, span: Double, _ evaluation: inout Evaluation
  ) -> ChartFigure? {
    let values = drawn.flatMap { $0.points.compactMap(\.y) }
    guard let least = values.min(), let most = values.max() else { return nil }
    let language = evaluation.moment.language
    let lines = marks.compactMap { mark in
      evaluation.value(mark.value).number(in: language).map {
        ValueMark(value: $0, tone: mark.tone, label: NumberFormat.label($0, language: language))
      }
    }
    // A line that is told of is in sight, and so is what comes near it.
    let known = ([least, most] + lines.map(\.value)).filter(\.isFinite)
    let scale = ChartScale(
      least: known.min() ?? least, most: known.max() ?? most, low: minimum.flatMap { number($0, &evaluation) },
      high: maximum.flatMap { number($0, &evaluation) }, hasGround: style == .bars)
    var figure = ChartFigure(
      style: style,
      series: drawn.map { name, points in
        ChartFigure.Series(
          name: name,
          points: Thinning.thinned(points, to: Self.mostPoints).map {
            ChartFigure.Point(x: points.count == 1 ? 1 : ($0.x - first) / span, y: $0.y)
          },
          lastLabel: points.last { $0.y != nil }?.y.map { NumberFormat.label($0, language: language) })
      }, low: scale.low, high: scale.high, lowLabel: NumberFormat.label(scale.low, language: language),
      highLabel: NumberFormat.label(scale.high, language: language))
    figure.marks = lines
    return figure
  }

  private func number(_ expression: Expression, _ evaluation: inout Evaluation) -> Double? {
    evaluation.value(expression).number(in: evaluation.moment.language)
  }

  struct RawPoint: Thinnable {
    var x: Double
    var y: Double?

    var height: Double? { y }
  }

  /// More than a panel has columns.
  private static let mostPoints = 600
  private static let mostSeries = 6

  private func readings(_ list: [Value], y: Expression?, _ evaluation: inout Evaluation) -> [ChartAxis.Reading] {
    var readings: [ChartAxis.Reading] = []
    readings.reserveCapacity(list.count)
    let index = evaluation.index
    defer { evaluation.index = index }
    let language = evaluation.moment.language
    for (position, point) in list.enumerated() {
      guard evaluation.spend(1) else { break }
      evaluation.item = point
      evaluation.index = position
      var pair: [Value]?
      if case .list(let values) = point, values.count >= 2 { pair = values }
      // Fits: a pair has two.
      let height = y.map { evaluation.value($0) } ?? pair?[1] ?? point
      readings.append(
        ChartAxis.Reading(x: x.map { evaluation.value($0) } ?? pair?[0], y: height.number(in: language)))
    }
    return readings
  }
}

/// Something with a height, or a gap.
protocol Thinnable {
  var height: Double? { get }
}

extension Double?: Thinnable {
  var height: Double? { self }
}

/// Fewer points that look the same: of each stretch the lowest and the highest stay, so that no peak is lost.
enum Thinning {
  static func thinned<Element: Thinnable>(_ points: [Element], to limit: Int) -> [Element] {
    guard points.count > limit, limit >= 2 else { return points }
    let stretches = limit / 2
    var kept: [Element] = []
    kept.reserveCapacity(limit)
    // Fits: there are more points than stretches, so that each has one, and no product of both is large.
    for stretch in 0..<stretches {
      let range = stretch * points.count / stretches..<(stretch + 1) * points.count / stretches
      let known = range.filter { points[$0].height != nil }
      guard let low = known.min(by: { (points[$0].height ?? 0) < (points[$1].height ?? 0) }),
        let high = known.max(by: { (points[$0].height ?? 0) < (points[$1].height ?? 0) })
      else {
        kept.append(points[range.lowerBound])
        continue
      }
      kept.append(points[min(low, high)])
      if low != high { kept.append(points[max(low, high)]) }
    }
    return kept
  }
}
