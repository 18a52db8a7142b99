import Board
import Scene
import TestSupport
import Testing

@testable import Typesetting

/// What stands at the end of a card's first line, on every kind of card a board may say it of.
@Suite struct EndTests {
  private let typesetter = Typesetter(fonts: fonts)
  private static let kinds: [Card.Kind] = [
    .header, .section, .row, .hero, .number, .agenda, .image, .chart, .text, .clock, .forecast, .gauge, .range, .month,
  ]

  private func pixels(_ card: Card, width: Int) -> [[UInt32]] {
    let page = typesetter.layout([card], width: width, theme: light)
    return page.cards.map { words(of: typesetter.raster($0, rect: $0.frame, theme: light, pictures: noPhoto)) }
      + [typesetter.rasterHeader(of: page, pictures: noPhoto).map { words(of: $0) } ?? []]
  }

  /// Two that differ in their trail, or in their badge, look different; with a tone, in its fill, with a picture and without a title, too.
  @Test(arguments: kinds, [360, 480, 800])
  func trailAndBadgeAreDrawn(kind: Card.Kind, width: Int) {
    for change in 0..<5 where change != 4 || kind != .hero {
      func variant(trail: String? = nil, badge: String? = nil) -> Card {
        var some = card(
          kind, "Title", subtitle: "Second", trail: trail, badge: badge, text: "Words", figure: figure(of: kind))
        if kind == .image || change == 3 && kind == .hero { some.image = ImageReference(url: "a") }
        if change == 1 || change == 2 { some.tone = .bad }
        if change == 2 { some.isFilled = true }
        if change == 4 { some.title = nil }
        return some
      }
      let place = "\(kind) \(change) at \(width)"
      #expect(
        pixels(variant(trail: "17"), width: width) != pixels(variant(trail: "28"), width: width), "trail of \(place)")
      #expect(
        pixels(variant(badge: "17"), width: width) != pixels(variant(badge: "28"), width: width), "badge of \(place)")
    }
  }

  /// A text without either looks as it did.
  @Test func aTextKeepsToItsMeasure() {
    for width in stride(from: 240, through: 1_200, by: 80) {
      let plain = typesetter.layout([card(.text, "Title", text: "Words")], width: width, theme: light).cards[0].frame
      let more = typesetter.layout(
        [card(.text, "Title", trail: "12:30", text: "Words")], width: width, theme: light
      ).cards[0].frame
      #expect(plain.height == more.height)
    }
  }
}
