import Refresh
import Testing

@testable import Board

@Suite struct SchemaTests {
  /// The schema names every key the reader knows, and nothing else decides what those are.
  @Test func everyKeyIsInTheSchema() {
    let json = BoardSchema.json
    #expect(json.hasPrefix("{\n  \"type\": \"object\""))
    for table in [
      BoardLanguage.root(.builtIn), BoardLanguage.theme, BoardLanguage.source, BoardLanguage.page, BoardLanguage.idle,
      BoardLanguage.words,
    ]
      + BoardLanguage.cards.map(\.table)
    {
      #expect(Set(table.keys.map(\.name)).count == table.keys.count, "\(table.name) names a key twice")
      for key in table.keys {
        #expect(json.contains("\"\(key.name)\": {"))
        #expect(key.summary.hasSuffix("."), "\(key.name)")
      }
    }
    for kind in Card.Kind.allCases { #expect(json.contains("\"\(kind.rawValue)\": {")) }
    for character in ["{", "["] {
      let closing = character == "{" ? "}" : "]"
      let quotes = json.split(separator: "\"", omittingEmptySubsequences: false).enumerated().filter {
        $0.offset % 2 == 0
      }
      let outside = quotes.map(\.element).joined()
      #expect(outside.count { String($0) == character } == outside.count { String($0) == closing })
    }
  }

  @Test func textsAreEscaped() {
    #expect(JSONText.text(.text("a\"\\\n\t\u{1}é")) == "\"a\\\"\\\\\\n\\t\\u0001é\"")
    #expect(
      JSONText.text(.record(Record([("a", .list([.number(1), .null])), ("b", .record(Record()))])))
        == "{\n  \"a\": [\n    1,\n    null\n  ],\n  \"b\": {}\n}")
  }

  /// What a default means is what the reader does when the key is left out.
  @Test func defaultsAgreeWithTheReader() throws {
    let read = try board("sources: {s: {url: x}}\ncards: []")
    #expect(Scalars.written(read.sources[0].every) == BoardLanguage.source.key("every")?.standard)
    #expect(
      Scalars.written(read.sources[0].keep)
        == BoardLanguage.source.key("keep")?.standard.map { $0 == "24h" ? "1d" : $0 })
    #expect(read.theme.mode.rawValue == BoardLanguage.theme.key("mode")?.standard)
    let idle = try board("idle: {after: 1m}\ncards: []").idle
    #expect(idle?.action.rawValue == BoardLanguage.idle.key("do")?.standard)
  }
}
