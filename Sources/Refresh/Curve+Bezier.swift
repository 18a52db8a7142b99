extension Curve {
  /// Android's fast-out-slow-in interpolator, CSS `cubic-bezier(0.4, 0, 0.2, 1)`, over 0...1.
  static func fastOutSlowIn(_ t: Double) -> Double { bezier(0.4, 0, 0.2, 1, at: t) }

  /// A timing curve as CSS writes it: from (0, 0) by the control points (x1, y1) and (x2, y2) to (1, 1).
  ///
  /// - Parameters:
  ///   - x1: between 0 and 1, like `x2`: then x never runs backwards and has one solution.
  ///   - x: 0...1; outside it counts as the nearer end.
  static func bezier(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, at x: Double) -> Double {
    let x = min(max(x, 0), 1)
    if x == 0 || x == 1 { return x }
    func value(_ a: Double, _ b: Double, _ t: Double) -> Double {
      ((1 + 3 * a - 3 * b) * t + 3 * b - 6 * a) * t * t + 3 * a * t
    }
    // Halving 30 times finds the parameter to a billionth, without the flat places that trouble Newton's way.
    var low = 0.0
    var high = 1.0
    for _ in 0..<30 {
      let middle = (low + high) / 2
      if value(x1, x2, middle) < x { low = middle } else { high = middle }
    }
    return value(y1, y2, (low + high) / 2)
  }
}
