public import Board
import Fetch
import Glibc

/// The time of day: what boards show and compare with.
public struct WallClock: Sendable {
  /// In which the board's days begin.
  public var zone: Zone
  private let read: @Sendable () -> Double

  /// - Parameter read: seconds since 1970 UTC.
  public init(zone: Zone, read: @escaping @Sendable () -> Double) {
    self.zone = zone
    self.read = read
  }

  /// This moment, in the clock's zone.
  public func now() -> Moment { Moment(time: read(), zone: zone) }

  /// This machine's clock and time zone, from two years ago to five years ahead.
  public static func system() -> WallClock {
    let now = Fetcher.systemTime()
    let year = 365.25 * 86_400
    return WallClock(zone: localZone(between: (now - 2 * year)...(now + 5 * year)), read: Fetcher.systemTime)
  }

  /// The machine's zone as a table. Wraps localtime_r.
  private static func localZone(between years: ClosedRange<Double>) -> Zone {
    Zone(between: years) { time in
      var instant = time_t(time)
      var parts = unsafe tm()
      unsafe localtime_r(&instant, &parts)
      return unsafe parts.tm_gmtoff
    }
  }
}
