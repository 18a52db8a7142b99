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

  /// What has room is as it would be otherwise, and so is what has no list.
  @Test func whatHasRoomIsAsItIs() {
    let few = numbered([card(.section, "All"), card(.row, "One"), card(.row, "Two")])
    let long = numbered([card(.text, text: "Word. ".repeated(900)), card(.row, "One")])
    for cards in [few, long, []] {
      let size = PixelSize(width: 800, height: 480)
      let (paged, plain) = (page(cards, size, turn: 3), page(cards, size, turn: 3, isPaged: false))
      #expect(paged.tiles.map(\.key) == plain.tiles.map(\.key))
    }
  }
}
