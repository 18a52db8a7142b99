import Formats
import Testing

@testable import Board

/// Times of day without a date, and dates as timetables and people write them.
@Suite struct ClockTimeTests {
  private func departures(_ rows: [Value], at time: Double) throws -> [DepartureFigure] {
    var evaluator = BoardEvaluator(
      try board(
        "sources: {s: {url: x}}\ncards: [departure: {each: s, line: '{l}', to: A, due: d, planned: p}]"))
    evaluator.update("s", answers: [.list(rows)], at: time)
    return evaluator.content(page: 0, at: Moment(time: time, zone: berlin)).cards.compactMap {
      if case .departure(let figure)? = $0.figure { figure } else { nil }
    }
  }

  /// 23:50 in Berlin.
  private let late = tuesday + 33_000

  @Test func departuresGoOnBehindMidnight() throws {
    let found = try departures(
      [
        ["l": "1", "d": "00:10", "p": "23:55"], ["l": "2", "d": "23:59", "p": "23:55"],
        ["l": "3", "d": "24:20:00", "p": nil], ["l": "4", "d": "25:05", "p": "25:00"],
      ], at: late)
    #expect(found.map(\.due) == ["20", "9", "30", "01:05"])
    #expect(found.map(\.delay) == ["+15", "+4", nil, "+5"])
    #expect(found.map(\.day) == [nil, nil, nil, nil])
    // Twenty minutes later it is another day, and the same night.
    let after = try departures(
      [["l": "1", "d": "00:15", "p": "23:58"], ["l": "3", "d": "24:20:00", "p": nil]], at: late + 1200)
    #expect(after.map(\.due) == ["5", "10"])
    #expect(after.map(\.delay) == ["+17", nil])
  }

  @Test(arguments: [
    ("'00:10' | minutes", "20"), ("'23:40' | minutes", "-10"), ("'24:10' | minutes", "20"), ("'48:10' | minutes", nil),
  ])
  func minutesAreToTheNearest(expression: String, expected: String?) throws {
    #expect(try render("{\(expression)}", at: Moment(time: late, zone: berlin)) == expected)
  }

  @Test(
    arguments: [
      ("'20250304' | date('%F')", "2025-03-04"), ("'20250304101500' | date('%F %T')", "2025-03-04 10:15:00"),
      ("'202503041015' | date('%F %R')", "2025-03-04 10:15"), ("'20250304' | date", "Today"),
      // Numbers are seconds, and what is no day of our time is, too.
      ("20250304 | date('%F')", "1970-08-23"), ("'20251304' | date('%F')", "1970-08-23"),
      ("'2025-3-5' | date('%F')", "2025-03-05"), ("'2025-3-5 9:05' | date('%F %R')", "2025-03-05 09:05"),
      ("'10:15 PM' | time", "22:15"), ("'12:05 a.m.' | time", "00:05"), ("'12:05pm' | time", "12:05"),
      ("'10:15\u{202F}PM' | time", "22:15"), ("'13:05 PM' | time", nil), ("'10:15 PX' | time", nil),
      ("'Mar 4, 2025 10:15 PM' | date('%F %R')", "2025-03-04 22:15"),
      ("'Mar 4, 2025 at 9:15' | date('%F %R')", "2025-03-04 09:15"),
      ("'2025-03-05 10:15 PM' | date('%F %R')", "2025-03-05 22:15"),
      ("'4.3.2025 9:15' | date('%F %R')", "2025-03-04 09:15"),
      ("'24:20' | date('%F %R')", "2025-03-05 00:20"), ("'3/4/2025' | date('%F')", nil),
    ] as [(String, String?)])
  func dates(expression: String, expected: String?) throws {
    #expect(try render("{\(expression)}", at: Moment(time: tuesday, zone: berlin)) == expected)
  }

  @Test(
    arguments: [
      ("en", "Tuesday 4 March"), ("de", "Dienstag, 4. März"), ("es", "martes, 4 de marzo"), ("fr", "mardi 4 mars"),
      ("ja", "3月4日火曜日"), ("ko", "3월 4일 화요일"), ("sv", "tisdag 4 mars"), ("pt", "terça-feira, 4 de março"),
      ("he", "יום שלישי, 4 במרץ"),
    ])
  func theLongDateIsTheLanguages(code: String, expected: String) throws {
    let board = try board(
      "language: \(code)\ncards:\n  - text: {text: \"{$now | date('long')}\"}\n  - clock: {date: long}")
    var evaluator = BoardEvaluator(board)
    let cards = evaluator.content(page: 0, at: Moment(time: tuesday, zone: berlin)).cards
    guard case .clock(let clock)? = cards.last?.figure else {
      Issue.record("no clock")
      return
    }
    #expect(cards.first?.text == expected)
    #expect(clock.date == expected)
  }

  /// Its own clock counts, as ever, and somebody hears of it.
  @Test func aZoneThatIsNotKnownIsTold() throws {
    let yaml = "sources: {s: {url: x}}\ncards: [row: {each: s, title: \"{t | time}\"}]"
    var evaluator = BoardEvaluator(try board(yaml))
    func problems(_ text: String) -> [String] {
      evaluator.update("s", answers: [[["t": .text(text)]]], at: tuesday)
      return evaluator.content(page: 0, at: Moment(time: tuesday, zone: berlin)).problems
    }
    #expect(
      problems("2025-03-04T08:40[America/New_York]") == [
        "card 1, \"row\": its data has times of \"America/New_York\", a zone that this board does not know, and they are read as times of here; a card that shows a clock of it makes it known: clock: {zone: America/New_York}"
      ])
    #expect(problems("2025-03-04T08:40-05:00[America/New_York]").isEmpty)
    #expect(problems("2025-03-04T08:40[UTC]").isEmpty)
    #expect(problems("2025-03-04T08:40").isEmpty)
  }
}
