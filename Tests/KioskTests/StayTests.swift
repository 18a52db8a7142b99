import Board
import Motion
import Scene
import TestSupport
import Testing

@testable import Kiosk

extension FocusDesk {
  fileprivate var stays: [Stay] { requests.compactMap { if case .stay(let stay) = $0 { stay } else { nil } } }

  /// Lets time pass as a frame loop does: a frame only where one is wanted.
  func rest(_ seconds: Double) {
    let end = now + seconds
    while now < end {
      if kiosk.needsFrame(at: now) { wait(1.0 / 60) } else { skip(to: min(kiosk.nextDeadline(after: now) ?? end, end)) }
    }
  }

  fileprivate func choose() {
    var ease = PanelEase()
    ease.isChosen = true
    kiosk.receive(.ease(ease), at: now)
  }
}

/// Whoever has used the panel is told before what he has opened and chosen is undone.
@Suite struct StayTests {
  /// Twenty seconds before, or half of a shorter time; a touch begins all of it anew.
  @Test(arguments: [(60.0, 40.0), (200, 180), (30, 15), (8, 4)])
  func heIsTold(after: Double, notice: Double) {
    let desk = FocusDesk()
    desk.kiosk.receive(.idle(IdleRule(after: after, action: .top)), at: desk.now)
    // At the top of a page there is nothing to lose.
    desk.tap(400, 460)
    desk.rest(after * 3)
    #expect(desk.stays == [])
    desk.press(.end)
    desk.tap(400, 460)
    desk.rest(notice - 0.5)
    #expect(desk.stays == [])
    desk.rest(1)
    #expect(desk.stays == [.ending])
    desk.tap(400, 460)
    desk.rest(0.1)
    #expect(desk.stays == [.ending, .goesOn] && desk.kiosk.offset > 0)
    desk.rest(notice)
    #expect(desk.stays == [.ending, .goesOn, .ending])
    desk.rest(after)
    #expect(desk.stays.last == .over && desk.kiosk.offset == 0)
    let count = desk.stays.count
    desk.rest(600)
    #expect(desk.stays.count == count)
  }

  /// What was chosen is forgotten after two minutes, or with the board's own rule where that leads back.
  @Test(arguments: [(nil, 120.0), (IdleRule(after: 45, action: .home), 45), (IdleRule(after: 5, action: .next), 120)])
  func whatWasChosenIsForgotten(rule: IdleRule?, after: Double) {
    let desk = FocusDesk()
    desk.kiosk.receive(.idle(rule), at: desk.now)
    desk.tap(400, 460)
    desk.choose()
    desk.rest(after - 1)
    #expect(desk.stays == [.ending])
    desk.rest(2)
    #expect(desk.stays == [.ending, .over])
  }

  /// Digits of a code nobody goes on with are forgotten after a minute, of which he is told, and nothing else is by then.
  @Test func aCodeIsForgotten() {
    let desk = FocusDesk()
    desk.tap(400, 460)
    desk.kiosk.receive(.unfinished(true), at: desk.now)
    desk.rest(39)
    #expect(desk.stays == [])
    desk.rest(2)
    #expect(desk.stays == [.ending])
    // Each digit begins it anew, and so does whatever touch.
    desk.kiosk.receive(.unfinished(true), at: desk.now)
    desk.rest(30)
    desk.tap(400, 460)
    desk.rest(39)
    #expect(desk.stays == [.ending, .goesOn])
    desk.rest(22)
    #expect(desk.stays == [.ending, .goesOn, .ending, .unfinished, .goesOn])
    desk.rest(300)
    #expect(desk.stays.count == 5)
    desk.kiosk.receive(.unfinished(true), at: desk.now)
    desk.rest(5)
    desk.kiosk.receive(.unfinished(false), at: desk.now)
    desk.rest(300)
    #expect(desk.stays.count == 5)
    // What was chosen stays its own two minutes.
    desk.tap(400, 460)
    desk.choose()
    desk.kiosk.receive(.unfinished(true), at: desk.now)
    desk.rest(62)
    #expect(desk.stays.suffix(3) == [.ending, .unfinished, .goesOn])
    desk.rest(60)
    #expect(desk.stays.suffix(2) == [.ending, .over])
    // Typed from elsewhere, on a panel nobody touches.
    desk.kiosk.receive(.unfinished(true), at: desk.now)
    desk.rest(62)
    #expect(desk.stays.suffix(3) == [.ending, .unfinished, .goesOn])
  }

