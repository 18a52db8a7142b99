import Kiosk
import Motion
import Refresh
import Scene
import TestSupport
import Testing

private let colors = KioskColors(
  background: .black, surface: Color(rgb: 0x112233), text: Color(rgb: 0xABCDEF), isDark: true,
  refresh: RefreshTheme(
    background: .black, text: .white, muted: .white, accent: .white, good: .white, warn: .white, bad: .white,
    info: .white))

/// A kiosk in virtual time with twenty cards of 100 rows on a panel of 400 x 300; cards with even numbers can be tapped.
private final class Rig {
  var kiosk: Kiosk
  let queue = TileQueue {}
  let page = stack(0..<20)
  private let asked = Asked()

  private final class Asked {
    var requests: [KioskRequest] = []
  }

  init() {
    kiosk = Kiosk(
      size: PixelSize(width: 400, height: 300), scale: 1, colors: colors,
      control: RefreshControl(style: CompassStyle(), sprites: SpriteSet([])), tileQueue: queue
    ) { [asked] in asked.requests.append($0) }
    kiosk.receive(.page(page), at: 0)
    kiosk.advance(to: 0.1)
    kiosk.advance(to: 0.2)
  }

  var requests: [KioskRequest] { asked.requests }
  var offset: Double { kiosk.offset }
  func needsFrame(at time: Double) -> Bool { kiosk.needsFrame(at: time) }
  func nextDeadline(after time: Double) -> Double? { kiosk.nextDeadline(after: time) }

  func touch(_ phase: TouchEvent.Phase, y: Double, at time: Double) {
    kiosk.handle(.touch(TouchEvent(phase: phase, contact: 0, position: Point(x: 50, y: y), time: time)))
  }

  /// Frames at 50 Hz.
  func run(from start: Double, to end: Double) {
    for frame in 0...Int((end - start) * 50) { kiosk.advance(to: start + Double(frame) / 50) }
  }

  /// What is drawn at a time.
  func layers(at time: Double) -> [Layer] {
    var scene = Scene(size: PixelSize(width: 400, height: 300))
    kiosk.advance(to: time)
    kiosk.draw(into: &scene)
    return scene.layers
  }

  func isPressed(_ card: Int, in layers: [Layer]) -> Bool {
    layers.contains(.fill(colors.text, page.blocks[card].frame, radius: page.blocks[card].radius, opacity: 0.12))
  }
}

@Test func anUntouchedKioskNeedsNoFrameAndNoTimer() {
  let rig = Rig()
  #expect(!rig.needsFrame(at: 0.3))
  #expect(!rig.needsFrame(at: 86_400))
  #expect(rig.nextDeadline(after: 0.3) == nil)
}

@Test func aTileThatHasComeIsDrawnAndOneOfAnotherPageIsNot() {
  let rig = Rig()
  rig.kiosk.receive(.tile(tilePixmap(), key: key(1000)), at: 1)
  #expect(!rig.needsFrame(at: 1))
  rig.kiosk.receive(.tile(tilePixmap(), key: key(1)), at: 1)
  #expect(rig.needsFrame(at: 1))
  rig.kiosk.advance(to: 1.1)
  #expect(!rig.needsFrame(at: 1.2))
}

@Test func aMissingTileIsAPlainSurface() {
  let rig = Rig()
  let pixmap = tilePixmap(width: 400, height: 100)
  let frame = rig.page.tiles[1].frame
  let before = rig.layers(at: 1)
  #expect(before == (0..<3).map { Layer(.fill(colors.surface), frame: rig.page.tiles[$0].frame) })
  rig.kiosk.receive(.tile(pixmap, key: key(1)), at: 1)
  let after = rig.layers(at: 1.1)
  #expect(after.contains(Layer(.pixmap(pixmap), frame: frame)))
  #expect(!after.contains(Layer(.fill(colors.surface), frame: frame)))
  #expect(after.count == 3)
}

