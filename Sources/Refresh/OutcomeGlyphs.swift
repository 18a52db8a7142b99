public import Scene

/// Small line drawings of the outcomes, told apart by their outline alone; 24 units square, in `currentColor`.
public enum OutcomeGlyphs {
  /// The drawing of an outcome: a check in a ring, an equals sign in a ring, an exclamation mark in a triangle, a crossed cloud,
  /// a clock.
  public static func drawing(_ outcome: RefreshOutcome) -> Drawing {
    switch outcome {
    case .success: check
    case .noChange: equals
    case .failure: warning
    case .offline: crossedCloud
    case .timeout: clock
    }
  }

  private static let check = drawing([ring, line([p(7.6, 12.4), p(10.7, 15.5), p(16.4, 9.2)])])

  private static let equals = drawing([ring, line([p(8, 10), p(16, 10)]), line([p(8, 14), p(16, 14)])])

  private static let clock = drawing([ring, line([p(12, 6.8), p(12, 12), p(15.6, 14.2)])])

  private static let warning = drawing([
    stroke(
      Path([
        .move(p(13.7, 4)), .line(p(21.6, 18.2)), .curve(p(22.3, 19.5), p(21.4, 21), to: p(19.9, 21)), .line(p(4.1, 21)),
        .curve(p(2.6, 21), p(1.7, 19.5), to: p(2.4, 18.2)), .line(p(10.3, 4)),
        .curve(p(11, 2.7), p(13, 2.7), to: p(13.7, 4)), .close,
      ])),
    line([p(12, 9), p(12, 13.6)]), dot(p(12, 17.2), radius: 1.2),
  ])

  private static let crossedCloud = drawing([
    // The outline is open where the stroke crosses it, so that the cross stays readable when small.
    stroke(
      Path([
        .move(p(17.4, 19)), .line(p(7, 19)), .curve(p(4.2, 19), p(2, 16.8), to: p(2, 14.1)),
        .curve(p(2, 11.7), p(3.7, 9.7), to: p(6, 9.3)), .curve(p(6.2, 8.6), p(6.5, 8), to: p(6.9, 7.5)),
      ])),
    stroke(
      Path([
        .move(p(10.2, 5.4)), .curve(p(13.6, 4.2), p(17.4, 6.2), to: p(18.2, 9.9)),
        .curve(p(20.4, 10.2), p(22, 12.1), to: p(22, 14.4)), .curve(p(22, 15.6), p(21.6, 16.6), to: p(20.9, 17.4)),
      ])),
    line([p(4, 3.6), p(20.6, 21.4)]),
  ])

  private static func drawing(_ shapes: [Drawing.Shape]) -> Drawing {
    Drawing(viewBox: Rect(x: 0, y: 0, width: 24, height: 24), shapes: shapes)
  }

  private static func p(_ x: Double, _ y: Double) -> Point { Point(x: x, y: y) }

  private static var ring: Drawing.Shape { stroke(.circle(p(12, 12), radius: 9.5)) }

  private static func line(_ points: [Point]) -> Drawing.Shape {
    stroke(.line(points))
  }

  private static func dot(_ center: Point, radius: Double) -> Drawing.Shape {
    Drawing.Shape(path: .circle(center, radius: radius), fill: .current(alpha: 1))
  }

  private static func stroke(_ path: Path) -> Drawing.Shape {
    Drawing.Shape(
      path: path, stroke: .init(paint: .current(alpha: 1), width: 2, hasRoundCaps: true, hasRoundJoins: true))
  }
}
