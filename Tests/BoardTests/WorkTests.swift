import TestSupport
import Testing

@testable import Board

/// What an evaluation may be asked of texts and lists that came from the world.
private let shapes: [(name: String, text: @Sendable (Int) -> String)] = [
  ("letters", { String(repeating: "a", count: $0) }),
  ("letters and another", { String(repeating: "a", count: $0) + "b" }),
  ("another and letters", { "b" + String(repeating: "a", count: $0) }),
  ("flags", { String(repeating: "\u{1F1E9}\u{1F1EA}", count: $0 / 8) }),
  ("accents", { "a" + String(repeating: "\u{301}", count: $0 / 2) }),
  ("family", { String(repeating: "\u{1F468}\u{200D}", count: $0 / 7) }),
  ("spaces", { String(repeating: " ", count: $0) }),
  ("tags", { String(repeating: "<a", count: $0 / 2) }),
  ("scripts", { "<script>" + String(repeating: "</scriptx", count: $0 / 9) }),
  ("entities", { String(repeating: "&amp", count: $0 / 4) }),
  ("digits", { String(repeating: "1", count: $0) }),
  ("directives", { String(repeating: "%A", count: $0 / 2) }),
]

@Suite struct WorkTests {
  /// Searching is linear in both texts, counted in comparisons.
  @Test(arguments: shapes.indices, shapes.indices)
  func searchingIsLinear(text: Int, pattern: Int) {
    let text = Array(shapes[text].text(20_000).utf8)
    let pattern = Array(shapes[pattern].text(10_000).utf8)
    var search = TextSearch(pattern)
    for byte in text { _ = search.ends(with: byte) }
    #expect(search.steps <= 2 * (text.count + pattern.count))
  }

  /// The same places as looking everywhere finds.
  @Test(arguments: 0..<40) func searchingFindsWhatIsThere(seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    let letters = ["a", "b", "é", "e\u{301}", "\u{301}", "😀", "\u{1F1E9}"]
    func text(_ length: Int) -> String {
      (0..<Int.random(in: 0...length, using: &random)).map { _ in letters.randomElement(using: &random) ?? "" }.joined()
    }
    for _ in 0..<100 {
      let (whole, part) = (text(12), text(3))
      let scalars = (Array(whole.unicodeScalars), Array(part.unicodeScalars))
      let first =
        scalars.1.isEmpty
        ? nil
        : scalars.0.indices.first { scalars.0[$0...].starts(with: scalars.1) }
      let found = whole.firstRange(of: part)
      #expect(found.map { whole.unicodeScalars.distance(from: whole.startIndex, to: $0.lowerBound) } == first)
      if let found { #expect(whole.unicodeScalars[found].elementsEqual(part.unicodeScalars)) }
      guard !part.isEmpty else { continue }
      var pieces: [Substring] = []
      let isWhole = whole.forEachPiece(separatedBy: part) {
        pieces.append($0)
        return true
      }
      #expect(isWhole)
      #expect(pieces == whole.split(separator: part, omittingEmptySubsequences: false), "\(whole) \(part)")
    }
  }

  /// Every filter, over every kind of text and twice as much of it: twice the work at most, and so much of it is counted.
  @Test(arguments: Filter.allCases)
  func filtersAreLinear(filter: Filter) throws {
    for input in shapes {
      for argument in shapes {
        let steps = [2_000, 4_000].map { count -> Int in
          let text = Value.text(input.text(count))
          let other = Value.text(argument.text(count / 2))
          let arguments = filter.parameters.map { parameter -> Expression in
            ["digits", "length", "start", "count", "seconds"].contains { parameter.contains($0) }
              ? .literal(.number(Double(count / 2))) : .field("other")
          }
          var evaluation = Evaluation(moment: Moment(time: tuesday), item: ["text": text, "other": other])
          let before = evaluation.budget
          _ = evaluation.value(.filtered(.field("text"), filter, arguments))
          return before - evaluation.budget
        }
        #expect(
          Double(steps[1]) <= 2.5 * Double(steps[0]) + 16, "\(filter) of \(input.name) with \(argument.name): \(steps)")
      }
    }
  }

  /// A filter that looks at a text says so in steps.
  @Test(arguments: [Filter.upper, .lower, .plain, .truncate, .replace, .split, .slice, .starts, .contains, .count])
  func whatIsReadIsCounted(filter: Filter) {
    let text = String(repeating: "word ", count: 10_000)
    var evaluation = Evaluation(moment: Moment(time: tuesday), item: ["text": .text(text)])
    let before = evaluation.budget
    _ = evaluation.value(.filtered(.field("text"), filter, filter.parameters.map { _ in .literal(.text("3")) }))
    #expect(before - evaluation.budget >= text.utf8.count / 16)
  }

