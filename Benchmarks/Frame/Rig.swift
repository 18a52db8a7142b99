import AllocationCounter
import Board
import Kiosk
import Motion
import Panel
import Recording
import Refresh
import Scene

let colors = KioskColors(
  background: .black, surface: Color(rgb: 0x112233), text: Color(rgb: 0xABCDEF), isDark: true,
  refresh: RefreshTheme(
    background: .black, text: .white, muted: .white, accent: .white, good: .white, warn: .white, bad: .white,
    info: .white))

/// A whole kiosk on a virtual panel whose tiles are all there, in virtual time; counts what its turns take from the heap.
struct Rig: ~Copyable {
  var loop: FrameLoop<VirtualDisplay>
  var now: Nanoseconds = 0
  var allocations: UInt64 = 0

  /// - Parameter ring: gets all that happens.
  init(style: any RefreshStyle, recording ring: RecordRing? = nil) {
    let mode = DisplayMode(size: PixelSize(width: 400, height: 300))
    let page = stackedPage(rows: 24, width: mode.size.width)
    let sprites = SpriteSet(
      style.sprites.map { _ in Optional(plainPixmap(width: 48, height: 48)) },
      places: style.sprites.map { request in
        guard case .letter(let index, _) = request.source else { return nil }
        return PixelRect(x: 24 * index, y: 0, width: 48, height: 48)
      })
    let recipe = ring.map { _ in StyleRecipe(name: RefreshStyles.standard, parameters: RefreshParameters()) }
    let kiosk = Kiosk(
      size: mode.size, scale: 1, colors: colors,
      control: RefreshControl(style: style, sprites: sprites, recipe: recipe),
      tileQueue: TileQueue {}
    ) { _ in }
    loop = FrameLoop(
      screen: VirtualDisplay(mode: mode, logLimit: 4), kiosk: kiosk, mailbox: Mailbox(), clock: { 0 })
    if let ring { loop.record(on: FrameRecorder(ring)) }
    loop.receive(.page(page), at: 0)
    let pixmap = plainPixmap(width: mode.size.width, height: rowHeight)
    for tile in page.tiles { loop.receive(.tile(pixmap, key: tile.key), at: 0) }
  }

  /// Plays touches and lets time pass until everything rests.
  mutating func play(_ events: [InputEvent], outcome: RefreshOutcome) {
    let end = (events.last?.time ?? 0) + 6
    var next = 0
    var ended: Int?
    while Double(now) / 1e9 < end {
      let before = allocations_of_this_thread()
      loop.screen.advance(to: now)
      while next < events.count, events[next].time * 1e9 <= Double(now) {
        loop.handle(events[next])
        next += 1
      }
      let rest = loop.turn(at: now)
      allocations += allocations_of_this_thread() - before
      if case .refreshing(let task, let since, answer: nil) = loop.kiosk.refreshPhase, task != ended,
        Double(now) / 1e9 > since + 0.8
      {
        ended = task
        loop.receive(.refreshEnded(task: task, outcome), at: now)
      }
      var time = now + 1_000_000
      if case .until(let wanted) = rest { time = min(max(wanted, now), time) }
      now = max(time, now + 1)
    }
  }
}

/// Drag, fling, catch, fling back, pull below the trigger, pull above it.
func gestures(from start: Double) -> [InputEvent] {
  var touch = ScriptedTouch(start: start)
  touch.flick(from: Point(x: 200, y: 250), to: Point(x: 200, y: 60), over: 0.15)
  touch.wait(0.4)
  touch.tap(Point(x: 200, y: 150))
  touch.wait(0.3)
  for _ in 0..<4 {
    touch.flick(from: Point(x: 200, y: 60), to: Point(x: 200, y: 280), over: 0.12)
    touch.wait(0.8)
  }
  touch.wait(2)
  for height in [120.0, 290] {
    touch.down(Point(x: 200, y: 40))
    touch.move(to: Point(x: 200, y: height), over: 0.5)
    touch.wait(0.1)
    touch.up()
    touch.wait(1)
  }
  return touch.events
}

/// Pixels from one row to the next.
let rowHeight = 100

/// A page of equal rows, each a card and a tile.
func stackedPage(rows: Int, width: Int) -> KioskPage {
  let frames = (0..<rows).map { PixelRect(x: 0, y: $0 * rowHeight, width: width, height: rowHeight) }
  return KioskPage(
    generation: 1,
    blocks: frames.enumerated().map { index, frame in
      KioskPage.Block(id: CardID(place: 0, key: "\(index)"), frame: frame, isTappable: true)
    },
    tiles: frames.enumerated().map { index, frame in
      PageTile(key: TileKey(high: 1, low: UInt64(index)), frame: frame)
    }, header: nil, height: rows * rowHeight)
}

func plainPixmap(width: Int, height: Int) -> Pixmap {
  Pixmap(size: PixelSize(width: width, height: height), isOpaque: true) { x, y in
    Pixel(word: 0xFF00_0000 | UInt32(truncatingIfNeeded: x &* 3 &+ y &* 0x0701))
  }
}
