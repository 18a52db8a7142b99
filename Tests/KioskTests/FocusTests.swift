import Board
import Hands
import Motion
import Refresh
import Scene
import TestSupport
import Testing

@testable import Kiosk

/// A page of cards in two columns: a wide row, two beside each other, a control with three parts, a slider, text, and rows far below.
private final class Desk {
  let scale: Double
  var kiosk: Kiosk
  private(set) var now = 1.0
  private let asked = Asked()

  private final class Asked {
    var requests: [KioskRequest] = []
  }

  private let height: Double

  init(scale: Double = 1, pages: Int = 1, gap: Double = 0, height: Double = 480) {
    self.scale = scale
    self.height = height
    let style = PetalsStyle()
    kiosk = Kiosk(
      size: PixelSize(width: Int(800 * scale), height: Int(height * scale)), scale: scale, colors: plainColors,
      control: RefreshControl(style: style, sprites: SpriteSet(style.sprites.map { _ in nil })), tileQueue: TileQueue {}
    ) { [asked] in asked.requests.append($0) }
    let page = page(gap: gap)
    if pages > 1 {
      kiosk.receive(.pages((0..<pages).map { PageOffer(number: $0, page: page) }), at: 0)
    } else {
      kiosk.receive(.page(page), at: 0)
    }
    kiosk.advance(to: now)
  }

