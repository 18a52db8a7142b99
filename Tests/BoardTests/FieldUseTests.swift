import Testing

@testable import Board

@Suite struct FieldUseTests {
  private func missing(_ yaml: String, _ source: String, _ answer: Value) throws -> [String] {
    var evaluator = BoardEvaluator(try board(yaml))
    evaluator.update(source, answers: [answer], at: tuesday)
    return evaluator.doubts(about: source, at: Moment(time: tuesday)).map { doubt in
      (doubt.mark.map { "\($0.line):\($0.column): " } ?? "") + doubt.message
    }
  }

  @Test func fieldsNoItemHasAreNamedWithTheirPlace() throws {
    let yaml = """
      sources:
        s: {url: x, with: {full: first + last}, sort: prio}
      let:
        top: $s.0.rank
      cards:
        - header: {title: "{$s('a').name}"}
        - row: {each: s, title: "{nmae} {full}", trail: "{it.cost | fixed(2)}", tone: {bad: late}, tap: detail}
      detail:
        - text: {text: "{summary}"}
      """
    let answer: Value = [["id": "a", "name": "Ada", "first": "A", "cost": 1], ["id": "b", "last": "B"]]
    let sentences = try missing(yaml, "s", answer)
    #expect(
      sentences == [
        "2:6: no item has \"prio\", which \"sort\" of the source reads; known: id, name, first, cost, full, last",
        "no item has \"rank\", which \"let\" reads; known: id, name, first, cost, full, last",
        "7:10: no item has \"late\", which \"row\", card 2 reads; known: id, name, first, cost, full, last",
        "7:10: no item has \"nmae\", which \"row\", card 2 reads (did you mean \"name\"?)",
        "9:11: no item has \"summary\", which \"text\", card 1 of the detail reads; known: id, name, first, cost, full, last",
      ])
  }

  @Test func oneRecordAndNothingAreNoMistake() throws {
    let yaml = "sources: {w: {url: x}}\ncards:\n  - text: {text: \"{$w.sky} {$w.wnd}\"}"
    #expect(
      try missing(yaml, "w", ["sky": "blue", "wind": 3]) == [
        "3:11: no item has \"wnd\", which \"text\", card 1 reads (did you mean \"wind\"?)"
      ])
    #expect(try missing(yaml, "w", []) == [])
  }

  /// A text without quotes is a field's name, and a field that is not there is equal to nothing.
  @Test func aConditionThatLeavesNothingSaysWhatItReads() throws {
    let answer: Value = [["country": "NO", "name": "Bergen"], ["country": "SE", "name": "Lund"]]
    let filtered = "sources: {s: {url: x, where: country == NO}}\ncards:\n  - row: {each: s, title: \"{name}\"}"
    #expect(
      try missing(filtered, "s", answer) == [
        "1:14: \"where\" leaves 0 of 2: NO is read as a field, which no item has; known: country, name; a text is written 'NO'"
      ])
    let chosen = "sources: {s: {url: x}}\ncards:\n  - row: {each: s, where: country != NO, title: \"{name}\"}"
    #expect(
      try missing(chosen, "s", answer) == [
        "3:10: \"where\" leaves 2 of 2: NO is read as a field, which no item has; known: country, name; a text is written 'NO'"
      ])
    // A list may well be empty for now.
    let empty = "sources: {s: {url: x, where: country == 'FI'}}\ncards:\n  - row: {each: s, title: \"{name}\"}"
    #expect(try missing(empty, "s", answer) == [])
  }

  @Test(arguments: [
    ("y: prize", "no point of \"chart\", card 1, has \"prize\", which it reads (did you mean \"price\"?)"),
    ("x: hour, y: price", nil),
    (
      "y: {Price: price, Cost: cots}", "no point of \"chart\", card 1, has \"cots\", which it reads; known: hour, price"
    ),
  ])
  func whatAChartReadsOfItsPointsIsLookedForThere(keys: String, expected: String?) throws {
    let yaml = "sources: {s: {url: x}}\ncards:\n  - chart: {each: s, points: prices, \(keys)}"
    var evaluator = BoardEvaluator(try board(yaml))
    evaluator.update("s", answers: [[["id": 1, "prices": [["hour": 1, "price": 2]]]]], at: tuesday)
    let moment = Moment(time: tuesday)
    #expect(evaluator.chartDoubts(at: moment).map(\.message) == [expected].compactMap(\.self))
    #expect(evaluator.doubts(about: "s", at: moment) == [])
  }
}
