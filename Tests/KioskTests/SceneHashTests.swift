import Scene
import Testing

@testable import Kiosk

private let picture = Pixmap(size: PixelSize(width: 40, height: 30)) { _, _ in Pixel(word: 0xFF80_8080) }

/// A sprite that is turned about the middle of a panel.
private func hash(angle: Double, x: Double = 120) -> UInt64 {
  var scene = Scene(size: PixelSize(width: 320, height: 240))
  scene.add(
    .sprite(
      picture, center: Point(x: x, y: 100), degrees: angle, scale: 1.3,
      clip: PixelRect(x: 0, y: 0, width: 320, height: 240)))
  var hash = SceneHash()
  hash.take(scene, PixmapNumbers())
  return hash.whole
}

/// As another C library's sine has it.
@Test func theLastBitOfANumberMakesNoOtherScene() {
  for degrees in stride(from: 0.37, to: 360, by: 7.31) {
    #expect(hash(angle: degrees) == hash(angle: degrees.nextUp))
    #expect(hash(angle: degrees, x: 120.25) == hash(angle: degrees.nextDown, x: Double(120.25).nextUp))
  }
}

@Test func whatCanBeSeenMakesAnotherScene() {
  for degrees in stride(from: 0.37, to: 360, by: 7.31) {
    #expect(hash(angle: degrees) != hash(angle: degrees + 0.01))
    #expect(hash(angle: degrees) != hash(angle: degrees, x: 120.001))
  }
}
