import Kiosk
import Motion
import Panel
import Refresh
import Scene
import TestSupport
import Testing

private let colors = KioskColors(
  background: .black, surface: Color(rgb: 0x112233), text: .white, isDark: true,
  refresh: RefreshTheme(
    background: .black, text: .white, muted: .white, accent: .white, good: .white, warn: .white, bad: .white,
    info: .white))

/// A kiosk with 10,000 cards in virtual time, and two workers that take so long for a tile.
private struct Rig: ~Copyable {
  static let size = PixelSize(width: 480, height: 320)
  static let rowHeight = 64

  var loop: FrameLoop<VirtualDisplay>
  let queue: TileQueue
  let page: KioskPage
  let tileCost: Nanoseconds
  private let pixmap = tilePixmap(width: Rig.size.width, height: Rig.rowHeight)
  private(set) var now: Nanoseconds = 0
  private var work: [(request: TileRequest, end: Nanoseconds)] = []
  private var rng = SplitMix64(seed: 5)

  /// What was seen of a frame.
  struct Frame {
    var shown: Nanoseconds
    var offset: Double
    var isComplete: Bool
  }
  private(set) var frames: [Frame] = []
  /// Columns of pixels looked at, and pixels in them that were neither a tile nor the surface.
  private(set) var looks = 0
  private(set) var strangePixels = 0
  /// Tiles made, and those that were begun although they lay more than two and a half screens away: nothing cancelled them.
  private(set) var made = 0
  private(set) var begunInVain = 0

  init(tileCost: Nanoseconds) {
    self.tileCost = tileCost
    let queue = TileQueue {}
    self.queue = queue
    page = stack(0..<10_000, height: Rig.rowHeight)
    let kiosk = Kiosk(
      size: Rig.size, scale: 1, colors: colors, control: RefreshControl(style: CompassStyle(), sprites: SpriteSet([])),
      tileQueue: queue
    ) { _ in }
    loop = FrameLoop(
      screen: VirtualDisplay(mode: DisplayMode(size: Rig.size)), kiosk: kiosk, mailbox: Mailbox(), clock: { 0 })
    loop.receive(.page(page), at: 0)
  }

  /// Lets time pass, a millisecond at most at once.
  mutating func play(_ events: [InputEvent], until end: Nanoseconds) {
    var next = 0
    while now < end {
      loop.screen.advance(to: now)
      finishTiles()
      while next < events.count, events[next].time * 1e9 <= Double(now) {
        loop.handle(events[next])
        next += 1
      }
      let wasFree = loop.screen.nextFlip == nil
      let rest = loop.turn(at: now)
      beginTiles()
      if wasFree, let flip = loop.screen.nextFlip { seen(flip) }
      var time = now + 1_000_000
      if case .until(let wanted) = rest { time = min(time, max(wanted, now)) }
      if let flip = loop.screen.nextFlip { time = min(time, flip) }
      now = max(time, now + 1)
    }
  }

  private mutating func seen(_ flip: Nanoseconds) {
    frames.append(Frame(shown: flip, offset: loop.kiosk.offset, isComplete: loop.kiosk.isComplete))
    guard frames.count % 8 == 0, let picture = loop.screen.screenshot() else { return }
    looks += 1
    for y in 0..<Rig.size.height {
      let word = picture.pixel(x: 40, y: y).word & 0xFF_FFFF
      if word != 0xFF_FFFF && word != 0x11_2233 { strangePixels += 1 }
    }
  }

  private mutating func finishTiles() {
    for done in work where done.end <= now {
      loop.receive(.tile(pixmap, key: page.tiles[done.request.index].key), at: now)
      queue.finished(page.tiles[done.request.index].key)
      made += 1
    }
    work.removeAll { $0.end <= now }
  }

  private mutating func beginTiles() {
    while work.count < 2, let request = queue.takeMostUrgent() {
      let first = Int(loop.kiosk.offset.rounded())
      let frame = page.tiles[request.index].frame
      let reach = Rig.size.height * 5 / 2
      if frame.y0 > first + Rig.size.height + reach || frame.y1 < first - reach { begunInVain += 1 }
      // Some cards take half as long again.
      work.append((request, now + tileCost * Nanoseconds(Int.random(in: 2...3, using: &rng)) / 2))
    }
  }
}

/// Flings as fast as they get, one on the other, and then rest.
private func flung(tileCost: Nanoseconds) -> Flung {
  var rig = Rig(tileCost: tileCost)
  rig.play([], until: 1_000_000_000)
  var touch = ScriptedTouch(start: 1.05, rate: 125)
  for _ in 0..<5 {
    touch.flick(from: Point(x: 200, y: 310), to: Point(x: 200, y: 4), over: 0.03)
    touch.wait(0.6)
  }
  rig.play(touch.events, until: 12_000_000_000)
  let released = Nanoseconds(touch.time * 1e9)
  let moving = zip(rig.frames, rig.frames.dropFirst()).filter { $0.offset != $1.offset }
  let coasting = moving.filter { $0.0.shown > released }
  return Flung(rig: rig, moving: Array(moving), coasting: Array(coasting))
}

private struct Flung: ~Copyable {
  let rig: Rig
  /// Frames in which the page moved, with the one before each; and those of them after the last finger.
  let moving: [(Rig.Frame, Rig.Frame)]
  let coasting: [(Rig.Frame, Rig.Frame)]
}

/// Pixels a second between two frames.
private func speed(_ a: Rig.Frame, _ b: Rig.Frame) -> Double {
  abs(b.offset - a.offset) * 1e9 / Double(b.shown - a.shown)
}

/// A tile in half a millisecond, as on a desktop processor: a fling at 8,000 pixels a second shows no missing one; nor ten times
/// slower, as on a small one.
@Test(arguments: [500_000, 5_000_000])
func aFlingOverTenThousandCardsShowsEveryTile(tileCost: Nanoseconds) {
  let flung = flung(tileCost: tileCost)
  let moving = flung.moving
  #expect(moving.map(speed).max() ?? 0 >= 7_500)
  #expect((flung.rig.frames.last?.offset ?? 0) > 15_000)
  #expect(moving.count > 200)
  let isEveryTileThere = moving.allSatisfy(\.1.isComplete)
  #expect(isEveryTileThere)
  #expect(flung.rig.looks > 20 && flung.rig.strangePixels == 0)
}

/// A hundred times slower, tiles cannot be there in time. What is missing shows the surface, every vertical blank has its frame, what
/// has scrolled away is not made, and what is in sight at the end is.
@Test func aTypesetterThatCannotKeepUpNeverStalls() {
  let flung = flung(tileCost: 50_000_000)
  let moving = flung.moving
  #expect(moving.map(speed).max() ?? 0 >= 7_500)
  let incomplete = moving.count { !$0.1.isComplete }
  #expect(incomplete > 20)
  let period = DisplayMode(size: Rig.size).period
  #expect(flung.coasting.count > 60)
  let steps = flung.coasting.map { ($1.shown - $0.shown + period / 2) / period }
  #expect(steps.allSatisfy { $0 == 1 })
  #expect(flung.rig.looks > 20 && flung.rig.strangePixels == 0)
  #expect(flung.rig.made > 20 && flung.rig.begunInVain == 0)
  #expect(flung.rig.frames.last?.isComplete == true)
}
