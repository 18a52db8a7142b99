import Formats
import Refresh
import TestSupport
import Testing

@testable import Board

@Suite struct SchemaTests {
  /// The schema names every key the reader knows, and nothing else decides what those are.
  @Test func everyKeyIsInTheSchema() {
    let json = BoardSchema.json
    #expect(json.hasPrefix("{\n  \"type\": \"object\""))
    for table in [
      BoardLanguage.root(.builtIn), BoardLanguage.theme, BoardLanguage.source,
      BoardLanguage.page(.list(.card(BoardLanguage.cards(.builtIn)))), BoardLanguage.idle,
      BoardLanguage.night, BoardLanguage.words,
    ]
      + BoardLanguage.cards(.builtIn).map(\.table)
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

  /// What the reader takes without a word, an editor takes too.
  @Test(arguments: boardNames + ["demo"]) func editorsAgreeWithTheReader(name: String) throws {
    let schema = try JSON.parse(Array(BoardSchema.json.utf8))
    let bytes = try readFile(boardFile(name))
    let node = try YAML.parse(bytes, file: name)
    #expect(SchemaValidator.problems(SchemaValidator.value(of: node), schema) == [])
  }

  @Test(arguments: [
    "cards:\n  - row: {titel: x}", "cards:\n  - rwo: {title: x}", "cards: {}", "board: x",
    "cards:\n  - row: {title: x, columns: 99}", "cards:\n  - row: {title: x, fill: maybe}",
    "cards: []\nsources: {s: {every: 5m}}", "cards: []\nsources: {s: {url: x, as: jsn}}",
    "cards:\n  - row: {title: x, where: 1 > 0}", "cards:\n  - row: {title: x, limit: 3}",
    "cards:\n  - button: {text: x}",
    "cards:\n  - button: {text: x, post: y, tap: {post: z}}", "cards:\n  - row: {title: x, tap: {confirm: Sure?}}",
    "cards:\n  - row: {title: x, tap: {page: A, post: b}}", "cards: []\npages: [{title: x, cards: []}]",
    "cards: []\nsources: {a-b: {url: x}}", "cards: []\nlet: {1a: 5}", "cards: []\nwords: {today: \"\"}",
    "cards: []\nwords: {decimal: \",,\"}", "cards: []\nnight: {at: \"24:00-06:30\"}",
    "cards: []\nnight: {at: \"22:00-06:30\", dim: 101%}", "cards: []\ntheme: {mode: grey}",
    "cards: []\nrefresh: {style: ring, nosuch: 1}",
  ]) func editorsMarkMistakes(yaml: String) throws {
    let schema = try JSON.parse(Array(BoardSchema.json.utf8))
    let node = try YAML.parse(Array(yaml.utf8), file: "b.yaml")
    #expect(!SchemaValidator.problems(SchemaValidator.value(of: node), schema).isEmpty)
    #expect(try read(yaml).board == nil)
  }

  /// What is read by what its key expects is right in quotes, too, and as programs write it.
  @Test(arguments: [
    "access: \"true\"", "access: True", "access: OFF", "access: Yes", "theme: {scale: \"1.2\"}", "theme: {scale: 1.2}",
    "night: {at: \"7:00–24:00\", dim: 100%}", "night: {at: 22:30 - 6:00, dim: 7.5%}", "let: {ä1: 5, _x: 3}",
    "words: {today: Now}",
    "sources: {größe: {url: x}}",
  ]) func editorsTakeWhatTheReaderTakes(yaml: String) throws {
    let text = yaml + "\ncards: []\n"
    let schema = try JSON.parse(Array(BoardSchema.json.utf8))
    let node = try YAML.parse(Array(text.utf8), file: "b.yaml")
    #expect(SchemaValidator.problems(SchemaValidator.value(of: node), schema) == [])
    #expect(try read(text).board != nil)
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
    let night = try board("night: {at: \"22:30-06:30\"}\ncards: []").night
    #expect(night.map { "\(Int($0.share * 100))%" } == BoardLanguage.night.key("dim")?.standard)
  }
}
