import Board
import Content
import Formats
import Reader
import Synchronization
import Testing

@testable import Fetch
@testable import Vitrine

private let address = "mqtt://broker.example/+/t"

private func source(_ text: String) throws -> Source {
  let (root, _) = YAML.read(Array("sources:\n  x: \(text)\ncards:\n  - row: {each: x, title: a}\n".utf8), file: "b")
  let node = try #require(root)
  return try #require(BoardFile.read(node, file: "b") { _ in nil }.board?.sources.first)
}

private func news(_ messages: [PushedMessage], of address: String = address) -> SourceNews {
  .pushed(.success(FetchedContent(payload: .messages(messages), address: address, fetchedAt: 5)))
}

private func message(_ text: String, _ topic: String = "a/t", isRetained: Bool = false) -> PushedMessage {
  PushedMessage(topic: topic, bytes: Array(text.utf8), time: 5, isRetained: isRetained)
}

@Suite struct PushedAnswerTests {
  private let clock = WallClock(zone: .utc) { 1_795_500_000 }

  /// A way that stands, and brings nothing that can be read, keeps nothing fresh: what was said last has the age it has.
  @Test func whatCannotBeReadKeepsNothingFresh() throws {
    let one = "mqtt://broker.example/a/t"
    let reader = AnswerReader(
      try source("{url: \"\(one)\", as: json}"), SourceID("x"), clock: clock, in: .here, note: { _ in })
    let good = Answer(news([message("{\"v\": 1}")], of: one), reader)
    #expect(good.isOpen == true && good.outcome == .success)
    for bad in [
      news([message("{\"v\": broken")], of: one),
      .pushed(.failure(FetchError(.content("no JSON"), fetching: address))),
    ] {
      let answer = Answer(bad, reader)
      #expect(answer.isOpen == false && answer.outcome == .failure)
      guard case .problem = answer.content else {
        Issue.record("it is taken as \(answer.content)")
        continue
      }
    }
    #expect(Answer(.standing(6), reader).isOpen == true)
  }

  /// Of many topics one is garbled: what the others have said holds, and it is told of. Where there are no others nothing does.
  @Test func aGarbledTopicMakesNoOtherOld() throws {
    let told = Mutex<[String]>([])
    let reader = AnswerReader(
      try source("{url: \"\(address)\", as: json}"), SourceID("x"), clock: clock, in: .here,
      note: { sentence in told.withLock { $0.append(sentence) } })
    #expect(Answer(news([message("{", "b/t")]), reader).isOpen == false)
    #expect(told.withLock { $0.isEmpty })
    let some = Answer(news([message("{", "b/t"), message("{\"v\": 2}")]), reader)
    #expect(some.isOpen == true && some.outcome == .success)
    let garbled = Answer(news([message("[", "c/t")]), reader)
    #expect(garbled.isOpen == true)
    guard case .value(.list(let items), _) = garbled.content else {
      Issue.record("it is taken as \(garbled.content)")
      return
    }
    #expect(items.count == 1)
    #expect(told.withLock { $0.map { $0.prefix(4) } } == ["b/t:", "c/t:"])
  }

  /// It is known which topics are garbled, for as long as they are, whatever the others say meanwhile.
  @Test func aGarbledTopicIsWellOnceItCanBeRead() throws {
    let reader = AnswerReader(
      try source("{url: \"\(address)\", as: json}"), SourceID("x"), clock: clock, in: .here, note: { _ in })
    func notes(_ messages: PushedMessage...) -> [String]? {
      Answer(news(messages), reader).notes?.map { String($0.prefix(4)) }
    }
    #expect(notes(message("{", "b/t")) == ["b/t:"], "though it is the problem, too")
    #expect(notes(message("{\"v\": 1}")) == ["b/t:"], "another topic makes it no better")
    #expect(notes(message("[", "b/t"), message("{", "c/t")) == ["b/t:", "c/t:"])
    #expect(notes(message("{\"v\": 1}", "b/t")) == ["c/t:"])
    #expect(notes(message("", "c/t")) == [], "cleared")
    #expect(Answer(.standing(6), reader).notes == nil && Answer(.fell(6), reader).notes == nil)
  }

