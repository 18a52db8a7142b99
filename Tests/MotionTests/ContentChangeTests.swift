import Motion
import Testing

/// Content that changes, and the header a refresh holds open.
@Suite struct ContentChangeTests {
  @Test func shrinkingAtRestClamps() {
    var scroller = makeScroller(content: 1700, at: 900)
    scroller.setContent(900, viewport: 800, at: 1)
    #expect(scroller.position(at: 1) == 100)
    #expect(scroller.settlesAt == nil)
  }

  @Test func shrinkingUnderAFingerClampsAndDragsOn() {
    var scroller = makeScroller(content: 1700, at: 900)
    scroller.handle(.touch(mayPull: true), at: 0)
    scroller.setContent(900, viewport: 800, at: 1)
    #expect(scroller.position(at: 1) == 100)
    scroller.handle(.drag(travel: 50), at: 2)
    #expect(scroller.position(at: 2) == 50)
  }

  @Test func shrinkingKeepsAPullThatIsHeld() {
    var scroller = makeScroller(content: 1700)
    scroller.handle(.touch(mayPull: true), at: 0)
    scroller.handle(.drag(travel: 200), at: 0)
    let shown = scroller.position(at: 0)
    scroller.setContent(900, viewport: 800, at: 1)
    #expect(isNear(scroller.position(at: 1), shown, within: 1e-9))
    #expect(scroller.mayPull)
  }

  /// Rows that go below an end that is pulled move nothing that a finger holds: it is pulled further now, and springs to where the
  /// content ends when it is let go.
  @Test(arguments: [1.0, 20, 80, 200, 300])
  func shrinkingBelowAPulledEndMovesNothing(height: Double) {
    var scroller = makeScroller(content: 1700, at: 900)
    scroller.handle(.touch(mayPull: true), at: 0)
    scroller.handle(.drag(travel: -200), at: 0)
    let held = scroller.position(at: 0)
    scroller.setContent(1700 - height, viewport: 800, at: 1)
    #expect(isNear(scroller.position(at: 1), held, within: 1e-9))
    scroller.handle(.drag(travel: -201), at: 1)
    #expect((held...(held + 1)).contains(scroller.position(at: 1)))
    scroller.handle(.lift(travel: -201, velocity: 0), at: 1.1)
    #expect(scroller.restingOffset == 900 - height)
  }

