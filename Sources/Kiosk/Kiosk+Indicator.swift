import Motion
import Scene

/// The scroll indicator under a finger: where it took hold, and what its travel means to the page.
struct HeldBar {
  private var range: ScrollRange
  private var gear: Double
  /// dp; of the page when the range last changed.
  private var offset: Double
  /// Travel of the finger, and what was made of it, when the range last changed and now.
  private var start = (finger: 0.0, content: 0.0)
  private var last = (finger: 0.0, content: 0.0)

  init?(offset: Double, range: ScrollRange) {
    guard let bar = ScrollIndicator(offset: offset, in: range) else { return nil }
    self.offset = offset
    self.range = range
    gear = ScrollIndicator.gear(length: bar.length, in: range)
  }

  /// Goes on from where the finger is when the content has changed under it.
  mutating func follow(_ range: ScrollRange, offset: Double) {
    guard range != self.range, let next = HeldBar(offset: offset, range: range) else { return }
    let last = last
    self = next
    start = last
    self.last = last
  }

  /// Travel of a finger on the page itself that would show what the bar's travel asks for. It stops at the ends: a bar does not pull.
  mutating func contentTravel(_ finger: Double) -> Double {
    last = (finger, start.content + offset - range.clamp(offset + (finger - start.finger) * gear))
    return last.content
  }
}

extension Kiosk {
  /// Of the strip at the panel's edge in which a finger that rests takes hold of the bar, dp: the bar with its margins, and what a
  /// finger misses it by. What is beside it stays free for the cards.
  private static let strip = 24.0

  /// A finger that has come to rest on the bar while that shows moves it from now on, and with it the page.
  mutating func holdBar() {
    let scroller = front.scroller
    let offset = scroller.position(at: now)
    guard heldBar == nil else { return heldBar!.follow(scroller.range, offset: offset) }
    guard !isAsking, let point = gestures.rest(at: now), isOnBar(point) else { return }
    heldBar = HeldBar(offset: offset, range: scroller.range)
    gestures.grip(.vertical)
  }

  mutating func letGoOfBar(at time: Double) {
    guard heldBar != nil else { return }
    heldBar = nil
    // It stays for a while, as after a movement.
    withFront { $0.scroller.noteMovement(at: time) }
  }

  private func isOnBar(_ point: Point) -> Bool {
    guard ScrollIndicator.opacity(moved: front.scroller.lastMoved(at: now), at: now) > 0,
      let frame = indicatorFrame(of: front, dx: 0)
    else { return false }
    // As high as any target, however short the bar.
    let spare = max((TouchMetrics.target * grid.scale - Double(frame.height)) / 2, 0)
    return point.x >= Double(size.width) - Self.strip * grid.scale && point.y >= Double(frame.y0) - spare
      && point.y < Double(frame.y1) + spare
  }

  func drawIndicator(of view: PageView, dx: Int, into scene: inout Scene) {
    let isHeld = heldBar != nil
    let opacity = ScrollIndicator.opacity(moved: view.scroller.lastMoved(at: now), held: isHeld, at: now)
    guard opacity > 0, let frame = indicatorFrame(of: view, dx: dx) else { return }
    let color = colors.isDark ? ScrollIndicator.darkColor : ScrollIndicator.color
    let thickness = isHeld ? ScrollIndicator.heldThickness : ScrollIndicator.thickness
    scene.add(.fill(color, frame, radius: thickness / 2 * grid.scale, opacity: opacity))
  }

  private func indicatorFrame(of view: PageView, dx: Int) -> PixelRect? {
    let indicator = ScrollIndicator(
      offset: view.scroller.position(at: now), in: view.scroller.range, held: heldBar != nil)
    guard let indicator else { return nil }
    let viewport = view.viewportFrame
    let bar = indicator.rect(
      in: Size(width: Double(viewport.width) / grid.scale, height: Double(viewport.height) / grid.scale),
      along: .vertical)
    func pixels(_ length: Double) -> Int { Int((length * grid.scale).rounded()) }
    return PixelRect(
      x: pixels(bar.x) + dx, y: viewport.y0 + pixels(bar.y), width: max(pixels(bar.width), 1),
      height: max(pixels(bar.height), 1))
  }
}
