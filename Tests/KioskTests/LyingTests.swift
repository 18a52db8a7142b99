import Board
import Motion
import Scene
import TestSupport
import Testing

@testable import Kiosk

/// A drop of water, or a finger whose lift was lost, is reported again and again, and is nobody.
@Suite struct LyingTests {
  private func touch(
    _ desk: FocusDesk, _ phase: TouchEvent.Phase, _ x: Double, _ y: Double, contact: Int = 0, noise: Double = 0
  ) {
    desk.kiosk.handle(
      .touch(
        TouchEvent(
          phase: phase, contact: contact, position: Point(x: x, y: y), time: desk.now, noise: noise)))
  }

  /// It trembles by so much for so many seconds.
  private func tremble(_ desk: FocusDesk, by far: Double, for seconds: Double, contact: Int = 0) {
    for step in 0..<Int(seconds * 10) {
      touch(desk, .motion, 700 + (step % 2 == 0 ? far : -far), 300, contact: contact)
      desk.wait(0.1)
    }
  }

  @Test(arguments: [(0.0, 0.0, true), (3, 0, true), (7.5, 8, true), (30, 0, false)])
  func whatTremblesDoesNotKeepThePage(far: Double, noise: Double, isNobody: Bool) {
    let desk = FocusDesk(gap: 2000)
    desk.kiosk.receive(.idle(IdleRule(after: 30, action: .top)), at: desk.now)
    desk.kiosk.handle(.wheel(lines: 20, position: Point(x: 300, y: 300), time: desk.now))
    desk.wait(2)
    #expect(desk.kiosk.offset > 300)
    touch(desk, .down, 700, 300, noise: noise)
    tremble(desk, by: far, for: 50)
    #expect(desk.kiosk.offset > 300 && desk.kiosk.isTouched, "it may be somebody")
    tremble(desk, by: far, for: 20)
    #expect((desk.kiosk.offset == 0) == isNobody)
  }

  /// Nor does it keep the light on; whoever comes then is seen, and taps.
  @Test func whatTremblesDoesNotKeepTheLight() {
    let desk = FocusDesk(gap: 2000)
    desk.kiosk.receive(.ladder(IdleLadder([IdleLadder.Stage(after: 20, light: .black)])), at: desk.now)
    touch(desk, .down, 700, 300)
    tremble(desk, by: 3, for: 30)
    #expect(desk.kiosk.light == .black)
    tremble(desk, by: 3, for: 30)
    #expect(desk.kiosk.light == .black)
    // The first wakes, the second presses.
    for turn in 0..<2 {
      touch(desk, .down, 200, 160, contact: 5)
      desk.wait(0.1)
      desk.kiosk.presented(at: desk.now)
      touch(desk, .up, 200, 160, contact: 5)
      #expect(desk.kiosk.light == .lit(1) && desk.taps.count == turn)
      tremble(desk, by: 3, for: 1)
    }
    tremble(desk, by: 3, for: 30)
    #expect(desk.kiosk.light == .black)
  }

  /// A contact that lands anew although it never lifted is one.
  @Test func whatLandsTwiceIsOne() {
    let desk = FocusDesk(gap: 2000)
    for contact in [3, 3, 4, 3, 3] {
      touch(desk, .down, 200, 160, contact: contact)
      desk.wait(1)
    }
    touch(desk, .up, 200, 160, contact: 3)
    #expect(desk.taps == [card(1)])
  }

  /// Records of before are played as they were.
  @Test func onceItWasSomebody() {
    let desk = FocusDesk(gap: 2000)
    desk.kiosk.hasStiffHands = true
    desk.kiosk.receive(.ladder(IdleLadder([IdleLadder.Stage(after: 20, light: .black)])), at: desk.now)
    touch(desk, .down, 700, 300)
    tremble(desk, by: 3, for: 30)
    #expect(desk.kiosk.light == .lit(1))
  }
}

/// Fingers that go across switches.
@Suite struct SwipeTests {
  /// A page of one switch, and of keys that are written on below it.
  private func desk(pages: Int = 1, isMirrored: Bool = false) -> FocusDesk {
    let desk = FocusDesk()
    let frame = PixelRect(x: 24, y: 20, width: 752, height: 80)
    let blocks = [
      KioskPage.Block(id: card(0), frame: frame, isTappable: true, control: KioskPage.Control(parts: [frame])),
      KioskPage.Block(
        id: card(1), frame: PixelRect(x: 24, y: 120, width: 752, height: 1000), isTappable: true),
    ]
    let page = KioskPage(generation: 2, blocks: blocks, tiles: [], header: nil, height: 1200)
    if pages > 1 {
      desk.kiosk.receive(.pages((0..<pages).map { PageOffer(number: $0, page: page) }), at: desk.now)
    } else {
      desk.kiosk.receive(.page(page), at: desk.now)
    }
    desk.kiosk.navigation.isMirrored = isMirrored
    desk.wait(0.1)
    return desk
  }

  private func swipe(_ desk: FocusDesk, from a: Point, to b: Point) {
    func touch(_ phase: TouchEvent.Phase, _ share: Double) {
      let place = Point(x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share)
      desk.kiosk.handle(.touch(TouchEvent(phase: phase, contact: 0, position: place, time: desk.now)))
      desk.wait(0.02)
    }
    touch(.down, 0)
    for step in 1...8 { touch(.motion, Double(step) / 8) }
    touch(.up, 1)
    desk.wait(0.5)
  }

  private func swipes(_ desk: FocusDesk) -> [Bool] {
    desk.requests.compactMap {
      if case .controlled(card(0), nil, .swipe(let towardsEnd)) = $0 { towardsEnd } else { nil }
    }
  }

  @Test(arguments: [false, true]) func aSwipeGoesTheWayOfTheThumb(isMirrored: Bool) {
    let desk = desk(isMirrored: isMirrored)
    swipe(desk, from: Point(x: 600, y: 60), to: Point(x: 640, y: 62))
    swipe(desk, from: Point(x: 600, y: 60), to: Point(x: 400, y: 66))
    #expect(swipes(desk) == (isMirrored ? [false, true] : [true, false]) && desk.presses.isEmpty)
  }

  /// A roll taps, what goes up scrolls, what goes aslant, began elsewhere or turns pages is no swipe.
  @Test func nothingElseSwipes() {
    let desk = desk()
    swipe(desk, from: Point(x: 600, y: 60), to: Point(x: 620, y: 60))
    #expect(desk.presses == [0])
    swipe(desk, from: Point(x: 600, y: 90), to: Point(x: 680, y: 60))
    swipe(desk, from: Point(x: 600, y: 300), to: Point(x: 680, y: 300))
    #expect(swipes(desk).isEmpty)
    let pages = self.desk(pages: 2)
    swipe(pages, from: Point(x: 600, y: 60), to: Point(x: 300, y: 60))
    #expect(swipes(pages).isEmpty && pages.kiosk.page == 1)
    let old = self.desk()
    old.kiosk.hasStiffHands = true
    swipe(old, from: Point(x: 600, y: 60), to: Point(x: 700, y: 60))
    #expect(swipes(old).isEmpty)
  }
}
