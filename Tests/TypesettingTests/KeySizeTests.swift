import Board
import Glibc
import Scene
import Testing

@testable import Typesetting

/// How large the keys of an entry are on the glass, and what stands on them.
@Suite struct KeySizeTests {
  private let typesetter = Typesetter(fonts: fonts)

  private struct Keys {
    /// The shorter side of the smallest letter's key, in millimetres.
    var side: Double
    /// Of a line of the letters, and of the field above them.
    var letters: Double
    var field: Double
  }

  private func keys(_ size: PixelSize, inches: Double, _ chosen: Ease.Size) throws -> Keys {
    var ease = Ease()
    ease.size = chosen
    let theme = ResolvedTheme(colors: .light, scale: RealSize.fitting(size)).eased(ease, colors: .light)
    let keyboard = Keyboard("en")
    var shape = PageShape()
    (shape.columns, shape.isWhole) = ([1], true)
    // The symbol's row lies below.
    let page = typesetter.layout(
      numbered([
        card(.header, "Your name", tap: .back), card(.field, figure: .field(Writing("Anna"))),
        card(.keyboard, tap: .post, figure: .keyboard(keyboard)),
      ]), width: size.width, height: size.height - 48, shape: shape, theme: theme, foot: 48, least: 0.6)
    let placed = try #require(page.cards.last)
    let places = try #require(placed.controlPlaces(page.theme)).parts
    let letters = zip(places, keyboard.keys).filter { !$1.isSpecial }.map { min($0.0.width, $0.0.height) }
    let drawn = typesetter.drawnWords(of: page)
    let millimetres = inches * 25.4 / hypot(Double(size.width), Double(size.height))
    func lines(_ kind: Card.Kind, _ words: String) -> Int {
      drawn.first { $0.card.kind == kind }?.texts.first { $0.words == words }?.lineHeight ?? 0
    }
    return Keys(
      side: Double(letters.min() ?? 0) * millimetres, letters: Double(lines(.keyboard, "a")) * millimetres,
      field: Double(lines(.field, "Anna")) * millimetres)
  }

  /// The glass is as wide as it is: keys are as large as ten beside each other can be, and what stands on them grows as far as they let it.
  @Test(
    arguments: [
      (PixelSize(width: 800, height: 480), 7), (PixelSize(width: 480, height: 800), 7.0),
      (PixelSize(width: 1280, height: 800), 10.1), (PixelSize(width: 800, height: 1280), 10.1),
    ] as [(PixelSize, Double)])
  func lettersGrow(size: PixelSize, inches: Double) throws {
    let usual = try keys(size, inches: inches, .standard)
    for chosen in [Ease.Size.large, .largest] {
      let larger = try keys(size, inches: inches, chosen)
      // Air between keys that grows takes a pixel or two of them.
      #expect(larger.side >= usual.side * 0.93, "\(usual) \(larger)")
      #expect(larger.letters >= usual.letters * 1.4 && larger.field >= usual.field * 1.4, "\(usual) \(larger)")
    }
  }
}
