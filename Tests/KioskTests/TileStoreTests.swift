import Scene
import TestSupport
import Testing

@testable import Kiosk

/// Whether every tile of a store that is in memory lies at least as near to the rows as every one that is not.
private func keepsTheNearest(_ store: TileStore, _ rows: Range<Int>) -> Bool {
  func distance(_ index: Int) -> Int {
    let frame = store.page.tiles[index].frame
    return max(rows.lowerBound - frame.y1, frame.y0 - rows.upperBound)
  }
  let indices = store.page.tiles.indices
  let farthestKept = indices.filter { store[$0] != nil }.map(distance).max() ?? .min
  let nearestDropped = indices.filter { store[$0] == nil }.map(distance).min() ?? .max
  return farthestKept <= nearestDropped
}

private func wanted(_ store: inout TileStore, _ rows: Range<Int>, _ direction: Int) -> [Int]? {
  var requests: [TileRequest] = []
  guard store.wantsAnew(visible: rows, direction: direction) else { return nil }
  store.appendWanted(visible: rows, direction: direction, into: &requests)
  return requests.map(\.index)
}

@Test(arguments: UInt64(1)...30)
func theBudgetIsKeptByDroppingTheFarthest(seed: UInt64) {
  var random = SplitMix64(seed: seed)
  let pixmap = tilePixmap()
  let page = stack(0..<30)
  // On tile edges and off them: tiles that only touch the viewport count as outside.
  let first = Int.random(in: 0...27, using: &random) * 100 + (Bool.random(using: &random) ? 0 : 37)
  let rows = first..<(first + 300)
  let room = Int.random(in: 4...20, using: &random)
  var store = TileStore(page: page, budget: room * pixmap.byteCount + pixmap.byteCount / 2)
  for (count, index) in page.tiles.indices.shuffled(using: &random).enumerated() {
    let isTaken = store.insert(pixmap, for: key(index), visible: rows)
    #expect(isTaken)
    #expect(store.residentBytes == min(count + 1, room) * pixmap.byteCount)
    #expect(page.tiles.indices.count { store[$0] != nil } == min(count + 1, room))
  }
  #expect(keepsTheNearest(store, rows))
}

@Test func whatIsVisibleStaysEvenBeyondTheBudget() {
  let pixmap = tilePixmap()
  var store = TileStore(page: stack(0..<6), budget: pixmap.byteCount)
  for index in 0..<6 { _ = store.insert(pixmap, for: key(index), visible: 100..<300) }
  #expect((0..<6).filter { store[$0] != nil } == [1, 2])
}

