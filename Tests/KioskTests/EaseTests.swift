import Board
import Motion
import Scene
import TestSupport
import Testing

@testable import Kiosk

private let symbol = tilePixmap(width: 28, height: 28)

private func ease(
  top: Int = 0, enlargement: Double = 1, isStill: Bool = false, isChosen: Bool = true, hasSymbol: Bool = true
) -> PanelEase {
  var ease = PanelEase()
  (ease.top, ease.enlargement, ease.isStill, ease.isChosen) = (top, enlargement, isStill, isChosen)
  ease.rowEnlargement = min(enlargement, 1.25)
  ease.symbol = hasSymbol ? symbol : nil
  return ease
}

/// What somebody has chosen that makes the panel easier to use, as frames show it.
@Suite struct EaseTests {
  private func layers(_ desk: FocusDesk) -> [Layer] {
    var scene = Scene(size: PixelSize(width: 800, height: 480))
    desk.kiosk.draw(into: &scene)
    return scene.layers
  }

  // MARK: The symbol

  /// It takes a row at the lower edge, is tapped there and nowhere else, and a second tap closes what it has opened.
  @Test func theSymbolIsTapped() {
    let desk = FocusDesk()
    desk.tap(24, 456)
    #expect(desk.taps == [])
    desk.kiosk.receive(.ease(ease(isChosen: false)), at: desk.now)
    #expect(desk.kiosk.symbolFrame == PixelRect(x: 0, y: 432, width: 48, height: 48))
    #expect(desk.kiosk.navigation.front.viewportFrame.y1 == 432)
    for (x, y) in [(60.0, 456.0), (24, 420), (790, 470)] { desk.tap(x, y) }
    #expect(desk.taps.contains(Ease.symbol) == false)
    desk.tap(24, 456)
    #expect(desk.taps == [Ease.symbol])
    desk.kiosk.receive(.detail(.empty, of: Ease.symbol, isAnimated: false), at: desk.now)
    desk.wait(1)
    #expect(desk.kiosk.showsDetail == true && desk.kiosk.navigation.front.viewportFrame.y1 == 432)
    desk.tap(24, 456)
    desk.wait(1)
    #expect(desk.kiosk.showsDetail == false && desk.requests.contains(.closeDetail))
  }

  /// Keys come to it last, in the order of reading, from below and from the side, and press it.
  @Test func keysComeToTheSymbol() {
    let desk = FocusDesk()
    desk.kiosk.receive(.ease(ease(isChosen: false)), at: desk.now)
    desk.press(.next)
    #expect(desk.place == spot(0))
    desk.press(.previous)
    #expect(desk.place == .symbol)
    desk.press(.enter)
    #expect(desk.taps == [Ease.symbol])
    desk.press(.next)
    #expect(desk.place == spot(0))
    // Down to the end of the page, and then off it.
    for _ in 0..<40 where desk.place != .symbol { desk.press(.down) }
    #expect(desk.place == .symbol)
    desk.press(.up)
    #expect(desk.place?.isOnPage == true)
  }

  // MARK: Lower down

  /// What is shown lies in the lower rows; fingers mean what they point at, and nothing above it.
  @Test func allOfItComesDown() {
    let desk = FocusDesk()
    desk.kiosk.receive(.ease(ease(top: 288)), at: desk.now)
    desk.kiosk.receive(.eased, at: desk.now)
    desk.wait(0.5)
    #expect(desk.kiosk.size == PixelSize(width: 800, height: 192))
    let layers = layers(desk)
    let top = layers.last { if case .fill = $0.content { $0.frame.y0 == 0 } else { false } }
    #expect(top?.frame == PixelRect(x0: 0, y0: 0, x1: 800, y1: 288))
    // The first card: rows 20 to 100 of the page.
    desk.tap(400, 60)
    #expect(desk.taps == [])
    desk.tap(400, 288 + 60)
    #expect(desk.taps == [card(0)])
    // It scrolls in what is left of the panel, to its end.
    desk.press(.end)
    desk.wait(3)
    #expect(desk.kiosk.offset == Double(desk.kiosk.shownPage.height - (192 - 192 / 6)))
    desk.kiosk.receive(.ease(ease()), at: desk.now)
    desk.kiosk.receive(.eased, at: desk.now)
    desk.wait(0.5)
    #expect(desk.kiosk.size.height == 480)
  }

