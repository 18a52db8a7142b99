public import Board
import Formats
import Refresh
import TestSupport
import Testing

extension SplitMix64 {
  mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &self) }
}

extension Value: ExpressibleByStringLiteral, ExpressibleByFloatLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral,
  ExpressibleByNilLiteral
{
  public init(stringLiteral value: String) { self = .text(value) }
  public init(floatLiteral value: Double) { self = .number(value) }
  public init(integerLiteral value: Int) { self = .number(Double(value)) }
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  public init(arrayLiteral elements: Value...) { self = .list(elements) }
  public init(dictionaryLiteral elements: (String, Value)...) { self = .record(Record(elements)) }
  public init(nilLiteral: ()) { self = .null }
}

/// The boards that come with the project, apart from the demo.
let boardNames = ["andon", "departures", "home", "homeassistant", "lobby", "machine", "menu", "news", "ops", "room"]

/// The path of one of them.
func boardFile(_ name: String, file: String = #filePath) -> String {
  file.split(separator: "/", omittingEmptySubsequences: false).dropLast(3).joined(separator: "/")
    + "/Boards/\(name).yaml"
}

/// Tuesday 2025-03-04 13:40:00 UTC.
let tuesday = 1_741_095_600.0

/// Berlin from 2024 to 2026: an hour ahead, two in summer.
let berlin = Zone(between: 1_704_067_200...1_798_761_600) { time in
  // Last Sundays of March and October, 01:00 UTC.
  let summers: [ClosedRange<Double>] = [
    1_711_846_800...1_729_990_799, 1_743_296_400...1_761_440_399, 1_774_746_000...1_792_889_999,
  ]
  return summers.contains { $0.contains(time) } ? 7200 : 3600
}

/// Reads a board written in a test; settings come from `settings`.
func read(
  _ yaml: String, _ settings: [String: String] = [:], styles: RefreshStyles = .builtIn
) throws(Diagnostic) -> BoardReading {
  BoardFile.read(try YAML.parse(Array(yaml.utf8), file: "b.yaml"), file: "b.yaml", parts: BoardParts(styles: styles)) {
    placeholder in
    switch placeholder {
    case .variable(let name): settings[name]
    case .file(let path): settings[path]
    }
  }
}

/// A board without mistakes.
func board(_ yaml: String, _ settings: [String: String] = [:]) throws -> BoardFile {
  let reading = try read(yaml, settings)
  #expect(reading.diagnostics.map(\.description) == [])
  return try #require(reading.board)
}

extension BoardEvaluator {
  /// What a tap on a card sends to a server; nil when it sends nothing.
  mutating func posted(of id: CardID, page: Int, at moment: Moment) -> PostRequest? {
    if case .post(let post)? = request(of: id, page: page, at: moment) { post } else { nil }
  }
}
