import Compositor
import Panel
import Scene

/// A panel in memory on which only what has changed is drawn.
final class EyeScreen {
  let mode: DisplayMode
  private var display: VirtualDisplay
  private var compositor: Compositor

  init(_ mode: DisplayMode) {
    self.mode = mode
    display = VirtualDisplay(mode: mode, buffers: 2, logLimit: 1, rows: .even)
    compositor = Compositor(size: mode.size, format: mode.format, orientation: mode.orientation, buffers: 2)
  }

  /// Draws a scene.
  ///
  /// - Returns: where it differs from the one before, in viewer pixels; all of it the first time.
  func draw(_ scene: Scene) -> [PixelRect] {
    var damage = Region()
    _ = display.present { surface, age in
      damage = compositor.draw(scene, into: surface, age: age)
      return damage
    }
    display.advance(to: display.clock + 2 * mode.period)
    compositor.commit()
    return damage.rects.map { mode.orientation.toViewer($0, panel: mode.size) }
  }

  /// A part of what is there, upright; nil where there is nothing.
  func picture(of part: PixelRect) -> Pixmap? { display.screenshot(of: part) }
}
