import Board
import Scene
import TestSupport
import Testing

@testable import Typesetting

/// What tiles look like.
@Suite struct RasterTests {
  let typesetter = Typesetter(fonts: fonts)

  @Test(arguments: Card.Kind.allCases, [false, true])
  func tilesAreOpaque(kind: Card.Kind, isFull: Bool) {
    for theme in [light, dark] {
      let page = typesetter.layout(numbered([card(.row), isFull ? full(kind) : card(kind)]), width: 640, theme: theme)
      for tile in page.tiles {
        let picture = typesetter.raster(tile, of: page, pictures: photo)
        #expect(picture.isOpaque)
        #expect(words(of: picture).allSatisfy { $0 >> 24 == 255 })
      }
    }
  }

  @Test func equalHashesMeanEqualPixelsWhereverTheCardStands() {
    let low = typesetter.layout(numbered([card(.text, "Other"), full(.hero), full(.text)]), width: 640, theme: light)
    let high = typesetter.layout(
      numbered([card(.text, "Another"), card(.text, "More"), full(.hero), full(.text)]), width: 640, theme: light)
    let known = Dictionary(low.tiles.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
    var shared = 0
    for tile in high.tiles {
      guard let same = known[tile.key] else { continue }
      shared += 1
      #expect(
        words(of: typesetter.raster(tile, of: high, pictures: photo))
          == words(of: typesetter.raster(same, of: low, pictures: photo)))
    }
    // The text with its picture is two of them.
    #expect(shared == 3)
  }

  /// Whatever changes the picture changes the name of its tiles.
  @Test func everyVisibleChangeChangesTheHash() {
    let changes: [(String, (inout Card) -> Void)] = [
      ("title", { $0.title = "Other" }), ("subtitle", { $0.subtitle = "Other" }), ("trail", { $0.trail = "9" }),
      ("badge", { $0.badge = "Other" }), ("tone", { $0.tone = .bad }), ("fill", { $0.isFilled = true }),
      ("image", { $0.image = ImageReference(url: "x2") }), ("tap", { $0.tap = nil }),
    ]
    func render(_ card: Card, theme: ResolvedTheme = light, width: Int = 640) -> (TileKey, [UInt32]) {
      let page = typesetter.layout([card], width: width, theme: theme)
      return (
        page.tiles[0].key, words(of: typesetter.raster(page.tiles[0], of: page, pictures: photo))
      )
    }
    let (hash, pixels) = render(full(.row))
    #expect(render(full(.row)) == (hash, pixels))
    for (name, change) in changes {
      var card = full(.row)
      change(&card)
      let (otherHash, otherPixels) = render(card)
      #expect(otherPixels != pixels, "\(name)")
      #expect(otherHash != hash, "\(name)")
    }
    #expect(render(full(.row), theme: dark).0 != hash)
    #expect(render(full(.row), theme: ResolvedTheme(colors: .light, scale: 1.5)).0 != hash)
    #expect(render(full(.row), width: 641).0 != hash)
    // The header's clock, a hero's text, a picture's ratio.
    var header = full(.header)
    let before = typesetter.layout([header], width: 640, theme: light).headerTile
    header.clock = "10:25"
    #expect(typesetter.layout([header], width: 640, theme: light).headerTile != before)
  }

  /// A tile's hash is its name: a menu with the same dish twice has two tiles.
  @Test func cardsWithTheSameWordsHaveTilesOfTheirOwn() {
    var cards = (0..<5).map { _ in card(.text, "Tea", text: "hot") }
    cards += (0..<3).map { _ in card(.image, image: "a", ratio: 0.3) }
    let page = typesetter.layout(cards, width: 640, theme: light)
    #expect(page.tiles.count > cards.count)
    #expect(Set(page.tiles.map(\.key)).count == page.tiles.count)
    let again = typesetter.layout([card(.section, "Before")] + cards, width: 640, theme: light)
    #expect(Set(page.tiles.dropFirst().map(\.key)).isSubset(of: again.tiles.map(\.key)))
  }

