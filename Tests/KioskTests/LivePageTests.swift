import Board
import Motion
import Scene
import TestSupport
import Testing

@testable import Kiosk

/// What lies on the glass, or slides away from it, does not make it deaf.
@Suite struct LivePageTests {
  private func touch(_ desk: FocusDesk, _ phase: TouchEvent.Phase, _ x: Double, _ y: Double, contact: Int = 0) {
    desk.kiosk.handle(
      .touch(TouchEvent(phase: phase, contact: contact, position: Point(x: x, y: y), time: desk.now)))
  }

  private func tap(_ desk: FocusDesk, _ x: Double, _ y: Double, contact: Int = 5) {
    touch(desk, .down, x, y, contact: contact)
    desk.wait(0.1)
    touch(desk, .up, x, y, contact: contact)
    desk.wait(0.1)
  }

  @Test(arguments: [1, 3, 9]) func besidePalmsFingersTapAndScroll(palms: Int) {
    let desk = FocusDesk(gap: 2000)
    for palm in 0..<palms {
      touch(desk, .down, 100 + Double(palm) * 60, 470, contact: palm)
      desk.wait(0.15)
    }
    desk.wait(0.6)
    tap(desk, 200, 160, contact: 10)
    #expect(desk.taps == [card(1)])
    touch(desk, .down, 300, 450, contact: 10)
    for step in 1...12 {
      touch(desk, .motion, 300, 450 - Double(step) * 20, contact: 10)
      // One of what lies there slides along.
      touch(desk, .motion, 100 + Double(step) * 20, 470 - Double(step), contact: 0)
      desk.wait(0.017)
    }
    touch(desk, .up, 300, 210, contact: 10)
    desk.wait(3)
    let offset = desk.kiosk.offset
    #expect(offset > 260, "it was flung")
    for palm in 0..<palms { touch(desk, .up, 100 + Double(palm) * 60, 470, contact: palm) }
    desk.wait(1)
    #expect(desk.kiosk.offset == offset && desk.taps == [card(1)] && !desk.kiosk.isTouched)
  }

  /// A slider that is held stays held, whoever taps beside it.
  @Test func aSliderStaysItsFingers() {
    let desk = FocusDesk()
    touch(desk, .down, 400, 364)
    for step in 1...10 {
      touch(desk, .motion, 400 + Double(step) * 10, 364)
      desk.wait(0.02)
    }
    desk.wait(2)
    tap(desk, 200, 160)
    #expect(desk.taps == [card(1)])
    touch(desk, .motion, 580, 364)
    desk.wait(0.02)
    touch(desk, .up, 580, 364)
    #expect(desk.shares == [0.75])
  }

  /// A finger that rests on something beside a palm does not begin the voice; two that land one after the other do.
  @Test(arguments: [(0.3, true), (0.7, false), (30, false)])
  func aPalmAndAFingerAreNotTwoFingers(pause: Double, areTwo: Bool) {
    let desk = FocusDesk()
    touch(desk, .down, 100, 470, contact: 1)
    desk.wait(pause)
    touch(desk, .down, 200, 160)
    desk.wait(2)
    touch(desk, .up, 200, 160)
    touch(desk, .up, 100, 470, contact: 1)
    #expect(desk.requests.contains(.listening(.help)) == areTwo)
    #expect(desk.taps == (areTwo ? [] : [card(1)]))
  }

  private func asking(_ desk: FocusDesk) {
    let sheet = Pixmap(size: PixelSize(width: 400, height: 200), isOpaque: true) { _, _ in Pixel(word: 0xFF00_0000) }
    desk.kiosk.receive(
      .question(
        Question(
          pixmap: sheet, yes: PixelRect(x: 210, y: 120, width: 180, height: 60),
          no: PixelRect(x: 10, y: 120, width: 180, height: 60), radius: 8)), at: desk.now)
    desk.wait(1)
  }

  /// The sheet lies at 264...464, and its answers at 384...444; card 1 is above it.
  @Test(arguments: [0.02, 0.1, 0.3, 0.6, 1]) func anAnsweredQuestionLeavesThePage(pause: Double) {
    let desk = FocusDesk()
    asking(desk)
    touch(desk, .down, 500, 410)
    touch(desk, .up, 500, 410)
    #expect(desk.requests.last == .answered(true))
    desk.wait(pause)
    tap(desk, 200, 160)
    #expect(desk.taps == [card(1)])
    desk.press(.down)
    #expect(desk.place != nil)
  }

  /// The second tap on an answer presses nothing that lies under the sheet.
  @Test func whatSlidesAwayIsNotPressedThrough() {
    let desk = FocusDesk()
    asking(desk)
    touch(desk, .down, 500, 410)
    touch(desk, .up, 500, 410)
    desk.wait(0.02)
    tap(desk, 500, 364)
    #expect(desk.shares.isEmpty && desk.taps.isEmpty)
    desk.wait(1)
    tap(desk, 590, 364)
    #expect(desk.shares.count == 1)
  }

  /// A finger that is on the sheet while keys answer means nothing to the page.
  @Test func whatHasLandedOnTheSheetMeansNothing() {
    let desk = FocusDesk()
    asking(desk)
    touch(desk, .down, 200, 160)
    desk.wait(0.1)
    desk.press(.back)
    touch(desk, .up, 200, 160)
    desk.wait(0.1)
    #expect(desk.taps.isEmpty && desk.requests.last == .answered(false))
    tap(desk, 200, 160)
    #expect(desk.taps == [card(1)])
  }

  /// As it was: a record of then is played so.
  @Test func onceItWasDeaf() {
    let desk = FocusDesk()
    desk.kiosk.hasOldHands = true
    asking(desk)
    touch(desk, .down, 500, 410)
    touch(desk, .up, 500, 410)
    desk.wait(0.1)
    #expect(desk.kiosk.navigation.isAsking == true)
    tap(desk, 200, 160)
    #expect(desk.taps.isEmpty)
    desk.wait(1)
    touch(desk, .down, 100, 470, contact: 1)
    desk.wait(1)
    tap(desk, 200, 160)
    #expect(desk.taps.isEmpty)
  }
}
