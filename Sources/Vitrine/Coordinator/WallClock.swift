public import Board
import Fetch
import Glibc
import Linux
import Synchronization

/// The time of day: what boards show and compare with.
public struct WallClock: Sendable {
  /// In which the board's days begin.
  public var zone: Zone {
    get { machineZone?.zone ?? ownZone }
    set { (ownZone, machineZone) = (newValue, nil) }
  }
  private var ownZone: Zone
  /// This machine's, which somebody may change: the same for all copies of this.
  private var machineZone: MachineZone?
  private let read: @Sendable () -> Double
  /// It is this machine's own: somebody may set it, and the machine may sleep.
  let isOfMachine: Bool

  /// - Parameter read: seconds since 1970 UTC.
  public init(zone: Zone, read: @escaping @Sendable () -> Double) {
    (ownZone, machineZone, isOfMachine) = (zone, nil, false)
    self.read = read
  }

  /// A machine's clock.
  ///
  /// - Parameter findZone: makes the table of its zone as it is now.
  init(findZone: @escaping @Sendable () -> Zone, read: @escaping @Sendable () -> Double) {
    let machineZone = MachineZone(findZone)
    (ownZone, self.machineZone, isOfMachine) = (machineZone.zone, machineZone, true)
    self.read = read
  }

  /// This moment, in the clock's zone.
  public func now() -> Moment { Moment(time: read(), zone: zone) }

  /// This machine's clock and time zone.
  public static func system() -> WallClock {
    WallClock(findZone: { localZone(between: known(at: Fetcher.systemTime())) }, read: Fetcher.systemTime)
  }

  /// Where this machine's zone is told: a link into the time zone database, as a rule. Source: localtime(5).
  static let zonePath = "/etc/localtime"

  /// Finds out the machine's zone anew.
  ///
  /// - Returns: whether it is another, or its rules are.
  func renewZone() -> Bool { machineZone?.renew() ?? false }

  /// Seconds the machine has slept since it was started.
  func asleep() -> Double { isOfMachine ? ClockWatch.timeAsleep() : 0 }

  /// Seconds since 1970 UTC between which a zone's changes are known: from 1970, because old articles were written then, to ten years
  /// ahead, because a panel is not restarted; and to 2050, because one without a battery for its clock begins in 1970.
  static func known(at now: Double) -> ClosedRange<Double> {
    let year = 365.25 * 86_400
    return 0...max(now + 10 * year, 80 * year)
  }

  /// The machine's zone as a table. Wraps tzset and localtime_r.
  private static func localZone(between years: ClosedRange<Double>) -> Zone {
    // localtime_r alone reads the zone's file once and never again.
    tzset()
    return Zone(between: years) { time in
      var instant = time_t(exactly: time.rounded(.down)) ?? 0
      var parts = unsafe tm()
      unsafe localtime_r(&instant, &parts)
      return unsafe parts.tm_gmtoff
    }
  }
}

/// A machine's time zone, as it was found last.
private final class MachineZone: Sendable {
  private let found: Mutex<Zone>
  private let find: @Sendable () -> Zone

  init(_ find: @escaping @Sendable () -> Zone) {
    self.find = find
    found = Mutex(find())
  }

  var zone: Zone { found.withLock { $0 } }

  /// Whether it is another than before.
  func renew() -> Bool {
    let next = find()
    return found.withLock { found in
      defer { found = next }
      return found != next
    }
  }
}
