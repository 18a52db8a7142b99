import Testing
import Vitrine

@testable import TutorialProgram

/// A style is asked like any function: without a panel, and without time.
@Test func aPullShowsOneRingAndARefreshThree() {
  let style = PulseStyle()
  var sprites = SpriteSet([Pixmap?](repeating: nil, count: style.sprites.count))
  sprites[0] = Pixmap(size: PixelSize(width: 64, height: 64)) { _, _ in Pixel(.white) }
  let canvas = RefreshCanvas(
    area: PixelRect(x: 0, y: 0, width: 480, height: 80), scale: 1, sprites: sprites,
    theme: RefreshTheme(
      background: .black, text: .white, muted: .white, accent: .white, good: .white, warn: .white, bad: .white,
      info: .white))
  func count(_ state: RefreshState) -> Int {
    var scene = Scene(size: PixelSize(width: 480, height: 320))
    style.draw(state, on: canvas, into: &scene)
    return scene.layers.count
  }
  #expect(count(RefreshState(phase: .pulling, extent: 80, trigger: 96, hold: 80)) == 1)
  #expect(count(RefreshState(phase: .refreshing, extent: 80, trigger: 96, hold: 80, timeRefreshing: 1)) == 3)
}
