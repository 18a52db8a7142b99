import Board
import Scene
import TestSupport
import Testing

@testable import Typesetting

/// Whole panels, pixel by pixel, in Debian 12's fonts.
@Suite struct GoldenTests {
  static let panels: [(name: String, cards: [Card], size: PixelSize, theme: ResolvedTheme, scroll: Int)] = [
    ("lobby", Samples.lobby, PixelSize(width: 800, height: 480), light, 0),
    ("lobby-scrolled", Samples.lobby, PixelSize(width: 800, height: 480), dark, 360),
    ("line", Samples.line, PixelSize(width: 1280, height: 800), dark, 0),
    ("room", Samples.room, PixelSize(width: 800, height: 480), ResolvedTheme(colors: .light, scale: 1.5), 0),
    ("article", Samples.article, PixelSize(width: 480, height: 800), light, 120),
    ("menu", Samples.menu, PixelSize(width: 800, height: 480), dark, 0),
  ]

  @Test(arguments: panels.indices)
  func panelsLookAsTheyDid(index: Int) {
    let panel = Self.panels[index]
    expectGolden(snapshot(panel.cards, panel.size, panel.theme, scroll: panel.scroll), panel.name)
  }

  static let sheets: [(name: String, cards: [Card], width: Int, theme: ResolvedTheme)] = [
    ("cards-light", Samples.everyCard, 640, light),
    ("cards-dark", Samples.everyCard, 640, dark),
    ("cards-light-1.5", Samples.oneOfEach, 960, ResolvedTheme(colors: .light, scale: 1.5)),
    ("cards-dark-2", Samples.oneOfEach, 1280, ResolvedTheme(colors: .dark, scale: 2)),
    ("cards-drawn-light", Samples.drawn, 800, light),
    ("cards-drawn-dark", Samples.drawn, 480, dark),
    ("cards-mirrored", Samples.mirrored, 640, light),
  ]

  /// Every kind of card in every state, in both modes and at three distances; and read from right to left.
  @Test(arguments: sheets.indices)
  func everyCardLooksAsItDid(index: Int) {
    let (name, cards, width, theme) = Self.sheets[index]
    let typesetter = Typesetter(fonts: fonts)
    let page = typesetter.layout(cards, width: width, theme: theme)
    let size = PixelSize(width: width, height: page.height + (page.header?.frame.height ?? 0))
    expectGolden(snapshot(cards, size, theme, typesetter: typesetter), name)
  }
}
