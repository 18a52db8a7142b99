import Board
import Scene
import TestSupport
import Testing

@testable import Typesetting

/// Whole panels, pixel by pixel, in Debian 12's fonts.
@Suite struct GoldenTests {
  static let panels: [(name: String, cards: [Card], size: PixelSize, look: Look, scroll: Int)] = [
    ("lobby", Samples.lobby, PixelSize(width: 800, height: 480), light, 0),
    ("lobby-scrolled", Samples.lobby, PixelSize(width: 800, height: 480), dark, 680),
    ("line", Samples.line, PixelSize(width: 1280, height: 800), dark, 0),
    ("room", Samples.room, PixelSize(width: 800, height: 480), Look(colors: .light, scale: 1.5), 0),
    ("article", Samples.article, PixelSize(width: 480, height: 800), light, 120),
    ("menu", Samples.menu, PixelSize(width: 800, height: 480), dark, 0),
  ]

  @Test(arguments: panels.indices)
  func panelsLookAsTheyDid(index: Int) {
    let panel = Self.panels[index]
    expectGolden(snapshot(panel.cards, panel.size, panel.look, scroll: panel.scroll), panel.name)
  }
}
