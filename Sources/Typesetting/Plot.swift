import Board
import Scene

/// Where values lie in a place on the panel; pixels.
struct Plot {
  let place: Rect
  /// The values at the lower and the upper edge; the upper is the greater.
  let low: Double
  let high: Double
  /// Kept free at all sides, so that thick lines and dots stay inside.
  let inset: Double

  func x(_ share: Double) -> Double { place.x + inset + min(max(share, 0), 1) * max(place.width - 2 * inset, 0) }

  /// Values beyond the edges lie on them.
  func y(_ value: Double) -> Double {
    let share = (value - low) / (high - low)
    return place.y1 - inset - min(max(share.isFinite ? share : 0, 0), 1) * max(place.height - 2 * inset, 0)
  }

  func point(_ x: Double, _ y: Double) -> Point { Point(x: self.x(x), y: self.y(y)) }

  /// The pieces of a line between its gaps.
  func lines(through points: [ChartFigure.Point]) -> [[Point]] {
    var pieces: [[Point]] = []
    var piece: [Point] = []
    for place in points {
      if let y = place.y {
        piece.append(point(place.x, y))
      } else if !piece.isEmpty {
        pieces.append(piece)
        piece = []
      }
    }
    if !piece.isEmpty { pieces.append(piece) }
    return pieces
  }

  /// The newest value that is known.
  func last(of points: [ChartFigure.Point]) -> Point? {
    guard let last = points.last(where: { $0.y != nil }), let y = last.y else { return nil }
    return point(last.x, y)
  }

  /// Lines, in the current colour.
  func drawing(_ pieces: [[Point]], width: Double) -> Drawing {
    var path = Path([])
    for piece in pieces {
      path.elements.append(.move(piece[0]))
      for point in piece.dropFirst() { path.elements.append(.line(point)) }
    }
    return Drawing(
      viewBox: place,
      shapes: [
        Drawing.Shape(
          path: path,
          stroke: Drawing.Stroke(paint: .current(alpha: 1), width: width, hasRoundCaps: true, hasRoundJoins: true))
      ])
  }

  /// The area between lines and the lower edge, or zero where that is in sight.
  func area(_ pieces: [[Point]]) -> Drawing {
    var path = Path([])
    let ground = y(min(max(0, low), high))
    for piece in pieces where piece.count > 1 {
      path.elements.append(.move(Point(x: piece[0].x, y: ground)))
      for point in piece { path.elements.append(.line(point)) }
      path.elements.append(.line(Point(x: piece[piece.count - 1].x, y: ground)))
      path.elements.append(.close)
    }
    return Drawing(viewBox: place, shapes: [Drawing.Shape(path: path, fill: .current(alpha: 1))])
  }
}
