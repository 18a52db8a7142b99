import Testing

@testable import Board

/// Items of one source beside those of another: `$tasks | where('ServiceID', ID)`.
@Suite struct JoinTests {
  private let yaml = """
    sources:
      tasks: {url: x}
      services: {url: y, with: {open: "$tasks | where('ServiceID', ID) | count"}}
    cards:
      - row: {each: services, title: "{Name}", trail: "{open}", subtitle: "{$tasks | where('ServiceID', ID) | join(', ', 'Title')}"}
    """

  @Test func itemsAreFoundByTheValueOfAField() throws {
    var evaluator = BoardEvaluator(try board(yaml))
    evaluator.update(
      "tasks",
      answers: [
        [
          ["ServiceID": 1, "Title": "a"], ["ServiceID": "2", "Title": "b"], ["ServiceID": "01", "Title": "c"],
          ["ServiceID": 9, "Title": "d"],
        ]
      ], at: tuesday)
    evaluator.update(
      "services", answers: [[["ID": 1, "Name": "A"], ["ID": 2, "Name": "B"], ["ID": 3, "Name": "C"]]], at: tuesday)
    let cards = evaluator.content(page: 0, at: Moment(time: tuesday)).cards
    #expect(cards.map(\.trail) == ["2", "1", "0"])
    #expect(cards.map(\.subtitle) == ["a, c", "b", nil])
  }

  /// What `where` finds is what `==` holds equal.
  @Test func itFindsWhatIsEqual() throws {
    let values: [Value] = [
      1, "1", "01", "1.0", true, "true", false, "x", "X", nil, "2025-03-04", "4.3.2025", 0, "-0",
    ]
    let items = Value.list(values.map { ["v": $0] })
    for value in values {
      var evaluation = Evaluation(moment: Moment(time: tuesday), item: ["list": items, "w": value])
      let found = evaluation.value(try Expression("list | where('v', w)"))
      let expected = values.filter { Comparison.areEqual($0, value, in: evaluation.moment) }
      #expect(found == .list(expected.map { ["v": $0] }), "\(value)")
    }
  }

  /// A hundred thousand of each: as much work as there are items, not as many as there are pairs.
  @Test func manyTimesManyIsTheSumOfBoth() throws {
    let count = 100_000
    var evaluator = BoardEvaluator(try board(yaml))
    let tasks = (0..<count).map { Value.record(Record([("ServiceID", .number(Double($0 / 2))), ("Title", "t")])) }
    let services = (0..<count).map { Value.record(Record([("ID", .number(Double($0))), ("Name", "s")])) }
    evaluator.update("tasks", answers: [.list(tasks)], at: tuesday)
    evaluator.update("services", answers: [.list(services)], at: tuesday)
    let found = evaluator.records(of: "services", at: Moment(time: tuesday))
    let records = try #require(found)
    #expect(!records.isCut)
    #expect(records.items.count == count)
    guard case .record(let first)? = records.items.first, case .record(let last)? = records.items.last else {
      Issue.record("no records")
      return
    }
    #expect(first["open"] == 2 && last["open"] == 0)
    // What is more than is done for one card is left out and told.
    let content = evaluator.content(page: 0, at: Moment(time: tuesday))
    #expect(content.cards.count > 1_000)
    #expect(content.cards.count == count || content.problems.contains { $0.contains("more work than is done for one") })
  }
}
