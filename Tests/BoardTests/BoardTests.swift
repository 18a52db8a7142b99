import Testing

@testable import Board

@Suite struct BoardTests {
  static let lobby = """
    board: Welcome to Acme
    theme: {mode: light, accent: "#0B6E4F", scale: 1.3}
    refresh: {style: ring}
    idle: {after: 60s, do: top}
    sources:
      visitors: {url: "https://intranet.acme/visitors.json", items: today, sort: at, every: 1m}
      news:     {url: "https://acme.example/feed.xml", limit: 9, every: 10m}
      weather:  {url: "https://api.open-meteo.com/v1/forecast?latitude=52.5&current=temperature_2m", every: 15m}
      photos:   {url: "file:///srv/photos/"}
    cards:
      - header: {title: "{$board}", logo: logo.png, clock: true, trail: "{$weather.current.temperature_2m | round}°"}
      - section: {title: Today's visitors, when: $visitors | count > 0}
      - row:
          each: visitors
          title: "{name}"
          subtitle: "{company} · host: {host}"
          trail: "{at | time}"
          tone: {good: checked_in, muted: at | minutes < -60}
      - hero: {each: news, limit: 1, image: "{image}", title: "{title}", text: "{summary}", tap: detail}
      - row:  {each: news, skip: 1, image: "{image}", title: "{title}", subtitle: "{date | ago}", tap: detail}
      - image: {each: photos, image: "{file}", fit: cover, ratio: 16/9, every: 20s}
    detail:
      - hero: {image: "{image}", title: "{title}", text: "{author ?? source} · {date | date}"}
      - text: {text: "{content}"}
    """

  /// Cards as lines: kind, key, then the texts.
  static func sketch(_ content: PageContent) -> [String] {
    content.cards.map { card in
      let texts = [card.clock, card.title, card.subtitle, card.trail, card.badge, card.text, card.image?.url]
      let key = card.id.key.map { "[\($0)]" } ?? ""
      let tone = card.tone.map { " !\($0.rawValue)" } ?? ""
      return "\(card.kind.rawValue)\(key) " + texts.compactMap(\.self).joined(separator: " / ") + tone
    }
  }

  @Test func lobbyWithoutData() throws {
    var evaluator = BoardEvaluator(try board(Self.lobby))
    let content = evaluator.content(page: 0, at: Moment(time: tuesday))
    #expect(Self.sketch(content) == ["header 13:40 / Welcome to Acme / logo.png"])
    #expect(content.sources == ["visitors", "news", "weather", "photos"])
    #expect(content.nextChange == tuesday + 60)
    #expect(content.staleSince == nil)
  }

  static func fill(_ evaluator: inout BoardEvaluator, at time: Double) {
    evaluator.update(
      "visitors",
      answers: [
        [
          "today": [
            [
              "id": "v2", "name": "Grace", "company": "Navy", "host": "Ada", "at": "2025-03-04T14:30:00Z",
              "checked_in": false,
            ],
            ["id": "v1", "name": "Alan", "host": "Ada", "at": "2025-03-04T12:10:00Z"],
            ["id": "v3", "name": "Edsger", "company": "TU/e", "at": "2025-03-04T15:00:00Z", "checked_in": true],
          ]
        ]
      ], at: time)
    evaluator.update("weather", answers: [["current": ["temperature_2m": "7.6"]]], at: time)
    evaluator.update(
      "news",
      answers: [
        [
          ["id": "n1", "title": "One", "summary": "First", "image": "http://x/1.jpg", "date": "2025-03-04T13:10:00Z"],
          [
            "id": "n2", "title": "Two", "date": "Mon, 03 Mar 2025 13:00:00 GMT", "author": nil, "source": "Wire",
            "content": "Body",
          ],
          ["id": "n3", "title": nil],
        ]
      ], at: time)
    evaluator.update("photos", answers: [[["file": "a.jpg"], ["file": "b.jpg"], ["file": "c.jpg"]]], at: time)
  }

