import Formats
import Testing

@testable import Board

/// What `==`, `<`, `where` and `sort` take for the same, and what comes first.
@Suite struct SameTests {
  @Test(
    arguments: [
      // Names that look like numbers.
      ("'1.10' == '1.1'", false), ("'175928847299117063' == '175928847299117064'", false), ("'7E1' == '70'", false),
      ("'007' == '7'", false), ("'+7' == '7'", false), ("'12345678901234567' == '12345678901234567'", true),
      ("'1e3' == '1000'", false), ("'0049' == '49'", false), ("'0' == '-0'", true), ("' 7 ' == '7'", true),
      // Numbers that people write in two ways.
      ("'1,5' == '1.5'", true), ("'1.234,5' == '1234.5'", true), ("'5 €' == '5'", true),
      // A number beside a text is what it is worth, as long as its digits are all there.
      ("'1.10' == 1.1", true), ("7 == '007'", true), ("'1e3' == 1000", true),
      ("175928847299117056 == '175928847299117063'", false), ("175928847299117056 == '175928847299117056'", true),
      // Moments are the same wherever the clock stands.
      ("'2025-03-04T10:00Z' == '2025-03-04T11:00+01:00'", true), ("'4.3.2025' == '2025-03-04'", true),
      ("'20250304' == '2025-03-04'", true), ("'20250304' == '20250305'", false),
      // What is not equal comes before or after.
      ("'1.1' < '1.10'", true), ("'1.10' > '1.1'", true), ("'175928847299117063' < '175928847299117064'", true),
      ("'175928847299117064' <= '175928847299117063'", false), ("'9' < '10'", true), ("'7' <= '007'", false),
      ("'a9' < 'a10'", true), ("'a' < 'B'", true), ("'Ö' < 'p'", true), ("'x' < 'x'", false), ("'x' <= 'x'", true),
    ] as [(String, Bool)])
  func texts(expression: String, expected: Bool) throws {
    #expect(try evaluate(expression) == .bool(expected))
  }

  /// Of any two texts one comes first, or they are equal.
  @Test func oneOfThreeHolds() {
    let texts = [
      "1.10", "1.1", "7E1", "70", "070", "7", "007", "1,5", "1.5", "x", "X", "ä", "10:00", "2025-03-04", "9a",
    ]
    let moment = Moment(time: tuesday, zone: berlin)
    for a in texts {
      for b in texts {
        let (order, back) = (
          Comparison.order(.text(a), .text(b), in: moment), Comparison.order(.text(b), .text(a), in: moment)
        )
        #expect((order == 0) == Comparison.areEqual(.text(a), .text(b), in: moment), "\(a) \(b)")
        #expect(order == back.map { -$0 }, "\(a) \(b)")
      }
    }
  }

  @Test(arguments: ["1.1", "1.10", "175928847299117063", "175928847299117064", "7E1", "70", "007", "7"])
  func wherePicksOne(id: String) throws {
    let ids = ["1.1", "1.10", "175928847299117063", "175928847299117064", "7E1", "70", "007", "7"]
    var evaluator = BoardEvaluator(
      try board("sources: {s: {url: x, where: id == '\(id)'}}\ncards: [row: {each: s, title: '{id}'}]"))
    evaluator.update("s", answers: [.list(ids.map { ["id": .text($0)] })], at: tuesday)
    #expect(evaluator.content(page: 0, at: Moment(time: tuesday)).cards.map(\.title) == [id])
    let list = Value.list(ids.map { ["id": .text($0)] })
    #expect(try evaluate("l | where('id', '\(id)') | count", ["l": list]) == 1)
  }

  /// Digits are as data and people write them.
  @Test(
    arguments: [
      (175_928_847_299_117_056, "175928847299117056"), (1e16, "10000000000000000"), (1e20, "100000000000000000000"),
      (-12_345_678_901_234_568, "-12345678901234568"), (1e-5, "0.00001"), (-1.5e-7, "-0.00000015"),
      (1e21, "1e+21"), (1e-16, "1e-16"), (0.1 + 0.2, "0.3"), (-0.0, "0"), (1.5, "1.5"), (123_456.7, "123456.7"),
    ] as [(Double, String)])
  func digits(number: Double, expected: String) {
    #expect(NumberFormat.plain(number) == expected)
  }

  @Test func longDigitsAreAllKept() throws {
    #expect(try evaluate("9007199254740993 | number") == "9,007,199,254,740,993")
    #expect(try evaluate("'-9007199254740993' | number") == "-9,007,199,254,740,993")
    #expect(try render("{9007199254740993}") == "9007199254740993")
    #expect(try evaluate("10000000000000000 | fixed(2)") == "10000000000000000.00")
    let list = SourceRecords(
      value: [["n": "a"], ["n": "b"]], keys: ["175928847299117056", "175928847299117063"], nextChange: nil)
    let globals: [String: Evaluation.Global] = ["a": .source(list)]
    #expect(try evaluate("$a('175928847299117056').n", globals: globals) == "a")
    #expect(try evaluate("$a(175928847299117056).n", globals: globals) == "a")
    #expect(try evaluate("$a(175928847299117063).n", globals: globals) == "b")
  }

