import Board
import Glibc
import Scene

extension Samples {
  /// Every kind of card, in every state it has: a contact sheet.
  static let everyCard = numbered(numbers + departures + agenda + charts + doors + signs)

  /// The same at a distance, briefly.
  static let oneOfEach = numbered([
    card(.header, "One of each", trail: "14°", clock: "10:24"),
    number("21.4", unit: "°C", "Reading room", subtitle: "comfortable", share: 0.7, columns: 2),
    number("0", unit: "/ 900", "Paint", tone: .bad, isFilled: true, columns: 2),
    card(.section, "Departures", trail: "Pier 2"),
    departure("10", "Capitol Hill", "now", planned: "10:24", platform: "3"),
    departure("43", "Downtown", "4", planned: "10:24", delay: "+4", tone: .warn, note: "rerouted", platform: "12"),
    departure("S1", "Wannsee", nil, planned: "10:42", cancelled: "Cancelled"),
    card(.section, "Today"),
    entry("Quarterly review", subtitle: "Ada", start: "10:00", end: "11:30", phase: .running),
    card(.agenda, figure: .now("10:24")),
    entry("Interview", start: "14:00", end: "15:00"),
    chart("Load", trail: "0.72", [("web-1", wave(60)), ("web-2", wave(60, seed: 1.3))]),
    card(.text, text: "The crane is **out of order** until noon.", tone: .warn),
    button("Book 30 minutes"),
    card(.qr, "Read on", subtitle: "news.example/river", text: "https://news.example/river"),
    card(.hero, "In use", text: "until 11:30", tone: .bad, isFilled: true),
  ])

  static let mirrored = numbered([
    card(.header, "محطة الوسط", clock: "10:24"),
    number("1,204", unit: "زائر", "اليوم", share: 0.6, tone: .good, columns: 2),
    number("21.4", unit: "°C", "القاعة", badge: "جديد", columns: 2),
    number("412", unit: "زائر", "الافتتاح", spark: wave(40)),
    departure(
      "10", "القاهرة عبر الجيزة", "4", planned: "10:24", delay: "+4", tone: .warn, note: "الرصيف", platform: "12"),
    departure("43", "Downtown", nil, planned: "10:45", cancelled: "Cancelled"),
    card(.section, "اليوم"),
    entry("اجتماع", subtitle: "قاعة ٣", trail: "٣ من ٨", start: "10:00", end: "11:30", phase: .running),
    card(.agenda, figure: .now("10:24")),
    entry("مقابلة", start: "14:00", end: "15:00"),
    chart("الحمل", trail: "0.72", [("خادم", wave(60)), ("قاعدة", wave(60, seed: 1.3))]),
    button("احجز", .done("تم الحجز")),
    card(.qr, "أكمل القراءة", text: "https://news.example/river"),
  ])

  static let numbers: [Card] = [
    card(.header, "Every card", subtitle: "Line 4 · early shift", trail: "14°", clock: "10:24", tone: .good),
    card(.section, "Numbers", trail: "today"),
    number("1,204", unit: "/ 1,200", "Press 1", share: 1, tone: .good, columns: 2),
    number("870", unit: "/ 1,200", "Press 2 with a rather long name of its own", share: 0.725, tone: .warn, columns: 2),
    number(nil, unit: "°C", "Harbour pool", columns: 2),
    number("21.4", unit: "°C", "Reading room", subtitle: "comfortable", spark: wave(40), columns: 2),
    number("1,204", unit: "/ 1,200", "Press 1", tone: .good, isFilled: true, columns: 2),
    number("0", unit: "/ 900", "Paint", tone: .bad, isFilled: true, columns: 2),
    number("1,204,500,000", unit: "kWh", "Since 1974", tone: .info, columns: 2),
    number("86%", "الإشغال", share: 0.86, tone: .warn, isFilled: true, columns: 2),
    number("412", unit: "visitors", "Open day", subtitle: "31 more than last year", trail: "12:30", spark: wave(60)),
    number("3.2", unit: "m/s", "風速", badge: "NW", share: 0.3, spark: wave(30, gaps: true), tone: .bad, isFilled: true),
  ]

