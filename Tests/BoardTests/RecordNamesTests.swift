import TestSupport
import Testing

@testable import Board

/// Names that look alike: composed and decomposed letters, signs with two code points, and plain ones of the same length.
private let names =
  ["café", "cafe\u{301}", "K", "\u{212A}", "Å", "A\u{30A}", "\u{212B}", "n", "ñ", "n\u{303}", "가", "\u{1100}\u{1161}"]
  + (0..<14).map { "n\($0)" }

@Suite struct RecordNamesTests {
  /// A record is a dictionary by Swift's equality of texts, whether its names are looked through or hashed; the last one wins.
  @Test(arguments: 0..<60)
  func equalNamesAreOneField(seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    var record = Record()
    var model: [String: Double] = [:]
    for step in 0..<60 {
      let name = names[Int.random(in: 0..<(seed % 3 == 0 ? 10 : names.count), using: &random)]
      if Int.random(in: 0..<5, using: &random) == 0 {
        record[name] = Value?.none
        model[name] = nil
      } else {
        record[name] = .number(Double(step))
        model[name] = Double(step)
      }
      #expect(record.count == model.count)
      for name in names { #expect(record[name] == model[name].map(Value.number), "\(name) of \(record.names)") }
    }
  }

  /// However many fields there are, and however the record is made, two spellings of a name are one.
  @Test(arguments: 0..<40)
  func bothSpellingsOfANameAreOne(fields: Int) {
    let list = (0..<fields).map { ("n\($0)", Value.number(Double($0))) } + [("café", 1), ("cafe\u{301}", 2)]
    var maker = RecordMaker()
    let made = maker.record(list.map(\.0)[...], list.map(\.1))
    for record in [Record(list), made] {
      #expect(record.count == fields + 1)
      #expect(record["café"] == 2)
      #expect(record["cafe\u{301}"] == 2)
    }
  }

  /// Records that share their names do not share changes of them.
  @Test(arguments: [1, 5, 20, 60])
  func recordsOfOneAnswerAreIndependent(fields: Int) {
    var maker = RecordMaker()
    let list = (0..<fields).map { "n\($0)" }
    var records = (0..<8).map { number in
      maker.record(list[...], list.indices.map { Value.number(Double($0 * 10 + number)) })
    }
    records[1]["added"] = true
    records[2]["n0"] = Value?.none
    records[3]["n0"] = "changed"
    for number in [0, 4, 5, 6, 7] {
      #expect(records[number] == Record(list.enumerated().map { ($1, .number(Double($0 * 10 + number))) }))
    }
    #expect(records[1].names == list + ["added"])
    #expect(records[2].names == Array(list.dropFirst()))
    #expect(records[3].names == list)
    #expect(records[3]["n0"] == "changed")
  }

  /// Ten thousand records of the same names take the memory of their values.
  @Test func namesOfAnAnswerAreCountedOnce() {
    var maker = RecordMaker()
    let long = String(repeating: "n", count: 100)
    let records = (0..<10_000).map { _ in Value.record(maker.record([long, "b"], [1, 2])) }
    let apart = (0..<10_000).map { _ in Value.record(Record([(long, 1), ("b", 2)])) }
    #expect(Value.list(records).cost < 10_000 * 130)
    #expect(Value.list(apart).cost > 10_000 * 200)
    #expect(Value.list(records) == Value.list(apart))
  }
}

@Suite struct BoardBoundTests {
  private func rows(_ count: Int) -> Value {
    .list((0..<count).map { ["name": .text("a name of many letters \($0)")] })
  }

  /// Sources together stay below what a board may hold; the one that is too much keeps what it had, and says so.
  @Test func sourcesShareTheMemoryOfTheirBoard() throws {
    let file = try board(
      """
      sources: {a: {url: x}, b: {url: y}}
      cards:
        - row: {each: a, title: "{name}"}
        - row: {each: b, title: "{name}"}
      """)
    let one = rows(100).cost
    var bounds = Bounds()
    bounds.board = one * 5 / 2
    var evaluator = BoardEvaluator(file, bounds: bounds)
    let first = [
      evaluator.update("a", answers: [rows(100)], at: tuesday),
      evaluator.update("b", answers: [rows(100)], at: tuesday),
    ]
    #expect(first == [nil, nil])
    let refused = evaluator.update("b", answers: [rows(200)], at: tuesday + 60)
    let refusal = try #require(refused)
    #expect(refusal == .board(found: rows(200).cost, others: one, bound: bounds.board))
    #expect(refusal.description.contains("and all sources of a board may take"))
    let content = evaluator.content(page: 0, at: Moment(time: tuesday + 60))
    #expect(content.cards.count == 200)
    #expect(evaluator.oldestAnswer(of: ["b"]) == tuesday)
    // One that shrinks is let in, and makes room.
    let second = [
      evaluator.update("a", answers: [rows(10)], at: tuesday),
      evaluator.update("b", answers: [rows(200)], at: tuesday + 60),
    ]
    #expect(second == [nil, nil])
    // Another version of the board counts what it takes over.
    var next = BoardEvaluator(file, bounds: bounds)
    next.adopt(["a", "b"], from: evaluator)
    let third = next.update("a", answers: [rows(100)], at: tuesday)
    #expect(third != nil)
  }

  @Test(arguments: 0..<30) func costIsOfAllThatIsThere(seed: Int) {
    var random = RandomExpressions(seed: UInt64(seed) &+ 7)
    let value = random.value(depth: 4)
    #expect(value.cost > 0)
    #expect(Value.list([value, value]).cost >= value.cost)
    #expect(Value.list([value, .text(String(repeating: "x", count: 1_000))]).cost >= value.cost + 1_000)
  }
}