  /// A neighbour changes the corners and the places kept for pictures.
  @Test func neighboursChangeTheHash() {
    let alone = typesetter.layout([card(.row, "a")], width: 640, theme: light)
    let listed = typesetter.layout([card(.row, "a"), card(.row, "b")], width: 640, theme: light)
    let marked = typesetter.layout([card(.row, "a"), card(.row, "b", tone: .bad)], width: 640, theme: light)
    #expect(Set([alone, listed, marked].map { $0.tiles[0].key }).count == 3)
  }

  @Test(arguments: [Card.Kind.text, .hero, .image])
  func tilesOfATallCardJoinWithoutASeam(kind: Card.Kind) {
    var tall = full(kind)
    tall.text = Samples.article[2].text.map { $0.repeated(12) }
    tall.ratio = 0.4
    let page = typesetter.layout([card(.row, "Before"), tall], width: 700, height: 2_400, theme: light)
    let placed = page.cards[1]
    let whole = typesetter.raster(placed, rect: placed.box, theme: light, pictures: photo)
    let tiles = page.tiles.filter { $0.block == 1 }
    #expect(tiles.count > 2)
    for tile in tiles {
      let picture = typesetter.raster(tile, of: page, pictures: photo)
      let offset = tile.frame.y0 - placed.box.y0
      let differing = (0..<picture.size.height).filter { y in
        (0..<picture.size.width).contains { picture.pixel(x: $0, y: y) != whole.pixel(x: $0, y: y + offset) }
      }
      #expect(differing.isEmpty)
    }
  }

