import Board
import Motion
import Scene
import Testing
import Typesetting

@testable import Kiosk
@testable import Vitrine

/// Whatever can be tapped can be hit: on every panel scale, every kind of card offers a fingertip's place.
@Suite struct TouchTargetTests {
  private static func cards(_ kind: Card.Kind, columns: Int) -> [Card] {
    (0..<3).map { place in
      Card(
        id: CardID(place: place), kind: kind, title: "A", text: "A", image: ImageReference(url: "x.png"), ratio: 10,
        columns: columns, tap: place == 1 ? .detail : nil, figure: kind == .button ? .button(.ready) : nil)
    }
  }

  @Test(arguments: Card.Kind.allCases, [0.5, 1, 1.5, 2, 3])
  func everyCardOffersAFingertipsPlace(kind: Card.Kind, scale: Double) throws {
    let theme = ResolvedTheme(colors: Theme().colors(isDark: true), scale: scale)
    let typesetter = Typesetter()
    let target = Int((TouchMetrics.target * scale).rounded(.up))
    for columns in [1, 3] {
      // A header that comes first is pinned, and no card.
      let cards = [Card(id: CardID(place: 9), kind: .text, text: "A")] + Self.cards(kind, columns: columns)
      let layout = typesetter.layout(cards, width: Int(800 * scale), theme: theme)
      let page = KioskPage(layout, generation: 1, typesetter: typesetter)
      let index = try #require(page.blocks.firstIndex { $0.isTappable })
      let frame = page.blocks[index].frame
      let (x, y) = ((frame.x0 + frame.x1) / 2, (frame.y0 + frame.y1) / 2)
      for dx in [-target / 2 + 1, 0, target / 2 - 1] {
        for dy in [-target / 2 + 1, 0, target / 2 - 1] {
          #expect(page.block(x: x + dx, y: y + dy, target: target) == index, "\(kind) \(columns) \(dx) \(dy)")
        }
      }
      // It reaches no further than it must.
      #expect(page.block(x: x, y: frame.y1 + target, target: target) != index)
    }
  }

  @Test(arguments: [1.0, 1.5, 2])
  func theAnswersOfAQuestionAreLargeEnough(scale: Double) {
    let theme = ResolvedTheme(colors: Theme().colors(isDark: true), scale: scale)
    for width in [320.0, 480, 1280] {
      let sheet = Typesetter().question(
        "Sure?", action: "OK", cancel: "Cancel", panel: PixelSize(width: Int(width * scale), height: Int(480 * scale)),
        theme: theme)
      for button in [sheet.yes, sheet.no] {
        #expect(Double(button.width) >= TouchMetrics.target * scale)
        #expect(Double(button.height) >= TouchMetrics.target * scale)
        #expect(button.intersection(PixelRect(sheet.pixmap.size)) == button)
      }
      #expect(sheet.yes.intersection(sheet.no).isEmpty)
    }
  }
}
