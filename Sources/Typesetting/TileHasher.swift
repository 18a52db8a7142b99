import Board
import Numbers
import Scene

/// Names tiles by what their pixels depend on: the card's words, its box, its neighbours and the look. Not by where the card stands.
struct TileHasher {
  private let look: Pair
  /// Of what is as high in any colours: nothing is measured anew when night falls.
  private let measures: Pair

  private struct Pair {
    var high: Hasher
    var low: Hasher

    init(_ start: (inout Hasher) -> Void) {
      high = Hasher()
      start(&high)
      low = high
      low.combine(1)
    }
  }

  init(theme: ResolvedTheme) {
    look = Pair { $0.combine(theme) }
    measures = Pair {
      $0.combine(theme.font)
      $0.combine(theme.headingFont)
      $0.combine(theme.language)
      $0.combine(theme.digits)
      $0.combine(theme.scale)
      $0.combine(theme.lines(1))
      // Words stand on a picture only where that keeps contrast enough.
      $0.combine(theme.isHighContrast)
    }
  }

  func base(of placed: PageLayout.Placed) -> TileKey {
    base(of: placed.card, placed.arrangement, box: placed.box, frame: placed.frame, look)
  }

  private func base(
    of card: Card, _ arrangement: Arrangement, box: PixelRect, frame: PixelRect, _ pair: Pair
  ) -> TileKey {
    var high = pair.high
    var low = pair.low
    Self.combine(card, arrangement, box: box, frame: frame, into: &high)
    Self.combine(card, arrangement, box: box, frame: frame, into: &low)
    return TileKey(
      high: UInt64(bitPattern: Int64(high.finalize())), low: UInt64(bitPattern: Int64(low.finalize())))
  }

  /// Names what a card's height follows from.
  func height(of card: Card, width: Int, _ arrangement: Arrangement) -> TileKey {
    let frame = PixelRect(x: 0, y: 0, width: width, height: 0)
    var arrangement = arrangement
    // Where its surface ends is no matter of its height.
    (arrangement.corners, arrangement.isParted) = ([], false)
    return base(of: card, arrangement, box: frame, frame: frame, measures)
  }

  private static func combine(
    _ card: Card, _ arrangement: Arrangement, box: PixelRect, frame: PixelRect, into hasher: inout Hasher
  ) {
    hasher.combine(card.kind)
    hasher.combine(card.title)
    hasher.combine(card.subtitle)
    hasher.combine(card.trail)
    hasher.combine(card.isTrailTime)
    hasher.combine(card.badge)
    hasher.combine(card.badgeTone)
    hasher.combine(card.text)
    hasher.combine(card.clock)
    hasher.combine(card.image)
    hasher.combine(card.endImage)
    hasher.combine(card.icon)
    hasher.combine(card.ratio)
    hasher.combine(card.fit)
    hasher.combine(card.tone)
    hasher.combine(card.isFilled)
    // A grid's texts have a surface, and what can be tapped points onwards.
    hasher.combine(card.columns > 1)
    hasher.combine(card.tap?.leadsOn)
    hasher.combine(card.tap == .back)
    hasher.combine(card.figure)
    hasher.combine(arrangement)
    hasher.combine(box.size)
    hasher.combine(frame.offset(dx: -box.x0, dy: -box.y0))
  }
}

extension TileKey {
  /// Of one tile of a box; the first is the box's own.
  func part(_ index: Int) -> TileKey { stepped(index, by: 0x9E37_79B9_7F4A_7C15, 0xD1B5_4A32_D192_ED03) }

  /// Of a card's second, third ... appearance on a page.
  func turn(_ index: Int) -> TileKey { stepped(index, by: 0xA076_1D64_78BD_642F, 0xE703_7ED1_A0B4_28DB) }

  /// Odd steps: no two of them meet within 2^64.
  private func stepped(_ count: Int, by high: UInt64, _ low: UInt64) -> TileKey {
    TileKey(high: self.high &+ UInt64(count) &* high, low: self.low &+ UInt64(count) &* low)
  }
}