  @Test(
    arguments: [
      (
        "de", ["Zebra", "Öl", "ss", "Ähre", "Ol", "ß", "apfel", "Äpfel", "Straße", "Strasse"],
        ["Ähre", "apfel", "Äpfel", "Ol", "Öl", "ss", "ß", "Strasse", "Straße", "Zebra"]
      ),
      ("sv", ["Öl", "Ärla", "Zebra", "Åre", "al", "Ylva"], ["al", "Ylva", "Zebra", "Åre", "Ärla", "Öl"]),
      ("pl", ["Łódź", "Lublin", "Lżej", "Mały", "ćma", "cz"], ["cz", "ćma", "Lublin", "Lżej", "Łódź", "Mały"]),
      ("cs", ["chata", "čaj", "cukr", "hora", "ink", "dům"], ["cukr", "čaj", "dům", "hora", "chata", "ink"]),
      ("es", ["ñu", "nube", "nz", "oso", "árbol", "avión"], ["árbol", "avión", "nube", "nz", "ñu", "oso"]),
      ("en", ["U10", "U2", "u1", "10a", "9a", "10", "9"], ["9", "9a", "10", "10a", "u1", "U2", "U10"]),
      ("en", ["Ä\u{308}b", "zoo", "A\u{308}b", "ab"], ["ab", "A\u{308}b", "Ä\u{308}b", "zoo"]),
      ("en", ["007", "7", "1.10", "1.1", "2"], ["1.1", "1.10", "2", "7", "007"]),
      ("en", ["-1", "10", "2.5", "9 kg"], ["-1", "2.5", "10", "9 kg"]),
    ] as [(String, [String], [String])])
  func sorting(code: String, texts: [String], expected: [String]) throws {
    var evaluator = BoardEvaluator(
      try board("language: \(code)\nsources: {s: {url: x, sort: n}}\ncards: [row: {each: s, title: '{n}'}]"))
    evaluator.update("s", answers: [.list(texts.map { ["n": .text($0)] })], at: tuesday)
    #expect(evaluator.content(page: 0, at: Moment(time: tuesday)).cards.map(\.title) == expected)
  }

  /// Languages that a board may bring on its own.
  @Test(arguments: [
    ("da", ["å", "ø", "æ", "z"], ["z", "æ", "ø", "å"]), ("hr", ["d", "đ", "ć", "č", "c"], ["c", "č", "ć", "d", "đ"]),
  ])
  func alphabets(code: String, letters: [String], expected: [String]) {
    var language = Language.english
    language.code = code
    let collation = Collation(language)
    #expect(letters.sorted { collation.key($0) < collation.key($1) } == expected)
  }

  // MARK: Thousands

  @Test(arguments: [
    ("fr", "14600"), ("pl", "14600"), ("cs", "14600"), ("sv", "14600"), ("en", "900"), ("de", "900"),
  ])
  func aSpaceDividesThousandsWhereItDoes(code: String, sum: String) throws {
    var evaluator = BoardEvaluator(
      try board("language: \(code)\nsources: {s: {url: x}}\ncards: [text: {text: \"{$s | sum('v')}\"}]"))
    evaluator.update("s", answers: [[["v": "1 200"], ["v": "900"], ["v": "12 500"], ["v": "n/a"]]], at: tuesday)
    let content = evaluator.content(page: 0, at: Moment(time: tuesday))
    #expect(content.cards.map(\.text) == [sum])
    // What is left out is told, words for what is missing are not.
    let problems = [
      "card 1, \"text\": a sum leaves out \"1 200\", which is no number as this board's language writes them; make it one in its source, as in with: {v: \"v | replace(' ', '')\"}"
    ]
    #expect(content.problems == (sum == "900" ? problems : []))
  }

  @Test func spacesDivideGroupsOfThreeAlone() throws {
    let moment = Moment(time: tuesday, language: .french)
    for (text, expected) in [
      ("'12 500' > 900", true), ("'1 000' + 1 == 1001", true), ("'1 000,50' + 1 == 1001.5", true),
      ("'01 23' + 1 == '01 231'", true), ("'030 123 456' + 1 == '030 123 4561'", true),
      ("'12 50' + 1 == '12 501'", true),
    ] {
      #expect(try evaluate(text, at: moment) == .bool(expected), "\(text)")
    }
  }

  @Test func asTheLanguageGroups() throws {
    var language = Language.english
    language.hasLakhs = true
    let moment = Moment(time: tuesday, language: language)
    #expect(try evaluate("1234567.5 | number(2)", at: moment) == "12,34,567.50")
    #expect(try evaluate("123 | number", at: moment) == "123")
    #expect(try evaluate("12345 | number", at: moment) == "12,345")
    #expect(try board("digits: devanagari\ncards: [text: {text: a}]").language.hasLakhs)
    #expect(!(try board("digits: thai\ncards: [text: {text: a}]").language.hasLakhs))
  }
}