  /// Rows that make no sense are left out, and that is known until an answer comes without them. What is known from an earlier run is not
  /// said of a server that has not been heard.
  @Test func whatWasLeftOutOfAnAnswerIsKnown() throws {
    let address = "https://a.example/t.csv"
    let reader = AnswerReader(
      try source("{url: \"\(address)\"}"), SourceID("x"), clock: clock, in: .here, note: { _ in })
    func table(_ row: String) -> FetchedContent {
      FetchedContent(payload: .bytes(Array("name,count\n\(row)\n".utf8)), address: address, fetchedAt: 5)
    }
    let bad = table("a,\"1")
    #expect(Answer(.cached(bad), reader).notes == nil)
    let notes = try #require(Answer(.fetched(.success(bad)), reader).notes)
    #expect(!notes.isEmpty)
    #expect(Answer(.fetched(.notModified(bad)), reader).notes == notes)
    #expect(Answer(.fetched(.failure(FetchError(.cutOff, fetching: address))), reader).notes == nil)
    #expect(Answer(.fetched(.success(table("a,1"))), reader).notes == [])
  }

  /// Four thousand topics as long as pages, all garbled.
  @Test func garbageIsToldOfAndForgotten() throws {
    let told = Mutex<[String]>([])
    let reader = AnswerReader(
      try source("{url: \"\(address)\", as: json}"), SourceID("x"), clock: clock, in: .here,
      note: { sentence in told.withLock { $0.append(sentence) } })
    let long = String(repeating: "t", count: 60_000)
    for number in 0..<4000 {
      let answer = Answer(news([message("{", "\(number)\(long)"), message("{\"v\": \(number)}")]), reader)
      #expect(answer.notes?.count == min(number + 1, 32))
    }
    let sentences = told.withLock { $0 }
    #expect(sentences.count == 32 && sentences.allSatisfy { $0.utf8.count < 400 })
    #expect(sentences.last?.hasSuffix("there is more like this, which is not told any more") == true)
  }

  @Test(arguments: [false, true])
  func whatTheBrokerHadIsTold(isRetained: Bool) throws {
    let reading = MessagesReading(messages: [message("7", isRetained: isRetained)], address: address, isOfTopics: true)
    // As it is read by the process that may do nothing else, too.
    let sent = try MessagesReading(head: reading.job.head, body: reading.job.body)
    for reading in [reading, sent] {
      let expected = Record([("topic", .text("a/t")), ("value", 7), (isRetained ? "kept" : "time", 5)])
      #expect(reading.read().result == .success(.list([.record(expected)])))
    }
  }

  /// What a sensor writes that has no value is none, and no word.
  @Test(arguments: [("null", Value.null), ("NaN", .null), ("nan", .null), ("nullify", .text("nullify"))])
  func nothingIsNoWord(payload: String, value: Value) {
    let reading = MessagesReading(messages: [message(payload)], address: address, isOfTopics: true)
    let expected = Record([("topic", .text("a/t")), ("value", value), ("time", 5)])
    #expect(reading.read().result == .success(.list([.record(expected)])))
  }

  /// What would lose digits as a number is a name, or an address.
  @Test(
    arguments: [
      ("21.5", .number(21.5)), ("-3", .number(-3)), ("1.2e-05", .number(1.2e-05)), ("1e+06", .number(1e6)),
      ("123456789012345", .number(123_456_789_012_345)), ("9E12", .text("9E12")), ("7e1", .text("7e1")),
      ("04E512", .text("04E512")), ("9007199254740993", .text("9007199254740993")),
      ("89014103211118510720", .text("89014103211118510720")), ("007", .text("007")), ("0.1000", .number(0.1)),
      ("33.333333333333336", .number(33.333333333333336)),
    ] as [(String, Value)])
  func numbersKeepTheirDigits(payload: String, value: Value) {
    let reading = MessagesReading(messages: [message(payload)], address: address, isOfTopics: true)
    let expected = Record([("topic", .text("a/t")), ("value", value), ("time", 5)])
    #expect(reading.read().result == .success(.list([.record(expected)])))
  }
}