  static let departures: [Card] = [
    card(.section, "Departures"),
    departure("10", "Capitol Hill via 15th Avenue East", "now", planned: "10:24", note: "2 stops away", platform: "3"),
    departure(
      "43", "Downtown", "4", planned: "10:24", delay: "+4", tone: .warn, note: "Route 43 rerouted", platform: "12"),
    departure("8", "Mount Baker", "12", planned: "10:27", delay: "+9", tone: .bad, platform: "3"),
    departure(
      "S1", "Wannsee über Friedrichstraße und Potsdamer Platz", "17", planned: "10:42", delay: "−1", tone: .info),
    departure(
      "RE 3", "Stralsund", nil, planned: "10:45", note: "Signal failure", platform: "5", cancelled: "Cancelled"),
    departure("10", "القاهرة", "38", planned: "11:02", platform: "1 A"),
    departure("49", "東京ビッグサイト", "11:31", planned: "11:31", note: "直通"),
  ]

  static let agenda: [Card] = [
    card(.section, "Today"),
    entry("Company holiday in Hamburg", start: "All day"),
    entry("Stand-up", subtitle: "Grace Hopper", start: "09:00", end: "09:15", phase: .over),
    entry(
      "Quarterly review with a title that is far too long to be read in one go", subtitle: "Ada · Room 3",
      trail: "3 of 8", start: "10:00", end: "11:30", phase: .running),
    card(.agenda, figure: .now("10:24")),
    entry("Interview", subtitle: "Human resources", badge: "video", start: "14:00", end: "15:00", tone: .warn),
    entry("מסיבה", start: "18:00"),
    card(.section, "Tomorrow"),
    entry("役員会議", subtitle: "第二会議室", start: "08:30", end: "10:00"),
  ]

  static let charts: [Card] = [
    card(.section, "Charts"),
    chart("web-1", trail: "0.72", [(nil, wave(60))], columns: 2),
    chart("Rain", subtitle: "mm per hour", [(nil, bars(12))], style: .bars, tone: .info, columns: 2),
    chart("With gaps", [(nil, wave(40, gaps: true))], style: .area, tone: .warn, isFilled: true, columns: 2),
    chart("Two years", [("2025", bars(8)), ("2026", bars(8, seed: 3))], style: .bars, columns: 2),
    chart(
      "Load", subtitle: "last hour", badge: "live",
      [
        ("web-1", wave(60)), ("web-2", wave(60, seed: 1.3)), ("database", wave(60, seed: 2.1, gaps: true)),
        ("queue", wave(60, seed: 4)),
      ]),
  ]

  static let doors: [Card] = [
    card(.section, "Buttons and codes"),
    button("Book 30 minutes"), button("Call the host", .busy), button("Book 30 minutes", .done("Booked until 11:00")),
    button("Book", .failed("The room is taken")),
    button("Acknowledge", subtitle: "3 open alarms", tone: .bad, columns: 2),
    button("A label that is much too long for a button that is half a page wide", columns: 2),
    card(.qr, "Read on", subtitle: "news.example/river", text: "https://news.example/river", columns: 2),
    card(.qr, "Guest network", text: "WIFI:T:WPA;S:Acme Guests;P:correct horse battery staple;;", columns: 2),
    card(
      .qr, "Carry on reading on your telephone", subtitle: "The code leads to the whole story.",
      text: "https://news.example/2026/05/what-the-river-remembers?from=panel&id=8842"),
    card(.qr, "Everything", text: "x".repeated(700), tone: .warn),
  ]

  static let signs: [Card] = [
    card(.section, "The others"),
    card(.row, "A row", subtitle: "that leads on", trail: "12:30", badge: "New", tone: .good, tap: .detail),
    card(.row, "A row", subtitle: "that acts", trail: "12:30", tone: .bad, tap: .post),
    card(
      .text, "Note", text: "The crane is **out of order** until noon. See [the plan](http://x.example/plan).",
      tone: .warn),
    card(.hero, "Free", text: "until 11:30", tone: .good, isFilled: true),
    card(.hero, "In use", text: "until 11:30 · Grace Hopper", tone: .bad, isFilled: true, columns: 2),
    card(.hero, "Starts soon", text: "at 11:30", tone: .warn, isFilled: true, columns: 2),
    card(.image, "Summer party", image: "party", ratio: 21.0 / 9),
  ]