@Test func whatIsVisibleIsAskedForFirst() {
  let rig = Rig()
  #expect((0..<4).map { _ in rig.queue.takeMostUrgent()?.index } == [0, 1, 2, 3])
  rig.kiosk.receive(.scrollTo(pixel: 1000), at: 1)
  rig.kiosk.advance(to: 1.1)
  #expect((0..<3).map { _ in rig.queue.takeMostUrgent()?.index } == [10, 11, 12])
}

@Test func aCardLooksPressedAfterADelay() {
  let rig = Rig()
  rig.touch(.down, y: 50, at: 1)
  #expect(!rig.isPressed(0, in: rig.layers(at: 1.07)))
  let due = rig.nextDeadline(after: 1.07)
  #expect(due.map { abs($0 - 1.08) < 1e-9 } == true)
  #expect(rig.needsFrame(at: 1.081))
  #expect(rig.isPressed(0, in: rig.layers(at: 1.081)))
}

@Test func aCardThatDoesNothingNeverLooksPressed() {
  let rig = Rig()
  rig.touch(.down, y: 150, at: 1)
  for frame in 0..<50 { #expect(!rig.isPressed(1, in: rig.layers(at: 1 + Double(frame) / 60))) }
}

@Test func onlyATappableCardAsksForItsDetail() {
  let rig = Rig()
  for (start, y) in [(1.0, 50.0), (3.0, 150.0), (5.0, 250.0)] {
    rig.touch(.down, y: y, at: start)
    rig.run(from: start, to: start + 0.05)
    rig.touch(.up, y: y, at: start + 0.06)
    rig.run(from: start + 0.06, to: start + 1)
  }
  #expect(rig.requests == [.tapped(card(0), inDetailOf: nil), .tapped(card(2), inDetailOf: nil)])
}

/// What comes under a finger while that is down has not been pressed, and does not look so.
@Test func aTapMeansWhatTheFingerHasLandedOn() {
  let rig = Rig()
  rig.touch(.down, y: 50, at: 1)
  rig.run(from: 1, to: 1.3)
  #expect(rig.isPressed(0, in: rig.layers(at: 1.3)))
  // Another card comes at the top, as new rows do.
  rig.kiosk.receive(.page(stack([(40, 100)] + (0..<20).map { ($0, 100) }, generation: 2)), at: 1.3)
  let shown = rig.layers(at: 1.4)
  #expect(!(0..<3).contains { rig.isPressed($0, in: shown) })
  rig.touch(.up, y: 50, at: 1.5)
  rig.run(from: 1.5, to: 2)
  #expect(rig.requests.isEmpty)
  // The next finger means what it sees.
  rig.touch(.down, y: 50, at: 3)
  rig.touch(.up, y: 50, at: 3.06)
  rig.run(from: 3.06, to: 3.5)
  #expect(rig.requests == [.tapped(card(40), inDetailOf: nil)])
}

@Test func anUntouchedPanelGoesHomeOnceItsTimeHasCome() {
  let rig = Rig()
  rig.kiosk.receive(.idle(IdleRule(after: 30, action: .top)), at: 0.5)
  #expect(rig.nextDeadline(after: 0.5) == nil)
  rig.kiosk.handle(.wheel(lines: 5, position: Point(x: 50, y: 50), time: 1))
  rig.run(from: 1, to: 20)
  let scrolled = rig.offset
  #expect(scrolled > 50)
  #expect(!rig.needsFrame(at: 30.9))
  #expect(rig.nextDeadline(after: 20) == 31)
  rig.run(from: 30.5, to: 30.98)
  #expect(rig.offset == scrolled)
  #expect(rig.needsFrame(at: 31))
  rig.run(from: 31, to: 36)
  #expect(rig.offset == 0)
  #expect(!rig.needsFrame(at: 37))
  #expect(rig.nextDeadline(after: 37) == nil)
}

/// The slide of a detail page goes all the way: no step larger than the spring's, and a frame at its very end.
@Test(arguments: [0.0, 0.003, 0.007, 0.011, 0.0166])
func aDetailPageSlidesToItsPlace(phase: Double) {
  let rig = Rig()
  let start = 1 + phase
  rig.kiosk.receive(.detail(stack(100..<103), of: card(2), isAnimated: true), at: start)
  func left(at time: Double) -> Int? {
    rig.layers(at: time).last { layer in
      guard case .fill(let color, radius: 0) = layer.content else { return false }
      return color == colors.background && layer.opacity == 255
    }?.frame.x0
  }
  var time = 1.0
  var places: [Int] = []
  while rig.needsFrame(at: time), time < 5 {
    time += 1.0 / 60
    if let place = left(at: time) { places.append(place) }
  }
  #expect(places.last == 0)
  #expect(zip(places, places.dropFirst()).allSatisfy { $0 >= $1 && $0 - $1 < 60 })
  #expect(places.count > 20)
  #expect(!rig.needsFrame(at: 60))
}

/// Down, and as far down as asked within half a second.
extension Rig {
  fileprivate func drag(from start: Double, to end: Double, at time: Double) {
    touch(.down, y: start, at: time)
    for step in 1...25 {
      touch(.motion, y: start + (end - start) * Double(step) / 25, at: time + Double(step) * 0.02)
      kiosk.advance(to: time + Double(step) * 0.02)
    }
    run(from: time + 0.52, to: time + 0.6)
  }
}

@Test func aFingerHeldAcrossAChangeOfThePanelDoesNotTap() {
  let rig = Rig()
  rig.touch(.down, y: 50, at: 1)
  rig.run(from: 1, to: 1.2)
  #expect(rig.isPressed(0, in: rig.layers(at: 1.2)))
  rig.kiosk.cancelTouches(at: 0)
  #expect(!rig.isPressed(0, in: rig.layers(at: 1.22)))
  rig.touch(.motion, y: 52, at: 1.24)
  rig.touch(.up, y: 52, at: 1.3)
  rig.run(from: 1.3, to: 2)
  #expect(rig.requests.isEmpty)
  #expect(rig.offset == 0)
}

@Test func aFingerHeldAcrossAChangeOfThePanelDoesNotJump() {
  let rig = Rig()
  rig.drag(from: 250, to: 100, at: 1)
  let offset = rig.offset
  #expect(offset > 100)
  rig.kiosk.cancelTouches(at: 0)
  rig.run(from: 1.62, to: 1.7)
  #expect(rig.offset == offset)
  // The same finger, elsewhere on a turned panel: unknown until it lands anew.
  rig.touch(.motion, y: 290, at: 1.71)
  rig.touch(.motion, y: 10, at: 1.72)
  rig.touch(.up, y: 10, at: 1.73)
  rig.run(from: 1.74, to: 3)
  #expect(rig.offset == offset)
  #expect(rig.requests.isEmpty)
  rig.drag(from: 250, to: 200, at: 4)
  #expect(rig.offset > offset)
}

@Test func aPullHeldAcrossAChangeOfThePanelDoesNotFire() {
  let rig = Rig()
  rig.drag(from: 20, to: 280, at: 1)
  #expect(rig.kiosk.refreshPhase == .armed)
  rig.kiosk.cancelTouches(at: 0)
  rig.touch(.up, y: 280, at: 1.7)
  rig.run(from: 1.7, to: 4)
  #expect(rig.offset == 0)
  #expect(rig.requests == [.refreshShown(true), .refreshShown(false)])
}

/// A panel of another size is another kiosk: the finger on the glass landed on the one before.
@Test func aFingerThatLandedOnAnotherKioskIsUnknownHere() {
  let rig = Rig()
  rig.touch(.motion, y: 50, at: 1)
  rig.touch(.motion, y: 250, at: 1.1)
  rig.run(from: 1.1, to: 1.2)
  rig.touch(.up, y: 250, at: 1.2)
  rig.run(from: 1.2, to: 2)
  #expect(rig.offset == 0)
  #expect(rig.requests.isEmpty)
}

@Test func anotherControlGivesUpTheRefreshAndIgnoresItsAnswer() {
  let rig = Rig()
  rig.kiosk.receive(.beginRefresh, at: 1)
  rig.run(from: 1, to: 2)
  #expect(rig.kiosk.refreshPhase.task == 1)
  rig.kiosk.receive(.refreshControl(RefreshControl(style: PetalsStyle(), sprites: SpriteSet([]))), at: 2)
  rig.kiosk.receive(.beginRefresh, at: 2.1)
  rig.run(from: 2.1, to: 3)
  #expect(rig.kiosk.refreshPhase.task == 2)
  rig.kiosk.receive(.refreshEnded(task: 1, .failure), at: 3)
  rig.run(from: 3, to: 4)
  #expect(rig.kiosk.refreshPhase.task == 2)
  rig.kiosk.receive(.refreshEnded(task: 2, .noChange), at: 4)
  #expect(rig.kiosk.refreshPhase.outcome == .noChange)
  #expect(
    rig.requests == [
      .startRefresh(task: 1), .refreshShown(true), .cancelRefresh(task: 1), .startRefresh(task: 2),
    ])
}

