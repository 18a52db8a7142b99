import Scene
import TestSupport
import Testing

@testable import Board

/// What each kind of card shows of the data, and when time alone changes it.
@Suite struct CardTests {
  /// What few cards have lies beside the card, and is copied with it: a card is a value as before.
  @Test func aCardIsAValueInAllItsParts() {
    let plain = Card(id: CardID(place: 3, key: "k"), kind: .row, title: "A")
    var rich = plain
    rich.alt = "Words"
    rich.clock = "10:24"
    rich.ratio = 1.5
    rich.keepsRatio = true
    rich.column = 2
    rich.image = ImageReference(url: "a.png")
    rich.endImage = ImageReference(url: "b.png")
    rich.upcoming = ImageReference(url: "c.png")
    rich.columns = 4
    var copy = rich
    copy.alt = "Others"
    copy.ratio = nil
    #expect(rich.alt == "Words" && rich.ratio == 1.5 && rich.clock == "10:24" && rich.column == 2 && rich.keepsRatio)
    #expect(rich.image?.url == "a.png" && rich.endImage?.url == "b.png" && rich.upcoming?.url == "c.png")
    #expect(copy.alt == "Others" && copy.ratio == nil && copy.columns == 4 && copy != rich)
    #expect(plain.alt == nil && plain.columns == 1 && plain.image == nil)
    (copy.alt, copy.clock, copy.keepsRatio, copy.column) = (nil, nil, false, nil)
    (copy.image, copy.endImage, copy.upcoming, copy.columns) = (nil, nil, nil, 1)
    // Whatever has been taken away leaves nothing behind.
    #expect(copy == plain && copy.hashValue == plain.hashValue)
    var id = plain.id
    id.group = CardID.Group(place: 7, key: "g")
    #expect(id != plain.id && id.group?.place == 7 && id.place == 3 && id.key == "k")
    id.group = nil
    #expect(id == plain.id)
  }

  /// A line has the colour its data says, in the ways data says it.
  @Test(arguments: [
    ("#0B6E4F", Color(rgb: 0x0B6E4F)), ("0B6E4F", Color(rgb: 0x0B6E4F)), ("0x0b6e4f", Color(rgb: 0x0B6E4F)),
    (" teal ", Color(rgb: 0x008080)), ("", nil), ("none", nil), ("123", nil), ("#12", nil),
  ])
  func aLineHasItsOwnColor(text: String, color: Color?) throws {
    let yaml =
      "sources: {s: {url: x}}\ncards:\n  - departure: {each: s, line: \"{l}\", to: A, color: \"{route.color}\"}"
    var evaluator = BoardEvaluator(try board(yaml))
    evaluator.update("s", answers: [[["l": "8", "route": ["color": .text(text)]]]], at: tuesday)
    guard case .departure(let figure)? = evaluator.content(page: 0, at: Moment(time: tuesday)).cards.first?.figure
    else {
      Issue.record("no departure")
      return
    }
    #expect(figure.color == color)
  }

  /// The cards of a board with one source, `s`.
  private func cards(
    _ yaml: String, _ answer: Value, at time: Double = tuesday, zone: Zone = .utc
  ) throws -> (cards: [Card], nextChange: Double?) {
    var evaluator = BoardEvaluator(try board("sources: {s: {url: \"http://x/\", every: 7d}}\ncards:\n" + yaml))
    evaluator.update("s", answers: [answer], at: time)
    let content = evaluator.content(page: 0, at: Moment(time: time, zone: zone))
    return (content.cards, content.nextChange)
  }

  // MARK: number

  private func number(_ keys: String, _ item: Value) throws -> NumberFigure {
    let found = try cards("  - number: {each: s, \(keys)}", [item]).cards
    guard case .number(let number)? = found.first?.figure else {
      throw UnexpectedCards(cards: found)
    }
    return number
  }

  struct UnexpectedCards: Error { var cards: [Card] }

