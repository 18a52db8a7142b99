import Board
import Scene

/// A silhouette and a sign for each tone, so that none is told by colour alone, from near or from far: an octagon stops, a triangle
/// warns, a square informs, a disc approves, a diamond points out, a ring is quiet.
enum ToneMark {
  /// The shape, in the current colour.
  static func silhouette(_ tone: Card.Tone) -> Drawing {
    switch tone {
    case .bad:
      filled([
        .move(p(7.9, 2)), .line(p(16.1, 2)), .line(p(22, 7.9)), .line(p(22, 16.1)), .line(p(16.1, 22)),
        .line(p(7.9, 22)), .line(p(2, 16.1)), .line(p(2, 7.9)), .close,
      ])
    case .warn: filled([.move(p(12, 3.2)), .line(p(22, 20.4)), .line(p(2, 20.4)), .close])
    case .info:
      filled([.move(p(5.5, 5.5)), .line(p(18.5, 5.5)), .line(p(18.5, 18.5)), .line(p(5.5, 18.5)), .close], rounding: 2)
    case .good: filled(circle(9))
    case .accent: filled([.move(p(12, 3)), .line(p(21, 12)), .line(p(12, 21)), .line(p(3, 12)), .close])
    case .muted: Drawing(viewBox: box, shapes: [stroke(circle(8.5), width: 2)])
    }
  }

  /// The sign on the shape, in the current colour.
  static func sign(_ tone: Card.Tone) -> Drawing {
    let path: [Path.Element] =
      switch tone {
      case .bad: [.move(p(8.5, 8.5)), .line(p(15.5, 15.5)), .move(p(15.5, 8.5)), .line(p(8.5, 15.5))]
      case .warn: [.move(p(12, 9.8)), .line(p(12, 14.2)), .move(p(12, 17.6)), .line(p(12, 17.61))]
      case .info: [.move(p(12, 11.5)), .line(p(12, 16.5)), .move(p(12, 7.6)), .line(p(12, 7.61))]
      case .good: [.move(p(7.8, 12.4)), .line(p(10.8, 15.4)), .line(p(16.4, 9.2))]
      case .accent: [.move(p(12, 12)), .line(p(12, 12.01))]
      case .muted: [.move(p(8.6, 12)), .line(p(15.4, 12))]
      }
    return Drawing(viewBox: box, shapes: [stroke(path, width: tone == .accent ? 4.4 : 2.3)])
  }

  private static let box = Rect(x: 0, y: 0, width: 24, height: 24)

  private static func p(_ x: Double, _ y: Double) -> Point { Point(x: x, y: y) }

  /// Stroked too: that rounds the corners, and makes the shape larger by as much.
  private static func filled(_ path: [Path.Element], rounding: Double = 1) -> Drawing {
    var shape = stroke(path, width: 2 * rounding)
    shape.fill = .current(alpha: 1)
    return Drawing(viewBox: box, shapes: [shape])
  }

  private static func stroke(_ path: [Path.Element], width: Double) -> Drawing.Shape {
    Drawing.Shape(
      path: Path(path),
      stroke: Drawing.Stroke(paint: .current(alpha: 1), width: width, hasRoundCaps: true, hasRoundJoins: true))
  }

  /// Four cubic arcs around the box's middle; 0.5523 of the radius leaves an error of 0.03 %.
  private static func circle(_ radius: Double) -> [Path.Element] {
    let c = radius * 0.5523
    return [
      .move(p(12 + radius, 12)),
      .curve(p(12 + radius, 12 + c), p(12 + c, 12 + radius), to: p(12, 12 + radius)),
      .curve(p(12 - c, 12 + radius), p(12 - radius, 12 + c), to: p(12 - radius, 12)),
      .curve(p(12 - radius, 12 - c), p(12 - c, 12 - radius), to: p(12, 12 - radius)),
      .curve(p(12 + c, 12 - radius), p(12 + radius, 12 - c), to: p(12 + radius, 12)), .close,
    ]
  }
}

/// The other small drawings of cards.
enum Glyph {
  /// Points to where a tap leads; as a reader from the left sees it.
  static let chevron = Drawing(
    viewBox: Rect(x: 0, y: 0, width: 8, height: 14),
    shapes: [
      Drawing.Shape(
        path: Path([
          .move(Point(x: 1.2, y: 1.2)), .line(Point(x: 6.8, y: 7)), .line(Point(x: 1.2, y: 12.8)),
        ]),
        stroke: Drawing.Stroke(paint: .current(alpha: 1), width: 2, hasRoundCaps: true, hasRoundJoins: true))
    ])

  /// The same, for a reader from the right.
  static let chevronMirrored = Drawing(
    viewBox: Rect(x: 0, y: 0, width: 8, height: 14),
    shapes: [
      Drawing.Shape(
        path: Path([
          .move(Point(x: 6.8, y: 1.2)), .line(Point(x: 1.2, y: 7)), .line(Point(x: 6.8, y: 12.8)),
        ]),
        stroke: Drawing.Stroke(paint: .current(alpha: 1), width: 2, hasRoundCaps: true, hasRoundJoins: true))
    ])

  /// Something is under way: three dots.
  static let waiting = Drawing(
    viewBox: Rect(x: 0, y: 0, width: 24, height: 24),
    shapes: [5.0, 12, 19].map { x in
      Drawing.Shape(
        path: Path([.move(Point(x: x, y: 12)), .line(Point(x: x, y: 12.01))]),
        stroke: Drawing.Stroke(paint: .current(alpha: 1), width: 4, hasRoundCaps: true))
    })

  /// Stands where a picture will be: hills under a sun.
  static let picture = Drawing(
    viewBox: Rect(x: 0, y: 0, width: 32, height: 24),
    shapes: [
      Drawing.Shape(
        path: Path([
          .move(Point(x: 0, y: 24)), .line(Point(x: 10, y: 10)), .line(Point(x: 16, y: 18)),
          .line(Point(x: 21, y: 12)), .line(Point(x: 32, y: 24)), .close,
        ]), fill: .current(alpha: 1)),
      Drawing.Shape(
        path: Path([.move(Point(x: 24, y: 5)), .line(Point(x: 24, y: 5.01))]),
        stroke: Drawing.Stroke(paint: .current(alpha: 1), width: 6, hasRoundCaps: true)),
    ])
}
