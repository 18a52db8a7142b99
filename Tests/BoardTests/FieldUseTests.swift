import Testing

@testable import Board

@Suite struct FieldUseTests {
  private func missing(_ yaml: String, _ source: String, _ answer: Value) throws -> [String] {
    var evaluator = BoardEvaluator(try board(yaml))
    evaluator.update(source, answers: [answer], at: tuesday)
    let records = evaluator.records(of: source, at: Moment(time: tuesday))
    return evaluator.missingFields(of: source, in: try #require(records))
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
        "no item has \"prio\", which \"sort\" of the source reads; known: id, name, first, cost, full, last",
        "no item has \"rank\", which \"let\" reads; known: id, name, first, cost, full, last",
        "no item has \"late\", which \"row\", card 2 reads; known: id, name, first, cost, full, last",
        "no item has \"nmae\", which \"row\", card 2 reads (did you mean \"name\"?)",
        "no item has \"summary\", which \"text\", card 1 of the detail reads; known: id, name, first, cost, full, last",
      ])
  }

  @Test func oneRecordAndNothingAreNoMistake() throws {
    let yaml = "sources: {w: {url: x}}\ncards:\n  - text: {text: \"{$w.sky} {$w.wnd}\"}"
    #expect(
      try missing(yaml, "w", ["sky": "blue", "wind": 3]) == [
        "no item has \"wnd\", which \"text\", card 1 reads (did you mean \"wind\"?)"
      ])
    #expect(try missing(yaml, "w", []) == [])
  }
}