  @Test func lobbyWithData() throws {
    var evaluator = BoardEvaluator(try board(Self.lobby))
    Self.fill(&evaluator, at: tuesday)
    let content = evaluator.content(page: 0, at: Moment(time: tuesday))
    #expect(
      Self.sketch(content) == [
        "header 13:40 / Welcome to Acme / 8° / logo.png", "section Today's visitors",
        "row[v1] Alan / host: Ada / 12:10 !muted", "row[v2] Grace / Navy · host: Ada / 14:30",
        "row[v3] Edsger / TU/e / 15:00 !good",
        "hero[n1] One / First / http://x/1.jpg", "row[n2] Two / 1 day ago", "image a.jpg",
      ])
    // Grace is due in 50 minutes exactly, and in less right after.
    #expect(content.nextChange == tuesday + 0.001)
    #expect(content.cards.last?.ratio == 16.0 / 9)
    // The slideshow goes on, and comes round.
    let later = [20.0, 40, 60].map { evaluator.content(page: 0, at: Moment(time: tuesday + $0)).cards.last?.image?.url }
    #expect(later == ["b.jpg", "c.jpg", "a.jpg"])
  }

  @Test func detailOfATappedItem() throws {
    var evaluator = BoardEvaluator(try board(Self.lobby))
    Self.fill(&evaluator, at: tuesday)
    let moment = Moment(time: tuesday)
    let cards = evaluator.content(page: 0, at: moment).cards
    let row = try #require(cards.first { $0.title == "Two" })
    #expect(row.tap == .detail)
    let shown = evaluator.detail(of: row.id, page: 0, at: moment)
    let detail = try #require(shown)
    #expect(Self.sketch(detail) == ["hero Two / Wire · Yesterday", "text Body"])
    evaluator.update("news", answers: [[["id": "n9", "title": "Nine"]]], at: tuesday + 5)
    for (id, page) in [(row.id, 0), (CardID(place: 99), 0), (row.id, 7)] {
      let gone = evaluator.detail(of: id, page: page, at: moment)
      #expect(gone == nil)
    }
  }

  @Test func oldDataIsMarkedThenDropped() throws {
    var evaluator = BoardEvaluator(
      try board(
        """
        sources: {s: {url: x, every: 10m, keep: 2h}}
        cards:
          - row: {each: s, title: "{name}"}
        """))
    evaluator.update("s", answers: [[["name": "A"]]], at: tuesday)
    func content(_ minutes: Double) -> PageContent {
      evaluator.content(page: 0, at: Moment(time: tuesday + minutes * 60))
    }
    #expect(content(0).staleSince == nil)
    #expect(abs((content(0).nextChange ?? 0) - (tuesday + 1200)) < 0.01)
    #expect(content(20).staleSince == nil)
    #expect(content(21).staleSince == "13:40")
    #expect(content(119).cards.count == 1)
    #expect(content(119).nextChange == tuesday + 7200)
    #expect(content(120).cards.isEmpty)
    evaluator.confirm("s", at: tuesday + 7200)
    #expect(content(121).staleSince == nil)
  }

  @Test func menuBoard() throws {
    let board = try board(
      """
      board: Trattoria Sole
      theme: {mode: dark, background: "#1b1411", accent: "#e0a96d", font: fonts/Lora.ttf}
      refresh: {style: styles/steam.json}        # a Lottie file
      sources:
        menu: {url: "file:///srv/menu.csv", sort: order, key: id}
      pages:
        - title: Breakfast
          at: "07:00-11:00"
          cards: &menu
            - header: {title: "{$board}", subtitle: "{$page}"}
            - row:
                each: menu
                where: page == $page
                group: "{section}"
                image: "{photo}"
                title: "{name}"
                subtitle: "{description}"
                badge: "{tags}"
                trail: "{sold_out ? 'sold out' : (price | money('€'))}"
                tone: {muted: sold_out}
        - {title: Lunch,  at: "11:00-17:00", cards: *menu}
        - {title: Dinner, at: "17:00-24:00", cards: *menu}
      """)
    var evaluator = BoardEvaluator(board)
    func row(_ id: String, _ order: String, _ page: String, _ section: String, _ name: String, _ soldOut: String)
      -> Value
    {
      [
        "id": .text(id), "order": .text(order), "page": .text(page), "section": .text(section), "name": .text(name),
        "price": "8.5", "sold_out": .text(soldOut), "tags": "",
      ]
    }
    evaluator.update(
      "menu",
      answers: [
        [
          row("4", "10", "Lunch", "Dolci", "Tiramisù", "yes"), row("1", "1", "Breakfast", "Caldi", "Caffè", ""),
          row("2", "2", "Lunch", "Primi", "Lasagne", ""), row("3", "9", "Lunch", "Primi", "Gnocchi", "no"),
        ]
      ], at: tuesday)
    let moment = Moment(time: tuesday)
    #expect(evaluator.offeredPages(at: moment).pages == [1])
    #expect(evaluator.offeredPages(at: moment).nextChange == tuesday + 3 * 3600 + 20 * 60)
    #expect(evaluator.offeredPages(at: Moment(time: tuesday, zone: Zone(secondsFromUTC: 4 * 3600))).pages == [2])
    let content = evaluator.content(page: 1, at: moment)
    #expect(content.title == "Lunch")
    #expect(
      Self.sketch(content) == [
        "header Trattoria Sole / Lunch", "section[2] Primi", "row[2] Lasagne / €8.50", "row[3] Gnocchi / €8.50",
        "section[4] Dolci",
        "row[4] Tiramisù / sold out !muted",
      ])
    #expect(Set(content.cards.map(\.id)).count == content.cards.count)
  }

  @Test func newsReader() throws {
    let board = try board(
      """
      board: Morning read
      theme: {mode: auto, accent: "#c0392b"}
      refresh: {style: petals, every: 15m}
      idle: {after: 3m, do: top}
      sources:
        news:
          url: [https://daringfireball.net/feeds/main, https://sixcolors.com/feed.json, https://rubenerd.com/feed/]
          sort: -date
          limit: 3
          keep: 7d
      cards:
        - header: {title: "{$board}", subtitle: "{$now | date('%A %-d %B')}"}
        - hero: {each: news, limit: 1, image: "{image}", title: "{title}", text: "{summary | truncate(180)}", tap: detail}
        - row:
            each: news
            skip: 1
            group: "{date | date}"
            image: "{image}"
            title: "{title ?? (summary | truncate(80))}"
            subtitle: "{source} · {date | ago}"
            tap: detail
      detail:
        - hero: {image: "{image}", title: "{title}", text: "{author ?? source} · {date | date}"}
        - text: {text: "{content}"}
      """)
    #expect(board.sources[0].every == 900)
    var evaluator = BoardEvaluator(board)
    evaluator.update(
      "news",
      answers: [
        [
          ["id": "1", "title": "Old", "date": "2025-03-01T08:00:00Z"],
          ["id": "2", "title": "New", "date": .date(tuesday - 60)],
        ],
        [["id": "1", "summary": "No title here", "date": "Mon, 03 Mar 2025 20:00:00 GMT", "source": "Six"]], nil,
        [["id": "3", "title": "Undated"]],
      ], at: tuesday)
    let content = evaluator.content(page: 0, at: Moment(time: tuesday))
    #expect(
      Self.sketch(content) == [
        "header Morning read / Tuesday 4 March", "hero[2] New", "section[1] Yesterday",
        "row[1] No title here / Six · 17 h ago",
        "section[1#2] Saturday 1 March", "row[1#2] Old / 3 days ago",
      ])
  }

  @Test func shapingFollowsItsOrder() throws {
    let board = try board(
      """
      sources:
        lines: {url: x, key: ref}
        dep:
          url: x
          items: data.list
          with: {due: "predicted ? at : planned", wait: due | minutes, name: $lines(line).name}
          where: wait >= 3
          sort: -due
          limit: 2
          key: trip
      let:
        next: $dep | first
        count: $dep | count
      cards:
        - section: {title: "{$count} next: {$next.name}"}
        - row: {each: dep, title: "{name} {wait}", group: "{line}", columns: 2}
        - row: {each: $dep.0.stops, title: "{it}"}
      """)
    var evaluator = BoardEvaluator(board)
    evaluator.update("lines", answers: [[["ref": 10, "name": "Ten"], ["ref": "11", "name": "Eleven"]]], at: tuesday)
    func departure(_ trip: String, _ line: Value, _ minutes: Double) -> Value {
      [
        "trip": .text(trip), "line": line, "predicted": true, "at": .number((tuesday + minutes * 60) * 1000),
        "planned": 0,
        "stops": ["A", "B"],
      ]
    }
    evaluator.update(
      "dep",
      answers: [
        [
          "data": [
            "list": [departure("a", 10, 2), departure("b", 10, 5), departure("c", 11, 9), departure("d", 12, 7)]
          ]
        ]
      ],
      at: tuesday)
    let content = evaluator.content(page: 0, at: Moment(time: tuesday))
    #expect(
      Self.sketch(content) == [
        "section 2 next: Eleven", "section[c] 11", "row[c] Eleven 9", "row[0] A", "row[1] B",
      ])
    #expect(content.cards[2].columns == 2)
    #expect(content.sources == ["dep"])
    // A minute on, the waits are shorter; the source is shaped again by itself.
    let next = try #require(content.nextChange)
    #expect(next > tuesday && next < tuesday + 1)
    let later = evaluator.content(page: 0, at: Moment(time: tuesday + 61))
    #expect(later.cards.contains { $0.title == "Eleven 7" })
    // New answers of a source shape what reads it.
    evaluator.update("lines", answers: [[["ref": 11, "name": "Renamed"]]], at: tuesday + 61)
    let renamed = evaluator.content(page: 0, at: Moment(time: tuesday + 61)).cards[0]
    #expect(renamed.title == "2 next: Renamed")
  }

  @Test func conditionsAndHours() throws {
    var evaluator = BoardEvaluator(
      try board(
        """
        sources: {s: {url: x}}
        cards:
          - section: {title: night, at: "22:00-06:00"}
          - section: {title: day, at: "06:00-22:00"}
          - section: {title: some, when: $s | count > 0}
          - section: {title: none, when: $s | count == 0}
          - section: {title: "{$s.0.name} is missing"}
          - text: {text: always, tone: warn, fill: true}
        """))
    func titles() -> [String?] {
      evaluator.content(page: 0, at: Moment(time: tuesday)).cards.map { $0.title ?? $0.text }
    }
    #expect(titles() == ["day", "always"])
    evaluator.update("s", answers: [[]], at: tuesday)
    #expect(titles() == ["day", "none", "always"])
    evaluator.update("s", answers: [["a", "b"]], at: tuesday)
    #expect(titles() == ["day", "some", "always"])
    let content = evaluator.content(page: 0, at: Moment(time: tuesday))
    #expect(content.cards.last?.tone == .warn)
    #expect(content.cards.last?.isFilled == true)
    let none = evaluator.content(page: 5, at: Moment(time: tuesday))
    #expect(none.cards.isEmpty)
  }

  /// Keys stay with their items and never meet, however many are alike.
  @Test func keysAreUnique() {
    let records = SourceRecords(value: .list([]), keys: ["a", "a#2", "a", "b", "a", ""], nextChange: nil)
    #expect(records.keys == ["a", "a#2", "a#3", "b", "a#4", ""])
    let many = SourceRecords(value: .list([]), keys: [String](repeating: "x", count: 20_000), nextChange: nil)
    #expect(Set(many.keys).count == 20_000)
  }

  /// A board of many rows is evaluated in one go, within its budget.
  @Test func manyRows() throws {
    var evaluator = BoardEvaluator(
      try board(
        """
        sources: {s: {url: x, sort: name, where: n >= 0}}
        cards:
          - row:
              each: s
              title: "{name}"
              subtitle: "{company} · host: {host}"
              trail: "{at | time}"
              tone: {good: n > 5000, muted: at | minutes < -60}
        """))
    let items = (0..<10_000).map { i -> Value in
      [
        "id": .number(Double(i)), "name": .text("Name \(i * 7919 % 10_000)"), "company": "Acme", "host": "Ada",
        "n": .number(Double(i)),
        "at": "2025-03-04T14:30:00Z",
      ]
    }
    evaluator.update("s", answers: [.list(items)], at: tuesday)
    let content = evaluator.content(page: 0, at: Moment(time: tuesday))
    #expect(content.cards.count == 10_000)
    #expect(content.cards.first?.title == "Name 0")
    #expect(content.cards.count { $0.tone == .good } == 4999)
  }
}
