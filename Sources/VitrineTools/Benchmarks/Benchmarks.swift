import Board
import Compositor
import Glibc
import Kiosk
import Markup
import Motion
import Numbers
import Panel
import Scene
import Synchronization
import Typesetting
public import Vitrine

/// What this machine reaches, measured in one run.
public struct Benchmarks: Sendable {
  /// One measurement.
  public struct Row: Sendable {
    /// What was measured.
    public var name: String
    /// How much, in `unit`.
    public var value: Double
    /// Such as `ms`.
    public var unit: String
    /// What it may be at most, in `unit`; nil when there is no such limit.
    public var limit: Double?

    /// - Parameters:
    ///   - name: what was measured.
    ///   - value: how much, in `unit`.
    ///   - unit: such as `ms`.
    ///   - limit: what it may be at most.
    public init(name: String, value: Double, unit: String, limit: Double? = nil) {
      self.name = name
      self.value = value
      self.unit = unit
      self.limit = limit
    }

    /// Whether it is above its limit.
    public var isMissed: Bool { limit.map { value > $0 } ?? false }
  }

  /// All measurements of a run.
  public struct Results: Sendable {
    /// In the order they were made.
    public var rows: [Row]

    /// - Parameter rows: in the order they were made.
    public init(rows: [Row]) { self.rows = rows }

    /// For people: a row each.
    public var table: String {
      rows.map { row in
        let value = format(row.value)
        let limit = row.limit.map { ", at most " + format($0) } ?? ""
        return (row.name + limit).padded(to: 58) + value.padded(to: 10, atStart: true) + " " + row.unit
      }.joined(separator: "\n")
    }

    /// For people who send it to others: a table in Markdown, with what is above its limit marked.
    public var markdown: String {
      let lines = rows.map { row in
        let limit = row.limit.map { "at most " + format($0) } ?? ""
        let value = format(row.value) + (row.unit.isEmpty ? "" : " " + row.unit)
        let words = [row.name.trimmed, value, limit + (row.isMissed ? ": **missed**" : "")]
        return "| " + words.joined(separator: " | ") + " |"
      }
      return (["| figure | value | limit |", "|---|---|---|"] + lines).joined(separator: "\n")
    }

    /// For programs: one object.
    public var json: String {
      JSON.list(
        rows.map { row in
          var members = [
            JSON.Member("name", .text(row.name)), JSON.Member("value", .number(format(row.value))),
            JSON.Member("unit", .text(row.unit)),
          ]
          if let limit = row.limit { members.append(JSON.Member("limit", .number(format(limit)))) }
          return .object(members)
        }
      ).lines
    }

    private func format(_ value: Double) -> String {
      let isWhole = value >= 100 || value == value.rounded()
      return isWhole ? String(Int(clamping: value.rounded())) : String((value * 100).rounded() / 100)
    }
  }

  let options: PanelOptions

  /// - Parameter options: the panel that is measured on.
  public init(options: PanelOptions) {
    var options = options
    options.virtualRows = .even
    self.options = options
  }

  /// What races the real clock runs as a panel's frames do, where that is permitted.
  private static let priority: Int32 = 10

  /// Measures; takes a few seconds.
  public func run() throws(UserError) -> Results {
    var rows: [Row] = []
    var costs: [Double] = []
    for count in [20, 10_000] {
      let (cost, bytes) = try scrollFrame(rows: count)
      costs.append(cost)
      rows.append(
        Row(
          name: "scroll frame, \(count) rows: model, scene and compositor", value: cost, unit: "us median",
          limit: Double(options.mode.period) / 1e3))
      rows.append(Row(name: "tiles in memory after it", value: Double(bytes) / 1e6, unit: "MB"))
    }
    rows.append(Row(name: "10,000 rows against 20", value: costs[1] / costs[0], unit: "x"))
    rows += try FrameThread.run(realTimePriority: Self.priority, flings)
    rows += try StyleBenchmark(options: options).rows()
    rows += try layouts()
    rows += try columns()
    let answer = try largeAnswer()
    rows.append(answer)
    rows += try reader(whole: answer.value)
    // Last: it leaves memory behind in which the frames of what follows cost twice as much.
    rows += try FrameThread.run(realTimePriority: Self.priority, LargeBoardBenchmark(options: options).rows)
    rows.append(Row(name: "resident memory of this process now", value: Memory.resident / 1e6, unit: "MB"))
    return Results(rows: rows)
  }

  /// Flings as fast as they get over a page of 10,000 cards, in real time, with the typesetter as it is and ten times slower.
  private func flings() throws(UserError) -> [Row] {
    var rows: [Row] = []
    for (name, slowdown) in [("", 1), (", typesetter ten times slower", 10)] {
      var kiosk = try RowsBoard(rows: 10_000).kiosk(options: options)
      let size = options.mode.viewerSize
      let x = Double(size.width) / 2
      var touch = ScriptedTouch(start: kiosk.seconds + 0.1, rate: 125)
      for _ in 0..<4 {
        touch.flick(from: Point(x: x, y: Double(size.height) * 0.95), to: Point(x: x, y: 4), over: 0.04)
        touch.wait(0.7)
      }
      kiosk.schedule(touch.events)
      let scale = kiosk.scale
      var frames: [(time: Double, offset: Double)] = []
      var incomplete = 0
      let missed = kiosk.frameStatistics.missed
      kiosk.race(seconds: touch.time - kiosk.seconds, slowdown: slowdown) { frame in
        frames.append((frame.presentation, frame.offset))
        if !frame.isComplete { incomplete += 1 }
      }
      let speeds = zip(frames, frames.dropFirst()).map { abs($1.offset - $0.offset) * scale / ($1.time - $0.time) }
        .sorted()
      guard speeds.count > 20 else { throw UserError.bug("the benchmark's flings drew no frames") }
      rows.append(
        Row(
          name: "fling over 10,000 cards, its fastest frames\(name)", value: speeds[speeds.count * 99 / 100],
          unit: "px/s"))
      rows.append(Row(name: "frames of it", value: Double(frames.count), unit: ""))
      rows.append(Row(name: "frames with a tile missing", value: Double(incomplete), unit: "", limit: 0))
      rows.append(
        Row(name: "frames missed", value: Double(kiosk.frameStatistics.missed - missed), unit: "", limit: 0))
    }
    return rows
  }