  /// A board that goes back to where it begins takes them along, however soon that is, and says so before.
  @Test(arguments: [30.0, 45, 59], [IdleRule.Action.home, .top])
  func aBoardThatBeginsAnewForgetsCodes(after: Double, action: IdleRule.Action) throws {
    let desk = FocusDesk()
    let rule = IdleRule(after: after, action: action)
    desk.kiosk.receive(.idle(rule), at: desk.now)
    desk.tap(400, 460)
    desk.kiosk.receive(.unfinished(true), at: desk.now)
    desk.rest(after - min(20, after / 2) - 1)
    #expect(desk.stays == [])
    desk.rest(2)
    #expect(desk.stays == [.ending])
    desk.rest(20)
    #expect(desk.stays == [.ending, .over])
  }

  /// With the light the digits go.
  @Test func theDarkForgetsCodes() {
    let desk = FocusDesk()
    desk.kiosk.receive(.ladder(IdleLadder([IdleLadder.Stage(after: 10, light: .black)])), at: desk.now)
    desk.tap(400, 460)
    desk.kiosk.receive(.unfinished(true), at: desk.now)
    desk.rest(200)
    #expect(desk.stays == [.ending, .over])
  }

  /// Made dark from elsewhere, the panel forgets them at once, and takes none.
  @Test func aDarkPanelForgetsCodes() {
    let desk = FocusDesk()
    desk.tap(400, 460)
    desk.kiosk.receive(.unfinished(true), at: desk.now)
    desk.kiosk.receive(.light(.off), at: desk.now)
    desk.rest(2)
    #expect(desk.stays == [.over])
    desk.kiosk.receive(.unfinished(true), at: desk.now)
    #expect(desk.stays == [.over, .unfinished])
    desk.kiosk.receive(.light(.wake), at: desk.now)
    desk.rest(300)
    #expect(desk.stays == [.over, .unfinished])
  }

  /// Who comes to a dark panel finds the board as it is.
  @Test func theDarkForgets() {
    let desk = FocusDesk()
    desk.kiosk.receive(.ladder(IdleLadder([IdleLadder.Stage(after: 10, light: .black)])), at: desk.now)
    desk.tap(400, 460)
    desk.choose()
    desk.rest(6)
    #expect(desk.stays == [.ending])
    desk.rest(5)
    #expect(desk.stays == [.ending, .over])
    desk.rest(100)
    #expect(desk.stays == [.ending, .over])
  }

  /// A finger on what asks says that he is there, and presses nothing; one beside it presses what it presses.
  @Test func aFingerOnTheStripPressesNothing() {
    let desk = FocusDesk()
    desk.kiosk.receive(.idle(IdleRule(after: 60, action: .top)), at: desk.now)
    desk.press(.end)
    let spot = { (y: Double) in desk.tap(400, y) }
    // The last card, at the lower edge.
    spot(440)
    let before = desk.taps.count
    #expect(before == 1)
    desk.kiosk.receive(.notice(tilePixmap(width: 800, height: 60)), at: desk.now)
    spot(440)
    // Any other notice is no button: what lies below it is reached.
    #expect(desk.taps.count == before + 1)
    desk.rest(45)
    #expect(desk.stays == [.ending])
    spot(440)
    #expect(desk.taps.count == before + 1)
    desk.rest(0.2)
    #expect(desk.stays == [.ending, .goesOn])
    spot(440)
    #expect(desk.taps.count == before + 2)
    desk.rest(45)
    spot(340)
    #expect(desk.taps.count == before + 3 && desk.stays == [.ending, .goesOn, .ending, .goesOn])
  }

  /// A question stays as long as somebody touches the panel now and then.
  @Test func aQuestionWaits() {
    let desk = FocusDesk()
    let question = Question(
      pixmap: tilePixmap(width: 400, height: 120), yes: PixelRect(x: 210, y: 60, width: 180, height: 50),
      no: PixelRect(x: 10, y: 60, width: 180, height: 50), radius: 8)
    desk.kiosk.receive(.question(question), at: desk.now)
    desk.rest(39)
    #expect(desk.stays == [] && desk.kiosk.showsQuestion == true)
    desk.rest(2)
    #expect(desk.stays == [.ending])
    desk.press(.right)
    desk.rest(58)
    #expect(desk.kiosk.showsQuestion == true)
    desk.rest(3)
    #expect(desk.kiosk.showsQuestion == false && desk.requests.contains(.answered(false)))
    #expect(desk.stays == [.ending, .goesOn, .ending, .goesOn])
  }

