import Board
import Hands
import Motion
import Refresh
import Scene
import TestSupport
import Testing

@testable import Kiosk

@Suite struct FocusTests {
  /// Down the page and up again, sideways where something lies beside, and a page is turned where nothing does.
  @Test func arrowsMoveInThePlane() {
    let desk = FocusDesk()
    #expect(desk.place == nil && desk.ring == nil)
    desk.press(.down)
    #expect(desk.place == spot(0))
    desk.press(.down)
    #expect(desk.place == spot(1))
    desk.press(.right)
    #expect(desk.place == spot(2))
    desk.press(.right)
    #expect(desk.place == spot(2))
    desk.press(.down)
    #expect(desk.place == spot(3, 1) || desk.place == spot(3, 0) || desk.place == spot(3, 2))
    desk.press(.up, .left)
    #expect(desk.place == spot(1))
  }

  /// In the order of reading everything is reached, forwards and backwards, and the end leads to the beginning.
  @Test(arguments: [0.75, 1, 2, 3], [0.0, 2000]) func nothingIsLeftOut(scale: Double, gap: Double) {
    let desk = FocusDesk(scale: scale, gap: gap)
    let all =
      [spot(0), spot(1), spot(2)] + (0..<3).map { spot(3, $0) } + [spot(4)] + (6..<10).map { spot($0) }
    for key in [InputEvent.Key.next, .previous] {
      var seen: [Focus] = []
      for _ in all {
        desk.press(key)
        desk.wait(1)
        if let place = desk.place { seen.append(place) }
        // Whatever it is on is in sight, with its ring.
        let ring = desk.ring
        #expect(ring != nil)
        if let ring {
          #expect(ring.y0 >= 0 && ring.y1 <= Int(480 * scale), "\(desk.place as Any) \(ring)")
        }
      }
      #expect(Set(seen) == Set(all) && seen.count == all.count)
    }
  }

  /// On any panel, however low: as much of it is in sight as there can be.
  @Test(arguments: [480, 200, 110, 60, 30], [1.0, 3]) func thereIsRoomForIt(height: Double, scale: Double) {
    let desk = FocusDesk(scale: scale, height: height)
    for key in [InputEvent.Key.next, .previous] {
      for _ in 0..<10 {
        desk.press(key)
        desk.wait(1)
        #expect(desk.sight.most > 0 && desk.sight.rows == desk.sight.most, "\(String(describing: desk.place))")
      }
    }
  }

  /// What stands far below is not jumped to: keys scroll there, and then go on to it.
  @Test func arrowsReadWhatLiesBetween() {
    let desk = FocusDesk(gap: 1500)
    desk.press(.down)
    var lastOffset = desk.kiosk.offset
    var steps = 0
    while desk.place != spot(6), steps < 100 {
      desk.press(.down)
      #expect(desk.kiosk.offset - lastOffset < 480)
      lastOffset = desk.kiosk.offset
      steps += 1
    }
    #expect(desk.place == spot(6) && steps > 10)
    while desk.place != spot(0), steps < 200 {
      desk.press(.up)
      steps += 1
    }
    #expect(desk.place == spot(0))
  }

  @Test func enterPressesWhatATouchWould() {
    let desk = FocusDesk()
    // Nothing is pressed before anything is shown.
    desk.press(.enter)
    #expect(desk.requests.isEmpty)
    desk.press(.down, .enter)
    #expect(desk.taps == [card(0)])
    desk.press(.next, .space)
    #expect(desk.taps == [card(0), card(1)])
    desk.press(.next, .next, .next, .enter)
    #expect(desk.place == spot(3, 1) && desk.presses == [1])
    desk.press(.next, .next, .right, .right, .left)
    #expect(desk.place == spot(4))
    #expect(desk.shares.map { ($0 * 100).rounded() } == [55, 60, 55])
  }

  /// Nothing traps: a slider is left by what does not move it.
  @Test func aSliderIsLeft() {
    let desk = FocusDesk()
    desk.press(.next, .next, .next, .next, .next, .next, .next)
    #expect(desk.place == spot(4))
    for _ in 0..<30 { desk.press(.right) }
    #expect(desk.place == spot(4) && !desk.shares.isEmpty)
    desk.press(.up)
    #expect(desk.place != spot(4) && desk.place != nil)
  }

  @Test func aTouchTakesTheRingAway() {
    let desk = FocusDesk()
    desk.press(.down)
    #expect(desk.ring == PixelRect(x0: 18, y0: 14, x1: 782, y1: 106))
    desk.tap(400, 450)
    #expect(desk.place == nil && desk.ring == nil)
    // The keys begin where one is.
    desk.press(.up)
    #expect(desk.place == spot(4))
  }

  /// Without a ring they are what they were: pages are turned.
  @Test func arrowsTurnPages() {
    let desk = FocusDesk(pages: 2)
    desk.press(.right)
    #expect(desk.kiosk.page == 1 && desk.place == nil)
    desk.press(.left)
    #expect(desk.kiosk.page == 0)
    desk.press(.space)
    #expect(desk.kiosk.offset > 200)
  }

