import Glibc

/// A critically damped spring to a resting place: `x(t) = target + e^(-wt) * (x0 + (v0 + w x0) t)`.
///
/// Lengths in dp, times in seconds on the caller's clock, velocities in dp/s. Before `startTime` it answers as at the start.
public struct Spring: Sendable, Hashable {
  /// `w` in 1/s: WebKit's rate. 10 % of a displacement is left after 0.312 s.
  public static let rate = 12.5
  /// Closer than this and slower than its stop speed, it is at rest on its target.
  public static let tolerance = 0.5

  /// Where it comes to rest.
  public let target: Double
  /// From the target, at the start.
  public let displacement: Double
  /// At the start.
  public let velocity: Double
  /// Seconds.
  public let startTime: Double
  /// `w`, in 1/s.
  public let rate: Double
  /// From when on it lies exactly on its target: it never again leaves the tolerance or exceeds the stop speed.
  public let restTime: Double

  /// - Parameters:
  ///   - position: where it starts; not a distance.
  ///   - velocity: with which it starts.
  ///   - rate: `w`, in 1/s.
  ///   - stopSpeed: below which it may stop, in dp/s.
  public init(
    target: Double, position: Double, velocity: Double, startTime: Double, rate: Double = Spring.rate,
    stopSpeed: Double = Fling.stopSpeed
  ) {
    self.target = target
    displacement = position - target
    self.velocity = velocity
    self.startTime = startTime
    self.rate = rate
    let near = Decay(value: displacement, growth: velocity + rate * displacement, rate: rate)
    restTime = startTime + max(near.lastTime(above: Self.tolerance), near.derivative.lastTime(above: stopSpeed))
  }

  /// At a time, in the units of `target`.
  public func position(at time: Double) -> Double {
    time >= restTime ? target : target + decay.value(at: max(0, time - startTime))
  }

  /// At a time, per second.
  public func velocity(at time: Double) -> Double {
    time >= restTime ? 0 : decay.derivative.value(at: max(0, time - startTime))
  }

  /// The largest displacement from the target, with its sign; from rest on the target it is `v0 / (e w)` after `1 / w`.
  public var peak: Double {
    let turned = decay.value(at: decay.turn)
    return abs(turned) > abs(displacement) ? turned : displacement
  }

  /// When it runs through its target to the other side; nil if it only approaches it.
  public var crossing: Double? {
    guard displacement != 0 else { return nil }
    let time = -displacement / decay.growth
    return time > 0 && startTime + time < restTime ? startTime + time : nil
  }

  /// The same motion elsewhere.
  func moved(by distance: Double) -> Spring {
    Spring(
      target: target + distance, displacement: displacement, velocity: velocity, startTime: startTime, rate: rate,
      restTime: restTime)
  }

  private init(
    target: Double, displacement: Double, velocity: Double, startTime: Double, rate: Double, restTime: Double
  ) {
    self.target = target
    self.displacement = displacement
    self.velocity = velocity
    self.startTime = startTime
    self.rate = rate
    self.restTime = restTime
  }

  private var decay: Decay { Decay(value: displacement, growth: velocity + rate * displacement, rate: rate) }

  /// Comes to the target from one side, however fast it starts: stiff enough not to run past it.
  ///
  /// A spring runs through its target when it starts towards it faster than `w` times the distance. Up to `stiffest` a larger `w`
  /// takes the speed in; what is faster still is slowed down.
  public static func landing(
    on target: Double, position: Double, velocity: Double, startTime: Double, stopSpeed: Double = Fling.stopSpeed
  ) -> Spring {
    let displacement = position - target
    guard displacement != 0 else {
      return Spring(target: target, position: target, velocity: 0, startTime: startTime)
    }
    let approach = displacement > 0 ? -velocity : velocity
    let rate = min(max(Self.rate, approach / abs(displacement)), stiffest)
    let limited = min(approach, rate * abs(displacement))
    return Spring(
      target: target, position: position, velocity: displacement > 0 ? -limited : limited, startTime: startTime,
      rate: rate, stopSpeed: stopSpeed)
  }

  /// In 1/s: stiffer, the last stretch would be one step to the eye (a tenth is left after 65 ms).
  private static let stiffest = 60.0

  /// The speed with which content may run into an edge: a bounce never shows more than a quarter of the viewport.
  ///
  /// `min(5000, e w d / 4)`, in both directions. Source of the 5000: Flutter, there by oversight for one direction only.
  public static func entryVelocity(_ velocity: Double, viewport: Double) -> Double {
    let limit = min(5000, M_E * rate * viewport / 4)
    return min(max(velocity, -limit), limit)
  }
}

/// `e^(-wt) * (value + growth * t)`: what both the displacement and the velocity of the spring are.
private struct Decay {
  var value: Double
  var growth: Double
  var rate: Double

  func value(at time: Double) -> Double { exp(-rate * time) * (value + growth * time) }

  var derivative: Decay { Decay(value: growth - rate * value, growth: -rate * growth, rate: rate) }

  /// Where it turns round, at or after 0; from there on its magnitude only falls.
  var turn: Double { growth == 0 ? 0 : max(0, 1 / rate - value / growth) }

  /// The last time its magnitude is above a limit; 0 if it never is.
  func lastTime(above limit: Double) -> Double {
    var above = turn
    var below: Double
    if abs(value(at: turn)) > limit {
      var step = 1 / rate
      below = above + step
      while abs(value(at: below)) > limit {
        step *= 2
        below += step
      }
    } else if abs(value) > limit {
      above = 0
      below = turn
    } else {
      return 0
    }
    // Between the two it passes the limit once. 40 halvings of a few seconds are below a picosecond.
    for _ in 0..<40 {
      let middle = (above + below) / 2
      if abs(value(at: middle)) > limit { above = middle } else { below = middle }
    }
    return below
  }
}