  /// One asked of somebody who has gone is not asked of who comes next.
  @Test func theDarkTakesAQuestionBack() {
    let desk = FocusDesk()
    let question = Question(
      pixmap: tilePixmap(width: 400, height: 120), yes: PixelRect(x: 210, y: 60, width: 180, height: 50),
      no: PixelRect(x: 10, y: 60, width: 180, height: 50), radius: 8)
    desk.kiosk.receive(.ladder(IdleLadder([IdleLadder.Stage(after: 30, light: .black)])), at: desk.now)
    desk.tap(400, 460)
    desk.kiosk.receive(.question(question), at: desk.now)
    desk.rest(3600)
    #expect(desk.requests.contains(.answered(false)))
    desk.tap(400, 400)
    desk.rest(1)
    #expect(desk.kiosk.showsQuestion == false && desk.requests.contains(.answered(true)) == false)
  }

  /// The key that says that somebody is there does nothing else.
  @Test func theKeyThatAnswersPressesNothing() {
    let desk = FocusDesk()
    desk.kiosk.receive(.idle(IdleRule(after: 60, action: .top)), at: desk.now)
    desk.press(.end, .next)
    let before = desk.taps.count
    desk.rest(45)
    #expect(desk.stays == [.ending])
    desk.press(.enter)
    #expect(desk.taps.count == before && desk.stays == [.ending, .goesOn])
    desk.press(.enter)
    #expect(desk.taps.count == before + 1)
  }

  /// That he has gone is said once, however long nobody answers; and whoever comes is there.
  @Test func heHasGoneOnce() {
    let desk = FocusDesk()
    desk.tap(400, 460)
    desk.kiosk.receive(.detail(.empty, of: Ease.symbol, isAnimated: false), at: desk.now)
    desk.rest(130)
    desk.wait(2)
    #expect(desk.stays == [.ending, .over])
    desk.tap(400, 300)
    desk.rest(130)
    #expect(desk.stays == [.ending, .over, .ending, .over])
  }

  /// Who has chosen how he reads is told before a page that turns by itself does.
  @Test func aPageThatTurnsWaitsForHim() {
    let desk = FocusDesk(pages: 2)
    desk.kiosk.receive(.idle(IdleRule(after: 10, action: .next)), at: desk.now)
    desk.tap(400, 460)
    desk.choose()
    desk.rest(99)
    #expect(desk.kiosk.page == 0 && desk.stays == [])
    desk.rest(3)
    #expect(desk.stays == [.ending] && desk.kiosk.page == 0)
  }

  // MARK: Two fingers that rest

  private func touch(_ desk: FocusDesk, _ phase: TouchEvent.Phase, _ contact: Int, _ x: Double, _ y: Double = 240) {
    desk.kiosk.handle(
      .touch(TouchEvent(phase: phase, contact: contact, position: Point(x: x, y: y), time: desk.now)))
  }

  private func wishes(_ desk: FocusDesk) -> [KioskRequest] { desk.takeVoice().filter { $0 != .hush } }

  /// They begin the voice, or end it; and what they rest on is not pressed.
  @Test func twoFingersBeginTheVoice() {
    let desk = FocusDesk()
    touch(desk, .down, 0, 200, 60)
    desk.rest(0.2)
    touch(desk, .down, 1, 600, 60)
    desk.rest(1.4)
    #expect(wishes(desk) == [])
    desk.rest(0.2)
    touch(desk, .up, 0, 200, 60)
    touch(desk, .up, 1, 600, 60)
    #expect(desk.requests == [.listening(.help)] && desk.taps == [])
    desk.rest(3)
    #expect(wishes(desk) == [.listening(.help)])
    desk.kiosk.receive(.hears(true), at: desk.now)
    touch(desk, .down, 0, 200)
    touch(desk, .down, 1, 600)
    desk.rest(2)
    #expect(wishes(desk).contains(.listening(.mute)))
  }

  /// One finger, three of them, fingers that move or lift too soon, and fingers the light goes out over: nothing.
  @Test(arguments: 0..<5)
  func otherFingersDoNot(which: Int) {
    let desk = FocusDesk()
    if which == 4 {
      desk.kiosk.receive(.ladder(IdleLadder([IdleLadder.Stage(after: 1, light: .black)])), at: desk.now)
    }
    touch(desk, .down, 0, 200)
    if which > 0 { touch(desk, .down, 1, 600) }
    desk.rest(0.5)
    switch which {
    case 1: touch(desk, .down, 2, 400)
    case 2: touch(desk, .motion, 1, 600, 300)
    case 3: touch(desk, .up, 1, 600)
    default: break
    }
    desk.rest(4)
    #expect(wishes(desk) == [])
    for contact in 0..<3 { touch(desk, .up, contact, 200) }
    desk.rest(1)
    // The next finger is the first again.
    touch(desk, .down, 7, 300)
    desk.rest(4)
    #expect(wishes(desk) == [])
  }
}
