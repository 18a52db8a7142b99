/// Boards that show one thing each, for the reference; their data is the project's own.
enum ReferenceExamples {
  static func card(_ kind: Card.Kind) -> BoardReference.Example {
    switch kind {
    case .header:
      example(
        "weather: {url: \"${DEMO}/forecast.json\"}", height: 120,
        "header: {title: Harbour office, subtitle: \"{$now | date('%A %-d %B')}\", clock: true, trail: \"{$weather.current.temperature_2m | round}°\"}"
      )
    case .section:
      example(
        "visitors: {url: \"${DEMO}/visitors.json\", items: today}", height: 260,
        "section: {title: Today's visitors, trail: \"{$visitors | count}\"}",
        "row: {each: visitors, limit: 2, title: \"{name}\"}")
    case .row:
      example(
        "visitors: {url: \"${DEMO}/visitors.json\", items: today}", height: 400,
        "row: {each: visitors, limit: 4, title: \"{name}\", subtitle: \"{company}\", trail: \"{at | time}\", tone: {good: checked_in}}"
      )
    case .hero:
      example(
        "news: {url: \"${DEMO}/tideline.atom\"}", height: 500,
        "hero: {each: news, limit: 1, image: \"{image}\", title: \"{title}\", text: \"{summary}\", tap: detail}",
        detail: "text: {text: \"{content}\"}")
    case .number:
      example(
        "line: {url: \"${DEMO}/lines.json\"}", height: 230,
        "number: {each: line, limit: 2, columns: 2, label: \"{name}\", value: \"{actual}\", unit: \"/ {target}\", spark: hourly, tone: {warn: actual < target * 0.9}}"
      )
    case .departure:
      example(
        "dep: {url: \"${DEMO}/arrivals.json\", items: data.entry.arrivalsAndDepartures, where: predicted, sort: predictedDepartureTime}",
        height: 320,
        "departure: {each: dep, skip: 1, limit: 3, line: \"{routeShortName}\", to: \"{tripHeadsign}\", planned: scheduledDepartureTime, due: predictedDepartureTime}"
      )
    case .agenda:
      example(
        "cal: {url: \"${DEMO}/ada.ics\", where: end > $now, limit: 3}", height: 440,
        "agenda: {each: cal, title: \"{title}\", subtitle: \"{organizer}\", start: start, end: end}")
    case .image:
      example(
        "news: {url: \"${DEMO}/house.xml\"}", height: 470,
        "image: {each: news, image: \"{image}\", ratio: 16/9, every: 20s}")
    case .chart:
      example(
        "load: {url: \"${DEMO}/load.json\", items: data.result}", height: 300,
        "chart: {each: load, limit: 1, label: \"{metric.instance}\", points: values, x: it.0, y: it.1, kind: area, min: 0}"
      )
    case .text:
      example(nil, height: 150, "text: {text: \"The crane is **out of order** until noon.\", tone: warn}")
    case .button:
      example(
        "cal: {url: \"${DEMO}/ada.ics\"}", height: 150,
        "button: {text: Book 30 minutes, confirm: Book Ada now?, post: \"${DEMO}/book\", json: {room: ada, minutes: 30}}"
      )
    case .qr:
      example(
        nil, height: 330,
        "qr: {text: \"https://example.org/tideline\", title: Read on, subtitle: example.org/tideline}")
    case .table, .clock, .forecast, .gauge, .range, .month, .group: drawnCard(kind)
    case .toggle, .slider, .stepper, .choice, .keypad, .entry: control(kind)
    case .own, .field, .keyboard: example(nil, height: 0)
    }
  }

  static var icons: BoardReference.Example {
    let shown = ["sun", "rain", "train", "bus", "house", "light", "people", "trophy", "warning"]
    let rows = shown.map { "  - row: {title: \($0), icon: \($0), columns: 3}" }
    return BoardReference.Example(
      yaml: (["theme: {mode: light, scale: 1.25}", "cards:"] + rows).joined(separator: "\n"), height: 330)
  }

