import TestSupport
import Testing

@testable import Board

/// What a language decides: where a page begins, and how its numbers are written.
@Suite struct ScriptTests {
  private func isMirrored(_ yaml: String, page: Int = 0) throws -> Bool? {
    let reading = try read(yaml)
    return try #require(reading.board, "\(reading.diagnostics)").pages[page].shape.isMirrored
  }

  /// A language that is stated decides, whatever stands there; else the words of the board do, and never a guest's name.
  @Test func aPageBeginsWhereItsLanguageDoes() throws {
    let rows = "sources: {g: {url: \"https://example.org/g.json\"}}\ncards:\n  - row: {each: g, title: \"{g}\"}\n"
    #expect(try isMirrored("language: ar\n" + rows) == true)
    #expect(try isMirrored("language: ar\ncards: [{header: {title: \"A380 EK 201\"}}]\n") == true)
    #expect(try isMirrored("language: he\ncards: [{text: {text: Hotel}}]\n") == true)
    #expect(try isMirrored("language: de\ncards: [{text: {text: \"مرحبا\"}}]\n") == false)
    #expect(try isMirrored("board: Hotel\n" + rows) == false)
    #expect(try isMirrored("board: \"فندق\"\n" + rows) == true)
    #expect(try isMirrored("cards: [{row: {title: \"12:30\"}}, {row: {title: \"مرحبا\"}}]\n") == true)
    #expect(try isMirrored(rows) == nil)
    let pages = """
      language: en
      pages:
        - {title: One, cards: [{text: {text: "مرحبا"}}]}
        - {title: Two, language: he, cards: [{text: {text: Hello}}]}
      """
    #expect(try isMirrored(pages) == false)
    #expect(try isMirrored(pages, page: 1) == true)
  }

  /// Of the languages there are.
  @Test func languagesBeginAtOneSide() {
    let mirrored = Set(["ar", "he", "fa", "ur", "ckb", "ps"])
    for (code, language) in Language.all {
      #expect(language.isRightToLeft == mirrored.contains(code), "\(code)")
    }
  }

  /// A number has the language's mark wherever it stands; a text is what it is.
  @Test(arguments: [
    ("en", "12.5 3.14 -0.5 7", "10.0.0.1"), ("de", "12,5 3,14 -0,5 7", "10.0.0.1"),
    ("fr", "12,5 3,14 -0,5 7", "10.0.0.1"),
  ])
  func numbersAreWrittenAsTheLanguageDoes(code: String, numbers: String, text: String) throws {
    let file = try board(
      """
      language: \(code)
      sources: {s: {url: "https://example.org/{12.5}/s"}}
      cards:
        - text: {text: "{$s.a} {$s.b | round(2)} {$s.c} {$s.d}"}
        - text: {text: "{$s.e}"}
        - qr: {text: "geo:{$s.a},{$s.c}"}
      """)
    var evaluator = BoardEvaluator(file)
    let answer = Value.record(
      Record([("a", 12.5), ("b", 3.14159), ("c", -0.5), ("d", 7), ("e", .text("10.0.0.1"))]))
    #expect(evaluator.update("s", answers: [answer], at: tuesday) == nil)
    let cards = evaluator.content(page: 0, at: Moment(time: tuesday)).cards
    #expect(cards.map(\.text) == [numbers, text, "geo:12.5,-0.5"])
  }

