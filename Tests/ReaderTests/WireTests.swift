import Board
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

@Test func everyValueComesBackAsItWas() throws {
  var random = SplitMix64(seed: 7)
  for _ in 0..<2_000 {
    let value = value(&random)
    var wire = WireWriter()
    wire.put(value)
    var taker = WireTaker(wire.bytes)
    #expect(try taker.value() == value)
    #expect(taker.left == 0)
  }
}

@Test func recordsOfOneShapeTellTheirNamesOnce() throws {
  var maker = RecordMaker()
  let names = ["departure", "destination"]
  let records = (0..<100).map { Value.record(maker.record(names[...], [.number(Double($0)), .null])) }
  var wire = WireWriter()
  wire.put(.list(records))
  #expect(wire.bytes.count < 100 * (5 + 9 + 1) + 60)
  var taker = WireTaker(wire.bytes)
  guard case .list(let back) = try taker.value(), case .record(let first) = back[0], case .record(let last) = back[99]
  else { return #expect(Bool(false)) as Void }
  #expect(back == records)
  #expect(first.shape.identity == last.shape.identity)
}

@Test func whateverIsChangedOrCutOffNeverTraps() {
  var random = SplitMix64(seed: 11)
  var refused = 0
  for _ in 0..<1_000 {
    var wire = WireWriter()
    wire.put(value(&random))
    let whole = wire.bytes
    for _ in 0..<100 {
      var bytes = Array(whole.prefix(Int.random(in: 0...whole.count, using: &random)))
      for _ in 0..<Int.random(in: 0..<4, using: &random) where !bytes.isEmpty {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        bytes[place] = [0, 1, 6, 7, 0x7F, 0xFF, UInt8.random(in: 0...255, using: &random)].randomElement(
          using: &random)!
      }
      var taker = WireTaker(bytes)
      if (try? taker.value()) == nil { refused += 1 }
    }
  }
  #expect(refused > 10_000)
}

@Test func aFewBytesDoNotBecomeMuchMemory() {
  var wire = WireWriter()
  wire.put(6 as UInt8)
  wire.put(count: 2_000_000)
  let bytes = wire.bytes + [UInt8](repeating: 0, count: 2_000_000)
  var taker = WireTaker(bytes)
  #expect(throws: WireError.self) { try taker.value() }
  // A list in a list in a list.
  let level: [UInt8] = [6, 1, 0, 0, 0]
  taker = WireTaker(Array(repeatElement(level, count: 5_000).joined()) + [0])
  #expect(throws: WireError.self) { try taker.value() }
}

@Test(arguments: [Double.nan, .infinity, -.infinity]) func aNumberThatIsNoneIsRefused(number: Double) {
  var wire = WireWriter()
  wire.put(3 as UInt8)
  wire.put(number)
  var taker = WireTaker(wire.bytes)
  #expect(throws: WireError.self) { try taker.value() }
}
