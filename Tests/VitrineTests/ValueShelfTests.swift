import Board
import Fetch
import Formats
import Glibc
import Linux
import Scratch
import Testing

@testable import Vitrine

private let answer = AnswerReading(bytes: [], format: .json, address: "http://example.org/a", time: 1_795_500_000)

private func outcome(_ text: String, dependsOnTime: Bool = false) -> AnswerReading.Outcome {
  AnswerReading.Outcome(
    result: .success(.list([.text(text), .number(2)])), notes: ["a note"], dependsOnTime: dependsOnTime)
}

private func files(in folder: String) throws -> [String] { try Directory.names(in: folder) }

private func withShelf(_ body: (ValueShelf, _ folder: String) throws -> Void) throws {
  let directory = TemporaryDirectory()
  try body(ValueShelf(in: directory.path), directory.path + "/values")
}

@Test func whatWasReadIsThereForTheSameBytesReadTheSameWay() throws {
  try withShelf { shelf, _ in
    let id = SourceID("news")
    #expect(shelf.outcome(of: answer, 1, from: id) == nil)
    shelf.keep(outcome("one"), of: answer, 1, from: id)
    #expect(shelf.outcome(of: answer, 1, from: id) == outcome("one"))
    // Other bytes, another format, another address of the source.
    #expect(shelf.outcome(of: answer, 2, from: id) == nil)
    var other = answer
    other.format = .csv
    #expect(shelf.outcome(of: other, 1, from: id) == nil)
    #expect(shelf.outcome(of: answer, 1, from: SourceID("news", part: 1)) == nil)
  }
}

/// What changes all the time is written now and then: once it stays, the next run finds what was read of it.
@Test func whatIsKeptLaterIsOnTheShelfToo() throws {
  try withShelf { shelf, folder in
    let id = SourceID("meter")
    let reader = AnswerReader(
      nil, id, clock: WallClock(zone: .utc) { 1_795_500_000 }, in: .here, shelf: shelf, note: { _ in })
    func content(_ text: String) -> FetchedContent {
      FetchedContent(
        payload: .bytes(Array(text.utf8)), contentType: "application/json", address: "http://example.org/a",
        fetchedAt: 1_795_500_000)
    }
    for text in ["[1]", "[2]"] {
      #expect(reader.problem(with: content(text), isKept: false) == nil)
      #expect(try reader.value(of: content(text)) == .list([.number(text == "[1]" ? 1 : 2)]))
    }
    shelf.wait()
    #expect((try? files(in: folder)) ?? [] == [])
    #expect(reader.problem(with: content("[2]"), isKept: true) == nil)
    #expect(reader.isLatest(content("[2]")))
    let kept = AnswerReading(
      bytes: Array("[2]".utf8), contentType: "application/json", address: "http://example.org/a", time: 1_795_500_000)
    let fingerprint = try #require(content("[2]").fingerprint)
    shelf.wait()
    #expect(shelf.outcome(of: kept, fingerprint, from: id)?.result == .success(.list([.number(2)])))
  }
}

@Test func calendarsAreReadAnewEachDay() throws {
  try withShelf { shelf, _ in
    shelf.keep(outcome("one", dependsOnTime: true), of: answer, 1, from: SourceID("days"))
    var later = answer
    later.time += 3600
    #expect(shelf.outcome(of: later, 1, from: SourceID("days")) != nil)
    later.time += 86_400
    #expect(shelf.outcome(of: later, 1, from: SourceID("days")) == nil)
  }
}

@Test func sourcesThatAreGoneLeaveNothing() throws {
  try withShelf { shelf, folder in
    for name in ["news", "weather"] {
      for part in 0..<3 { shelf.keep(outcome(name), of: answer, 1, from: SourceID(name, part: part)) }
    }
    #expect(try files(in: folder).count == 6)
    // What an interrupted write has left goes, too.
    let file = try FileDescriptor(opening: folder + "/half.tmp", O_WRONLY | O_CREAT)
    try file.writeAll([1])
    shelf.forgetAll(but: ["weather", "trains"])
    #expect(try files(in: folder).count == 3)
    #expect(shelf.outcome(of: answer, 1, from: SourceID("weather", part: 2)) != nil)
    #expect(shelf.outcome(of: answer, 1, from: SourceID("news")) == nil)
  }
}

@Test func theShelfHasAnEnd() throws {
  try withShelf { shelf, folder in
    let long = String(repeating: "x", count: 20 << 20)
    for part in 0..<6 { shelf.keep(outcome(long), of: answer, 1, from: SourceID("long", part: part)) }
    let names = try files(in: folder)
    #expect(names.count == 4)
    // What takes its own place needs none.
    shelf.keep(outcome(long + "y"), of: answer, 1, from: SourceID("long"))
    #expect(shelf.outcome(of: answer, 1, from: SourceID("long")) == outcome(long + "y"))
  }
}

@Test func whatIsDamagedIsNotThere() throws {
  try withShelf { shelf, folder in
    shelf.keep(outcome("one"), of: answer, 1, from: SourceID("news"))
    let path = folder + "/" + (try #require(files(in: folder).first))
    let whole = try RegularFile.read(path, limit: 1 << 20)
    for index in whole.indices {
      for (damage, bytes) in [
        ("cut", Array(whole[..<index])), ("changed", whole[..<index] + [whole[index] ^ 0x55] + whole[(index + 1)...]),
      ] {
        let file = try FileDescriptor(opening: path, O_WRONLY | O_TRUNC)
        try file.writeAll(bytes)
        #expect(shelf.outcome(of: answer, 1, from: SourceID("news")) == nil, "\(damage) at \(index)")
      }
    }
  }
}
