import Icons
import Scene
import Testing

@testable import Board

private func card(_ kind: Card.Kind, _ title: String? = nil, figure: Figure? = nil) -> Card {
  Card(id: CardID(place: 0), kind: kind, title: title, figure: figure)
}

private let words = SpokenWords("en")

/// The first card of a board.
private func shown(_ yaml: String) throws -> Card {
  var evaluator = BoardEvaluator(try board(yaml))
  return try #require(evaluator.content(page: 0, at: Moment(time: tuesday)).cards.first)
}

@Suite struct SpokenCardTests {
  /// Whatever a card lacks, it is said or left out, and nothing traps.
  @Test(arguments: Card.Kind.allCases)
  func everyKindHasALine(kind: Card.Kind) {
    let bare = card(kind).spoken(words)
    #expect(bare == nil || bare?.line(words).isEmpty == false)
    #expect(card(kind, "Title").spoken(words)?.line(words).contains("Title") == true)
  }

  @Test func aLineSaysRoleNameValueAndWhatCanBeDone() throws {
    var departure = card(
      .departure, "Harbour", figure: .departure(DepartureFigure(due: "4", unit: "min", planned: "17:51")))
    (departure.badge, departure.tone, departure.tap) = ("12", .warn, .detail)
    #expect(departure.spoken(words)?.line(words) == "item: Harbour; 4 min; Line 12; 17:51; warning; opens its details")
    var cancelled = departure
    cancelled.figure = .departure(DepartureFigure(due: "4", unit: "min", cancelled: "Cancelled"))
    #expect(cancelled.spoken(words)?.line(words).contains("Harbour; Cancelled") == true)
    let head = card(.table, figure: .head(["#", "", "Pts"]))
    let line = card(.table, figure: .table(TableFigure(cells: ["1", "Rovers", nil])))
    let last = card(.table, figure: .table(TableFigure(cells: ["2", "Athletic", "32"])))
    #expect(
      [head, line, last].spoken(words).map { $0.line(words) } == ["row: # 1, Rovers", "row: # 2, Athletic, Pts 32"])
    #expect(
      card(.number, "Outside", figure: .number(NumberFigure(unit: "°C"))).spoken(words)?.line(words)
        == "figure: Outside; – °C")
    #expect(card(.image).spoken(words)?.line(words) == "image: without words")
    var picture = card(.image)
    picture.alt = "The harbour at dusk"
    #expect(picture.spoken(words)?.line(words) == "image: The harbour at dusk")
    picture.alt = ""
    #expect(picture.spoken(words) == nil)
    picture.tap = .detail
    #expect(picture.spoken(words)?.line(words) == "image: without words; opens its details")
    var heading = card(.section, "Today")
    heading.trail = "3"
    #expect(heading.spoken(words)?.line(words) == "heading 2: Today; 3")
  }

  /// What is written as a sign or stands in its place is said in words.
  @Test func whatIsSeenIsSaid() {
    let german = SpokenWords("de")
    var departure = DepartureFigure(
      due: "14", unit: "Min.", planned: "14:14", expected: "14:19", delay: "+5", platform: "1")
    #expect(
      card(.departure, "Hafen", figure: .departure(departure)).spoken(german)?.line(german)
        == "Eintrag: Hafen; 14 Min.; geplant 14:14; neue Zeit 14:19; Verspätung +5; Gleis 1")
    (departure.expected, departure.delay, departure.platform) = (nil, nil, "Pier 4")
    #expect(
      card(.departure, figure: .departure(departure)).spoken(german)?.notes == ["14:14", "Pier 4"])
    var range = RangeFigure(low: -5, high: 12.3, lowLabel: "-5°C", highLabel: "12,3°C")
    range.unit = "°C"
    #expect(card(.range, "Di", figure: .range(range)).spoken(german)?.value == "-5°C – 12,3°C")
    var text = card(.text)
    text.text = "**Bitte** [hier](https://example.org) ** klingeln"
    #expect(text.spoken(german)?.name == "Bitte hier ** klingeln")
    var forecast = ForecastFigure(days: [])
    forecast.days = ["rain", "partly-cloudy", "house"].map { icon in
      var day = ForecastFigure.Day()
      (day.name, day.icon) = ("Di", icon)
      return day
    }
    #expect(
      card(.forecast, figure: .forecast(forecast)).spoken(german)?.notes == [
        "Di Regen", "Di teils bewölkt", "Di",
      ])
    #expect(SpokenWords.Weather.allCases.allSatisfy { Icon($0.rawValue)?.name == $0.rawValue })
  }

  /// From when to when, with one dash.
  @Test(
    arguments: [
      ("09:00", "10:00", "09:00 – 10:00"), ("All day", "– 19 Mar 2026", "All day – 19 Mar 2026"),
      ("All day", nil, "All day"),
    ] as [(String, String?, String)])
  func entriesSayFromWhenToWhen(start: String, end: String?, told: String) {
    let entry = card(.agenda, "Fair", figure: .agenda(AgendaFigure(start: start, end: end)))
    #expect(entry.spoken(words)?.value == told)
  }

  /// What nobody is to see is not heard either.
  @Test func secretsAreNotSaid() {
    var pad = ControlFigure(.keypad)
    pad.pad = ControlFigure.Pad(length: 4)
    pad.pad?.typed = 3
    (pad.value, pad.valueLabel) = (1234, "1234")
    #expect(card(.keypad, "Alarm", figure: .control(pad)).spoken(words)?.line(words) == "keypad: Alarm; can be set")
    var entry = ControlFigure(.entry)
    entry.entry = ControlFigure.Entry(isHidden: true)
    entry.valueLabel = "swordfish"
    #expect(
      card(.entry, "Password", figure: .control(entry)).spoken(words)?.line(words) == "text field: Password; can be set"
    )
    #expect(card(.field, "Password", figure: .field(Writing("swordfish", isHidden: true))).spoken(words)?.value == nil)
  }

  /// A control says what it is set to, and what else it might be.
  @Test func controlsSayWhatTheyAreSetTo() {
    var toggle = ControlFigure(.toggle)
    #expect(card(.toggle, "Lamp", figure: .control(toggle)).spoken(words)?.value == "–")
    toggle.value = 1
    toggle.state = .failed("No answer")
    #expect(
      card(.toggle, "Lamp", figure: .control(toggle)).spoken(words)?.line(words)
        == "switch: Lamp; on; No answer; can be set")
    var choice = ControlFigure(.choice)
    choice.options = ["Off", "On"].map { ControlFigure.Option(value: $0, label: $0) }
    for value in [nil, -1, 0, 1, 7, .infinity] as [Double?] {
      choice.value = value
      #expect(card(.choice, "Mode", figure: .control(choice)).spoken(words) != nil)
    }
  }

  /// Of several options the one that is set is told from the others, even where they are called on and off.
  @Test func aChoiceSaysWhatIsChosen() {
    var choice = ControlFigure(.choice)
    choice.options = ["Off", "Eco", "Warm"].map { ControlFigure.Option(value: $0, label: $0) }
    func line() -> String? { card(.choice, "Mode", figure: .control(choice)).spoken(words)?.line(words) }
    #expect(line() == "choice: Mode; –; Off; Eco; Warm; can be set")
    choice.value = 1
    #expect(line() == "choice: Mode; chosen: Eco; Off; Warm; can be set")
  }

  /// Nothing is said twice, and no number alone.
  @Test func numbersSayWhatTheyAre() {
    let german = SpokenWords("de")
    var departure = card(
      .departure, "Ada Lovelace", figure: .departure(DepartureFigure(due: "09:30", planned: "09:30", platform: "3")))
    departure.badge = "10"
    #expect(departure.spoken(german)?.line(german) == "Eintrag: Ada Lovelace; 09:30; Linie 10; Gleis 3")
    departure.badge = "S1"
    #expect(departure.spoken(german)?.notes == ["S1", "Gleis 3"])
    var row = card(.row, "Tea")
    row.badge = "10"
    #expect(row.spoken(german)?.notes == ["10"])
    var marks: [[Card.Tone]] = Array(repeating: [], count: 30)
    (marks[29], marks[4]) = ([.accent], [.warn, .bad, .warn])
    let month = MonthFigure(weekdays: [], weekend: [], offset: 0, days: 30, today: 30, marks: marks)
    #expect(
      card(.month, "November", figure: .month(month)).spoken(german)?.line(german)
        == "Anzeige: November; Heute: 30; 5 schlecht Warnung; 30 hervorgehoben")
    var day = ForecastFigure.Day()
    (day.name, day.lowLabel, day.highLabel) = ("Mon", "0°", "8°")
    #expect(
      card(.forecast, figure: .forecast(ForecastFigure(days: [day]))).spoken(words)?.notes == ["Mon low 0° high 8°"])
  }

  /// Every language a board can name has all of it, and none says it in another's words.
  @Test func everyLanguageHasAllWords() {
    for (code, _) in Language.all {
      let words = SpokenWords.all[code]
      #expect(words?.isWhole == true, "\(code)")
      #expect(code == "en" || words != .english, "\(code)")
    }
    #expect(SpokenWords("xx") == .english)
    var departure = card(.departure, "Hafen", figure: .departure(DepartureFigure(due: "4", unit: "Min.")))
    (departure.tone, departure.tap) = (.bad, .page("next"))
    let german = SpokenWords("de")
    #expect(departure.spoken(german)?.line(german) == "Eintrag: Hafen; 4 Min.; schlecht; blättert zu einer Seite")
    var toggle = ControlFigure(.toggle)
    (toggle.value, toggle.state) = (0, .busy)
    #expect(
      card(.toggle, "Lampe", figure: .control(toggle)).spoken(german)?.line(german)
        == "Schalter: Lampe; aus; in Arbeit; lässt sich einstellen")
  }
}