  /// An Arabic zero looks like a point.
  @Test(arguments: [
    ("12.50", "١٢٫٥٠"), ("1,234,567.89", "١٬٢٣٤٬٥٦٧٫٨٩"), ("1,234", "١٬٢٣٤"), ("24.12.2026", "٢٤.١٢.٢٠٢٦"),
    ("14:05", "١٤:٠٥"),
    ("1.250,5", "١٬٢٥٠٫٥"), ("1,2", "١,٢"), ("12.5 %", "١٢٫٥ %"), ("A380", "A380"), ("1.2.3", "١.٢.٣"),
    ("2026-11-29", "٢٠٢٦-١١-٢٩"),
    ("1,234.5,6", "١,٢٣٤.٥,٦"),
    ("7", "٧"),
  ])
  func arabicNumbersHaveMarksOfTheirOwn(text: String, shown: String) {
    var scalars = String.UnicodeScalarView()
    scalars.append(contentsOf: Digits.arabic.shown(Array(text.unicodeScalars)))
    #expect(String(scalars) == shown)
    // And no text of marks and digits ends anything, or changes its length.
    var random = SplitMix64(seed: UInt64(text.utf8.count))
    for _ in 0..<500 {
      let noise = (0..<Int.random(in: 0...12, using: &random)).map { _ in
        "0123456789.,:/- a\u{A0}".unicodeScalars.randomElement(using: &random)!
      }
      for digits in Digits.allCases { #expect(digits.shown(noise).count == noise.count) }
    }
  }

  /// What comes with data is read by itself, and the words around it as they stand on the board.
  @Test(arguments: [
    ("en", "{a} to {b}", "480", "ירושלים", "480 to \u{2068}ירושלים\u{2069}"),
    ("en", "{b} is here", "", "דנה", "\u{200E}\u{2068}דנה\u{2069} is here"),
    ("en", "{b} · {a}", "12:30", "حيفا", "\u{200E}\u{2068}حيفا\u{2069} · 12:30"),
    // One value alone is read as it is, and so is what has one direction.
    ("en", "{b}", "", "דנה (2)", "דנה (2)"), ("en", "{b} – {a}", "x", "Århus", "Århus – x"),
    ("he", "{b} · {a}", "12", "דנה", "דנה · 12"),
    ("he", "שער {a}: {b}", "B12", "דנה", "שער \u{2068}B12\u{2069}: דנה"),
    ("he", "{a} · {b}", "EasyJet", "דנה", "\u{200F}\u{2068}EasyJet\u{2069} · דנה"),
    ("ar", "هاتف {a}", "+49 30 1234", "", "هاتف \u{2068}+49 30 1234\u{2069}"),
    // The board's own words count more than a language nobody named.
    ("en", "שלום {b}", "", "Anna", "שלום \u{2068}Anna\u{2069}"),
    // Lines are read each by its own beginning.
    ("en", "{b}\\n{a} x", "1", "דנה", "\u{2068}דנה\u{2069}\n1 x"),
  ])
  func valuesAreReadByThemselves(language: String, template: String, a: String, b: String, shown: String) throws {
    let template = template.replacing("{a}", with: "{$s.a}").replacing("{b}", with: "{$s.b}")
    let file = try board(
      "language: \(language)\nsources: {s: {url: \"https://example.org/s\", keep: 30d}}\n"
        + "cards: [{text: {text: \"\(template)\"}}, {qr: {text: \"\(template)\"}}]")
    var evaluator = BoardEvaluator(file)
    let answer = Value.record(Record([("a", .text(a)), ("b", .text(b))]))
    #expect(evaluator.update("s", answers: [answer], at: tuesday) == nil)
    let cards = evaluator.content(page: 0, at: Moment(time: tuesday)).cards
    #expect(cards.first?.text == shown)
    // A phone's camera reads what the data has.
    let marks: Set<Unicode.Scalar> = ["\u{200E}", "\u{200F}", "\u{2068}", "\u{2069}"]
    #expect(cards.last?.text?.unicodeScalars.contains { marks.contains($0) } == false)
  }

  /// Every moment of the way to something, its words change when they say they do.
  @Test func whatIsAheadSaysWhenItsWordsChange() throws {
    let file = try board(
      "sources: {s: {url: \"https://example.org/s\", keep: 30d}}\ncards: [{text: {text: \"{$s.t | ago}\"}}]")
    var evaluator = BoardEvaluator(file)
    let target = tuesday + 3 * 86_400 + 1_234
    #expect(evaluator.update("s", answers: [.record(Record([("t", .date(target))]))], at: tuesday) == nil)
    var time = tuesday
    var words: [String] = []
    while time < target {
      let content = evaluator.content(page: 0, at: Moment(time: time))
      let text = try #require(content.cards.first?.text)
      if text != words.last { words.append(text) }
      let next = try #require(content.nextChange)
      #expect(next > time)
      // Just before, they are what they were.
      let before = max(time, next - 0.01)
      #expect(evaluator.content(page: 0, at: Moment(time: before)).cards.first?.text == text)
      time = max(next, time + 1)
    }
    #expect(words.prefix(3) == ["in 3 days", "in 2 days", "in 1 day"])
    #expect(words.contains("in 23 h") && words.contains("in 10 h") && words.contains("in 9 h 59 min"))
    #expect(words.contains("in 1 h") && words.contains("in 59 min") && words.last == "just now")
    #expect(words.count < 3 + 15 + 601 + 3)
  }
}