@Test func theTriggerFollowsTheViewportBetweenTwoPulls() {
  let rig = Rig()
  let low = rig.kiosk.travel(toPullRatio: 1)
  rig.kiosk.receive(.beginRefresh, at: 1)
  rig.run(from: 1, to: 2)
  let page = rig.page
  let tall = KioskPage(
    generation: 2, blocks: page.blocks, tiles: page.tiles,
    header: PageTile(key: key(900), frame: PixelRect(x: 0, y: 0, width: 400, height: 100)), height: page.height)
  rig.kiosk.receive(.page(tall), at: 2)
  rig.run(from: 2, to: 3)
  // The refresh under way goes on.
  #expect(rig.kiosk.refreshPhase.task == 1)
  rig.kiosk.receive(.refreshEnded(task: 1, .noChange), at: 3)
  rig.run(from: 3, to: 6)
  #expect(rig.kiosk.refreshPhase == .idle)
  #expect(rig.kiosk.travel(toPullRatio: 1) < low)
}

/// Frames are drawn until one has shown the end of a motion: content that rests a pixel beside its place would stay there.
@Test(arguments: [40.0, 87, 133, 160])
func theLastFrameShowsThePageAtRest(distance: Double) {
  let rig = Rig()
  rig.drag(from: 20, to: 20 + distance, at: 1)
  rig.touch(.up, y: 20 + distance, at: 1.61)
  var time = 1.62
  while rig.needsFrame(at: time), time < 10 {
    // Drawn for the next flip, as a scheduler does.
    rig.kiosk.advance(to: time + 1.0 / 60)
    time += 1.0 / 60
    if rig.kiosk.refreshPhase.task != nil { rig.kiosk.receive(.refreshEnded(task: 1, .noChange), at: time) }
  }
  #expect(rig.offset == 0)
  #expect(time < 10)
}

/// A finger at rest wants no frames; what it holds begins to move when it is let go of, not at the frame before.
@Test(arguments: [0.02, 0.5, 30])
func whatAQuestionTakesFromAFingerSpringsBackFromWhereItWas(pause: Double) {
  let rig = Rig()
  rig.drag(from: 20, to: 280, at: 1)
  let end = 1.7
  rig.run(from: 1.62, to: end)
  let pulled = rig.offset
  #expect(pulled < -50)
  let time = end + pause
  let sheet = Question(
    pixmap: tilePixmap(width: 200, height: 100), yes: PixelRect(x: 100, y: 40, width: 90, height: 50),
    no: PixelRect(x: 10, y: 40, width: 90, height: 50), radius: 8)
  rig.kiosk.receive(.question(sheet), at: time)
  rig.kiosk.advance(to: time + 0.01)
  #expect(abs(rig.offset - pulled) < 4)
  rig.run(from: time + 0.02, to: time + 2)
  #expect(rig.offset == 0)
}
