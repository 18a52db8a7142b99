import Board
import Fetch
import Formats
import Scratch
import Synchronization
import Testing

@testable import Vitrine

/// The first rows of an answer are seen once, before there has been any.
@Suite struct AnswerGlimpseTests {
  private func content(_ rows: Int, _ end: String = "]}") -> FetchedContent {
    let items = (0..<rows).map { #"{"n": \#($0)}"# }.joined(separator: ",")
    return FetchedContent(
      payload: .bytes(Array((#"{"at": 7, "items": ["# + items + end).utf8)), contentType: "application/json",
      address: "http://example.org/a", fetchedAt: 1_795_500_000)
  }

  /// How many rows each look has had.
  private func reader(_ source: Source?, _ shelf: ValueShelf? = nil) -> (
    reader: AnswerReader, looks: @Sendable () -> [Int]
  ) {
    let looks = Looks()
    let reader = AnswerReader(
      source, SourceID("s"), clock: WallClock(zone: .utc) { 1_795_500_000 }, in: .here, shelf: shelf,
      look: { value, _ in
        guard case .record(let record) = value, case .list(let items)? = record["items"], record["at"] == nil else {
          return looks.add(-1)
        }
        looks.add(items.count)
      }, note: { _ in })
    return (reader, { looks.all })
  }

  private final class Looks: Sendable {
    private let counts = Mutex<[Int]>([])
    var all: [Int] { counts.withLock { $0 } }
    func add(_ count: Int) { counts.withLock { $0.append(count) } }
  }

  @Test func whatIsGarbledEachTimeIsSeenOnce() {
    let (reader, looks) = reader(nil)
    for rows in [5_000, 5_001, 6_000, 7_000] {
      #expect(reader.problem(with: content(rows, "oops"), isKept: true) != nil)
    }
    #expect(looks() == [5_001])
  }

  @Test func whatHasAnsweredIsNotSeenInParts() throws {
    let yaml = "sources: {s: {url: \"http://example.org/a\", items: items}}\ncards: []"
    let node = try YAML.parse(Array(yaml.utf8), file: "b")
    let source = try #require(BoardFile.read(node, file: "b") { _ in nil }.board?.sources.first)
    let (reader, looks) = reader(source)
    #expect(reader.problem(with: content(10), isKept: true) == nil)
    #expect(reader.problem(with: content(9_000), isKept: true) == nil)
    #expect(looks() == [])
  }

  /// The next run sees them before its shelf is read to its end.
  @Test func theShelfIsSeenToo() throws {
    let directory = TemporaryDirectory()
    let shelf = ValueShelf(in: directory.path)
    let (first, looks) = reader(nil, shelf)
    #expect(first.problem(with: content(8_000), isKept: true) == nil)
    shelf.wait()
    let (second, again) = reader(nil, shelf)
    guard case .record(let whole) = try second.value(of: content(8_000)), case .list(let items)? = whole["items"] else {
      return #expect(Bool(false)) as Void
    }
    #expect(items.count == 8_000)
    #expect(looks() == [5_001] && again() == [5_001])
  }
}
