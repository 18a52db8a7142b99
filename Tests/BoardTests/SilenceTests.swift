import Refresh
import Testing

@testable import Board

/// Sources that have nothing to show and do not answer.
@Suite struct SilenceTests {
  private let yaml = """
    sources: {list: {url: x, keep: 1h}, weather: {url: y}}
    cards:
      - header: {title: A, trail: "{$weather.temp}°"}
      - section: {title: Today}
      - hero: {each: list, limit: 1, title: "{name}"}
      - row: {each: list, skip: 1, title: "{name}"}
      - row: {each: list, title: "{name}", when: $weather.temp > 0}
      - number: {label: Outside, value: "{$weather.temp}"}
    """

  private func content(_ evaluator: inout BoardEvaluator, after seconds: Double = 0) -> PageContent {
    evaluator.content(page: 0, at: Moment(time: tuesday + seconds))
  }

  @Test func beforeTheFirstAnswerNothingIsSaid() throws {
    var evaluator = BoardEvaluator(try board(yaml))
    let shown = content(&evaluator)
    #expect(shown.cards.map(\.kind) == [.header, .section, .number])
    #expect(shown.silence == nil)
  }

  /// One card for a source, at the place of the first that would repeat over it; a source without one is told of at the edge.
  @Test func aSourceThatCannotBeHadIsToldOfOnce() throws {
    var evaluator = BoardEvaluator(try board(yaml))
    evaluator.fail("list", with: .offline)
    var shown = content(&evaluator)
    #expect(shown.cards.map(\.kind) == [.header, .section, .text, .number])
    #expect(shown.cards[2].title == "No data right now")
    #expect(shown.cards[2].subtitle == "Offline")
    #expect(shown.cards[2].tone == .muted)
    #expect(shown.silence == nil)
    evaluator.fail("weather", with: .failure)
    shown = content(&evaluator)
    #expect(shown.silence == "Service unavailable")
    evaluator.update("weather", answers: [["temp": 3]], at: tuesday)
    #expect(content(&evaluator).silence == nil)
    evaluator.update("list", answers: [[["id": 1, "name": "a"]]], at: tuesday)
    #expect(content(&evaluator).cards.map(\.kind) == [.header, .section, .hero, .row, .number])
  }

  /// What is drawn of a source says in its place that there is nothing to draw, once for a source; a month keeps its days.
  @Test func chartsAndMonthsWithoutDataSaySo() throws {
    var evaluator = BoardEvaluator(
      try board(
        """
        sources: {a: {url: x}, b: {url: y}, c: {url: z}}
        cards:
          - header: {title: A}
          - chart: {label: Power, points: $a, y: v}
          - chart: {points: $a, y: v, kind: bars}
          - chart: {points: $b, y: v, when: false}
          - month: {each: c, start: s}
        """))
    #expect(content(&evaluator).cards.map(\.kind) == [.header, .month])
    for name in ["a", "b", "c"] { evaluator.fail(name, with: .offline) }
    let shown = content(&evaluator)
    #expect(shown.cards.map(\.kind) == [.header, .text, .month])
    #expect(shown.cards[1].title == "No data right now" && shown.cards[1].subtitle == "Offline")
    #expect(shown.silence == "Offline")
    for name in ["a", "b"] { evaluator.update(name, answers: [[["v": 1], ["v": 2]]], at: tuesday) }
    #expect(content(&evaluator).cards.map(\.kind) == [.header, .chart, .chart, .month])
    evaluator.update("c", answers: [[]], at: tuesday)
    #expect(content(&evaluator).silence == nil)
  }

  /// Why there is nothing is the keeper's affair: whoever passes reads that there is nothing, and no reason that is none.
  @Test func aMissingPasswordIsNotToldToThePublic() throws {
    var evaluator = BoardEvaluator(try board(yaml))
    evaluator.fail("list", with: .failure, isKeepers: true)
    evaluator.fail("weather", with: .failure, isKeepers: true)
    let shown = content(&evaluator)
    #expect(shown.cards[2].title == "No data right now" && shown.cards[2].subtitle == nil)
    #expect(shown.silence == "No data right now")
  }

