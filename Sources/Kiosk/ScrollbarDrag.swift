import Motion
import Numbers
import Scene

/// The scroll indicator under a finger: where it took hold, and what its travel means to the page.
struct ScrollbarDrag {
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
    guard range != self.range, let next = ScrollbarDrag(offset: offset, range: range) else { return }
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

/// The scroll indicator of a page.
extension PageView {
  /// Of the strip at the panel's edge in which a finger that rests takes hold of the bar, dp: the bar with its margins, and what a
  /// finger misses it by. What is beside it stays free for the cards.
  private static let strip = 24.0

  /// Whether a finger at a position means the bar, which nobody holds.
  func isOnIndicator(_ point: Point, at time: Double) -> Bool {
    guard ScrollIndicator.opacity(moved: scroller.lastMoved(at: time), at: time) > 0,
      let frame = indicatorFrame(isHeld: false, dx: 0, at: time)
    else { return false }
    // As high as any target, however short the bar.
    let spare = max((TouchMetrics.target * grid.scale - Double(frame.height)) / 2, 0)
    let edge = Double(viewportFrame.x1)
    return point.x >= edge - Self.strip * grid.scale && point.x < edge && point.y >= Double(frame.y0) - spare
      && point.y < Double(frame.y1) + spare
  }

  func drawIndicator(into scene: inout Scene, isHeld: Bool, colors: KioskColors, dx: Int, at time: Double) {
    let opacity = ScrollIndicator.opacity(moved: scroller.lastMoved(at: time), held: isHeld, at: time)
    guard opacity > 0, let frame = indicatorFrame(isHeld: isHeld, dx: dx, at: time) else { return }
    let color = colors.isDark ? ScrollIndicator.darkColor : ScrollIndicator.color
    let thickness = isHeld ? ScrollIndicator.heldThickness : ScrollIndicator.thickness
    scene.add(.fill(color, frame, radius: thickness / 2 * grid.scale, opacity: opacity))
  }

  private func indicatorFrame(isHeld: Bool, dx: Int, at time: Double) -> PixelRect? {
    let indicator = ScrollIndicator(offset: scroller.position(at: time), in: scroller.range, held: isHeld)
    guard let indicator else { return nil }
    let viewport = viewportFrame
    let bar = indicator.rect(
      in: Size(width: Double(viewport.width) / grid.scale, height: Double(viewport.height) / grid.scale),
      along: .vertical)
    func pixels(_ length: Double) -> Int { Int(clamping: (length * grid.scale).rounded()) }
    return PixelRect(
      x: viewport.x0 + pixels(bar.x) + dx, y: viewport.y0 + pixels(bar.y), width: max(pixels(bar.width), 1),
      height: max(pixels(bar.height), 1))
  }
}
