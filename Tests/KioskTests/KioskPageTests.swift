import Kiosk
import Scene
import TestSupport
import Testing

@Test(arguments: UInt64(1)...40)
func tilesInRowsAreThoseALinearSearchFinds(seed: UInt64) {
  let page = randomGrid(seed: seed)
  var random = SplitMix64(seed: seed &* 977)
  for _ in 0..<50 {
    let first = Int.random(in: -60...page.height + 60, using: &random)
    let rows = first..<(first + Int.random(in: 1...150, using: &random))
    let touching = page.tiles.indices.filter {
      page.tiles[$0].frame.y0 < rows.upperBound && page.tiles[$0].frame.y1 > rows.lowerBound
    }
    let found = page.tiles(inRows: rows)
    #expect(touching.allSatisfy { found.contains($0) })
    #expect(found.first == touching.first)
    // What is found besides lies beside a taller neighbour, never below the rows.
    #expect(found.allSatisfy { page.tiles[$0].frame.y0 < rows.upperBound })
  }
}

@Test(arguments: UInt64(1)...40)
func theCardAtAPositionIsTheOneALinearSearchFinds(seed: UInt64) {
  let page = randomGrid(seed: seed)
  var random = SplitMix64(seed: seed &* 613)
  for _ in 0..<200 {
    let x = Int.random(in: -5...205, using: &random)
    let y = Int.random(in: -5...page.height + 5, using: &random)
    #expect(page.block(x: x, y: y) == page.blocks.firstIndex { $0.frame.contains(x: x, y: y) })
  }
}

@Test(arguments: UInt64(1)...40)
func theFirstCardBelowARowIsTheOneALinearSearchFinds(seed: UInt64) {
  let page = randomGrid(seed: seed)
  for y in -3...page.height + 3 {
    #expect(page.firstBlock(below: y) == page.blocks.firstIndex { $0.frame.y1 > y })
  }
}

@Test func cardsAndTilesAreFoundByTheirNames() {
  let page = randomGrid(seed: 5)
  #expect(page.blocks.indices.allSatisfy { page.index(of: page.blocks[$0].id) == $0 })
  #expect(page.tiles.indices.allSatisfy { page.index(of: page.tiles[$0].key) == $0 })
  #expect(page.index(of: card(-1)) == nil)
  #expect(page.index(of: key(10_000)) == nil)
}
