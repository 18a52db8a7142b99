import Board
import Synchronization
import Testing

@testable import Vitrine

/// Central European Time since 1996: the last Sundays of March and October, 01:00 UTC.
private func berlin(_ time: Double) -> Int {
  let days = Int((time / 86_400).rounded(.down))
  // Proleptic Gregorian year by counting; good enough from 1970 on.
  var (year, start) = (1970, 0)
  func length(_ year: Int) -> Int {
    year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400)) ? 366 : 365
  }
  while days >= start + length(year) {
    start += length(year)
    year += 1
  }
  let leap = length(year) - 365
  func lastSunday(_ dayOfYear: Int) -> Double {
    let day = start + dayOfYear
    // 1970-01-01 was a Thursday.
    return Double(day - (day + 4) % 7) * 86_400 + 3_600
  }
  return time >= lastSunday(89 + leap) && time < lastSunday(303 + leap) ? 7_200 : 3_600
}

/// An article of any year since 1970, and an appointment of years ahead, stand on the clock as it was or will be then.
@Test(arguments: [1_704_067_200.0, 1_767_225_600, 1_893_456_000])
func allTimesAPanelShowsAreInItsZonesTable(now: Double) {
  let zone = Zone(between: WallClock.known(at: now), offset: berlin)
  for day in stride(from: 0.0, to: now + 9 * 365.25 * 86_400, by: 86_400 * 5) {
    let time = day + 7_200
    #expect(zone.offset(at: time) == Double(berlin(time)))
  }
}

/// Whoever has a copy of the machine's clock has its zone, and is not told of the same again.
@Test func aMachineThatMovesToAnotherZoneIsFollowed() {
  final class Machine: Sendable {
    let zone = Mutex(Zone.utc)
  }
  let machine = Machine()
  let clock = WallClock(findZone: { machine.zone.withLock { $0 } }, read: { 1_778_262_120 })
  let copy = clock
  #expect(!clock.renewZone())
  machine.zone.withLock { $0 = Zone(secondsFromUTC: 7_200) }
  #expect(copy.zone == .utc, "a table holds until it is known to be another")
  #expect(clock.renewZone() && !copy.renewZone())
  #expect(copy.zone == Zone(secondsFromUTC: 7_200) && copy.now().zone == copy.zone)
  var fixed = copy
  fixed.zone = .utc
  #expect(!fixed.renewZone() && fixed.zone == .utc && copy.zone != .utc)
  #expect(WallClock(zone: .utc, read: { 0 }).renewZone() == false)
}

/// A machine's clock that is not set yet stands in 1970.
@Test func aClockThatIsNotSetHasATable() {
  let known = WallClock.known(at: 0)
  #expect(known.contains(0) && known.contains(1_767_225_600))
}
