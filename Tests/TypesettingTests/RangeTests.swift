import Board
import Scene
import TestSupport
import Testing

@testable import Typesetting

/// Rows from a low to a high value: label, values and bar share a card's width.
@Suite struct RangeTests {
  private let typesetter = Typesetter(fonts: fonts)

  private func range(
    _ title: String, _ low: String, _ high: String, subtitle: String? = nil, trail: String? = nil, badge: String? = nil
  ) -> Card {
    var figure = RangeFigure(low: 0, high: 10, value: 3, lowLabel: low, highLabel: high)
    figure.scale = -20...40
    return card(.range, title, subtitle: subtitle, trail: trail, badge: badge, figure: .range(figure))
  }

  private static let lists: [[(String, String, String)]] = [
    [("Wassertemperatur", "-5,0°C", "12,3°C")], [("Mo", "8°", "16°"), ("Di", "9°", "19°")],
    [("Donnerstag", "-0,2°C", "15,0°C"), ("Freitag", "–", "12,0°C")],
    [("Kühlhaus Süd (Wärmepumpe)", "1.234,5 kWh", "12.345,6 kWh")], [("", "8°", "16°")],
  ]

  /// The widths of all parts with the gaps between are never more than there is, and a bar is never shorter than is seen.
  @Test(arguments: lists.indices, [0.75, 1.0, 2])
  func partsNeverCollide(list: Int, scale: Double) {
    let theme = ResolvedTheme(colors: .light, scale: scale)
    let gap = theme.whole(Design.laneGap)
    var hadBar = false
    for width in stride(from: 140, through: 1_300, by: 20) {
      let cards = Self.lists[list].map { range($0.0, $0.1, $0.2) }
      let page = typesetter.layout(numbered(cards), width: Int(Double(width) * scale), theme: theme)
      for placed in page.cards {
        let lanes = placed.arrangement.range
        let room = CardPainter.rangeRoom(width: placed.frame.width, placed.arrangement, theme: theme)
        let label = lanes.label > 0 ? lanes.label + gap : 0
        let bar = room - label - lanes.low - lanes.high - 2 * gap
        if lanes.hasBar {
          #expect(bar >= theme.whole(Design.leastBar), "\(width)")
        } else {
          let dash = RangeLanes.dash(lanes.isSmall ? RangeLanes.smallStyle : RangeLanes.style, theme) {
            typesetter.block($0, width: $1, theme: theme).width
          }
          #expect(label + lanes.low + dash + lanes.high <= room, "\(width)")
          #expect(!hadBar, "a wider card has one, too: \(width)")
        }
        hadBar = hadBar || lanes.hasBar
      }
    }
    #expect(hadBar)
  }

  /// On a panel of 480 there are bars, whatever the unit is.
  @Test func narrowPanelsHaveBars() {
    for list in Self.lists where list[0].0 != "Kühlhaus Süd (Wärmepumpe)" {
      let page = typesetter.layout(numbered(list.map { range($0.0, $0.1, $0.2) }), width: 480, theme: light)
      #expect(page.cards.allSatisfy { $0.arrangement.range.hasBar }, "\(list)")
    }
  }

  /// What stands beside and below its label is drawn, and has its height.
  @Test(arguments: [320, 480, 800])
  func trailAndBadgeAreDrawn(width: Int) {
    func tile(_ card: Card) -> [UInt32] {
      let page = typesetter.layout([card], width: width, theme: light)
      return words(of: typesetter.raster(page.cards[0], rect: page.cards[0].frame, theme: light, pictures: noPhoto))
    }
    let plain = tile(range("Monday", "8°", "16°"))
    #expect(tile(range("Monday", "8°", "16°", trail: "60 %")) != plain)
    #expect(tile(range("Monday", "8°", "16°", badge: "New")) != plain)
    #expect(tile(range("Monday", "8°", "16°", trail: "60 %")) != tile(range("Monday", "8°", "16°", trail: "70 %")))
  }
}
