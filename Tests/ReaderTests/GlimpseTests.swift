import Board
import Formats
import Numbers
import Reader
import Seeded
import Testing

/// A long list of an answer is seen before the answer ends.
@Suite struct GlimpseTests {
  private let rows = (0..<20).map { #"{"n": \#($0), "deep": {"list": [1, {"x": 2}]}}"# }

  /// What was seen of a text, on the way to its whole.
  private func seen(_ text: String, from count: Int, as format: SourceFormat = .json) throws -> (
    looks: [Value], whole: Value?
  ) {
    var looks: [Value] = []
    let direct = ValueBuilder(lookingAt: count) { looks.append($0) }
    var taken: [Value] = []
    var taker = ValueTaker(into: ValueBuilder(lookingAt: count) { taken.append($0) })
    var bytes: [UInt8] = []
    let sink = WireSink { bytes += $0 }
    for target in [direct as any ValueSink, sink] {
      try decode(
        Array(text.utf8), as: format, delimiter: nil, contentType: nil, address: "", at: 0, into: target, note: { _ in }
      )
    }
    sink.flush()
    try taker.take(bytes)
    #expect(taken == looks, "the same comes over the wire")
    #expect(try taker.value() == direct.value)
    return (looks, direct.value)
  }

  private func list(_ value: Value?, _ path: [String]) -> [Value]? {
    var value = value
    for name in path {
      guard case .record(let record)? = value else { return nil }
      value = record[name]
    }
    guard case .list(let items)? = value else { return nil }
    return items
  }

  @Test(arguments: [
    (#"[ROWS]"#, []), (#"{"items": [ROWS]}"#, ["items"]), (#"{"a": {"b": {"c": [ROWS]}}}"#, ["a", "b", "c"]),
    (#"{"short": [1, [2]], "meta": {"page": {"x": [{}]}}, "items": [ROWS], "after": [ROWS]}"#, ["items"]),
    (#"{"meta": {}, "data": {"none": [], "items": [ROWS]}}"#, ["data", "items"]),
    (#"{"x": {"y": {"z": 1}}, "x": {"y": [ROWS]}}"#, ["x", "y"]),
    (#"{"items": [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, ROWS]}"#, ["items"]),
  ])
  func whatIsSeenIsTheBeginning(text: String, path: [String]) throws {
    let text = text.replacing("ROWS", with: rows.joined(separator: ", "))
    for count in [1, 2, 5, 19, 20] {
      let (looks, whole) = try seen(text, from: count)
      let all = try #require(list(whole, path))
      // A shorter list may come before it.
      guard count > 2 else { continue }
      #expect(looks.count == 1)
      let first = try #require(list(looks.first, path), "\(looks)")
      #expect(first == Array(all.prefix(first.count)) && first.count == max(count, all.count == 31 ? 12 : 0))
    }
    #expect(try seen(text, from: 32).looks.isEmpty)
  }

  /// Many records that have names are no list, and neither are the lists within a list.
  @Test(arguments: [
    #"{"a": {}, "b": {}, "c": {}, "d": {}, "e": {}}"#, #"{"x": {"a": [], "b": {}, "c": [1], "d": {}}}"#,
    #"[[{}, {}, {}, {}], {"x": [{}, {}, {}, {}]}]"#, "[1, 2, 3, 4, 5, 6]", #"{"a": 1, "b": 2, "c": 3, "d": 4}"#,
    #"[{"a": {"b": {}, "c": {}, "d": {}, "e": {}}}]"#, "{}", "[]", "7",
  ])
  func whatIsNoLongListIsNotSeen(text: String) throws {
    #expect(try seen(text, from: 4).looks.isEmpty)
  }

  /// What is sent whole is taken piece by piece all the same.
  @Test(arguments: [[], ["items"], ["data", "items"]]) func aValueThatIsSentWholeIsSeenToo(path: [String]) throws {
    let items = (0..<50).map { Value.record(Record([("n", .number(Double($0)))])) }
    let whole = path.reversed().reduce(Value.list(items)) {
      .record(Record([("before", .list([])), ($1, $0), ("z", .null)]))
    }
    var taken: [Value] = []
    var taker = ValueTaker(into: ValueBuilder(lookingAt: 10) { taken.append($0) })
    try taker.take(WireSink.bytes(of: whole))
    #expect(taken.count == 1 && list(taken.first, path) == Array(items.prefix(10)))
    // As fields of a record they are no list.
    taken = []
    let record = Value.record(Record(items.enumerated().map { ("field \($0)", $1) }))
    taker = ValueTaker(into: ValueBuilder(lookingAt: 10) { taken.append($0) })
    try taker.take(WireSink.bytes(of: record))
    let value = try taker.value()
    #expect(taken.isEmpty && value == record)
  }

  /// Whatever an untrusted reader says of names.
  @Test func namesWithoutSenseDoNoHarm() throws {
    var random = SplitMix64(seed: 4)
    let pieces: [[UInt8]] = [
      [6], [7], [0], [9, 1, 0, 0, 0, 97], [9, 0, 0, 0, 0], [8, 0, 0, 0, 0, 0, 0, 0, 0], [8, 0, 0, 0, 0],
    ]
    var whole = 0
    for _ in 0..<20_000 {
      var taker = ValueTaker(into: ValueBuilder(lookingAt: 2) { _ in })
      var bytes: [UInt8] = []
      for _ in 0..<Int.random(in: 0..<40, using: &random) { bytes += pieces.randomElement(using: &random)! }
      if (try? taker.take(bytes)) != nil { whole += 1 }
    }
    #expect(whole > 500)
  }
}