@Test(arguments: UInt64(1)...30)
func aNewLayoutTakesOverTheTilesItStillHas(seed: UInt64) {
  var random = SplitMix64(seed: seed)
  var store = TileStore(page: stack(0..<20), budget: .max)
  var made: [Int: Pixmap] = [:]
  for number in (0..<20).filter({ _ in Bool.random(using: &random) }) {
    let pixmap = tilePixmap(height: Int.random(in: 1...9, using: &random))
    made[number] = pixmap
    _ = store.insert(pixmap, for: key(number), visible: 0..<100)
  }
  let next = Array((0..<30).shuffled(using: &random).prefix(20))
  store.setPage(stack(next))
  for (index, number) in next.enumerated() { #expect(store[index] === made[number]) }
  #expect(store.residentBytes == next.reduce(0) { $0 + (made[$1]?.byteCount ?? 0) })
}

@Test func aTileOfAnotherLayoutIsNotTaken() {
  var store = TileStore(page: stack(0..<3), budget: .max)
  let isTaken = store.insert(tilePixmap(), for: key(3), visible: 0..<100)
  #expect(!isTaken)
  #expect(store.residentBytes == 0)
}

@Test(arguments: [
  (1, [10, 11, 12, 13, 14, 15, 16, 9]), (0, [10, 11, 12, 13, 14, 15, 16, 9]), (-1, [10, 11, 12, 9, 8, 7, 6, 13]),
])
func visibleTilesComeFirstThenThoseAheadThenThoseBehind(direction: Int, expected: [Int]) {
  // Rows 1,050..<1,250 show parts of tiles 10, 11 and 12; ahead are two screens, behind is half a one.
  var store = TileStore(page: stack(0..<30), budget: .max)
  var requests: [TileRequest] = []
  let isAnswered = store.wantsAnew(visible: 1050..<1250, direction: direction)
  store.appendWanted(visible: 1050..<1250, direction: direction, into: &requests)
  #expect(isAnswered)
  #expect(requests.prefix(3).allSatisfy { $0.isVisible })
  #expect(requests.dropFirst(3).allSatisfy { !$0.isVisible })
  #expect(requests.map(\.index) == expected)
}

@Test(arguments: UInt64(1)...40)
func noTileIsWantedTwice(seed: UInt64) {
  var random = SplitMix64(seed: seed)
  let page = randomGrid(seed: seed)
  for direction in -1...1 {
    let first = Int.random(in: -20...page.height + 20, using: &random)
    let rows = first..<(first + Int.random(in: 1...200, using: &random))
    var store = TileStore(page: page, budget: .max)
    let indices = wanted(&store, rows, direction) ?? []
    #expect(Set(indices).count == indices.count)
    #expect(Array(indices.prefix(page.tiles(inRows: rows).count)) == Array(page.tiles(inRows: rows)))
  }
}

@Test func theSameQuestionIsNotAnsweredTwice() {
  var answer: [Int]?
  var store = TileStore(page: stack(0..<30), budget: .max)
  answer = wanted(&store, 1000..<1250, 0)
  #expect(answer != nil)
  answer = wanted(&store, 1000..<1250, 0)
  #expect(answer == nil)
  answer = wanted(&store, 1010..<1260, 0)
  #expect(answer == nil)
  answer = wanted(&store, 1010..<1260, 1)
  #expect(answer != nil)
  answer = wanted(&store, 1110..<1360, 1)
  #expect(answer != nil)
  store.invalidate([])
  answer = wanted(&store, 1110..<1360, 1)
  #expect(answer != nil)
  store.setPage(stack(0..<30))
  answer = wanted(&store, 1110..<1360, 1)
  #expect(answer != nil)
}

@Test func aChangedTileIsWantedAgainAndShownMeanwhile() {
  var answer: [Int]?
  var store = TileStore(page: stack(0..<3), budget: .max)
  let old = tilePixmap()
  let new = tilePixmap()
  for index in 0..<3 { _ = store.insert(old, for: key(index), visible: 0..<300) }
  answer = wanted(&store, 0..<300, 0)
  #expect(answer == [])
  store.invalidate([key(1), key(99)])
  answer = wanted(&store, 0..<300, 0)
  #expect(answer == [1])
  #expect(store[1] === old)
  _ = store.insert(new, for: key(1), visible: 0..<300)
  store.invalidate([])
  answer = wanted(&store, 0..<300, 0)
  #expect(answer == [])
  #expect(store[1] === new)
  #expect(store.residentBytes == 2 * old.byteCount + new.byteCount)
}

@Test func aChangedTileIsStillWantedInTheNextLayout() {
  var answer: [Int]?
  var store = TileStore(page: stack(0..<3), budget: .max)
  for index in 0..<3 { _ = store.insert(tilePixmap(), for: key(index), visible: 0..<300) }
  store.invalidate([key(2)])
  store.setPage(stack([5, 2, 1]))
  answer = wanted(&store, 0..<300, 0)
  #expect(answer == [0, 1])
}

/// Cards one below the other, each one tile; a card's tile has the number of what it shows.
private func cards(_ shown: [(card: Int, tile: Int, height: Int)]) -> KioskPage {
  var page = stack(shown.map { ($0.card, $0.height) })
  page = KioskPage(
    generation: 2, blocks: page.blocks,
    tiles: zip(page.tiles.indices, shown).map { index, shown in
      PageTile(key: key(shown.tile), frame: page.tiles[index].frame, block: index)
    }, header: nil, height: page.height)
  return page
}

/// A countdown changes a card's words and nothing else: it does not blink meanwhile.
@Test func aCardWithNewWordsShowsItsOldPictureUntilTheNewOneIsThere() {
  var store = TileStore(page: cards([(0, 10, 100), (1, 11, 100), (2, 12, 100), (3, 13, 100)]), budget: .max)
  let pixmaps = (0..<4).map { tilePixmap(height: $0 + 1) }
  for (number, pixmap) in pixmaps.enumerated() { _ = store.insert(pixmap, for: key(10 + number), visible: 0..<400) }
  // The first card is new, the second moves down, the third says something else, the fourth has grown with what it says.
  store.setPage(cards([(9, 19, 100), (0, 10, 100), (2, 22, 100), (3, 23, 120)]))
  #expect((0..<4).map { store[$0]?.size.height } == [nil, 1, 3, nil])
  #expect(store.residentBytes == pixmaps[0].byteCount + pixmaps[2].byteCount)
  let missing = wanted(&store, 0..<400, 0)
  #expect(missing == [0, 2, 3])
  let isTaken = store.insert(tilePixmap(height: 7), for: key(22), visible: 0..<400)
  #expect(isTaken)
  #expect(store[2]?.size.height == 7)
  store.invalidate([])
  let stillMissing = wanted(&store, 0..<400, 0)
  #expect(stillMissing == [0, 3])
}
