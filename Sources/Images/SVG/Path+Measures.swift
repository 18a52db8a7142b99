import Scene

extension Path.Element {
  func applying(_ transform: Transform) -> Path.Element {
    switch self {
    case .move(let point): .move(transform.apply(point))
    case .line(let point): .line(transform.apply(point))
    case .curve(let first, let second, let end):
      .curve(transform.apply(first), transform.apply(second), to: transform.apply(end))
    case .close: .close
    }
  }

  fileprivate var points: [Point] {
    switch self {
    case .move(let point), .line(let point): [point]
    case .curve(let first, let second, let end): [first, second, end]
    case .close: []
    }
  }
}

extension Path {
  func applying(_ transform: Transform) -> Path {
    transform == .identity ? self : Path(elements.map { $0.applying(transform) })
  }

  var isFinite: Bool { elements.allSatisfy { $0.points.allSatisfy { $0.x.isFinite && $0.y.isFinite } } }

  /// The smallest rectangle around the outline and its control points.
  var controlBounds: Rect {
    var low = Point(x: .infinity, y: .infinity)
    var high = Point(x: -.infinity, y: -.infinity)
    for element in elements {
      for point in element.points {
        low = Point(x: min(low.x, point.x), y: min(low.y, point.y))
        high = Point(x: max(high.x, point.x), y: max(high.y, point.y))
      }
    }
    guard low.x <= high.x else { return Rect(x: 0, y: 0, width: 0, height: 0) }
    return Rect(x: low.x, y: low.y, width: high.x - low.x, height: high.y - low.y)
  }

  /// The smallest rectangle around the outline itself, not around its control points.
  var bounds: Rect {
    var low = Point(x: .infinity, y: .infinity)
    var high = Point(x: -.infinity, y: -.infinity)
    func add(_ point: Point) {
      low = Point(x: min(low.x, point.x), y: min(low.y, point.y))
      high = Point(x: max(high.x, point.x), y: max(high.y, point.y))
    }
    var current = Point.zero
    for element in elements {
      if case .curve(let first, let second, let end) = element {
        for t in Self.extremes(current.x, first.x, second.x, end.x) + Self.extremes(current.y, first.y, second.y, end.y)
        {
          add(
            Point(
              x: Self.cubic(current.x, first.x, second.x, end.x, t),
              y: Self.cubic(current.y, first.y, second.y, end.y, t)))
        }
      }
      if let end = element.points.last {
        add(end)
        current = end
      }
    }
    guard low.x <= high.x else { return Rect(x: 0, y: 0, width: 0, height: 0) }
    return Rect(x: low.x, y: low.y, width: high.x - low.x, height: high.y - low.y)
  }

  private static func cubic(_ a: Double, _ b: Double, _ c: Double, _ d: Double, _ t: Double) -> Double {
    let s = 1 - t
    return s * s * s * a + 3 * s * s * t * b + 3 * s * t * t * c + t * t * t * d
  }

  /// Where a cubic's derivative is 0, inside 0...1.
  private static func extremes(_ a: Double, _ b: Double, _ c: Double, _ d: Double) -> [Double] {
    let square = d - 3 * c + 3 * b - a
    let linear = 2 * (c - 2 * b + a)
    let constant = b - a
    var roots: [Double] = []
    if abs(square) < 1e-12 {
      if linear != 0 { roots = [-constant / linear] }
    } else {
      let discriminant = linear * linear - 4 * square * constant
      guard discriminant >= 0 else { return [] }
      let root = discriminant.squareRoot()
      roots = [(-linear + root) / (2 * square), (-linear - root) / (2 * square)]
    }
    return roots.filter { $0 > 0 && $0 < 1 }
  }
}
