import TestSupport
import Testing

@testable import Board

@Suite struct DateTests {
  @Test(
    arguments: [
      ("2025-03-04T13:40:00Z", tuesday), ("2025-03-04T13:40Z", tuesday), ("2025-03-04 13:40:00Z", tuesday),
      ("2025-03-04T14:40:00+01:00", tuesday), ("2025-03-04T08:40:00-0500", tuesday), ("2025-03-04T14:40+01", tuesday),
      ("2025-03-04T14:40", tuesday), ("2025-03-04T14:40:00.250", tuesday + 0.25), ("20250304T134000Z", tuesday),
      ("20250304T1340Z", tuesday),
      ("Tue, 04 Mar 2025 13:40:00 GMT", tuesday), ("Tue, 4 Mar 2025 14:40:00 +0100", tuesday),
      ("04 Mar 25 13:40 UT", tuesday),
      ("Tue, 04 Mar 2025 08:40:00 EST", tuesday), ("Tuesday, 04-Mar-25 13:40:00 GMT", tuesday),
      ("Tue, 04 Mar 2025 13:40:00 +0000 (UTC)", tuesday), ("04 March 2025 13:40:00 Z", tuesday), ("14:40", tuesday),
      ("14:40:00", tuesday), ("02:40 PM", tuesday), ("38:40", tuesday + 86_400),
      ("2025-03-04", tuesday - 14 * 3600 - 40 * 60), ("04 Mar 2025", tuesday - 14 * 3600 - 40 * 60),
      ("1741095600", tuesday), ("1741095600000", tuesday), (" 1741095600 ", tuesday),
      ("1741095600000000", tuesday), ("1741095600000000000", tuesday), ("-86400000000000", -86_400_000_000),
      ("4.3.2025", tuesday - 14 * 3600 - 40 * 60), ("04.03.2025 14:40", tuesday), ("4.3.2025, 14:40:00", tuesday),
      ("Mar 4, 2025", tuesday - 14 * 3600 - 40 * 60), ("March 4 2025 14:40", tuesday),
      ("Mar. 4, 2025", tuesday - 52800), ("2025/3/4 14:40:00", tuesday), ("2025/03/04 14:40", tuesday),
      ("2025/3/4", tuesday - 52800), ("2025/03/04 13:40:00 GMT", tuesday), ("2025/03/04 08:40 -0500", tuesday),
      // With the name of a zone: behind an offset it says nothing new; one that nobody knows is the board's.
      ("2025-03-04T14:40:00+01:00[Europe/Berlin]", tuesday), ("2025-03-04T13:40:00Z[Asia/Tokyo]", tuesday),
      ("2025-03-04T22:40:00[Asia/Tokyo]", tuesday), ("2025-03-04T22:40[!Asia/Tokyo][u-ca=iso8601]", tuesday),
      ("2025-03-04T14:40:00[Europe/Nowhere]", tuesday), ("2025-03-04T13:40:00[UTC]", tuesday),
      ("2025-03-04T13:40:00[Etc/UTC]", tuesday), ("2025-03-04T15:40:00[+02:00]", tuesday),
      ("2025-03-04T13:40:00Z[", nil), ("2025-03-04T13:40:00[Asia/Tokyo", nil), ("2025-03-04T13:40:00Z[a]b", nil),
      // No dates
      ("32.1.2025", nil), ("4.13.2025", nil), ("4.3.25", nil), ("Mar 32, 2025", nil), ("03/04/2025", nil),
      ("", nil), ("soon", nil), ("2025-13-01", nil), ("2025-02-29", nil), ("2024-02-30", nil), ("2025-3-44", nil),
      ("2025/13/1", nil), ("2025/2/29", nil), ("2025/3/004", nil), ("2025/3", nil),
      ("48:00", nil),
      ("10:60", nil), ("2025-03-04T25:00Z", nil), ("2025-03-04X", nil), ("04 Foo 2025", nil),
      ("2025-03-04T13:40:00Q", nil),
      ("2025-03-04T13:40:00+", nil), ("light.kitchen", nil), ("Mar", nil), ("12:3", nil), ("1e20", nil),
    ] as [(String, Double?)])
  func reading(text: String, expected: Double?) {
    var moment = Moment(time: tuesday, zone: berlin)
    moment.zones = ["Asia/Tokyo": Zone(secondsFromUTC: 9 * 3600)]
    #expect(Value.text(text).asDate(in: moment) == expected)
  }

  @Test func numbersAreSecondsOrMilliseconds() {
    let moment = Moment(time: tuesday)
    #expect(Value.number(tuesday).asDate(in: moment) == tuesday)
    #expect(Value.number(tuesday * 1000).asDate(in: moment) == tuesday)
    #expect(Value.number(1e20).asDate(in: moment) == nil)
    #expect(Value.bool(true).asDate(in: moment) == nil)
  }

  /// Days and dates are the same thing counted differently.
  @Test func civilDatesRoundTrip() {
    var random = SplitMix64(seed: 5)
    for _ in 0..<2000 {
      let day = random.below(2_000_000) - 1_000_000
      let civil = CivilTime(dayNumber: day)
      #expect(civil.dayNumber == day)
      #expect((1...12).contains(civil.month))
      #expect((1...CivilTime.length(ofMonth: civil.month, year: civil.year)).contains(civil.day))
      let next = CivilTime(dayNumber: day + 1)
      #expect(next.weekday == (civil.weekday + 1) % 7)
      let seconds = Double(day) * 86400 + Double(random.below(86400))
      #expect(CivilTime(secondsSince1970: seconds).secondsSince1970 == seconds)
    }
    #expect(CivilTime(secondsSince1970: .infinity).year > 300_000)
  }

  @Test(arguments: [
    (2024, 12, 30, 1), (2025, 1, 1, 1), (2026, 12, 31, 53), (2027, 1, 3, 53), (2027, 1, 4, 1), (2025, 3, 4, 10),
    (2020, 12, 31, 53),
  ])
  func weeks(year: Int, month: Int, day: Int, week: Int) {
    #expect(CivilTime(year: year, month: month, day: day).week == week)
  }

  @Test func zonesFindTheirChanges() {
    #expect(berlin.offset(at: 1_743_296_399) == 3600)
    #expect(berlin.offset(at: 1_743_296_400) == 7200)
    #expect(berlin.offset(at: 1_761_440_399) == 7200)
    #expect(berlin.offset(at: 1_761_440_400) == 3600)
    #expect(berlin.offset(at: 0) == 3600)
    #expect(Zone(secondsFromUTC: -18_000).offset(at: tuesday) == -18_000)
  }

  @Test func localTimesAcrossChanges() {
    func local(_ month: Int, _ day: Int, _ hour: Int, _ minute: Int = 0) -> Double {
      berlin.instant(
        local: CivilTime(year: 2025, month: month, day: day, hour: hour, minute: minute).secondsSince1970)
    }
    // 30 March: 02:00 becomes 03:00. A skipped time counts on as if it had not.
    #expect(local(3, 30, 1, 59) == 1_743_296_340)
    #expect(local(3, 30, 3) == 1_743_296_400)
    #expect(local(3, 30, 2, 30) == 1_743_298_200)
    // 26 October: 03:00 becomes 02:00. A time shown twice is the first.
    #expect(local(10, 26, 2, 30) == 1_761_438_600)
    #expect(local(10, 26, 3) == 1_761_444_000)
    for hour in stride(from: 1_740_000_000.0, to: 1_770_000_000, by: 3600) {
      let shown = hour + berlin.offset(at: hour)
      let back = berlin.instant(local: shown)
      #expect(back == hour || back == hour - 3600)
    }
  }
}
