import Motion
import Scene
import TestSupport
import Testing

@testable import Kiosk

/// Where a question stands: 100 rows high on a panel of 400, 16 from what is around it.
@Suite struct QuestionViewTests {
  private func view(about card: PixelRect?) -> QuestionView {
    let question = Question(
      pixmap: tilePixmap(width: 200, height: 100), yes: PixelRect(x: 100, y: 40, width: 90, height: 50),
      no: PixelRect(x: 10, y: 40, width: 90, height: 50), radius: 8)
    return QuestionView(
      question, about: card, size: PixelSize(width: 400, height: 400), grid: PixelGrid(scale: 1), at: 0)
  }

  /// Rows in which the answer that acts can be tapped.
  private func answers(_ view: QuestionView) -> [Int] {
    (0..<400).filter { view.answer(at: Point(x: 220, y: Double($0)), time: 5) == true }
  }

  @Test(
    arguments: [
      (nil, 284), (0..<56, 284), (200..<284, 284), (300..<372, 184), (240..<300, 124), (380..<452, 264),
      // No room above it, or all of the panel is the card.
      (120..<390, 284), (-40..<430, 284),
    ] as [(Range<Int>?, Int)])
  func theCardThatAsksStaysInSight(card: Range<Int>?, top: Int) {
    let view = view(about: card.map { PixelRect(x0: 20, y0: $0.lowerBound, x1: 380, y1: $0.upperBound) })
    #expect(answers(view).first == top + 40 && answers(view).count == 50)
  }

  /// It comes from below the panel's edge, wherever it goes.
  @Test func itComesFromBelow() {
    for card in [nil, PixelRect(x: 20, y: 300, width: 360, height: 72)] {
      var scene = Scene(size: PixelSize(width: 400, height: 400))
      view(about: card).draw(into: &scene, pressedAt: nil, ink: .white, focus: FocusHand(), at: 0)
      #expect(scene.layers.map(\.frame.y0) == [0, 400])
      #expect(view(about: card).answer(at: Point(x: 220, y: 350), time: 0) == nil)
    }
  }
}
