import Refresh
import Testing

@testable import Board

/// Sources that are selections of others: one answer, shown in several ways.
@Suite struct SelectionTests {
  private let yaml = """
    sources:
      matches: {url: "http://x/matches.json", items: matches, key: nr, keep: 1h}
      past: {from: matches, where: over, sort: -date, limit: 2}
      next: {from: matches, where: not over, sort: date, with: {when: date}}
      soonest: {from: next, limit: 1}
    cards:
      - row: {each: past, title: "{name}"}
      - row: {each: soonest, title: "{name} {when}"}
    """
  private let answer: Value = [
    "matches": [
      ["nr": 1, "name": "A", "date": 1, "over": true], ["nr": 2, "name": "B", "date": 2, "over": true],
      ["nr": 3, "name": "C", "date": 3, "over": true], ["nr": 4, "name": "D", "date": 5, "over": false],
      ["nr": 5, "name": "E", "date": 4, "over": false],
    ]
  ]

  @Test func oneAnswerServesAll() throws {
    var evaluator = BoardEvaluator(try board(yaml))
    let moment = Moment(time: tuesday)
    #expect(evaluator.request("past", at: moment)?.addresses == [])
    #expect(evaluator.content(page: 0, at: moment).cards == [])
    evaluator.update("matches", answers: [answer], at: tuesday)
    let content = evaluator.content(page: 0, at: moment)
    #expect(content.cards.map(\.title) == ["C", "B", "E 4"])
    // Keys are those of what they are selected from; a pull fetches that, and nothing else.
    #expect(content.cards.map(\.id.key) == ["3", "2", "5"])
    #expect(content.sources == ["matches", "past", "next", "soonest"])
    #expect(evaluator.fetched("soonest") == "matches")
    // News of the source are news of its selections.
    evaluator.update("matches", answers: [["matches": []]], at: tuesday + 1)
    #expect(evaluator.content(page: 0, at: moment).cards == [])
    // And they grow old with it.
    #expect(evaluator.content(page: 0, at: Moment(time: tuesday + 900)).staleSince != nil)
  }

  @Test func aSelectionIsSilentWithItsSource() throws {
    var evaluator = BoardEvaluator(try board(yaml))
    evaluator.fail("matches", with: .offline)
    let content = evaluator.content(page: 0, at: Moment(time: tuesday))
    #expect(content.cards.map(\.subtitle) == ["Offline", "Offline"])
    #expect(content.silence == nil)
  }

  /// Lists beside each other are selected from one record.
  @Test func aPartOfOneRecordIsASelectionToo() throws {
    let yaml = """
      sources:
        weather: {url: "http://x/"}
        days: {from: weather, zip: daily, where: high > 3}
      cards:
        - row: {each: days, title: "{$index + 1}: {time}", trail: "{high}"}
      """
    var evaluator = BoardEvaluator(try board(yaml))
    evaluator.update(
      "weather",
      answers: [["now": 3, "daily": ["unit": "C", "time": ["mon", "tue", "wed"], "high": [2, 4, 6], "low": [1]]]],
      at: tuesday)
    let cards = evaluator.content(page: 0, at: Moment(time: tuesday)).cards
    #expect(cards.map(\.title) == ["1: tue", "2: wed"])
    #expect(cards.map(\.trail) == ["4", "6"])
    let records = evaluator.records(of: "days", at: Moment(time: tuesday))
    #expect(records?.value == [["time": "tue", "high": 4], ["time": "wed", "high": 6]])
  }

  @Test(arguments: [
    ("a: {from: a}", "2:7: error: \"from\": a would be a selection of itself; name another source"),
    (
      "a: {from: b}\n  b: {from: a}",
      "2:7: error: \"from\": b stands below this source; move it above, for sources in a circle have no data"
    ),
    ("s: {url: x}\n  a: {from: t}", "3:7: error: \"from\": unknown source \"t\"; known: s"),
    (
      "s: {url: x}\n  a: {from: s, every: 5m}",
      "3:16: error: \"every\" has no meaning beside \"from\": nothing is fetched for it; say it of the source it is from"
    ),
    (
      "s: {url: x}\n  a: {from: s, url: y}",
      "3:7: error: a source has \"url\" or \"from\", not both: it is fetched, or a selection of another one"
    ),
    ("a: {limit: 3}", "2:6: error: \"url\" is missing in a source"),
    (
      "a: {url: x, items: b, zip: c}",
      "2:15: error: \"items\" has no meaning beside \"zip\": \"zip\" says where the list stands, and what it is made of"
    ),
  ])
  func mistakes(sources: String, expected: String) throws {
    let reading = try read("sources:\n  \(sources)\ncards:\n  - row: {each: a, title: x}")
    #expect(reading.diagnostics.map(\.description) == ["b.yaml:" + expected])
    #expect(reading.board == nil)
  }

  /// Lists of different lengths, and as many as nobody has: what is too much is left out and said.
  @Test func zippedListsEndAndAreBounded() throws {
    let yaml = "sources: {s: {url: x, zip: it}}\ncards: [{row: {each: s, title: a}}]"
    var evaluator = BoardEvaluator(try board(yaml))
    let many = Value.record(
      Record((0..<4_000).map { ("n\($0)", .list($0 == 0 ? [Value](repeating: 1, count: 100_000) : [1])) }))
    evaluator.update("s", answers: [many], at: tuesday)
    let found = evaluator.records(of: "s", at: Moment(time: tuesday))
    let records = try #require(found)
    #expect(records.isCut)
  }
}
