import Scene
import TestSupport
import Testing

@testable import Board

/// Cards that are mostly drawn: what they are evaluated to.
@Suite struct DrawnCardTests {
  private let moment = Moment(time: tuesday, zone: berlin)

  private func cards(_ yaml: String, _ answers: [String: Value] = [:], at moment: Moment? = nil) throws -> [Card] {
    var evaluator = BoardEvaluator(try board(yaml))
    for (name, value) in answers { #expect(evaluator.update(name, answers: [value], at: tuesday) == nil) }
    return evaluator.content(page: 0, at: moment ?? self.moment).cards
  }

  private func figure(_ yaml: String, _ answers: [String: Value] = [:], at moment: Moment? = nil) throws -> Figure {
    let card = try #require(try cards(yaml, answers, at: moment).first)
    return try #require(card.figure)
  }

  // MARK: Table

  @Test func aTableHasItsHeadsOnceAndALineForEachItem() throws {
    let yaml = """
      sources: {s: {url: "https://example.org/s"}}
      cards:
        - table: {each: s, cells: {"#": "{$index + 1}", Club: "{club}", Pts: "{points}"}, tone: {good: points > 30}}
      """
    let cards = try cards(
      yaml, ["s": [["club": "Rovers", "points": 37], ["club": "Old Quay"], ["club": "Pier End", "points": 9]]])
    #expect(cards.map(\.kind) == [.table, .table, .table, .table])
    #expect(cards[0].figure == .head(["#", "Club", "Pts"]))
    #expect(cards[1].figure == .table(TableFigure(cells: ["1", "Rovers", "37"])))
    #expect(cards[2].figure == .table(TableFigure(cells: ["2", "Old Quay", nil])))
    #expect(cards.map(\.tone) == [nil, .good, nil, nil])
    #expect(Set(cards.map(\.id)).count == 4)
    #expect(try self.cards(yaml, ["s": []]).isEmpty)
  }

  @Test func aTableOfAGroupHasItsHeadsInEach() throws {
    let cards = try cards(
      "sources: {s: {url: \"https://example.org/s\"}}\ncards:\n  - table: {each: s, group: \"{g}\", cells: {A: \"{a}\"}}",
      ["s": [["g": "x", "a": 1], ["g": "x", "a": 2], ["g": "y", "a": 3]]])
    #expect(cards.map(\.kind) == [.section, .table, .table, .table, .section, .table, .table])
    #expect(Set(cards.map(\.id)).count == 7)
  }

  @Test func tooManyColumnsAreAMistake() throws {
    let cells = (0..<200).map { "c\($0): x" }.joined(separator: ", ")
    let reading = try read("cards:\n  - table: {cells: {\(cells)}}")
    #expect(reading.board == nil)
    #expect(reading.diagnostics.map(\.message) == ["a table of 200 columns is read by nobody: 16 is the most"])
  }

  // MARK: Clock

  @Test func aClockElsewhereShowsItsOwnTimeAndDay() throws {
    var file = try board(
      "cards:\n  - clock: {label: Here, kind: analogue, seconds: true}\n  - clock: {label: There, zone: East}")
    #expect(file.namedZones.map(\.name) == ["East"])
    file.zones = ["East": Zone(secondsFromUTC: 12 * 3600)]
    var evaluator = BoardEvaluator(file)
    let content = evaluator.content(page: 0, at: moment)
    guard case .clock(let here)? = content.cards[0].figure, case .clock(let there)? = content.cards[1].figure else {
      Issue.record("no clocks")
      return
    }
    // 14:40 in Berlin; 01:40 on the next day twelve hours ahead of UTC.
    #expect(here.time == "14:40:00")
    #expect((here.hour * 720).rounded() == 160 && (here.minute * 60).rounded() == 40 && here.second == 0)
    #expect(there.time == "01:40" && there.date == "Wednesday" && there.isNight && !here.isNight)
    #expect(content.nextChange == tuesday + 1)
  }

  @Test func aZoneThatIsNotThereShowsNoTime() throws {
    #expect(try figure("cards:\n  - clock: {zone: Nowhere}") == .clock(ClockFigure(time: nil)))
  }

  /// Whatever the time is, hands stand on the dial.
  @Test(arguments: [-62_135_596_800.0, -1, 0, 0.999, 43_199.999, 253_402_300_799, 1e13, -1e13, 1e300])
  func handsStandOnTheDialAtAnyTime(time: Double) throws {
    let shown = try figure("cards:\n  - clock: {kind: analogue, seconds: true, date: '%F'}", at: Moment(time: time))
    guard case .clock(let clock) = shown else { return }
    for turn in [clock.hour, clock.minute, clock.second ?? 0] { #expect((0..<1).contains(turn)) }
  }

  // MARK: Forecast and ranges

  @Test func aForecastIsOneCardOnOneScale() throws {
    let yaml = """
      sources: {w: {url: "https://example.org/w"}}
      cards:
        - forecast: {each: w, day: "{d}", low: lo, high: hi, icon: "{c}", note: "{r} %"}
      """
    let cards = try cards(
      yaml,
      [
        "w": [
          ["d": "Mon", "lo": 8.4, "hi": 16.5, "c": 61], ["d": "Tue", "hi": "19", "c": "nosuch", "r": 5], ["x": 1],
        ]
      ])
    #expect(cards.count == 1)
    guard case .forecast(let forecast)? = cards[0].figure else {
      Issue.record("no forecast")
      return
    }
    #expect(forecast.days.map(\.name) == ["Mon", "Tue"])
    #expect(forecast.days.map(\.icon) == ["rain", nil])
    #expect(forecast.days.map(\.lowLabel) == ["8°", nil])
    #expect(forecast.days.map(\.highLabel) == ["17°", "19°"])
    #expect(forecast.days.map(\.note) == [nil, "5 %"])
    #expect(forecast.scale == 8.4...19)
    #expect(try self.cards(yaml, ["w": []]).isEmpty)
  }

  /// A forecast means what its board says; of a month that is said of its days, where it has some.
  @Test(arguments: [
    ("forecast: {each: w, day: \"{d}\", low: lo, high: hi, tone: bad}", Card.Tone.bad),
    ("forecast: {each: w, day: \"{d}\", low: lo, high: hi, tone: {good: ($w | count) > 1}}", .good),
    ("forecast: {each: w, day: \"{d}\", low: lo, high: hi}", nil), ("month: {tone: warn}", .warn),
    ("month: {each: w, start: d, tone: warn}", nil),
  ])
  func cardsOfManyItemsHaveATone(card: String, tone: Card.Tone?) throws {
    let cards = try cards(
      "sources: {w: {url: \"https://example.org/w\"}}\ncards:\n  - \(card)",
      ["w": [["lo": 8.4, "hi": 16.5, "d": "2026-05-03"], ["lo": 9, "hi": 12, "d": "2026-05-04"]]])
    #expect(cards.map(\.tone) == [tone])
  }

  /// No decimals but those a value has, and no more of them than the largest of the list can have, unless it were another number then.
  @Test func rangesOfAListAreRoundedOnce() throws {
    func labels(_ ends: [[Double]]) throws -> [String] {
      let items = Value.list(ends.map { ["lo": .number($0[0]), "hi": .number($0[1])] })
      let cards = try cards(
        "sources: {w: {url: \"https://example.org/w\"}}\ncards:\n  - range: {each: w, label: x, low: lo, high: hi}",
        ["w": items])
      return cards.flatMap { card -> [String] in
        if case .range(let range)? = card.figure { [range.lowLabel, range.highLabel] } else { [] }
      }
    }
    #expect(try labels([[2355.5, 4711], [0.5, 1e12]]) == ["2,356", "4,711", "0.5", "1,000,000,000,000"])
    // What is not nothing does not say that it is.
    #expect(try labels([[2355.5, 4711], [0.001, 0.0049]]) == ["2,356", "4,711", "0.001", "0.0049"])
    #expect(try labels([[99.95, 100.5], [-3.25, 60]]) == ["100.0", "100.5", "-3.3", "60.0"])
    #expect(try labels([[1.25, 2.5]]) == ["1.25", "2.50"])
    #expect(try labels([[0.001, 0.0049]]) == ["0.001", "0.005"])
    #expect(try labels([[0, 1e12]]) == ["0", "1,000,000,000,000"])
  }

  @Test func rangesOfAListHaveOneScaleAndAsManyDecimals() throws {
    let cards = try cards(
      "sources: {w: {url: \"https://example.org/w\"}}\ncards:\n  - range: {each: w, label: \"{d}\", low: lo, high: hi, unit: °, max: 30}",
      [
        "w": [
          ["d": "Mon", "lo": 9, "hi": 12.4], ["d": "Tue", "lo": 14, "hi": 7.3], ["d": "Wed", "lo": "?", "hi": 3],
          ["d": "Thu", "lo": 8], ["d": "Fri"],
        ]
      ])
    let ranges = cards.compactMap { card -> RangeFigure? in
      if case .range(let range)? = card.figure { range } else { nil }
    }
    #expect(ranges.map(\.scale) == [3...30, 3...30, 3...30, 3...30])
    // One that is missing takes the other not with it.
    #expect(ranges.map(\.lowLabel) == ["9.0°", "7.3°", "–", "8.0°"])
    #expect(ranges.map(\.highLabel) == ["12.4°", "14.0°", "3.0°", "–"])
    #expect(ranges.map(\.span) == [9...12.4, 7.3...14, 3...3, 8...8])
  }

  // MARK: Gauge

  @Test(
    arguments: [
      ("7.25", "7.25", 0.725), ("{683.59375}", "683.6", 1.0), ("{-3}", "-3", 0.0), ("{'unavailable'}", nil, nil),
      ("{0/0}", nil, nil),
      ("{1e308 * 10}", nil, nil),
    ] as [(String, String?, Double?)])
  func aGaugeKeepsItsValueOnItsArc(value: String, shown: String?, share: Double?) throws {
    guard
      case .gauge(let gauge) = try figure("cards:\n  - gauge: {value: \"\(value)\", max: 10, marks: {warn: 7, bad: 9}}")
    else { return }
    #expect(gauge.value == shown)
    #expect(gauge.share == share)
    #expect(gauge.zones == [.init(start: 0.7, end: 0.9, tone: .warn), .init(start: 0.9, end: 1, tone: .bad)])
  }

  @Test func whatIsWorseBelowGoesDown() throws {
    guard case .gauge(let gauge) = try figure("cards:\n  - gauge: {value: 3, max: 10, marks: {bad: 1, warn: 2}}") else {
      return
    }
    #expect(gauge.zones == [.init(start: 0, end: 0.1, tone: .bad), .init(start: 0.1, end: 0.2, tone: .warn)])
  }

  @Test(arguments: [("5", "5"), ("9", "1"), ("1e308", "-1e308"), ("0/0", "10")])
  func endsThatAreNoneStillMakeAnArc(low: String, high: String) throws {
    guard
      case .gauge(let gauge) = try figure(
        "let: {low: \(low), high: \(high)}\ncards:\n  - gauge: {value: \"{5}\", min: $low, max: $high}")
    else { return }
    #expect(gauge.share.map { (0...1).contains($0) } == true)
  }

  // MARK: Numbers

  @Test(arguments: [
    (683.59375, "683.6"), (234.5, "234.5"), (101.3, "101.3"), (99.96, "100"), (999.96, "1000"), (1234.5, "1235"),
    (9_999.4, "9999"), (9_999.5, "10,000"), (12_345, "12,345"), (9_999, "9999"),
    (21.46, "21.5"), (9.999, "10"), (3.14159, "3.14"), (0.5, "0.5"),
    (0.00123456, "0.0012"), (0.000012, "0.000012"), (-0.0000009, "-0.0000009"), (-45.678, "-45.7"),
    (1_234_567.8, "1,234,568"), (1e-12, "0"), (12, "12"), (2026, "2026"),
  ])
  func numbersHaveAsManyDecimalsAsTheirSizeAllows(number: Double, text: String) throws {
    let card = try cards(
      "sources: {s: {url: \"https://example.org/s\"}}\ncards:\n  - number: {value: \"{$s.v}\"}",
      ["s": ["v": .number(number)]]
    )[0]
    guard case .number(let figure)? = card.figure else { return }
    #expect(figure.value == text)
  }

  @Test func aNumberWhoseDecimalsTheBoardSaysKeepsThem() throws {
    let card = try cards(
      "sources: {s: {url: \"https://example.org/s\"}}\ncards:\n  - number: {value: \"{$s.v | fixed(3)}\"}",
      ["s": ["v": 683.59375]])[0]
    guard case .number(let figure)? = card.figure else { return }
    #expect(figure.value == "683.594")
  }

  // MARK: Month

  @Test(arguments: [
    ("en", "November 2026"), ("de", "November 2026"), ("pl", "listopad 2026"), ("cs", "listopad 2026"),
    ("es", "noviembre de 2026"),
    ("pt", "novembro de 2026"), ("ja", "2026年11月"), ("zh-Hans", "2026年11月"), ("ko", "2026년 11월"),
  ])
  func aMonthIsCalledAsItStandsAlone(language: String, title: String) throws {
    let moment = Moment(time: 1_795_435_200, zone: .utc)
    let card = try cards("language: \(language)\ncards:\n  - month: {}", [:], at: moment).first
    #expect(card?.title == title)
    let own = try cards(
      "language: \(language)\nwords: {months: [a, b, c, d, e, f, g, h, i, j, k, l], monthWithYear: \"%Y: %B\"}\ncards:\n  - month: {}",
      [:],
      at: moment)
    #expect(own.first?.title == "2026: k")
  }

  @Test func aForecastKeepsItsSubtitle() throws {
    let card = try cards(
      """
      sources: {s: {url: "https://example.org/s"}}
      cards:
        - forecast: {each: s, title: Wind, subtitle: Harbour, day: "{d}", low: a, high: b, note: "{n} %"}
      """, ["s": [["d": "Mon", "a": 1, "b": 2, "n": 40]]]
    ).first
    #expect(card?.subtitle == "Harbour")
  }

  /// Every month from the year 1 to 9999: as many days as it has, each on its weekday.
  @Test(arguments: [1, 1582, 1900, 1999, 2000, 2024, 2025, 2400, 9999], [0, 5, 6])
  func sheetsAreRight(year: Int, firstWeekday: Int) throws {
    var file = try board("cards:\n  - month: {}")
    file.language.firstWeekday = firstWeekday
    var evaluator = BoardEvaluator(file)
    for month in 1...12 {
      let first = CivilTime.days(year: year, month: month, day: 1)
      let time = Double(first) * 86400 + 13 * 86400
      guard case .month(let sheet)? = evaluator.content(page: 0, at: Moment(time: time)).cards.first?.figure else {
        Issue.record("no sheet")
        continue
      }
      #expect(sheet.days == CivilTime.length(ofMonth: month, year: year))
      #expect(sheet.today == 14)
      #expect((sheet.offset + firstWeekday) % 7 == CivilTime(dayNumber: first).weekday)
      #expect((4...6).contains(sheet.weeks))
      #expect(sheet.weekdays.count == 7 && sheet.marks.count == sheet.days)
      #expect(sheet.weekend.map { ($0 + firstWeekday) % 7 }.sorted() == [5, 6])
    }
  }

  @Test func daysHaveDotsForWhatFallsOnThem() throws {
    let yaml = """
      sources: {c: {url: "https://example.org/c"}}
      cards:
        - month: {each: c, start: from, end: to, tone: {bad: late}}
      """
    guard
      case .month(let sheet) = try figure(
        yaml,
        [
          "c": [
            ["from": "2025-03-03", "to": "2025-03-05", "late": true],
            ["from": "2025-02-27T10:00", "to": "2025-03-01T09:00"],
            ["from": "2025-03-04T10:00"], ["from": "2025-03-31T23:00", "to": "2026-12-01"], ["from": "never"],
            ["from": "1000-01-01", "to": "9000-01-01"],
          ]
        ])
    else { return }
    #expect(sheet.today == 4)
    #expect(sheet.marks[0] == [.accent, .accent])
    #expect(sheet.marks[2] == [.bad, .accent])
    #expect(sheet.marks[3] == [.bad, .accent, .accent])
    #expect(sheet.marks[4] == [.accent])
    #expect(sheet.marks[30] == [.accent, .accent])
  }

  // MARK: Charts

  /// Words for places stand below what is drawn there: no chart vanishes for them.
  @Test(arguments: ["bars", "line", "area"])
  func wordsStandBelowAChart(kind: String) throws {
    let points: Value = [["d": "Mo", "v": 3], ["d": "Di", "v": 5], ["d": nil, "v": 9], ["d": "Mi", "v": 4]]
    let chart = try #require(try chart("x: it.d, y: it.v, kind: \(kind)", points))
    #expect(chart.ticks.map(\.label) == ["Mo", "Di", "Mi"])
    #expect(chart.series[0].points.map(\.y) == [3, 5, 4])
    let places: [Double] = kind == "bars" ? [0.5 / 3, 1.5 / 3, 2.5 / 3] : [0, 0.5, 1]
    #expect(chart.ticks.map(\.x) == places)
    let pairs = try #require(try self.chart("kind: \(kind)", [["North", 3], ["South", 5]]))
    #expect(pairs.ticks.map(\.label) == ["North", "South"])
  }

  /// Bars say what they are of: a day of the week, a date, a month, a year, a time of day, a number.
  @Test(
    arguments: [
      (["2026-11-30", "2026-12-01", "2026-12-02"], ["Mon", "Tue", "Wed"]),
      (["2026-11-01", "2026-11-08", "2026-11-15"], ["1 Nov", "8 Nov", "15 Nov"]),
      (["2026-01-01", "2026-02-01", "2026-03-01"], ["Jan", "Feb", "Mar"]),
      (["2024-01-01", "2025-01-01", "2026-01-01"], ["2024", "2025", "2026"]),
      (["2026-11-01", "2026-12-01", "2027-01-01", "2027-02-01"], ["Nov", "Dec", "2027", "Feb"]),
      (["2026-12-25", "2027-01-01", "2027-01-08"], ["25 Dec", "1 Jan 2027", "8 Jan"]),
      (["2026-11-30T22:00", "2026-11-30T23:00", "2026-12-01T00:00"], ["22:00", "23:00", "Tue"]),
      (["2026-11-30T18:00", "2026-12-01T06:00", "2026-12-01T18:00"], ["18:00", "Tue 06:00", "18:00"]),
      (["2026-11-30T10:00", "2026-11-30T11:00"], ["10:00", "11:00"]), ([2019, 2020, 2021], ["2019", "2020", "2021"]),
    ] as [([Value], [String])])
  func barsSayWhatTheyAreOf(places: [Value], told: [String]) throws {
    let points = Value.list(places.enumerated().map { .list([$1, .number(Double($0 + 1))]) })
    let chart = try #require(try chart("kind: bars", points))
    #expect(chart.ticks.map(\.label) == told)
    #expect(chart.ticks.map(\.x) == told.indices.map { (Double($0) + 0.5) / Double(told.count) })
    #expect(try self.chart("kind: bars", [3, 4])?.ticks == [])
  }

  private func chart(_ keys: String, _ points: Value) throws -> ChartFigure? {
    let cards = try cards(
      "sources: {s: {url: \"https://example.org/s\"}}\ncards:\n  - chart: {points: $s.p, \(keys)}", ["s": ["p": points]]
    )
    guard case .chart(let chart)? = cards.first?.figure else { return nil }
    return chart
  }

  @Test(arguments: [
    ([1.09, 1.70], "1", "1.8"), ([0, 97], "0", "100"), ([5, 5], "4", "6"), ([-3, 12.4], "-5", "15"),
    ([0.0012, 0.0049], "0.001", "0.005"), ([1e300, 1e301], "1e+300", "1e+301"),
    ([1_204_000, 3_000_100], "1,000,000", "3,500,000"),
  ])
  func scalesEndAtRoundNumbers(values: [Double], low: String, high: String) throws {
    let chart = try #require(try chart("kind: line", .list(values.map(Value.number))))
    #expect(chart.lowLabel == low)
    #expect(chart.highLabel == high)
    #expect(chart.low < chart.high)
  }

  @Test func aLineThatIsToldOfIsInSight() throws {
    let chart = try #require(try chart("marks: {bad: 2.8, warn: 2}", [0.2, 0.5, 1.1]))
    #expect(chart.marks.map(\.label) == ["2.8", "2"])
    #expect(chart.marks.allSatisfy { $0.value <= chart.high && $0.value >= chart.low })
    #expect(chart.series[0].lastLabel == "1.1")
  }

  @Test func severalPlotsHaveAScaleEach() throws {
    let cards = try cards(
      "sources: {s: {url: \"https://example.org/s\"}}\ncards:\n  - chart: {points: $s, y: {Heat: t, Power: p}, split: true}",
      ["s": [["t": 20, "p": 4000], ["t": 22, "p": 900]]])
    guard case .chart(let chart)? = cards.first?.figure else { return }
    #expect(chart.parts.count == 2)
    #expect(chart.parts.map(\.highLabel) == ["22", "4,000"])
  }

  @Test func chartsOfNothingAndOfAMillionPointsAreBounded() throws {
    #expect(try chart("kind: line", []) == nil)
    #expect(try chart("kind: line", ["a", nil]) == nil)
    #expect(try chart("kind: bars", [7])?.series[0].points.count == 1)
    let many = try #require(try chart("kind: line", .list((0..<1_000_000).map { .number(Double($0 % 100)) })))
    #expect(many.series[0].points.count <= 600)
  }

  // MARK: Groups

  @Test func aGroupHasItsCardsForEachItem() throws {
    let yaml = """
      sources: {rooms: {url: "https://example.org/r", key: id}}
      cards:
        - group:
            each: rooms
            where: open
            cards:
              - section: {title: "{name}"}
              - row: {each: events, title: "{what} in {$item.name}", tap: detail}
              - number: {label: "{name}", value: "{seats}"}
      detail:
        - text: {text: "{what}"}
      """
    var evaluator = BoardEvaluator(try board(yaml))
    let rooms: Value = [
      ["id": "a", "name": "Ada", "open": true, "seats": 4, "events": [["what": "Talk"], ["what": "Tea"]]],
      ["id": "b", "name": "Bob", "open": false], ["id": "c", "name": "Cy", "open": true, "seats": 9],
    ]
    #expect(evaluator.update("rooms", answers: [rooms], at: tuesday) == nil)
    let cards = evaluator.content(page: 0, at: moment).cards
    #expect(cards.map(\.title) == ["Ada", "Talk in Ada", "Tea in Ada", "Ada", "Cy", "Cy"])
    #expect(cards.map(\.id.group?.key) == ["a", "a", "a", "a", "c", "c"])
    #expect(Set(cards.map(\.id)).count == 6)
    let detail = evaluator.detail(of: cards[2].id, page: 0, at: moment)
    #expect(detail?.cards.map(\.text) == ["Tea"])
  }

  @Test(arguments: [
    ("cards:\n  - group: {cards: [group: {cards: []}]}", "unknown card \"group\""),
    ("cards:\n  - group: {cards: [row: {title: \"{name}\"}]}", "\"name\" is a field, but there is no item here"),
    ("cards:\n  - row: {title: x, icon: sunn}", "\"icon\": there is no icon \"sunn\" (did you mean \"sun\"?)"),
    ("cards:\n  - gauge: {value: 1, marks: {loud: 3}}", "unknown key \"loud\" in \"marks\""),
    ("cards:\n  - row: {title: x, image: [a, b, c]}", "\"image\" has 3 entries; 2 is the most"),
  ])
  func mistakesAreSaid(yaml: String, message: String) throws {
    let reading = try read(yaml)
    #expect(reading.diagnostics.contains { $0.message.hasPrefix(message) }, "\(reading.diagnostics)")
  }
}

/// Zones from the files of the time zone database.
@Suite struct ZoneFileTests {
  @Test func theDatabaseAgreesWithTheClock() throws {
    let zone = try #require(Zone(file: try readFile("/usr/share/zoneinfo/Europe/Berlin")))
    for time in stride(from: 1_704_067_200.0, to: 1_798_761_600, by: 86_400) {
      #expect(zone.offset(at: time) == berlin.offset(at: time))
    }
    #expect(Zone(file: try readFile("/usr/share/zoneinfo/UTC"))?.offset(at: 0) == 0)
  }

  /// Offsets of each zone at some moments, from Python's zoneinfo: 2037 and 2038, winter and summer, and a century on.
  @Test(
    arguments: [
      ("Europe/Berlin", [3600.0, 7200, 3600, 7200, 7200]), ("Europe/London", [0, 3600, 0, 3600, 3600]),
      ("Europe/Dublin", [0, 3600, 0, 3600, 3600]), ("America/New_York", [-18_000, -14_400, -18_000, -14_400, -14_400]),
      ("Asia/Tehran", [12_600, 12_600, 12_600, 12_600, 12_600]),
      ("Australia/Lord_Howe", [39_600, 37_800, 39_600, 37_800, 37_800]),
      ("America/Sao_Paulo", [-10_800, -10_800, -10_800, -10_800, -10_800]),
    ] as [(String, [Double])])
  func theRuleHoldsBehindTheLastChange(name: String, expected: [Double]) throws {
    let zone = try #require(Zone(file: try readFile("/usr/share/zoneinfo/" + name)))
    // The 15th of January and of July at noon UTC of 2037 and 2038, and of July 2137.
    let times = [2_115_633_600.0, 2_131_272_000, 2_147_169_600, 2_162_808_000, 5_286_945_600]
    #expect(times.map { zone.offset(at: $0) } == expected)
  }

  /// The clock of the machine reads the same file by other code.
  @Test func theRuleTurnsAtTheMoment() throws {
    let zone = try #require(Zone(file: try readFile("/usr/share/zoneinfo/Europe/Berlin")))
    // 2050: the last Sundays of March and October, 01:00 UTC.
    for (time, before, after) in [(2_531_955_600.0, 3_600.0, 7_200.0), (2_550_704_400, 7_200, 3_600)] {
      #expect(zone.offset(at: time - 1) == before && zone.offset(at: time) == after)
    }
  }

  /// What a rule says of the year 2050, in hours UTC from its beginning.
  @Test(
    arguments: [
      ("CET-1CEST,M3.5.0,M10.5.0/3", 1.0, [2_041.0, 7_249]),
      ("IST-1GMT0,M10.5.0,M3.5.0/1", 1, [2_041, 7_249]),
      // Saturday before the last Sunday, as hours beyond the day or before it.
      ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", -2, [2_041, 7_249]),
      ("EET-2EEST,M3.4.4/50,M10.4.4/50", 2, [2_016, 7_223]),
      // The 60th day is the first of March, in any year, or as it is counted.
      ("AAA0BBB,J60/0,J300/0", 0, [1_416, 7_175]), ("AAA0BBB,59/0,299/0", 0, [1_416, 7_175]),
      // All the year.
      ("XXX3YYY4,0/0,J365/23", -3, []), ("<+0330>-3:30", 3.5, []), ("UTC0", 0, []),
    ] as [(String, Double, [Double])])
  func rulesAreRead(text: String, standard: Double, hours: [Double]) throws {
    let rule = try #require(ZoneRule(text.utf8))
    #expect(rule.standard == standard * 3600)
    let begin = 2_524_608_000.0
    let changes = rule.changes(after: Zone.Change(time: begin - 600 * 86_400, offset: -1))
    let turned = changes.map(\.time).filter { $0 >= begin && $0 < begin + 365 * 86_400 }
    #expect(turned == hours.map { begin + $0 * 3600 })
  }

  @Test(arguments: [
    "", "C", "CET", "CET-", "CET-1CEST", "CET-1CEST,M3.5.0", "CET-1CEST,M13.5.0,M10.5.0", "CET-1CEST,M3.6.0,M10.5.0",
    "CET-1CEST,M3.5.7,M10.5.0", "CET-99", "CET-1CEST,J0,J1", "CET-1CEST,366,1", "CET-1CEST,M3.5.0/168,M10.5.0",
    "<+03-3", "CET-1CEST,M3.5.0,M10.5.0/3 ", "CET-99999999999999999999", "CET-1:60",
  ])
  func whatIsNoRuleIsNone(text: String) { #expect(ZoneRule(text.utf8) == nil) }

  /// Files that break off, and such with any byte changed.
  @Test func damagedFilesAreNoneOrSomeZone() throws {
    let bytes = try readFile("/usr/share/zoneinfo/America/New_York")
    for end in stride(from: 0, to: bytes.count, by: 7) { _ = Zone(file: Array(bytes[..<end])) }
    var random = SplitMix64(seed: 1)
    for _ in 0..<3_000 {
      var damaged = bytes
      damaged[random.below(damaged.count)] = UInt8.random(in: 0...255, using: &random)
      damaged[random.below(60)] = UInt8.random(in: 0...255, using: &random)
      _ = Zone(file: damaged)?.offset(at: 1e9)
    }
  }
}

/// A program's own cards may be given anything.
@Test func aScaleOfNoNumbersIsNone() {
  for (low, high) in [(Double.nan, 1), (1, .nan), (.nan, .nan), (.infinity, -.infinity), (3, 1)] as [(Double, Double)] {
    let range = RangeFigure(low: low, high: high, lowLabel: "", highLabel: "")
    #expect(range.scale.lowerBound <= range.scale.upperBound)
    var day = ForecastFigure.Day()
    (day.low, day.high) = (low, high)
    let scale = ForecastFigure(days: [day]).scale
    #expect(scale.map { $0.lowerBound <= $0.upperBound } ?? true)
  }
}
