import Formats
import TestSupport
import Testing

@testable import Board

/// What people build for a wall, each as they would write it and with data of the kind that its service answers.
struct Widget: Sendable, CustomTestStringConvertible {
  var name: String
  /// Sources, and the cards below them.
  var sources: String
  var cards: String
  /// What each fetched source answers, as it comes.
  var answers: [(source: String, text: String)]
  /// Each card in a line, its texts divided by " | ".
  var shown: [String]

  var testDescription: String { name }
}

@Suite struct WidgetTests {
  @Test(arguments: Widget.all)
  func theWidgetSaysWhatItsDataSays(widget: Widget) throws {
    let lines = { (text: String) in text.split(separator: "\n").map { "  " + $0 }.joined(separator: "\n") }
    let file = try board("sources:\n\(lines(widget.sources))\ncards:\n\(lines(widget.cards))")
    var evaluator = BoardEvaluator(file)
    let moment = Moment(time: tuesday, zone: berlin)
    for (name, text) in widget.answers {
      let source = try #require(file.sources.first { $0.name == name })
      let format = source.format.flatMap { SourceFormat(rawValue: $0.rawValue) }
      let value = try decode(Array(text.utf8), as: format, at: tuesday)
      _ = try source.shape(of: value, isText: format == .text, at: moment)
      let refusal = evaluator.update(name, answers: [value], at: tuesday)
      #expect(refusal == nil)
    }
    let content = evaluator.content(page: 0, at: moment)
    #expect(content.cards.map(\.line) == widget.shown)
    #expect(content.problems == [])
    for source in file.sources {
      #expect(evaluator.doubts(about: source.name, at: moment).map(\.message) == [])
      #expect(evaluator.request(source.name, at: moment)?.isWaiting == false)
    }
    #expect(evaluator.chartDoubts(at: moment).map(\.message) == [])
    #expect(evaluator.titleDoubts(at: moment).map(\.message) == [])
  }

  /// Each is what an editor takes, too.
  @Test(arguments: Widget.all)
  func theSchemaTakesIt(widget: Widget) throws {
    let lines = { (text: String) in text.split(separator: "\n").map { "  " + $0 }.joined(separator: "\n") }
    let yaml = "sources:\n\(lines(widget.sources))\ncards:\n\(lines(widget.cards))"
    let schema = try JSON.parse(Array(BoardSchema.json.utf8))
    let node = try YAML.parse(Array(yaml.utf8), file: "b.yaml")
    #expect(SchemaValidator.problems(SchemaValidator.value(of: node), schema) == [])
  }
}

extension Card {
  fileprivate var line: String {
    var texts = [badge, title, subtitle, trail, text].compactMap(\.self)
    switch figure {
    case .number(let number): texts += [number.value ?? "–", number.unit].compactMap(\.self)
    case .departure(let departure): texts += [departure.due, departure.unit, departure.delay].compactMap(\.self)
    case .agenda(let entry): texts += [entry.start, entry.end].compactMap(\.self)
    case .chart(let chart): texts.append(chart.series.map { "\($0.points.count) points" }.joined(separator: ", "))
    default: break
    }
    if let tone { texts.append("(\(tone.rawValue))") }
    return texts.joined(separator: " | ")
  }
}

extension Widget {
  static let all: [Widget] = sport + house + work + travel