  private func rect(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> PixelRect {
    PixelRect(x: Int(x * scale), y: Int(y * scale), width: Int(width * scale), height: Int(height * scale))
  }

  private func page(gap: Double) -> KioskPage {
    var blocks = [
      KioskPage.Block(id: card(0), frame: rect(24, 20, 752, 80), isTappable: true, radius: 12 * scale),
      KioskPage.Block(id: card(1), frame: rect(24, 120, 364, 80), isTappable: true, radius: 12 * scale),
      KioskPage.Block(id: card(2), frame: rect(412, 120, 364, 80), isTappable: true, radius: 12 * scale),
      KioskPage.Block(
        id: card(3), frame: rect(24, 220, 752, 80), isTappable: true,
        control: KioskPage.Control(parts: (0..<3).map { rect(400 + Double($0) * 124, 230, 112, 60) })),
      KioskPage.Block(
        id: card(4), frame: rect(24, 320, 752, 80), isTappable: true,
        control: KioskPage.Control(
          slider: KioskPage.Slider(
            track: rect(40, 360, 720, 8), reach: rect(24, 340, 752, 60), share: 0.5, ground: .black, bar: .white,
            middle: .black, thumb: Int(28 * scale)))),
      KioskPage.Block(id: card(5), frame: rect(24, 420, 752, 400 + gap), isTappable: false),
    ]
    for number in 6..<10 {
      blocks.append(
        KioskPage.Block(
          id: card(number), frame: rect(24, 840 + gap + Double(number - 6) * 100, 752, 80), isTappable: true))
    }
    return KioskPage(
      generation: 1, blocks: blocks,
      tiles: blocks.enumerated().map { KioskPage.Tile(key: key($0), frame: $1.frame, block: $0) }, header: nil,
      height: (blocks.last?.frame.y1 ?? 0) + Int(24 * scale))
  }

  func press(_ keys: InputEvent.Key...) {
    for key in keys {
      kiosk.handle(.key(key, time: now))
      wait(0.5)
    }
  }

  func wait(_ seconds: Double) {
    for _ in 0..<max(Int((seconds * 60).rounded()), 1) {
      now += 1.0 / 60
      kiosk.advance(to: now)
    }
  }

  func tap(_ x: Double, _ y: Double) {
    for phase in [TouchEvent.Phase.down, .up] {
      kiosk.handle(.touch(TouchEvent(phase: phase, contact: 0, position: Point(x: x * scale, y: y * scale), time: now)))
      wait(0.1)
    }
  }

  var place: Focus? { kiosk.hand.focus.place }

  /// What was asked for the voice's sake since this was last looked at.
  func takeVoice() -> [KioskRequest] {
    defer { asked.requests = [] }
    return asked.requests.filter {
      switch $0 {
      case .listening, .hush: true
      default: false
      }
    }
  }

  /// Where the ring's outer edge lies on the panel; nil when none is drawn.
  var ring: PixelRect? {
    var scene = Scene(size: PixelSize(width: Int(800 * scale), height: Int(height * scale)))
    kiosk.draw(into: &scene)
    let corners = scene.layers.filter { layer in
      if case .pixmap = layer.content { layer.frame.width == layer.frame.height } else { false }
    }
    guard corners.count == 4 else { return nil }
    return corners.dropFirst().reduce(corners[0].frame) { sum, layer in
      PixelRect(
        x0: min(sum.x0, layer.frame.x0), y0: min(sum.y0, layer.frame.y0), x1: max(sum.x1, layer.frame.x1),
        y1: max(sum.y1, layer.frame.y1))
    }
  }

  /// How many rows of what the keys are on are in sight, and how many could be.
  var sight: (rows: Int, most: Int) {
    guard let frame = kiosk.focusFrame else { return (0, 0) }
    let view = kiosk.navigation.front
    let seen = view.visibleRows(at: now)
    let rows = min(frame.y1, seen.upperBound) - max(frame.y0, seen.lowerBound)
    return (max(rows, 0), min(frame.height, view.viewportFrame.height))
  }

  var requests: [KioskRequest] { asked.requests }
  var taps: [CardID] { requests.compactMap { if case .tapped(let card, nil) = $0 { card } else { nil } } }
  var presses: [Int] {
    requests.compactMap { if case .controlled(_, _, .press(let part)) = $0 { part } else { nil } }
  }
  var shares: [Double] {
    requests.compactMap { if case .controlled(_, _, .slide(let share, true)) = $0 { share } else { nil } }
  }
}

private func spot(_ number: Int, _ part: Int? = nil) -> Focus { .card(card(number), part: part) }

@Suite struct FocusTests {
  /// Down the page and up again, sideways where something lies beside, and a page is turned where nothing does.
  @Test func arrowsMoveInThePlane() {
    let desk = Desk()
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
    let desk = Desk(scale: scale, gap: gap)
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
    let desk = Desk(scale: scale, height: height)
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
    let desk = Desk(gap: 1500)
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
    let desk = Desk()
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
    let desk = Desk()
    desk.press(.next, .next, .next, .next, .next, .next, .next)
    #expect(desk.place == spot(4))
    for _ in 0..<30 { desk.press(.right) }
    #expect(desk.place == spot(4) && !desk.shares.isEmpty)
    desk.press(.up)
    #expect(desk.place != spot(4) && desk.place != nil)
  }

  @Test func aTouchTakesTheRingAway() {
    let desk = Desk()
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
    let desk = Desk(pages: 2)
    desk.press(.right)
    #expect(desk.kiosk.page == 1 && desk.place == nil)
    desk.press(.left)
    #expect(desk.kiosk.page == 0)
    desk.press(.space)
    #expect(desk.kiosk.offset > 200)
  }

  /// What was scrolled out of sight is not pressed: Space goes on, Enter brings it back first, arrows begin where one looks.
  @Test func whatIsOutOfSightIsNotPressed() {
    let desk = Desk(gap: 2000)
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
    let desk = Desk(
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
    let desk = Desk(pages: 2)
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
    let desk = Desk()
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
    let desk = Desk()
    desk.press(.down)
    desk.kiosk.receive(
      .page(KioskPage(generation: 2, blocks: [], tiles: [], header: nil, height: 100)), at: desk.now)
    desk.wait(0.5)
    desk.press(.enter, .down, .next, .space)
    #expect(desk.taps.isEmpty && desk.place == nil && desk.ring == nil)
  }

  /// Who listens goes to all that has words, also where nothing can be pressed, and the place is told once.
  @Test func whoListensGoesToAllThatHasWords() {
    let desk = Desk()
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
    let desk = Desk()
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
    let desk = Desk()
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
