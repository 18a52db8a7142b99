import Board
import Scene
import TestSupport
import Testing

@testable import Typesetting

/// Labels of numbers beside each other, with what stands at their end.
@Suite struct NumberGridTests {
  private let typesetter = Typesetter(fonts: fonts)

  private func number(
    _ label: String, trail: String? = nil, badge: String? = nil, tone: Card.Tone? = nil, isFilled: Bool = false,
    columns: Int
  ) -> Card {
    card(
      .number, label, trail: trail, badge: badge, tone: tone, isFilled: isFilled, columns: columns,
      figure: .number(NumberFigure(value: "12", unit: "kWh")))
  }

  private func painter(_ placed: PageLayout.Placed, _ theme: ResolvedTheme) -> CardPainter {
    CardPainter(card: placed.card, arrangement: placed.arrangement, theme: theme, typesetter: typesetter)
  }

  /// Where one cell a line tells all, every width does; badge and trail stand beside all labels or below all.
  @Test(arguments: [1.0, 1.5, 2], [false, true])
  func labelsAreToldInAnyWidth(scale: Double, isFilled: Bool) {
    let theme = ResolvedTheme(colors: .light, scale: scale)
    let grids = [
      [
        number("Temperature", trail: "2 min ago", badge: "rising", isFilled: isFilled, columns: 2),
        number("Consumption", trail: "2 min ago", badge: "high", tone: .warn, isFilled: isFilled, columns: 2),
        number("Production", trail: "2 min ago", isFilled: isFilled, columns: 2),
        number("Waiting room", trail: "since 10:40", isFilled: isFilled, columns: 2),
      ],
      [
        number("Geschwindigkeit", trail: "seit gestern", badge: "Ausnahmen", isFilled: isFilled, columns: 3),
        number("Besucherzahl", isFilled: isFilled, columns: 3), number("Umsatz", isFilled: isFilled, columns: 3),
      ],
    ]
    for grid in grids {
      var cells: [Int] = []
      for width in stride(from: 320, through: 1_200, by: 20) {
        let page = typesetter.layout(numbered(grid), width: Int(Double(width) * scale), theme: theme)
        let name = "\(grid[0].title ?? "") at \(width)"
        let ended = page.cards.filter { $0.card.trail != nil || $0.card.badge != nil }
        #expect(Set(ended.map { $0.arrangement.footLines > 0 }).count == 1, "\(name)")
        for placed in page.cards {
          let painter = painter(placed, theme)
          let hasFoot = placed.arrangement.footLines > 0
          #expect(painter.labelTelling(width: placed.frame.width) == .all, "\(placed.card.title ?? "") of \(name)")
          #expect(hasFoot || !painter.wantsFoot(width: placed.frame.width), "\(placed.card.title ?? "") of \(name)")
          #expect(
            painter.labelLines(width: placed.frame.width, hasFoot: hasFoot) <= placed.arrangement.labelLines, "\(name)")
          #expect(
            painter.footLines(width: placed.frame.width) <= (hasFoot ? placed.arrangement.footLines : 2), "\(name)")
        }
        let line = page.cards.filter { $0.frame.y0 == page.cards[0].frame.y0 }
        #expect(Set(line.map(\.frame.height)).count == 1, "\(name)")
        cells.append(line.count)
      }
      #expect(cells.last == grid[0].columns)
    }
  }

  /// What leaves a label no room costs its grid no column while the label has room without it.
  @Test(arguments: [1.0, 1.6, 2.25])
  func trailsCostNoColumns(scale: Double) {
    let theme = ResolvedTheme(colors: .light, scale: scale)
    func cells(_ width: Int, trail: String?) -> Int {
      let cards = ["Kilimanjaro", "Matterhorn", "Popocatépetl", "Fuji", "Ben Nevis", "Denali"].map {
        number($0, trail: trail, tone: .bad, isFilled: true, columns: 3)
      }
      let page = typesetter.layout(numbered(cards), width: Int(Double(width) * scale), height: 100_000, theme: theme)
      return page.cards.count { $0.frame.y0 == page.cards[0].frame.y0 }
    }
    for width in stride(from: 320, through: 1_280, by: 16) {
      #expect(cells(width, trail: "until 12:15") >= cells(width, trail: nil), "at \(width)")
    }
  }

  /// A label that has room nowhere, and a badge that has none, change nothing for the others.
  @Test func whatFitsNowhereLeavesTheGridAsItIs() {
    let long = String(repeating: "Donau", count: 20)
    for (label, badge) in [(long, nil), ("Wind", long), (long, long)] {
      let cards = numbered([
        number(label, badge: badge, columns: 3), number("Tide", columns: 3), number("Pool", columns: 3),
      ])
      let page = typesetter.layout(cards, width: 480, theme: light)
      #expect(page.cards.count { $0.frame.y0 == page.cards[0].frame.y0 } == 3)
    }
  }

  /// Below the label, too, both are drawn, inside the card and clear of a large mark.
  @Test(arguments: [(Card.Tone?.none, false), (.bad, false), (.bad, true)], ["a ", "ا "])
  func badgeAndTrailAreDrawnBelow(look: (tone: Card.Tone?, isFilled: Bool), start: String) {
    func pixels(trail: String, badge: String) -> (words: [UInt32], hasFoot: Bool) {
      let label = start + "Geschwindigkeit"
      let cards = [number(label, trail: trail, badge: badge, tone: look.tone, isFilled: look.isFilled, columns: 2)]
      let page = typesetter.layout(numbered(cards), width: 330, theme: light)
      let placed = page.cards[0]
      return (
        words(of: typesetter.raster(placed, rect: placed.frame, theme: light, pictures: noPhoto)),
        placed.arrangement.footLines > 0
      )
    }
    let usual = pixels(trail: "since 12:15", badge: "rising")
    #expect(usual.hasFoot)
    #expect(pixels(trail: "since 12:45", badge: "rising").words != usual.words)
    #expect(pixels(trail: "since 12:15", badge: "sinking").words != usual.words)
  }

  /// A row's title is cut only where three lines of the row's width would not do; badge and trail go below before.
  @Test(arguments: [1.0, 1.5, 2])
  func titlesOfRowsAreToldBeforeWhatStandsBeside(scale: Double) {
    let theme = ResolvedTheme(colors: .light, scale: scale)
    let titles = [
      "Dr. Strangelove or: How I Learned to Stop Worrying and Love the Bomb", "The Grand Budapest Hotel", "Amélie",
      "Everything Everywhere All at Once", "Donaudampfschifffahrt",
      "Wer hat an der Uhr gedreht, ist es wirklich schon so spät?",
    ]
    for title in titles {
      for (trail, badge) in [("18:45", "PG"), ("18:45", nil), (nil, "sold out"), ("until further notice", "sold out")] {
        let row = card(.row, title, subtitle: "Screen 2", trail: trail, badge: badge)
        for width in stride(from: 320, through: 720, by: 10) {
          let page = typesetter.layout([row], width: Int(Double(width) * scale), theme: theme)
          let placed = page.cards[0]
          let painter = painter(placed, theme)
          let room = painter.rowRoom(width: placed.frame.width)
          let plan = painter.linesPlan(room: room, CardPainter.LineStyles())
          let alone = typesetter.block(Text(title, .label, lines: 3), width: room, theme: theme)
          if !alone.isCut, painter.longestWord(of: title, .label) <= room {
            #expect(plan.title?.isCut == false, "\(title) at \(width)")
          }
          #expect(placed.frame.height >= painter.height(of: plan))
        }
      }
    }
  }

  /// Where half of a list's badges have no room beside their titles, all stand below; a list keeps to that from width to width.
  @Test(arguments: [1.0, 1.5, 2])
  func badgesOfAListStandInOnePlace(scale: Double) {
    let theme = ResolvedTheme(colors: .light, scale: scale)
    let titles = [
      "Dr. Strangelove or: How I Learned to Stop Worrying", "Everything Everywhere All at Once", "Amélie", "2001",
    ]
    let rows = titles.map { card(.row, $0, subtitle: "Screen 2", trail: "18:45", badge: "sold out") }
    var seen = Set<Set<Bool>>()
    for width in stride(from: 320, through: 1_000, by: 20) {
      let page = typesetter.layout(numbered(rows), width: Int(Double(width) * scale), theme: theme)
      let plans = page.cards.map {
        let painter = painter($0, theme)
        return painter.linesPlan(room: painter.rowRoom(width: $0.frame.width), CardPainter.LineStyles())
      }
      for (placed, plan) in zip(page.cards, plans) {
        #expect(
          placed.frame.height >= painter(placed, theme).height(of: plan) + 2 * theme.whole(Design.leastRowSpace) - 2)
      }
      let below = plans.count { $0.isBadgeBelow }
      #expect(below == 4 || below < 2, "at \(width)")
      seen.insert(Set(plans.map(\.isBadgeBelow)))
    }
    #expect(seen.contains([true]) && seen.contains([false]))
  }
}
