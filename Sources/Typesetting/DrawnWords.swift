package import Board
import Scene

/// Notes the texts that are drawn, each as it stands on the glass.
///
/// What a card says is one thing, what of it is seen another: a text may be cut, left out, or lie outside of its card.
final class DrawnWords {
  private(set) var texts: [DrawnCard.Text] = []
  /// Of the canvas, in pixels.
  private let height: Int

  init(height: Int) { self.height = height }

  func note(_ block: TextBlock, top: Int) {
    // Half a line may reach out: letters stand in its middle.
    let reach = block.leading / 2
    let isWhole = !block.isCut && top >= -reach && top + block.height <= height + reach
    texts.append(
      DrawnCard.Text(words: block.plain.filter { $0 != "\u{AD}" }, isWhole: isWhole, lineHeight: block.leading))
  }
}

/// A card, and what of its words is seen on the glass.
package struct DrawnCard {
  /// One text of it.
  package struct Text {
    /// Also where not all of it is seen.
    package var words: String
    /// None of it is cut off.
    package var isWhole: Bool
    /// Of one line, in pixels.
    package var lineHeight: Int
  }

  /// What was to be drawn.
  package var card: Card
  /// In the order they are drawn.
  package var texts: [Text]
}

extension Typesetter {
  /// The words of a page as they are drawn, card by card.
  package func drawnWords(of page: PageLayout) -> [DrawnCard] {
    ([page.header].compactMap(\.self) + page.cards).map { placed in
      let frame = placed.frame
      let words = DrawnWords(height: frame.height)
      _ = unsafe Pixmap(size: frame.size, isOpaque: true) { base, pitch in
        let canvas = unsafe Canvas(base: base, pitch: pitch, size: frame.size, words: words)
        CardPainter(card: placed.card, arrangement: placed.arrangement, theme: page.theme, typesetter: self).draw(
          on: canvas, frame: PixelRect(x: 0, y: 0, width: frame.width, height: frame.height), rows: 0..<frame.height,
          pictures: { _, _, _ in nil })
      }
      return DrawnCard(card: placed.card, texts: words.texts)
    }
  }
}
