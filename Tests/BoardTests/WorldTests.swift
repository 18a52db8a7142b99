import Scene
import TestSupport
import Testing

@testable import Board

/// Data as the world writes it, and boards that ask too much of it.
@Suite struct WorldTests {
  @Test(
    arguments: [
      ("4,50", 4.5), ("1.234,50", 1234.5), ("1,234.50", 1234.5), ("1.234.567,8", 1_234_567.8), ("1,234,567", 1_234_567),
      ("1.234.567", 1_234_567), ("5.5 €", 5.5), ("€5.50", 5.5), ("4,50\u{A0}€", 4.5), ("$1,299.00", 1299),
      ("1 234,50", 1234.5), ("1\u{202F}234,50 €", 1234.5), ("1'234.50", 1234.5), ("-4,5", -4.5), ("\u{2212}4,5", -4.5),
      ("1234,5", 1234.5), ("0,125", 0.125), ("12,3456", 12.3456), (" 7,5 ", 7.5), ("5 €", 5),
      // Not one number
      ("1,2,3", nil), ("1,23,456", nil), ("1.2.3", nil), ("1,234.5.6", nil), ("12 345", nil), (",5", nil), ("5,", nil),
      ("€", nil),
      ("5 kg", nil), ("1,5x", nil), ("1/2", nil), ("4 50", nil), ("1'23", nil), ("1,234'567", nil), ("--5,0", nil),
    ] as [(String, Double?)])
  func numbersAsPeopleWriteThem(text: String, expected: Double?) {
    #expect(Value.text(text).number(in: .english) == expected)
  }

  /// What one comma before three digits means is the board's language to say, and nothing else.
  @Test func aCommaMeansWhatTheLanguageSays() throws {
    let german = try #require(Language.all.first { $0.code == "de" }?.language)
    #expect(Value.text("1,789").number(in: german) == 1.789)
    #expect(Value.text("1,789").number(in: .english) == 1789)
    for text in ["4,50", "1.234,50", "1,234.50", "12"] {
      #expect(Value.text(text).number(in: german) == Value.text(text).number(in: .english))
    }
    let cards = try shown(
      "language: de\nsources: {s: {url: x}}\ncards: [{row: {each: s, title: \"{p | money('€')}\", trail: \"{p + 1}\"}}]",
      [["p": "1,789"], ["p": "4,50"]])
    #expect(cards.map(\.title) == ["1,79 €", "4,50 €"])
    #expect(cards.map(\.trail) == ["2,789", "5,5"])
  }

  /// A share of a total asks for the total once, not once an item.
  @Test func whatAllItemsShareIsWorkedOutOnce() throws {
    let items = (0..<5_000).map {
      Value.record(Record([("id", .number(Double($0))), ("v", .number(Double($0 % 10)))]))
    }
    var evaluator = BoardEvaluator(
      try board(
        """
        sources: {s: {url: x}}
        cards:
          - row: {each: s, title: "Item {id}", trail: "{(v / ($s | sum('v'))) | percent(3)}"}
          - text: {text: "{$s | count} in all"}
        """))
    evaluator.update("s", answers: [.list(items)], at: tuesday)
    let content = evaluator.content(page: 0, at: Moment(time: tuesday))
    #expect(content.cards.count == 5_001)
    #expect(content.cards[4_999].trail == "0.040%")
    #expect(content.cards.last?.text == "5000 in all")
    #expect(content.problems == [])
  }

  /// Work of items times items ends, is told, and leaves the cards below alone.
  @Test func aCardThatAsksTooMuchLeavesTheOthersAlone() throws {
    let items = (0..<5_000).map { Value.record(Record([("id", .number(Double($0))), ("n", .text("v"))])) }
    var evaluator = BoardEvaluator(
      try board(
        """
        sources: {s: {url: x}, other: {url: y}}
        cards:
          - row: {each: s, title: "Item {id}", trail: "{$s | sum(n)}"}
          - text: {text: "{$other | count} of the other"}
        """))
    evaluator.update("s", answers: [.list(items)], at: tuesday)
    evaluator.update("other", answers: [.list(items)], at: tuesday)
    let content = evaluator.content(page: 0, at: Moment(time: tuesday))
    #expect(content.cards.last?.text == "5000 of the other")
    #expect(content.cards.count < 5_000)
    #expect(content.problems.count == 1)
    #expect(content.problems.first?.hasPrefix("card 1, \"row\": its expressions are more work than") == true)
  }

  @Test func aNumberInTheBoardItselfFillsItsBar() throws {
    let cards = try shown(
      "sources: {s: {url: x}}\ncards: [{number: {value: 5, max: 10}}, {number: {value: \"7,5\", max: 10, unit: m}}]", []
    )
    let shares = cards.compactMap { card -> Double? in
      if case .number(let number) = card.figure { number.share } else { nil }
    }
    #expect(shares == [0.5, 0.75])
  }

