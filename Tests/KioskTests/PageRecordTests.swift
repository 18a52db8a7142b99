import Board
import Numbers
import Recording
import Scene
import TestSupport
import Testing

@testable import Kiosk

/// Pages as they stand in records.
struct PageRecordTests {
  /// Cards of all sorts in columns, tiles that reach beyond their cards or are parts of them.
  private func anyPage(_ seed: UInt64) -> KioskPage {
    var random = SplitMix64(seed: seed)
    var blocks: [KioskPage.Block] = []
    var tiles: [PageTile] = []
    for number in 0..<Int.random(in: 0...60, using: &random) {
      var id = CardID(
        place: Int.random(in: 0...2, using: &random), key: Bool.random(using: &random) ? "\(number)" : nil)
      id.isHeading = Bool.random(using: &random)
      let frame = PixelRect(
        x: Int.random(in: -3...2, using: &random) * 300, y: Int.random(in: -10...100_000, using: &random),
        width: Int.random(in: 0...2, using: &random) * 150, height: Int.random(in: 0...900, using: &random))
      var block = KioskPage.Block(
        id: id, frame: frame, isTappable: Bool.random(using: &random), isHeard: Bool.random(using: &random),
        radius: Double.random(in: 0...3, using: &random).rounded() * 4.5, order: Int.random(in: -2...2, using: &random))
      if Int.random(in: 0..<5, using: &random) == 0 {
        block.control = KioskPage.Control(parts: [frame, PixelRect(x: 1, y: 2, width: 3, height: 4)], radius: 2.5)
      }
      blocks.append(block)
      for part in 0..<Int.random(in: 0...3, using: &random) {
        let reach = Int.random(in: 0...1, using: &random) * 8
        tiles.append(
          PageTile(
            key: TileKey(high: 1, low: UInt64(tiles.count)),
            frame: PixelRect(
              x: frame.x0 - reach, y: frame.y0 - reach + part * 320, width: frame.width + 2 * reach, height: 320),
            block: Int.random(in: 0..<9, using: &random) == 0 ? nil : number))
      }
    }
    let header =
      Bool.random(using: &random)
      ? PageTile(key: TileKey(high: 2, low: 2), frame: PixelRect(x: 0, y: 0, width: 800, height: 64)) : nil
    return KioskPage(generation: Int(seed), blocks: blocks, tiles: tiles, header: header, height: 101_000)
  }

  private func read(_ bytes: [UInt8]) throws -> KioskPage {
    var encoder = RecordEncoder()
    encoder.add(bytes)
    var decoder = RecordDecoder(encoder.bytes[...])
    return try decoder.page()
  }

  /// Names stand for others in a record, so that these are looked at by which of them are equal.
  private func expectAlike(_ page: KioskPage, _ other: KioskPage) {
    #expect(page.generation == other.generation && page.height == other.height)
    #expect(page.header?.frame == other.header?.frame && page.header?.block == other.header?.block)
    guard page.blocks.count == other.blocks.count, page.tiles.count == other.tiles.count else {
      Issue.record("\(page.blocks.count) and \(other.blocks.count) cards")
      return
    }
    for (one, two) in zip(page.blocks, other.blocks) {
      #expect(one.frame == two.frame && one.radius == two.radius && one.order == two.order)
      #expect(one.isTappable == two.isTappable && one.isHeard == two.isHeard && one.control == two.control)
      #expect(
        one.id.place == two.id.place && one.id.isHeading == two.id.isHeading
          && (one.id.key == nil) == (two.id.key == nil))
    }
    #expect(Set(page.blocks.map(\.id)).count == Set(other.blocks.map(\.id)).count)
    for (one, two) in zip(page.tiles, other.tiles) { #expect(one.frame == two.frame && one.block == two.block) }
    #expect(Set(page.tiles.map(\.key)).count == Set(other.tiles.map(\.key)).count)
  }

  @Test(arguments: UInt64(1)...60)
  func whatIsReadLiesWhereItLay(seed: UInt64) throws {
    let page = anyPage(seed)
    expectAlike(page, try read(page.sketched))
  }

  /// A long list is a fifth of a megabyte for ten thousand rows, of which sixteen bytes each are names.
  @Test func rowsOfAListTakeFewBytes() throws {
    let rows = stack((0..<1000).map { ($0, 72 + $0 % 3 * 24) })
    let page = KioskPage(
      generation: 1, blocks: rows.blocks,
      tiles: rows.tiles.enumerated().map { PageTile(key: $1.key, frame: $1.frame, block: $0) }, header: nil,
      height: rows.height)
    #expect(page.sketched.count < 25_000)
    expectAlike(page, try read(page.sketched))
  }

  /// What a panel with an older program has sent can still be looked at: whole cards and tiles, beginning with the generation.
  @Test func recordsOfVersionFourAreRead() throws {
    var old = RecordEncoder()
    old.add(7)
    old.add(500)
    old.add(1)
    // Place, no heading, a name; frame; tapped and heard; radius, order, no control.
    old.add(3)
    old.add(false)
    old.add(true)
    old.add(fixed: 99)
    for number in [8, 16, 300, 72] { old.add(number) }
    old.add(true)
    old.add(true)
    old.add(6.0)
    old.add(4)
    old.add(false)
    old.add(1)
    old.add(fixed: 5)
    for number in [0, 8, 320, 90] { old.add(number) }
    old.add(true)
    old.add(0)
    old.add(false)
    let page = try read(old.bytes)
    #expect(page.generation == 7 && page.height == 500 && page.header == nil)
    let block = try #require(page.blocks.first)
    #expect(block.frame == PixelRect(x: 8, y: 16, width: 300, height: 72) && block.isTappable && block.isHeard)
    #expect(block.radius == 6 && block.order == 4 && block.id.place == 3 && block.id.key != nil)
    #expect(page.tiles.map(\.frame) == [PixelRect(x: 0, y: 8, width: 320, height: 90)] && page.tiles[0].block == 0)
  }

  /// Anybody's bytes end nothing: each byte of a page is turned into others.
  @Test func changedBytesAreReadOrRefused() throws {
    let bytes = anyPage(11).sketched
    var refused = 0
    for index in bytes.indices {
      for byte in [0, 1, 0x7F, 0x80, 0xFF] as [UInt8] where byte != bytes[index] {
        var changed = bytes
        changed[index] = byte
        if (try? read(changed)) == nil { refused += 1 }
      }
      #expect((try? read(Array(bytes[..<index]))) == nil)
    }
    #expect(refused > 0)
  }
}