@Suite struct HintTests {
  /// Told where it is known, and where it is not in the way of anything else.
  @Test func whatHasNoWordsIsTold() throws {
    let board = try board(
      """
      sources: {x: {url: "https://example.org/x.json"}}
      cards:
        - image: {image: a.png}
        - image: {image: b.png, alt: ""}
        - image: {image: c.png, title: A harbour}
        - image: {image: d.png, alt: "", tap: detail}
        - qr: {text: "https://example.com"}
        - qr: {text: "https://example.com", alt: Opens the timetable}
        - row: {title: Fine, tap: detail}
        - image: {each: x, image: "{url}", alt: "{name}", tap: detail}
        - table: {each: x, cells: {A: "{a}"}, tap: detail}
        - group:
            cards:
              - image: {image: e.png}
      detail:
        - image: {image: f.png}
      """)
    #expect(board.hints.map(\.place.mark.line) == [3, 6, 7, 16, 14])
    #expect(board.hints[1].message == "\"image\" can be pressed and has no name: give it a title")
  }

  /// An empty text is no name, a picture is no words, and a colour says nothing to many.
  @Test(
    arguments: [
      ("row: {image: a.png, title: \"\"}", "\"row\" has a picture and no words"),
      ("hero: {image: a.png, alt: \"\"}", nil), ("row: {image: a.png, title: \"{$x.t}\"}", nil),
      ("hero: {image: a.png}", "\"hero\" has a picture and no words"), ("hero: {image: a.png, title: Sea}", nil),
      ("row: {title: \"\", tap: detail}", "\"row\" can be pressed and has no name"),
      ("row: {title: \" \", trail: \"3\", tap: detail}", "\"row\" can be pressed and has no name"),
      ("image: {image: a.png, title: \"\"}", "\"image\" has no words"),
      ("qr: {text: \"https://example.com\", title: \"\"}", "\"qr\" has no words"),
      ("section: {title: Line 4, tone: {bad: $x.stop}}", "\"section\" tells by its colour alone when it is \"bad\""),
      ("row: {icon: wifi, title: \"\"}", "\"row\" has an icon and no words"),
      ("row: {icon: wifi, title: \"{$x.t}\"}", nil),
      ("month: {each: x, start: d, tone: {bad: late}}", "\"month\" tells by the colour of a dot alone what is \"bad\""),
      ("agenda: {each: x, title: \"{t}\", start: d, tone: {bad: late}}", nil),
      (
        "forecast: {each: x, day: \"{d}\", low: lo, high: hi, tone: {bad: lo < 0}}",
        "\"forecast\" has one tone for all its days"
      ), ("forecast: {each: x, day: \"{d}\", low: lo, high: hi, tone: {bad: ($x | count) > 3}}", nil),
      ("section: {title: Line 4, tone: bad}", nil), ("row: {title: Line 4, tone: {bad: $x.stop}}", nil),
    ] as [(String, String?)])
  func whatSaysNothingIsTold(card: String, told: String?) throws {
    let board = try board(
      """
      sources: {x: {url: "https://example.org/x.json"}}
      cards:
        - \(card)
      detail:
        - text: {text: More}
      """)
    #expect(board.hints.count == (told == nil ? 0 : 1))
    if let told { #expect(board.hints.first?.message.hasPrefix(told) == true, "\(board.hints)") }
  }

  /// Pages that turn are to be read, and so is what a panel goes back from.
  @Test(arguments: [
    ("3s", "next", true), ("20s", "next", false), ("39s", "home", true), ("40s", "top", false), ("3s", "scroll", false),
  ])
  func timesTooShortToReadAreTold(after: String, action: String, isTold: Bool) throws {
    let board = try board(
      "idle: {after: \(after), do: \(action)}\npages:\n  - cards: [text: {text: A}]\n  - cards: [text: {text: B}]")
    #expect(board.hints.count == (isTold ? 1 : 0), "\(board.hints)")
  }

  /// The stretch a gauge's value lies in is what it means, and is said; lines over a chart are said too.
  @Test(arguments: [("4", nil), ("5", Card.Tone.warn), ("9", .bad)])
  func aGaugeMeansWhereItsValueLies(value: String, tone: Card.Tone?) throws {
    let yaml = "cards:\n  - gauge: {label: Tank, value: \"\(value)\", max: 10, marks: {warn: 5, bad: 8}}"
    let card = try shown(yaml)
    #expect(card.tone == tone)
    let line = try #require(card.spoken(words)).line(words)
    #expect(line == "figure: Tank; \(value); 0 – 10" + (tone.map { "; \(words.word($0))" } ?? ""))
    let own = try shown(yaml.replacing("max: 10", with: "max: 10, tone: info"))
    #expect(own.tone == .info)
  }

  @Test func linesOverAChartAreSaid() throws {
    var chart = ChartFigure(
      series: [.init(points: [.init(x: 0, y: 1), .init(x: 1, y: 7)], lastLabel: "7")], low: 0, high: 10, lowLabel: "0",
      highLabel: "10")
    chart.marks = [ValueMark(value: 5, tone: .warn, label: "5"), ValueMark(value: 8, tone: .bad, label: "8")]
    let line = try #require(card(.chart, "Load", figure: .chart(chart)).spoken(words)).line(words)
    #expect(line == "figure: Load; 7; 0 – 10; warning: 5; bad: 8")
  }

  /// In each language that has words for what cards are.
  @Test func sentencesAreThereInEveryLanguage() {
    #expect(Set(SpokenSentences.all.keys) == Set(SpokenWords.all.keys))
    for (code, sentences) in SpokenSentences.all {
      #expect(sentences.isWhole, "\(code)")
      #expect(sentences.page(2, of: 13).contains("2") && sentences.page(2, of: 13).contains("13"))
      #expect(!sentences.page(2, of: 13).contains("%") && sentences.others(7).contains("7"))
    }
    #expect(SpokenSentences("de").page(1, of: 2) == "Seite 1 von 2" && SpokenSentences("xx") == SpokenSentences("en"))
  }

  /// Parts of a control are called what is written on them, and what was typed into a keypad is in none of them.
  @Test func partsHaveNames() throws {
    let sentences = SpokenSentences("en")
    var choice = ControlFigure(.choice)
    choice.options = [.init(value: "a", label: "Warm"), .init(value: "b", label: "Cold")]
    choice.value = 1
    let chosen = card(.choice, "Light", figure: .control(choice))
    #expect(chosen.spoken(part: 0, words, sentences) == "Light; Warm")
    #expect(chosen.spoken(part: 1, words, sentences) == "Light; Cold; chosen")
    #expect(chosen.spoken(part: 2, words, sentences) == nil && chosen.spoken(part: -1, words, sentences) == nil)
    var stepper = ControlFigure(.stepper)
    stepper.valueLabel = "21 °C"
    #expect(card(.stepper, "Heat", figure: .control(stepper)).spoken(part: 0, words, sentences) == "Heat; less; 21 °C")
    #expect(card(.stepper, "Heat", figure: .control(stepper)).spoken(part: 2, words, sentences) == nil)
    var pad = ControlFigure(.keypad)
    pad.pad = ControlFigure.Pad(length: nil)
    pad.pad?.typed = 3
    let keypad = card(.keypad, "Code", figure: .control(pad))
    #expect(
      (0..<12).map { keypad.spoken(part: $0, words, sentences) }
        == ["1", "2", "3", "4", "5", "6", "7", "8", "9", "delete", "0", "OK"])
    #expect(keypad.spoken(words)?.value == nil)
    let keyboard = card(.keyboard, figure: .keyboard(Keyboard("en")))
    #expect(keyboard.spoken(part: 0, words, sentences) == "q" && keyboard.spoken(part: 900, words, sentences) == nil)
    #expect(card(.row, "Row").spoken(part: 0, words, sentences) == nil)
  }
}