  /// Data that says no in digits.
  @Test(arguments: [
    ("0.0", false), ("0", false), ("00", false), ("-0", false), ("0.01", true), (" ", true), ("n", true),
  ])
  func truth(text: String, expected: Bool) { #expect(Value.text(text).isTrue == expected) }

  /// An answer that breaks off in the middle of a password gives the rest of it away no more.
  @Test func piecesOfSecretsAreHiddenToo() {
    let secrets = [Secret("tokenABC/1 2\"x"), Secret("https://example.org/feed")]
    #expect(secrets.hidden(in: "invalid token near 'tokenABC'") == "invalid token near '•••'")
    #expect(secrets.hidden(in: "near 'nABC/1 2' it ends") == "near '•••' it ends")
    // What every address begins with, and a few letters, give nothing away.
    #expect(secrets.hidden(in: "https://other.net token") == "https://other.net token")
  }

  /// A tone that is hardly there in one of two modes is told, one that is a little pale is not.
  @Test func tonesAreSeenInBothModes() throws {
    let warnings = try read("theme: {accent: \"#ffff00\", info: \"#4a90d9\"}\ncards: []").diagnostics.map(\.message)
    #expect(warnings.count == 1)
    #expect(warnings.first?.hasPrefix("\"accent\" on \"surface\" has a contrast of 1.1:1 in light mode") == true)
  }

  @Test(
    arguments: [
      ("ftp://x/y", "nothing is fetched in this way"), ("htp://x", "nothing is fetched in this way"),
      ("http://", "the address names no host"),
      ("https://[::1/", "the address names no host"), ("http://example.org", nil),
      ("HTTPS://example.org:8080/a?b=c://d", nil),
      ("file:///a.json", nil), ("data/a.json", nil), ("http://{$board}/x", nil), ("${BASE}/x", nil),
      ("http://${HOST}/x", nil),
      ("${HOST}?next=ftp://x", nil), ("data.json?from=ftp://x", nil),
    ] as [(String, String?)])
  func addressesNothingComesFrom(url: String, expected: String?) throws {
    let found = try read(
      "sources: {s: {url: \"\(url)\"}}\ncards: []", ["BASE": "https://example.org", "HOST": "example.org"]
    ).diagnostics
    #expect(found.count == (expected == nil ? 0 : 1))
    if let expected {
      #expect(found.first?.description.hasPrefix("b.yaml:1:15: error: \"url\": \(expected)") == true, "\(found)")
    }
  }

  /// A server does not choose among the files of the panel's machine, on the page or in the detail of an item.
  @Test func serversNameNoFiles() throws {
    let yaml = """
      sources:
        web: {url: "https://example.org/a.json"}
        disk: {url: data.json}
      cards:
        - row: {each: web, title: A, image: "{p}", tap: detail}
        - row: {each: web, title: B, image: "pictures/{p}"}
        - row: {each: disk, title: C, image: "{p}"}
        - image: {image: house.png}
      detail:
        - hero: {title: D, image: "{p}"}
      """
    var evaluator = BoardEvaluator(try board(yaml))
    for source in ["web", "disk"] {
      let items: Value = [["p": "file:///etc/a.png"], ["p": "/etc/b.png"], ["p": "https://example.org/c.png"]]
      evaluator.update(source, answers: [items], at: tuesday)
    }
    let content = evaluator.content(page: 0, at: Moment(time: tuesday))
    let pictures = content.cards.map { $0.image?.url }
    #expect(pictures[0...2] == [nil, nil, "https://example.org/c.png"])
    #expect(
      pictures[3...5] == ["pictures/file:///etc/a.png", "pictures//etc/b.png", "pictures/https://example.org/c.png"])
    #expect(pictures[6...9] == ["file:///etc/a.png", "/etc/b.png", "https://example.org/c.png", "house.png"])
    #expect(
      content.problems.count == 1 && content.problems[0].hasPrefix("card 1, \"row\": a server's data names a file"))
    let detail = evaluator.detail(of: content.cards[0].id, page: 0, at: Moment(time: tuesday))
    #expect(detail?.cards.count == 1 && detail?.cards[0].image == nil)
  }

  /// What needs a setting that is not there is not asked for; all else is.
  @Test func aMissingSettingSilencesItsSourceOnly() throws {
    let yaml = """
      sources:
        a: {url: "http://localhost/a", headers: {Authorization: "Bearer ${TOKEN}"}}
        b: {url: "http://localhost/b?key=${file:/run/key}"}
        c: {url: "http://localhost/c", post: {key: "${TOKEN}"}}
        d: {url: "http://localhost/d"}
      cards:
        - text: {text: "Welcome"}
        - text: {text: "Key ${TOKEN}"}
      """
    let reading = try read(yaml)
    let board = try #require(reading.board)
    #expect(reading.diagnostics.count == 4 && reading.diagnostics.allSatisfy { $0.severity == .warning })
    #expect(board.sources.map(\.lacksSetting) == [true, true, true, false])
    #expect(board.awaitedFiles == ["/run/key"] && board.settingFiles.isEmpty)
    var evaluator = BoardEvaluator(board)
    #expect(evaluator.content(page: 0, at: Moment(time: tuesday)).cards.map(\.text) == ["Welcome"])
    let settled = try #require(try read(yaml, ["TOKEN": "t", "/run/key": "k"]).board)
    #expect(settled.sources.allSatisfy { !$0.lacksSetting } && settled.awaitedFiles.isEmpty)
    #expect(settled.settingFiles == ["/run/key"])
  }

  @Test func theProgramsOwnSettingsAreNoBoards() throws {
    let reading = try read("cards: [{text: {text: \"${VITRINE_HTTP_TOKEN}\"}}]")
    #expect(reading.diagnostics.count == 1)
    #expect(reading.diagnostics.first?.message.contains("VITRINE_HTTP_TOKEN is a setting of Vitrine's own") == true)
  }

  private func shown(_ yaml: String, _ items: [Value]) throws -> [Card] {
    var evaluator = BoardEvaluator(try board(yaml))
    evaluator.update("s", answers: [.list(items)], at: tuesday)
    return evaluator.content(page: 0, at: Moment(time: tuesday)).cards
  }
}
