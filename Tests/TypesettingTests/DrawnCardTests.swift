import Board
import Scene
import TestSupport
import Testing

@testable import Typesetting

/// Cards that are mostly drawn.
@Suite struct DrawnCardTests {
  let typesetter = Typesetter(fonts: fonts)
  static let kinds: [Card.Kind] = [.table, .clock, .forecast, .gauge, .range, .month, .chart]

  /// On every width and at every scale a card of its own height, drawn to its end.
  @Test(arguments: kinds, [0.5, 1.0, 2.5])
  func everyWidthHasAPicture(kind: Card.Kind, scale: Double) {
    let theme = ResolvedTheme(colors: .dark, scale: scale)
    for width in [32, 120, 240, 480, 1000] {
      let page = typesetter.layout(numbered([full(kind), card(kind)]), width: width, theme: theme)
      for placed in page.cards { #expect(placed.frame.height > 0) }
      for tile in page.tiles {
        #expect(typesetter.raster(tile, of: page, pictures: photo).size == tile.frame.size)
      }
    }
  }

  /// However many columns there are and however narrow the panel is, what is shown has room; the first words and the last column stay.
  @Test(arguments: [1, 2, 3, 5, 9, 16])
  func tablesKeepToTheirWidth(count: Int) {
    let cells = (0..<count).map { $0 == min(1, count - 1) ? "Lighthouse City and Harbour" : "1,20\($0)" }
    let rows = numbered([
      card(.table, figure: .head((0..<count).map { "Head \($0)" })),
      card(.table, figure: .table(TableFigure(cells: cells))),
    ])
    for width in stride(from: 100, through: 1_900, by: 100) {
      let page = typesetter.layout(rows, width: width, theme: light)
      for placed in page.cards {
        let all = placed.arrangement.columns
        // Those beside each other, and then those in the line below.
        let lanes = all.filter { !$0.isBelow }
        #expect(all.prefix(lanes.count).allSatisfy { !$0.isBelow })
        let gap = light.whole(Design.columnGap)
        let taken = lanes.reduce(0) { $0 + $1.width } + (lanes.count - 1) * gap
        if width >= 400 {
          #expect(taken <= CardPainter.tableRoom(width: placed.frame.width, placed.arrangement, theme: light))
        }
        #expect(all.contains { $0.cell == count - 1 })
        #expect(lanes.contains { $0.isFlexible })
        #expect(lanes.map(\.cell) == lanes.map(\.cell).sorted())
      }
    }
  }

  /// Whatever stands beside it and however many rows it has, a table shows as many of its columns as one that is as wide as the page.
  @Test(arguments: [3, 6, 9, 16], [1, 9, 40])
  func aTableLeavesNothingOutToStandInColumns(count: Int, rows: Int) {
    let cells = (0..<count).map { $0 == 1 ? "Lighthouse City" : "1,20\($0)" }
    let table =
      [card(.table, figure: .head((0..<count).map { "Heading \($0)" }))]
      + (0..<rows).map { _ in card(.table, figure: .table(TableFigure(cells: cells))) }
    for size in [(480, 320), (800, 480), (1280, 800), (1080, 1920), (1920, 1080), (1920, 480), (3840, 2160)] {
      for scale in [1, 1.5, 2.25] {
        let theme = ResolvedTheme(colors: .light, scale: scale)
        for others in 0...5 {
          let beside = (0..<others).map { card([.text, .hero, .number, .row][$0 % 4], "Other \($0)") }
          let page = typesetter.layout(
            numbered(beside + table), width: size.0, height: size.1, theme: theme)
          let shown = page.cards.filter { $0.card.kind == .table }
          // As wide as the widest of all cards: with two columns of a page that is the table.
          let widest =
            typesetter.layout(
              numbered([card(.text, "Other")] + table), width: size.0, height: size.1, theme: theme
            ).cards.filter { $0.card.kind == .table }.map(\.arrangement.columns.count).max() ?? 0
          #expect(
            shown.allSatisfy { $0.arrangement.columns.count == widest },
            "\(size), scale \(scale), \(others) others: \(Set(shown.map(\.arrangement.columns.count))), \(widest)")
          // No head is cut that stands over numbers.
          for lane in shown.first?.arrangement.columns ?? [] where !lane.isFlexible {
            let head = typesetter.block(
              Text("Heading \(lane.cell)", .caption, tabular: true), width: 4_000, theme: theme)
            #expect(lane.width >= head.width)
          }
        }
      }
    }
  }

  /// Where a table goes on in the next column, its heads do too.
  @Test func everyColumnOfATableHasItsHeads() {
    let rows = numbered(
      [card(.table, figure: .head(["#", "Club", "Pts"]))]
        + (1...24).map { card(.table, figure: .table(TableFigure(cells: ["\($0)", "Club \($0)", "\(100 - $0)"]))) })
    let page = typesetter.layout(rows, width: 1_280, height: 720, theme: light)
    let heads = page.cards.filter { $0.card.isHead }
    #expect(heads.count == Set(page.cards.map(\.frame.x0)).count)
    #expect(heads.count > 1)
    #expect(page.cards.filter { !$0.card.isHead }.count == 24)
    #expect(Set(page.tiles.map(\.key)).count == page.tiles.count)
  }

