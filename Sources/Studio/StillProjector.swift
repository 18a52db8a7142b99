import Compositor
import Numbers
import Panel
import Preview
import Scene

/// Shows layers that were kept, in place of those a kiosk shows now.
struct StillProjector: ~Copyable {
  private var screen: VirtualDisplay
  private var compositor: Compositor

  /// Of the picture, in pixels.
  var size: PixelSize { screen.mode.viewerSize }

  /// - Parameter mode: of the panel the layers were described for.
  init(mode: DisplayMode) {
    screen = VirtualDisplay(mode: mode, buffers: 2, logLimit: 1, rows: .even)
    compositor = Compositor(size: mode.size, format: mode.format, orientation: mode.orientation)
  }

  /// Puts them on the glass.
  private static func draw(_ scene: Scene, on screen: inout VirtualDisplay, with compositor: inout Compositor) {
    _ = screen.present { surface, age in compositor.draw(scene, into: surface, age: age) }
    screen.advance(to: screen.clock + 2 * screen.mode.period)
    compositor.commit()
  }

  /// Shows them to the pages that look at a panel.
  mutating func show(_ scene: Scene, on panel: PreviewPanel) {
    Self.draw(scene, on: &screen, with: &compositor)
    _ = panel.follow(screen, shown: screen.frameCount - 1)
  }

  /// What they look like; nil where nothing could be drawn.
  mutating func picture(of scene: Scene) -> Pixmap? {
    Self.draw(scene, on: &screen, with: &compositor)
    return screen.screenshot()
  }
}