  /// Of a kind that is set by touching it.
  private static func control(_ kind: Card.Kind) -> BoardReference.Example {
    let room = "room: {url: \"${DEMO}/switches.json\", every: 5s}"
    switch kind {
    case .toggle:
      return example(
        room, height: 220,
        "toggle: {label: Lamp, icon: light, value: $room.lamp, post: \"${DEMO}/switches\", json: {lamp: \"{$value}\"}}",
        "toggle: {label: Fan, subtitle: Off at night, value: $room.fan, post: \"${DEMO}/switches\", json: {fan: \"{$value}\"}}"
      )
    case .slider:
      return example(
        room, height: 520,
        "slider: {label: Blinds, value: $room.blinds, step: 5, unit: \"%\", post: \"${DEMO}/switches\", json: {blinds: \"{$value}\"}}",
        "slider: {label: The same upright, value: $room.blinds, vertical: true, step: 5, unit: \"%\", post: \"${DEMO}/switches\", json: {blinds: \"{$value}\"}}"
      )
    case .stepper:
      return example(
        room, height: 460,
        "stepper: {label: Heating, value: $room.heating, min: 5, max: 30, step: 0.5, unit: °C, post: \"${DEMO}/switches\", json: {heating: \"{$value}\"}}",
        "stepper: {label: Living room, value: $room.heating, now: $room.heating - 1.5, min: 5, max: 30, step: 0.5, unit: °C, post: \"${DEMO}/switches\", json: {heating: \"{$value}\"}}"
      )
    case .keypad:
      return example(
        room, height: 520,
        "keypad: {label: Alarm, length: 4, icon: lock, post: \"${DEMO}/code\", json: {code: \"{$value}\"}}")
    case .entry:
      return example(
        room, height: 120,
        "entry: {label: Note, icon: pen, value: $room.note, length: 40, post: \"${DEMO}/switches\", json: {note: \"{$value}\"}}"
      )
    default:
      return example(
        room, height: 160,
        "choice: {label: Mode, value: $room.mode, options: {off: 'Off', eco: Eco, warm: Warm}, post: \"${DEMO}/switches\", json: {mode: \"{$value}\"}}"
      )
    }
  }

  /// Of a kind that is mostly drawn, or made of others.
  private static func drawnCard(_ kind: Card.Kind) -> BoardReference.Example {
    switch kind {
    case .table:
      example(
        "league: {url: \"${DEMO}/league.csv\", limit: 5}", height: 440,
        "table: {each: league, cells: {\"#\": \"{$index + 1}\", Club: \"{club}\", P: \"{played}\", GD: \"{goals}\", Pts: \"{points}\"}, tone: {good: points > 30, bad: points < 12}}"
      )
    case .clock:
      example(
        nil, height: 370,
        "clock: {label: Harbour, kind: analogue, columns: 3}",
        "clock: {label: Tokyo, zone: Asia/Tokyo, kind: analogue, columns: 3}",
        "clock: {label: New York, zone: America/New_York, columns: 3}")
    case .forecast:
      example(
        "weather: {url: \"${DEMO}/forecast.json\", zip: daily}", height: 410,
        "forecast: {each: weather, title: This week, day: \"{time | date('%a')}\", icon: \"{weather_code}\", low: temperature_2m_min, high: temperature_2m_max, note: \"{precipitation_probability_max} %\"}"
      )
    case .gauge:
      example(
        nil, height: 370,
        "gauge: {label: Tank, value: \"{683.59375}\", unit: l, max: 1000, marks: {bad: 100, warn: 250}, columns: 2}",
        "gauge: {label: Press, value: \"{7.2}\", unit: bar, max: 10, marks: {warn: 7, bad: 9}, tone: warn, columns: 2}")
    case .range:
      example(
        "weather: {url: \"${DEMO}/forecast.json\", zip: daily, limit: 4}", height: 330,
        "range: {each: weather, label: \"{time | date('%A')}\", icon: \"{weather_code}\", low: temperature_2m_min, high: temperature_2m_max, unit: °}"
      )
    case .month:
      example(
        "cal: {url: \"${DEMO}/ada.ics\"}", height: 520, "month: {each: cal, start: start, end: end}")
    default:
      example(
        "lines: {url: \"${DEMO}/lines.json\", limit: 2}", height: 560,
        "group: {each: lines, cards: [section: {title: \"{name}\"}, number: {label: Made, value: \"{actual}\", max: target}]}"
      )
    }
  }

  static func source(_ format: Source.Format) -> BoardReference.Example {
    switch format {
    case .json:
      example(
        "alarm: {url: \"${DEMO}/alarms.json\", where: not acked, sort: -since, key: id}", height: 240,
        "row: {each: alarm, title: \"{text}\", trail: \"{since | ago}\", tone: bad}")
    case .feed:
      example(
        "news: {url: [\"${DEMO}/tideline.atom\", \"${DEMO}/gazette.rss\"], sort: -date, limit: 3}", height: 400,
        "row: {each: news, image: \"{image}\", title: \"{title}\", subtitle: \"{source} · {date | ago}\"}")
    case .csv:
      example(
        "menu: {url: \"${DEMO}/menu.csv\", where: page == 'Lunch', sort: order}", height: 420,
        "row: {each: menu, title: \"{name}\", subtitle: \"{description}\", trail: \"{price | money('€')}\"}")
    case .ical:
      example(
        "cal: {url: \"${DEMO}/ada.ics\", where: end > $now, sort: start, limit: 4}", height: 500,
        "agenda: {each: cal, title: \"{title}\", start: start, end: end}")
    case .images:
      example(
        "photos: {url: data/photos/, as: images}", height: 470,
        "image: {each: photos, image: \"{file}\", ratio: 16/9, every: 20s}")
    case .text:
      example(
        "note: {url: \"${DEMO}/notice.txt\", as: text}", height: 180, "text: {text: \"{$note.text}\"}")
    }
  }