  /// What the content queue does when data comes, and every minute: cards are evaluated, then laid out.
  private func layouts() throws(UserError) -> [Row] {
    let count = 10_000
    let row = "  - row: {each: items, title: \"{name}\", subtitle: Second line, trail: \"{value}\"}"
    let mixed = """
        - number: {each: items, limit: 1000, columns: 3, label: "{name}", value: "{value}", max: 100, spark: course}
        - departure: {each: items, limit: 2000, line: "{value}", to: "{name}", due: time, planned: time - 120}
        - agenda: {each: items, limit: 2000, title: "{name}", start: time, end: time + 1800}
        - chart: {each: items, limit: 500, columns: 2, label: "{name}", points: course}
        - image: {each: items, limit: 500, image: "{name}.jpg"}
        - qr: {each: items, limit: 500, columns: 2, text: "https://example.org/{name}", title: "{name}"}
        - row: {each: items, limit: 2500, title: "{name}", subtitle: Second line, trail: "{value}"}
        - hero: {each: items, limit: 250, title: "{name}", text: Some words below it, tone: good, fill: true}
        - text: {each: items, limit: 250, text: "Some **words** about {name}, as many as fill a line or two of a page."}
        - button: {each: items, limit: 500, columns: 2, text: "{name}", post: "http://localhost/{name}"}
      """
    let now = 1_741_095_600.0
    let items = (0..<count).map { i -> Value in
      let course = (0..<24).map { Value.number(Double($0 * i % 17)) }
      return .record(
        Record([
          ("id", .number(Double(i))), ("name", .text("Item \(i)")), ("value", .number(Double(i % 97))),
          ("time", .number(now + Double(i) * 30)), ("course", .list(course)),
        ]))
    }
    var rows: [Row] = []
    for (name, cards) in [("rows", row), ("mixed cards", mixed)] {
      let text = "allow: localhost\nsources: {items: {url: none, key: id}}\ncards:\n" + cards
      let reading = BoardSource(path: nil).parse(Array(text.utf8), parts: options.parts)
      guard let board = reading.board else {
        throw UserError.bug(
          "the benchmark's board was refused: \(reading.diagnostics.first?.description ?? "no reason")")
      }
      var evaluator = BoardEvaluator(board)
      evaluator.update("items", answers: [.list(items)], at: now)
      let typesetter = Typesetter(fonts: options.fonts)
      let theme = options.theme(of: board, at: Moment(time: now))
      typesetter.warm(theme)
      for pass in ["", ", a minute later"] {
        let start = MonotonicClock.now()
        let content = evaluator.content(page: 0, at: Moment(time: pass.isEmpty ? now : now + 60))
        let evaluated = MonotonicClock.now()
        let layout = typesetter.layout(content.cards, width: options.mode.viewerSize.width, theme: theme)
        let laidOut = MonotonicClock.now()
        guard layout.cards.count >= count else { throw UserError.bug("the benchmark lost cards") }
        rows.append(
          Row(name: "evaluate 10,000 \(name)\(pass)", value: Double(evaluated - start) / 1e6, unit: "ms"))
        rows.append(Row(name: "lay them out", value: Double(laidOut - evaluated) / 1e6, unit: "ms"))
      }
    }
    return rows
  }

  /// The cost of one frame of a fling over a page of so many rows, every tile being there.
  ///
  /// - Parameter columns: of the page; nil leaves it to the page.
  func scrollFrame(
    rows count: Int, columns: Int? = nil
  ) throws(UserError) -> (microseconds: Double, tileBytes: Int) {
    var kiosk = try RowsBoard(rows: count, columns: columns).kiosk(options: options)
    let height = options.mode.viewerSize.height
    var costs: [Double] = []
    // The same movement whatever the page's length: up and down by half a panel, at the same speed.
    var touch = ScriptedTouch(start: kiosk.seconds + 0.1)
    let x = Double(options.mode.viewerSize.width) / 2
    touch.down(Point(x: x, y: Double(height) * 0.8))
    for _ in 0..<4 {
      touch.move(to: Point(x: x, y: Double(height) * 0.3), over: 0.8)
      touch.move(to: Point(x: x, y: Double(height) * 0.75), over: 0.8)
    }
    kiosk.schedule(touch.events)
    kiosk.measure(seconds: touch.time) { costs.append(Double($0.cost)) }
    costs.sort()
    guard !costs.isEmpty else { throw UserError.bug("the benchmark drew no frame") }
    return (costs[costs.count / 2] / 1000, kiosk.tileBytes)
  }
}

extension String {
  /// Without the spaces that put a row below another.
  fileprivate var trimmed: String { String(drop { $0 == " " }) }

  fileprivate func padded(to width: Int, atStart: Bool = false) -> String {
    let padding = String(repeating: " ", count: max(0, width - count))
    return atStart ? padding + self : self + padding
  }
}
