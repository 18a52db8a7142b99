import Glibc
import Motion
import Scene
import Testing

/// Ten pages of 800 dp.
func makeScroller(content: Double = 8000, viewport: Double = 800, at offset: Double = 0) -> Scroller {
  var scroller = Scroller(content: content, viewport: viewport)
  scroller.scroll(to: offset, at: -10)
  scroller.handle(.letGo, at: 0)
  return scroller
}

extension Scroller {
  /// A finger lands, travels and lifts at one time.
  mutating func flick(_ travel: Double, velocity: Double, rest: Double = 0, at time: Double) {
    handle(.touch(mayPull: true), at: time)
    handle(.lift(travel: travel, velocity: velocity, rest: rest), at: time)
  }
}

@Suite struct DraggingTests {
  @Test func contentFollowsTheFinger() {
    var scroller = makeScroller(at: 500)
    scroller.handle(.touch(mayPull: true), at: 1)
    #expect(scroller.activity(at: 1) == .tracking)
    scroller.handle(.drag(travel: -120), at: 1.1)
    #expect(scroller.activity(at: 1.1) == .dragging)
    #expect(scroller.position(at: 1.1) == 620)
    scroller.handle(.drag(travel: 30), at: 1.2)
    #expect(scroller.position(at: 5) == 470)
    #expect(scroller.isHeld)
    #expect(scroller.settlesAt == nil)
  }

  @Test func beyondTheTopItFollowsLess() {
    var scroller = makeScroller(viewport: 960)
    scroller.handle(.touch(mayPull: true), at: 0)
    scroller.handle(.drag(travel: 100), at: 0)
    #expect(isNear(scroller.pulledExtent(at: 0), 52.02, within: 0.01))
    scroller.handle(.drag(travel: 0), at: 0)
    #expect(scroller.position(at: 0) == 0)
  }

  @Test func liftInsideFlings() {
    var scroller = makeScroller(at: 500)
    scroller.flick(-100, velocity: -1000, at: 2)
    #expect(scroller.activity(at: 2) == .flinging)
    #expect(scroller.position(at: 2) == 600)
    #expect(isNear(scroller.velocity(at: 2), 1000))
    // 980 / 2.002 = 489.5
    #expect(scroller.restingOffset == 1090)
    #expect(scroller.settlesAt.map { isNear($0, 2 + log(50) / 2.002002670673338) } ?? false)
    #expect(scroller.position(at: 100) == 1090)
    #expect(!scroller.isMoving(at: 100))
    #expect(scroller.activity(at: 100) == .idle)
  }

  @Test func liftSlowerThan50Rests() {
    var scroller = makeScroller(at: 500)
    scroller.flick(-100, velocity: -49, at: 2)
    #expect(scroller.position(at: 3) == 600)
    #expect(scroller.settlesAt == nil)
  }

  @Test func liftOutsideSpringsBackWithTheDisplayedVelocity() {
    var scroller = makeScroller()
    let band = RubberBand(viewport: 800)
    scroller.flick(200, velocity: 600, at: 0)
    #expect(scroller.activity(at: 0) == .springing)
    #expect(isNear(scroller.velocity(at: 0), -600 * band.slope(atTravel: 200)))
    #expect(isNear(scroller.liftVelocity, 600 * band.slope(atTravel: 200)))
    #expect(isNear(scroller.position(at: 0), -band.extent(ofTravel: 200)))
    #expect(scroller.restingOffset == 0)
  }

  @Test func flingMeetsTheEdgeAndBounces() {
    var scroller = makeScroller(at: 300)
    scroller.flick(0, velocity: 2000, at: 0)
    guard case .coasting(let coast) = scroller.phase, case .fling(let fling) = coast.leg(at: 0),
      let edge = fling.time(at: 0)
    else {
      Issue.record("no fling towards the top")
      return
    }
    #expect(isNear(scroller.position(at: edge), 0))
    #expect(isNear(scroller.velocity(at: edge - 1e-9), scroller.velocity(at: edge), within: 1e-3))
    let speed = abs(scroller.velocity(at: edge))
    #expect(isNear(scroller.pulledExtent(at: edge + 1 / 12.5), speed / (M_E * 12.5)))
    #expect(scroller.activity(at: edge + 0.01) == .springing)
    #expect(scroller.restingOffset == 0)
  }

  @Test func aBounceShowsAtMostAQuarterOfTheViewport() {
    var scroller = makeScroller(content: 3000, viewport: 480, at: 10)
    scroller.flick(0, velocity: 8000, at: 0)
    let farthest = (0...200).map { scroller.pulledExtent(at: Double($0) / 200) }.max() ?? 0
    #expect(farthest <= 120)
    #expect(farthest > 119)
  }

  @Test func restsOnADevicePixel() {
    var scroller = Scroller(content: 8000, viewport: 800, grid: PixelGrid(scale: 1.5))
    scroller.flick(-0.1, velocity: -777, at: 0)
    let pixels = scroller.restingOffset * 1.5
    #expect(isNear(pixels, pixels.rounded(), within: 1e-9))
    let last = scroller.position(at: (scroller.settlesAt ?? 0) - 1e-9)
    #expect(abs(last - scroller.restingOffset) <= 0.5 / 1.5 + 1e-6)
  }

  @Test func shortContentPullsButDoesNotFling() {
    var scroller = makeScroller(content: 200)
    scroller.flick(0, velocity: -3000, at: 0)
    #expect(scroller.position(at: 0.1) == 0)
    #expect(scroller.settlesAt == nil)
    scroller.handle(.touch(mayPull: true), at: 1)
    scroller.handle(.drag(travel: 100), at: 1)
    #expect(scroller.mayPull)
    #expect(scroller.pulledExtent(at: 1) > 40)
    scroller.handle(.letGo, at: 1)
    #expect(scroller.restingOffset == 0)
  }

