import Glibc
import Numbers
import Scene

extension Path {
  /// A circle of four cubic quarters; 0.5523 keeps them within 0.03 % of the radius.
  static func circle(_ c: Point, radius r: Double) -> Path {
    let k = 0.5523 * r
    func p(_ x: Double, _ y: Double) -> Point { Point(x: c.x + x, y: c.y + y) }
    return Path([
      .move(p(r, 0)), .curve(p(r, k), p(k, r), to: p(0, r)), .curve(p(-k, r), p(-r, k), to: p(-r, 0)),
      .curve(p(-r, -k), p(-k, -r), to: p(0, -r)), .curve(p(k, -r), p(r, -k), to: p(r, 0)), .close,
    ])
  }

  /// An arc of a circle, in pieces of at most a quarter.
  ///
  /// - Parameters:
  ///   - start: degrees, clockwise, 0 at 3 o'clock.
  ///   - sweep: degrees, clockwise.
  static func arc(_ c: Point, radius r: Double, start: Double, sweep: Double) -> Path {
    let count = max(Int(clamping: (abs(sweep) / 90).rounded(.up)), 1)
    let step = sweep / Double(count) * .pi / 180
    // A piece of angle a has its control points at 4/3 tan(a/4) of the radius along the tangents.
    let k = 4 / 3 * tan(step / 4) * r
    var angle = start * .pi / 180
    func on(_ angle: Double) -> Point { Point(x: c.x + r * cos(angle), y: c.y + r * sin(angle)) }
    func beside(_ angle: Double, _ k: Double) -> Point {
      Point(x: on(angle).x - k * sin(angle), y: on(angle).y + k * cos(angle))
    }
    var elements: [Element] = [.move(on(angle))]
    for _ in 0..<count {
      elements.append(.curve(beside(angle, k), beside(angle + step, -k), to: on(angle + step)))
      angle += step
    }
    return Path(elements)
  }

  /// Straight lines from point to point.
  static func line(_ points: [Point], isClosed: Bool = false) -> Path {
    var elements = points.enumerated().map { $0.offset == 0 ? Element.move($0.element) : .line($0.element) }
    if isClosed { elements.append(.close) }
    return Path(elements)
  }
}
