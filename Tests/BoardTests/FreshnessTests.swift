import Testing

@testable import Board

@Suite struct FreshnessTests {
  @Test(
    arguments: [
      (0.0, "Updated just now", 60.0), (59.9, "Updated just now", 60), (60, "Updated 1 min ago", 120),
      (119, "Updated 1 min ago", 120), (300, "Updated 5 min ago", 360), (3599, "Updated 59 min ago", 3600),
    ] as [(Double, String, Double)])
  func forAnHourTheAgeIsSaid(age: Double, words: String, next: Double) {
    let freshness = Freshness(of: tuesday, at: Moment(time: tuesday + age), in: "Updated %")
    #expect(freshness.text == words)
    #expect(freshness.nextChange == tuesday + next)
  }

  @Test func thenTheTimeOfDayInTheBoardsZone() {
    let moment = Moment(time: tuesday + 3600, zone: berlin)
    #expect(Freshness(of: tuesday, at: moment, in: "Updated %").text == "Updated 14:40")
    // To midnight in Berlin, where it is 15:40.
    #expect(Freshness(of: tuesday, at: moment, in: "Updated %").nextChange == tuesday + 3600 + 8 * 3600 + 1200)
  }

  @Test func andTheDayWhenThatWasAnother() {
    let moment = Moment(time: tuesday + 86_400, zone: berlin)
    #expect(
      Freshness(of: tuesday, at: moment, in: "Updated %")
        == Freshness(of: tuesday, at: Moment(time: tuesday + 90_000, zone: berlin), in: "Updated %"))
    #expect(Freshness(of: tuesday, at: moment, in: "Updated %").text == "Updated 4 Mar 14:40")
    #expect(Freshness(of: tuesday, at: moment, in: "Updated %").nextChange == nil)
  }

  /// A server whose clock runs ahead.
  @Test func whatComesFromTheFutureIsNew() {
    #expect(Freshness(of: tuesday + 100, at: Moment(time: tuesday), in: "Updated %").text == "Updated just now")
  }

  /// At `nextChange` the words differ, and until then they do not.
  @Test func theWordsStandUntilTheyAreDue() throws {
    var time = tuesday
    for _ in 0..<62 {
      let now = Freshness(of: tuesday, at: Moment(time: time, zone: berlin), in: "Updated %")
      let next = try #require(now.nextChange)
      #expect(Freshness(of: tuesday, at: Moment(time: next - 0.5, zone: berlin), in: "Updated %").text == now.text)
      #expect(Freshness(of: tuesday, at: Moment(time: next, zone: berlin), in: "Updated %").text != now.text)
      time = next
      if next > tuesday + 7200 { break }
    }
    #expect(Freshness(of: tuesday, at: Moment(time: time, zone: berlin), in: "Updated %").nextChange == nil)
  }
}
