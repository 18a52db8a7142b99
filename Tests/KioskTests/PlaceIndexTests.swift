import Board
import Scene
import Seeded
import Testing

@testable import Kiosk

/// What a page of a hundred thousand cards keeps beside them: small, and as good as what it stands for.
@Suite struct PlaceIndexTests {
  /// As a dictionary of the first places would, for names that repeat and names that are not there.
  @Test(arguments: [0, 1, 2, 3, 7, 64, 65, 1_000])
  func itFindsWhatADictionaryFinds(count: Int) {
    var chance = SplitMix64(seed: UInt64(count))
    let names = (0..<count).map { _ in
      CardID(place: Int.random(in: 0..<8, using: &chance), key: "k\(Int.random(in: 0...count, using: &chance))")
    }
    let known = Dictionary(zip(names, names.indices), uniquingKeysWith: { first, _ in first })
    let index = PlaceIndex(of: names) { $0 }
    for place in 0..<9 {
      for key in -1...(count + 1) {
        let name = CardID(place: place, key: "k\(key)")
        #expect(index.place(of: name) { names[$0] } == known[name])
      }
    }
  }

  @Test func cardsAreReadInTheirOrder() {
    func block(_ order: Int) -> KioskPage.Block {
      KioskPage.Block(id: CardID(place: order), frame: .empty, isTappable: false, order: order)
    }
    let straight = ReadingOrder(of: [block(0), block(1), block(1), block(4)])
    #expect(straight.indices.map { straight[$0] } == [0, 1, 2, 3] && straight.place(of: 2) == 2)
    let mixed = ReadingOrder(of: [block(2), block(0), block(2), block(1)])
    #expect(mixed.indices.map { mixed[$0] } == [1, 3, 0, 2])
    #expect(mixed.indices.allSatisfy { mixed.place(of: mixed[$0]) == $0 })
    #expect(ReadingOrder(of: []).count == 0)
  }

  /// 100,000 of them are to take 60 MB in all, with their words.
  @Test func nothingOfACardIsLargerThanItHasToBe() {
    #expect(MemoryLayout<CardID>.stride <= 32)
    #expect(MemoryLayout<Card>.stride <= 176)
    #expect(MemoryLayout<KioskPage.Block>.stride <= 64)
    #expect(MemoryLayout<PageTile>.stride <= 40)
    #expect(MemoryLayout<Layer>.stride <= 128)
  }

  @Test func aFrameIsWhatItWasGiven() {
    let frame = PixelRect(x0: -3, y0: 10_000_000, x1: 1920, y1: 10_000_072)
    let block = KioskPage.Block(id: CardID(place: 0), frame: frame, isTappable: true, order: 7)
    #expect(block.frame == frame && block.order == 7)
    let tile = PageTile(key: TileKey(high: 1, low: 2), frame: frame, block: 99_999)
    #expect(tile.frame == frame && tile.block == 99_999)
    #expect(PageTile(key: TileKey(high: 1, low: 2), frame: frame).block == nil)
  }
}
