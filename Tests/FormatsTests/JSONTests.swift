import Board
import Formats
import TestSupport
import Testing

private func parse(_ text: String) throws(FormatError) -> Value { try JSON.parse(Array(text.utf8)) }

private func failure(_ text: String) -> String? { problem { try parse(text) } }

@Test func jsonBecomesValues() throws {
  let value = try parse(#"{"z": [1, -2.5, "x", true, false, null, {}, []], "a": {"é": "\ud83d\ude00 \u00e9"}}"#)
  guard case .record(let record) = value else { return #expect(Bool(false), "no record: \(value)") }
  #expect(record.names == ["z", "a"])
  #expect(
    value["z"]
      == .list([.number(1), .number(-2.5), .text("x"), .bool(true), .bool(false), .null, .record(Record()), .list([])]))
  #expect(value["a"]["é"] == .text("😀 é"))
}

@Test(arguments: [
  ("3", Value.number(3)), ("\"x\"", .text("x")), ("null", .null), ("true", .bool(true)), (" [ ] ", .list([])),
  ("{}", .record(Record())),
])
func anyValueIsADocument(text: String, expected: Value) throws { #expect(try parse(text) == expected) }

@Test(arguments: [
  ("9007199254740992", Value.number(9_007_199_254_740_992)),
  ("9007199254740993", .text("9007199254740993")),
  ("-9223372036854775808", .number(-9_223_372_036_854_775_808)),
  ("9223372036854775807", .text("9223372036854775807")),
  ("9223372036854775808", .text("9223372036854775808")),
  ("123456789012345678901234567890", .text("123456789012345678901234567890")),
  ("1e400", .text("1e400")),
  ("1e-400", .number(0)),
  ("0.1", .number(0.1)),
])
func numbersKeepTheirIdentity(text: String, expected: Value) throws {
  #expect(try parse("[\(text), 1]") == .list([expected, .number(1)]))
}

@Test func whatServicesSendIsRead() throws {
  #expect(
    try parse(#"["a\ud800b", "\udc00", "\ud800\u0041", "\ud83d\ude00"]"#)
      == .list([.text("a\u{FFFD}b"), .text("\u{FFFD}"), .text("\u{FFFD}A"), .text("😀")]))
  #expect(try parse(#"{"k\u0000": "a\u0000b"}"#)["k\u{FFFD}"] == .text("a\u{FFFD}b"))
  #expect(try parse(#"["\\ud800", "\"1e999", 1e999]"#) == .list([.text("\\ud800"), .text("\"1e999"), .text("1e999")]))
  #expect(
    try JSON.parse(Array("[\"".utf8) + [0xED, 0xA0, 0x80] + Array("\"]".utf8))["0"].text?.contains("\u{FFFD}") == true)
}

@Test(arguments: ["NaN", "nan", "Infinity", "-Infinity", "inf", "-inf", "-NaN"])
func whatIsNoNumberIsNothing(word: String) throws {
  let text = #"{"a": \#(word), "b": [\#(word),1,\#(word)], "\#(word)": "\#(word)"}"#
  let value = try parse(text)
  #expect(value["a"] == .null)
  #expect(value["b"] == .list([.null, .number(1), .null]))
  #expect(value[word] == .text(word))
}

@Test(arguments: ["NaNs", "-oops", "--1", "Inf inity", "N"])
func wordsThatAreNotJSONStayRefused(word: String) {
  #expect(failure("[1, \(word)]")?.contains("not valid JSON") == true)
}

@Test func encodingsOfJSON() throws {
  let text = #"{"name": "Größe 中"}"#
  let expected = try parse(text)
  #expect(try JSON.parse([0xEF, 0xBB, 0xBF] + Array(text.utf8)) == expected)
  for bigEndian in [true, false] {
    for mark in [true, false] { #expect(try JSON.parse(utf16(text, bigEndian: bigEndian, mark: mark)) == expected) }
  }
  let latin: [UInt8] = [0x5B, 0x22, 0xE4, 0x22, 0x5D]
  #expect(try JSON.parse(latin, charset: "iso-8859-1") == .list([.text("ä")]))
  #expect(try JSON.parse(latin) == .list([.text("ä")]))
}

@Test(arguments: [
  ("{\"a\": 1,\n \"ü\": tru}", "line 2, column"),
  ("[1, 2", "line 1, column 6: not valid JSON"),
  ("{\"a\": 1} x", "line 1, column"),
  ("[123456789012345678901234567890,\n 1, oops]", "line 2, column"),
])
func errorsHaveAPlace(text: String, start: String) throws {
  let message = try #require(failure(text))
  #expect(message.hasPrefix(start), "\(message)")
}

@Test func repairDoesNotMoveThePlace() {
  let place = failure("[1, 1, oops]")?.prefix { $0 != ":" }
  #expect(place == "line 1, column 12")
  #expect(failure("[1, 1e999999, oops]")?.prefix { $0 != ":" } == "line 1, column 19")
  #expect(failure("[NaN, -Infinity, oops]")?.prefix { $0 != ":" } == "line 1, column 22")
}

@Test func otherContentIsNamed() {
  #expect(failure("") == "the answer is empty, not JSON")
  #expect(
    failure("<!DOCTYPE html><html><body>Sign in</body></html>")
      == "the server sent a web page, not JSON; check the address, and whether it asks for a login")
  #expect(failure("\n <html>")?.hasPrefix("the server sent a web page") == true)
  #expect(failure("<?xml version='1.0'?><rss/>")?.hasPrefix("the server sent XML, not JSON") == true)
}

@Test func depthAndNumberOfValuesAreBounded() throws {
  let deep = String(repeating: "[", count: 20_000) + String(repeating: "]", count: 20_000)
  #expect(
    failure(deep)
      == "line 1, column 257: lists and objects are nested deeper than 256; ask the server for a simpler form of it")
  let objects = String(repeating: "{\"a\":", count: 20_000) + "1" + String(repeating: "}", count: 20_000)
  #expect(failure(objects)?.contains("nested deeper than 256") == true)
  let allowed = String(repeating: "[", count: 256) + String(repeating: "]", count: 256)
  _ = try parse(allowed)
  #expect(try parse("[\"" + String(repeating: "[", count: 1_000) + "\"]").items.count == 1)
  let many = "[" + String(repeating: "1,", count: Bounds.standard.values) + "1]"
  #expect(failure(many)?.hasPrefix("the answer holds more than 1000000 values") == true)
}

