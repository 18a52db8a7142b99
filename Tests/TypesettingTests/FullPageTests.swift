import Board
import Scene
import TestSupport
import Testing

@testable import Typesetting

/// Pages that are to fill their panel and nearly do, and the holes that there are to be none of.
struct FullPageTests {
  private let typesetter = Typesetter(fonts: fonts)

  private func layout(
    _ cards: [Card], _ width: Int, _ height: Int, scale: Double = 1, isFilled: Bool = true
  ) -> PageLayout {
    var shape = PageShape()
    shape.isFilled = isFilled
    return typesetter.layout(
      cards, width: width, height: height, shape: shape, theme: ResolvedTheme(colors: light.colors, scale: scale))
  }

  private func bottom(_ page: PageLayout) -> Int { page.cards.map(\.frame.y1).max() ?? 0 }

  private func departure(_ to: String, note: String? = nil) -> Card {
    var figure = DepartureFigure()
    (figure.due, figure.unit, figure.platform, figure.platformSaid) = ("11", "min", "1", "Platform 1")
    return card(.departure, to, subtitle: note, badge: "S41", figure: .departure(figure))
  }

  /// Two rows that are much higher than the others do not keep a list from its panel's end.
  @Test(arguments: Array(stride(from: 420, through: 1_000, by: 20)))
  func longRowsKeepNoPageFromGrowing(height: Int) {
    let long = "Ring clockwise – Südkreuz – Westkreuz – Gesundbrunnen"
    let note = "Longer by 10 min due to construction"
    let list = [
      departure("Warschauer Str."), departure("Pankow via Alexanderplatz"), departure(long, note: note),
      departure("München Hbf"), departure("Erkner"), departure("Frankfurt (Oder)"), departure("Flughafen"),
      departure("Rudow"),
    ]
    let cards = numbered([card(.header, "Nord", clock: "11:10")] + list)
    let plain = layout(cards, 960, height, isFilled: false)
    let page = layout(cards, 960, height)
    guard plain.height + plain.headerHeight <= height else { return }
    let free = height - page.headerHeight - bottom(page)
    #expect(free <= page.theme.whole(24) + 12, "\(free) free, was \(height - plain.headerHeight - bottom(plain))")
  }

  private func menu(_ counts: [Int]) -> [Card] {
    var cards = [card(.header, "Boulangerie", clock: "11:10")]
    for (group, count) in counts.enumerated() {
      var heading = card(.section, "Group \(group)")
      heading.id = CardID(place: 1, key: "g\(group)", isHeading: true)
      cards.append(heading)
      for number in 0..<count {
        var row = card(.row, "Row \(number)", subtitle: number.isMultiple(of: 2) ? "More" : nil, trail: "€4.80")
        row.id = CardID(place: 1, key: "\(group)-\(number)")
        cards.append(row)
      }
    }
    return cards
  }

  /// The groups of a menu come to the end of a panel that shows all of them, and keep its margin.
  @Test(arguments: [[3, 3, 1], [3, 3, 2], [2, 3, 2, 1], [4, 2, 2]])
  func groupsComeToThePanelsEnd(counts: [Int]) {
    for height in stride(from: 400, through: 800, by: 8) {
      let cards = menu(counts)
      let page = layout(cards, 960, height)
      guard page.height + page.headerHeight <= height else { continue }
      let free = height - page.headerHeight - bottom(page)
      #expect(free >= page.theme.whole(24) && 3 * free <= height, "\(free) of \(height)")
    }
  }

  /// A page that is a line too long has type that is a little smaller: nothing of it is cut, and its margin is whole.
  @Test(arguments: [1.0, 1.5, 2])
  func aLineTooLongIsNotCut(scale: Double) {
    let cards = numbered(
      [
        card(.header, "Parking", clock: "11:10"),
        card(.hero, "176 free", text: "Enter here", tone: .good, isFilled: true),
      ]
        + (0..<4).map {
          card(
            .number, "Level \($0)", tone: .info, isFilled: true, columns: 4,
            figure: .number(NumberFigure(value: "64", unit: "/ 120", share: 0.5)))
        } + [
          card(
            .text, text: "At most 24 hours. A day is 18 euros. Electric cars: places to load are on the second level.")
        ])
    let width = Int(720 * scale)
    let plain = layout(cards, width, Int(4_000 * scale), scale: scale, isFilled: false)
    let whole = plain.height + plain.headerHeight
    for missing in stride(from: 1, through: whole * 7 / 100, by: 3) {
      let page = layout(cards, width, whole - missing, scale: scale)
      #expect(page.height + page.headerHeight <= whole - missing, "\(missing) missing")
      #expect(page.theme.scale >= 0.9 * scale - 1e-9)
    }
    // Half of it is no line: it scrolls in the size it has.
    #expect(layout(cards, width, whole / 2, scale: scale).theme.scale == scale)
  }

  /// No heading is the last that a panel shows.
  @Test(arguments: 420..<600)
  func noHeadingStandsAloneAtThePanelsEnd(height: Int) {
    var cards = [card(.header, "Hall", clock: "11:10")]
    for group in 0..<4 {
      cards.append(card(.section, "Part \(group)"))
      cards += (0..<3).map { card(.row, "Row \($0)", subtitle: "More") }
    }
    let page = layout(numbered(cards), 400, height)
    let end = height - page.headerHeight
    for (heading, first) in zip(page.cards, page.cards.dropFirst())
    where heading.card.kind == .section && heading.frame.y0 < end {
      #expect(end - first.frame.y0 >= min(first.frame.height / 3, 40), "\(heading.card.title ?? "")")
    }
  }

  /// On panels that lie, a line of cells below two columns of different heights leaves no hole in the middle of what is seen.
  @Test(arguments: [1.0, 1.5, 2.25])
  func cellsLeaveNoHoleAboveThem(scale: Double) {
    let days = (0..<7).map { number in
      var day = ForecastFigure.Day()
      (day.name, day.low, day.high) = ("18:\(30 + number)", Double(number), Double(number + 9))
      (day.lowLabel, day.highLabel) = ("\(number)°", "\(number + 9)°")
      return day
    }
    let clocks = ["Tokyo", "New York", "Here"].map {
      card(.clock, $0, columns: 3, figure: .clock(ClockFigure(style: .analogue, time: "11:10")))
    }
    let cards = numbered(
      [card(.header, "Welcome", subtitle: "Hotel", clock: "11:10"), card(.image, image: "a", ratio: 21.0 / 9)]
        + [card(.forecast, "Nice", figure: .forecast(ForecastFigure(days: days)))] + clocks
        + [card(.section, "Events"), card(.row, "Breakfast"), card(.row, "Yoga"), card(.button, "Ring")])
    for width in stride(from: 800, through: 1_400, by: 40) {
      for height in [480, 600, 800] {
        for isFilled in [false, true] {
          let page = layout(
            cards, Int(Double(width) * scale), Int(Double(height) * scale), scale: scale, isFilled: isFilled)
          guard page.height + page.headerHeight > Int(Double(height) * scale) else { continue }
          let image = page.cards.first { $0.card.kind == .image }?.frame ?? PixelRect(x: 0, y: 0, width: 0, height: 0)
          // What begins next in the picture's column.
          let next = page.cards.filter {
            $0.frame.y0 >= image.y1 && $0.frame.x0 < image.x1 && $0.frame.x1 > image.x0
          }.map(\.frame.y0).min()
          let hole = (next ?? image.y1) - image.y1
          #expect(4 * hole < Int(Double(height) * scale), "\(width) x \(height), \(isFilled)")
        }
      }
    }
  }
}
