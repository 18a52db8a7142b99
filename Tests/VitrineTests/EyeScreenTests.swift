import Compositor
import Panel
import Scene
import Testing

@testable import Vitrine

@Suite struct EyeScreenTests {
  /// Viewers are sent what has changed: on a panel of any turn and depth, and nothing where nothing has.
  @Test(arguments: Orientation.allCases, [PixelFormat.xrgb8888, .rgb565])
  func onlyWhatHasChangedIsDrawn(orientation: Orientation, format: PixelFormat) throws {
    let panel = PixelSize(width: 300, height: 200)
    let screen = EyeScreen(DisplayMode(size: panel, format: format, orientation: orientation))
    var scene = Scene(size: orientation.turn(panel), background: Color(rgb: 0x202020))
    scene.add(.fill(.white, PixelRect(x: 10, y: 20, width: 60, height: 40)))
    #expect(screen.draw(scene) == [PixelRect(scene.size)])
    for step in 0..<5 {
      #expect(screen.draw(scene).isEmpty)
      let place = PixelRect(x: 100 + step, y: 90, width: 30, height: 8)
      scene.layers[0] = .fill(Color(rgb: 0xFF0000), PixelRect(x: 10, y: 20, width: 60, height: 40))
      scene.add(.fill(.white, place))
      #expect(screen.draw(scene).contains { $0.intersects(place) })
      #expect(screen.picture(of: place)?.pixel(x: 3, y: 3).word == 0xFFFF_FFFF)
    }
  }
}
