import Board
import Scene
import TestSupport
import Testing

@testable import Typesetting

/// Pages that are shown in parts.
@Suite struct PartTests {
  let typesetter = Typesetter(fonts: fonts)

  private func page(_ cards: [Card], _ size: PixelSize, turn: Int, isPaged: Bool = true) -> PageLayout {
    var shape = PageShape()
    (shape.isPaged, shape.turn) = (isPaged, turn)
    return typesetter.layout(cards, width: size.width, height: size.height, shape: shape, theme: light)
  }

  /// On any panel: each row is in one part, every part is whole, and after the last comes the first.
  @Test(
    arguments: [
      PixelSize(width: 480, height: 800), PixelSize(width: 800, height: 480), PixelSize(width: 1_280, height: 800),
      PixelSize(width: 1_080, height: 1_920), PixelSize(width: 1_920, height: 1_080),
      PixelSize(width: 1_920, height: 480),
    ], [true, false])
  func everyRowHasItsTurn(size: PixelSize, hasHeading: Bool) {
    let rows = (0..<60).map { number in
      card(
        .row, "Row \(number)" + (number % 7 == 0 ? " with a title that may need a second line on a narrow panel" : ""))
    }
    let cards = numbered(
      [card(.header, "Board")] + (hasHeading ? [card(.section, "All")] : []) + rows + [card(.text, text: "The end.")])
    var seen: [Int: Int] = [:]
    var turn = 0
    var first: [Int] = []
    repeat {
      let page = page(cards, size, turn: turn)
      #expect(page.height + page.headerHeight <= size.height, "\(turn)")
      #expect(page.cards.contains { $0.card.text == "The end." })
      let shown = page.cards.filter { $0.card.kind == .row }.map(\.card.id.place)
      // A large panel may have room for all.
      if shown.count < 60 { #expect(page.cards.contains { $0.card.trail?.contains("/") == true }) }
      if turn == 0 { first = shown } else if shown == first { break }
      for row in shown { seen[row, default: 0] += 1 }
      turn += 1
    } while turn < 60
    for row in first { seen[row] = 1 }
    #expect(seen.count == 60 && seen.values.allSatisfy { $0 == 1 })
    #expect(self.page(cards, size, turn: -1).cards.contains { $0.card.kind == .row })
    #expect(self.page(cards, size, turn: .max).cards.contains { $0.card.kind == .row })
  }

  /// Pictures become lower where they leave a list no room: its parts have some rows each, and every row its turn.
  @Test(
    arguments: [
      PixelSize(width: 800, height: 480), PixelSize(width: 640, height: 480), PixelSize(width: 480, height: 800),
      PixelSize(width: 1_280, height: 800), PixelSize(width: 1_080, height: 1_920),
    ], [1.0, 1.6, 16.0 / 9])
  func picturesGiveWayToRows(size: PixelSize, ratio: Double) {
    let rows = (0..<30).map { card(.row, "Row \($0)", subtitle: "run") }
    let cards = numbered(
      [card(.header, "Board"), card(.section, "All")] + rows + [card(.image, image: "a", ratio: ratio)])
    var seen = Set<Int>()
    for turn in 0..<30 {
      let page = page(cards, size, turn: turn)
      #expect(page.height + page.headerHeight <= size.height, "\(turn)")
      let shown = page.cards.filter { $0.card.kind == .row }
      #expect(!shown.isEmpty)
      seen.formUnion(shown.map(\.card.id.place))
    }
    #expect(seen.count == 30)
  }

  /// A page is cut into parts once, and not again at each turn, nor when its clock goes on.
  @Test func aPageIsCutOnce() {
    func cards(_ clock: String) -> [Card] {
      numbered(
        [card(.header, "Board", clock: clock)]
          + (0..<60).map { card(.text, "Title \($0)", text: "Some text of \($0). ".repeated(5)) })
    }
    let size = PixelSize(width: 800, height: 480)
    let before = typesetter.shapedBytes
    _ = page(cards("12:00"), size, turn: 0)
    let first = typesetter.shapedBytes - before
    for turn in 1...3 {
      let before = typesetter.shapedBytes
      _ = page(cards("12:0\(turn)"), size, turn: turn)
      #expect(4 * (typesetter.shapedBytes - before) < first)
    }
  }

  /// Without a list that could give way the parts are of whole cards: none is cut, each has its turn, and no heading stands alone.
  @Test(arguments: 0..<24)
  func noCardIsCut(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let size = [
      PixelSize(width: 480, height: 480), PixelSize(width: 800, height: 480), PixelSize(width: 1_280, height: 800),
      PixelSize(width: 720, height: 1_280), PixelSize(width: 1_080, height: 1_920),
      PixelSize(width: 1_920, height: 1_080), PixelSize(width: 1_920, height: 480),
    ].randomElement(using: &random)!
    var cards: [Card] = Bool.random(using: &random) ? [card(.header, "Board", clock: "12:00")] : []
    for _ in 0..<Int.random(in: 1...5, using: &random) {
      if Bool.random(using: &random) { cards.append(card(.section, "Heading")) }
      let columns = [1, 1, 2, 3, 4].randomElement(using: &random)!
      let kind = [Card.Kind.number, .text, .image, .hero, .button].randomElement(using: &random)!
      for _ in 0..<Int.random(in: 1...9, using: &random) {
        cards.append(
          card(
            kind, "Words", text: "Some text. ".repeated(kind == .text ? Int.random(in: 1...30, using: &random) : 1),
            image: kind == .hero || kind == .image ? "a" : nil, columns: columns,
            figure: kind == .number ? .number(NumberFigure(value: "12")) : nil))
      }
    }
    cards = numbered(cards)
    var seen = Set<Int>()
    var count = 1
    var turn = 0
    while turn < count {
      let page = page(cards, size, turn: turn)
      let shown = page.cards.sorted { $0.order < $1.order }.map(\.card)
      if turn == 0, let counter = shown.first(where: \.isPageCounter) {
        count = try #require(counter.trail?.split(separator: "/").last.flatMap { Int($0) })
      }
      let told = shown.filter { !$0.isPageCounter }
      seen.formUnion(told.map(\.id.place))
      if count > 1 { #expect(shown.first?.trail == "\(turn + 1)/\(count)") }
      // One that is higher than the panel is alone.
      let whole = told.filter { $0.kind != .section }
      #expect(
        page.height + page.headerHeight <= size.height || whole.count == 1, "\(turn) of \(count): \(whole.count)")
      #expect(told.last?.kind != .section || cards.last?.kind == .section)
      #expect(page.header != nil || cards[0].kind != .header)
      turn += 1
    }
    #expect(seen.union(cards[0].kind == .header ? [0] : []).count == cards.count)
  }

  /// A table has the same columns on each part, whatever its lines there are.
  @Test(arguments: [480, 720, 1_280], [false, true])
  func columnsStayFromPartToPart(width: Int, isFilled: Bool) {
    let head = card(.table, figure: .head(["Flight", "To", "Status"]))
    let lines = (0..<60).map { line in
      let name = line == 50 ? "Reykjavík-Keflavík International" : "Rome"
      return card(.table, figure: .table(TableFigure(cells: ["LH \(line)", name, line == 20 ? "Gate closed" : "–"])))
    }
    // Of one card of the board.
    let cards = ([head] + lines).enumerated().map { index, card in
      var card = card
      card.id = CardID(place: 0, key: "\(index)", isHeading: index == 0)
      return card
    }
    var shape = PageShape()
    (shape.isPaged, shape.isFilled) = (true, isFilled)
    var shown: [Double: Set<[ColumnLane]>] = [:]
    for turn in 0..<10 {
      shape.turn = turn
      let page = typesetter.layout(cards, width: width, height: 480, shape: shape, theme: light)
      #expect(page.cards.contains { $0.card.isCounter })
      for placed in page.cards where placed.card.kind == .table {
        shown[page.theme.scale, default: []].insert(placed.arrangement.columns)
      }
    }
    #expect(shown.values.allSatisfy { $0.count == 1 }, "\(shown)")
  }

  /// What goes on in the next part does so under the same heading, in whole lines of its grid.
  @Test func gridsGoOnUnderTheirHeading() {
    let cards = numbered(
      [card(.header, "Hall 3"), card(.section, "Gates")]
        + (0..<40).map { card(.number, "Gate \($0)", columns: 3, figure: .number(NumberFigure(value: "\($0)"))) })
    let size = PixelSize(width: 800, height: 480)
    var count = 1
    var turn = 0
    while turn < count {
      let shown = page(cards, size, turn: turn).cards.map(\.card)
      count = shown.first?.trail.flatMap { $0.split(separator: "/").last }.flatMap { Int($0) } ?? 1
      #expect(shown.dropFirst().first?.title == "Gates")
      let numbers = shown.count { $0.kind == .number }
      #expect(turn == count - 1 || numbers > 0 && numbers.isMultiple(of: 3), "\(numbers)")
      turn += 1
    }
    #expect(count > 1)
  }

  /// What has room is as it would be otherwise, and so is one card that has none.
  @Test func whatHasRoomIsAsItIs() {
    let few = numbered([card(.section, "All"), card(.row, "One"), card(.row, "Two")])
    let long = numbered([card(.text, text: "Word. ".repeated(900))])
    for cards in [few, long, []] {
      let size = PixelSize(width: 800, height: 480)
      let (paged, plain) = (page(cards, size, turn: 3), page(cards, size, turn: 3, isPaged: false))
      #expect(paged.tiles.map(\.key) == plain.tiles.map(\.key))
    }
  }
}
