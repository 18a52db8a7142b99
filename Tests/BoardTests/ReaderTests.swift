import Refresh
import Scene
import TestSupport
import Testing

@testable import Board

@Suite struct ReaderTests {
  /// Complete boards with every mistake in them, each reported with its place.
  @Test(
    arguments: [
      ("board: X", ["1:1: error: \"cards\" is missing: the board shows nothing"]),
      ("just text", ["1:1: error: a board file is a block of \"key: value\" lines, beginning with \"board: Name\""]),
      (
        """
        bord: X
        cards: []
        """, ["1:1: error: unknown key \"bord\" in the board (did you mean \"board\"?)"]
      ),
      (
        """
        sources:
          news: {url: "http://x/", evry: 5m, every: 300, keep: soon, limit: many, as: jsn}
        cards:
          - row: {each: nws, titel: "{title}", title: "{$new.x}"}
          - rwo: {title: x}
          - row
          - hero:
            title: x
          - text: Hello
        """,
        [
          "2:28: error: unknown key \"evry\" in a source; known: from, stream, events, start, user, password, delimiter, headers, post, form, ca, insecure, items, zip, with, where, sort, key",
          "2:45: error: \"every\" must be a time with its unit, such as 300s or 300m (s, m, h, d), not \"300\"",
          "2:56: error: \"keep\" must be a time such as 20s, 5m, 24h or 7d, not \"soon\"",
          "2:69: error: \"limit\" must be a whole number, 1 to 100000, not \"many\"",
          "2:79: error: \"as\": unknown value \"jsn\" (did you mean \"json\"?)",
          "4:17: error: \"each\": unknown source \"nws\" (did you mean \"news\"?)",
          "4:22: error: unknown key \"titel\" in \"row\"; known: subtitle, trail, badge, image, icon, where, skip, limit, group, columns, in, when, at, tone, fill, tap, announce",
          "4:49: error: unknown name $new (did you mean \"$news\"?)",
          "5:5: error: unknown card \"rwo\" (did you mean \"row\"?)",
          "6:5: error: a card is written \"- row: {title: …}\", not \"row\"",
          "8:5: error: \"title\" stands beside \"hero\", not in it: indent the lines below \"hero:\" by two more spaces",
          "9:11: error: \"text\" must be a block: write {text: Hello}",
        ]
      ),
      (
        """
        sources:
          a: {url: "http://x/{$b.id}", where: $b | count > 0}
          b: {url: [], with: {1x: 2, n: $a.x, it: 3}}
          now: {url: x}
        let:
          first: $second
          second: $a
          a: 1
        cards:
          - row: {title: "{name}", where: x > 1, limit: 3, when: $a = 1}
          - row: {each: a, when: count > 0, title: "{$a.x} {$thrd}", tap: detail}
          - row: {each: second, title: x}
          - section: {title: {a, b}}
          - section: {title: [a]}
          - section: {when: {a}}
          - section: {title: $board}
          - section: {title: "a } b", when: a | rond}
        """,
        [
          "2:23: error: $b stands at or below this source; move it above, for requests in a circle wait for each other",
          "2:39: error: $b stands at or below this source; move it above",
          "3:12: error: \"url\" is an empty list",
          "3:23: error: \"1x\" is no name: use letters, digits and _, not a digit first",
          "3:39: error: \"it\" means something else in expressions; choose another name",
          "4:3: error: $now is given by the board; choose another name",
          "6:10: error: $second stands at or below this line; move it above",
          "8:3: error: \"a\" is the name of a source already",
          "10:19: error: \"name\" is a field, but there is no item here; add \"each\", or write $source.name",
          "10:28: error: \"where\" needs \"each\": without it there are no items",
          "10:35: error: \"x\" is a field, but there is no item here; add \"each\", or write $source.x",
          "10:42: error: \"limit\" needs \"each\": without it there are no items",
          "10:61: error: \"when\": write \"==\" to compare",
          "11:26: error: \"count\" is a field, but there is no item here; to choose among items use \"where\"",
          "11:53: error: unknown name $thrd; known: $a, $b, $now, $first, $second, $a, $now, $board, $page",
          "11:62: error: tap: detail needs a \"detail\" list of cards in this board",
          "12:17: error: \"each\": unknown source \"second\" (for the value of \"let\" write $second)",
          "13:22: error: \"title\": put quotes around it, as in title: \"{name}\"",
          "14:22: error: \"title\" must be a text, not a list: put quotes around it",
          "15:21: error: \"when\" is an expression: put quotes around it",
          "16:22: warning: \"title\" shows the text $board; its value is written \"{$board}\"",
          "17:25: error: \"title\": \"}\" without \"{\"; a brace as text is written \\}",
          "17:41: error: \"when\": unknown filter \"rond\" (did you mean \"round\"?)",
        ]
      ),
      (
        """
        theme: {mode: drak, accent: tael, bad: "#12345", scale: 99, font: }
        idle: {do: hom}
        refresh: 5m
        pages: []
        cards:
          a: b
        """,
        [
          "1:15: error: \"mode\": unknown value \"drak\" (did you mean \"dark\"?)",
          "1:29: error: \"accent\" must be a colour (did you mean \"teal\"?), not \"tael\"",
          "1:41: error: \"bad\" must be a colour such as \"#0B6E4F\", not \"#12345\"",
          "1:57: error: \"scale\" must be a number from 0.3 to 8, not \"99\"",
          "2:7: error: \"after\" is missing in \"idle\"",
          "2:12: error: \"do\": unknown value \"hom\" (did you mean \"home\"?)",
          "3:10: error: \"refresh\" must be a block of \"key: value\" lines, not \"5m\"",
          "4:1: error: a board has \"cards\" or \"pages\", not both: put the cards on a page of their own",
          "4:1: error: \"pages\" is an empty list",
          "6:3: error: \"cards\" must be a list, one \"- \" per entry, not a block",
        ]
      ),
      (
        """
        cards:
          - section: {title: "{a}"}
          - row: {title: x} 
            hero: {title: y}
          - text: {text: "${TOKEN} ${file:/run/secret} ${a-b}"}
          - text: {text: "${TOKEN} ${file:/run/secret}", colour: red}
          - header: {clock: ture, tone: {bda: 1 > 2}}
          - image: {ratio: 16:0, every: 0s, columns: 2.5, at: "7-11"}
          - hero:
        """,
        [
          "2:23: error: \"a\" is a field, but there is no item here; add \"each\", or write $source.a",
          "4:5: error: a card has one kind, but \"hero\" stands beside \"row\": begin each card with its own \"- \"",
          "5:48: error: \"text\": ${…} takes the name of an environment variable or file:/path; a value is written {…}, an amount {price | money('$')}",
          "6:19: warning: the environment variable TOKEN is not set; what needs it waits until it is there",
          "6:28: warning: the file /run/secret cannot be read; what needs it waits until it is there",
          "6:50: error: unknown key \"colour\" in \"text\"; known: title, subtitle, trail, badge, image, each, where, skip, limit, group, columns, in, when, at, tone, fill, tap, announce",
          "7:21: error: \"clock\": unknown value \"ture\" (did you mean \"true\"?)",
          "7:34: error: unknown key \"bda\" in \"tone\" (did you mean \"bad\"?)",
          "8:20: error: \"ratio\" must be width to height, such as 16/9, between 1/10 and 10, or own, not \"16:0\"",
          "8:33: error: \"every\" must be a time from 1s to 1d, not \"0s\"",
          "8:46: error: \"columns\" must be a whole number, 1 to 12, not \"2.5\"",
          "8:56: error: \"at\" must be hours such as \"07:00-11:00\", or \"mon-fri 07:00-18:00, sat 09:00-13:00\", not \"7-11\"",
          "9:5: error: \"hero\" must be a block: write {title: …}",
        ]
      ),
    ] as [(String, [String])])
  func mistakes(yaml: String, expected: [String]) throws {
    let reading = try read(yaml)
    let found = reading.diagnostics.map { String($0.description.dropFirst("b.yaml:".count)) }
    for (index, line) in expected.enumerated() {
      #expect(
        index < found.count && found[index] == line, "line \(index): \(index < found.count ? found[index] : "nothing")")
    }
    #expect(found.count == expected.count, "\(found.dropFirst(expected.count))")
    #expect(reading.board == nil)
  }

  /// What YAML 1.1 turns into numbers, bools and base-60, read by the type of the key instead.
  @Test func scalarsAreReadByTheirKey() throws {
    let board = try board(
      """
      board: NO
      theme: {font: 1.10, scale: 1.10, accent: "#0B6", good: RebeccaPurple}
      refresh: {style: letters, every: 1m, word: 01234}
      idle: {after: 60s, do: top}
      sources: {no: {url: 01234, limit: 010, every: 20s, keep: 7d}, yes: {url: [a, 22:30]}}
      cards:
        - image: {image: 1e3, ratio: 16:9, fit: contain, every: 20s, each: no}
        - hero: {title: 22:30, subtitle: 0x1F, text: ~, badge: null, fill: on, ratio: 1.5}
        - section: {title: No, at: "22:30-06:30", fill: no}
        - header: {title: 1_000, clock: yes}
      """)
    #expect(board.title?.constant == "NO")
    #expect(board.theme.font == "1.10")
    #expect(board.theme.scale == 1.1)
    #expect(board.theme.accent == Color(rgb: 0x00BB66))
    #expect(board.theme.good == Color(rgb: 0x663399))
    #expect(board.refresh.style == "letters")
    #expect(board.refresh.parameters == ["word": .text("01234")])
    #expect(board.idle == Idle(after: 60, action: .top))
    #expect(board.sources.map(\.name) == ["no", "yes"])
    #expect(board.sources[0].urls.map(\.constant) == ["01234"])
    #expect(board.sources[0].limit == 10)
    #expect(board.sources[0].every == 20)
    #expect(board.sources[0].keep == 604_800)
    #expect(board.sources[1].urls.map(\.constant) == ["a", "22:30"])
    #expect(board.sources[1].every == 60)
    let cards = board.pages[0].cards
    #expect(cards[0].image?.constant == "1e3")
    #expect(cards[0].ratio == 16.0 / 9)
    #expect(cards[0].fit == .contain)
    #expect(cards[0].every == 20)
    #expect(cards[1].title?.constant == "22:30")
    #expect(cards[1].subtitle?.constant == "0x1F")
    #expect(cards[1].text?.constant == "~")
    #expect(cards[1].badge?.constant == "null")
    #expect(cards[1].isFilled)
    #expect(cards[2].title?.constant == "No")
    #expect(cards[2].hours == Hours(start: 1350, end: 390))
    #expect(!cards[2].isFilled)
    #expect(cards[3].title?.constant == "1_000")
    #expect(cards[3].clock == .minutes)
  }

  /// Braces without quotes are a YAML map; with one key it is what was meant.
  @Test func unquotedBracesAreAccepted() throws {
    let board = try board(
      """
      sources: {s: {url: x}}
      cards:
        - row: {each: s, title: {name}, trail: {price | money}}
      """)
    #expect(board.pages[0].cards[0].title == (try Template("{name}")))
    #expect(board.pages[0].cards[0].trail == (try Template("{price | money}")))
    let wrong = try read("cards:\n  - section: {title: {$nam}}")
    #expect(
      wrong.diagnostics.map(\.description) == ["b.yaml:2:23: error: unknown name $nam; known: $now, $board, $page"])
  }

  @Test func secretsComeFromTheMachine() throws {
    let yaml = """
      sources:
        s: {url: "https://x/?key=${KEY}", headers: {Authorization: "Bearer ${file:/run/token}"}}
      cards: []
      """
    let board = try board(yaml, ["KEY": "hunter2{x}", "/run/token": "abc\n"])
    let request = try #require(BoardEvaluator(board).request("s", at: Moment(time: tuesday)))
    // What a setting holds is taken as it is, and stays within its value.
    #expect(
      request.addresses == [SourceRequest.Address(url: "https://x/?key=hunter2%7Bx%7D", shown: "https://x/?key=•••")])
    #expect(request.headers.map { $0.value.reveal() } == ["Bearer abc"])
    var dumped = ""
    dump(board, to: &dumped)
    dump(request.headers, to: &dumped)
    #expect(!dumped.contains("hunter2"))
    #expect(!dumped.contains("abc"))
    // Mistakes around a secret do not tell it.
    let wrong = try read(yaml.replacing("${KEY}", with: "${KEY}{$gone}"), ["KEY": "hunter2"])
    #expect(wrong.diagnostics.count == 2)
    #expect(!wrong.diagnostics.description.contains("hunter2"))
  }

  /// The same list of cards, used thrice, has its mistakes told once.
  @Test func aliasesAreReportedOnce() throws {
    let reading = try read(
      """
      pages:
        - title: A
          cards: &list
            - row: {titel: x}
        - {title: B, cards: *list}
      """)
    #expect(
      reading.diagnostics.map(\.description) == [
        "b.yaml:4:15: error: unknown key \"titel\" in \"row\" (did you mean \"title\"?)"
      ])
  }

  @Test(
    arguments: [
      ("titel", "title"), ("sorces", "sources"), ("hedaer", "header"), ("colums", "columns"), ("x", nil),
      ("zzzzzz", nil),
      ("Title", "title"),
    ] as [(String, String?)])
  func suggestions(word: String, expected: String?) {
    #expect(nearest(to: word, in: ["title", "subtitle", "sources", "header", "columns"]) == expected)
  }

  @Test func editDistances() {
    #expect(editDistance("", "abc") == 3)
    #expect(editDistance("abc", "") == 3)
    #expect(editDistance("abc", "abc") == 0)
    #expect(editDistance("abc", "acb") == 1)
    #expect(editDistance("kitten", "sitting") == 3)
    var random = SplitMix64(seed: 3)
    func word() -> String { String((0..<random.below(6)).map { _ in "abc".randomElement(using: &random) ?? "a" }) }
    for _ in 0..<500 {
      let (a, b) = (word(), word())
      let distance = editDistance(a, b)
      #expect(distance == editDistance(b, a))
      #expect((distance == 0) == (a == b))
      #expect(distance <= max(a.count, b.count) && distance >= abs(a.count - b.count))
    }
  }

  @Test func everyNamedColorIsRead() throws {
    #expect(ColorNames.all.count == 149)
    #expect(try Scalars.color("white") == .white)
    #expect(try Scalars.color("#a0B1c2") == Color(rgb: 0xA0B1C2))
    #expect(throws: ScalarError.self) { try Scalars.color("#+12") }
    #expect(throws: ScalarError.self) { try Scalars.color("") }
  }

  @Test(arguments: [(1.0, "1s"), (90, "90s"), (300, "5m"), (86400, "1d"), (0.25, "250ms"), (0, "0s"), (7200, "2h")])
  func durationsAreWrittenAsTheyAreRead(seconds: Double, text: String) throws {
    #expect(Scalars.written(seconds) == text)
    #expect(try Scalars.duration(text, in: 0...1e9) == seconds)
  }

  @Test func defaultColorsKeepTheirContrast() {
    for colors in [Theme.Colors.light, .dark] {
      for ground in [colors.background, colors.surface] {
        for ink in [colors.text, colors.muted] { #expect(ink.contrast(against: ground) >= 4.5) }
        for tone in [colors.accent, colors.good, colors.warn, colors.bad, colors.info] {
          #expect(tone.contrast(against: ground) >= 3)
        }
      }
    }
    var theme = Theme()
    theme.mode = .light
    theme.background = Color(rgb: 0x1B1411)
    #expect(theme.colors(isDark: false).text == Theme.Colors.dark.text)
  }
}