  private static func example(
    _ source: String?, height: Int, _ cards: String..., detail: String? = nil
  ) -> BoardReference.Example {
    var lines = ["theme: {mode: light, scale: 1.25}"]
    if let source { lines += ["sources:", "  " + source] }
    lines += ["cards:"] + cards.map { "  - " + $0 }
    if let detail { lines += ["detail:", "  - " + detail] }
    return BoardReference.Example(yaml: lines.joined(separator: "\n"), height: height)
  }
}

extension Card.Kind {
  /// One sentence for the manual.
  var summary: String {
    switch self {
    case .header: "The band at the top, with the time of day if wanted."
    case .section: "A heading."
    case .row: "A line of a list: picture or mark, two lines of text, a badge, a value at the end."
    case .hero: "A headline over a large picture, or on a panel filled with a tone."
    case .number: "One value, large, with its unit, a bar or a sparkline."
    case .departure: "A departure: line, destination, minutes that count down, delay, platform."
    case .agenda: "Entries in the order of time, day by day, with a line where the present is."
    case .image: "A picture; with `every`, one after the other."
    case .chart: "A line, an area or bars."
    case .text: "A paragraph; **bold** and links as text."
    case .button: "One action, which asks first if told to and says how it went; a tap sends again once that has ended."
    case .qr: "A code to go on with on a telephone."
    case .table: "A line of a table: columns that line up, with a head; numbers stand at the right."
    case .clock: "The time of day, in digits or with hands, here or elsewhere."
    case .forecast: "Days with pictures, and with bars from low to high on one scale."
    case .gauge: "A value on an arc, with the stretches where it is well or wrong."
    case .range: "A line of a list with a bar from low to high, on the scale of its list."
    case .month: "A sheet of a calendar, with a dot on days that have something."
    case .toggle: "A switch: shows what the data says, and asks for the other, by a tap or a swipe to there."
    case .slider: "A value that follows a finger: the thumb at once, the data up to ten times a second."
    case .stepper: "A value with less and more beside it."
    case .choice: "One of a few values."
    case .keypad: "Digits that nobody is to see: dots on the panel, and in no message; wrong ones are slowed down."
    case .entry: "Words, written on a keyboard that comes when it is tapped."
    case .group: "Cards for each item, which stay together: a heading with what belongs below it."
    case .own, .field, .keyboard: "A program's own."
    }
  }
}

extension Source.Format {
  /// One sentence for the manual.
  var summary: String {
    switch self {
    case .json: "Any JSON."
    case .feed: "RSS, Atom or JSON Feed."
    case .csv: "A table, as spreadsheets write it."
    case .ical: "A calendar."
    case .images: "The pictures of a directory."
    case .text: "A text."
    }
  }

  /// What a board gets to see of it.
  var details: String {
    switch self {
    case .json:
      "`items` is the path to the list in it; without, the answer is the list, or one record: `$weather.current.temperature`."
    case .feed:
      "Items have `id title link summary content image author source date`, all texts plain. A feed that breaks off gives the items before the break."
    case .csv:
      "The first line names the fields: `Sold out` is `Sold_out`. The delimiter is found out, or said by `delimiter`; an empty cell is a field left out."
    case .ical:
      """
      Events have `id title start end allday location organizer description status`, the earliest first, from 31 days ago to 366 days \
      ahead. Events that repeat by the day, week, month or year are written out in their own time zone (INTERVAL, COUNT, UNTIL, BYDAY, \
      BYMONTHDAY, BYMONTH, BYSETPOS; EXDATE, RDATE, moved occurrences); of other rules the first time is shown, and a line in the log says so. \
      Cancelled events are left out. Of more than 10,000, each time counted, those nearest to now are shown. Time zones are the machine's, by \
      their older names too (`US/Eastern`), and those that the file describes; times in one that nobody knows are read as the board's, which \
      the log and `vitrine ctl status` say.
      """
    case .images: "Items have `file name date`, sorted by name. New, changed and removed pictures are noticed."
    case .text: "One record with the field `text`."
    }
  }
}