  /// Layers of any kind keep their pictures: only their places change.
  @Test func layersMoveAsTheyAre() {
    let pixmap = tilePixmap(width: 8, height: 8)
    var scene = Scene(size: PixelSize(width: 100, height: 100))
    scene.add(.fill(.white, PixelRect(x: 1, y: 2, width: 3, height: 4)))
    scene.add(.sprite(pixmap, center: Point(x: 20, y: 20), degrees: 30, clip: PixelRect(scene.size)))
    scene.add(
      Layer(
        .beginGroup, frame: PixelRect(scene.size), sector: Sector(center: Point(x: 5, y: 6), start: 0, sweep: 90)))
    var lowered = scene
    lowered.lower(by: 40, ground: .black)
    #expect(lowered.layers.count == 4)
    for (old, new) in zip(scene.layers, lowered.layers) {
      #expect(new.frame == old.frame.offset(dx: 0, dy: 40))
    }
    guard case .image(_, let before) = scene.layers[1].content, case .image(_, let after) = lowered.layers[1].content
    else { return #expect(Bool(false)) }
    let (a, b) = (before.apply(Point(x: 3, y: 4)), after.apply(Point(x: 3, y: 4)))
    #expect(b.x == a.x && abs(b.y - a.y - 40) < 1e-9)
    #expect(lowered.layers[2].sector?.center == Point(x: 5, y: 46))
  }

  /// The panel keeps its picture until what was laid out for the new size is here, but not for ever.
  @Test func thePictureWaits() {
    let desk = FocusDesk()
    desk.wait(1)
    desk.kiosk.receive(.ease(ease(enlargement: 2)), at: desk.now)
    #expect(desk.kiosk.needsFrame(at: desk.now + 60) == false)
    desk.kiosk.receive(.page(desk.kiosk.shownPage), at: desk.now)
    #expect(desk.kiosk.needsFrame(at: desk.now + 60) == false)
    desk.kiosk.receive(.eased, at: desk.now)
    // Its tiles are on their way.
    #expect(desk.kiosk.needsFrame(at: desk.now + 0.1) == false)
    #expect(desk.kiosk.needsFrame(at: desk.now + TileDemand.revealDelay) == true)
    #expect(desk.kiosk.nextDeadline(after: desk.now) == desk.now + TileDemand.revealDelay)
    // Another symbol is no other picture.
    desk.wait(1)
    var other = ease(enlargement: 2)
    other.symbol = tilePixmap(width: 20, height: 20)
    desk.kiosk.receive(.ease(other), at: desk.now)
    #expect(desk.kiosk.needsFrame(at: desk.now) == true)
  }

  /// What is done to a picture of before means nothing on the one that comes.
  @Test func fingersWaitForThePicture() {
    let desk = FocusDesk()
    desk.wait(1)
    desk.kiosk.receive(.ease(ease(top: 288)), at: desk.now)
    desk.kiosk.handle(
      .touch(TouchEvent(phase: .down, contact: 0, position: Point(x: 400, y: 348), time: desk.now)))
    desk.kiosk.handle(.key(.next, time: desk.now))
    desk.kiosk.receive(.eased, at: desk.now)
    desk.wait(0.5)
    desk.kiosk.handle(.touch(TouchEvent(phase: .up, contact: 0, position: Point(x: 400, y: 348), time: desk.now)))
    desk.wait(0.5)
    #expect(desk.taps == [] && desk.place == nil)
    desk.tap(400, 348)
    #expect(desk.taps == [card(0)])
  }

  /// Pages stand beside it, however many there are, at any size.
  @Test(arguments: [(2, 480), (7, 480), (12, 320), (3, 1920)])
  func pagesStandBesideTheSymbol(count: Int, width: Int) {
    let icons = Array(repeating: symbol as Pixmap?, count: count)
    let row = PageDots(
      count: count, icons: icons, position: 0, size: PixelSize(width: width, height: 320), grid: PixelGrid(scale: 1),
      inset: 48)
    for index in 0..<count {
      #expect(row.cell(of: index).x0 >= 48 && row.cell(of: index).x1 <= width - 48)
      #expect(row.frame(of: index).x0 >= 48 && row.frame(of: index).x1 <= width - 48)
    }
  }

  /// Somebody elsewhere presses what he has read, again and again, and nothing that is no longer there.
  @Test func whatWasReadElsewhereIsPressed() {
    let desk = FocusDesk()
    for _ in 0..<2 {
      desk.kiosk.receive(.press(card(0), part: nil, inDetailOf: nil), at: desk.now)
      desk.kiosk.receive(.detail(desk.kiosk.shownPage, of: card(0), isAnimated: false), at: desk.now)
      desk.wait(1)
      #expect(desk.kiosk.showsDetail == true)
      desk.kiosk.receive(.press(card(1), part: nil, inDetailOf: nil), at: desk.now)
      desk.press(.back)
      desk.wait(1)
    }
    desk.kiosk.receive(.press(card(3), part: 2, inDetailOf: nil), at: desk.now)
    #expect(desk.taps == [card(0), card(0)] && desk.presses == [2])
  }

  /// A slider is set from elsewhere, and what is none is not.
  @Test func aSliderThatWasReadElsewhereIsSet() {
    let desk = FocusDesk()
    desk.kiosk.receive(.slide(card(4), share: 0.75, inDetailOf: nil), at: desk.now)
    desk.kiosk.receive(.slide(card(3), share: 0.75, inDetailOf: nil), at: desk.now)
    desk.kiosk.receive(.slide(card(4), share: 0.25, inDetailOf: card(4)), at: desk.now)
    desk.kiosk.receive(.slide(card(99), share: 0.25, inDetailOf: nil), at: desk.now)
    #expect(desk.shares == [0.75] && desk.presses.isEmpty && desk.taps.isEmpty)
  }

  /// Who reads elsewhere sees no sheet slide away: once a question has its answer, the next press counts, and not before.
  @Test func whatIsPressedWhileAQuestionSlidesAwayIsPressed() {
    let desk = FocusDesk()
    let sheet = Pixmap(size: PixelSize(width: 400, height: 200), isOpaque: true) { _, _ in Pixel(word: 0xFF00_0000) }
    let question = Question(
      pixmap: sheet, yes: PixelRect(x: 210, y: 120, width: 180, height: 60),
      no: PixelRect(x: 10, y: 120, width: 180, height: 60), radius: 8)
    desk.kiosk.receive(.question(question), at: desk.now)
    desk.wait(1)
    desk.kiosk.receive(.press(card(0), part: nil, inDetailOf: nil), at: desk.now)
    desk.kiosk.receive(.slide(card(4), share: 0.75, inDetailOf: nil), at: desk.now)
    #expect(desk.taps.isEmpty && desk.shares.isEmpty)
    desk.kiosk.receive(.answer(true), at: desk.now)
    #expect(!desk.kiosk.navigation.isAsking && desk.kiosk.navigation.question != nil)
    desk.kiosk.receive(.press(card(0), part: nil, inDetailOf: nil), at: desk.now)
    desk.kiosk.receive(.slide(card(4), share: 0.75, inDetailOf: nil), at: desk.now)
    #expect(desk.taps == [card(0)] && desk.shares == [0.75])
  }

  /// The row at the lower edge is larger too, and a chip in it has room.
  @Test(arguments: [1, 1.5, 2])
  func theRowIsAsLarge(factor: Double) {
    let desk = FocusDesk(pages: 3)
    desk.kiosk.receive(.ease(ease(enlargement: factor)), at: desk.now)
    #expect(Double(desk.kiosk.navigation.front.footerHeight) == TouchMetrics.target * min(factor, 1.25))
    desk.kiosk.receive(.staleChip(tilePixmap(width: 60, height: Int(24 * factor)), of: 0), at: desk.now)
    #expect(Double(desk.kiosk.navigation.front.footerHeight) >= 32 * factor)
  }

  // MARK: Less motion

  /// A detail page and another page are in their places from the first moment on, and fade in.
  @Test func nothingSlides() {
    let desk = FocusDesk(pages: 2)
    desk.kiosk.receive(.ease(ease(isStill: true)), at: desk.now)
    desk.wait(0.5)
    desk.kiosk.receive(.showPage(1), at: desk.now)
    desk.wait(1.0 / 60)
    #expect(desk.kiosk.pagePosition == 1)
    desk.wait(2)
    #expect(desk.kiosk.needsFrame(at: desk.now) == false)
    desk.kiosk.receive(.detail(desk.kiosk.shownPage, of: card(0), isAnimated: false), at: desk.now)
    var opacities: [UInt8] = []
    for _ in 0..<20 {
      desk.wait(1.0 / 60)
      let groups = layers(desk).filter { $0.content == .beginGroup }
      opacities.append(groups.last?.opacity ?? 255)
      let places = layers(desk).filter { if case .fill = $0.content { $0.frame.height == 480 } else { false } }
      #expect(places.allSatisfy { $0.frame.x0 == 0 })
    }
    #expect(opacities == opacities.sorted() && opacities.first! < 40 && opacities.last == 255)
    desk.press(.back)
    desk.wait(1)
    #expect(desk.kiosk.showsDetail == false && desk.kiosk.needsFrame(at: desk.now) == false)
  }

  /// Past its ends nothing is stretched, on any page, also one that came since; nor once all is as it was, nothing of that is kept.
  @Test func nothingSwings() {
    let desk = FocusDesk(pages: 2)
    desk.kiosk.receive(.ease(ease(isStill: true)), at: desk.now)
    var views: [Bool] {
      [desk.kiosk.navigation.front.scroller.isStill, desk.kiosk.navigation.deck.pager.isStill]
    }
    #expect(views == [true, true])
    desk.kiosk.receive(.showPage(1), at: desk.now)
    desk.wait(1)
    desk.kiosk.receive(.scrollTo(pixel: 40), at: desk.now)
    #expect(views == [true, true])
    desk.kiosk.receive(.detail(desk.kiosk.shownPage, of: card(0), isAnimated: false), at: desk.now)
    desk.wait(1)
    #expect(desk.kiosk.showsDetail && views == [true, true])
    desk.press(.back)
    desk.wait(1)
    desk.kiosk.receive(.ease(ease()), at: desk.now)
    #expect(views == [false, false])
  }

  /// Chosen by a second hand while a first holds a page that is stretched, or one springs back: it comes to rest at its end all the same.
  @Test(arguments: [true, false], [-300.0, 300])
  func chosenInMidGesture(isHeld: Bool, travel: Double) {
    let desk = FocusDesk()
    desk.wait(1)
    let top = Point(x: 400, y: 240)
    desk.kiosk.handle(.touch(TouchEvent(phase: .down, contact: 0, position: top, time: desk.now)))
    for step in 1...10 {
      desk.wait(1.0 / 60)
      let place = Point(x: 400, y: 240 + travel * Double(step) / 10)
      desk.kiosk.handle(.touch(TouchEvent(phase: .motion, contact: 0, position: place, time: desk.now)))
    }
    let up = InputEvent.touch(
      TouchEvent(phase: .up, contact: 0, position: Point(x: 400, y: 240 + travel), time: desk.now))
    if !isHeld { desk.kiosk.handle(up) }
    desk.kiosk.receive(.ease(ease(isStill: true)), at: desk.now)
    desk.wait(0.5)
    if isHeld { desk.kiosk.handle(up) }
    desk.wait(5)
    let scroller = desk.kiosk.navigation.front.scroller
    #expect(scroller.range.contains(desk.kiosk.offset) && scroller.isMoving(at: desk.now) == false)
    #expect(scroller.activity(at: desk.now) == .idle)
  }

  /// A board that wants calm flicks has them whatever somebody chooses, and gets them back.
  @Test func calmIsCalm() {
    let desk = FocusDesk()
    var isCalm: Bool { desk.kiosk.navigation.front.scroller.isCalm }
    desk.kiosk.receive(.ease(ease(isStill: true)), at: desk.now)
    #expect(isCalm)
    desk.kiosk.receive(.ease(ease()), at: desk.now)
    #expect(isCalm == false)
    desk.kiosk.receive(.motion(isCalm: true), at: desk.now)
    desk.kiosk.receive(.ease(ease(isStill: true)), at: desk.now)
    desk.kiosk.receive(.ease(ease()), at: desk.now)
    #expect(isCalm)
  }
}
