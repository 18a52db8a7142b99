import Motion
import Testing

/// What happens when a motion is interrupted.
@Suite struct InterruptionTests {
  @Test func fingerDownDuringAFlingFreezesIt() {
    var scroller = makeScroller(at: 500)
    scroller.flick(0, velocity: -2000, at: 0)
    let shown = scroller.position(at: 0.3)
    #expect(scroller.catchesTouch(at: 0.3))
    scroller.handle(.touch(mayPull: true), at: 0.3)
    #expect(scroller.position(at: 0.3) == shown)
    #expect(scroller.position(at: 9) == shown)
    scroller.handle(.drag(travel: -1), at: 0.4)
    #expect(isNear(scroller.position(at: 0.4), shown + 1))
    scroller.handle(.letGo, at: 0.5)
    #expect(isNear(scroller.position(at: 9), shown + 1))
  }

  @Test func aFlingSlowerThan50CountsAsResting() {
    var scroller = makeScroller(at: 500)
    scroller.flick(0, velocity: -100, at: 0)
    #expect(scroller.catchesTouch(at: 0.3))
    #expect(!scroller.catchesTouch(at: 0.4))
    #expect(scroller.isMoving(at: 0.4))
  }

  @Test func aBounceIsCaughtEvenWhereItTurns() {
    var scroller = makeScroller()
    scroller.flick(0, velocity: 2000, at: 0)
    let turn = 1 / 12.5
    #expect(abs(scroller.velocity(at: turn)) < 1)
    #expect(scroller.catchesTouch(at: turn))
    #expect(!scroller.catchesTouch(at: (scroller.settlesAt ?? 0) - 0.01))
  }

  @Test func fingerDownWhileOverscrolledHolds() {
    var scroller = makeScroller()
    scroller.flick(300, velocity: 0, at: 0)
    let shown = scroller.position(at: 0.1)
    scroller.handle(.touch(mayPull: true), at: 0.1)
    #expect(isNear(scroller.position(at: 0.1), shown, within: 1e-9))
    #expect(isNear(scroller.position(at: 2), shown, within: 1e-9))
    #expect(scroller.mayPull)
    scroller.handle(.letGo, at: 2)
    #expect(scroller.velocity(at: 2) == 0)
    #expect(isNear(scroller.position(at: 2), shown, within: 1e-9))
    #expect(scroller.restingOffset == 0)
  }

  @Test func inertiaNeverPulls() {
    var scroller = makeScroller(at: 100)
    scroller.flick(0, velocity: 3000, at: 0)
    #expect(scroller.pulledExtent(at: 0.1) > 0)
    #expect(!scroller.mayPull)
    #expect(!scroller.isHeld)
  }

  @Test(arguments: [(0.0, true), (8, true), (9, false), (500, false)])
  func aFingerPullsOnlyFromTheTop(offset: Double, allowed: Bool) {
    var scroller = makeScroller(at: offset)
    scroller.handle(.touch(mayPull: true), at: 1)
    scroller.handle(.drag(travel: 600), at: 1.1)
    #expect(scroller.pulledExtent(at: 1.1) > 0)
    #expect(scroller.mayPull == allowed)
  }

  @Test func aFingerThatMovedUpFirstDoesNotPull() {
    var scroller = makeScroller()
    scroller.handle(.touch(mayPull: true), at: 0)
    scroller.handle(.drag(travel: -1), at: 0.1)
    scroller.handle(.drag(travel: 300), at: 0.2)
    #expect(!scroller.mayPull)
  }

  @Test func tremblingOfACatchDoesNotDecide() {
    var scroller = makeScroller()
    scroller.flick(200, velocity: 0, at: 0)
    scroller.handle(.touch(mayPull: true), at: 0.1)
    scroller.handle(.drag(travel: -2), at: 0.2)
    #expect(scroller.mayPull)
    scroller.handle(.drag(travel: 200), at: 0.3)
    #expect(scroller.mayPull)
  }

