import Board
import Scene

/// A shape for each tone, so that none of them is told by colour alone: a triangle warns of what is bad, a diamond of what may become
/// so, a ring informs, a tick approves, a dot points out.
enum ToneMark {
  /// In a box of 20, drawn in the current colour; `muted` has none.
  static func drawing(_ tone: Card.Tone) -> Drawing? {
    switch tone {
    case .bad: outlined([.move(p(10, 3)), .line(p(18, 17)), .line(p(2, 17)), .close], mark: exclamation(top: 8))
    case .warn:
      outlined(
        [.move(p(10, 1.5)), .line(p(18.5, 10)), .line(p(10, 18.5)), .line(p(1.5, 10)), .close],
        mark: exclamation(top: 6))
    case .info:
      Drawing(
        viewBox: box,
        shapes: [stroke(circle(8)), stroke([.move(p(10, 9)), .line(p(10, 14)), .move(p(10, 6)), .line(p(10, 6.1))])])
    case .good:
      Drawing(
        viewBox: box, shapes: [stroke(circle(8)), stroke([.move(p(6, 10.5)), .line(p(9, 13.5)), .line(p(14, 7))])])
    case .accent: Drawing(viewBox: box, shapes: [Drawing.Shape(path: Path(circle(5)), fill: .current(alpha: 1))])
    case .muted: nil
    }
  }

  private static let box = Rect(x: 0, y: 0, width: 20, height: 20)

  private static func p(_ x: Double, _ y: Double) -> Point { Point(x: x, y: y) }

  private static func outlined(_ outline: [Path.Element], mark: [Path.Element]) -> Drawing {
    Drawing(viewBox: box, shapes: [stroke(outline), stroke(mark)])
  }

  private static func stroke(_ elements: [Path.Element]) -> Drawing.Shape {
    Drawing.Shape(
      path: Path(elements),
      stroke: Drawing.Stroke(paint: .current(alpha: 1), width: 1.8, hasRoundCaps: true, hasRoundJoins: true))
  }

  private static func exclamation(top: Double) -> [Path.Element] {
    [.move(p(10, top)), .line(p(10, top + 4)), .move(p(10, top + 6.6)), .line(p(10, top + 6.7))]
  }

  private static func circle(_ radius: Double) -> [Path.Element] {
    let c = radius * 0.5523
    return [
      .move(p(10 + radius, 10)),
      .curve(p(10 + radius, 10 + c), p(10 + c, 10 + radius), to: p(10, 10 + radius)),
      .curve(p(10 - c, 10 + radius), p(10 - radius, 10 + c), to: p(10 - radius, 10)),
      .curve(p(10 - radius, 10 - c), p(10 - c, 10 - radius), to: p(10, 10 - radius)),
      .curve(p(10 + c, 10 - radius), p(10 + radius, 10 - c), to: p(10 + radius, 10)), .close,
    ]
  }
}
