import Board
import Formats
import Reader
import Seeded
import Testing

private func value(_ random: inout SplitMix64, depth: Int = 0) -> Value {
  switch Int.random(in: 0..<(depth < 5 ? 9 : 6), using: &random) {
  case 0: .null
  case 1: .bool(Bool.random(using: &random))
  case 2: .number(Double.random(in: -1e12...1e12, using: &random))
  case 3: .number([0, -0.0, .greatestFiniteMagnitude, .leastNonzeroMagnitude, -1].randomElement(using: &random)!)
  case 4:
    .text(
      ["", "a", "Straße", "e\u{301}", "\u{0}", "👩‍👩‍👧", "日本語 のテキスト, and more than fifteen bytes"].randomElement(
        using: &random)!)
  case 5: .date(Double.random(in: -1e11...1e11, using: &random))
  case 6: .list((0..<Int.random(in: 0..<6, using: &random)).map { _ in value(&random, depth: depth + 1) })
  default:
    .record(
      Record(
        (0..<Int.random(in: 0..<20, using: &random)).map { number in
          ("name \(number % 15)", value(&random, depth: depth + 1))
        }))
  }
}

private func back(_ bytes: [UInt8]) throws(WireError) -> Value {
  var taker = ValueTaker()
  try taker.take(bytes)
  return try taker.value()
}

@Test func everyValueComesBackAsItWas() throws {
  var random = SplitMix64(seed: 7)
  for _ in 0..<2_000 {
    let value = value(&random)
    #expect(try back(WireSink.bytes(of: value)) == value)
  }
}

/// In parts, each of which is taken before the next is made: a long list, texts longer than a part, records of more shapes than are remembered.
@Test func valuesOfManyPartsComeBackAsTheyWere() throws {
  var random = SplitMix64(seed: 8)
  let rows = (0..<30_000).map { number in
    Value.record(
      Record([("t", .text("row \(number)")), ("name \(number % 1_300)", value(&random, depth: 4))]))
  }
  let texts = [1, 59_000, 60 << 10, 61_441, 65_536, 200_000].map { Value.text(String(repeating: "é", count: $0)) }
  let whole = Value.list([.list(rows), .list(texts)])
  var taker = ValueTaker()
  var parts = 0
  let sink = WireSink { part in
    parts += 1
    #expect((try? taker.take(part)) != nil)
  }
  sink.put(whole)
  sink.flush()
  #expect(parts > 15)
  #expect(try taker.value() == whole)
}

/// Whoever sends a value whole and whoever sends its pieces send the same.
@Test func piecesAreTheSameAsTheWhole() throws {
  let text = #"{"a": [1, {"b": "x", "b": "y"}, {"b": "z"}, {}, []], "é": null, "e\u0301": true}"#
  let pieces = ValueBuilder()
  var bytes: [UInt8] = []
  let sink = WireSink { bytes += $0 }
  for target in [pieces as any ValueSink, sink] {
    try decode(
      Array(text.utf8), as: .json, delimiter: nil, contentType: nil, address: "", at: 0, into: target, note: { _ in })
  }
  sink.flush()
  #expect(try back(bytes) == pieces.value)
  #expect(try back(WireSink.bytes(of: try #require(pieces.value))) == pieces.value)
  guard case .record(let record)? = pieces.value else { return #expect(Bool(false)) as Void }
  #expect(record.count == 2)
}

@Test func recordsOfOneShapeTellTheirNamesOnce() throws {
  var maker = RecordMaker()
  let names = ["departure", "destination"]
  let records = (0..<100).map { Value.record(maker.record(names[...], [.number(Double($0)), .null])) }
  let wire = WireSink.bytes(of: .list(records))
  #expect(wire.count < 100 * (6 + 9 + 1) + 60)
  guard case .list(let back) = try back(wire), case .record(let first) = back[0], case .record(let last) = back[99]
  else { return #expect(Bool(false)) as Void }
  #expect(back == records)
  #expect(first.shape.identity == last.shape.identity)
}

@Test func whateverIsChangedOrCutOffNeverTraps() {
  var random = SplitMix64(seed: 11)
  var refused = 0
  for _ in 0..<1_000 {
    let whole = WireSink.bytes(of: value(&random))
    for _ in 0..<100 {
      var bytes = Array(whole.prefix(Int.random(in: 0...whole.count, using: &random)))
      for _ in 0..<Int.random(in: 0..<4, using: &random) where !bytes.isEmpty {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        bytes[place] = [0, 1, 6, 7, 8, 0x7F, 0xFF, UInt8.random(in: 0...255, using: &random)].randomElement(
          using: &random)!
      }
      if (try? back(bytes)) == nil { refused += 1 }
    }
  }
  #expect(refused > 10_000)
}

@Test func aFewBytesDoNotBecomeMuchMemory() {
  // More values than there may be.
  #expect(throws: WireError.self) { try back([6] + [UInt8](repeating: 0, count: 2_000_000) + [7]) }
  #expect((try? back([6] + [UInt8](repeating: 0, count: 1_000_000) + [7])) != nil)
  // A list in a list in a list.
  for (depth, isTaken) in [(258, true), (259, false), (5_000, false)] {
    let bytes = [UInt8](repeating: 6, count: depth) + [UInt8](repeating: 7, count: depth)
    #expect(((try? back(bytes)) != nil) == isTaken, "\(depth)")
  }
  // Ends without beginnings, and a record that has no value for its name.
  for bytes: [UInt8] in [
    [7], [8, 0, 0, 0, 0, 0, 0, 0, 0], [0, 0], [], [6], [6, 8, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 97],
  ] {
    #expect(throws: WireError.self) { try back(bytes) }
  }
}

@Test(arguments: [Double.nan, .infinity, -.infinity]) func aNumberThatIsNoneIsRefused(number: Double) {
  var wire = WireWriter()
  wire.put(3 as UInt8)
  wire.put(number)
  #expect(throws: WireError.self) { try back(wire.bytes) }
}
