import Board
import Scene
import TestSupport
import Testing

@testable import Typesetting

/// Pages that are to be seen whole, and headers that leave room for what they stand over.
struct WholePageTests {
  private let typesetter = Typesetter(fonts: fonts)

  static let sizes = [
    PixelSize(width: 1920, height: 360), PixelSize(width: 800, height: 200), PixelSize(width: 1280, height: 240),
    PixelSize(width: 480, height: 200), PixelSize(width: 240, height: 320), PixelSize(width: 320, height: 240),
    PixelSize(width: 480, height: 320), PixelSize(width: 800, height: 480), PixelSize(width: 480, height: 800),
    PixelSize(width: 1080, height: 1920), PixelSize(width: 1920, height: 160),
  ]

  private func keys(_ code: String, _ layer: Keyboard.Layer) -> [Card] {
    [
      Card(id: CardID(place: -1), kind: .header, title: "Ihr Name", tap: .back),
      Card(id: CardID(place: -2), kind: .field, figure: .field(Writing("Anna"))),
      Card(id: CardID(place: -3), kind: .keyboard, tap: .post, figure: .keyboard(Keyboard(code, layer: layer))),
    ]
  }

  private func whole(_ cards: [Card], _ size: PixelSize, foot: Int = 0, scale: Double, least: Double = 1)
    -> PageLayout
  {
    var shape = PageShape()
    shape.columns = [1]
    shape.isWhole = true
    return typesetter.layout(
      cards, width: size.width, height: size.height - foot, shape: shape,
      theme: ResolvedTheme(colors: light.colors, scale: scale, lineFactor: 2), foot: foot, least: least)
  }

  /// On every panel, at every size of text somebody may choose, all keys and what is written are there.
  @Test(arguments: sizes, [1, 1.5, 2, 3, 4, 6.0])
  func keysAreWhole(size: PixelSize, scale: Double) throws {
    for foot in [0, size.height / 6] {
      for (code, layer) in [
        ("de", Keyboard.Layer.letters), ("de", .digits), ("en", .signs), ("ar", .letters), ("ja", .letters),
        ("ru", .latin),
      ] {
        let page = whole(keys(code, layer), size, foot: foot, scale: scale)
        let room = PixelRect(x0: 0, y0: 0, x1: size.width, y1: size.height - foot - page.headerHeight)
        #expect(page.height <= room.height && page.headerHeight > 0)
        let field = try #require(page.cards.first { $0.card.kind == .field }).frame
        let board = try #require(page.cards.first { $0.card.kind == .keyboard })
        let parts = try #require(board.controlPlaces(page.theme)).parts
        #expect(room.contains(field) && field.height >= page.theme.whole(44) && field.width > size.width / 8)
        for (index, part) in parts.enumerated() {
          #expect(room.contains(part) && !part.isEmpty && part.intersection(field).isEmpty, "\(part) in \(room)")
          #expect(min(part.width, part.height) >= 12, "\(part)")
          #expect(parts[..<index].allSatisfy { $0.intersection(part).isEmpty })
        }
        // What is pressed, and what is redrawn, is all of the page.
        let area = page.tiles.reduce(0) { $0 + $1.frame.width * $1.frame.height }
        #expect(area >= size.width * (page.height - page.theme.whole(24)) && area <= size.width * page.height)
      }
    }
  }

  /// Where a panel is low, keys are as high as on any other while there is room at the sides.
  @Test func keysAreLargeOnABar() throws {
    let page = whole(keys("de", .letters), PixelSize(width: 1920, height: 360), foot: 48, scale: 1)
    let board = try #require(page.cards.first { $0.card.kind == .keyboard })
    let parts = try #require(board.controlPlaces(page.theme)).parts
    #expect(parts[0].height >= 54 && parts[0].width >= 76)
    let low = whole(keys("de", .letters), PixelSize(width: 800, height: 200), scale: 1)
    let places = try #require(low.cards.first { $0.card.kind == .keyboard }?.controlPlaces(low.theme)).parts
    #expect(places[0].height >= 32 && places[0].width >= 40)
  }