  @Test func shrinkingLeavesAMovingOverscrollAlone() {
    var scroller = makeScroller(content: 1700, at: 900)
    scroller.handle(.touch(mayPull: true), at: 0)
    scroller.handle(.drag(travel: 1300), at: 0)
    scroller.handle(.letGo, at: 0)
    let expected = (0...20).map { scroller.position(at: Double($0) / 20) }
    scroller.setContent(900, viewport: 800, at: 0.1)
    for step in 2...20 { #expect(isNear(scroller.position(at: Double(step) / 20), expected[step], within: 1e-6)) }
    #expect(scroller.restingOffset == 0)
  }

  @Test func shrinkingUnderAFlingSpringsBack() {
    var scroller = makeScroller(at: 1000)
    scroller.flick(0, velocity: -1000, at: 0)
    let shown = (scroller.position(at: 0.1), scroller.velocity(at: 0.1))
    scroller.setContent(1800, viewport: 800, at: 0.1)
    #expect(isNear(scroller.position(at: 0.1), shown.0, within: 1e-9))
    #expect(isNear(scroller.velocity(at: 0.1), shown.1, within: 1e-6))
    #expect(scroller.restingOffset == 1000)
  }

  @Test func nothingIsShownBeyondHalfAViewportPastTheEnd() {
    var scroller = makeScroller(at: 5000)
    scroller.flick(0, velocity: -1000, at: 0)
    scroller.setContent(1800, viewport: 800, at: 0.1)
    #expect(isNear(scroller.position(at: 0.1), 1400))
    #expect(scroller.restingOffset == 1000)
  }

  @Test func growingAtTheEndLetsAFlingGoOn() {
    var scroller = makeScroller(content: 1700, at: 800)
    scroller.flick(0, velocity: -1000, at: 0)
    #expect(scroller.restingOffset == 900)
    scroller.setContent(8000, viewport: 800, at: 0.05)
    #expect(isNear(scroller.restingOffset, 800 + 489.5, within: 1))
  }

  @Test func growingUnderABounceTurnsItIntoAFling() {
    var scroller = makeScroller(content: 1700, at: 900)
    scroller.flick(0, velocity: -2000, at: 0)
    let shown = (scroller.position(at: 0.05), scroller.velocity(at: 0.05))
    #expect(shown.0 > 900)
    scroller.setContent(8000, viewport: 800, at: 0.05)
    #expect(isNear(scroller.position(at: 0.05), shown.0, within: 1e-9))
    #expect(isNear(scroller.velocity(at: 0.05), shown.1, within: 1e-6))
    #expect(scroller.restingOffset > shown.0)
  }

  @Test func aScrollToAPlaceThatIsGoneEndsAtTheEnd() {
    var scroller = makeScroller()
    scroller.scroll(to: 4000, at: 0)
    let shown = scroller.position(at: 0.2)
    scroller.setContent(2800, viewport: 800, at: 0.2)
    #expect(isNear(scroller.position(at: 0.2), shown, within: 1e-9))
    #expect(scroller.restingOffset == 2000)
  }

  /// What a list shows, independent of where its coordinates begin, while something else happens.
  @Test(arguments: ["drag", "fling", "bounce at the end", "scroll", "spring back at the top", "rest"])
  func insertingAboveIsInvisible(situation: String) {
    func prepare() -> Scroller {
      switch situation {
      case "drag":
        var scroller = makeScroller(at: 400)
        scroller.handle(.touch(mayPull: true), at: 0)
        scroller.handle(.drag(travel: -30), at: 0)
        return scroller
      case "fling":
        var scroller = makeScroller(at: 400)
        scroller.flick(0, velocity: -1500, at: 0)
        return scroller
      case "bounce at the end":
        var scroller = makeScroller(at: 7200)
        scroller.flick(0, velocity: -1500, at: 0)
        return scroller
      case "scroll":
        var scroller = makeScroller(at: 400)
        scroller.scroll(to: 1500, at: 0)
        return scroller
      case "spring back at the top":
        var scroller = makeScroller()
        scroller.flick(200, velocity: 100, at: 0)
        return scroller
      default:
        return makeScroller(at: 400)
      }
    }
    let undisturbed = prepare()
    var scroller = prepare()
    scroller.insertAbove(120, at: 0.05)
    scroller.insertAbove(35.5, at: 0.1)
    for step in 10...400 {
      let time = Double(step) / 100
      // A fling ends on a device pixel, before and after.
      #expect(isNear(scroller.position(at: time), undisturbed.position(at: time) + 155.5, within: 0.5 + 1e-6))
      if undisturbed.isMoving(at: time), scroller.isMoving(at: time) {
        #expect(isNear(scroller.position(at: time), undisturbed.position(at: time) + 155.5, within: 1e-6))
      }
    }
  }

  @Test func aFlingToTheTopFindsTheInsertedRows() {
    var scroller = makeScroller(at: 300)
    scroller.flick(0, velocity: 1000, at: 0)
    #expect(scroller.restingOffset == 0)
    scroller.insertAbove(1000, at: 0.1)
    #expect(isNear(scroller.restingOffset, 1300 - 489.5, within: 1))
  }

  @Test func removingAboveStopsAtTheTop() {
    var scroller = makeScroller(at: 300)
    scroller.insertAbove(-500, at: 1)
    #expect(scroller.position(at: 1) == -200)
    #expect(scroller.restingOffset == 0)
  }

  @Test func viewportsMayTurn() {
    var scroller = makeScroller(at: 7200)
    scroller.setContent(8000, viewport: 480, at: 0)
    #expect(scroller.position(at: 0) == 7200)
    // Of the rows none is gone: none jumps.
    scroller.setContent(8000, viewport: 900, at: 1)
    #expect(scroller.position(at: 1) == 7200)
    #expect(scroller.restingOffset == 7100)
  }
}

@Suite struct HeaderTests {
  /// Pulled to 120 and let go, as when a refresh fires.
  private func fired() -> Scroller {
    var scroller = makeScroller()
    let travel = RubberBand(viewport: 800).travel(ofExtent: 120)
    scroller.flick(travel, velocity: 200, at: 0)
    return scroller
  }

