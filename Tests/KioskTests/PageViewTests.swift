import Motion
import Scene
import TestSupport
import Testing

@testable import Kiosk

private let grids = [1.0, 1.5, 2.0]

private func view(_ page: KioskPage, scale: Double) -> PageView {
  PageView(size: PixelSize(width: 400, height: 300), grid: PixelGrid(scale: scale), page: page, tileBudget: .max)
}

private func cards(_ numbers: Range<Int>, _ random: inout SplitMix64) -> [(number: Int, height: Int)] {
  numbers.map { ($0, Int.random(in: 20...150, using: &random)) }
}

@Test(arguments: UInt64(1)...20, grids)
func whatIsSeenStaysInPlaceWhenThePageChangesAbove(seed: UInt64, scale: Double) throws {
  var random = SplitMix64(seed: seed)
  let below = cards(0..<20, &random)
  let before = stack(cards(100..<110, &random) + below)
  let after = stack(cards(200..<(200 + Int.random(in: 0...20, using: &random)), &random) + below)
  var view = view(before, scale: scale)
  let seen = try #require(before.index(of: card(Int.random(in: 0...8, using: &random))))
  view.jump(toRow: before.blocks[seen].frame.y0 + 5, at: 1)
  let place = before.blocks[seen].frame.y0 - view.firstRow(at: 1)
  view.showPage(after, at: 2)
  let next = try #require(after.index(of: before.blocks[seen].id))
  #expect(after.blocks[next].frame.y0 - view.firstRow(at: 2) == place)
  #expect(!view.scroller.isMoving(at: 2))
}

@Test(arguments: grids)
func atTheVeryTopTheTopStays(scale: Double) {
  var view = view(stack(0..<20), scale: scale)
  view.showPage(stack([30, 31] + Array(0..<20)), at: 1)
  #expect(view.firstRow(at: 1) == 0)
}

@Test(arguments: grids)
func jumpsEndAtThePagesEnd(scale: Double) {
  var view = view(stack(0..<20), scale: scale)
  for (row, expected) in [(250, 250), (-40, 0), (5000, 1700)] {
    view.jump(toRow: row, at: 1)
    #expect(view.firstRow(at: 1) == expected)
  }
}

@Test func theHeaderIsAskedForOnceAndAgainWhenItChanges() {
  let header = PageTile(key: key(500), frame: PixelRect(x: 0, y: 0, width: 400, height: 40))
  let rows = stack(0..<20)
  var view = view(
    KioskPage(generation: 1, blocks: rows.blocks, tiles: rows.tiles, header: header, height: rows.height), scale: 1)
  #expect(view.visibleRows(at: 0) == 0..<260)
  #expect(view.block(at: Point(x: 5, y: 39), time: 0) == nil)
  #expect(view.block(at: Point(x: 5, y: 40), time: 0) == 0)
  func headers() -> Int {
    var requests: [TileRequest] = []
    if view.wantsAnew(at: 0, direction: 0, reach: .around) {
      view.appendWanted(at: 0, direction: 0, reach: .around, into: &requests)
    }
    return requests.count { $0.index == -1 }
  }
  var asked = headers()
  #expect(asked == 1)
  asked = headers()
  #expect(asked == 0)
  let isTaken = view.insert(tilePixmap(width: 400, height: 40), for: header.key, at: 0)
  #expect(isTaken)
  view.invalidate([header.key])
  asked = headers()
  #expect(asked == 1)
  #expect(view.header != nil)
}