  /// What was scrolled out of sight is not pressed: Space goes on, Enter brings it back first, arrows begin where one looks.
  @Test func whatIsOutOfSightIsNotPressed() {
    let desk = FocusDesk(gap: 2000)
    desk.press(.down, .pageDown, .pageDown)
    let offset = desk.kiosk.offset
    desk.press(.space)
    #expect(desk.taps.isEmpty && desk.kiosk.offset > offset + 200)
    desk.press(.enter)
    desk.wait(2)
    #expect(desk.taps.isEmpty && desk.kiosk.offset < 20)
    desk.press(.enter)
    #expect(desk.taps == [card(0)])
    desk.press(.end, .end)
    desk.wait(2)
    desk.press(.up)
    #expect(desk.place == spot(9))
  }

  /// Keys as fast as anybody presses them: where the ring ends is in sight, whatever was under way.
  @Test(arguments: 0..<200 as Range<UInt64>) func whateverIsPressedTheRingIsInSight(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let desk = FocusDesk(
      scale: [0.75, 1, 2].randomElement(using: &random) ?? 1, gap: Bool.random(using: &random) ? 1500 : 0)
    for _ in 0..<60 {
      let keys: [InputEvent.Key] = [.up, .down, .left, .right, .next, .previous]
      desk.kiosk.handle(.key(keys.randomElement(using: &random) ?? .next, time: desk.now))
      desk.wait(Double.random(in: 0...0.3, using: &random))
    }
    let before = desk.place
    desk.press(.next)
    desk.wait(2)
    #expect(desk.place != nil && desk.place != before)
    let ring = desk.ring
    #expect(ring.map { $0.y0 >= 0 && $0.y1 <= Int(480 * desk.scale) } == true)
  }

  /// Another page has other cards, though they may have the same names; a detail page gives the ring back when it goes.
  @Test func theRingStaysOnItsPage() {
    let desk = FocusDesk(pages: 2)
    desk.press(.next, .next, .next)
    #expect(desk.place == spot(2))
    desk.press(.right)
    #expect(desk.kiosk.page == 1 && desk.place == nil && desk.ring == nil)
    desk.press(.left)
    #expect(desk.kiosk.page == 0 && desk.place == nil)
    desk.press(.next, .next, .enter)
    let detail = KioskPage(
      generation: 3,
      blocks: [
        KioskPage.Block(id: card(1), frame: PixelRect(x: 24, y: 20, width: 400, height: 80), isTappable: false),
        KioskPage.Block(id: card(7), frame: PixelRect(x: 24, y: 120, width: 400, height: 80), isTappable: true),
      ], tiles: [], header: nil, height: 300)
    desk.kiosk.receive(.detail(detail, of: card(1), isAnimated: true), at: desk.now)
    desk.wait(1)
    #expect(desk.kiosk.showsDetail && desk.place == nil && desk.ring == nil)
    desk.press(.down)
    #expect(desk.place == spot(7))
    desk.press(.back)
    desk.wait(1)
    #expect(desk.kiosk.showsDetail == false && desk.place == spot(1) && desk.ring != nil)
  }

  /// A question takes the keys, begins with nothing, then with the answer that does nothing, and gives the page back as it was.
  @Test func aQuestionIsAnswered() {
    let desk = FocusDesk()
    desk.press(.next, .next)
    let sheet = Pixmap(size: PixelSize(width: 400, height: 200), isOpaque: true) { _, _ in Pixel(word: 0xFF00_0000) }
    let question = Question(
      pixmap: sheet, yes: PixelRect(x: 210, y: 120, width: 180, height: 60),
      no: PixelRect(x: 10, y: 120, width: 180, height: 60), radius: 8)
    for (keys, expected) in [
      ([InputEvent.Key.down, .enter], false), ([.right, .right, .enter], true), ([.back], false),
    ] {
      desk.kiosk.receive(.question(question), at: desk.now)
      desk.wait(1)
      desk.press(.enter)
      #expect(desk.kiosk.showsQuestion && desk.ring == nil)
      for key in keys { desk.press(key) }
      guard case .answered(let isYes)? = desk.requests.last else {
        Issue.record("not answered")
        return
      }
      #expect(isYes == expected)
      desk.wait(1)
      #expect(desk.place == spot(1) && desk.ring != nil)
    }
    #expect(desk.taps.isEmpty)
  }

  /// News take the card away that the ring is on.
  @Test func whatHasGoneIsNotPressed() {
    let desk = FocusDesk()
    desk.press(.down)
    desk.kiosk.receive(
      .page(KioskPage(generation: 2, blocks: [], tiles: [], header: nil, height: 100)), at: desk.now)
    desk.wait(0.5)
    desk.press(.enter, .down, .next, .space)
    #expect(desk.taps.isEmpty && desk.place == nil && desk.ring == nil)
  }
}
