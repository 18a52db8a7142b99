import Compositor
import Kiosk
import Motion
import Panel
import Refresh
import Scene
import Testing

private let colors = KioskColors(
  background: .black, surface: Color(rgb: 0x112233), text: .white, isDark: true,
  refresh: RefreshTheme(
    background: .black, text: .white, muted: .white, accent: .white, good: .white, warn: .white, bad: .white,
    info: .white))

private func newKiosk() -> Kiosk {
  Kiosk(
    size: PixelSize(width: 400, height: 300), scale: 1, colors: colors,
    control: RefreshControl(style: CompassStyle(), sprites: SpriteSet([])), tileQueue: TileQueue {}, ask: { _ in })
}

private func touch(_ phase: TouchEvent.Phase, _ x: Double, _ y: Double, at time: Double, contact: Int = 0) -> InputEvent
{
  .touch(TouchEvent(phase: phase, contact: contact, position: Point(x: x, y: y), time: time))
}

private let nonsense = [Double.nan, .infinity, -.infinity, 1e300, -1e300]

/// What somebody does whose fingers are nowhere, each from 1 s on.
private func gestures(_ x: Double) -> [[InputEvent]] {
  // Whoever takes events from elsewhere sees to it that none comes much later.
  let time = x == 1e300 ? 1.2 : x
  return [
    [touch(.down, x, x, at: 1), touch(.motion, x, x, at: 1.1), touch(.up, x, x, at: 1.2)],
    [touch(.down, 50, 100, at: 1), touch(.motion, 50, x, at: 1.1), touch(.up, 50, 100, at: 1.2)],
    [touch(.down, 50, 100, at: 1), touch(.motion, 50, 200, at: 1.1), touch(.up, x, x, at: 1.2)],
    [touch(.down, 50, 100, at: 1), touch(.motion, 50, 200, at: time), touch(.up, 50, 200, at: time)],
    [touch(.down, 50, 100, at: 1), touch(.motion, 50, 200, at: 1.1), touch(.cancel, x, x, at: time)],
    [.wheel(lines: x, position: Point(x: x, y: x), time: 1), .wheel(lines: x, position: Point(x: 5, y: 5), time: 1)],
    [.pointer(position: Point(x: x, y: 3), time: 1), .key(.down, time: time), .voice(.louder, time: time)],
  ]
}

@Test(arguments: nonsense, 0..<7)
func whatIsNowhereLeavesThePageUsable(x: Double, gesture: Int) {
  var kiosk = newKiosk()
  kiosk.receive(.page(stack(0..<20)), at: 0)
  for frame in 0..<50 { kiosk.advance(to: Double(frame) / 50) }
  for event in gestures(x)[gesture] {
    kiosk.handle(event)
    kiosk.advance(to: 1.3)
  }
  for frame in 0..<500 { kiosk.advance(to: 1.4 + Double(frame) / 50) }
  let (offset, isTouched) = (kiosk.offset, kiosk.isTouched)
  #expect(offset.isFinite && !isTouched)
  kiosk.handle(.key(.home, time: 12))
  // A refresh that was pulled for has waited for its answer by then.
  for frame in 0..<1500 { kiosk.advance(to: 12 + Double(frame) / 50) }
  let (top, isMoving) = (kiosk.offset, kiosk.needsFrame(at: 43))
  #expect(top == 0 && !isMoving)
}

/// Another finger goes on from where it is when one ends nowhere.
@Test func aFingerThatEndsNowhereMovesNothing() {
  var kiosk = newKiosk()
  kiosk.receive(.page(stack(0..<20)), at: 0)
  for frame in 0..<50 { kiosk.advance(to: Double(frame) / 50) }
  kiosk.handle(touch(.down, 50, 250, at: 1))
  kiosk.handle(touch(.motion, 50, 150, at: 1.1))
  kiosk.handle(touch(.down, 80, 250, at: 1.15, contact: 1))
  kiosk.advance(to: 1.3)
  let before = kiosk.offset
  kiosk.handle(touch(.up, .nan, .nan, at: 1.31, contact: 1))
  kiosk.advance(to: 1.5)
  let after = kiosk.offset
  #expect(abs(after - before) < 10 && before > 50)
}

/// What is posted for a time that is far off comes at once.
@Test func noEventHoldsThePageForALongTime() {
  let mailbox = Mailbox<KioskMessage>()
  var isSent = false
  var loop = FrameLoop(
    screen: VirtualDisplay(mode: DisplayMode(size: PixelSize(width: 400, height: 300))), kiosk: newKiosk(),
    mailbox: mailbox, clock: { 0 },
    attend: { _, now, input in
      guard !isSent, now > 1_000_000_000 else { return }
      isSent = true
      input += [.key(.end, time: 1e300), .wheel(lines: -1, position: .zero, time: 4e9), .key(.home, time: .nan)]
    })
  mailbox.post(.page(stack(0..<20)))
  var now: Nanoseconds = 0
  while now < 20_000_000_000 {
    _ = loop.turn(at: now)
    now += 10_000_000
    loop.screen.advance(to: now)
  }
  let (offset, deadline) = (loop.kiosk.offset, loop.kiosk.nextDeadline(after: 20))
  #expect(offset > 1_000 && deadline.map { $0 < 60 } ?? true)
}
