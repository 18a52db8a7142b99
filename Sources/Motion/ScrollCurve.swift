import Glibc

/// A scroll nobody drags: wheel, keys, program. Eases from one offset to another and keeps its velocity when re-targeted.
///
/// Offsets in dp, times in seconds on the caller's clock. The curve is the Bézier (.42, 0, .58, 1), ease-in-out; with a velocity
/// to keep, its first control point is raised to that slope. Source: Chromium's `ScrollOffsetAnimationCurve`.
public struct ScrollCurve: Sendable, Hashable {
  /// How long a scroll over a distance takes. Source: Chromium's `ScrollOffsetAnimationCurve`.
  public enum Law: Sendable, Hashable {
    /// 0.2 s up to 120 dp, 0.1 s from 480 dp.
    case wheel
    /// 0.15 s.
    case keyboard
    /// Grows with the root of the distance, at most 0.7 s.
    case programmatic
    /// 24 dp a second: slow enough to be read on the way.
    case reading

    /// Seconds for a distance in dp.
    public func duration(of distance: Double) -> Double {
      switch self {
      case .wheel: min(max(12 - (abs(distance) - 120) * 6 / 360, 6), 12) / 60
      case .keyboard: 9.0 / 60
      case .programmatic: min(abs(distance).squareRoot(), 42) / 60
      case .reading: abs(distance) / 24
      }
    }
  }

  /// Offset at `startTime`, dp.
  public private(set) var start: Double
  /// Offset at `endTime`, dp.
  public private(set) var target: Double
  /// Seconds.
  public let startTime: Double
  /// Seconds.
  public let duration: Double
  /// Velocity at the start over mean velocity.
  private let slope: Double
  /// What the curve never leaves, so that a kept velocity does not run past an edge.
  private var bounds: ClosedRange<Double>

  /// - Parameters:
  ///   - velocity: displayed velocity to begin with, dp/s.
  ///   - range: where content may rest; `target` lies inside.
  public init(from start: Double, velocity: Double, to target: Double, law: Law, at time: Double, in range: ScrollRange)
  {
    let distance = target - start
    // Without the bound, a fast scroll given a near target would have to run past it and return.
    let bound = velocity * distance > 0 ? 2.5 * distance / velocity : .infinity
    self.start = start
    self.target = target
    startTime = time
    duration = min(law.duration(of: distance), bound)
    slope = distance == 0 ? 0 : min(max(velocity * duration / distance, -1000), 1000)
    bounds = min(range.lower, start)...max(range.upper, start)
  }

  /// Seconds; from then on the content rests at `target`.
  public var endTime: Double { startTime + duration }

  /// Offset at a time, dp.
  public func position(at time: Double) -> Double {
    if time >= endTime { return target }
    let offset = start + (target - start) * progress(parameter(at: time))
    return min(max(offset, bounds.lowerBound), bounds.upperBound)
  }

  /// In dp/s, positive towards the content's end.
  public func velocity(at time: Double) -> Double {
    if time >= endTime { return 0 }
    let parameter = parameter(at: time)
    let offset = start + (target - start) * progress(parameter)
    // Held at an edge.
    if offset < bounds.lowerBound || offset > bounds.upperBound { return 0 }
    return (target - start) / duration * progressRate(parameter) / clockRate(parameter)
  }

  /// The same motion elsewhere: content was inserted before what is seen.
  mutating func move(by distance: Double, in range: ScrollRange) {
    start += distance
    target += distance
    bounds = min(range.lower, start)...max(range.upper, start)
  }

  // MARK: Bézier with control points (0.42, 0.42 * slope) and (0.58, 1)

  private func clock(_ p: Double) -> Double { 3 * p * (1 - p) * (0.42 * (1 - p) + 0.58 * p) + p * p * p }

  private func clockRate(_ p: Double) -> Double {
    3 * (0.42 * (1 - p) * (1 - p) + 2 * 0.16 * p * (1 - p) + 0.42 * p * p)
  }

  private func progress(_ p: Double) -> Double { 3 * p * (1 - p) * (0.42 * slope * (1 - p) + p) + p * p * p }

  private func progressRate(_ p: Double) -> Double {
    3 * (0.42 * slope * (1 - p) * (1 - p) + 2 * (1 - 0.42 * slope) * p * (1 - p))
  }

  /// The Bézier's own parameter at a time, 0 to 1.
  private func parameter(at time: Double) -> Double {
    let share = max(0, time - startTime) / duration
    var p = share
    // The clock's rate lies between 0.87 and 1.26, so Newton's steps shrink by a factor of ten or more each.
    for _ in 0..<6 { p -= (clock(p) - share) / clockRate(p) }
    return min(max(p, 0), 1)
  }
}