  @Test func openingAtTheLiftSpringsToTheHold() {
    var scroller = fired()
    let shown = (scroller.position(at: 0), scroller.velocity(at: 0))
    scroller.setHeader(80, at: 0)
    scroller.spring(to: -80, at: 0)
    #expect(isNear(scroller.position(at: 0), shown.0, within: 1e-9))
    #expect(isNear(scroller.velocity(at: 0), shown.1, within: 1e-6))
    #expect(scroller.restingOffset == -80)
    #expect(scroller.pulledExtent(at: 5) == 80)
    #expect(!scroller.isMoving(at: 5))
  }

  @Test func closingSpringsToTheTop() {
    var scroller = fired()
    scroller.setHeader(80, at: 0)
    scroller.spring(to: -80, at: 0)
    scroller.setHeader(0, at: 3)
    #expect(scroller.position(at: 3) == -80)
    #expect(scroller.restingOffset == 0)
    #expect(scroller.activity(at: 3.1) == .springing)
  }

  @Test func closingScrolledAwayMovesNothing() {
    var scroller = fired()
    scroller.setHeader(80, at: 0)
    scroller.spring(to: -80, at: 0)
    scroller.scroll(to: 500, at: 2)
    scroller.setHeader(0, at: 4)
    #expect(scroller.position(at: 4) == 500)
    #expect(scroller.settlesAt == nil)
  }

  @Test func beginningAtTheTopOpensByItself() {
    var scroller = makeScroller()
    scroller.setHeader(80, at: 0)
    #expect(scroller.position(at: 1) == 0)
    scroller.spring(to: -80, at: 1)
    #expect(scroller.position(at: 1) == 0)
    #expect(isNear(scroller.position(at: 1.3112), -72, within: 0.1))
    #expect(scroller.restingOffset == -80)
  }

  @Test func aFingerFeelsNoChangeWhenTheHeaderOpensOrCloses() {
    var scroller = makeScroller()
    scroller.handle(.touch(mayPull: true), at: 0)
    scroller.handle(.drag(travel: 300), at: 0)
    let shown = scroller.position(at: 0)
    scroller.setHeader(80, at: 0.1)
    #expect(isNear(scroller.position(at: 0.1), shown, within: 1e-9))
    scroller.spring(to: -80, at: 0.1)
    #expect(scroller.isHeld)
    // The rubber band now begins at the header's height.
    scroller.handle(.drag(travel: 0), at: 0.2)
    scroller.setHeader(0, at: 0.3)
    let before = scroller.position(at: 0.3)
    scroller.setHeader(80, at: 0.4)
    scroller.setHeader(0, at: 0.5)
    #expect(isNear(scroller.position(at: 0.5), before, within: 1e-9))
    scroller.handle(.letGo, at: 1)
    #expect(scroller.restingOffset >= 0)
  }

  @Test func theRubberBandStretchesAroundTheOpenHeader() {
    var scroller = makeScroller()
    scroller.setHeader(80, at: 0)
    scroller.spring(to: -80, at: 0)
    scroller.handle(.touch(mayPull: true), at: 2)
    scroller.handle(.drag(travel: 100), at: 2)
    #expect(isNear(scroller.pulledExtent(at: 2), 80 + RubberBand(viewport: 800).extent(ofTravel: 100)))
    scroller.handle(.drag(travel: -100), at: 2.1)
    #expect(scroller.position(at: 2.1) == 20)
  }

  @Test func shortContentOpensAndCloses() {
    var scroller = makeScroller(content: 760)
    scroller.setHeader(80, at: 0)
    scroller.spring(to: -80, at: 0)
    #expect(scroller.restingOffset == -80)
    scroller.setHeader(0, at: 3)
    #expect(scroller.position(at: 3) == -80)
    #expect(scroller.restingOffset == 0)
  }

  @Test func aHeaderWithoutHeightReturnsAtOnce() {
    var scroller = fired()
    scroller.setHeader(0, at: 0)
    scroller.spring(to: 0, at: 0)
    #expect(scroller.restingOffset == 0)
  }

  @Test func flickingAwayFromTheOpenHeaderScrollsTheList() {
    var scroller = makeScroller()
    scroller.setHeader(80, at: 0)
    scroller.spring(to: -80, at: 0)
    scroller.flick(-20, velocity: -1000, at: 2)
    #expect(isNear(scroller.restingOffset, -60 + 489.5, within: 1))
  }
}