  @Test func strayEventsDoNothing() {
    var scroller = makeScroller(at: 100)
    scroller.handle(.drag(travel: 50), at: 0)
    scroller.handle(.lift(travel: 50, velocity: 900), at: 0)
    scroller.handle(.letGo, at: 0)
    #expect(scroller.position(at: 1) == 100)
  }

  @Test func repeatedFlicksGrowOnlyWhenAskedTo() {
    func second(retains: Bool, rest: Double = 0, velocity: Double = -1500) -> Double {
      var scroller = Scroller(content: 100_000, viewport: 800, retainsMomentum: retains)
      scroller.flick(0, velocity: -1500, at: 0)
      scroller.flick(-10, velocity: velocity, rest: rest, at: 0.1)
      return scroller.velocity(at: 0.1)
    }
    let caught = 1500 * exp(-0.2002002670673338)
    #expect(isNear(second(retains: false), 1500))
    #expect(isNear(second(retains: true), 1500 + Fling.carriedMomentum(of: caught)))
    #expect(isNear(second(retains: true, rest: 0.02), 1500))
    #expect(isNear(second(retains: true, velocity: 1500), -1500))
    #expect(isNear(second(retains: true, velocity: -400), 400))
  }
}

/// Wheel, keys and program.
@Suite struct ProgrammaticTests {
  @Test func wheelLinesAddUp() {
    var scroller = makeScroller(at: 1000)
    scroller.handle(.wheel(lines: 1), at: 0)
    #expect(scroller.activity(at: 0.05) == .scrolling)
    scroller.handle(.wheel(lines: 2), at: 0.1)
    #expect(scroller.restingOffset == 1150)
    #expect(scroller.position(at: 2) == 1150)
  }

  @Test func retargetingKeepsPositionAndVelocity() {
    var scroller = makeScroller(at: 1000)
    scroller.handle(.wheel(lines: 4), at: 0)
    let before = (scroller.position(at: 0.08), scroller.velocity(at: 0.08))
    scroller.handle(.wheel(lines: 4), at: 0.08)
    #expect(isNear(scroller.position(at: 0.08), before.0, within: 1e-9))
    #expect(isNear(scroller.velocity(at: 0.08), before.1, within: 1e-6))
    scroller.handle(.wheel(lines: -12), at: 0.1)
    #expect(scroller.restingOffset == 800)
  }

  @Test func aFlingIsRetargetedWithItsVelocity() {
    var scroller = makeScroller(at: 1000)
    scroller.flick(0, velocity: -2000, at: 0)
    let velocity = scroller.velocity(at: 0.2)
    scroller.scroll(to: 5000, at: 0.2)
    #expect(isNear(scroller.velocity(at: 0.2), velocity, within: 1e-6))
    #expect(scroller.position(at: 3) == 5000)
  }

  @Test(arguments: [
    (InputEvent.Key.down, 1050.0), (.up, 950), (.pageDown, 1640), (.pageUp, 360), (.home, 0), (.end, 7200),
    (.right, 1050),
    (.left, 950), (.back, 1000),
  ])
  func keys(key: InputEvent.Key, target: Double) {
    var scroller = makeScroller(at: 1000)
    scroller.handle(.key(key), at: 0)
    #expect(scroller.restingOffset == target)
    #expect(scroller.position(at: 0.151) == target)
  }

  @Test func edgesClampAndNothingOverscrolls() {
    var scroller = makeScroller(at: 30)
    scroller.handle(.wheel(lines: -5), at: 0)
    #expect(scroller.restingOffset == 0)
    for step in 0...50 { #expect(scroller.position(at: Double(step) / 100) >= 0) }
  }

  @Test func fingerDownCancelsInPlace() {
    var scroller = makeScroller()
    scroller.scroll(to: 4000, at: 0)
    let shown = scroller.position(at: 0.3)
    scroller.handle(.touch(mayPull: true), at: 0.3)
    #expect(scroller.position(at: 5) == shown)
  }

  @Test func scrollingNowhereOrUnderAFingerIsRefused() {
    var scroller = makeScroller(at: 1000)
    let near = scroller.scroll(to: 1000.4, at: 0)
    #expect(!near)
    #expect(scroller.settlesAt == nil)
    scroller.handle(.touch(mayPull: true), at: 0)
    let held = scroller.scroll(to: 0, at: 0)
    #expect(!held)
    scroller.handle(.wheel(lines: 3), at: 0)
    #expect(scroller.position(at: 1) == 1000)
  }

  @Test func anOverscrolledListReturnsWithoutAJump() {
    var scroller = makeScroller()
    scroller.flick(300, velocity: 0, at: 0)
    let shown = scroller.position(at: 0.05)
    scroller.handle(.key(.pageDown), at: 0.05)
    #expect(isNear(scroller.position(at: 0.05), shown, within: 1e-9))
    #expect(scroller.restingOffset > 0)
  }

  @Test func theIndicatorLearnsTheLastMovement() {
    var scroller = Scroller(content: 8000, viewport: 800)
    #expect(scroller.lastMoved(at: 5) == nil)
    scroller.scroll(to: 900, at: 1)
    #expect(scroller.lastMoved(at: 1.2) == 1.2)
    #expect(scroller.lastMoved(at: 9) == 1.5)
    scroller.handle(.touch(mayPull: true), at: 9)
    #expect(scroller.lastMoved(at: 9) == 1.5)
    scroller.handle(.drag(travel: -5), at: 9.5)
    scroller.handle(.letGo, at: 10)
    #expect(scroller.lastMoved(at: 11) == 9.5)
  }
}