  /// Whoever chooses larger type does not find it smaller, and keys are hardly smaller for it.
  @Test(arguments: [
    (PixelSize(width: 800, height: 1280), 1.5), (PixelSize(width: 600, height: 1024), 1.25),
    (PixelSize(width: 480, height: 800), 1.0), (PixelSize(width: 800, height: 480), 1.0),
    (PixelSize(width: 1024, height: 600), 1.25), (PixelSize(width: 480, height: 320), 1.0),
  ])
  func largerTypeIsNoSmaller(size: PixelSize, scale: Double) throws {
    func page(_ factor: Double) -> (type: Double, key: Int) {
      let page = whole(keys("en", .letters), size, foot: Int(48 * scale), scale: scale * factor)
      let parts = page.cards.last?.controlPlaces(page.theme)?.parts ?? []
      return (page.theme.scale, parts.first.map { min($0.width, $0.height) } ?? 0)
    }
    let usual = page(1)
    #expect(usual.type >= 0.75 * scale)
    for factor in [1.5, 2] {
      let large = page(factor)
      #expect(large.type >= 0.9 * usual.type)
      #expect(Double(large.key) >= 0.9 * Double(usual.key))
      // Where the keys are as wide as the panel lets them be, whatever the type is.
      if size.height > size.width { #expect(large.type >= 1.2 * usual.type) }
    }
  }

  /// Where there is room, nothing is other than it was.
  @Test func keysStayWhereTheyHaveRoom() throws {
    let page = whole(keys("en", .letters), PixelSize(width: 800, height: 480), scale: 1)
    #expect(page.theme.scale == 1 && page.headerHeight == 64)
    let parts = try #require(page.cards.last?.controlPlaces(page.theme)).parts
    #expect(parts[0].height == 56)
  }

  /// What makes the panel easier to use is seen whole, with type that is hardly smaller.
  @Test(arguments: [
    PixelSize(width: 800, height: 480), PixelSize(width: 480, height: 480), PixelSize(width: 1024, height: 600),
    PixelSize(width: 1920, height: 360),
  ])
  func choicesAreWhole(size: PixelSize) {
    for code in ["de", "en", "fr", "ja", "ar"] {
      let cards = Ease().cards(Ease.Offer(hasLow: size.width <= size.height, isAloud: false), EaseWords(code))
      let page = whole(cards, size, foot: 48, scale: 1, least: 0.8)
      #expect(page.height + page.headerHeight <= size.height - 48, "\(code)")
      #expect(page.theme.scale >= 0.8)
      #expect(page.cards.count == cards.count - 1)
    }
  }

  /// Nobody chooses larger type and finds it small: then the page scrolls.
  @Test func largeChoicesStayLarge() {
    let cards = Ease(size: .largest).cards(Ease.Offer(hasLow: true, isAloud: false), EaseWords("de"))
    let page = whole(cards, PixelSize(width: 480, height: 480), foot: 60, scale: 2, least: 0.5)
    #expect(page.theme.scale >= 1)
  }

  /// At least half of a panel is left to what its header stands over.
  @Test(arguments: sizes, [1, 2, 3.0])
  func headersLeaveHalfOfThePanel(size: PixelSize, scale: Double) {
    let foot = size.height / 6
    let cards = numbered([card(.header, "Besucheranmeldung")] + (0..<9).map { card(.row, "Row \($0)") })
    let page = typesetter.layout(
      cards, width: size.width, height: size.height - foot, theme: ResolvedTheme(colors: light.colors, scale: scale),
      foot: foot)
    #expect(2 * (size.height - foot - page.headerHeight) >= size.height - 1)
    let low = typesetter.layout(
      cards, width: 480, height: 640, theme: ResolvedTheme(colors: light.colors, scale: scale))
    #expect(low.headerHeight == Int(64 * scale))
  }
}
