import Board
import Motion
import Recording
import Scene
import TestSupport
import Testing

@testable import Kiosk

/// Real keys over an entry's keyboard, a keypad, and where nothing is written.
@Suite struct WritingTests {
  private let letter = Stroke("x")
  private let digit = Stroke("4")
  private let padDigit = Stroke("8", meaning: .key(.up), steers: true)
  private let space = Stroke(" ", meaning: .key(.space), steers: true)
  private let backspace = Stroke(Stroke.delete, meaning: .key(.back))

  /// A row, and keys of twelve parts below it.
  private func desk(isSecret: Bool?, y: Int = 100) -> FocusDesk {
    let desk = FocusDesk()
    var control = KioskPage.Control(
      parts: (0..<12).map { PixelRect(x: 24 + ($0 % 3) * 100, y: y + ($0 / 3) * 60, width: 90, height: 50) })
    if let isSecret { control.keys = KioskPage.Control.Keys(isSecret: isSecret, gap: 4) }
    let blocks = [
      KioskPage.Block(id: card(0), frame: PixelRect(x: 24, y: 10, width: 752, height: 80), isTappable: true),
      KioskPage.Block(
        id: card(1), frame: PixelRect(x: 24, y: y, width: 752, height: 240), isTappable: true, control: control),
      KioskPage.Block(id: card(2), frame: PixelRect(x: 24, y: y + 300, width: 752, height: 900), isTappable: false),
    ]
    desk.kiosk.receive(
      .page(KioskPage(generation: 2, blocks: blocks, tiles: [], header: nil, height: y + 1300)), at: desk.now)
    desk.wait(0.1)
    return desk
  }

  private func type(_ strokes: Stroke..., on desk: FocusDesk) {
    for stroke in strokes {
      desk.kiosk.handle(.typed(stroke, time: desk.now))
      desk.wait(0.1)
    }
  }

  private func typed(_ desk: FocusDesk) -> [TypingKey] {
    desk.requests.compactMap { if case .controlled(card(1), nil, .type(let key)) = $0 { key } else { nil } }
  }

  @Test func aKeyboardTakesLettersAndEnterSends() {
    let desk = desk(isSecret: false)
    type(letter, digit, padDigit, space, backspace, on: desk)
    desk.press(.enter)
    #expect(typed(desk) == [.letter("x"), .letter("4"), .letter("8"), .letter(" "), .delete, .done])
    #expect(desk.kiosk.offset == 0)
  }

  /// A keypad takes digits; Backspace and Enter once there are some, for elsewhere they lead back and do nothing.
  @Test func aKeypadTakesDigits() {
    let desk = desk(isSecret: true)
    type(letter, backspace, on: desk)
    desk.press(.enter)
    #expect(typed(desk).isEmpty)
    type(digit, on: desk)
    desk.kiosk.receive(.unfinished(true), at: desk.now)
    type(padDigit, backspace, letter, on: desk)
    desk.press(.enter)
    #expect(typed(desk) == [.letter("4"), .letter("8"), .delete, .done])
    desk.kiosk.receive(.unfinished(false), at: desk.now)
    type(backspace, on: desk)
    #expect(typed(desk).count == 4)
  }

  /// With a ring on show a number pad and the space move and press; a letter takes the ring away, so that Enter sends.
  @Test func whoSteersIsNotTakenForAWriter() {
    let desk = desk(isSecret: false)
    desk.press(.next, .next)
    #expect(desk.place == spot(1, 0))
    type(space, on: desk)
    type(Stroke("6", meaning: .key(.right), steers: true), on: desk)
    #expect(desk.presses == [0] && desk.place == spot(1, 1) && typed(desk).isEmpty)
    desk.press(.enter)
    #expect(desk.presses == [0, 1])
    type(letter, on: desk)
    desk.press(.enter)
    #expect(desk.place == nil && desk.presses == [0, 1] && typed(desk) == [.letter("x"), .done])
  }

  /// Who listens to the panel steers with the number pad whatever is on show.
  @Test func whoListensSteers() {
    let desk = desk(isSecret: true)
    desk.kiosk.receive(.hears(true), at: desk.now)
    type(Stroke("0", meaning: .voice(.again), steers: true), on: desk)
    #expect(typed(desk).isEmpty && desk.requests.contains(.listening(.again)))
    type(digit, on: desk)
    #expect(typed(desk) == [.letter("4")])
  }

  /// Where nothing is written, and while a question is asked, keys are what they were.
  @Test func elsewhereKeysMeanWhatTheyMeant() {
    let desk = desk(isSecret: nil)
    let before = desk.requests.count
    type(letter, digit, backspace, on: desk)
    desk.press(.enter)
    #expect(desk.requests.count == before && desk.kiosk.offset == 0)
    type(space, on: desk)
    desk.wait(1)
    #expect(desk.kiosk.offset > 100)
    // What has scrolled out of sight takes nothing.
    let far = self.desk(isSecret: false, y: 900)
    type(letter, on: far)
    #expect(typed(far).isEmpty)
    let asked = self.desk(isSecret: false)
    asked.kiosk.receive(
      .question(
        Question(
          pixmap: tilePixmap(width: 200, height: 100), yes: PixelRect(x: 100, y: 40, width: 90, height: 50),
          no: PixelRect(x: 10, y: 40, width: 90, height: 50), radius: 8)), at: asked.now)
    type(letter, on: asked)
    #expect(typed(asked).isEmpty && asked.kiosk.showsQuestion)
    type(backspace, on: asked)
    #expect(asked.kiosk.showsQuestion == false)
  }

  /// What enters a record is that somebody writes, and comes out of it again.
  @Test func strokesAreWrittenDown() throws {
    for stroke in [letter, digit, padDigit, space, backspace, Stroke("😀", meaning: .voice(.headphones(false)))] {
      var encoder = RecordEncoder(capacity: 64)
      encoder.add(.typed(stroke, time: 7.5))
      var decoder = RecordDecoder(encoder.bytes[...])
      let read = try decoder.input()
      #expect(read == .typed(stroke, time: 7.5) && decoder.remaining == 0)
    }
    #expect(Stroke("ß").hidden == Stroke("a") && Stroke("9", meaning: .key(.pageUp), steers: true).hidden.letter == "0")
    #expect(space.hidden == space && backspace.hidden == backspace)
  }

  @Test(arguments: [Unicode.Scalar(0), "\u{1B}", "\n", "\u{7F}", "\u{85}", "\u{2028}"])
  func whatIsNoLetterIsNotWritten(letter: Unicode.Scalar) {
    let desk = desk(isSecret: false)
    type(Stroke(letter), on: desk)
    #expect(typed(desk).isEmpty)
  }
}