  static let sport = [
    Widget(
      name: "fixtures and results of one answer",
      sources: """
        matches: {url: "http://x/matches", headers: {X-Auth-Token: k}, items: matches, every: 10m}
        past: {from: matches, where: status == 'FINISHED', sort: -utcDate, limit: 2}
        next: {from: matches, where: status == 'TIMED', sort: utcDate, limit: 1}
        """,
      cards: """
        - row: {each: past, title: "{homeTeam.name} – {awayTeam.name}", trail: "{score.fullTime.home}:{score.fullTime.away}"}
        - row: {each: next, title: "{homeTeam.name} – {awayTeam.name}", trail: "{utcDate | time}"}
        """,
      answers: [
        (
          "matches",
          """
          {"matches": [
            {"id": 1, "utcDate": "2025-03-01T14:00:00Z", "status": "FINISHED", "homeTeam": {"name": "Ox"}, "awayTeam": {"name": "Elk"}, "score": {"fullTime": {"home": 2, "away": 1}}},
            {"id": 2, "utcDate": "2025-03-02T14:00:00Z", "status": "FINISHED", "homeTeam": {"name": "Elk"}, "awayTeam": {"name": "Yak"}, "score": {"fullTime": {"home": 0, "away": 0}}},
            {"id": 3, "utcDate": "2025-03-08T17:30:00Z", "status": "TIMED", "homeTeam": {"name": "Yak"}, "awayTeam": {"name": "Ox"}, "score": {"fullTime": {"home": null, "away": null}}}]}
          """
        )
      ],
      shown: ["Elk – Yak | 0:0", "Ox – Elk | 2:1", "Yak – Ox | 18:30"]),
    Widget(
      name: "a league's table",
      sources:
        "standings: {url: \"http://x/standings\", items: standings.0.table, with: {gd: goalsFor - goalsAgainst}}",
      cards:
        "- row: {each: standings, badge: \"{$index + 1}\", title: \"{team.shortName}\", trail: \"{playedGames} · {gd} · {points}\", tone: {good: position <= 1}}",
      answers: [
        (
          "standings",
          """
          {"standings": [{"type": "TOTAL", "table": [
            {"position": 1, "team": {"shortName": "Ox"}, "playedGames": 20, "goalsFor": 40, "goalsAgainst": 18, "points": 47},
            {"position": 2, "team": {"shortName": "Elk"}, "playedGames": 20, "goalsFor": 31, "goalsAgainst": 33, "points": 29}]}]}
          """
        )
      ],
      shown: ["1 | Ox | 20 · 22 · 47 | (good)", "2 | Elk | 20 · -2 · 29"]),
    Widget(
      name: "tides, in lists beside each other",
      sources: "tides: {url: \"http://x/tides\", zip: extremes}",
      cards: "- row: {each: tides, where: $now < time, title: \"{time | time}\", trail: \"{height | fixed(1)} m\"}",
      answers: [
        (
          "tides",
          #"{"extremes": {"time": ["2025-03-04T10:00:00Z", "2025-03-04T16:10:00Z", "2025-03-04T22:25:00Z"], "height": [0.4, 3.26, 0.5], "unit": "m"}}"#
        )
      ],
      shown: ["17:10 | 3.3 m", "23:25 | 0.5 m"]),
  ]

