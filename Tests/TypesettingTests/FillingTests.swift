import Board
import Scene
import TestSupport
import Testing

@testable import Typesetting

/// Pages that fill their panel.
struct FillingTests {
  private let typesetter = Typesetter(fonts: fonts)

  private func filled(
    _ cards: [Card], _ width: Int, _ height: Int, scale: Double = 1, mode: ResolvedTheme = light
  ) -> PageLayout {
    var shape = PageShape()
    shape.isFilled = true
    return typesetter.layout(
      cards, width: width, height: height, shape: shape, theme: ResolvedTheme(colors: mode.colors, scale: scale))
  }

  private func visible(_ page: PageLayout, _ height: Int) -> Int { height - page.headerHeight }

  /// On any panel: what is shorter than it stays whole, with type at most 1.4 times as large, and what is longer is no shorter than
  /// it would be.
  @Test(arguments: 0..<60)
  func aFilledPageIsWholeWhereThePlainOneIs(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let width = [320, 480, 800, 1080, 1280, 1920, 3840].randomElement(using: &random)!
    let height = [240, 480, 800, 1080, 1920, 2160].randomElement(using: &random)!
    let scale = [0.6, 1, 1.5, 2].randomElement(using: &random)!
    let cards = ColumnTests().lengthyPage(using: &random)
    let plain = typesetter.layout(
      cards, width: width, height: height, theme: ResolvedTheme(colors: light.colors, scale: scale))
    let page = filled(cards, width, height, scale: scale)
    #expect(page.cards.map(\.card.id.place).sorted() == plain.cards.map(\.card.id.place).sorted())
    #expect(page.theme.scale <= 1.4 * scale + 1e-9)
    if plain.height <= visible(plain, height) {
      #expect(page.height <= visible(page, height))
      #expect(page.theme.scale >= scale)
      #expect(page.height >= plain.height || page.theme.scale > scale)
    } else {
      // Smaller only where all of it is seen for that, and no smaller than a tenth.
      let isWhole = page.height <= visible(page, height)
      #expect(
        page.theme.scale == scale || isWhole && page.theme.scale < scale && page.theme.scale >= 0.9 * scale - 1e-9)
      // A little lower at most, so that what is cut is seen to be cut.
      #expect(page.height <= plain.height + Int(40 * scale) + 1)
    }
  }

  /// On any panel at any scale a filled page shows the columns of a table that the plain one shows, in type no smaller.
  @Test(arguments: [0.5, 0.75, 1, 1.25, 1.5, 2, 2.5, 3])
  func fillingLosesNoColumns(scale: Double) {
    let heads = ["Time", "Flight", "To", "Gate", "Expected", "Status"]
    let rows = [
      ["12:00", "LH 400", "Frankfurt", "A12", "12:00", "On time"],
      ["12:26", "AF 474", "Paris Charles de Gaulle", "C14", "12:42", "Delayed"],
      ["13:05", "BA 585", "Reykjavík-Keflavík", "C17", "13:21", "Gate closed"],
    ]
    let cards = numbered(
      [card(.table, figure: .head(heads))] + rows.map { card(.table, figure: .table(TableFigure(cells: $0))) })
    for width in stride(from: 320, through: 3_840, by: 320) {
      for height in [480, 1_080, 1_920] {
        let plain = typesetter.layout(
          cards, width: width, height: height, theme: ResolvedTheme(colors: light.colors, scale: scale))
        let page = filled(cards, width, height, scale: scale)
        func beside(_ page: PageLayout) -> Int {
          page.cards.map { $0.arrangement.columns.count { !$0.isBelow } }.min() ?? 0
        }
        func type(_ page: PageLayout) -> Double {
          page.cards.compactMap { $0.arrangement.columns.first?.style.size }.min().map { $0 * page.theme.scale } ?? 0
        }
        #expect(beside(page) >= beside(plain), "\(width) x \(height)")
        #expect(type(page) >= type(plain), "\(width) x \(height)")
      }
    }
  }

  /// A row that would lack a few pixels at the panel's end is cut clearly, or there as a whole.
  @Test(arguments: 300..<420)
  func whatIsCutIsSeenToBeCut(height: Int) {
    let cards = numbered((0..<12).map { card(.row, "Row \($0)", subtitle: "More") })
    let page = filled(cards, 400, height)
    for placed in page.cards where placed.frame.y0 < height && placed.frame.y1 > height {
      #expect(3 * (placed.frame.y1 - height) >= placed.frame.height)
    }
  }

  /// What is cut more clearly for it begins where any page begins: the difference lies in all of its cards.
  @Test(arguments: 300..<420)
  func noHoleStandsAboveTheFirstCard(height: Int) {
    let cards = numbered([card(.header, "Title")] + (0..<12).map { card(.row, "Row \($0)", subtitle: "More") })
    let page = filled(cards, 400, height)
    let plain = typesetter.layout(cards, width: 400, height: height, theme: light)
    #expect(page.cards[0].frame.y0 == plain.cards[0].frame.y0)
    for (placed, usual) in zip(page.cards, plain.cards) {
      #expect(placed.frame.height >= usual.frame.height && placed.frame.height <= usual.frame.height + 12)
    }
    for (above, below) in zip(page.cards, page.cards.dropFirst()) { #expect(above.frame.y1 == below.frame.y0) }
    let tiles = page.tiles
    for (above, below) in zip(tiles, tiles.dropFirst()) { #expect(above.frame.y1 == below.frame.y0) }
  }

  /// Few rows fill a panel that stands, and are as high as each other, be the words of one longer.
  @Test func fewRowsFillAPanel() throws {
    var rows = (0..<5).map { card(.row, "P\($0)", trail: "88", tone: .good, isFilled: true) }
    rows[3].title = "A car park whose name takes more than a line of it"
    let page = filled(numbered([card(.header, "Parking")] + rows), 1080, 1920, scale: 1.6)
    let bottom = try #require(page.cards.map(\.frame.y1).max())
    #expect(visible(page, 1920) - bottom <= page.theme.whole(24) + 1)
    let heights = page.cards.map(\.frame.height)
    #expect((heights.max() ?? 0) - (heights.min() ?? 0) <= 1, "\(heights)")
    // One row alone does not become a wall.
    let lone = filled(numbered([card(.header, "Parking"), rows[0]]), 1080, 1920, scale: 1.6)
    #expect(lone.cards[0].frame.height <= 3 * lone.theme.whole(56) + 3)
  }

  /// On a bar, rows of all columns are one height, and end where the header beside them ends.
  @Test func rowsOnABarAreEven() throws {
    var rows = (0..<6).map { card(.row, "Row \($0)", subtitle: "More") }
    rows[2].title = "A name that is so long that it takes two lines where there are three columns of them"
    let page = filled(numbered([card(.header, "Trains", clock: "14:10")] + rows), 1920, 360)
    #expect(Set(page.cards.map(\.frame.x0)).count == 3)
    let heights = page.cards.map(\.frame.height)
    #expect((heights.max() ?? 0) - (heights.min() ?? 0) <= 1, "\(heights)")
    let end = try #require(page.header?.frame.y1)
    #expect(abs((page.cards.map(\.frame.y1).max() ?? 0) - end) <= 1)
  }

  /// A list of a dozen rows has two columns of the same rows on a wall, and reaches its end.
  @Test func rowsGrowToThePanelsEnd() throws {
    let cards = numbered([card(.header, "Departures")] + (0..<12).map { card(.row, "Row \($0)", subtitle: "More") })
    let page = filled(cards, 1920, 1080, scale: 1.5)
    #expect(page.theme.scale > 1.5)
    let lefts = Set(page.cards.map(\.frame.x0))
    #expect(lefts.count == 2)
    let bottom = try #require(page.cards.map(\.frame.y1).max())
    #expect(visible(page, 1080) - bottom <= 24 * 3)
    // Rows beside each other begin and end in one line.
    #expect(Set(page.cards.map(\.frame.y0)).count == 6 && Set(page.cards.map(\.frame.y1)).count == 6)
  }

  @Test func rowsOfTwoListsStandInLineAndAPictureEndsWithThem() throws {
    let rows = [card(.section, "a")] + (0..<6).map { card(.row, "a\($0)") } + [card(.section, "b")]
    let lists = filled(numbered(rows + (0..<4).map { card(.row, "b\($0)") }), 1280, 800)
    let columns = Dictionary(grouping: lists.cards, by: \.frame.x0).values.map { $0.map(\.frame.y0) }
    #expect(columns.count == 2)
    #expect(Set(columns[0].prefix(5)) == Set(columns[1].prefix(5)))
    let mixed = filled(numbered(rows + [card(.image, image: "a")]), 1280, 800)
    let ends = Dictionary(grouping: mixed.cards, by: \.frame.x0).values.compactMap { $0.map(\.frame.y1).max() }
    #expect(ends.count == 2)
    #expect(abs(ends[0] - ends[1]) <= 1, "\(ends)")
  }

  @Test func picturesTakeWhatIsLeftAndGiveWhatIsMissing() throws {
    let cards = numbered([card(.image, "Caption", image: "a")] + (0..<4).map { card(.row, "Row \($0)") })
    let tall = filled(cards, 480, 1100)
    let rows = tall.cards.filter { $0.card.kind == .row }
    let picture = try #require(tall.cards.first { $0.card.kind == .image })
    #expect(picture.frame.height > 2 * rows[0].frame.height)
    #expect(tall.cards.map(\.frame.y1).max() ?? 0 > 1100 - 40)
    // A little too long: the picture is lower, nothing is below the panel's end.
    let plain = typesetter.layout(cards, width: 480, height: 540, theme: light)
    let low = filled(cards, 480, plain.height - 30)
    #expect(low.height <= plain.height - 30)
    #expect(low.cards.filter { $0.card.kind == .row }.allSatisfy { $0.frame.height >= 56 })
    // Far too long: it scrolls as it would.
    #expect(filled(cards, 480, plain.height / 2).height == plain.height)
  }

  /// What is drawn fits what was measured: the same words at another size are not cut.
  @Test func aFilledPageIsDrawnWithItsOwnTheme() {
    let cards = numbered([card(.header, "Title"), card(.row, "A row of words")])
    let page = filled(cards, 800, 480)
    #expect(page.theme.scale == 1.4)
    #expect(typesetter.rasterHeader(of: page, pictures: noPhoto)?.size.height == page.header?.frame.height)
    let words = page.tiles.map { typesetter.raster($0, of: page, pictures: noPhoto) }
    #expect(words.map(\.size) == page.tiles.map(\.frame.size))
    let plain = typesetter.layout(cards, width: 800, height: 480, theme: light)
    #expect(Set(page.tiles.map(\.key)).isDisjoint(with: plain.tiles.map(\.key)))
  }

  @Test func nothingFillsNothing() {
    #expect(filled([], 800, 480).cards.isEmpty)
    #expect(filled(numbered([card(.header, "Only")]), 800, 480).cards.isEmpty)
    #expect(filled(numbered([card(.section)]), 16, 16, scale: 8).cards.count == 1)
  }
}
