import Motion
import Scene
import Testing

@Suite struct ScrollIndicatorTests {
  let range = ScrollRange(content: 2400, viewport: 600)

  @Test func showsTheShareAndThePlace() {
    let top = ScrollIndicator(offset: 0, in: range)
    #expect(top.map { isNear($0.length, 594.0 / 4) && $0.start == 3 } ?? false)
    let end = ScrollIndicator(offset: 1800, in: range)
    #expect(end.map { isNear($0.start + $0.length, 597) } ?? false)
    let middle = ScrollIndicator(offset: 900, in: range)
    #expect(middle.map { isNear($0.start + $0.length / 2, 300) } ?? false)
  }

  @Test func isNeverShorterThan36InsideTheRange() {
    let long = ScrollRange(content: 1_000_000, viewport: 600)
    #expect(ScrollIndicator(offset: 5000, in: long)?.length == 36)
  }

  @Test(arguments: [(30.0, 27.0), (60, 18), (120, 8), (300, 8)])
  func shrinksWhenOverscrolled(extent: Double, length: Double) {
    let long = ScrollRange(content: 1_000_000, viewport: 600)
    let pulled = ScrollIndicator(offset: -extent, in: long)
    #expect(pulled.map { isNear($0.length, length) && $0.start == 3 } ?? false)
    let pushed = ScrollIndicator(offset: long.upper + extent, in: long)
    #expect(pushed.map { isNear($0.start + $0.length, 597) } ?? false)
  }

  @Test func thereIsNoneForShortContent() {
    #expect(ScrollIndicator(offset: 0, in: ScrollRange(content: 600, viewport: 600)) == nil)
    #expect(ScrollIndicator(offset: 0, in: ScrollRange(content: 60, viewport: 10)) == nil)
  }

  @Test func isThickerWhenHeld() {
    let held = ScrollIndicator(offset: 0, in: range, held: true)
    #expect(held?.thickness == 8)
    #expect(held?.radius == 4)
    #expect(ScrollIndicator(offset: 0, in: range)?.radius == 1.5)
    let rect = held?.rect(in: Size(width: 400, height: 600), along: .vertical)
    #expect(rect == Rect(x: 389, y: 3, width: 8, height: 148.5))
    let below = ScrollIndicator(offset: 0, in: range)?.rect(in: Size(width: 600, height: 400), along: .horizontal)
    #expect(below == Rect(x: 3, y: 394, width: 148.5, height: 3))
  }

  @Test(arguments: [(0.0, 1.0), (1.2, 1), (1.325, 0.5), (1.45, 0), (9, 0)])
  func staysThenFades(since: Double, opacity: Double) {
    #expect(isNear(ScrollIndicator.opacity(moved: 10, at: 10 + since), opacity))
    #expect(ScrollIndicator.opacity(moved: 10, held: true, at: 10 + since) == 1)
  }

  @Test func asksForFramesOnlyWhileFading() {
    #expect(ScrollIndicator.opacity(moved: nil, at: 0) == 0)
    #expect(ScrollIndicator.nextChange(moved: nil, after: 0) == nil)
    #expect(ScrollIndicator.nextChange(moved: 10, after: 10.5) == 11.2)
    #expect(ScrollIndicator.nextChange(moved: 10, after: 11.3) == 11.3)
    #expect(ScrollIndicator.nextChange(moved: 10, after: 11.46) == nil)
  }
}
