import Board
import Kiosk
import Scene
import TestSupport

/// Names a card by a number.
func card(_ number: Int) -> CardID { CardID(place: 0, key: "\(number)") }

/// Names a tile by a number.
func key(_ number: Int) -> TileKey { TileKey(high: 7, low: UInt64(number)) }

func tilePixmap(width: Int = 8, height: Int = 8) -> Pixmap {
  Pixmap(size: PixelSize(width: width, height: height), isOpaque: true) { _, _ in Pixel(.white) }
}

/// Cards one below the other, each one tile; card and tile have the same number.
func stack(_ cards: [(number: Int, height: Int)], width: Int = 400, generation: Int = 1) -> KioskPage {
  var blocks: [KioskPage.Block] = []
  var tiles: [PageTile] = []
  var y = 0
  for (number, height) in cards {
    let frame = PixelRect(x: 0, y: y, width: width, height: height)
    blocks.append(KioskPage.Block(id: card(number), frame: frame, isTappable: number % 2 == 0, radius: 6))
    tiles.append(PageTile(key: key(number), frame: frame))
    y += height
  }
  return KioskPage(generation: generation, blocks: blocks, tiles: tiles, header: nil, height: y)
}

func stack(_ numbers: some Sequence<Int>, height: Int = 100) -> KioskPage { stack(numbers.map { ($0, height) }) }

/// Columns of cards of all heights, with gaps: cards lie side by side and begin in any order of columns.
func randomGrid(seed: UInt64) -> KioskPage {
  var random = SplitMix64(seed: seed)
  var frames: [PixelRect] = []
  for column in 0..<Int.random(in: 1...4, using: &random) {
    var y = Int.random(in: 0...20, using: &random)
    for _ in 0..<Int.random(in: 0...12, using: &random) {
      let height = Int.random(in: 1...80, using: &random)
      frames.append(PixelRect(x: column * 50, y: y, width: 40, height: height))
      y += height + Int.random(in: 0...15, using: &random)
    }
  }
  frames.sort { $0.y0 < $1.y0 }
  return KioskPage(
    generation: 1,
    blocks: frames.enumerated().map { KioskPage.Block(id: card($0), frame: $1, isTappable: true) },
    tiles: frames.enumerated().map { PageTile(key: key($0), frame: $1) }, header: nil,
    height: frames.map(\.y1).max() ?? 0)
}
