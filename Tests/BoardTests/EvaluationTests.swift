import Testing

@testable import Board

/// What an expression gives for an item, at the test's moment.
func evaluate(
  _ text: String, _ item: Value = nil, globals: [String: Evaluation.Global] = [:],
  at moment: Moment = Moment(time: tuesday)
) throws -> Value {
  var evaluation = Evaluation(moment: moment, globals: globals, item: item)
  return evaluation.value(try Expression(text))
}

func render(_ text: String, _ item: Value = nil, at moment: Moment = Moment(time: tuesday)) throws -> String? {
  var evaluation = Evaluation(moment: moment, item: item)
  return evaluation.text(try Template(text))
}

@Suite struct EvaluationTests {
  static let item: Value = [
    "n": 3, "text": "12", "zero": 0, "empty": "", "word": "abc", "yes": true, "none": nil, "off": "off",
    "list": [1, 2, 3], "deep": ["values": [[10, "20"], [30]], "0": "zeroth", "a key": 7],
    "iso": "2025-03-04T10:15:00Z", "later": "2025-03-04T12:15:00+01:00", "epoch": 1_741_095_600,
    "milliseconds": 1_741_095_600_000,
    "rfc": "Tue, 04 Mar 2025 13:40:00 GMT",
  ]

  @Test(
    arguments: [
      // Paths
      ("n", 3), ("it.n", 3), ("missing", nil), ("deep.values.0.1", "20"), ("deep.values.1.5", nil),
      ("deep.0", "zeroth"),
      ("deep('a key')", 7), ("list(1)", 2), ("list(-1)", nil), ("list('x')", nil), ("n.x.y", nil), ("list.0", 1),
      ("none.x", nil),
      ("it('n')", 3), ("$gone", nil), ("$gone('x').y", nil), ("(list).2", 3),
      // Arithmetic
      ("n + 1", 4), ("text + 1", 13), ("text * text", 144), ("n / zero", nil), ("zero / zero", nil), ("none + 1", nil),
      ("word * 2", nil), ("-n", -3), ("-word", nil), ("-text", -12), ("1 - 2 - 3", -4), ("2 + 3 * 4", 14),
      ("(2 + 3) * 4", 20),
      ("word + 'def'", "abcdef"), ("n + ' min'", "3 min"), ("'a' + none", nil), ("1e300 * 1e300", nil),
      ("yes + 1", nil),
      ("later - iso", 3600), ("iso + 60 == '2025-03-04T10:16:00Z'", true), ("iso - 60 < iso", true),
      ("60 + iso > iso", true),
      // Comparison
      ("text == 12", true), ("text == '12.0'", false), ("text < 9", false), ("'9' < '10'", true),
      ("word == 'abc'", true),
      ("word < 'abd'", true), ("word != none", true), ("none == null", true), ("none == 0", false), ("none < 1", nil),
      ("none >= 1", nil), ("word < 3", nil), ("yes == true", true), ("yes == 'true'", true), ("yes == 1", false),
      ("n != 3", false),
      ("iso < later", true), ("epoch == rfc", true), ("milliseconds == rfc", true), ("milliseconds > iso", true),
      ("rfc > iso", true),
      ("list == list", true), ("list == deep", false), ("list < deep", nil), ("'2025-03-04' <= iso", true),
      // Logic
      ("yes and n", true), ("yes and zero", false), ("zero or empty", false), ("not none", true), ("not off", true),
      ("none > 1 or yes", true), ("not (none > 1)", true), ("none ?? 5", 5), ("empty ?? word", "abc"), ("zero ?? 5", 0),
      ("none ?? empty ?? 'x'", "x"), ("yes ? 1 : 2", 1), ("off ? 1 : 2", 2), ("list ? 1 : 2", 1),
      ("yes ? none : 2", nil),
    ] as [(String, Value)])
  func values(text: String, expected: Value) throws {
    #expect(try evaluate(text, Self.item) == expected)
  }

  @Test(
    arguments: [
      // A missing value removes its line …
      ("{word}", "abc"), ("{none}", nil), ("{none}°", nil), ("until {none}", nil), ("{word}: {none}", nil),
      ("{empty}", nil),
      // … or only its part of a divided line.
      ("{word} · host: {n}", "abc · host: 3"), ("{none} · host: {n}", "host: 3"), ("{word} · host: {none}", "abc"),
      ("{none} · host: {none}", nil), ("Host · {none}", nil), ("Host · {n}", "Host · 3"), ("{empty} · {n}", "3"),
      ("{none ?? ''} · {n}", "3"), ("a{empty}b", "ab"), ("{n} | {none} – {word}", "3 – abc"), ("a-{none}", nil),
      ("{n}\n{none}\n{word}", "3\nabc"), ("{n}\n{none} · {word}", "3\nabc"), ("{none}\n{n} · {word}", "3 · abc"),
      // Texts of values
      ("{n} {text} {yes}", "3 12 true"), ("{list}", "1, 2, 3"), ("{deep}", nil), ("{0.1 + 0.2}", "0.3"),
      ("{1 / 3}", "0.333333333333333"),
      ("{n / 2}", "1.5"), ("{1e15}", "1000000000000000"), ("{1e16}", "10000000000000000"), ("{1e21}", "1e+21"),
      ("{123456789012}", "123456789012"),
      ("{-0.5}", "-0.5"), ("{2 / 3 * 3}", "2"),
      ("plain", "plain"), ("  ", nil), ("", nil), ("{'  '}", nil), (" {n} ", "3"), ("\\{n\\}", "{n}"),
      ("{$now}", "2025-03-04 13:40"),
    ] as [(String, String?)])
  func templates(text: String, expected: String?) throws {
    let found = try render(text, Self.item)
    #expect(found == expected)
  }