  @Test(
    arguments: [
      ("value: \"{v}\"", 21.5, "21.5", nil), ("value: \"{v | number}\", max: 2000", 1200, "1,200", 0.6),
      ("value: \"{v | percent}\", max: 1", 0.42, "42%", 0.42), ("value: \"{v} of {m}\", max: m", 5, "5 of 10", 0.5),
      ("value: \"{v | money('€')}\", max: 20", 5, "€5.00", 0.25), ("value: \"{v}\", max: 4", 5, "5", 1),
      ("value: \"{v}\", max: 4", -1, "-1", 0), ("value: \"{v}\", max: 0", 5, "5", 0),
      // What is missing is a dash, and its bar is empty.
      ("value: \"{v | round}\"", "unavailable", nil, nil), ("value: \"{v}\", max: 4", "unknown", nil, 0),
      ("value: \"{v}\"", nil, nil, nil), ("value: \"{gone}\"", 1, nil, nil), ("value: \"{v}\"", "open", "open", nil),
    ] as [(String, Value, String?, Double?)])
  func numbers(keys: String, value: Value, text: String?, share: Double?) throws {
    let number = try number(keys, ["v": value, "m": 10])
    #expect(number.value == text)
    #expect(number.share == share)
  }

  @Test func numbersHaveUnitsAndCourses() throws {
    let found = try number(
      "value: \"{v}\", unit: \"/ {target}\", spark: h",
      ["v": 5, "target": 8, "h": [1, "2.5", nil, "x", 4]])
    #expect(found.unit == "/ 8")
    #expect(found.spark == [1, 2.5, nil, nil, 4])
    let large = try number("value: \"{v}\", unit: \"/ {target}\"", ["v": 12_345, "target": 20_000])
    #expect(large.value == "12,345")
    #expect(large.unit == "/ 20,000")
    let without = try number("value: \"{v}\", unit: \"{gone}\", spark: gone", ["v": 5])
    #expect(without.unit == nil)
    #expect(without.spark.isEmpty)
    let empty = try number("value: \"{v}\", spark: h", ["v": 5, "h": [nil, nil]])
    #expect(empty.spark.isEmpty)
  }

  @Test func labelsAreTitles() throws {
    let found = try cards("  - number: {each: s, value: \"{v}\", label: \"{name}\", subtitle: x}", [["name": "A"]])
      .cards
    #expect(found.map(\.title) == ["A"])
    #expect(found.map(\.subtitle) == ["x"])
  }

  // MARK: groups

