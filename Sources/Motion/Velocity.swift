import Glibc
public import Scene

/// A direction in which content scrolls.
public enum Axis: Sendable, Hashable, CaseIterable {
  /// Along y, along x.
  case vertical, horizontal

  /// The coordinate of a point along the axis.
  public func of(_ point: Point) -> Double { self == .vertical ? point.y : point.x }

  /// The part of a velocity along the axis.
  public func of(_ velocity: Velocity) -> Double { self == .vertical ? velocity.y : velocity.x }
}

/// A velocity in the plane, in dp/s.
public struct Velocity: Sendable, Hashable {
  /// Positive to the right.
  public var x: Double
  /// Positive downwards.
  public var y: Double

  /// - Parameters:
  ///   - x: dp/s, positive to the right.
  ///   - y: dp/s, positive downwards.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// At rest.
  public static let zero = Velocity(x: 0, y: 0)

  /// The same direction with at most this speed.
  public func limited(to speed: Double) -> Velocity {
    let own = hypot(x, y)
    return own > speed ? Velocity(x: x * speed / own, y: y * speed / own) : self
  }
}