@Test func anythingWrittenIsReadBack() throws {
  var random = SplitMix64(seed: 7)
  for _ in 0..<300 {
    let value = randomValue(depth: 4, using: &random)
    #expect(try parse(json(value)) == value)
  }
}

@Test func damagedJSONNeverCrashes() {
  let good = Array(#"{"a": [1, 2.5e3, "x\u00e9\ud83d\ude00", {"b": null}], "c": -123456789012345678901}"#.utf8)
  var random = SplitMix64(seed: 3)
  var refused = 0
  for _ in 0..<2_000 {
    var bytes = good
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      let place = Int.random(in: 0..<bytes.count, using: &random)
      switch Int.random(in: 0..<3, using: &random) {
      case 0: bytes[place] = "{}[]\",:\\u0d8eE+-.".utf8.randomElement(using: &random)!
      case 1: bytes.removeSubrange(place...)
      default: bytes.insert(UInt8.random(in: 0...255, using: &random), at: place)
      }
      if bytes.isEmpty { break }
    }
    if problem({ try JSON.parse(bytes) }) != nil { refused += 1 }
  }
  #expect(refused > 500)
}

private func randomValue(depth: Int, using random: inout SplitMix64) -> Value {
  switch Int.random(in: 0..<(depth > 0 ? 6 : 4), using: &random) {
  case 0: return .null
  case 1: return .bool(Bool.random(using: &random))
  case 2: return .number(Double(Int.random(in: -1_000_000...1_000_000, using: &random)) / 8)
  case 3: return .text(randomText(using: &random))
  case 4:
    return .list((0..<Int.random(in: 0...4, using: &random)).map { _ in randomValue(depth: depth - 1, using: &random) })
  default:
    return .record(
      Record(
        (0..<Int.random(in: 0...4, using: &random)).map { _ in
          (randomText(using: &random), randomValue(depth: depth - 1, using: &random))
        }))
  }
}

private func randomText(using random: inout SplitMix64) -> String {
  let letters = Array("ab \"\\/\n\té中😀{}[],:<&")
  return String((0..<Int.random(in: 0...8, using: &random)).map { _ in letters.randomElement(using: &random)! })
}

private func json(_ value: Value) -> String {
  switch value {
  case .null: "null"
  case .bool(let flag): "\(flag)"
  case .number(let number), .date(let number): "\(number)"
  case .text(let text): quoted(text)
  case .list(let items): "[" + items.map(json).joined(separator: ", ") + "]"
  case .record(let record):
    "{" + record.names.map { quoted($0) + ": " + json(record[$0] ?? .null) }.joined(separator: ",") + "}"
  }
}

private func quoted(_ text: String) -> String {
  "\""
    + text.unicodeScalars.map { scalar in
      switch scalar {
      case "\"": "\\\""
      case "\\": "\\\\"
      case "\n": "\\n"
      case "\t": "\\t"
      default: String(scalar)
      }
    }.joined() + "\""
}
