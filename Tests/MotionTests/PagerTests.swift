import TestSupport
import Testing

@testable import Motion

private let width = 480.0
private let grids = [1.0, 1.5, 2.0]

private func pager(_ count: Int = 4, on page: Int = 0, scale: Double = 1) -> Pager {
  var pager = Pager(count: count, width: width, grid: PixelGrid(scale: scale))
  pager.reset(count: count, current: page, at: 0)
  return pager
}

/// A finger that drags by `travel` from time 1 on and lifts at 1.2.
private func drag(_ pager: inout Pager, by travel: Double, velocity: Double) {
  pager.touch(at: 1)
  for step in 1...10 { pager.drag(travel: travel * Double(step) / 10, at: 1 + Double(step) / 50) }
  pager.lift(travel: travel, velocity: velocity, at: 1.2)
}

@Suite struct PagerTests {
  @Test(arguments: [
    (travel: -100.0, velocity: -600.0, page: 2), (-100, 0, 1), (-239, 0, 1), (-241, 0, 2), (-300, 40, 2),
    (-300, 600, 1), (100, 600, 0), (260, 0, 0), (100, -600, 1), (-40, -51, 2), (-40, -49, 1),
    // However far the finger goes, it turns one page.
    (-470, -5000, 2), (470, 5000, 0),
  ])
  func aFlickTurnsThePageAndASlowDragGoesToTheNearer(travel: Double, velocity: Double, page: Int) {
    var pager = pager(on: 1)
    drag(&pager, by: travel, velocity: velocity)
    #expect(pager.current == page)
    #expect(pager.offset(at: 10) == Double(page) * width)
    #expect(pager.isSettled(at: 10))
  }

  @Test func thePageFollowsTheFingerExactly() {
    var pager = pager(on: 1)
    pager.touch(at: 1)
    for travel in stride(from: 0.0, through: -300, by: -7) {
      pager.drag(travel: travel, at: 1.1)
      #expect(pager.offset(at: 1.1) == width - travel)
      #expect(!pager.isSettled(at: 1.1) || travel == 0)
      #expect(pager.current == 1)
    }
  }

  @Test func theEndsGiveLikeRubber() {
    let band = RubberBand(viewport: width)
    for (page, sign) in [(0, 1.0), (3, -1)] {
      var pager = pager(on: page)
      pager.touch(at: 1)
      pager.drag(travel: sign * 200, at: 1.1)
      let overscroll = (Double(page) * width - pager.offset(at: 1.1)) * sign
      #expect(isNear(overscroll, band.extent(ofTravel: 200), within: 1e-9))
      pager.lift(travel: sign * 200, velocity: sign * 900, at: 1.2)
      #expect(pager.current == page)
      #expect(pager.offset(at: 5) == Double(page) * width)
    }
  }

  /// No page but the two in play ever comes into sight, and the motion goes on as fast as the finger was.
  @Test(arguments: UInt64(1)...200)
  func theVelocityIsHandedOverAndNothingOvershoots(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var pager = pager(5, on: 2, scale: grids[Int(seed % 3)])
    let travel = Double.random(in: -460...460, using: &random)
    let velocity = Double.random(in: -4000...4000, using: &random)
    drag(&pager, by: travel, velocity: velocity)
    let start = pager.offset(at: 1.2)
    #expect(start == 2 * width - travel)
    let target = Double(pager.current) * width
    let range = min(start, target)...max(start, target)
    // Away from the target it may first go on a little: then back, but past neither neighbour.
    let turns = (target - start) * -velocity < 0
    var last = start
    for step in 0...1000 {
      let position = pager.offset(at: 1.2 + Double(step) / 500)
      if !turns {
        #expect(range.contains(position))
        #expect(abs(target - position) <= abs(target - last) + 1e-9)
      }
      last = position
    }
    #expect(last == target)
    let distance = abs(target - start)
    guard !turns, abs(velocity) >= Fling.minimumSpeed, abs(velocity) < 60 * distance else { return }
    let handed = (pager.offset(at: 1.2 + 1e-6) - start) / 1e-6
    #expect(isNear(handed, -velocity, within: 1e-2 * abs(velocity) + 1))
  }

