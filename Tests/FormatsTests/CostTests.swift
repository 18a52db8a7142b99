import Board
import Formats
import TestSupport
import Testing

/// Something that can be many in an answer, and how an answer with so many of it is written.
struct Many: Sendable, CustomTestStringConvertible {
  var what: String
  var format: SourceFormat
  /// How many the smaller answer has.
  var count: Int
  var text: @Sendable (Int) -> String
  var testDescription: String { "\(format): \(what)" }

  init(_ format: SourceFormat, _ what: String, _ count: Int, _ text: @escaping @Sendable (Int) -> String) {
    (self.what, self.format, self.count, self.text) = (what, format, count, text)
  }
}

private func repeated(_ count: Int, _ text: (Int) -> String) -> String { (0..<count).map(text).joined() }

private func listed(_ count: Int, _ text: (Int) -> String) -> String {
  (0..<count).map(text).joined(separator: ",")
}

private func calendar(_ content: String) -> String { "BEGIN:VCALENDAR\r\n" + content + "END:VCALENDAR\r\n" }

private func event(_ content: String) -> String {
  "BEGIN:VEVENT\r\nDTSTART:20260508T100000Z\r\n" + content + "END:VEVENT\r\n"
}

private func feed(_ content: String, start: String = "<rss>") -> String { start + content + "</rss>" }