  static let house = [
    Widget(
      name: "weather of the days to come",
      sources: """
        place: {url: "http://x/search?name=Bergen", items: results.0}
        weather: {url: "http://x/forecast?latitude={$place.latitude}&longitude={$place.longitude}"}
        days: {from: weather, zip: daily, limit: 2}
        """,
      cards: """
        - number: {label: "{$place.name}", value: "{$weather.current.temperature_2m | round}", unit: "°"}
        - row: {each: days, title: "{time | date}", trail: "{temperature_2m_max | round}° / {temperature_2m_min | round}°"}
        """,
      answers: [
        ("place", #"{"results": [{"name": "Bergen", "latitude": 60.4, "longitude": 5.3}]}"#),
        (
          "weather",
          #"{"current": {"temperature_2m": 7.6}, "daily": {"time": ["2025-03-04", "2025-03-05", "2025-03-06"], "temperature_2m_max": [8.1, 9.4, 7], "temperature_2m_min": [3, 4.2, 1]}}"#
        ),
      ],
      shown: ["Bergen | 8 | °", "Today | 8° / 3°", "Tomorrow | 9° / 4°"]),
    Widget(
      name: "a house's sensors by their names",
      sources: """
        states: {url: "https://x/api/states", headers: {Authorization: Bearer t}, key: entity_id}
        open: {from: states, where: "state == 'on' and (entity_id | starts('binary_sensor.door'))"}
        """,
      cards: """
        - number: {label: Outside, value: "{$states('sensor.outside').state | round(1)}", unit: °C}
        - row: {each: open, title: "{attributes.friendly_name}", trail: "{last_changed | ago}", tone: warn}
        - text: {text: All doors are shut., when: $open | count == 0}
        """,
      answers: [
        (
          "states",
          """
          [{"entity_id": "sensor.outside", "state": "4.25", "attributes": {"friendly_name": "Outside"}, "last_changed": "2025-03-04T13:00:00Z"},
           {"entity_id": "binary_sensor.door_front", "state": "on", "attributes": {"friendly_name": "Front door"}, "last_changed": "2025-03-04T13:30:00Z"},
           {"entity_id": "binary_sensor.door_back", "state": "off", "attributes": {"friendly_name": "Back door"}, "last_changed": "2025-03-04T12:30:00Z"}]
          """
        )
      ],
      shown: ["Outside | 4.3 | °C", "Front door | 10 min ago | (warn)"]),
    Widget(
      name: "a box in the cellar",
      sources: """
        box: {url: "https://192.168.1.9/api/power", ca: box.pem, every: 10s}
        """,
      cards: "- number: {label: Roof, value: \"{$box.pv.watts | number}\", unit: W, max: 8000, spark: $box.pv.history}",
      answers: [("box", #"{"pv": {"watts": 4210, "history": [1, 2, 3]}}"#)],
      shown: ["Roof | 4,210 | W"]),
    Widget(
      name: "waste to be put out",
      sources: "bins: {url: \"http://x/bins.ics\", as: ical, where: end > $now, limit: 1}",
      cards: "- row: {each: bins, title: \"{title}\", trail: \"{start | date}\"}",
      answers: [
        (
          "bins",
          "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:1\r\nSUMMARY:Paper\r\nDTSTART;VALUE=DATE:20250305\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
        )
      ],
      shown: ["Paper | Tomorrow"]),
    Widget(
      name: "what is eaten today",
      sources: "menu: {url: \"http://x/menu.csv\", as: csv, where: Day == ($now | date('%A'))}",
      cards: "- row: {each: menu, title: \"{Dish}\", subtitle: \"{Vegan}{Notes}\", trail: \"{Price | money('€')}\"}",
      answers: [
        (
          "menu",
          "Day;Dish;Vegan;Notes;Price\nTuesday;Soup;vegan;;4,50\nTuesday;Fish;;with rice;7,90\nFriday;Roll;;;3\n"
        )
      ],
      shown: ["Soup | vegan | €4.50", "Fish | with rice | €7.90"]),
    Widget(
      name: "prices of power by the hour",
      sources: "prices: {url: \"http://x/prices\", items: data}",
      cards: """
        - chart: {points: $prices, x: start, y: price, kind: bars, label: Today}
        - number: {label: Cheapest, value: "{$prices | min('price') | fixed(2)}"}
        """,
      answers: [("prices", #"{"data": [{"start": 1741042800, "price": 0.31}, {"start": 1741046400, "price": 0.27}]}"#)],
      shown: ["Today | 2 points", "Cheapest | 0.27"]),
    Widget(
      name: "a quotation for the day",
      sources: "quote: {url: \"http://x/quote.txt\", as: text}",
      cards: "- text: {text: \"{$quote.text}\"}", answers: [("quote", "Make it work.\n")], shown: ["Make it work."]),
  ]

  static let work = [
    Widget(
      name: "monitors of all groups",
      sources: """
        main: {url: "http://x/api/status-page/main"}
        beats: {url: "http://x/api/status-page/heartbeat/main"}
        monitors: {from: main, items: publicGroupList.*.monitorList}
        """,
      cards:
        "- row: {each: monitors, title: \"{name}\", trail: \"{$beats.heartbeatList(id) | last | join('', 'ping')} ms\", tone: {bad: \"($beats.heartbeatList(id) | max('time')) == null\"}}",
      answers: [
        (
          "main",
          #"{"publicGroupList": [{"name": "A", "monitorList": [{"id": 1, "name": "Site"}]}, {"name": "B", "monitorList": [{"id": 7, "name": "Mail"}]}]}"#
        ),
        (
          "beats",
          #"{"heartbeatList": {"1": [{"ping": 20, "time": "2025-03-04 13:39:00"}], "7": [{"ping": 31, "time": "2025-03-04 13:39:00"}]}}"#
        ),
      ],
      shown: ["Site | 20 ms", "Mail | 31 ms"]),
    Widget(
      name: "issues, asked for in GraphQL",
      sources: """
        issues:
          url: "https://x/graphql"
          headers: {Authorization: bearer t}
          post:
            query: 'query($n: Int!) \\{ repository \\{ issues(first: $n) \\{ nodes \\{ number title \\} \\} \\} \\}'
            variables: {n: 5}
          items: data.repository.issues.nodes
        """,
      cards: "- row: {each: issues, title: \"#{number} {title}\"}",
      answers: [("issues", #"{"data": {"repository": {"issues": {"nodes": [{"number": 12, "title": "Hinge"}]}}}}"#)],
      shown: ["#12 Hinge"]),
    Widget(
      name: "open tasks of each service",
      sources: """
        tasks: {url: "http://x/tasks", where: not done}
        services: {url: "http://x/services", with: {open: "$tasks | where('ServiceID', ID) | count"}, sort: -open}
        """,
      cards:
        "- row: {each: services, title: \"{Name}\", subtitle: \"{$tasks | where('ServiceID', ID) | join(', ', 'Title')}\", trail: \"{open}\", tone: {bad: open > 1}}",
      answers: [
        (
          "tasks",
          #"[{"ServiceID": 2, "Title": "Oil", "done": false}, {"ServiceID": 2, "Title": "Belt", "done": false}, {"ServiceID": 1, "Title": "Lamp", "done": true}]"#
        ),
        ("services", #"[{"ID": 1, "Name": "Crane"}, {"ID": 2, "Name": "Press"}]"#),
      ],
      shown: ["Press | Oil, Belt | 2 | (bad)", "Crane | 0"]),
    Widget(
      name: "doors behind a login",
      sources: """
        login: {url: "http://x/login", form: {user: kiosk, password: p}}
        doors: {url: "http://x/doors", headers: {X-Token: "{$login.token}"}}
        """,
      cards: "- row: {each: doors, title: \"{name}\", tone: {warn: open}}",
      answers: [("login", #"{"token": "t"}"#), ("doors", #"[{"name": "Gate", "open": true}]"#)],
      shown: ["Gate | (warn)"]),
    Widget(
      name: "builds of a pipeline",
      sources: "runs: {url: \"http://x/runs\", items: workflow_runs, limit: 2}",
      cards:
        "- row: {each: runs, title: \"{name}\", subtitle: \"{head_branch} · {actor.login}\", trail: \"{updated_at | ago}\", tone: {good: conclusion == 'success', bad: conclusion == 'failure'}}",
      answers: [
        (
          "runs",
          #"{"workflow_runs": [{"id": 1, "name": "test", "head_branch": "main", "actor": {"login": "ada"}, "conclusion": "success", "updated_at": "2025-03-04T13:35:00Z"}, {"id": 2, "name": "deb", "head_branch": "main", "actor": {}, "conclusion": "failure", "updated_at": "2025-03-04T11:40:00Z"}]}"#
        )
      ],
      shown: ["test | main · ada | 5 min ago | (good)", "deb | main | 2 h ago | (bad)"]),
    Widget(
      name: "alerts, the worst first",
      sources:
        "alerts: {url: \"http://x/alerts\", where: status.state == 'active', sort: \"labels.severity == 'critical' ? 0 : 1\"}",
      cards:
        "- row: {each: alerts, title: \"{annotations.summary}\", trail: \"{startsAt | ago}\", tone: {bad: labels.severity == 'critical', warn: true}}",
      answers: [
        (
          "alerts",
          #"[{"status": {"state": "active"}, "labels": {"severity": "warning"}, "annotations": {"summary": "Disk"}, "startsAt": "2025-03-04T12:40:00Z"}, {"status": {"state": "active"}, "labels": {"severity": "critical"}, "annotations": {"summary": "Down"}, "startsAt": "2025-03-04T13:38:00Z"}]"#
        )
      ],
      shown: ["Down | 2 min ago | (bad)", "Disk | 1 h ago | (warn)"]),
    Widget(
      name: "load of machines",
      sources: "load: {url: \"http://x/query_range\", items: data.result}",
      cards: "- chart: {each: load, label: \"{metric.instance}\", points: values, x: it.0, y: it.1}",
      answers: [
        (
          "load",
          #"{"data": {"result": [{"metric": {"instance": "a"}, "values": [[1741095000, "0.4"], [1741095300, "0.9"]]}]}}"#
        )
      ],
      shown: ["a | 2 points"]),
    Widget(
      name: "rooms that are free",
      sources: """
        rooms: {url: "http://x/rooms"}
        meetings: {url: "http://x/meetings", where: end > $now, sort: start}
        """,
      cards:
        "- row: {each: rooms, title: \"{name}\", subtitle: \"{$meetings | where('room', id) | first | join(', ', 'title')}\", trail: \"{$meetings | where('room', id) | count}\"}",
      answers: [
        ("rooms", #"[{"id": "a", "name": "Ada"}, {"id": "g", "name": "Grace"}]"#),
        (
          "meetings",
          #"[{"room": "a", "title": "Plan", "start": "2025-03-04T14:00:00Z", "end": "2025-03-04T15:00:00Z"}, {"room": "a", "title": "Old", "start": "2025-03-04T09:00:00Z", "end": "2025-03-04T10:00:00Z"}]"#
        ),
      ],
      shown: ["Ada | Plan | 1", "Grace | 0"]),
  ]

  static let travel = [
    Widget(
      name: "departures of a stop",
      sources: """
        stop: {url: "http://x/stop/42", items: data}
        trips: {from: stop, items: entry.arrivalsAndDepartures, sort: predictedDepartureTime, limit: 2}
        """,
      cards:
        "- departure: {each: trips, line: \"{routeShortName}\", to: \"{tripHeadsign}\", planned: scheduledDepartureTime, due: predictedDepartureTime}",
      answers: [
        (
          "stop",
          #"{"data": {"entry": {"arrivalsAndDepartures": [{"routeShortName": "8", "tripHeadsign": "Mill", "scheduledDepartureTime": 1741095900000, "predictedDepartureTime": 1741096020000}, {"routeShortName": "40", "tripHeadsign": "Pier", "scheduledDepartureTime": 1741095720000, "predictedDepartureTime": 1741095720000}]}}}"#
        )
      ],
      shown: ["40 | Pier | 2 | min", "8 | Mill | 7 | min | +2"]),
    Widget(
      name: "disturbances of lines",
      sources: "lines: {url: \"http://x/lines\", where: lineStatuses.0.statusSeverity < 10}",
      cards: """
        - row: {each: lines, title: "{name}", subtitle: "{lineStatuses.*.statusSeverityDescription | join}", tone: warn}
        - text: {text: Good service., when: $lines | count == 0}
        """,
      answers: [
        (
          "lines",
          #"[{"id": "c", "name": "Circle", "lineStatuses": [{"statusSeverity": 6, "statusSeverityDescription": "Delays"}, {"statusSeverity": 5, "statusSeverityDescription": "Part closed"}]}, {"id": "d", "name": "District", "lineStatuses": [{"statusSeverity": 10, "statusSeverityDescription": "Good"}]}]"#
        )
      ],
      shown: ["Circle | Delays, Part closed | (warn)"]),
    Widget(
      name: "bicycles at the stations nearby",
      sources: """
        info: {url: "http://x/station_information", items: data.stations}
        status: {url: "http://x/station_status", items: data.stations, key: station_id}
        """,
      cards: "- row: {each: info, title: \"{name}\", trail: \"{$status(station_id).num_bikes_available}\"}",
      answers: [
        (
          "info",
          #"{"data": {"stations": [{"station_id": "s1", "name": "Harbour"}, {"station_id": "s2", "name": "Mill"}]}}"#
        ),
        (
          "status",
          #"{"data": {"stations": [{"station_id": "s2", "num_bikes_available": 4}, {"station_id": "s1", "num_bikes_available": 0}]}}"#
        ),
      ],
      shown: ["Harbour | 0", "Mill | 4"]),
    Widget(
      name: "news, two feeds in one",
      sources: "news: {url: \"http://x/feed\", as: feed, sort: -date, limit: 1}",
      cards: "- hero: {each: news, title: \"{title}\", text: \"{summary}\"}",
      answers: [
        (
          "news",
          "<rss version=\"2.0\"><channel><title>T</title><item><title>Old</title><description>o</description><pubDate>Mon, 03 Mar 2025 10:00:00 GMT</pubDate></item><item><title>New</title><description>&lt;p&gt;n&lt;/p&gt;</description><pubDate>Tue, 04 Mar 2025 10:00:00 GMT</pubDate></item></channel></rss>"
        )
      ],
      shown: ["New | n"]),
    Widget(
      name: "a diary of the day",
      sources: "cal: {url: \"http://x/cal.ics\", as: ical, where: end > $now}",
      cards: "- agenda: {each: cal, title: \"{title}\", subtitle: \"{location}\", start: start, end: end, columns: 2}",
      answers: [
        (
          "cal",
          "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:1\r\nSUMMARY:Plan\r\nLOCATION:Ada\r\nDTSTART:20250304T140000Z\r\nDTEND:20250304T150000Z\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
        )
      ],
      shown: ["Today", "Plan | Ada | 15:00 | 16:00"]),
    Widget(
      name: "exchange rates, whose names are fields",
      sources: "rates: {url: \"http://x/latest\"}",
      cards: """
        - number: {label: Euro, value: "{$rates.rates.EUR | fixed(2)}"}
        - number: {label: "{$rates.date | date('%-d %b %z')}", value: "{(1 / $rates.rates('EUR')) | fixed(2)}"}
        """,
      answers: [("rates", #"{"date": "2025-03-04", "rates": {"EUR": 0.8, "CHF": 0.75}}"#)],
      shown: ["Euro | 0.80", "4 Mar +0100 | 1.25"]),
  ]
}
