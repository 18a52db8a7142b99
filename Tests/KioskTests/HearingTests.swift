import Board
import Hands
import Motion
import Refresh
import Scene
import TestSupport
import Testing

@testable import Kiosk

@Suite struct HearingTests {
  /// Who listens goes to all that has words, also where nothing can be pressed, and the place is told once.
  @Test func whoListensGoesToAllThatHasWords() {
    let desk = FocusDesk()
    desk.press(.next)
    #expect(desk.place == spot(0) && desk.takeVoice() == [])
    desk.kiosk.receive(.hears(true), at: desk.now)
    desk.wait(0.1)
    let here = Attention(page: 0, place: .card(card(0), part: nil))
    #expect(desk.takeVoice() == [.listening(.attention(here))])
    for _ in 0..<5 { desk.press(.next) }
    // A row, two rows, three parts.
    #expect(desk.place == spot(3, 2))
    for _ in 0..<2 { desk.press(.next) }
    #expect(desk.place == spot(5))
    let told = desk.takeVoice()
    #expect(told.count { $0 == .hush } == 7)
    #expect(told.last == .listening(.attention(Attention(page: 0, place: .card(card(5), part: nil)))))
    // There is nothing to press: it is said once more.
    desk.press(.enter)
    #expect(desk.takeVoice() == [.hush, .listening(.again)])
    desk.wait(1)
    #expect(desk.takeVoice() == [])
    desk.kiosk.receive(.hears(false), at: desk.now)
    desk.wait(0.1)
    #expect(desk.place == nil)
    desk.press(.next)
    #expect(desk.takeVoice() == [])
  }

  /// A finger ends what is said; a plug that is pulled touches nothing.
  @Test func aTouchHushesTheVoice() {
    let desk = FocusDesk()
    desk.kiosk.handle(.voice(.headphones(true), time: desk.now))
    #expect(desk.takeVoice() == [.listening(.headphones(true))])
    let touched = desk.kiosk.lastTouch
    desk.kiosk.receive(.hears(true), at: desk.now)
    desk.wait(0.5)
    #expect(desk.takeVoice() == [.listening(.attention(Attention(page: 0)))])
    desk.kiosk.handle(.voice(.headphones(false), time: desk.now))
    #expect(desk.takeVoice() == [.hush, .listening(.headphones(false))] && desk.kiosk.lastTouch == touched)
    desk.tap(100, 440)
    #expect(desk.takeVoice() == [.hush])
    desk.kiosk.handle(.voice(.louder, time: desk.now))
    desk.kiosk.handle(.voice(.slower, time: desk.now))
    #expect(desk.takeVoice() == [.hush, .listening(.louder(1)), .hush, .listening(.faster(-1))])
  }

  /// Who comes next is told where he is, though nothing has moved since the one before him; in the dark, too, the plug and keys are heard.
  @Test func whoComesNextIsToldWhereHeIs() {
    let desk = FocusDesk()
    for _ in 0..<2 {
      desk.kiosk.receive(.hears(true), at: desk.now)
      desk.wait(0.1)
      #expect(desk.takeVoice() == [.listening(.attention(Attention(page: 0)))])
      desk.kiosk.receive(.hears(false), at: desk.now)
      desk.wait(0.1)
    }
    desk.kiosk.receive(.hears(true), at: desk.now)
    desk.kiosk.receive(.light(.off), at: desk.now)
    desk.wait(1)
    _ = desk.takeVoice()
    desk.kiosk.handle(.key(.down, time: desk.now))
    #expect(desk.takeVoice() == [.hush])
    desk.kiosk.receive(.light(.off), at: desk.now)
    desk.wait(1)
    desk.kiosk.handle(.voice(.headphones(true), time: desk.now))
    #expect(desk.takeVoice() == [.hush, .listening(.headphones(true))])
  }
}