private let manyThings: [Many] = [
  Many(.json, "records", 2_000) { "[" + listed($0) { #"{"a":\#($0),"b":"x"}"# } + "]" },
  Many(.json, "records without names in common", 500) { "[" + listed($0) { #"{"a\#($0)":1,"b":{"c":[]}}"# } + "]" },
  Many(.json, "names of a record", 2_000) { "{" + listed($0) { #""n\#($0)":1"# } + "}" },
  Many(.json, "names that are equal", 2_000) { "{" + listed($0) { _ in #""n":1"# } + "}" },
  Many(.json, "lists within lists", 100) { repeated($0) { _ in "[" } + repeated($0) { _ in "]" } },
  Many(.json, "letters of a text", 20_000) { "[\"" + repeated($0) { _ in "a" } + "\"]" },
  Many(.json, "escapes", 5_000) { "[\"" + repeated($0) { _ in "\\ud800\\u0041" } + "\"]" },
  Many(.json, "digits", 5_000) { "[" + repeated($0) { _ in "7" } + "]" },
  Many(.csv, "lines", 2_000) { "a,b\n" + repeated($0) { "\($0),x\n" } },
  Many(.csv, "columns", 400) { listed($0) { "c\($0)" } + "\n" + listed($0) { "\($0)" } },
  Many(.csv, "columns of one name", 400) { count in listed(count) { _ in "name" } + "\n" + listed(count) { "\($0)" } },
  Many(.csv, "columns of one long name", 400) { count in
    let name = repeated(300) { _ in "n" }
    return listed(count) { _ in name } + "\n1"
  },
  Many(.csv, "underscores in a name", 20_000) { repeated($0) { _ in "_" } + "\n1" },
  Many(.csv, "signs in a name", 20_000) { repeated($0) { _ in "-_" } + "\n1" },
  Many(.csv, "quotes", 20_000) { "a\n" + repeated($0) { _ in "\"" } },
  Many(.csv, "quotes never closed", 5_000) { "a,b\n" + repeated($0) { _ in "x,\"y\n" } },
  Many(.feed, "items", 500) { feed(repeated($0) { "<item><title>\($0)</title></item>" }) },
  Many(.feed, "attributes", 20_000) { feed("<item><title>x</title></item><a \(repeated($0) { " a\($0)='1'" })/>") },
  Many(.feed, "namespaces", 20_000) {
    feed("<item><title>x</title></item><a \(repeated($0) { " xmlns:a\($0)='u:\($0)'" })/>")
  },
  Many(.feed, "letters of an address", 50_000) {
    feed("<item><title>x</title><link>" + repeated($0) { _ in "../a/" } + "</link></item>")
  },
  Many(.feed, "letters of a tag", 50_000) { feed("<item><title>x</title></item><" + repeated($0) { _ in "a" } + "/>") },
  Many(.feed, "tags that are never closed", 5_000) {
    feed("<item><title>x</title></item>" + repeated($0) { _ in "<a b=\"" })
  },
  Many(.feed, "tags within a text", 5_000) {
    feed("<item><title>x</title><description>" + repeated($0) { _ in "&lt;a href='x'&gt;" } + "</description></item>")
  },
  Many(.ical, "events", 500) { calendar(repeated($0) { event("UID:\($0)\r\nSUMMARY:x\r\n") }) },
  Many(.ical, "ends of nothing", 5_000) { calendar(repeated($0) { _ in "END:VEVENT\r\n" } + event("")) },
  Many(.ical, "folded lines", 5_000) { calendar(event("SUMMARY:x\r\n" + repeated($0) { _ in " x\r\n" })) },
  Many(.ical, "properties", 5_000) { calendar(event(repeated($0) { "X-\($0):1\r\nSUMMARY:x\r\n" })) },
  Many(.ical, "exceptions", 500) { calendar(event(repeated($0) { _ in "EXDATE:20260509T100000Z\r\n" })) },
  Many(.ical, "dates in a line", 500) {
    calendar(event("RDATE:" + listed($0) { _ in "20260509T100000Z" } + "\r\n"))
  },
  Many(.ical, "rules", 500) { calendar(repeated($0) { event("UID:\($0)\r\nRRULE:FREQ=DAILY\r\n") }) },
  Many(.ical, "rules that never hold", 200) {
    calendar(repeated($0) { event("UID:\($0)\r\nRRULE:FREQ=MONTHLY;BYDAY=MO;BYSETPOS=6\r\n") })
  },
  Many(.ical, "time zones", 50) {
    calendar(
      repeated($0) {
        "BEGIN:VTIMEZONE\r\nTZID:Z\($0)\r\nBEGIN:STANDARD\r\nDTSTART:19700101T000000\r\nTZOFFSETTO:+0100\r\nEND:STANDARD\r\nEND:VTIMEZONE\r\n"
      } + event(""))
  },
  Many(.text, "letters", 50_000) { repeated($0) { _ in "a" } },
]

@Suite struct CostTests {
  /// Twice as much of anything is twice the work, in steps: 2.5 times at most.
  @Test(arguments: manyThings) func workGrowsWithTheAnswer(many: Many) throws {
    let steps = try [many.count, 2 * many.count].map { count in
      let account = Account()
      _ = try decode(Array(many.text(count).utf8), as: many.format, at: 1_778_241_600, account: account)
      return account.steps
    }
    #expect(steps[0] > many.count / 4, "so much is counted at least")
    #expect(Double(steps[1]) <= 2.5 * Double(steps[0]) + 1_000, "\(steps)")
  }

  /// Whatever bound is drawn tighter, the answer is refused in a sentence, and never read in part without a word.
  @Test(arguments: manyThings) func anAnswerOverItsStepsIsRefused(many: Many) throws {
    let account = Account()
    let bytes = Array(many.text(many.count).utf8)
    _ = try decode(bytes, as: many.format, at: 1_778_241_600, account: account)
    var bounds = Bounds()
    bounds.steps = account.steps / 2
    var notes: [String] = []
    let message = problem {
      try decode(bytes, as: many.format, at: 1_778_241_600, account: Account(bounds)) { notes.append($0) }
    }
    #expect(message?.contains("more work than is done for one") ?? notes.contains { $0.contains("more work") })
  }
}

private let answers: [(SourceFormat, String)] = [
  (.json, #"[{"a": "some words", "b": 2}, {"a": "other words"}]"#), (.csv, "a,b\nsome words,2\nother words,3\n"),
  (.feed, feed("<item><title>some words</title></item>")), (.ical, calendar(event("SUMMARY:some words\r\n"))),
  (.text, "some words"),
]

@Suite struct BoundTests {
  private func refusal(_ text: String, _ format: SourceFormat, _ change: (inout Bounds) -> Void) -> String? {
    var bounds = Bounds()
    change(&bounds)
    return problem { try decode(Array(text.utf8), as: format, at: 1_778_241_600, account: Account(bounds)) }
  }

  /// Bounds are one type, and every format keeps to each of them.
  @Test(arguments: answers) func everyFormatKeepsToTheBounds(format: SourceFormat, text: String) {
    #expect(refusal(text, format) { _ in } == nil)
    #expect(
      refusal(text, format) { $0.bytes = 9 }
        == "the answer has \(text.utf8.count) B, and 9 B are read of one; ask the server for less of it")
    #expect(refusal(text, format) { $0.text = 9 }?.hasPrefix("one text of the answer has ") == true)
    #expect(refusal(text, format) { $0.steps = 5 }?.hasPrefix("the answer is more work than is done for one") == true)
    if format != .text {
      #expect(refusal(text, format) { $0.values = 2 }?.hasPrefix("the answer holds more than 2 values") == true)
    }
  }

  @Test func depthIsBounded() {
    #expect(
      refusal("[[[]]]", .json) { $0.depth = 2 }
        == "line 1, column 3: lists and objects are nested deeper than 2; ask the server for a simpler form of it")
    #expect(refusal("[[[]]]", .json) { $0.depth = 3 } == nil)
  }

  /// Rows and columns are each few enough; together they are not.
  @Test func aWideAndLongTableIsRefused() {
    let line = listed(40) { "\($0)" } + "\n"
    let table = repeated(30_000) { _ in line }
    #expect(
      problem { try CSV.parse(Array(table.utf8)) }
        == "the answer holds more than 1000000 values: so many have come after 2.7 MB of its 3.3 MB; ask the server for fewer entries or fields"
    )
  }
}