  private static func number(
    _ value: String?, unit: String? = nil, _ label: String, subtitle: String? = nil, trail: String? = nil,
    badge: String? = nil, share: Double? = nil, spark: [Double?] = [], tone: Card.Tone? = nil, isFilled: Bool = false,
    columns: Int = 1
  ) -> Card {
    card(
      .number, label, subtitle: subtitle, trail: trail, badge: badge, tone: tone, isFilled: isFilled, columns: columns,
      figure: .number(NumberFigure(value: value, unit: unit, share: share, spark: spark)))
  }

  static func departure(
    _ line: String, _ to: String, _ due: String?, planned: String? = nil, delay: String? = nil, tone: Card.Tone? = nil,
    note: String? = nil, platform: String? = nil, cancelled: String? = nil
  ) -> Card {
    let isCount = due.flatMap { Int($0) } != nil
    return card(
      .departure, to, subtitle: note, badge: line,
      figure: .departure(
        DepartureFigure(
          due: due, unit: isCount ? "min" : nil, planned: planned, expected: delay == nil ? nil : "10:30", delay: delay,
          delayTone: tone, platform: platform, cancelled: cancelled)))
  }

  private static func entry(
    _ title: String, subtitle: String? = nil, trail: String? = nil, badge: String? = nil, start: String,
    end: String? = nil, phase: AgendaFigure.Phase = .coming, tone: Card.Tone? = nil
  ) -> Card {
    card(
      .agenda, title, subtitle: subtitle, trail: trail, badge: badge, tone: tone,
      figure: .agenda(AgendaFigure(start: start, end: end, phase: phase)))
  }

  private static func chart(
    _ title: String, subtitle: String? = nil, trail: String? = nil, badge: String? = nil,
    _ series: [(String?, [Double?])], style: ChartFigure.Style = .line, tone: Card.Tone? = nil, isFilled: Bool = false,
    columns: Int = 1
  ) -> Card {
    let values = series.flatMap { $0.1.compactMap(\.self) }
    let low = style == .bars ? 0 : values.min() ?? 0
    let high = values.max() ?? 1
    return card(
      .chart, title, subtitle: subtitle, trail: trail, badge: badge, tone: tone, isFilled: isFilled, columns: columns,
      figure: .chart(
        ChartFigure(
          style: style,
          series: series.map { name, values in
            ChartFigure.Series(
              name: name,
              points: values.enumerated().map {
                ChartFigure.Point(x: Double($0) / Double(max(values.count - 1, 1)), y: $1)
              })
          }, low: low, high: high, lowLabel: low == 0 ? "0" : "0.4", highLabel: "12.5")))
  }

  private static func button(
    _ text: String, _ state: ButtonState = .ready, subtitle: String? = nil, tone: Card.Tone? = nil, columns: Int = 1
  ) -> Card {
    card(
      .button, subtitle: subtitle, text: text, tone: tone, columns: columns, tap: .post, figure: .button(state))
  }

  /// A course somebody might have measured.
  static func wave(_ count: Int, seed: Double = 0, gaps: Bool = false) -> [Double?] {
    (0..<count).map { i in
      if gaps, (count / 3..<count / 2).contains(i) || i == count * 2 / 3 { return nil }
      let t = Double(i) / Double(count)
      return 6 + 3 * sin(t * 9 + seed) + 1.4 * sin(t * 31 + seed * 2) + 0.5 * sin(t * 83)
    }
  }

  private static func bars(_ count: Int, seed: Double = 0) -> [Double?] {
    (0..<count).map { i in i == count / 2 ? nil : 6.5 + 6 * sin(Double(i) * 0.9 + seed) }
  }
}