  /// An empty list is an answer.
  @Test func nothingIsNotSilence() throws {
    var evaluator = BoardEvaluator(try board(yaml))
    evaluator.update("list", answers: [[]], at: tuesday)
    evaluator.fail("list", with: .timeout)
    #expect(content(&evaluator).cards.map(\.kind) == [.header, .section, .number])
  }

  /// What was there is shown as long as it may be, whatever happens to later questions; then it is missing.
  @Test func dataIsShownUntilItIsTooOld() throws {
    var evaluator = BoardEvaluator(try board(yaml))
    evaluator.update("list", answers: [[["id": 1, "name": "a"]]], at: tuesday)
    evaluator.fail("list", with: .timeout)
    #expect(content(&evaluator, after: 3599).cards[2].title == "a")
    let later = content(&evaluator, after: 3600)
    #expect(later.cards[2].title == "No data right now")
    #expect(later.cards[2].subtitle == "No answer")
    #expect(content(&evaluator, after: 3599).staleSince != nil)
    // Nothing is shown any more of what would be told the age of.
    #expect(later.staleSince == nil && later.silence == nil)
  }

  /// Another card of the same source has told already that there is nothing; a heading over its list says so again.
  @Test func aHeadingStandsOverSomething() throws {
    var evaluator = BoardEvaluator(
      try board(
        """
        sources: {list: {url: x}}
        cards:
          - hero: {each: list, limit: 1, title: "{name}"}
          - row: {each: list, title: "{name}"}
          - section: {title: Waiting}
          - row: {each: list, skip: 1, title: "{name}"}
          - row: {each: list, title: "{name}"}
          - section: {title: Hidden, when: false}
          - row: {each: list, title: "{name}"}
        """))
    evaluator.fail("list", with: .offline)
    let cards = content(&evaluator).cards
    #expect(cards.map(\.kind) == [.text, .section, .text])
    #expect(cards.map(\.title) == ["No data right now", "Waiting", "No data right now"])
    #expect(Set(cards.map(\.id)).count == 3)
  }

  @Test func itIsSaidInTheBoardsWords() throws {
    var evaluator = BoardEvaluator(
      try board(
        "language: de\nwords: {offline: Kein Netz}\nsources: {s: {url: x}}\ncards:\n  - row: {each: s, title: a}"))
    evaluator.fail("s", with: .offline)
    let card = try #require(content(&evaluator).cards.first)
    #expect(card.title == "Zurzeit keine Daten" && card.subtitle == "Kein Netz")
  }

  /// A service that means an empty list may say null, inside its answer or in its place.
  @Test(arguments: [("", Value.null), (", items: data", .record(Record([("data", .null)])))])
  func nullIsAnEmptyList(items: String, answer: Value) throws {
    var evaluator = BoardEvaluator(
      try board("sources: {s: {url: x\(items)}}\ncards:\n  - text: {text: None, when: $s | count == 0}"))
    evaluator.update("s", answers: [answer], at: tuesday)
    #expect(content(&evaluator).cards.map(\.text) == ["None"])
  }

  /// As a value an answer that is null is null; one that says null where its list would be is an empty list.
  @Test(arguments: [
    ("", Value.null, ["5", "null"]), (", items: data", .record(Record([("data", .null)])), ["list"]),
    ("", .list([]), ["list"]),
  ])
  func anAnswerThatIsNullIsNull(items: String, answer: Value, told: [String]) throws {
    var evaluator = BoardEvaluator(
      try board(
        """
        sources: {s: {url: x\(items)}}
        cards:
          - text: {text: "{$s ?? 5}", when: $s == null}
          - text: {text: "null", when: $s == null}
          - text: {text: "list", when: $s != null}
        """))
    evaluator.update("s", answers: [answer], at: tuesday)
    #expect(content(&evaluator).cards.map { $0.text ?? "" } == told)
  }
}
