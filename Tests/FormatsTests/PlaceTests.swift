import Board
import Testing

@testable import Formats

/// Where the marked character of a text stands, however the text is written.
@Suite struct PlaceTests {
  @Test(
    arguments: [
      ("a: x@y", 1, 5), ("a: 'x@y'", 1, 6), ("a: 'it''s @'", 1, 11), ("a: \"x\\t\\u00e9 @\"", 1, 15),
      ("a: \"x\\\"y@\"", 1, 9), ("a: |\n  one\n  two @", 3, 7), ("a: |\n    one\n      two @", 3, 11),
      ("a: >-\n  one\n  two\n  three @", 4, 9), ("a: one\n  two @", 2, 7), ("a: \"one\n  two @\"", 2, 7),
      ("a: 'one\n\n  two @'", 3, 7), ("a: \"one \\\n    two @\"", 2, 9), ("a:\n  - >\n    one\n\n    two @ x", 5, 9),
      ("- {t: \"é @\"}", 1, 10), ("a: |-\n  @", 2, 3),
    ] as [(String, Int, Int)])
  func placesOfCharacters(yaml: String, line: Int, column: Int) throws {
    let (text, node) = try #require(Self.scalar(in: try YAML.parse(Array(yaml.utf8), file: "b.yaml")))
    let offset = try #require(text.unicodeScalars.firstIndex(of: "@"))
    let place = node.place(of: text.unicodeScalars.distance(from: text.unicodeScalars.startIndex, to: offset))
    #expect(place == Mark(line: line, column: column), "\(yaml)")
  }

  private static func scalar(in node: Node) -> (String, Node)? {
    switch node.content {
    case .scalar(let text, _): text.contains("@") ? (text, node) : nil
    case .sequence(let items): items.lazy.compactMap(scalar).first
    case .mapping(let entries): entries.lazy.compactMap { scalar(in: $0.value) }.first
    }
  }

  /// Every character has a place, and it is the character there, in texts without escapes.
  @Test(arguments: [
    "a: one two\n  three  four", "a: |\n  {x}\n   {y}\n\n  z", "a: 'one\n  two'", "a: >\n  one\n  two\n\n  three\n",
  ])
  func placesHoldTheirCharacters(yaml: String) throws {
    let lines = yaml.split(separator: "\n", omittingEmptySubsequences: false).map { Array($0.unicodeScalars) }
    guard case .mapping(let entries) = try YAML.parse(Array(yaml.utf8), file: "b.yaml").content,
      case .scalar(let text, _) = entries[0].value.content
    else { return #expect(Bool(false)) }
    for (offset, scalar) in text.unicodeScalars.enumerated() where scalar != " " && scalar != "\n" {
      let place = entries[0].value.place(of: offset)
      #expect(lines[place.line - 1][place.column - 1] == scalar)
    }
  }

  /// The mistake everybody makes once gets its answer, in every place.
  @Test(
    arguments: [
      "cards:\n  - row:\n      title: {name} of {place}\n      trail: x", "a:\n  title: {name} · {at | time}",
      "title: {price}€",
      "title: {a}{b}", "cards:\n  - row: {title: {name} of x, trail: y}", "a:\n  title: {name}, {place}\n  b: c",
    ])
  func bracesWithoutQuotes(yaml: String) {
    #expect(problem(yaml)?.contains("put quotes around a text with { } in it") == true, "\(problem(yaml) ?? "nothing")")
  }

  @Test(arguments: ["a: {b: c} d", "a: [", "a: {b: {c}, d: [e}", "\"a: {b} c"])
  func otherMistakesKeepTheirOwn(yaml: String) {
    #expect(problem(yaml)?.contains("put quotes around a text with") == false)
  }

  private func problem(_ yaml: String) -> String? {
    do throws(Diagnostic) {
      _ = try YAML.parse(Array(yaml.utf8), file: "b.yaml")
      return nil
    } catch {
      return error.message
    }
  }

  /// What is read in part is told, each in a sentence; what is whole is not.
  @Test(
    arguments: [
      ("a,b\n1,2\n", []), ("a,b\n1\n", []), ("a,b\n1,2,3\n4,5\n", ["1 of 2 lines have more cells"]),
      ("a,b\n\"1,2\n3,4\n", ["a quote is opened and never closed"]),
      ("<rss><channel><item><title>A</title></item></channel></rss>", []),
      ("<rss><channel><item><title>A</title></item><item><title>B", ["the feed is broken in line 1"]),
      ("<rss><channel><item><title>A</title></item><item><title><![CDATA[B", ["the feed breaks off"]),
      (
        "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:a\nSUMMARY:A\nDTSTART:bogus\nEND:VEVENT\nEND:VCALENDAR\n",
        ["1 event has no beginning"]
      ),
    ] as [(String, [String])])
  func whatIsReadInPartIsTold(text: String, expected: [String]) throws {
    var notes: [String] = []
    let format: SourceFormat = text.hasPrefix("<") ? .feed : text.hasPrefix("BEGIN") ? .ical : .csv
    _ = try decode(Array(text.utf8), as: format, at: 1_741_095_600) { notes.append($0) }
    #expect(notes.count == expected.count, "\(notes)")
    for (note, beginning) in zip(notes, expected) { #expect(note.hasPrefix(beginning), "\(note)") }
  }

  /// A rule that is not followed shows its first time, however long ago that was.
  @Test func theFirstTimeOfAnUnfollowedRuleIsShown() throws {
    let text = """
      BEGIN:VCALENDAR
      BEGIN:VEVENT
      UID:a
      SUMMARY:Tick
      DTSTART:19700101T000000Z
      DTEND:19700101T000001Z
      RRULE:FREQ=SECONDLY
      END:VEVENT
      END:VCALENDAR
      """
    var notes: [String] = []
    let value = try decode(Array(text.utf8), as: .ical, at: 1_741_095_600) { notes.append($0) }
    guard case .list(let events) = value else { return #expect(Bool(false)) }
    #expect(events.count == 1 && notes.count == 1)
  }
}