  @Test func aMotionIsCaughtWhereItIs() {
    var pager = pager(on: 0)
    drag(&pager, by: -100, velocity: -800)
    #expect(pager.catchesTouch(at: 1.25))
    let place = pager.offset(at: 1.25)
    pager.touch(at: 1.25)
    #expect(pager.offset(at: 1.25) == place && pager.offset(at: 9) == place)
    pager.drag(travel: 30, at: 1.3)
    #expect(isNear(pager.offset(at: 1.3), place - 30, within: 1e-9))
    pager.lift(travel: 30, velocity: 400, at: 1.35)
    #expect(pager.current == 0)
    #expect(pager.offset(at: 9) == 0)
  }

  @Test(arguments: [0.05, 0.1, 0.15, 0.2], [-7.0, 0, 7])
  func aFingerThatOnlyCatchesAMotionLetsItGoOn(after delay: Double, trembling travel: Double) {
    var lifted = pager(on: 1)
    lifted.go(to: 2, at: 1)
    #expect(lifted.catchesTouch(at: 1 + delay))
    lifted.touch(at: 1 + delay)
    lifted.drag(travel: travel, at: 1 + delay + 0.02)
    var released = lifted
    lifted.lift(travel: travel, velocity: travel * 25, at: 1 + delay + 0.04)
    released.letGo(at: 1 + delay + 0.04)
    for pager in [lifted, released] {
      #expect(pager.current == 2)
      #expect(pager.offset(at: 9) == 2 * width)
    }
  }

  @Test func aShortFlickOnAPageThatHasAsGoodAsArrivedTurnsItBack() {
    var pager = pager(on: 1)
    pager.go(to: 2, at: 1)
    let late = 1.4
    #expect(pager.isMoving(at: late) && !pager.catchesTouch(at: late))
    pager.touch(at: late)
    pager.drag(travel: 7, at: late + 0.02)
    pager.lift(travel: 7, velocity: 600, at: late + 0.04)
    #expect(pager.current == 1)
  }

  @Test func aCaughtMotionThatIsDraggedGoesWhereItLies() {
    var pager = pager(on: 1)
    pager.go(to: 2, at: 1)
    pager.touch(at: 1.1)
    let caught = pager.position(at: 1.1)
    #expect(caught > 1.1 && caught < 1.5)
    pager.drag(travel: 20, at: 1.2)
    pager.lift(travel: 20, velocity: 0, at: 1.3)
    #expect(pager.current == 1)
    #expect(pager.offset(at: 9) == width)
  }

  @Test(arguments: [(-200.0, 0), (-300, 1)])
  func aCanceledDragGoesToTheNearerPage(travel: Double, page: Int) {
    var pager = pager(on: 0)
    pager.touch(at: 1)
    pager.drag(travel: travel, at: 1.1)
    pager.letGo(at: 1.2)
    #expect(pager.current == page)
    #expect(pager.offset(at: 9) == Double(page) * width)
  }

  @Test func aTouchThatDragsNothingMovesNothing() {
    var pager = pager(on: 2)
    pager.touch(at: 1)
    pager.letGo(at: 1.1)
    #expect(pager.isSettled(at: 1.1))
    #expect(!pager.isMoving(at: 1.1))
  }

  @Test func theProgramGoesToAnyPageAndAFingerHasPrecedence() {
    var pager = pager(on: 0)
    pager.go(to: 3, at: 1)
    #expect(pager.current == 3 && pager.isMoving(at: 1.1))
    #expect(pager.offset(at: 9) == 3 * width)
    pager.go(to: 4, at: 9)
    #expect(pager.current == 3)
    pager.touch(at: 10)
    pager.go(to: 0, at: 10.1)
    #expect(pager.current == 3)
  }

  /// Asked twice, in any order, it gives the same answer.
  @Test func positionsArePureFunctionsOfTime() {
    var pager = pager(on: 1)
    drag(&pager, by: -150, velocity: -1200)
    let times = (0..<60).map { 1.2 + Double($0) / 60 }
    let forwards = times.map(pager.offset(at:))
    #expect(times.reversed().map(pager.offset(at:)) == forwards.reversed())
  }

  @Test func otherPagesLieThereWithoutMotion() {
    var pager = pager(on: 3)
    pager.reset(count: 2, current: 1, at: 5)
    #expect(pager.offset(at: 5) == width && pager.isSettled(at: 5) && pager.count == 2)
  }
}