  /// Rows that each ask something of all rows end within the card's share, and the log says which expression it was.
  @Test(arguments: [
    "$s | join(name)", "$s | contains(name)", "$s | contains(at)", "$s | max(field)", "$s | sum(field)",
    "$s | slice(n) | join",
  ])
  func everyRowAskingAllRowsIsCut(expression: String) throws {
    var evaluator = BoardEvaluator(
      try board(
        """
        sources: {s: {url: x}}
        cards:
          - row: {each: s, title: "{name}", subtitle: "{\(expression)}"}
          - row: {title: "after"}
        """))
    let rows = (0..<10_000).map { row -> Value in
      [
        "name": .text("Name \(row)"), "at": .text("2025-03-04T14:\(10 + row % 50):00Z"), "field": "name",
        "n": .number(Double(row % 2)),
      ]
    }
    evaluator.update("s", answers: [.list(rows)], at: tuesday)
    let content = evaluator.content(page: 0, at: Moment(time: tuesday))
    #expect(content.problems.count == 1)
    #expect(
      content.problems.first?.contains("most of it \"\(try Expression(expression))\"") == true, "\(content.problems)")
    #expect(content.cards.last?.title == "after")
    let written = content.cards.reduce(0) { $0 + ($1.subtitle?.utf8.count ?? 0) }
    #expect(written <= 4 * Evaluation.cardBudget)
  }

  /// A page has so many cards; what is left out is said, once for each card that repeats, and what comes after them is there.
  @Test func aPageHasSoManyCards() throws {
    var evaluator = BoardEvaluator(
      try board(
        """
        sources: {s: {url: x}}
        cards:
          - row: {each: s, title: "a"}
          - row: {each: s, title: "b"}
          - row: {title: "after"}
        """))
    evaluator.update("s", answers: [.list((0..<70_000).map { ["n": .number(Double($0))] })], at: tuesday)
    let content = evaluator.content(page: 0, at: Moment(time: tuesday))
    #expect(content.cards.count == Bounds.cards + 1)
    #expect(content.cards.last?.title == "after")
    #expect(
      content.problems == [
        "card 2, \"row\": a page shows 100000 cards at most, and the rest of its items is left out; show fewer with \"limit\" or \"where\""
      ])
  }

  /// A sum of all rows is found once for all rows.
  @Test func whatDoesNotDependOnTheRowIsFoundOnce() throws {
    let rows = Value.list((0..<10_000).map { ["n": .number(Double($0))] })
    let source = SourceRecords(value: rows, keys: [], nextChange: nil)
    var evaluation = Evaluation(moment: Moment(time: tuesday), globals: ["s": .source(source)])
    let before = evaluation.budget
    for row in 0..<10_000 {
      evaluation.item = ["n": .number(Double(row))]
      _ = evaluation.value(try Expression("n / ($s | sum('n'))"))
    }
    #expect(before - evaluation.budget < 100_000)
  }

  /// Comparing whole lists costs what they hold.
  @Test func comparingListsIsCounted() throws {
    func rows() -> Value { .list((0..<5_000).map { ["n": .number(Double($0))] }) }
    var evaluation = Evaluation(moment: Moment(time: tuesday), item: ["a": rows(), "b": rows()])
    let before = evaluation.budget
    let areEqual = evaluation.value(try Expression("a == b"))
    #expect(areEqual == true)
    #expect(before - evaluation.budget >= 10_000)
  }
}

@Suite struct YearTests {
  /// No year makes a date that traps or loses its shape: years are written with four digits at least, and a sign in front.
  @Test func everyYearIsWritten() {
    var year = -9_999
    while year <= 99_999 {
      for (month, day) in [(1, 1), (2, 28), (12, 31)] {
        let civil = CivilTime(year: year, month: month, day: day)
        let moment = Moment(time: civil.secondsSince1970)
        let digits = String(abs(year))
        let four = (year < 0 ? "-" : "") + String("0000".dropFirst(min(4, digits.count))) + digits
        let date = DateFormat.text("%F", at: moment.time, in: moment)
        #expect(date == "\(four)-\(month < 10 ? "0" : "")\(month)-\(day < 10 ? "0" : "")\(day)")
        #expect(DateFormat.text("%Y", at: moment.time, in: moment) == four)
        #expect(DateFormat.text("%-Y", at: moment.time, in: moment) == String(year))
        let all = DateFormat.text(
          "%a %A %b %B %d %e %F %H %I %j %m %M %p %R %s %S %T %V %y", at: moment.time, in: moment)
        #expect(!all.contains("%"))
        if year > 0, year <= 9_999 { #expect(moment.instant(date) == moment.time) }
        var evaluation = Evaluation(moment: moment)
        let (text, later) = (evaluation.text(.date(moment.time)), evaluation.date(moment.time + 40 * 86_400))
        #expect(text == date + " 00:00")
        #expect(!later.isEmpty)
        _ = Value.date(moment.time).sample(at: moment)
      }
      year += year % 97 == 0 || abs(year) < 1_100 || abs(year - 9_990) < 20 ? 1 : 23
    }
  }

  /// Nor does any number that stands for a moment.
  @Test(arguments: [
    0.0, -0.0, 1e9, -1e9, 1e12, 1e15, 1e300, -1e300, .infinity, -.infinity, .nan, .leastNonzeroMagnitude,
  ])
  func everyNumberIsAMoment(time: Double) {
    for zone in [Zone.utc, Zone(secondsFromUTC: 50_000), Zone(secondsFromUTC: -50_000)] {
      let moment = Moment(time: tuesday, zone: zone)
      for format in ["%F %T", "%Y %V %j", "%s", "%A %-d %B"] { _ = DateFormat.text(format, at: time, in: moment) }
      _ = Value.date(time).sample(at: moment)
      var evaluation = Evaluation(moment: moment, item: ["t": .date(time), "n": .number(time)])
      for filter in [Filter.time, .date, .ago, .minutes, .epoch] {
        for name in ["t", "n"] { _ = evaluation.value(.filtered(.field(name), filter, [])) }
      }
    }
  }
}
