import Refresh
import Scene
import TestSupport
import Testing

@testable import Board

/// Cards as board files write them, and the mistakes in them.
@Suite struct CardReadingTests {
  /// A picture of a slideshow, and the one after it, keep their subject in sight.
  @Test func picturesHaveASubject() throws {
    let yaml = """
      sources: {s: {url: x}}
      cards:
        - hero: {image: a.jpg, title: A, focus: {x: 70, y: 30}}
        - hero: {image: a.jpg, title: A, focus: {y: 100}}
        - image: {image: a.jpg}
        - image: {each: s, image: "{p}", every: 10s, focus: {x: 0}}
      """
    var evaluator = BoardEvaluator(try board(yaml))
    evaluator.update("s", answers: [[["p": "http://x/a.png"], ["p": "http://x/b.png"]]], at: tuesday)
    let cards = evaluator.content(page: 0, at: Moment(time: tuesday, zone: berlin)).cards
    #expect(
      cards.map { $0.image?.focus } == [
        Point(x: 0.7, y: 0.3), Point(x: 0.5, y: 1), Point(x: 0.5, y: 0.5), Point(x: 0, y: 0.5),
      ])
    #expect(cards[3].upcoming?.focus == Point(x: 0, y: 0.5))
    let mistakes = try read("cards: [{hero: {image: a.jpg, focus: {x: 101, z: 1}}}, {image: {image: a, focus: left}}]")
    #expect(mistakes.diagnostics.count == 3, "\(mistakes.diagnostics)")
  }

  @Test(
    arguments: [
      (
        "number: {valu: 1}",
        ["\"value\" is missing in \"number\"", "unknown key \"valu\" in \"number\" (did you mean \"value\"?)"]
      ),
      ("number: 5", ["\"number\" must be a block: write {value: 5}"]),
      (
        "departure: {too: x, due: 1}",
        ["\"to\" is missing in \"departure\"", "unknown key \"too\" in \"departure\" (did you mean \"to\"?)"]
      ),
      (
        "departure: {to: x, title: y}",
        [
          "unknown key \"title\" in \"departure\"; known: line, due, planned, platform, cancelled, note, color, each, where, skip, limit, group, columns, in, when, at, tone, fill, tap, announce"
        ]
      ),
      ("departure: {to: x, due: \"{a}\"}", ["\"due\": this is an expression already: write it without braces"]),
      ("agenda: {title: x}", ["\"start\" is missing in \"agenda\""]),
      ("chart: {points: $s, kind: pie}", ["\"kind\": unknown value \"pie\"; known: line, area, bars"]),
      ("chart: {points: [1, 2]}", ["\"points\" must be a block of \"name: value\" lines, not a list"]),
      (
        "chart: {points: {A: $s, B: $s}, y: {C: it, D: it}}",
        ["\"points\" and \"y\" both name several series: one of the two does"]
      ),
      ("chart: {points: $s, y: $q}", ["unknown name $q; known: $s, $now, $board, $page"]),
      (
        "chart: {points: value}",
        ["\"value\" is a field, but there is no item here; add \"each\", or write $source.value"]
      ),
      ("button: {text: Book}", ["a button needs \"post\" or \"tap\": it would do nothing"]),
      ("button: {post: \"http://x/\"}", ["\"text\" is missing in \"button\""]),
      (
        "button: {text: a, post: \"http://x/\", tap: {page: p}}",
        ["a button has \"post\" or \"tap\", not both"]
      ),
      ("row: {title: a, tap: {confirm: Sure?}}", ["\"tap\" needs \"page\" or \"post\""]),
      (
        "row: {title: a, tap: {page: p, post: \"http://x/\"}}",
        ["no page has the title \"p\"", "a tap shows a page or sends a request, not both"]
      ),
      ("row: {title: a, tap: details}", ["\"tap\": unknown value \"details\" (did you mean \"detail\"?)"]),
      (
        "row: {title: a, tap: {pst: x}}",
        ["\"tap\" needs \"page\" or \"post\"", "unknown key \"pst\" in \"tap\" (did you mean \"post\"?)"]
      ),
      (
        "button: {text: a, post: \"http://x/\", json: {a: \"{name}\", b: [\"{$q}\"]}}",
        [
          "\"name\" is a field, but there is no item here; add \"each\", or write $source.name",
          "unknown name $q; known: $s, $now, $board, $page",
        ]
      ),
      ("qr: {title: x}", ["\"text\" is missing in \"qr\""]),
      ("qr: http://x", ["\"qr\" must be a block: write {text: http://x}"]),
    ] as [(String, [String])])
  func mistakes(card: String, expected: [String]) throws {
    let reading = try read("sources: {s: {url: \"http://x/\"}}\ncards:\n  - \(card)")
    #expect(Set(reading.diagnostics.map(\.message)) == Set(expected))
    for diagnostic in reading.diagnostics { #expect(diagnostic.mark.line == 3 && diagnostic.mark.column >= 5) }
    #expect(reading.board == nil)
  }

  @Test func everyKindIsReadWithItsKeys() throws {
    let cards = try board(
      """
      sources: {s: {url: x}}
      cards:
        - number: {value: "{$s.a}", unit: °C, label: Outside, max: 30, spark: $s.h, columns: 3, fill: on, tone: bad}
        - departure: {each: s, line: "{l}", to: "{t}", due: d, planned: p, platform: "{g}", cancelled: c, note: n}
        - agenda: {each: s, title: "{t}", start: s, end: e, allday: a, group: "{room}"}
        - image: {each: s, image: "{f}", every: 20s, fit: contain, ratio: 4/3}
        - chart: {points: $s.h, x: it.0, y: it.1, kind: bars, min: 0, max: 10, title: Rain}
        - qr: {text: "http://x", title: Read, subtitle: on}
      """
    ).pages[0].cards
    #expect(cards.map(\.kind) == [.number, .departure, .agenda, .image, .chart, .qr])
    #expect(cards[0].title?.constant == "Outside" && cards[0].columns == 3 && cards[0].isFilled)
    guard case .number(let number)? = cards[0].figure, case .departure(let departure)? = cards[1].figure,
      case .agenda(let agenda)? = cards[2].figure, case .chart(let chart)? = cards[4].figure
    else {
      Issue.record("figures are missing")
      return
    }
    #expect(number.unit?.constant == "°C" && number.maximum == .literal(.number(30)))
    #expect(departure.due == .field("d") && departure.planned == .field("p") && departure.cancelled == .field("c"))
    #expect(cards[1].subtitle?.constant == "n" && cards[1].badge?.description == "{l}")
    #expect(agenda.allDay == .field("a") && agenda.end == .field("e"))
    #expect(chart.style == .bars && chart.series.count == 1 && chart.maximum == .literal(.number(10)))
  }

  /// The boards people are told they can write; each is read without a word of complaint.
  @Test(arguments: boardNames)
  func theBoardsOfTheManualAreRead(name: String) throws {
    let yaml = String(decoding: try readFile(boardFile(name)), as: UTF8.self)
    let reading = try read(yaml, ["DEMO": "http://127.0.0.1"])
    #expect(reading.diagnostics.map(\.description) == [], "\(name)")
    #expect(reading.board != nil)
    // What sets a dozen things says of each where it is set.
    #expect(yaml.split(separator: "\n").count <= (name == "homeassistant" || name == "machine" ? 45 : 25))
  }

  // MARK: Contrast

  @Test(
    arguments: [
      (
        "{mode: light, text: \"#AAAAAA\"}",
        ["1:22: \"text\" on \"background\" has a contrast of 2.1:1; text needs 4.5:1: try text: \"#6F6F6F\""]
      ),
      ("{mode: light, muted: \"#5B626C\"}", []),
      (
        "{mode: dark, bad: \"#5A1010\"}",
        ["1:21: \"bad\" on \"surface\" has a contrast of 1.2:1; a tone needs 3:1: try bad: \"#905E5E\""]
      ),
      // The mode is open: text must be legible in both, a tone in one.
      (
        "{text: \"#222222\"}",
        [
          "1:9: \"text\" on \"surface\" has a contrast of 1.0:1 in dark mode; text needs 4.5:1: choose a \"mode\", or leave \"text\" out"
        ]
      ),
      ("{accent: \"#c0392b\"}", []),
      (
        "{accent: yellow, mode: light}",
        ["1:9: \"accent\" on \"surface\" has a contrast of 1.1:1; a tone needs 3:1: try accent: \"#999900\""]
      ),
      // What the board leaves out follows its background.
      ("{background: \"#0B3D2E\", accent: \"#e0a96d\"}", []), ("{background: \"#1b1411\", accent: \"#e0a96d\"}", []),
      // No text suits a ground between light and dark, and no ground suits two.
      (
        "{background: \"#FFFFFF\", surface: \"#101010\"}",
        [
          "1:32: \"text\" on \"surface\" has a contrast of 1.1:1; text needs 4.5:1: bring \"surface\" and \"background\" closer to each other",
          "1:32: \"muted\" on \"surface\" has a contrast of 1.1:1; text needs 4.5:1: bring \"surface\" and \"background\" closer to each other",
          "1:32: \"accent\" on \"surface\" has a contrast of 1.1:1; a tone needs 3:1: try accent: \"#616366\"",
          "1:32: \"bad\" on \"surface\" has a contrast of 1.1:1; a tone needs 3:1: try bad: \"#616366\"",
        ]
      ),
    ] as [(String, [String])])
  func coloursThatCannotBeReadAreWarnedOf(theme: String, expected: [String]) throws {
    let reading = try read("theme: \(theme)\ncards: []")
    #expect(reading.board != nil)
    #expect(reading.diagnostics.allSatisfy { $0.severity == .warning })
    #expect(
      reading.diagnostics.map { "\($0.mark.line):\($0.mark.column): \($0.message)" } == expected)
  }

  /// What a warning suggests is no longer warned of.
  @Test(arguments: 0..<100)
  func whatIsSuggestedCanBeRead(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let mode = Bool.random(using: &random) ? "light" : "dark"
    func hex() -> String {
      let digits = String(random.below(0x1000000), radix: 16)
      return "#" + String(repeating: "0", count: 6 - digits.count) + digits
    }
    let token = ["text", "muted", "accent", "good", "warn", "bad", "info"][random.below(7)]
    let ground = hex()
    let reading = try read(
      "theme: {mode: \(mode), background: \"\(ground)\", surface: \"\(ground)\", \(token): \"\(hex())\"}\ncards: []")
    guard let warning = reading.diagnostics.first(where: { $0.message.hasPrefix("\"\(token)\"") }),
      let color = warning.message.split(separator: "\"").last
    else { return }
    let mended = try read(
      "theme: {mode: \(mode), background: \"\(ground)\", surface: \"\(ground)\", \(token): \"\(color)\"}\ncards: []")
    #expect(!mended.diagnostics.contains { $0.message.hasPrefix("\"\(token)\"") }, "\(ground) \(warning.message)")
  }

  @Test func digitsAreNamed() throws {
    #expect(try board("digits: persian\ncards: [text: {text: a}]").digits == .persian)
    #expect(try board("cards: [text: {text: a}]").digits == .latin)
  }

  @Test(arguments: [
    ("10:24", "١٠:٢٤"), ("1.250,5 km", "١٬٢٥٠٫٥ km"), ("21.5°C", "٢١٫٥°C"), ("A380", "A380"), ("4K", "4K"),
    ("IPv6 4", "IPv6 ٤"),
    ("B2.5", "B2.5"), ("caf\u{E9}5", "caf\u{E9}5"), ("cafe\u{301}5", "cafe\u{301}5"), ("5.", "٥."), (".5", ".٥"),
    ("12 من 30", "١٢ من ٣٠"), ("2026-11-25", "٢٠٢٦-١١-٢٥"), ("", ""),
    ("٣", "٣"),
    ("90%", "٩٠%"), ("x_1", "x_1"),
  ])
  func numbersAreShownInTheBoardsDigits(text: String, expected: String) {
    var output = String.UnicodeScalarView()
    output.append(contentsOf: Digits.arabic.shown(Array(text.unicodeScalars)))
    #expect(String(output) == expected)
    #expect(Digits.latin.shown(Array(text.unicodeScalars)) == Array(text.unicodeScalars))
    for digits in Digits.allCases {
      // Twice is once.
      let once = digits.shown(Array(text.unicodeScalars))
      #expect(digits.shown(once) == once && once.count == text.unicodeScalars.count)
    }
  }

  @Test func columnsOfAPageAreNamedBesideItsCards() throws {
    let page = try board("layout: {columns: [5, 4, 3]}\ncards: [text: {text: a, in: 3}, text: {text: b}]").pages[0]
    #expect(page.shape.columns == [5, 4, 3])
    var evaluator = BoardEvaluator(try board("layout: {columns: [1, 1]}\ncards: [text: {text: a, in: 2}]"))
    #expect(evaluator.content(page: 0, at: Moment(time: tuesday)).cards.map(\.column) == [2])
    for (yaml, message) in [
      (
        "cards: [text: {text: a, in: 1}]",
        "\"in\": the page has no columns of its own: write \"layout: {columns: [1, 1]}\" beside its \"cards\""
      ),
      ("layout: {columns: [1, 1]}\ncards: [text: {text: a, in: 3}]", "\"in\": the page has 2 columns"),
      ("layout: {columns: []}\ncards: [text: {text: a}]", "\"columns\" is an empty list"),
      ("layout: {columns: [1, 1, 1, 1, 1, 1, 1]}\ncards: [text: {text: a}]", "a page has 6 columns at most, not 7"),
      (
        "layout: {columns: [1]}\npages: [{cards: []}]",
        "\"layout\" belongs to a page: write it beside that page's \"cards\""
      ),
      (
        "cards: [text: {text: a}]\ndetail: [text: {text: b, in: 1}]",
        "\"in\": a detail page has no columns of its own"
      ),
      (
        "sources: {s: {url: x.json}}\nlayout: {columns: [1, 1]}\ncards: [group: {each: s, in: 1, cards: [text: {text: b, in: 2}]}]",
        "\"in\": a group stands together; write it beside the group's own keys"
      ),
    ] {
      #expect(try read(yaml).diagnostics.map(\.message) == [message])
    }
  }

  /// Headings, the days of an agenda and the word that a source is silent stand in the column of their card.
  @Test func allThatComesOfACardStandsInItsColumn() throws {
    let yaml = """
      sources: {s: {url: s.json}, gone: {url: g.json}}
      layout: {columns: [1, 1, 1]}
      cards:
        - text: {text: a}
        - row: {each: s, group: "{kind}", title: "{name}", in: 2}
        - agenda: {each: s, start: at, title: "{name}", in: 3}
        - table: {each: s, cells: {Name: "{name}"}, in: 2}
        - row: {each: gone, title: "{name}", in: 3}
      """
    var evaluator = BoardEvaluator(try board(yaml))
    let items = ["a", "b", "b"].enumerated().map { index, kind in
      Value.record(
        Record([("kind", .text(kind)), ("name", .text("n\(index)")), ("at", .number(tuesday + Double(index) * 90_000))])
      )
    }
    evaluator.update("s", answers: [.list(items)], at: tuesday)
    evaluator.fail("gone", with: .failure)
    let cards = evaluator.content(page: 0, at: Moment(time: tuesday)).cards
    #expect(cards.first?.column == nil)
    #expect(cards.filter { $0.id.place == 1 }.map(\.kind) == [.section, .row, .section, .row, .row])
    #expect(cards.contains { $0.id.place == 2 && $0.kind == .section })
    for (place, column) in [(1, 2), (2, 3), (3, 2), (4, 3)] {
      let found = cards.filter { $0.id.place == place }
      #expect(!found.isEmpty && found.allSatisfy { $0.column == column })
    }
  }

  @Test func aPictureMayKeepItsOwnProportions() throws {
    let card = try board("cards: [image: {image: a.png, ratio: own}]").pages[0].cards[0]
    #expect(card.keepsRatio && card.ratio == nil && card.fit == .contain)
    let fixed = try board("cards: [image: {image: a.png, ratio: 16/9}]").pages[0].cards[0]
    #expect(!fixed.keepsRatio && fixed.ratio == 16.0 / 9)
    #expect(try read("cards: [image: {image: a.png, ratio: mine}]").diagnostics.count == 1)
  }

  /// A page in parts changes every ten seconds, whatever is on it.
  @Test func aPageInPartsTurns() throws {
    var evaluator = BoardEvaluator(try board("cards: [text: {text: a}]\noverflow: pages"))
    let now = evaluator.content(page: 0, at: Moment(time: tuesday + 3))
    let next = evaluator.content(page: 0, at: Moment(time: tuesday + 12))
    #expect(now.shape.isPaged && next.shape.turn == now.shape.turn + 1)
    #expect(now.nextChange == tuesday + 10)
    var plain = BoardEvaluator(try board("cards: [text: {text: a}]\noverflow: scroll"))
    #expect(plain.content(page: 0, at: Moment(time: tuesday)).nextChange == nil)
    let misplaced = try read("overflow: pages\npages: [{cards: []}]").diagnostics.map(\.message)
    #expect(misplaced == ["\"overflow\" belongs to a page: write it beside that page's \"cards\""])
  }

  /// A card of a group is there or not by the group's item.
  @Test func cardsOfAGroupHaveItsItem() throws {
    let yaml =
      "sources: {r: {url: x}}\ncards:\n  - group: {each: r, cards: [section: {title: '{n}'}, text: {text: free, when: s == 'free'}, text: {text: first, when: $item.n == 'A' and $index == 0}]}"
    var evaluator = BoardEvaluator(try board(yaml))
    evaluator.update("r", answers: [[["n": "A", "s": "busy"], ["n": "B", "s": "free"]]], at: tuesday)
    let cards = evaluator.content(page: 0, at: Moment(time: tuesday)).cards
    #expect(cards.map { $0.title ?? $0.text } == ["A", "first", "B", "free"])
    // The group itself has none.
    let outside = try #require(
      read("sources: {r: {url: x}}\ncards:\n  - group: {each: r, when: s, cards: [text: {text: a}]}").diagnostics.first)
    #expect(outside.message.contains("\"s\" is a field, but there is no item here"))
  }
}