  @Test func otherDevicesDoNotPull() {
    var scroller = makeScroller()
    scroller.handle(.touch(mayPull: false), at: 0)
    scroller.handle(.drag(travel: 300), at: 0.2)
    #expect(!scroller.mayPull)
  }

  @Test func theLoserOfAnAxisSettlesWithoutVelocity() {
    var scroller = makeScroller(at: 700)
    scroller.handle(.touch(mayPull: true), at: 0)
    scroller.handle(.letGo, at: 0.1)
    #expect(scroller.position(at: 0.2) == 700)
    #expect(scroller.activity(at: 0.2) == .idle)
  }

  @Test func aHoldDoesNotBlockTaps() {
    var scroller = makeScroller(at: 700)
    scroller.handle(.touch(mayPull: true), at: 0)
    #expect(!scroller.catchesTouch(at: 0.1))
    scroller.handle(.letGo, at: 0.1)
    #expect(!scroller.catchesTouch(at: 0.1))
  }

  @Test func cancelOutsideSpringsBackWithoutVelocity() {
    var scroller = makeScroller()
    scroller.handle(.touch(mayPull: true), at: 0)
    scroller.handle(.drag(travel: 300), at: 0.2)
    scroller.handle(.letGo, at: 0.2)
    #expect(scroller.velocity(at: 0.2) == 0)
    #expect(scroller.liftVelocity == 0)
    #expect(scroller.restingOffset == 0)
  }

  @Test func aFastReturnGoesOnIntoTheList() {
    var scroller = makeScroller()
    // 5 dp beyond the top, flicked up: the spring would swing past the edge and come back.
    scroller.flick(9, velocity: -2000, at: 0)
    #expect(scroller.position(at: 0) < 0)
    #expect(scroller.restingOffset > 100)
    var last = scroller.position(at: 0)
    for step in 1...300 {
      let now = scroller.position(at: Double(step) / 100)
      // It ends on a device pixel, up to half of one back.
      #expect(now >= last - 0.5)
      last = now
    }
  }

  @Test func momentumGoesToTheListOnRequest() {
    var scroller = makeScroller()
    scroller.flick(208, velocity: -1000, at: 0)
    #expect(scroller.restingOffset == 0)
    let before = (scroller.position(at: 0), scroller.velocity(at: 0))
    scroller.releaseIntoContent(velocity: -1000, at: 0)
    #expect(isNear(scroller.position(at: 0), before.0, within: 1e-9))
    #expect(isNear(scroller.velocity(at: 0), before.1, within: 1e-6))
    // 489.5 of travel, 208 of which lead back to the top.
    #expect(isNear(scroller.restingOffset, 489.5 - 208, within: 1))
  }

  @Test func tooLittleMomentumSpringsBack() {
    var scroller = makeScroller()
    scroller.flick(400, velocity: -500, at: 0)
    scroller.releaseIntoContent(velocity: -500, at: 0)
    #expect(scroller.restingOffset == 0)
    #expect(scroller.activity(at: 0.01) == .springing)
  }
}

/// Scrolls down by a thousand, then drags back up over the top.
private func scrolledBack(fromAnywhere: Bool) -> Scroller {
  var scroller = makeScroller(at: 100)
  scroller.handle(.touch(mayPull: true, fromAnywhere: fromAnywhere), at: 1)
  scroller.handle(.drag(travel: -20), at: 1.1)
  scroller.handle(.drag(travel: 300), at: 1.2)
  return scroller
}

@Test(arguments: [(false, false), (true, true)])
func aFingerThatScrollsUpToTheTopPullsOnlyFromAnywhere(fromAnywhere: Bool, mayPull: Bool) {
  let scroller = scrolledBack(fromAnywhere: fromAnywhere)
  #expect(scroller.pulledExtent(at: 1.2) > 50)
  #expect(scroller.mayPull == mayPull)
}

@Test func aMouseDoesNotPullFromAnywhereEither() {
  var scroller = makeScroller(at: 100)
  scroller.handle(.touch(mayPull: false, fromAnywhere: true), at: 1)
  scroller.handle(.drag(travel: 300), at: 1.2)
  #expect(!scroller.mayPull)
}