  /// Heads over departures are there where these stand in columns, and there are some.
  @Test(arguments: [(400, 6, false), (800, 6, true), (800, 2, false)])
  func departuresHaveHeadsWhereThereIsRoom(width: Int, count: Int, hasHead: Bool) {
    let rows = numbered(
      [card(.departure, figure: .head(["Line", "To", "Platform", "Departs"]))]
        + (1...count).map { Samples.departure("\($0)", "Harbour", "\($0)", platform: "3") })
    let page = typesetter.layout(rows, width: width, height: 2_000, theme: light)
    #expect(page.cards.contains { $0.card.isHead } == hasHead)
    #expect(page.cards.count == count + (hasHead ? 1 : 0))
    #expect(page.cards.first?.arrangement.corners.contains(.top) == true)
  }

  @Test(arguments: [
    ("12:30", true), ("9:05", true), ("5:42 PM", true), ("17.42 Uhr", true), ("4.50", false), ("12:3", false),
    ("2 : 1", false), ("12:30:05x9", false), ("3.50 €", false), ("", false), ("101 %", false),
  ])
  func timesAreKnown(text: String, isTime: Bool) { #expect(text.isTimeOfDay == isTime) }
}

extension Samples {
  static let drawn = numbered([
    card(.header, "Drawn cards", clock: "17:42"),
    card(.table, figure: .head(["#", "Club", "P", "GD", "Pts"])),
    table("1", "Harbour Rovers", "16", "+21", "37", tone: .good),
    table("2", "Mill Athletic", "16", "+12", "32", tone: .good),
    table("3", "A club whose name is so long that it needs all of two lines", "16", nil, "29"),
    table("4", "Pier End", "16", "−29", "9", tone: .bad),
    clock(.analogue, "Harbour", "10:24", hour: 10.4 / 12, minute: 0.4),
    clock(.analogue, "Tokyo", "18:24", hour: 6.4 / 12, minute: 0.4, date: "Saturday", isNight: true),
    clock(.digital, "New York", "4:24 AM", hour: 0, minute: 0),
    forecast(title: "This week"),
    gauge("684", unit: "l", share: 0.68, "Tank"),
    gauge("7.2", unit: "bar", share: 0.72, "Press", tone: .warn, isFilled: true),
    card(.range, "Monday", figure: range(8, 16)),
    card(.range, "Wednesday", tone: .bad, figure: range(11, 19, value: 15)),
    card(
      .month, "May 2026",
      figure: .month(
        MonthFigure(
          weekdays: ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"], weekend: [5, 6], offset: 4, days: 31, today: 8,
          marks: (1...31).map { $0 % 9 == 0 ? [.bad, .accent] : $0 % 4 == 0 ? [.accent] : [] }))),
  ])

  private static func table(_ cells: String?..., tone: Card.Tone? = nil) -> Card {
    card(.table, tone: tone, figure: .table(TableFigure(cells: cells)))
  }

  private static func clock(
    _ style: ClockFigure.Style, _ title: String, _ time: String, hour: Double, minute: Double, date: String? = nil,
    isNight: Bool = false
  ) -> Card {
    var clock = ClockFigure(style: style, time: time)
    (clock.hour, clock.minute, clock.date, clock.isNight) = (hour, minute, date, isNight)
    return card(.clock, title, columns: 3, figure: .clock(clock))
  }

  private static func forecast(title: String) -> Card {
    let days = [
      ("Fri", "partly-cloudy", 8.0, 16.0), ("Sat", "sun", 9, 19), ("Sun", "clouds", 10, 18), ("Mon", "rain", 9, 13),
    ]
    return card(
      .forecast, title,
      figure: .forecast(
        ForecastFigure(
          days: days.map { name, icon, low, high in
            var day = ForecastFigure.Day()
            (day.name, day.icon, day.low, day.high) = (name, icon, low, high)
            (day.lowLabel, day.highLabel, day.note) = ("\(Int(low))°", "\(Int(high))°", "60 %")
            return day
          })))
  }

  private static func gauge(
    _ value: String, unit: String, share: Double, _ title: String, tone: Card.Tone? = nil, isFilled: Bool = false
  ) -> Card {
    var gauge = GaugeFigure(value: value, unit: unit, share: share, lowLabel: "0", highLabel: "1,000")
    gauge.zones = [.init(start: 0, end: 0.1, tone: .bad), .init(start: 0.1, end: 0.25, tone: .warn)]
    return card(.gauge, title, tone: tone, isFilled: isFilled, columns: 2, figure: .gauge(gauge))
  }

  private static func range(_ low: Double, _ high: Double, value: Double? = nil) -> Figure {
    var range = RangeFigure(low: low, high: high, value: value, lowLabel: "\(Int(low))°", highLabel: "\(Int(high))°")
    range.scale = 7...19
    return .range(range)
  }
}
