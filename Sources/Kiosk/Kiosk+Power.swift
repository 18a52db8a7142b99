import Motion
import Scene

/// The panel's light.
extension Kiosk {
  /// Brings the light to the moment being shown.
  mutating func advancePower() {
    power.begin(at: now)
    var canceled: [TouchEvent] = []
    power.advance(to: now, canceling: &canceled)
    for event in canceled { cancel(event) }
    power.drew()
    askPanel()
  }

  /// A frame has reached the glass.
  public mutating func presented(at time: Double) {
    power.presented(at: time)
    askPanel()
  }

  private mutating func askPanel() { power.perform { ask(.panel($0)) } }

  /// What is or will be seen of the panel.
  public var light: PanelLight { power.light }

  /// A picture without a lamp behind it that could be dimmed darkens by itself.
  func drawDimming(into scene: inout Scene) {
    guard !hasLamp, power.share < 1 else { return }
    scene.add(.fill(.black, PixelRect(size), opacity: 1 - power.share))
  }

  /// The mouse is here.
  mutating func point(at position: Point, time: Double) {
    guard !pointerIsFinger else { return }
    pointer = (position, time + PointerCursor.duration)
    if arrow == nil { arrow = PointerCursor.pixmap(scale: grid.scale) }
  }

  func drawPointer(into scene: inout Scene) {
    guard let pointer, let arrow, pointer.until > now else { return }
    let tip = PointerCursor.hotspot(scale: grid.scale)
    scene.add(
      .pixmap(
        arrow, x: Int(pointer.position.x.rounded(.down)) - tip, y: Int(pointer.position.y.rounded(.down)) - tip))
  }
}