  /// Accents, descenders and tall scripts stay inside the card: its outermost pixels are plain surface.
  @Test(arguments: [Card.Kind.row, .hero, .text], [1.0, 1.25, 2])
  func nothingIsCutAtTheCardsEdges(kind: Card.Kind, scale: Double) {
    let theme = ResolvedTheme(colors: .light, scale: scale)
    let words = "ÅẤỆ ƒgjpqy Ñ̃ ไม้ฐู ที่ 王 قٌ שׁ 👩🏽‍🚀"
    let page = typesetter.layout(
      [card(kind, words, subtitle: words, trail: words, badge: words, text: words, tone: .muted)], width: 700,
      theme: theme)
    let placed = page.cards[0]
    let tile = typesetter.raster(placed, rect: placed.frame, theme: theme, pictures: noPhoto)
    let surface = Pixel(theme.colors.surface)
    let corner = theme.whole(Design.radius)
    for x in corner..<(tile.size.width - corner) {
      for y in [0, 1, tile.size.height - 2, tile.size.height - 1] { #expect(tile.pixel(x: x, y: y) == surface) }
    }
    for y in corner..<(tile.size.height - corner) {
      for x in [0, 1, tile.size.width - 2, tile.size.width - 1] { #expect(tile.pixel(x: x, y: y) == surface) }
    }
  }

  @Test func longTitlesEndBeforeTheValue() {
    let page = typesetter.layout(
      [card(.row, "word ".repeated(80), trail: "12:30")], width: 500, theme: light)
    let frame = page.cards[0].frame
    let tile = typesetter.raster(page.cards[0], rect: frame, theme: light, pictures: noPhoto)
    let value = typesetter.block(Text("12:30", .value, tabular: true), width: 400, theme: light).width
    let gap = (frame.width - 16 - value - 11)..<(frame.width - 16 - value - 1)
    #expect(ink(in: tile, columns: gap, ground: light.colors.surface) == nil)
    #expect(ink(in: tile, columns: 16..<gap.lowerBound, ground: light.colors.surface) != nil)
  }

  @Test func mirroredRowsBeginAtTheRight() throws {
    func inkOfTitle(_ first: String) throws -> Range<Int> {
      let page = typesetter.layout([card(.row, first)], width: 600, theme: light)
      let tile = typesetter.raster(page.cards[0], rect: page.cards[0].frame, theme: light, pictures: noPhoto)
      return try #require(ink(in: tile, columns: 4..<(tile.size.width - 4), ground: light.colors.surface))
    }
    let latin = try inkOfTitle("Hello")
    #expect(latin.lowerBound - 16 <= 3 && latin.upperBound < 200)
    let hebrew = try inkOfTitle("שלום")
    #expect(600 - 48 - hebrew.upperBound + 16 <= 35 && hebrew.lowerBound > 300)
    let arabic = try inkOfTitle("12 محمد")
    #expect(arabic.lowerBound > 300)
  }

  /// A list has one edge to read along; a paragraph has its own.
  @Test func foreignNamesKeepTheListsEdgeAndParagraphsTheirOwn() throws {
    let page = typesetter.layout(
      numbered([card(.row, "Hello"), card(.row, "שלום"), card(.text, text: "שלום")]), width: 600, theme: light)
    let tiles = page.cards.map { typesetter.raster($0, rect: $0.frame, theme: light, pictures: noPhoto) }
    let name = try #require(ink(in: tiles[1], columns: 4..<500, ground: light.colors.surface))
    #expect(name.lowerBound < 20)
    let paragraph = try #require(ink(in: tiles[2], columns: 0..<tiles[2].size.width, ground: light.colors.background))
    #expect(paragraph.lowerBound > 300)
  }

  @Test func aPictureTakesTheStandInsPlace() {
    let page = typesetter.layout([card(.image, image: "a")], width: 400, theme: light)
    let without = typesetter.raster(page.tiles[0], of: page, pictures: noPhoto)
    let with = typesetter.raster(page.tiles[0], of: page, pictures: photo)
    #expect(words(of: without) != words(of: with))
    let frame = page.cards[0].frame
    #expect(without.pixel(x: frame.x0 + 20, y: frame.y0 + 20) == Pixel(light.placeholder))
  }

  /// The decoder is asked for the size shown, and what it gives is drawn pixel by pixel.
  @Test func picturesAreAskedForAtTheSizeTheyAreShown() {
    let page = typesetter.layout(
      numbered([card(.row, "a", image: "thumb"), card(.image, image: "wide", ratio: 2, fit: .contain)]), width: 648,
      theme: light)
    var asked: [String] = []
    for tile in page.tiles {
      _ = typesetter.raster(tile, of: page) { image, size, fit in
        asked.append("\(image.url) \(size.width)x\(size.height) \(fit)")
        return nil
      }
    }
    #expect(asked == ["thumb 72x72 cover", "wide 600x300 contain"])
  }

  @Test func aPictureOfAnotherShapeIsCutOrHasNothingAround() {
    let red = Pixel(Color(rgb: 0xFF0000))
    func source(_: ImageReference, _: PixelSize, _: Card.Fit) -> Pixmap? {
      Pixmap(size: PixelSize(width: 50, height: 50), isOpaque: true) { _, _ in red }
    }
    func edge(_ fit: Card.Fit) -> Pixel {
      let page = typesetter.layout([card(.image, image: "a", ratio: 2, fit: fit)], width: 432, theme: light)
      return typesetter.raster(page.tiles[0], of: page, pictures: source)
        .pixel(x: 16 + 10, y: page.cards[0].frame.y0 + 100)
    }
    #expect(edge(.cover) == red)
    #expect(edge(.contain) == Pixel(light.colors.background))
  }

  /// White words on any picture keep WCAG's 4.5:1.
  @Test func wordsOnAWhitePictureAreLegible() {
    let page = typesetter.layout([card(.hero, " ", text: " ", image: "a", ratio: 1)], width: 400, theme: light)
    let frame = page.cards[0].frame
    let tile = typesetter.raster(page.cards[0], rect: frame, theme: light) { _, size, _ in
      Pixmap(size: size, isOpaque: true) { _, _ in Pixel(.white) }
    }
    let words = 32 + 6 + 24
    for y in (frame.height - 16 - words)..<(frame.height - 12) {
      let color = Color(rgb: tile.pixel(x: 200, y: y).word & 0xFFFFFF)
      #expect(color.contrast(against: .white) >= 4.5)
    }
  }

  /// Columns that hold anything but the ground, in any row but the first and last few.
  private func ink(in tile: Pixmap, columns: Range<Int>, ground: Color) -> Range<Int>? {
    let plain = Pixel(ground)
    let inked = columns.filter { x in (4..<(tile.size.height - 4)).contains { tile.pixel(x: x, y: $0) != plain } }
    guard let first = inked.first, let last = inked.last else { return nil }
    return first..<(last + 1)
  }
}

/// All pixels, row by row.
func words(of pixmap: Pixmap) -> [UInt32] {
  (0..<pixmap.size.height).flatMap { y in (0..<pixmap.size.width).map { x in pixmap.pixel(x: x, y: y).word } }
}