  @Test func addressesAreWholeOrNothing() throws {
    var evaluation = Evaluation(moment: Moment(time: tuesday), item: ["id": 7])
    let expected = [
      "http://h/{id} - {id}": "http://h/7 - 7", "http://h/{none} - {id}": nil, "{none}": nil,
      "t={$now | epoch(-3600)}": "t=1741092000",
    ]
    for (text, address) in expected {
      let found = evaluation.wholeText(try Template(text))
      #expect(found == address)
    }
    let secret = Template([.text("k="), .secret(Secret("hunter2"))])
    let (sent, shown) = (evaluation.wholeText(secret), evaluation.wholeText(secret, isShown: true))
    #expect(sent == "k=hunter2")
    #expect(shown == "k=•••")
  }

  @Test func secretsShowNowhere() {
    let secret = Secret("hunter2")
    let template = Template([.secret(secret)])
    var dumped = ""
    dump(template, to: &dumped)
    for text in ["\(secret)", String(reflecting: secret), "\(template)", String(reflecting: template), dumped] {
      #expect(!text.contains("hunter2"))
    }
  }

  /// Whatever the tree and whatever the data, there is an answer, and the work is bounded.
  @Test(arguments: 0..<40)
  func evaluationIsTotal(seed: Int) {
    var random = RandomExpressions(seed: UInt64(seed) &+ 1000)
    for _ in 0..<100 {
      let source = SourceRecords(value: random.value(depth: 3), keys: ["a", "a"], nextChange: nil)
      let globals: [String: Evaluation.Global] = ["board": .value(random.value(depth: 1)), "source": .source(source)]
      let item = random.value(depth: 4)
      var evaluation = Evaluation(
        moment: Moment(time: tuesday, zone: berlin), globals: globals, item: item, budget: 100_000)
      let expression = random.expression(depth: 6)
      let value = evaluation.value(expression)
      if case .number(let number) = value, case .binary = expression { #expect(number.isFinite, "\(expression)") }
      if let text = evaluation.text(value) { #expect(text.utf8.count <= Evaluation.maximalText) }
      if let next = evaluation.nextChange { #expect(next > tuesday) }
      // The same question has the same answer.
      var again = Evaluation(moment: Moment(time: tuesday, zone: berlin), globals: globals, item: item, budget: 100_000)
      let other = again.value(expression)
      #expect("\(other)" == "\(value)")
    }
  }

  @Test func workIsBounded() throws {
    let numbers = Value.list((0..<1000).map { .number(Double($0)) })
    var evaluation = Evaluation(moment: Moment(time: tuesday), item: ["list": numbers], budget: 5000)
    let sums = try (0..<4).map { _ in evaluation.value(try Expression("list | sum")) }
    #expect(sums == [499_500, 499_500, 499_500, 499_500])
    #expect(!evaluation.isExhausted)
    let tooMuch = evaluation.value(try Expression("list | sum"))
    #expect(evaluation.isExhausted)
    #expect(tooMuch == nil)
    // A text that would grow without end stops.
    var growing = Evaluation(moment: Moment(time: tuesday), item: ["a": "aaaaaaaaaa"])
    let replaced = "a" + String(repeating: " | replace('a', 'aaaaaaaaaa')", count: 12)
    let grown = growing.value(try Expression(replaced))
    #expect(grown == nil)
  }

  /// Sorting needs an order without contradictions, whatever is in the column.
  @Test(arguments: 0..<20)
  func sortKeysAreAStrictWeakOrder(seed: Int) {
    var random = RandomExpressions(seed: UInt64(seed) &+ 99)
    let column = (0..<24).map { _ in random.value(depth: 1) }
    let keys = SortKey.keys(column, in: Moment(time: tuesday))
    for a in keys {
      #expect(!(a < a))
      for b in keys {
        #expect(!(a < b && b < a))
        for c in keys {
          if a < b, b < c { #expect(a < c) }
          // Neither before the other is an equivalence.
          if a == b, b == c { #expect(a == c) }
        }
      }
    }
  }

  @Test func sortingOrders() {
    func sorted(_ values: [Value]) -> [Value] {
      let keys = SortKey.keys(values, in: Moment(time: tuesday))
      return values.indices.sorted { keys[$0] < keys[$1] }.map { values[$0] }
    }
    #expect(sorted(["10", 9, "n/a", nil, "1.5"]) == ["1.5", 9, "10", "n/a", nil])
    #expect(sorted(["banana", "Apple", "apple", "Cherry"]) == ["Apple", "apple", "banana", "Cherry"])
    #expect(
      sorted(["2025-03-04", 1_741_095_600_000, "Mon, 03 Mar 2025 10:00:00 GMT"])
        == ["Mon, 03 Mar 2025 10:00:00 GMT", "2025-03-04", 1_741_095_600_000])
  }
}
