import Glibc
import Numbers

/// How long to wait after failures: doubling, limited, and spread so that many panels do not come back at the same moment.
///
/// A pure value: the same seed and attempt give the same delay.
public struct Backoff: Sendable, Hashable {
  /// Seconds after the first failure.
  public var first: Double
  /// Seconds at most, before spreading.
  public var limit: Double
  /// Share of the delay that varies, 0 to 1; a delay lies between `1 - spread` and 1 times its nominal value.
  public var spread: Double
  /// Of what varies; another for each panel and source.
  public var seed: UInt64

  /// - Parameters:
  ///   - first: seconds after the first failure.
  ///   - limit: seconds at most, before spreading.
  ///   - spread: share of the delay that varies, 0 to 1.
  ///   - seed: of what varies.
  public init(first: Double = 2, limit: Double = 60, spread: Double = 0.3, seed: UInt64) {
    self.first = first
    self.limit = limit
    self.spread = spread
    self.seed = seed
  }

  /// Seconds to wait.
  ///
  /// - Parameter attempt: failures in a row, from 1.
  public func delay(attempt: Int) -> Double {
    // 2^40 times any sensible first delay is beyond any limit.
    let nominal = min(first * pow(2, Double(min(max(attempt, 1) - 1, 40))), limit)
    return nominal * (1 - spread * random(attempt))
  }

  /// 0 ..< 1. Source: SplitMix64's output function (Steele, Lea and Flood, 2014).
  private func random(_ attempt: Int) -> Double {
    var mixed = seed &+ UInt64(truncatingIfNeeded: attempt) &* 0x9E37_79B9_7F4A_7C15
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    mixed ^= mixed >> 31
    return Double(mixed >> 11) / 0x1p53
  }
}
