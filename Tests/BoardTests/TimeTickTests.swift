import Numbers
import TestSupport
import Testing

@testable import Board

/// Times below a chart.
@Suite struct TimeTickTests {
  private static let zones = ["UTC", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu"]

  private func ticks(_ first: String, _ last: String, language: Language = .english) throws -> [String] {
    let moment = Moment(time: tuesday, zone: berlin, language: language)
    let (first, last) = (try #require(moment.instant(first)), try #require(moment.instant(last)))
    return TimeTicks.ticks(from: first, to: last, at: moment).map(\.label)
  }

  @Test(
    arguments: [
      ("2026-11-30T10:00:05", "2026-11-30T10:00:25", ["10:00:05", "10:00:10", "10:00:15", "10:00:20", "10:00:25"]),
      (
        "2026-11-30T10:00", "2026-11-30T10:01:30",
        ["10:00:00", "10:00:15", "10:00:30", "10:00:45", "10:01:00", "10:01:15", "10:01:30"]
      ),
      ("2026-11-30T10:00", "2026-11-30T11:30", ["10:00", "10:15", "10:30", "10:45", "11:00", "11:15", "11:30"]),
      ("2026-11-30T00:00", "2026-11-30T23:00", ["00:00", "04:00", "08:00", "12:00", "16:00", "20:00"]),
      ("2026-11-29T13:00", "2026-11-30T13:00", ["16:00", "20:00", "Mon", "04:00", "08:00", "12:00"]),
      ("2026-11-30T00:00", "2026-12-02T00:00", ["Mon", "12:00", "Tue", "Tue 12:00", "Wed"]),
      ("2026-11-30T12:00", "2026-12-04T12:00", ["Tue", "Wed", "Thu", "Fri"]),
      ("2026-12-14", "2027-01-13", ["14 Dec", "21 Dec", "28 Dec", "4 Jan 2027", "11 Jan"]),
      ("2026-06-10", "2026-11-30", ["Jul", "Aug", "Sep", "Oct", "Nov"]),
      ("2026-09-10", "2027-02-20", ["Oct", "Nov", "Dec", "Jan 2027", "Feb"]),
      ("2024-11-20", "2026-11-20", ["Jan 2025", "Jul 2025", "Jan 2026", "Jul 2026"]),
      ("2019-02-01", "2026-11-30", ["2020", "2021", "2022", "2023", "2024", "2025", "2026"]),
    ] as [(String, String, [String])])
  func momentsPeopleCountIn(first: String, last: String, told: [String]) throws {
    #expect(try ticks(first, last) == told)
  }

  @Test func languagesHaveTheirOwn() throws {
    #expect(try ticks("2026-09-10", "2027-02-20", language: .german) == ["Okt.", "Nov.", "Dez.", "Jan. 2027", "Feb."])
  }

  /// Two to seven of them, in order, on a boundary, no two alike: from ten seconds to fifty years, also where clocks are set.
  @Test(arguments: zones)
  func ticksAreFewAndOnBoundaries(name: String) throws {
    let zone = try #require(Zone(file: try readFile("/usr/share/zoneinfo/" + name)))
    let moment = Moment(time: tuesday, zone: zone)
    var random = SplitMix64(seed: 7)
    // Berlin's, New York's and Lord Howe's nights in which clocks are set, and any other time.
    let nights = [1_774_746_000.0, 1_792_890_000, 1_772_953_200, 1_793_512_800, 1_775_314_800, 1_791_039_600]
    for turn in 0..<6_000 {
      let span = (10 * pow10(Double.random(in: 0...8.2, using: &random))).rounded()
      let night = nights[turn % nights.count]
      let first =
        turn.isMultiple(of: 2)
        ? night - Double.random(in: 0...max(span, 7_200), using: &random)
        // Behind the year in which Kathmandu had a day that began a quarter later.
        : Double.random(in: 6e8...1.9e9, using: &random)
      expectTicks(from: first.rounded(), span: min(span, 1.58e9), at: moment)
    }
  }

  private func pow10(_ exponent: Double) -> Double {
    // Steps of a tenth are fine enough.
    var value = 1.0
    for _ in 0..<Int(clamping: (exponent * 10).rounded()) { value *= 1.258925411794167 }
    return value
  }

  private func expectTicks(from first: Double, span: Double, at moment: Moment) {
    let ticks = TimeTicks.ticks(from: first, to: first + span, at: moment)
    let said = "\(first) \(span): \(ticks.map(\.label))"
    #expect((2...7).contains(ticks.count), "\(said)")
    #expect(zip(ticks, ticks.dropFirst()).allSatisfy { $0.x < $1.x }, "\(said)")
    #expect(ticks.allSatisfy { (0...1).contains($0.x) }, "\(said)")
    #expect(Set(ticks.map(\.label)).count == ticks.count, "\(said)")
    for tick in ticks {
      let civil = moment.civil((first + tick.x * span).rounded())
      // The coarsest that is on time: no tick stands between two counted ones.
      let isOnBoundary =
        switch span {
        case ..<60: true
        case ..<540: Int(clamping: civil.second) % 5 == 0
        case ..<14_400: Int(clamping: civil.second) == 0
        case ..<216_000: civil.minute == 0 || civil.minute == 30
        case ..<9_700_000: civil.hour == 0 && civil.minute == 0
        case ..<50_000_000: civil.day == 1 && civil.hour == 0
        case ..<230_000_000: civil.day == 1 && civil.hour == 0 && [1, 4, 7, 10].contains(civil.month)
        default: civil.day == 1 && civil.hour == 0 && civil.month == 1
        }
      #expect(isOnBoundary, "\(said) \(civil)")
    }
  }

  @Test(arguments: [0, 1.9, 1e10, 1e11, .infinity, .nan] as [Double])
  func whatHasNoMomentsHasNoTicks(span: Double) {
    let moment = Moment(time: tuesday, zone: berlin)
    for start in [0.0, 1_741_095_613, -1e10, 1e13, .nan] {
      #expect(TimeTicks.ticks(from: start, to: start + span, at: moment).isEmpty)
    }
  }
}
