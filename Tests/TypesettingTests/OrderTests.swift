import Board
import Scene
import TestSupport
import Testing

@testable import Typesetting

/// Days and groups of one list are read in their order, below the section they belong to.
@Suite struct OrderTests {
  private let typesetter = Typesetter(fonts: fonts)

  /// Groups of so many rows each, of the board's first list.
  private func groups(_ counts: [Int], kind: Card.Kind = .row) -> [Card] {
    counts.enumerated().flatMap { group, count in
      var heading = card(.section, "Group \(group)")
      heading.id = CardID(place: 1, key: "\(group)-0", isHeading: true)
      return [heading]
        + (0..<count).map { row in
          var row = card(kind, "Row \(row)")
          row.id = CardID(place: 1, key: "\(group)-\(row.title ?? "")")
          return row
        }
    }
  }

  private func section(_ title: String, _ place: Int) -> Card {
    var section = card(.section, title)
    section.id = CardID(place: place)
    return section
  }

  /// Down a column and on in the next, where the panel shows the page whole.
  private func inReadingOrder(_ page: PageLayout) -> [PageLayout.Placed] {
    page.cards.sorted { ($0.frame.x0, $0.frame.y0) < ($1.frame.x0, $1.frame.y0) }
  }

  @Test(arguments: [800, 1_280, 1_920])
  func aSectionStandsOverItsFirstGroup(width: Int) {
    let cards = [section("Lessons", 0)] + groups([5, 1]) + [section("Notices", 2), card(.text, text: "Bring a bag.")]
    for height in [360, 480, 800, 1_080] {
      let page = typesetter.layout(cards, width: width, height: height, theme: light)
      let lessons = page.cards.first { $0.card.title == "Lessons" }
      let below = page.cards.filter {
        $0.frame.y0 > lessons?.frame.y0 ?? .max && $0.frame.x0 == lessons?.frame.x0
      }
      #expect(below.min { $0.frame.y0 < $1.frame.y0 }?.card.title == "Group 0", "\(width)x\(height)")
    }
  }

  /// On panels that show all of them, and in the columns of those that do not.
  @Test(arguments: 0..<60)
  func groupsKeepTheirOrder(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let counts = (0..<Int.random(in: 2...7, using: &random)).map { _ in Int.random(in: 1...6, using: &random) }
    let hasSection = Bool.random(using: &random)
    let cards = (hasSection ? [section("Menu", 0)] : []) + groups(counts) + [section("Hours", 2), card(.row, "8 to 6")]
    let width = [800, 1_280, 1_920].randomElement(using: &random)!
    let page = typesetter.layout(cards, width: width, height: 4_000, theme: light)
    let titles = inReadingOrder(page).compactMap(\.card.title).filter { $0.hasPrefix("Group") }
    #expect(titles == counts.indices.map { "Group \($0)" })
    // No heading ends a column.
    for heading in page.cards where heading.card.kind == .section {
      #expect(page.cards.contains { $0.frame.x0 == heading.frame.x0 && $0.frame.y0 > heading.frame.y0 })
    }
    // Courses of a longer page come one below the other.
    let long = typesetter.layout(cards, width: width, height: 300, theme: light)
    let tops = counts.indices.compactMap { group in long.cards.first { $0.card.title == "Group \(group)" } }
    for (before, next) in zip(tops, tops.dropFirst()) {
      #expect(next.frame.x0 > before.frame.x0 || next.frame.y0 > before.frame.y0)
    }
  }

  @Test(arguments: 0..<100)
  func blocksOfColumnsAreAllInOrder(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let count = Int.random(in: 1...5, using: &random)
    let blocks = Int.random(in: 1...20, using: &random)
    let heights = (0..<count).map { _ in (0..<blocks).map { _ in Int.random(in: 1...900, using: &random) } }
    let dealt = ColumnFlow.inOrder(heights)
    #expect(dealt.flatMap { Array($0) } == Array(0..<blocks))
    #expect(dealt.filter { !$0.isEmpty }.count == min(count, blocks))
    // Four of one height are two and two.
    #expect(ColumnFlow.inOrder([[5, 5, 5, 5], [5, 5, 5, 5]]) == [0..<2, 2..<4])
  }

