public import Board
import Fetch
import Glibc
import Linux

/// The time of day: what boards show and compare with.
public struct WallClock: Sendable {
  /// In which the board's days begin.
  public var zone: Zone
  private let read: @Sendable () -> Double
  /// It is this machine's own: somebody may set it, and the machine may sleep.
  let isOfMachine: Bool

  /// - Parameter read: seconds since 1970 UTC.
  public init(zone: Zone, read: @escaping @Sendable () -> Double) {
    self.init(zone: zone, isOfMachine: false, read: read)
  }

  private init(zone: Zone, isOfMachine: Bool, read: @escaping @Sendable () -> Double) {
    self.zone = zone
    self.read = read
    self.isOfMachine = isOfMachine
  }

  /// This moment, in the clock's zone.
  public func now() -> Moment { Moment(time: read(), zone: zone) }

  /// This machine's clock and time zone.
  public static func system() -> WallClock {
    WallClock(
      zone: localZone(between: known(at: Fetcher.systemTime())), isOfMachine: true, read: Fetcher.systemTime)
  }

  /// Seconds the machine has slept since it was started.
  func asleep() -> Double { isOfMachine ? ClockWatch.timeAsleep() : 0 }

  /// Seconds since 1970 UTC between which a zone's changes are known: from 1970, because old articles were written then, to ten years
  /// ahead, because a panel is not restarted; and to 2050, because one without a battery for its clock begins in 1970.
  static func known(at now: Double) -> ClosedRange<Double> {
    let year = 365.25 * 86_400
    return 0...max(now + 10 * year, 80 * year)
  }

  /// The machine's zone as a table. Wraps localtime_r.
  private static func localZone(between years: ClosedRange<Double>) -> Zone {
    Zone(between: years) { time in
      var instant = time_t(exactly: time.rounded(.down)) ?? 0
      var parts = unsafe tm()
      unsafe localtime_r(&instant, &parts)
      return unsafe parts.tm_gmtoff
    }
  }
}
