import Glibc

/// Coasting after the finger lifts: velocity decays exponentially.
///
/// Lengths in dp, times in seconds on the caller's clock, velocities in dp/s. Before `startTime` it answers as at the start.
/// Law: UIScrollView's deceleration rate (`v = v0 * r^(1000 t)`), which is also Flutter's friction 0.135 (0.998^1000 = 0.1351).
public struct Fling: Sendable, Hashable {
  /// How quickly velocity decays. Source: UIScrollView.DecelerationRate.
  public enum Rate: Sendable, Hashable {
    /// 0.998 of the velocity left after each millisecond: coasts 0.4995 dp for each dp/s.
    case normal
    /// 0.99: coasts 0.0995 dp for each dp/s.
    case fast
    /// The fastest fling coasts so far, in dp, unless it does not at the normal rate.
    case within(Double)

    /// Natural logarithm of the share of velocity left after one second.
    var decay: Double {
      switch self {
      case .normal: -2.002002670673338  // 1000 ln 0.998
      case .fast: -10.050335853501441  // 1000 ln 0.99
      case .within(let distance): min(-Fling.maximumSpeed / max(distance, 1), Self.normal.decay)
      }
    }
  }

  /// Slower lifts do not fling. Source: Flutter, AOSP.
  public static let minimumSpeed = 50.0
  /// Faster lifts fling with this speed. Source: Flutter, AOSP.
  public static let maximumSpeed = 8000.0
  /// Slower than this the content stops, in device pixels a second (`PixelGrid.stopSpeed` in dp). Below it, they would come one every
  /// three frames and be seen to stutter. Source: Flutter's tolerance, 1 / (0.05 * device pixel ratio).
  public static let stopSpeed = 20.0

  /// Offset at `startTime`.
  public var start: Double
  /// At `startTime`, in dp/s.
  public let velocity: Double
  /// Seconds.
  public let startTime: Double
  /// How quickly it slows.
  public let rate: Rate
  /// When the speed has fallen to where it stops.
  public let stopTime: Double

  /// - Parameters:
  ///   - start: offset at `startTime`, dp.
  ///   - velocity: at `startTime`, in dp/s.
  ///   - startTime: seconds.
  ///   - rate: how quickly it slows.
  ///   - stopSpeed: below which it stops, in dp/s.
  public init(
    start: Double, velocity: Double, startTime: Double, rate: Rate = .normal, stopSpeed: Double = Fling.stopSpeed
  ) {
    self.start = start
    self.velocity = velocity
    self.startTime = startTime
    self.rate = rate
    let speed = abs(velocity)
    stopTime = speed > stopSpeed ? startTime + log(stopSpeed / speed) / rate.decay : startTime
  }

  /// Position at a time; from `stopTime` on it stays.
  public func position(at time: Double) -> Double {
    start + velocity * expm1(rate.decay * elapsed(at: time)) / rate.decay
  }

  /// Velocity at a time; 0 from `stopTime` on.
  public func velocity(at time: Double) -> Double {
    time >= stopTime ? 0 : velocity * exp(rate.decay * elapsed(at: time))
  }

  /// Where it would end if it never stopped: `start + 0.4995 * velocity` at the normal rate.
  public var end: Double { start - velocity / rate.decay }

  /// Where it does stop.
  public var stop: Double { position(at: stopTime) }

  /// When it passes a position; nil if it stops before, or moves away from it.
  public func time(at position: Double) -> Double? {
    if position == start { return startTime }
    let left = 1 + (position - start) * rate.decay / velocity
    guard left > 0, left <= 1 else { return nil }
    let time = startTime + log(left) / rate.decay
    return time <= stopTime ? time : nil
  }

  private func elapsed(at time: Double) -> Double { min(max(startTime, time), stopTime) - startTime }
}

extension Fling {
  /// The velocity a flick inherits from the fling it catches, so that repeated flicks grow; `velocity` in dp/s.
  ///
  /// Source: Flutter, `BouncingScrollPhysics.carriedMomentum`, measured there on iOS.
  public static func carriedMomentum(of velocity: Double) -> Double {
    let carried = min(0.000816 * pow(abs(velocity), 1.967), 40_000)
    return velocity < 0 ? -carried : carried
  }
}
