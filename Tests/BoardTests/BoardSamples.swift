/// Boards as people write them.
enum BoardSamples {
  static let all: [(name: String, yaml: String)] = [
    ("departures", departures), ("room", room), ("line", line), ("wall", wall), ("news", news),
  ]

  static let departures = """
    board: 15th Ave E & E Galer St
    theme: {mode: dark, accent: amber, scale: 1.6}
    refresh: {style: styles/train.yaml}
    idle: {after: 30s, do: top}
    sources:
      dep:
        url: "https://api.pugetsound.onebusaway.org/api/where/arrivals-and-departures-for-stop/1_11370.json?key=${OBA_KEY}"
        every: 20s
        items: data.entry.arrivalsAndDepartures
        with: {due: "predicted ? predictedDepartureTime : scheduledDepartureTime"}
        where: due | minutes >= 3          # three minutes' walk to the stop
        sort: due
        key: tripId
    cards:
      - header: {title: "{$board}", clock: seconds}
      - departure:
          each: dep
          line: "{routeShortName}"
          to: "{tripHeadsign}"
          planned: scheduledDepartureTime
          due: due
          cancelled: status == 'CANCELED'
          note: "{numberOfStopsAway} stops away"
      - text: {text: No departures in the next hour., when: $dep | count == 0}
    """

  static let room = """
    board: Room Ada
    theme: {mode: dark, scale: 2}
    refresh: {style: ring}
    sources:
      cal: {url: "${ROOM_ICS}", every: 45s, where: end > $now, sort: start, limit: 8}
    let:
      busy: $cal.0.start <= $now
    cards:
      - hero:
          when: $busy
          title: "{$cal.0.title}"
          text: "until {$cal.0.end | time} · {$cal.0.organizer}"
          tone: bad
          fill: true
      - hero:
          when: not $busy
          title: Free
          text: "until {$cal.0.start | time}"
          tone: good
          fill: true
      - button: {text: Book 30 minutes, when: not $busy, confirm: "Book Ada now?", post: "${BOOK_URL}", json: {room: ada, minutes: 30}}
      - section: {title: Coming up}
      - agenda: {each: cal, title: "{title}", subtitle: "{organizer}", start: start, end: end}
    """

  static let line = """
    board: Line overview
    theme: {mode: dark, scale: 1.8}
    refresh: {style: ring}
    sources:
      line:  {url: "http://mes.local/api/lines", every: 5s, key: id, keep: 2m}
      alarm: {url: "http://mes.local/api/alarms", every: 5s, where: not acked, sort: -since, key: id}
    cards:
      - header: {title: "{$board}", clock: true, tone: {bad: $alarm | count > 0}, fill: true}
      - number:
          each: line
          columns: 3
          label: "{name}"
          value: "{actual}"
          unit: "/ {target}"
          spark: hourly
          tone: {bad: state == 'stop', warn: actual < target * 0.9, good: true}
          fill: true
      - section: {title: "{$alarm | count} open alarms", when: $alarm | count > 0}
      - row:
          each: alarm
          title: "{$line(line).name}: {text}"
          subtitle: "{since | ago}"
          tone: bad
          tap: {confirm: "Acknowledge?", post: "http://mes.local/api/alarms/{id}/ack"}
    """

  static let wall = """
    board: Ops
    theme: {mode: dark}
    refresh: {style: ring}
    sources:
      up:   {url: "http://prom:9090/api/v1/query?query=up", items: data.result, every: 15s, sort: metric.instance, with: {ok: 'value.1'}}
      load: {url: "http://prom:9090/api/v1/query_range?query=node_load1&start={$now | epoch(-3600)}&end={$now | epoch}&step=60", items: data.result, every: 30s}
      ci:   {url: "https://api.github.com/repos/acme/app/actions/runs?per_page=5", items: workflow_runs, headers: {Authorization: "Bearer ${GH}"}, every: 1m}
    let:
      down: ($up | count) - ($up | sum('ok'))
    cards:
      - header: {title: "{$down > 0 ? 'DOWN' : 'All systems up'}", clock: true, tone: {bad: $down > 0, good: true}, fill: true}
      - number: {columns: 2, label: Targets up, value: "{$up | count}", unit: "{$down} down", tone: {bad: $down > 0}}
      - chart: {columns: 2, each: load, label: "{metric.instance}", points: values, x: "it.0", y: "it.1", kind: line, min: 0}
      - row: {each: up, where: ok == '0', title: "{metric.instance}", subtitle: "{metric.job}", tone: bad}
      - section: {title: Builds}
      - row:
          each: ci
          title: "{name} #{run_number}"
          subtitle: "{head_branch} · {head_commit.message | truncate(60)}"
          trail: "{updated_at | ago}"
          tone: {bad: conclusion == 'failure', info: status == 'in_progress', good: conclusion == 'success'}
    """

  static let news = """
    board: Morning read
    theme: {mode: auto, accent: "#c0392b"}
    refresh: {style: ring, every: 15m}
    idle: {after: 3m, do: top}
    sources:
      news:
        url: [https://daringfireball.net/feeds/main, https://sixcolors.com/feed.json, https://rubenerd.com/feed/]
        sort: -date
        limit: 60
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
      - qr: {text: "{link}"}
    """
}
