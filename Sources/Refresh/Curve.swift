import Glibc

/// How values run from one to another, as functions of a share or a time.
enum Curve {
  /// 0 before `start`, 1 after `end`, a straight line between them.
  static func ramp(_ x: Double, from start: Double, to end: Double) -> Double {
    guard end > start else { return x < start ? 0 : 1 }
    return min(max((x - start) / (end - start), 0), 1)
  }

  static func mix(_ a: Double, _ b: Double, _ share: Double) -> Double { a + (b - a) * share }

  /// A critically damped spring's distance from its target.
  ///
  /// - Parameters:
  ///   - time: seconds since the start, 0 or more.
  ///   - rate: w, per second.
  static func spring(time: Double, from distance: Double, velocity: Double, rate: Double) -> Double {
    exp(-rate * time) * (distance + (velocity + rate * distance) * time)
  }

  /// A swing that starts at 0 with `velocity`, at `frequency` per second, and dies away by `decay` per second.
  static func swing(time: Double, velocity: Double, frequency: Double, decay: Double) -> Double {
    let w = 2 * Double.pi * frequency
    return velocity / w * exp(-decay * time) * sin(w * time)
  }
}
