import Board
import Testing

private func source(_ items: String?) throws -> Source {
  let line = items.map { ", items: \"\($0)\"" } ?? ""
  let text = "board: A\nsources:\n  s: {url: 'http://x.test/a'\(line)}\ncards:\n  - header: {title: A}\n"
  return try board(text).sources[0]
}

private func shape(_ value: Value, items: String? = nil, isText: Bool = false) throws -> AnswerShape {
  try source(items).shape(of: value, isText: isText, at: Moment(time: 0, zone: .utc))
}

@Suite struct AnswerCheckTests {
  private let list = Value.list([.number(1)])
  private let record = Value.record(Record([("data", .list([])), ("error", .text("no"))]))

  @Test func answersHaveShapes() throws {
    #expect(try shape(list) == .list)
    #expect(try shape(.list([])) == .list)
    #expect(try shape(record) == .record)
    #expect(try shape(.record(Record([("text", .text("a"))])), isText: true) == .text)
    #expect(try shape(.number(3)) == .single)
    #expect(try shape(record, items: "data") == .list)
    #expect(try shape(record, items: "error") == .single)
    // What is above the source is not known here, and may well make a list.
    #expect(try shape(record, items: "$board.name") == .record)
  }

  @Test func aPlaceThatIsGoneIsNoAnswer() {
    #expect(throws: AnswerRefusal.self) { try shape(.null, items: "data") }
    let refusal = #expect(throws: AnswerRefusal.self) { try shape(record, items: "data.rows") }
    #expect(
      refusal?.description
        == "the answer has nothing at \"data.rows\", it has data, error; if it looks so now, change \"items\"")
  }

  @Test func aListThatIsNullIsEmpty() throws {
    #expect(try shape(.null) == .list)
    let empty = Value.record(Record([("data", .record(Record([("rows", .null)])))]))
    #expect(try shape(empty, items: "data.rows") == .list)
    let failed = Value.record(Record([("data", .null), ("errors", .list([]))]))
    #expect(throws: AnswerRefusal.self) { try shape(failed, items: "data.rows") }
  }

  /// What was there, what comes, whether it is taken.
  @Test func anApologyDoesNotTakeThePlaceOfData() {
    let shapes: [AnswerShape] = [.list, .record, .text, .single]
    for before in shapes {
      for now in shapes {
        let isTaken = now == before || before == .text || before == .single
        #expect((Source.refusal(of: now, after: before) == nil) == isTaken, "\(before) then \(now)")
      }
      #expect(Source.refusal(of: before, after: nil) == nil)
    }
    #expect(
      Source.refusal(of: .text, after: .list)?.description
        == "the answer is plain text now, where it was a list before; if that is right, say so in the source (url, as or items)"
    )
  }
}
