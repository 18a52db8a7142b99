import Motion
import Numbers
import TestSupport
import Testing

/// With less motion chosen nothing is stretched, bounces or swings, whatever fingers do.
@Suite struct StillTests {
  private func scroller(_ content: Double = 3000) -> Scroller {
    var scroller = Scroller(content: content, viewport: 480)
    scroller.isStill = true
    return scroller
  }

  /// What keys and the ring of keys scroll to is there at once.
  @Test func keysDoNotSlide() {
    var scroller = scroller()
    scroller.handle(.key(.pageDown), at: 1)
    #expect(scroller.position(at: 1) == 384 && !scroller.isMoving(at: 1))
    #expect(scroller.lastMoved(at: 1) == 1, "the indicator says where that is")
    scroller.scroll(to: 1e9, by: .keyboard, at: 2)
    #expect(scroller.position(at: 2) == scroller.range.upper)
  }

  /// A flick towards an end stops there and stays.
  @Test(arguments: [-1.0, 1])
  func aFlickStopsAtTheEnd(direction: Double) {
    var scroller = scroller()
    scroller.scroll(to: 1260, at: 0)
    scroller.handle(.touch(mayPull: false), at: 5)
    scroller.handle(.drag(travel: direction * 20), at: 5.05)
    scroller.handle(.lift(travel: direction * 20, velocity: direction * 8000), at: 5.1)
    let end = direction < 0 ? scroller.range.upper : 0
    #expect(scroller.restingOffset == end)
    for tick in 0..<300 { #expect(scroller.range.contains(scroller.position(at: 5.1 + Double(tick) / 60))) }
    #expect((scroller.settlesAt ?? .infinity) < 6)
  }

  /// A pull follows the finger, for it refreshes; what comes back comes back shortly, from one side, and no further.
  @Test(arguments: [0.0, 60])
  func aPullComesBackWithoutASpring(header: Double) {
    var scroller = scroller()
    scroller.handle(.touch(mayPull: true), at: 0)
    scroller.handle(.drag(travel: 300), at: 0.3)
    #expect(scroller.position(at: 0.3) < -80)
    scroller.setHeader(header, at: 0.3)
    scroller.handle(.lift(travel: 300, velocity: 3000), at: 0.35)
    scroller.spring(to: -header, at: 0.35)
    var last = scroller.position(at: 0.35)
    for tick in 1..<30 {
      let next = scroller.position(at: 0.35 + Double(tick) / 60)
      #expect(next >= last && next <= -header)
      last = next
    }
    #expect(last == -header)
    #expect((scroller.settlesAt ?? 0) <= 0.35 + 0.2)
  }

  /// Whatever happens in whatever order: beyond the ends lies only what is pulled at the top, or on its short way back.
  @Test(arguments: 0..<200)
  func nothingIsEverStretched(seed: Int) {
    var chance = SplitMix64(seed: UInt64(seed))
    var scroller = scroller(Double.random(in: 100...4000, using: &chance))
    var time = 0.0
    var isDown = false
    var travel = 0.0
    for _ in 0..<120 {
      time += Double.random(in: 0.001...0.2, using: &chance)
      let before = scroller.position(at: time)
      switch Int.random(in: 0..<10, using: &chance) {
      case 0, 1:
        (isDown, travel) = (true, 0)
        scroller.handle(.touch(mayPull: Bool.random(using: &chance)), at: time)
      case 2, 3, 4:
        guard isDown else { continue }
        travel += Double.random(in: -400...400, using: &chance)
        scroller.handle(.drag(travel: travel), at: time)
      case 5, 6:
        guard isDown else { continue }
        isDown = false
        scroller.handle(.lift(travel: travel, velocity: Double.random(in: -9000...9000, using: &chance)), at: time)
      case 7: scroller.handle(.wheel(lines: Double.random(in: -9...9, using: &chance)), at: time)
      case 8: scroller.setContent(Double.random(in: 100...4000, using: &chance), viewport: 480, at: time)
      default: scroller.insertAbove(Double.random(in: -200...200, using: &chance), at: time)
      }
      let offset = scroller.position(at: time)
      #expect(offset <= max(scroller.range.upper, before) || isDown == false)
      if isDown, !scroller.mayPull { #expect(scroller.range.contains(offset)) }
      // From anywhere it is at rest inside within what an eased way takes, unless a finger holds it or a fling goes on.
      if !isDown, !scroller.range.contains(offset) {
        #expect(scroller.activity(at: time) == .scrolling)
        #expect((scroller.settlesAt ?? .infinity) - time < 0.201)
      }
      #expect(scroller.activity(at: time) != .springing)
    }
  }

  /// Pages: nothing is seen beyond the first and the last, and what is let go between two goes to its place shortly.
  @Test func pagesDoNotSwing() {
    var pager = Pager(count: 3, width: 800, grid: PixelGrid(scale: 1))
    pager.isStill = true
    pager.touch(at: 0)
    pager.drag(travel: 300, at: 0.2)
    #expect(pager.offset(at: 0.2) == 0)
    pager.lift(travel: 300, velocity: 2000, at: 0.25)
    #expect(pager.offset(at: 0.3) == 0 && pager.isSettled(at: 0.25))
    pager.touch(at: 1)
    pager.drag(travel: -500, at: 1.2)
    pager.lift(travel: -500, velocity: -2000, at: 1.25)
    var last = pager.offset(at: 1.25)
    for tick in 1..<20 {
      let next = pager.offset(at: 1.25 + Double(tick) / 60)
      #expect(next >= last && next <= 800)
      last = next
    }
    #expect(last == 800 && pager.isSettled(at: 1.45))
    pager.reset(count: 3, current: 2, at: 2)
    pager.touch(at: 3)
    pager.drag(travel: -300, at: 3.2)
    #expect(pager.offset(at: 3.2) == 1600)
  }

  /// Chosen while a fling is on its way: it ends at the end, without a spring.
  @Test(arguments: [-9000.0, 9000])
  func aFlingUnderWayMeetsItsEndStill(velocity: Double) {
    var scroller = Scroller(content: 3000, viewport: 480)
    scroller.handle(.wheel(lines: 20), at: 0)
    scroller.handle(.touch(mayPull: false), at: 2)
    scroller.handle(.drag(travel: velocity / 100), at: 2.02)
    scroller.handle(.lift(travel: velocity / 100, velocity: velocity), at: 2.03)
    scroller.isStill = true
    scroller.setContent(3000, viewport: 480, at: 2.05)
    for tick in 0..<300 {
      let offset = scroller.position(at: 2.05 + Double(tick) / 60)
      #expect(scroller.range.contains(offset))
    }
    #expect(scroller.activity(at: 7.1) == .idle)
  }

  /// A finger far past an end takes the content along at once on its way back, and nothing leaps when all moves again.
  @Test func theFingerDoesNotRunAhead() {
    var scroller = Scroller(content: 3000, viewport: 480)
    scroller.isStill = true
    scroller.handle(.touch(mayPull: false), at: 0)
    scroller.handle(.drag(travel: 300), at: 0.1)
    #expect(scroller.position(at: 0.1) == 0)
    scroller.handle(.drag(travel: 290), at: 0.2)
    #expect(abs(scroller.position(at: 0.2) - 10) < 0.001)
    scroller.handle(.drag(travel: 500), at: 0.3)
    scroller.isStill = false
    #expect(scroller.position(at: 0.3) == 0)
  }
}
