import Board
import Scene
import TestSupport
import Testing

@testable import Typesetting

/// Pages with room for more than one column.
@Suite struct ColumnTests {
  private let typesetter = Typesetter(fonts: fonts)

  // MARK: Heights alone

  @Test(arguments: 0..<200)
  func everyBlockIsDealtOnceAndInOrder(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let heights = (0..<Int.random(in: 0...40, using: &random)).map { _ in Int.random(in: 1...900, using: &random) }
    let count = Int.random(in: 1...4, using: &random)
    let dealt = ColumnFlow.shortestFirst(heights, columns: count)
    #expect(dealt.count == count)
    #expect(dealt.flatMap { $0 }.sorted() == Array(heights.indices))
    #expect(dealt.allSatisfy { $0 == $0.sorted() })
    #expect(dealt.filter { !$0.isEmpty }.count == min(count, heights.count))
    // No column is higher than another by more than its last block.
    let lengths = dealt.map { $0.reduce(0) { $0 + heights[$1] } }
    for (column, length) in zip(dealt, lengths) {
      #expect(length - (column.last.map { heights[$0] } ?? 0) <= lengths.min() ?? 0)
    }
  }

  @Test(arguments: 0..<200)
  func rowsGoOnInTheNextColumnAndStayInSight(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let heights = (0..<Int.random(in: 1...120, using: &random)).map { _ in Int.random(in: 1...90, using: &random) }
    let count = Int.random(in: 1...4, using: &random)
    let most = Int.random(in: 1...700, using: &random)
    let courses = ColumnFlow.courses(of: heights, columns: count, most: most)
    #expect(courses.flatMap { $0 }.flatMap { Array($0) } == Array(heights.indices))
    for (index, course) in courses.enumerated() {
      #expect(course.allSatisfy { !$0.isEmpty })
      #expect(course.count == count || index == courses.count - 1)
      for rows in course { #expect(rows.count == 1 || heights[rows].reduce(0, +) <= most) }
    }
    // What all fits is shared out: twelve departures are six and six.
    #expect(ColumnFlow.courses(of: Array(repeating: 72, count: 12), columns: 2, most: 480) == [[0..<6, 6..<12]])
    #expect(ColumnFlow.courses(of: Array(repeating: 72, count: 4), columns: 3, most: 480) == [[0..<2, 2..<3, 3..<4]])
  }

  @Test func linesOfAGridAreEven() {
    for columns in 1...12 {
      for count in 1...60 {
        let (lines, longer, length) = ColumnFlow.lines(of: count, columns: columns)
        #expect(longer * (length + 1) + (lines - longer) * length == count)
        #expect(length + (longer > 0 ? 1 : 0) <= columns)
        // One cell stands alone only where lines of two leave one, which has the width of both.
        if length == 1, lines > 1, columns > 1 { #expect(columns == 2 && count % 2 == 1) }
      }
    }
  }

  // MARK: Pages

  func lengthyPage(using random: inout SplitMix64) -> [Card] {
    var cards: [Card] = Bool.random(using: &random) ? [card(.header, "Title")] : []
    for _ in 0..<Int.random(in: 0...8, using: &random) {
      if Bool.random(using: &random) { cards.append(card(.section, "Heading")) }
      let kind = [Card.Kind.row, .departure, .agenda, .hero, .number, .text, .image, .button, .header].randomElement(
        using: &random)!
      let columns = [1, 1, 1, 2, 3, 6].randomElement(using: &random)!
      for _ in 0..<[1, 2, 3, 7, 40].randomElement(using: &random)! {
        cards.append(
          card(
            kind, "Words", subtitle: Bool.random(using: &random) ? "More of them" : nil, text: "Some text",
            image: kind == .hero || kind == .image ? "a" : nil, columns: columns))
      }
    }
    return numbered(cards)
  }

  /// Whatever flows, every card has a place of its own, tiles cover all of the page once, and their upper edges only go down.
  @Test(arguments: 0..<120)
  func tilesOfColumnsCoverThePageOnce(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let cards = lengthyPage(using: &random)
    let width = [800, 1280, 1920, 1920, 3840].randomElement(using: &random)!
    let height = [300, 480, 1080, 2160].randomElement(using: &random)!
    let theme = ResolvedTheme(colors: .light, scale: [1, 1.3, 2].randomElement(using: &random)!)
    var shape = PageShape()
    shape.isFilled = Bool.random(using: &random)
    shape.isPaged = Bool.random(using: &random)
    shape.columns = [[], [], [1], [5, 4, 3], [1, 12], [2, 2, 2, 2, 2, 2]].randomElement(using: &random)!
    var placed = cards
    for index in placed.indices where Int.random(in: 0..<4, using: &random) == 0 {
      placed[index].column = Int.random(in: 1...7, using: &random)
    }
    let page = typesetter.layout(placed, width: width, height: height, shape: shape, theme: theme)
    #expect(shape.isPaged || page.cards.count + (page.header == nil ? 0 : 1) == cards.count)
    let bottom = page.cards.map(\.box.y1).max() ?? 0
    // A header that stands beside what scrolls is not part of it.
    let beside = page.headerHeight == 0 ? page.header?.box.width ?? 0 : 0
    #expect(page.tiles.reduce(0) { $0 + $1.frame.area } == (width - beside) * bottom)
    var top = 0
    for (index, tile) in page.tiles.enumerated() {
      #expect(tile.frame.y0 >= top)
      top = tile.frame.y0
      for other in page.tiles[..<index].suffix(60) { #expect(!other.frame.intersects(tile.frame)) }
    }
    for (index, placed) in page.cards.enumerated() {
      #expect(placed.box.contains(placed.frame))
      #expect(placed.frame.x0 >= 0 && placed.frame.x1 <= width)
      if index > 0 { #expect(placed.frame.y0 >= page.cards[index - 1].frame.y0) }
    }
    #expect(Set(page.tiles.map(\.key)).count == page.tiles.count)
  }

  @Test func sectionsStandBesideEachOther() {
    let cards = numbered(
      [card(.header, "Title")] + ["a", "b"].flatMap { [card(.section, $0), card(.row, $0), card(.row, $0)] })
    let page = typesetter.layout(cards, width: 800, height: 480, theme: light)
    let headings = page.cards.filter { $0.card.kind == .section }
    #expect(headings.map(\.frame.y0) == [24, 24])
    #expect(headings.map(\.card.title) == ["a", "b"])
    #expect(headings[0].frame.x1 < headings[1].frame.x0)
    // A telephone's page is one column, and so is a totem's.
    for width in [320, 480, 700] {
      let page = typesetter.layout(cards, width: width, height: 1200, theme: light)
      #expect(Set(page.cards.map(\.frame.x0)).count == 1)
    }
  }

  @Test func columnsOfAMirroredPageBeginAtTheRight() {
    let cards = numbered(["שלום", "עולם"].flatMap { [card(.section, $0), card(.row, $0)] })
    let page = typesetter.layout(cards, width: 800, height: 480, theme: light)
    #expect(page.cards[0].card.title == "שלום")
    #expect(page.cards[0].frame.x0 > page.cards[1].frame.x1)
  }

  /// Columns are as wide as the page says, and hold what asks for them.
  @Test(arguments: [[1, 1], [5, 4, 3], [1, 2, 1], [3, 1]], [false, true])
  func columnsAreThoseThePageNames(widths: [Int], isMirrored: Bool) {
    let word = isMirrored ? "שלום" : "Words"
    var cards: [Card] = []
    // The last column first: order in the board is none on the page.
    for column in widths.indices.reversed() {
      for _ in 0..<3 {
        var row = card(.row, word, subtitle: "\(column)")
        row.column = column + 1
        cards.append(row)
      }
    }
    var shape = PageShape()
    shape.columns = widths
    let page = typesetter.layout(numbered(cards), width: 1920, height: 1080, shape: shape, theme: light)
    let room = Double(1920 - 2 * 24 - (widths.count - 1) * page.theme.whole(Design.gutter))
    for (column, width) in widths.enumerated() {
      let rows = page.cards.filter { $0.card.subtitle == "\(column)" }
      #expect(rows.count == 3 && Set(rows.map(\.frame.x0)).count == 1)
      #expect(rows.map(\.frame.y0).min() == 24)
      let wanted = room * Double(width) / Double(widths.reduce(0, +))
      #expect(abs(Double(rows[0].frame.width) - wanted) <= 1)
    }
    let order = widths.indices.map { column in page.cards.first { $0.card.subtitle == "\(column)" }!.frame.x0 }
    #expect(order == order.sorted(by: isMirrored ? { $0 > $1 } : { $0 < $1 }))
  }

  @Test func whatAsksForNoColumnStandsInTheShortest() {
    var hero = card(.text, "Words", text: String(repeating: "Words and more of them. ", count: 60))
    hero.column = 1
    let cards = numbered([hero] + ["a", "b"].flatMap { [card(.section, $0), card(.row, $0)] })
    var shape = PageShape()
    shape.columns = [2, 1]
    let page = typesetter.layout(cards, width: 1280, height: 800, shape: shape, theme: light)
    #expect(Set(page.cards.map(\.frame.x0)).count == 2)
    #expect(Set(page.cards.filter { $0.card.kind != .text }.map(\.frame.x0)).count == 1)
    // A panel that has no room for them has one column.
    let narrow = typesetter.layout(cards, width: 480, height: 800, shape: shape, theme: light)
    #expect(Set(narrow.cards.map(\.frame.x0)).count == 1)
  }

  @Test func longListsGoOnInTheNextColumn() {
    let cards = numbered([card(.section, "Departures")] + (0..<12).map { card(.row, "Row \($0)") })
    // All of it is seen at once.
    #expect(Set(typesetter.layout(cards, width: 1280, height: 1000, theme: light).cards.map(\.frame.x0)).count == 1)
    let page = typesetter.layout(cards, width: 1280, height: 600, theme: light)
    let lefts = Set(page.cards.dropFirst().map(\.frame.x0)).sorted()
    #expect(lefts.count == 3)
    let columns = lefts.map { left in
      page.cards.filter { $0.frame.x0 == left && $0.card.kind == .row }.map(\.card.title)
    }
    #expect(columns == [Array(0..<4), Array(4..<8), Array(8..<12)].map { $0.map { "Row \($0)" } })
    #expect(page.cards[0].frame.width > 1100)
    // Each column is a surface of its own.
    #expect(page.cards.filter { $0.arrangement.corners.contains(.top) && $0.card.kind == .row }.count == 3)
  }

  @Test func aHeroStandsBesideWhatFollows() {
    let cards = numbered(
      [card(.header, "Title"), card(.hero, "Free", text: "until 14:00", tone: .good, isFilled: true)]
        + (0..<4).map { card(.row, "Row \($0)") })
    let page = typesetter.layout(cards, width: 800, height: 480, theme: light)
    let hero = page.cards.first { $0.card.kind == .hero }
    #expect(hero?.frame.height == 480 - 64 - 48)
    #expect(page.cards.filter { $0.card.kind == .row }.allSatisfy { $0.frame.x0 > hero?.frame.x1 ?? .max })
    // With more than has room there it is a band above.
    let long = numbered(cards + (4..<60).map { card(.row, "Row \($0)") })
    let scrolled = typesetter.layout(long, width: 800, height: 480, theme: light)
    #expect(scrolled.cards[0].card.kind == .hero && scrolled.cards[0].frame.width == 752)
  }

  @Test func aHundredThousandRowsInThreeColumnsAreLaidOut() {
    let row = card(.row, "Row", subtitle: "More")
    let cards = numbered(Array(repeating: row, count: 100_000))
    let page = typesetter.layout(cards, width: 1280, height: 800, theme: light)
    #expect(page.cards.count == 100_000)
    #expect(Set(page.cards.prefix(1000).map(\.frame.x0)).count == 3)
  }

  @Test func oneWordOfAMegabyteHasAPlaceInAColumn() {
    let word = String(repeating: "word", count: 250_000)
    let cards = numbered([card(.section, "a"), card(.text, text: word), card(.section, word), card(.row, word)])
    let page = typesetter.layout(cards, width: 1280, height: 800, theme: light)
    #expect(page.cards.count == 4)
    #expect(page.height < 1_000_000)
  }

  /// A board made for 480 x 320 on a wall, and the reverse.
  @Test(arguments: [(3840, 2160, 1.0), (3840, 2160, 8), (320, 240, 8), (480, 320, 4), (7680, 480, 0.5)])
  func anyPanelHasAPage(width: Int, height: Int, scale: Double) {
    let theme = ResolvedTheme(colors: .dark, scale: scale)
    let page = typesetter.layout(Samples.lobby, width: width, height: height, theme: theme)
    let beside = page.headerHeight == 0 ? page.header?.box.width ?? 0 : 0
    #expect(page.tiles.reduce(0) { $0 + $1.frame.area } == (width - beside) * (page.cards.map(\.box.y1).max() ?? 0))
  }

  // MARK: Bars

  /// On a panel that is a bar the header stands in front of the rest, as high as the panel, and still; on any other it is pinned to the
  /// top.
  @Test(
    arguments: [
      (PixelSize(width: 1_920, height: 480), true), (PixelSize(width: 2_880, height: 540), true),
      (PixelSize(width: 1_280, height: 400), true), (PixelSize(width: 1_280, height: 480), false),
      (PixelSize(width: 480, height: 120), false), (PixelSize(width: 480, height: 1_920), false),
    ], [0, 1, 7, 40])
  func aBarHasItsHeaderInFront(panel: (size: PixelSize, isBar: Bool), rows: Int) throws {
    let cards = numbered(
      [card(.header, "Harbour", subtitle: "Pier 4", clock: "10:24")]
        + (0..<rows).map { card(.row, "Row \($0)", trail: "12:30") })
    var filled = PageShape()
    filled.isFilled = true
    for shape in [PageShape(), filled] {
      let page = typesetter.layout(
        cards, width: panel.size.width, height: panel.size.height, shape: shape, theme: light)
      let header = try #require(page.header)
      guard panel.isBar, rows > 0 else {
        #expect(page.headerHeight == header.frame.height)
        continue
      }
      #expect(page.headerHeight == 0)
      #expect(page.cards.count + 1 == cards.count)
      #expect(header.box.height == panel.size.height)
      #expect(header.frame.height >= panel.size.height - 2 * page.theme.whole(24) - 1)
      for other in page.cards { #expect(other.box.x0 >= header.box.x1) }
      #expect(typesetter.rasterHeader(of: page, pictures: noPhoto)?.size == header.box.size)
      for tile in page.tiles {
        #expect(typesetter.raster(tile, of: page, pictures: noPhoto).size == tile.frame.size)
      }
    }
  }

  /// Ten thousand rows in three columns ask for no more letters than in one.
  @Test func manyColumnsCostNoMoreThanOne() {
    let cards = numbered((0..<10_000).map { card(.row, "Departure \($0)", subtitle: "as planned", trail: "12:30") })
    func cost(_ width: Int) -> (bytes: Int, columns: Int) {
      let typesetter = Typesetter(fonts: fonts)
      let page = typesetter.layout(cards, width: width, height: 800, theme: light)
      return (typesetter.shapedBytes, Set(page.cards.map(\.frame.x0)).count)
    }
    let (one, three) = (cost(480), cost(1_280))
    #expect(one.columns == 1 && three.columns == 3)
    #expect(Double(three.bytes) <= 1.2 * Double(one.bytes) + 100)
  }
}
