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

/// Forty cards of 100 rows on a panel of 400 x 300, scrolled to row 1000: the range is 0 to 3700, and the bar 36 high in a track of 294,
/// so that 258 dp of the bar are the whole page.
private struct Rig: ~Copyable {
  var kiosk: Kiosk
  private(set) var time = 0.0

  init() {
    kiosk = Kiosk(
      size: PixelSize(width: 400, height: 300), scale: 1, colors: colors,
      control: RefreshControl(style: CompassStyle(), sprites: SpriteSet([])), tileQueue: TileQueue {}
    ) { _ in }
    kiosk.receive(.page(stack(0..<40)), at: 0)
    run(until: 0.5)
    kiosk.handle(.wheel(lines: 20, position: Point(x: 50, y: 50), time: 0.5))
    run(until: 1)
  }

  mutating func run(until end: Double) {
    while time < end {
      time += 1 / 64
      kiosk.advance(to: time)
    }
  }

  mutating func touch(_ phase: TouchEvent.Phase, x: Double = 395, y: Double) {
    kiosk.handle(.touch(TouchEvent(phase: phase, contact: 0, position: Point(x: x, y: y), time: time)))
  }

  /// Where the bar lies; nil when it does not show.
  func bar() -> PixelRect? {
    var scene = Scene(size: PixelSize(width: 400, height: 300))
    kiosk.draw(into: &scene)
    for layer in scene.layers {
      if case .fill(ScrollIndicator.darkColor, _) = layer.content { return layer.frame }
    }
    return nil
  }
}

@Test func aFingerThatRestsOnTheBarTakesHoldOfIt() {
  var rig = Rig()
  #expect(rig.bar() == PixelRect(x: 394, y: 73, width: 3, height: 36))
  rig.touch(.down, y: 90)
  rig.run(until: 1.0625)
  #expect(rig.bar()?.width == 3)
  rig.run(until: 1.25)
  #expect(rig.bar() == PixelRect(x: 389, y: 73, width: 8, height: 36))
  // Every dp of the bar is 3700 / 258 of the page, from the very first.
  rig.touch(.motion, y: 92)
  rig.run(until: 1.5)
  #expect(abs(rig.kiosk.offset - 1028.7) < 0.1)
  rig.touch(.motion, y: 60)
  rig.run(until: 2)
  #expect(abs(rig.kiosk.offset - 569.8) < 0.1)
}

@Test func theBarStopsAtTheEndsAndDoesNotPull() {
  var rig = Rig()
  rig.touch(.down, y: 90)
  rig.run(until: 1.25)
  rig.touch(.motion, y: 5)
  rig.run(until: 1.5)
  #expect(rig.kiosk.offset == 0)
  #expect(rig.kiosk.refreshPhase == .idle)
  rig.touch(.motion, y: 300)
  rig.run(until: 2)
  #expect(rig.kiosk.offset == 3700)
  rig.touch(.up, y: 300)
  rig.run(until: 3)
  #expect(rig.kiosk.offset == 3700)
}

@Test func aBarLetGoStaysWhereItIsAndThinsAndFades() {
  var rig = Rig()
  rig.touch(.down, y: 90)
  rig.run(until: 3)
  // It does not fade under the finger.
  #expect(rig.bar()?.width == 8)
  rig.touch(.motion, y: 100)
  rig.run(until: 3.25)
  rig.touch(.up, y: 100)
  let offset = rig.kiosk.offset
  rig.run(until: 3.5)
  #expect(rig.kiosk.offset == offset)
  #expect(rig.bar()?.width == 3)
  rig.run(until: 6)
  #expect(rig.bar() == nil)
  let needsFrame = rig.kiosk.needsFrame(at: 7)
  #expect(!needsFrame)
}

@Test func aQuickDragOverTheBarScrollsAndATapThereTaps() {
  var rig = Rig()
  rig.touch(.down, y: 90)
  rig.touch(.motion, y: 70)
  rig.run(until: 1.25)
  // 20 dp less the slop.
  #expect(abs(rig.kiosk.offset - 1012) < 0.1)
  #expect(rig.bar()?.width == 3)
}

@Test func besideTheBarOrWithoutOneAFingerRestsOnItsCard() {
  for (x, y, wait) in [(370.0, 90.0, 1.0), (395, 200, 1), (395, 90, 4)] {
    var rig = Rig()
    rig.run(until: wait)
    rig.touch(.down, x: x, y: y)
    rig.run(until: wait + 0.25)
    rig.touch(.motion, x: x, y: y - 20)
    rig.run(until: wait + 0.5)
    #expect(abs(rig.kiosk.offset - 1012) < 0.1)
  }
}

@Test func newsUnderAHeldBarMovesNothingAndTheBarGoesOn() {
  var rig = Rig()
  rig.touch(.down, y: 90)
  rig.run(until: 1.25)
  rig.touch(.motion, y: 100)
  rig.run(until: 1.5)
  let offset = rig.kiosk.offset
  // Ten cards more at the end: the page is 1000 longer.
  rig.kiosk.receive(.page(stack(0..<50)), at: 1.5)
  rig.run(until: 1.75)
  #expect(rig.kiosk.offset == offset)
  rig.touch(.motion, y: 110)
  rig.run(until: 2)
  #expect(abs(rig.kiosk.offset - offset - 10 * 4700 / 258) < 0.1)
}
