extension ChartTemplate {
  /// The chart for the evaluation's item; nil when there is nothing to draw.
  func evaluate(_ evaluation: inout Evaluation) -> ChartFigure? {
    let item = evaluation.item
    defer { evaluation.item = item }
    var drawn: [(name: String?, points: [RawPoint])] = []
    var hasTimes = false
    for part in series.prefix(Self.mostSeries) {
      evaluation.item = item
      guard case .list(let list) = evaluation.value(part.points) else { continue }
      let points = points(list, y: part.y, hasTimes: &hasTimes, &evaluation)
      if points.contains(where: { $0.y != nil }) { drawn.append((part.name, points)) }
    }
    evaluation.item = item
    let times = drawn.flatMap { $0.points.map(\.x) }
    guard let first = times.min(), let last = times.max() else { return nil }
    let span = max(last - first, .leastNonzeroMagnitude)
    var figures: [ChartFigure] = []
    for group in isSplit && drawn.count > 1 ? drawn.map({ [$0] }) : [drawn] {
      guard var figure = figure(of: group, from: first, span: span, &evaluation) else { continue }
      if hasTimes { figure.ticks = TimeTicks.ticks(from: first, to: last, at: evaluation.moment) }
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

  private func points(
    _ list: [Value], y: Expression?, hasTimes: inout Bool, _ evaluation: inout Evaluation
  ) -> [RawPoint] {
    func place(of value: Value) -> Double? {
      let number = value.number(in: evaluation.moment.language)
      // Seconds since 1970, in this century and the one around it.
      if let number, number < 1e8 || number > 4.2e9 { return number }
      guard let time = value.asDate(in: evaluation.moment) ?? number else { return nil }
      hasTimes = true
      return time
    }
    var points: [RawPoint] = []
    points.reserveCapacity(list.count)
    let index = evaluation.index
    defer { evaluation.index = index }
    for (position, point) in list.enumerated() {
      guard evaluation.spend(1) else { break }
      evaluation.item = point
      evaluation.index = position
      var placed: Double?
      if let x {
        let value = evaluation.value(x)
        placed = place(of: value)
      } else if case .list(let pair) = point, pair.count >= 2 {
        placed = place(of: pair[0])
      } else {
        placed = Double(position)
      }
      guard let placed, placed.isFinite else { continue }
      let height: Double? =
        if let y {
          evaluation.value(y).number(in: evaluation.moment.language)
        } else if case .list(let pair) = point, pair.count >= 2 {
          pair[1].number(in: evaluation.moment.language)
        } else {
          point.number(in: evaluation.moment.language)
        }
      points.append(RawPoint(x: placed, y: height))
    }
    // Bars stand side by side whatever the gaps between their times.
    if style == .bars {
      hasTimes = false
      for i in points.indices { points[i].x = Double(i) }
    }
    return zip(points, points.dropFirst()).allSatisfy { $0.x <= $1.x } ? points : points.sorted { $0.x < $1.x }
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