  /// In columns that the page names, too.
  @Test func groupsKeepTheirOrderInNamedColumns() {
    var shape = PageShape()
    shape.columns = [1, 1]
    let page = typesetter.layout(groups([4, 1, 1, 1]), width: 1_280, height: 800, shape: shape, theme: light)
    let titles = inReadingOrder(page).compactMap(\.card.title).filter { $0.hasPrefix("Group") }
    #expect(titles == (0..<4).map { "Group \($0)" })
    #expect(Set(page.cards.map(\.frame.x0)).count == 2)
  }

  /// Which part of a list is shown stands right over it.
  @Test(arguments: [480, 1_280])
  func aCounterStandsOverItsList(width: Int) throws {
    var shape = PageShape()
    shape.isPaged = true
    let rows = (0..<60).map { card(.row, "Row \($0)") }
    let page = typesetter.layout(
      numbered([card(.header, "Board")] + rows + [card(.text, text: "The end.")]), width: width, height: 480,
      shape: shape, theme: light)
    let counter = try #require(page.cards.first { $0.card.trail?.hasPrefix("1/") == true })
    let first = try #require(page.cards.first { $0.card.kind == .row })
    #expect(counter.frame.y0 < first.frame.y0 && counter.frame.x0 == first.frame.x0)
    #expect(page.cards.filter { $0.card.kind == .row }.allSatisfy { $0.frame.y0 >= counter.frame.y1 })
  }

  // MARK: Lists

  private func departures(_ count: Int) -> [Card] {
    var head = card(.departure, figure: .head(["Line", "To", "Platform", "Due"]))
    head.id = CardID(place: 0, key: "\u{1}", isHeading: true)
    return [head]
      + (0..<count).map { index in
        var figure = DepartureFigure()
        (figure.due, figure.unit, figure.platform, figure.platformSaid) = ("\(index)", "min", "2", "Platform 2")
        var row = card(.departure, "Port Lotniczy przez Nowy", badge: "100", figure: .departure(figure))
        row.id = CardID(place: 0, key: "\(index)")
        return row
      }
  }

  /// Few departures are one list, with heads over its columns; many are in columns where each has its line.
  @Test(arguments: [false, true])
  func fewDeparturesAreOneColumn(isFilled: Bool) {
    var shape = PageShape()
    shape.isFilled = isFilled
    let page = typesetter.layout(departures(7), width: 1_280, height: 720, shape: shape, theme: light)
    #expect(Set(page.cards.map(\.frame.x0)).count == 1)
    #expect(page.cards[0].card.isHead)
    let narrow = ResolvedTheme(colors: .light, scale: 1.5)
    let low = typesetter.layout(departures(30), width: 1_280, height: 800, shape: shape, theme: narrow)
    for placed in low.cards where !placed.card.isHead {
      let painter = CardPainter(
        card: placed.card, arrangement: placed.arrangement, theme: low.theme, typesetter: typesetter)
      #expect(!painter.isStacked(width: placed.frame.width))
    }
  }

  /// Below their lines, destinations have no lane for platforms beside them, and no heads above.
  @Test(arguments: [1.0, 1.5, 2, 2.5, 3, 3.5])
  func stackedDeparturesHaveNoPlatformsInTheirWay(scale: Double) {
    let theme = ResolvedTheme(colors: .light, scale: scale)
    for width in stride(from: 320, through: 2_000, by: 60) {
      let lanes = DepartureLanes(
        of: departures(7)[...], width: width, theme: theme,
        measure: { typesetter.block($0, width: $1, theme: theme).width })
      guard lanes.isStacked(width: width, signs: 0, theme: theme) else { continue }
      #expect(lanes.platform == 0 && !lanes.isHeaded, "\(width)")
    }
  }

  // MARK: Heroes

  /// A hero is as high as the panel beside what is a little longer, and its column goes on to the page's end.
  @Test func aHeroIsAsHighAsThePanelBesideALongerList() throws {
    let cards = numbered(
      [
        card(.header, "Title"), card(.hero, "A 017", text: "Room 3", tone: .info, isFilled: true),
        card(.section, "Next"),
      ]
        + (0..<7).map { card(.row, "Row \($0)") })
    let page = typesetter.layout(cards, width: 800, height: 480, theme: light)
    let hero = try #require(page.cards.first { $0.card.kind == .hero })
    #expect(hero.frame.height == 480 - 64 - 48)
    #expect(page.cards.filter { $0.card.kind == .row }.allSatisfy { $0.frame.x0 > hero.frame.x1 })
    #expect(page.height > 480 - 64)
    #expect(hero.box.y1 == page.cards.map(\.box.y1).max())
  }
}
