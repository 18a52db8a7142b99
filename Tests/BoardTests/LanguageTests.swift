import Refresh
import TestSupport
import Testing

@testable import Board

/// What a panel writes by itself, in the board's language.
@Suite struct LanguageTests {
  private func shown(_ yaml: String, _ records: Value, at time: Double = tuesday) throws -> [Card] {
    var evaluator = BoardEvaluator(try board(yaml))
    evaluator.update("s", answers: [records], at: time)
    return evaluator.content(page: 0, at: Moment(time: time, zone: berlin)).cards
  }

  private let dates: Value = [
    [
      "id": 1, "old": "2025-03-02T12:00:00Z", "soon": "2025-03-04T13:45:30Z", "on": "2025-06-09", "amount": 1234.5,
    ]
  ]

  @Test(arguments: [
    ("en", "2 days ago|in 5 min|Monday 9 June|€1,234.50|50%"),
    ("de", "vor 2 Tagen|in 5 Min.|Montag, 9. Juni|1.234,50 €|50\u{A0}%"),
    ("fr", "il y a 2 jours|dans 5 min|lundi 9 juin|1\u{202F}234,50 €|50\u{202F}%"),
    ("es", "hace 2 días|en 5 min|lunes, 9 de junio|1.234,50 €|50\u{A0}%"),
  ])
  func datesAndNumbersAreInTheBoardsLanguage(code: String, expected: String) throws {
    let yaml = """
      language: \(code)
      sources: {s: {url: x}}
      cards:
        - row: {each: s, title: "{old | ago}|{soon | ago}|{on | date}|{amount | money('€')}|{0.5 | percent}"}
      """
    #expect(try shown(yaml, dates).first?.title == expected)
  }

  @Test func departuresAndAgendasToo() throws {
    let yaml = """
      language: de
      sources: {s: {url: x}}
      cards:
        - departure: {each: s, to: A, due: soon}
        - departure: {each: s, to: A, due: soon, cancelled: true}
        - agenda: {each: s, title: A, start: on}
      """
    let cards = try shown(yaml, dates)
    guard case .departure(let runs) = cards[0].figure, case .departure(let cancelled) = cards[1].figure else {
      Issue.record("no departures")
      return
    }
    #expect(runs.due == "5" && runs.unit == "Min.")
    #expect(cancelled.cancelled == "Fällt aus")
    let entries = cards.compactMap { card -> String? in
      if case .agenda(let entry) = card.figure { entry.start } else { nil }
    }
    #expect(entries == ["Ganztägig"])
  }

  /// A board in a language that is not carried here brings its words.
  @Test func aBoardMayBringItsOwnWords() throws {
    let yaml = """
      words:
        past: "% siden"
        daysAway: dager
        time: "%-I.%M %p"
        pm: e.m.
        weekdays: [mandag, tirsdag, onsdag, torsdag, fredag, lørdag, søndag]
        thousands: ""
        currencyFirst: false
      sources: {s: {url: x}}
      cards:
        - header: {title: "{$now | date('%A')} {$now | time}", clock: seconds}
        - row: {each: s, title: "{old | ago} {amount | money('€')}"}
      """
    let cards = try shown(yaml, dates)
    #expect(cards[0].title == "tirsdag 2.40 e.m.")
    #expect(cards[0].clock == "2.40:00 e.m.")
    #expect(cards[1].title == "2 dager siden 1234.50 €")
    // All else stays what the language says.
    #expect(try board(yaml).language.cancel == "Cancel")
  }

  @Test func thePullSpeaksTheLanguageUnlessToldOtherwise() throws {
    #expect(try board("language: fr\ncards: []").refresh.words.offline == "Hors ligne")
    let own = try board("language: fr\nrefresh: {style: ring, words: {offline: Réseau absent}}\ncards: []").refresh
      .words
    #expect(own.offline == "Réseau absent" && own.timeout == "Pas de réponse")
    #expect(try board("cards: []").refresh.words == OutcomeWords())
  }

  /// Controls that speak during a pull have words in every language, as long as a board may give them.
  @Test(arguments: Language.all.map(\.code))
  func controlsHaveWords(code: String) throws {
    let words = try #require(Language.all.first { $0.code == code }).language.pulls
    let lines = [words.refresh, words.pull, words.release, words.refreshing]
    #expect(Set(lines).count == 4)
    for style in RefreshStyles.builtIn.entries {
      let settings = RefreshStyles.builtIn.settings(of: style.name, RefreshParameters(), in: words)
      #expect(settings.values.isEmpty == (code == "en" || !["arrow", "letters", "stripes"].contains(style.name)))
      #expect(RefreshStyles.builtIn.style(style.name, settings) != nil)
    }
    let english = PullWords()
    #expect((words.pull == english.pull) == (code == "en") && (words.refresh == english.refresh) == (code == "en"))
  }

  @Test(arguments: [
    ("language: dk\ncards: []", "b.yaml:1:11: error: \"language\": unknown value \"dk\" (did you mean \"de\"?)"),
    (
      "words: {cancle: x}\ncards: []",
      "b.yaml:1:9: error: unknown key \"cancle\" in \"words\" (did you mean \"cancel\"?)"
    ),
    (
      "words: {weekdays: [a, b]}\ncards: []",
      "b.yaml:1:19: error: \"weekdays\" must be a list of 7 texts, not of 2"
    ),
    ("words: {months: Jan}\ncards: []", "b.yaml:1:17: error: \"months\" must be a list of 12 texts, not \"Jan\""),
    (
      "words: {decimal: comma}\ncards: []",
      "b.yaml:1:18: error: \"decimal\" must be a text of 1 to 1 letters, not \"comma\""
    ),
  ])
  func mistakesAreTold(yaml: String, message: String) throws {
    #expect(try read(yaml).diagnostics.map(\.description) == [message])
  }

  /// None lacks a word, and none has one left over from English that it has not chosen.
  @Test(arguments: Language.all.map(\.code))
  func everyLanguageIsWhole(code: String) throws {
    let language = try #require(Language.all.first { $0.code == code }?.language)
    // Said alike in several of them, or signs.
    let alike: Set = [
      "minute", "hour", "offline", "ok", "time", "percentSpace", "thousands", "decimal", "date", "dateWithYear",
      "shortDate", "future", "am", "pm", "second", "monthWithYear",
    ]
    for phrase in BoardLanguage.phrases {
      switch phrase.place {
      case .text(let path, let length):
        let text = language[keyPath: path]
        #expect(length.contains(text.count), "\(code) \(phrase.key)")
        if code != "en", !alike.contains(phrase.key) {
          #expect(text != Language.english[keyPath: path], "\(code) \(phrase.key)")
        }
      case .names(let path):
        #expect(language[keyPath: path].count == Language.english[keyPath: path].count)
        #expect(language[keyPath: path].allSatisfy { !$0.isEmpty })
        #expect(Set(language[keyPath: path]).count == language[keyPath: path].count)
      case .flag: break
      }
    }
    for pattern in [language.past, language.future, language.asOf, language.refresh.age] {
      #expect(pattern.contains("%"), "\(code) \(pattern)")
    }
  }
}
