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

  /// Clocks differ by a little; by more, one of them was wrong, and nobody knows how old the data is: when it says it came has to do.
  @Test func whatComesFromTheFutureIsNotNew() {
    func words(_ ahead: Double) -> String {
      Freshness(of: tuesday + ahead, at: Moment(time: tuesday), in: "Updated %").text
    }
    #expect(words(30) == "Updated just now")
    #expect(words(100) == "Updated 13:41")
    #expect(words(4 * 365.25 * 86_400) == "Updated 4 Mar 13:40")
  }

  /// Of a source whose last answer is from a time that has not come the page says from when it is, and where that is a day ahead by a clock
  /// that can be right, it is older than anything: nobody knows.
  @Test(arguments: [
    (30.0, true, false), (3_600, true, true), (86_000, true, true), (90_000, false, false), (1e9, false, false),
  ])
  func dataFromTheFutureIsNoFreshData(ahead: Double, isShown: Bool, isStamped: Bool) throws {
    let file = try board(
      "sources: {s: {url: \"https://example.org/s\", keep: 1h}}\ncards: [{row: {each: s, title: \"{t}\"}}]")
    for (now, isKnown) in [(1_800_000_000.0, true), (0.0, false)] {
      var evaluator = BoardEvaluator(file)
      let answer = Value.list([.record(Record([("t", .text("x"))]))])
      #expect(evaluator.update("s", answers: [answer], at: now + ahead) == nil)
      let content = evaluator.content(page: 0, at: Moment(time: now))
      // In 1970 the clock is wrong for want of a battery.
      let shows = isShown || !isKnown
      #expect(content.cards.contains { $0.title == "x" } == shows, "\(ahead) at \(now)")
      if shows { #expect((content.staleSince != nil) == (isStamped || ahead > 60), "\(ahead) at \(now)") }
      #expect(evaluator.isFresh("s", at: Moment(time: now)) == (ahead <= 60))
    }
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
