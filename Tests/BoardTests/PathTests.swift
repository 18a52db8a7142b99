import Testing

@testable import Board

/// Paths through lists, positions, and the item of a detail page.
@Suite struct PathTests {
  private func value(_ text: String, _ item: Value) throws -> Value {
    var evaluation = Evaluation(moment: Moment(time: tuesday), item: item)
    return evaluation.value(try Expression(text))
  }

  private let groups: Value = [
    "groups": [
      ["name": "a", "monitors": [["id": 1, "tags": ["x"]], ["id": 2]]], ["name": "b", "monitors": []], ["name": "c"],
      ["name": "d", "monitors": [["id": 3, "tags": ["y", "z"]]]],
    ], "beats": ["1": [5, 6], "2": [7]], "one": 1,
  ]

  @Test func aStarGoesThroughAList() throws {
    #expect(try value("groups.*.name", groups) == ["a", "b", "c", "d"])
    #expect(try value("groups.*.monitors.*.id", groups) == [1, 2, 3])
    #expect(try value("groups.*.monitors | count", groups) == 3)
    #expect(try value("groups.*.monitors.*.tags", groups) == ["x", "y", "z"])
    #expect(try value("groups.*.monitors.0.id", groups) == [1, 3])
    // The values of a record, whatever their names.
    #expect(try value("beats.*", groups) == [5, 6, 7])
    #expect(try value("beats.*.0", groups) == [5, 7])
    // Where there is no list there is nothing to go through.
    #expect(try value("one.*.name", groups) == nil)
    #expect(try value("gone.*", groups) == nil)
    #expect(try value("gone.*.x ?? 3", groups) == 3)
    #expect("\(try Expression("a.*.b.*.0"))" == "a.*.b.*.0")
  }

  /// A list of lists of lists, each as long as the budget lets it be.
  @Test func aStarIsBounded() throws {
    let inner = Value.list([Value](repeating: ["a": 1], count: 3_000))
    let item: Value = ["g": .list([Value](repeating: ["m": inner], count: 3_000))]
    var evaluation = Evaluation(moment: Moment(time: tuesday), item: item, budget: 100_000)
    #expect(evaluation.value(try Expression("g.*.m.*.a")) == .null)
    #expect(evaluation.isExhausted)
  }

  @Test func itemsAreFoundThroughLists() throws {
    let yaml = "sources: {s: {url: x, items: groups.*.monitors}}\ncards:\n  - row: {each: s, title: \"{id}\"}"
    var evaluator = BoardEvaluator(try board(yaml))
    evaluator.update("s", answers: [groups], at: tuesday)
    #expect(evaluator.content(page: 0, at: Moment(time: tuesday)).cards.map(\.title) == ["1", "2", "3"])
    let source = try board(yaml).sources[0]
    #expect(try source.shape(of: groups, isText: false, at: Moment(time: tuesday)) == .list)
    let straight = try board(yaml.replacing("groups.*.monitors", with: "groups.monitors")).sources[0]
    let refusal = #expect(throws: AnswerRefusal.self) {
      try straight.shape(of: groups, isText: false, at: Moment(time: tuesday))
    }
    #expect(refusal?.description.hasSuffix("; groups is a list, and groups.* goes through it") == true)
  }

  @Test func aPathThatMeetsAListIsTold() throws {
    let yaml = """
      sources: {s: {url: x}, all: {url: y}}
      cards:
        - row: {each: s, title: "{groups.name}", trail: "{$all.id} {groups.*.name}"}
      """
    var evaluator = BoardEvaluator(try board(yaml))
    evaluator.update("s", answers: [[groups]], at: tuesday)
    evaluator.update("all", answers: [[["id": 1]]], at: tuesday)
    let moment = Moment(time: tuesday)
    #expect(
      evaluator.doubts(about: "s", at: moment).map(\.message) == [
        "\"row\", card 1 reads groups.name, but groups is a list: write groups.0.name, or groups.*.name for all of it"
      ])
    #expect(
      evaluator.doubts(about: "all", at: moment).map(\.message) == [
        "\"row\", card 1 reads $all.id, but $all is a list: write $all.0.id, or $all.*.id for all of it"
      ])
  }

  private let rooms = """
    sources: {s: {url: x}}
    cards:
      - row: {each: s, where: open, skip: 1, title: "{$index + 1}. {name}", tap: detail}
    detail:
      - text: {text: "{name}", when: note}
      - row: {each: guests, where: it != $item.host, title: "{it} at {$item.name}", trail: "{$index}"}
    """

  @Test func itemsAreCountedAsTheyAreShown() throws {
    var evaluator = BoardEvaluator(try board(rooms))
    let moment = Moment(time: tuesday)
    evaluator.update(
      "s",
      answers: [
        [
          ["id": "a", "name": "A", "open": true], ["id": "b", "name": "B"], ["id": "c", "name": "C", "open": true],
          ["id": "d", "name": "D", "open": true, "note": "x", "host": "Ada", "guests": ["Ada", "Bob", "Cy"]],
        ]
      ], at: tuesday)
    let cards = evaluator.content(page: 0, at: moment).cards
    #expect(cards.map(\.title) == ["1. C", "2. D"])
    let shown = evaluator.detail(of: cards[1].id, page: 0, at: moment)
    let detail = try #require(shown)
    #expect(detail.cards.map { $0.text ?? $0.title } == ["D", "Bob at D", "Cy at D"])
    #expect(detail.cards.compactMap(\.trail) == ["0", "1"])
    // Without a note the card is not there: `when` looks at the item that was tapped.
    #expect(evaluator.detail(of: cards[0].id, page: 0, at: moment)?.cards == [])
  }

  @Test(arguments: [
    ("- row: {title: \"{$index}\"}", "$index counts the items of \"each\", and there is none here"),
    (
      "- row: {each: s, title: \"{$item.a}\"}",
      "$item is the item that was tapped, or a group's: it is known in \"detail\" and in the cards of a group"
    ),
  ])
  func whereTheyMeanNothingIsTold(card: String, expected: String) throws {
    let reading = try read("sources: {s: {url: x}}\ncards:\n  \(card)")
    #expect(reading.diagnostics.map(\.message) == [expected])
    // A board that has a source of that name means it.
    let own = try read("sources: {s: {url: x}, index: {url: y}, item: {url: z}}\ncards:\n  \(card)")
    #expect(own.diagnostics == [])
  }

  /// `{a}{b}` keeps what there is; a row without its title is told.
  @Test func valuesThatTouchStandForEachOther() throws {
    let item: Value = ["b": "B", "d": "D"]
    func text(_ template: String) throws -> String? {
      var evaluation = Evaluation(moment: Moment(time: tuesday), item: item)
      return evaluation.text(try Template(template))
    }
    #expect(try text("{a}{b}") == "B")
    #expect(try text("{b}{a} km") == "B km")
    #expect(try text("{a}{c} km") == nil)
    #expect(try text("{a} {b}") == nil)
    #expect(try text("{a}{b} · {c}{a} · {d}") == "B · D")
    let yaml = "sources: {s: {url: x}}\ncards:\n  - row: {each: s, title: \"{a} {b}\", trail: \"{b}\"}"
    var evaluator = BoardEvaluator(try board(yaml))
    evaluator.update("s", answers: [[["a": 1, "b": 2], ["b": 3]]], at: tuesday)
    #expect(
      evaluator.titleDoubts(at: Moment(time: tuesday)).map(\.message) == [
        "\"row\", card 1: 1 of 2 have no title, for a value in \"{a} {b}\" is missing there; {a ?? 'b'} says what stands in its place"
      ])
  }
}
