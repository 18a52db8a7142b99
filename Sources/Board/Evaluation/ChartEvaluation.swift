extension ChartTemplate {
  /// The chart for the evaluation's item; nil when there is nothing to draw.
  func evaluate(_ evaluation: inout Evaluation) -> ChartFigure? {
    let item = evaluation.item
    defer { evaluation.item = item }
    var drawn: [(name: String?, points: [RawPoint])] = []
    for part in series.prefix(Self.mostSeries) {
      evaluation.item = item
      guard case .list(let list) = evaluation.value(part.points) else { continue }
      let points = points(list, y: part.y, &evaluation)
      if points.contains(where: { $0.y != nil }) { drawn.append((part.name, points)) }
    }
    evaluation.item = item
    let values = drawn.flatMap { $0.points.compactMap(\.y) }
    guard let least = values.min(), let most = values.max() else { return nil }
    var low =
      minimum.flatMap { evaluation.value($0).number(in: evaluation.moment.language) }
      ?? (style == .bars ? min(least, 0) : least)
    var high =
      maximum.flatMap { evaluation.value($0).number(in: evaluation.moment.language) }
      ?? (style == .bars ? max(most, 0) : most)
    let (lowLabel, highLabel) = (label(low, low, high, evaluation), label(high, low, high, evaluation))
    // A level line stands in the middle.
    if high <= low { (low, high) = (low - 1, low + 1) }
    let times = drawn.flatMap { $0.points.map(\.x) }
    let first = times.min() ?? 0
    let span = max((times.max() ?? 0) - first, .leastNonzeroMagnitude)
    return ChartFigure(
      style: style,
      series: drawn.map { name, points in
        ChartFigure.Series(
          name: name,
          points: Thinning.thinned(points, to: Self.mostPoints).map {
            ChartFigure.Point(x: points.count == 1 ? 1 : ($0.x - first) / span, y: $0.y)
          })
      }, low: low, high: high, lowLabel: lowLabel, highLabel: highLabel)
  }

  struct RawPoint: Thinnable {
    var x: Double
    var y: Double?

    var height: Double? { y }
  }

  /// More than a panel has columns.
  private static let mostPoints = 600
  private static let mostSeries = 6

  private func points(_ list: [Value], y: Expression?, _ evaluation: inout Evaluation) -> [RawPoint] {
    var points: [RawPoint] = []
    points.reserveCapacity(list.count)
    let index = evaluation.index
    defer { evaluation.index = index }
    for (position, point) in list.enumerated() {
      guard evaluation.spend(1) else { break }
      evaluation.item = point
      evaluation.index = position
      var place: Double?
      if let x {
        let value = evaluation.value(x)
        place = value.number(in: evaluation.moment.language) ?? value.asDate(in: evaluation.moment)
      } else if case .list(let pair) = point, pair.count >= 2 {
        place = pair[0].number(in: evaluation.moment.language) ?? pair[0].asDate(in: evaluation.moment)
      } else {
        place = Double(position)
      }
      guard let place, place.isFinite else { continue }
      let height: Double? =
        if let y {
          evaluation.value(y).number(in: evaluation.moment.language)
        } else if case .list(let pair) = point, pair.count >= 2 {
          pair[1].number(in: evaluation.moment.language)
        } else {
          point.number(in: evaluation.moment.language)
        }
      points.append(RawPoint(x: place, y: height))
    }
    // Bars stand side by side whatever the gaps between their times.
    if style == .bars { for i in points.indices { points[i].x = Double(i) } }
    return zip(points, points.dropFirst()).allSatisfy { $0.x <= $1.x } ? points : points.sorted { $0.x < $1.x }
  }

  /// As many decimals as tell the two ends apart, two at most.
  private func label(_ value: Double, _ low: Double, _ high: Double, _ evaluation: Evaluation) -> String {
    let span = high - low
    let digits = span >= 10 || span == 0 ? 0 : span >= 1 ? 1 : 2
    let rounded = NumberFormat.rounded(value, digits: span == 0 ? 2 : digits)
    return NumberFormat.grouped(rounded, digits: nil, language: evaluation.moment.language)
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