  /// What belongs to no group does not stand under the heading of another.
  @Test func anItemWithoutAGroupStandsApart() throws {
    let items: Value = [
      ["t": "a"], ["t": "b", "g": "One"], ["t": "c", "g": "One"], ["t": "d"], ["t": "e"], ["t": "f", "g": "One"],
    ]
    let found = try cards("  - row: {each: s, title: \"{t}\", group: \"{g}\"}", items).cards
    #expect(
      found.map { ($0.kind == .section ? "# " : "") + ($0.title ?? "–") } == [
        "a", "# One", "b", "c", "# –", "d", "e", "# One", "f",
      ])
    #expect(Set(found.map(\.id)).count == found.count)
  }

  // MARK: departure

  private func departure(
    _ item: Value, at time: Double = tuesday
  ) throws -> (figure: DepartureFigure, nextChange: Double?) {
    let (found, next) = try cards(
      """
        - departure:
            each: s
            line: "{line}"
            to: "{to}"
            due: due
            planned: planned
            platform: "{platform}"
            cancelled: state == 'CANCELED'
            note: "{note}"
      """, [item], at: time)
    guard case .departure(let departure)? = found.first?.figure else { throw UnexpectedCards(cards: found) }
    return (departure, next)
  }

  @Test func aDelayedDeparture() throws {
    let (figure, next) = try departure([
      "line": 10, "to": "Capitol Hill", "due": .number((tuesday + 290) * 1000), "planned": .number(tuesday + 60),
      "platform": "3",
    ])
    var expected = DepartureFigure(
      due: "4", unit: "min", planned: "13:41", expected: "13:44", delay: "+3", delayTone: .warn, platform: "3")
    expected.platformSaid = "Platform 3"
    #expect(figure == expected)
    // Just after there are less than four minutes left.
    let change = try #require(next)
    #expect(change > tuesday + 50 && change < tuesday + 50.01)
  }

  /// A dash is no platform.
  @Test(arguments: ["-", "–", "—", "−", " - "])
  func dashesAreNoPlatform(platform: String) throws {
    let (figure, _) = try departure(["to": "A", "due": .number(tuesday + 290), "platform": .text(platform)])
    #expect(figure.platform == nil && figure.platformSaid == nil)
  }

  /// Seconds until it leaves; what is shown; seconds until that changes.
  @Test(
    arguments: [
      (30.0, "now", nil, 30.001), (60, "1", "min", 0.001), (119, "1", "min", 59.001), (3599, "59", "min", 59.001),
      (3600, "14:40", nil, 0.001), (7200, "15:40", nil, 3600.001), (-20, "now", nil, 40.001),
      (-60, "now", nil, 0.001), (-61, "13:38", nil, 37_200), (-900, "13:25", nil, 37_200),
    ] as [(Double, String, String?, Double)])
  func minutesCountDown(seconds: Double, due: String, unit: String?, change: Double) throws {
    let (figure, next) = try departure(["to": "A", "due": .number(tuesday + seconds)])
    #expect(figure.due == due)
    #expect(figure.unit == unit)
    #expect(abs((next ?? 0) - (tuesday + change)) < 0.0005)
    // Nothing changes before it is said to, and something does then.
    let before = try departure(["to": "A", "due": .number(tuesday + seconds)], at: (next ?? 0) - 0.001).figure
    let after = try departure(["to": "A", "due": .number(tuesday + seconds)], at: next ?? 0).figure
    #expect(before == figure)
    #expect(after != figure || figure.due == "now" || seconds < -60)
  }

  /// What left yesterday says so once it is no longer the nearest time of that name.
  @Test func whatHasLeftSaysWhichDay() throws {
    let left = tuesday - 10 * 3600
    let (near, next) = try departure(["to": "A", "due": .number(left)])
    #expect(near.due == "03:40" && near.day == nil)
    #expect(next == left + 43_200.001)
    let (far, _) = try departure(["to": "A", "due": .number(left)], at: left + 24 * 3600)
    #expect(far.due == "03:40" && far.day == "4 Mar")
  }

  /// A time of day alone means the next one there is: hours from Tuesday 13:40; the day; hours until that changes.
  @Test(
    arguments: [
      (6.0, nil, 5.0), (10.25, nil, 9.25), (11.9, nil, 10.9), (12.1, "Wed", 0.1), (29, "Wed", 10.0 + 1 / 3.0),
      (24 * 6, "Mon", 10 + 1 / 3.0), (24 * 7, "11 Mar", 10 + 1 / 3.0),
    ] as [(Double, String?, Double)])
  func departuresOfAnotherDaySayWhich(hours: Double, day: String?, change: Double) throws {
    let time = tuesday + hours * 3600
    let (figure, next) = try departure(["to": "A", "due": .number(time)])
    #expect(figure.day == day)
    #expect(abs((next ?? 0) - (tuesday + change * 3600)) < 0.01)
    let (cancelled, _) = try departure(["to": "A", "planned": .number(time), "state": "CANCELED"])
    #expect(cancelled.day == day)
  }

  @Test(
    arguments: [
      (0.0, nil, nil), (40, nil, nil), (60, "+1", .warn), (299, "+4", .warn), (300, "+5", .bad), (-61, "−2", .info),
    ]
      as [(Double, String?, Card.Tone?)])
  func delaysAreWholeMinutesOfTheClock(late: Double, delay: String?, tone: Card.Tone?) throws {
    let (figure, _) = try departure([
      "to": "A", "due": .number(tuesday + 600 + late), "planned": .number(tuesday + 600),
    ])
    #expect(figure.delay == delay)
    #expect(figure.delayTone == tone)
    #expect(figure.planned == "13:50")
  }

  @Test func cancelledAndWithoutTimes() throws {
    let (cancelled, next) = try departure(["to": "A", "due": .number(tuesday + 90), "state": "CANCELED"])
    #expect(cancelled == DepartureFigure(planned: "13:41", cancelled: "Cancelled"))
    // Nothing counts down: nobody need be woken before the data is old.
    #expect(next == nil || (next ?? 0) > tuesday + 86_000)
    let (unknown, _) = try departure(["to": "A", "due": "soon", "planned": nil])
    #expect(unknown == DepartureFigure())
  }

  @Test func departuresAreTheirLineAndDestination() throws {
    let found = try cards(
      "  - departure: {each: s, line: \"{l}\", to: \"{t}\", note: \"{n} stops\"}",
      [["l": "S1", "t": "Wannsee", "n": 2], ["l": nil, "t": "Spandau"], ["n": 1]]
    ).cards
    #expect(
      BoardTests.sketch(PageContent(cards: found, sources: [])) == [
        "departure[0] Wannsee / 2 stops / S1", "departure[1] Spandau", "departure[2] 1 stops",
      ])
  }

  // MARK: agenda

  private func agenda(_ items: [Value], at time: Double = tuesday, zone: Zone = .utc) throws -> [String] {
    try cards(
      "  - agenda: {each: s, title: \"{t}\", start: start, end: end}", .list(items), at: time, zone: zone
    ).cards.map { card in
      switch card.figure {
      case .agenda(let entry):
        "\(card.title ?? "") \(entry.start ?? "")-\(entry.end ?? "") \(entry.phase)"
      case .now(let time): "--- \(time)"
      default: "# \(card.title ?? "")"
      }
    }
  }

  @Test func entriesStandByDayInTheOrderOfTime() throws {
    let found = try agenda([
      ["t": "Interview", "start": "2025-03-04T16:00Z", "end": "2025-03-04T17:00Z"],
      ["t": "Board", "start": "2025-03-05T09:00Z"],
      ["t": "Review", "start": "2025-03-04T13:00Z", "end": "2025-03-04T14:00Z"],
      ["t": "Holiday", "start": "2025-03-04"],
      ["t": "Stand-up", "start": "2025-03-04T09:00Z", "end": "2025-03-04T09:15Z"],
      ["t": "Nowhere", "start": nil],
    ])
    #expect(
      found == [
        "# Today", "Holiday All day- coming", "Stand-up 09:00-09:15 over", "Review 13:00-14:00 running", "--- 13:40",
        "Interview 16:00-17:00 coming", "# Tomorrow", "Board 09:00- coming",
      ])
  }

  @Test func theLineOfThePresentStandsWhereItIs() throws {
    func line(_ starts: [String]) throws -> [String] {
      try agenda(starts.map { ["t": "x", "start": .text($0)] }).map { String($0.prefix(3)) }
    }
    #expect(try line(["2025-03-04T14:00Z"]) == ["# T", "---", "x 1"])
    #expect(try line(["2025-03-04T12:00Z"]) == ["# T", "x 1", "---"])
    #expect(try line(["2025-03-04T12:00Z", "2025-03-05T12:00Z"]) == ["# T", "x 1", "---", "# T", "x 1"])
    // A day without entries today has no line.
    #expect(try line(["2025-03-05T12:00Z"]) == ["# T", "x 1"])
    #expect(try line(["2025-03-03T12:00Z"]) == ["# Y", "x 1"])
    #expect(try line([]).isEmpty)
  }

  @Test func whatRunsSinceYesterdayIsToday() throws {
    #expect(
      try agenda([
        ["t": "Night", "start": "2025-03-03T22:00Z", "end": "2025-03-04T15:00Z"],
        ["t": "Fair", "start": "2025-03-03", "end": "2025-03-06", "allday": true],
        ["t": "Own", "start": .date(tuesday - 49_200), "allday": true],
      ]) == [
        "# Today", "Fair All day-– Wed coming", "Own All day- coming", "Night Mon 22:00-15:00 running", "--- 13:40",
      ])
  }

  /// Hours of another day say which; midnight ends a day.
  @Test(arguments: [
    ("2025-03-04T22:00Z", "2025-03-05T00:00Z", "22:00-00:00"),
    ("2025-03-04T22:00Z", "2025-03-05T02:00Z", "22:00-Wed 02:00"),
    ("2025-03-01T22:00Z", "2025-03-05T18:00Z", "Sat 22:00-Wed 18:00"),
    ("2025-02-04T22:00Z", "2025-04-05T18:00Z", "4 Feb 22:00-5 Apr 18:00"),
    ("2025-03-04", "2025-03-05", "All day-"), ("2025-03-04", "2025-03-06", "All day-– Wed"),
    ("2025-03-06", "2025-03-20", "All day-– 19 Mar"), ("2025-03-06", "2026-03-20", "All day-– 19 Mar 2026"),
    ("2024-12-04T22:00Z", "2026-04-05T18:00Z", "4 Dec 2024-5 Apr 2026"),
    ("2025-03-04", "2025-03-04", "All day-"),
  ])
  func hoursOfAnotherDaySayWhich(start: String, end: String, told: String) throws {
    let entry = try agenda([["t": "x", "start": .text(start), "end": .text(end)]]).first { $0.hasPrefix("x ") }
    #expect(entry?.hasPrefix("x \(told) ") == true, "\(entry ?? "")")
  }

  @Test func daysAreThoseOfTheZone() throws {
    // 23:30 UTC is tomorrow in Berlin.
    #expect(
      try agenda([["t": "Late", "start": "2025-03-04T23:30Z"]], zone: berlin) == ["# Tomorrow", "Late 00:30- coming"])
  }

  @Test func agendasChangeWhenEntriesBeginAndEnd() throws {
    let yaml = "  - agenda: {each: s, title: x, start: start, end: end, group: \"{'all'}\"}"
    let entry: Value = ["start": "2025-03-04T14:00Z", "end": "2025-03-04T15:00Z"]
    let day = Value.list([entry])
    #expect(try cards(yaml, day).nextChange == tuesday + 1200)
    #expect(try cards(yaml, day, at: tuesday + 1200).nextChange == tuesday + 4800)
    // The line of the present moves with every minute.
    #expect(try cards(yaml.replacing(", group: \"{'all'}\"", with: ""), day).nextChange == tuesday + 60)
    // A group of the board's own takes the place of the days.
    #expect(try cards(yaml, day).cards.map(\.kind) == [.section, .agenda])
  }

  // MARK: chart

  private func chart(_ keys: String, _ item: Value) throws -> ChartFigure? {
    let found = try cards("  - chart: {each: s, \(keys)}", [item]).cards
    guard case .chart(let chart)? = found.first?.figure else { return nil }
    return chart
  }

  @Test func chartsOfPrometheus() throws {
    let found = try chart(
      "points: values, x: it.0, y: it.1, kind: line, min: 0",
      ["values": [[100, "1.5"], [160, "NaN"], [220, "3"], [340, "2"]]])
    let chart = try #require(found)
    #expect(chart.low == 0 && chart.high == 3)
    #expect(chart.lowLabel == "0" && chart.highLabel == "3")
    #expect(chart.series.count == 1)
    #expect(chart.series[0].points.map(\.y) == [1.5, nil, 3, 2])
    #expect(chart.series[0].points.map(\.x) == [0, 0.25, 0.5, 1])
  }

  @Test func chartsOfListsAndRecords() throws {
    let plain = try #require(try chart("points: v", ["v": [3, nil, 5]]))
    #expect(plain.series[0].points == [.init(x: 0, y: 3), .init(x: 0.5, y: nil), .init(x: 1, y: 5)])
    #expect(plain.low == 3 && plain.high == 5)
    let pairs = try #require(try chart("points: v", ["v": [[20, 1], [10, 2]]]))
    #expect(pairs.series[0].points.map(\.y) == [2, 1])
    let records = try #require(
      try chart(
        "points: days, y: {High: max, Low: min}, kind: area",
        ["days": [["max": 12, "min": 4], ["max": 15, "min": nil]]]))
    #expect(records.series.map(\.name) == ["High", "Low"])
    #expect(records.series.map { $0.points.map(\.y) } == [[12, 15], [4, nil]])
    #expect(records.style == .area)
    let lists = try #require(try chart("points: {In: a, Out: b, Gone: c}", ["a": [1, 2], "b": [3, 4]]))
    #expect(lists.series.map(\.name) == ["In", "Out"])
    #expect(lists.low == 1 && lists.high == 4)
  }

  @Test func barsStandOnZeroAndLevelLinesInTheMiddle() throws {
    let bars = try #require(try chart("points: v, kind: bars", ["v": [3, 4]]))
    #expect(bars.low == 0 && bars.high == 4)
    let level = try #require(try chart("points: v", ["v": [2.25, 2.25]]))
    #expect(level.low == 1.25 && level.high == 3.25 && level.lowLabel == "1.25" && level.highLabel == "3.25")
    let fixed = try #require(try chart("points: v, min: -10, max: top * 2", ["v": [2], "top": 60]))
    #expect(fixed.low == -10 && fixed.high == 120)
    #expect(fixed.series[0].points == [.init(x: 1, y: 2)])
  }

  @Test func chartsWithoutPointsVanish() throws {
    for value: Value in [nil, [], [nil, "x"], "text", 5] {
      #expect(try chart("points: v", ["v": value]) == nil)
    }
  }

  @Test(arguments: 0..<20)
  func manyPointsKeepTheirPeaks(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let values: [Double?] = (0..<5000).map { _ in random.below(9) == 0 ? nil : Double(random.below(1000)) }
    let thinned = Thinning.thinned(values, to: 120)
    #expect(thinned.count <= 120)
    #expect(thinned.compactMap(\.self).max() == values.compactMap(\.self).max())
    #expect(thinned.compactMap(\.self).min() == values.compactMap(\.self).min())
    #expect(Thinning.thinned(Array(values.prefix(120)), to: 120) == Array(values.prefix(120)))
  }

  // MARK: button and tap

  @Test func buttonsSendWhatTheyShow() throws {
    let file = try board(
      """
      sources: {s: {url: "http://mes/x", key: id}}
      allow: "${BOOK}"
      cards:
        - button: {text: Book, when: $s | count > 0, confirm: "Book {$s.0.name}?", post: "${BOOK}/now", json: {room: ada, minutes: 30, "on": true, code: "007", note: 012, who: {$s.0.name}, list: ["{$s.0.id}", "x-{$s.0.id}", null]}}
        - row: {each: s, title: "{name}", tap: {confirm: "Acknowledge?", post: "http://mes/{id}/ack"}}
        - row: {each: s, title: "{name}", tap: {post: "http://mes/{gone}"}}
      """, ["BOOK": "https://u:secret@host"])
    var evaluator = BoardEvaluator(file)
    evaluator.update("s", answers: [[["id": 7, "name": "Ada"]]], at: tuesday)
    let moment = Moment(time: tuesday)
    let found = evaluator.content(page: 0, at: moment).cards
    #expect(found.map(\.tap) == [.post, .post, .post])
    #expect(found[0].figure == .button(.ready))
    let button = evaluator.posted(of: found[0].id, page: 0, at: moment)
    let request = try #require(button)
    #expect(request.url.reveal() == "https://u:secret@host/now")
    #expect(request.shown == "•••/now")
    #expect(request.isAllowed)
    #expect(request.confirm == "Book Ada?")
    let body = request.body?.reveal().split(whereSeparator: \.isWhitespace).joined()
    #expect(
      body
        == #"{"room":"ada","minutes":30,"on":true,"code":"007","note":"012","who":"Ada","list":[7,"x-7",null]}"#)
    let row = evaluator.posted(of: found[1].id, page: 0, at: moment)
    #expect(row?.url.reveal() == "http://mes/7/ack")
    #expect(row?.body == nil)
    let nowhere = evaluator.posted(of: found[2].id, page: 0, at: moment)
    #expect(nowhere == nil)
    evaluator.update("s", answers: [[]], at: tuesday)
    let gone = evaluator.posted(of: found[1].id, page: 0, at: moment)
    #expect(gone == nil)
  }

  @Test func tapsLeadToPages() throws {
    let file = try board(
      """
      pages:
        - {title: Now, cards: [{row: {title: x, tap: {page: Lights}}}]}
        - {title: Lights, cards: []}
      """)
    #expect(file.pages[0].cards[0].tap == .page("Lights"))
    #expect(TapAction.page("x").leadsOn && TapAction.detail.leadsOn && !TapAction.post.leadsOn)
  }

  // MARK: image and text

  @Test func slideshowsKnowWhatComesNext() throws {
    let yaml = "  - image: {each: s, image: \"p/{file}\", every: 20s}"
    func pictures(_ files: [String], at time: Double) throws -> [String?] {
      let card = try cards(yaml, .list(files.map { ["file": .text($0)] }), at: time).cards.first
      return [card?.image?.url, card?.upcoming?.url]
    }
    #expect(try pictures(["a", "b", "c"], at: tuesday) == ["p/a", "p/b"])
    #expect(try pictures(["a", "b", "c"], at: tuesday + 40) == ["p/c", "p/a"])
    #expect(try pictures(["a"], at: tuesday) == ["p/a", nil])
    #expect(try pictures([], at: tuesday) == [nil, nil])
  }

  @Test func codesAndButtonsWithoutTextVanish() throws {
    let found = try cards(
      "  - qr: {each: s, text: \"{link}\", title: Read on}\n  - button: {each: s, text: \"{word}\", post: \"http://x/\"}",
      [["link": "http://x", "word": nil], ["link": nil, "word": "Go"]]
    ).cards
    #expect(found.map(\.kind) == [.qr, .button])
    #expect(found.map(\.text) == ["http://x", "Go"])
  }

  /// Everything on the board is still: nothing is to be done before its data is old.
  @Test func stillBoardsAskForNoWakeUp() throws {
    let (found, next) = try cards(
      """
        - header: {title: Still}
        - number: {each: s, value: "{v}", spark: h, max: 3}
        - chart: {each: s, points: h}
        - qr: {text: x}
        - departure: {each: s, to: x, planned: gone}
      """, [["v": 1, "h": [1, 2]]])
    #expect(found.count == 5)
    // Twice its interval, and then when it is no longer kept.
    #expect(next == tuesday + 86_400)
  }
}
