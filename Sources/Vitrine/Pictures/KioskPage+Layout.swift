import Board
import Kiosk
import Typesetting

extension KioskPage {
  /// A layout as the frame thread sees it.
  convenience init(_ layout: PageLayout, generation: Int) {
    func key(_ hash: PageLayout.Hash) -> TileKey { TileKey(high: hash.high, low: hash.low) }
    let header = layout.header.flatMap { placed in
      layout.headerHash.map { Tile(key: key($0), frame: placed.box) }
    }
    self.init(
      generation: generation,
      blocks: layout.cards.map {
        Block(id: $0.card.id, frame: $0.frame, isTappable: $0.card.tap != nil, radius: $0.radius(layout.theme))
      },
      tiles: layout.slices.map { Tile(key: key($0.hash), frame: $0.frame, block: $0.card) }, header: header,
      height: layout.height)
  }
}
