import Motion
import TestSupport
import Testing

/// The fastest flick ends within two panels' heights, on panels of every height, and still is a flick.
@Test(arguments: [150.0, 200, 240, 320, 480, 600, 720, 800, 1024, 1080, 1280, 1920, 2160, 3840])
func aCalmFlickEndsWithinTwoPanels(height: Double) {
  for speed in [8000.0, 12_000, 2000] {
    var scroller = Scroller(content: 100 * height, viewport: height)
    scroller.isCalm = true
    scroller.scroll(to: 50 * height, at: 0)
    let start = scroller.position(at: 5)
    scroller.handle(.touch(mayPull: false), at: 5)
    scroller.handle(.drag(travel: -20), at: 5.05)
    scroller.handle(.lift(travel: -20, velocity: -speed), at: 5.1)
    let way = scroller.restingOffset - start - 20
    #expect(way <= 2 * height)
    #expect(way > min(speed, 8000) * 2 * height / 8000 * 0.9 || way > 0.45 * min(speed, 8000))
    #expect((scroller.settlesAt ?? 0) - 5.1 < 5)
  }
}

@Test func aPanelTallerThanAnyFlickIsNotMadeCalmer() {
  for isCalm in [false, true] {
    var scroller = Scroller(content: 100_000, viewport: 2400)
    scroller.isCalm = isCalm
    scroller.handle(.touch(mayPull: false), at: 0)
    scroller.handle(.drag(travel: -20), at: 0.05)
    scroller.handle(.lift(travel: -20, velocity: -8000), at: 0.1)
    #expect(isNear(scroller.restingOffset, 20 + 0.4995 * 8000 - 10, within: 1))
  }
}

/// What coasts stops at 20 device pixels a second, whatever a pixel is in dp: it never moves on by less than one in three frames.
@Test(arguments: [0.5, 1, 1.5, 2, 4])
func aFlingStopsAtASpeedInPixels(scale: Double) {
  var scroller = Scroller(content: 100_000, viewport: 800, grid: PixelGrid(scale: scale))
  scroller.handle(.touch(mayPull: false), at: 0)
  scroller.handle(.drag(travel: -20), at: 0.05)
  scroller.handle(.lift(travel: -20, velocity: -1000), at: 0.1)
  let end = scroller.settlesAt ?? 0
  #expect(isNear(scroller.velocity(at: end - 1e-9) * scale, Fling.stopSpeed, within: 0.01))
  #expect(scroller.velocity(at: end) == 0)
}
