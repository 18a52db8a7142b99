import Compositor
import Kiosk
import Motion
import Panel
import Refresh
import Scene
import Synchronization
import Testing

/// What comes in while a frame is due, on a virtual panel whose page is being flung.
@Suite struct FrameLoopTests {
  private static let colors = KioskColors(
    background: .black, surface: Color(rgb: 0x112233), text: .white, isDark: true,
    refresh: RefreshTheme(
      background: .black, text: .white, muted: .white, accent: .white, good: .white, warn: .white, bad: .white,
      info: .white))

  private final class Rig {
    let mailbox = Mailbox<KioskMessage>()
    var loop: FrameLoop<VirtualDisplay>
    var now: Nanoseconds = 0
    /// Of the page on show.
    var generation: Int { loop.kiosk.layoutGeneration }
    var isDrawn: Bool { loop.screen.nextFlip != nil }

    /// Up to the moment a frame of the fling is due, which the last turn has asked to be woken for.
    init(clock: @escaping (Nanoseconds) -> Nanoseconds = { $0 }, companion: (any FrameCompanion)? = nil) {
      let size = PixelSize(width: 400, height: 300)
      let kiosk = Kiosk(
        size: size, scale: 1, colors: FrameLoopTests.colors,
        control: RefreshControl(style: CompassStyle(), sprites: SpriteSet([])), tileQueue: TileQueue {}, ask: { _ in })
      let time = Time()
      self.time = time
      loop = FrameLoop(
        screen: VirtualDisplay(mode: DisplayMode(size: size)), kiosk: kiosk, mailbox: mailbox,
        clock: { clock(time.now) }, companion: companion)
      mailbox.post(.page(stack(0..<40)))
      run(until: 1_000_000_000)
      var touch = ScriptedTouch(start: 1)
      touch.flick(from: Point(x: 100, y: 250), to: Point(x: 100, y: 60), over: 0.08)
      for event in touch.events { loop.handle(event) }
      run(until: 1_300_000_000)
      while isDrawn { run(until: now + 1_000_000) }
      while !isDrawn {
        guard case .until(let next) = turn(), !isDrawn else { break }
        due = next
        if next > now { break }
      }
      now = due
    }

    private final class Time {
      var now: Nanoseconds = 0
    }

    private let time: Time
    private var due: Nanoseconds = 0

    func turn() -> FrameLoop<VirtualDisplay>.Rest {
      time.now = now
      return loop.turn(at: now)
    }

    private func run(until end: Nanoseconds) {
      while now < end {
        _ = turn()
        now += 1_000_000
      }
    }
  }

  @Test func aFrameThatIsDueIsDrawnBeforeAPageIsTaken() {
    let (rig, undisturbed) = (Rig(), Rig())
    rig.mailbox.post(.page(stack((0..<40).map { ($0, 100) }, generation: 2)))
    _ = (rig.turn(), undisturbed.turn())
    #expect(rig.isDrawn && rig.loop.latestScene.layers == undisturbed.loop.latestScene.layers)
    // In the same turn: another one would be work for nothing.
    #expect(rig.generation == 2)
  }

  @Test func aFrameOnItsWayIsWaitedForInTheSameTurn() {
    let rig = Rig()
    #expect(rig.turn() == .until(rig.loop.screen.nextFlip!))
    #expect(rig.isDrawn)
  }

  @Test func aPageThatComesBeforeAFrameIsDueIsInIt() {
    let rig = Rig()
    rig.now -= 100_000
    rig.mailbox.post(.page(stack((0..<40).map { ($0, 100) }, generation: 2)))
    #expect(rig.turn() == .until(rig.now + 100_000))
    #expect(!rig.isDrawn && rig.generation == 2)
    rig.now += 100_000
    _ = rig.turn()
    #expect(rig.isDrawn)
  }

  @Test func aFrameThatFallsDueWhileAPageIsTakenIsDrawnAtOnce() {
    // Taking it lasts for a quarter of a millisecond.
    let rig = Rig(clock: { $0 + 250_000 })
    rig.now -= 100_000
    rig.mailbox.post(.page(stack((0..<40).map { ($0, 100) }, generation: 2)))
    _ = rig.turn()
    #expect(rig.isDrawn && rig.generation == 2)
  }

  @Test func theLoopEndsThoughFramesAreDue() {
    let rig = Rig()
    rig.mailbox.post(.stop)
    #expect(rig.turn() == .stopped)
    #expect(rig.isDrawn)
  }

  private final class CountingCompanion: FrameCompanion {
    let calls = Atomic(0)

    func call(_ work: any FrameWork) { calls.wrappingAdd(1, ordering: .relaxed) }
    func giveWay() {}
  }

  /// Whether another processor is of use is tried with frames that take long, and with no others.
  @Test(arguments: [(pace: Nanoseconds(1_000_000), isShared: true), (pace: 10_000, isShared: false)])
  func framesThatTakeLongMayBeShared(pace: Nanoseconds, isShared: Bool) {
    let companion = CountingCompanion()
    var (turn, reads): (Nanoseconds, Nanoseconds) = (0, 0)
    let rig = Rig(
      clock: { now in
        (turn, reads) = (now, now == turn ? reads + 1 : 0)
        return now + reads * pace
      }, companion: companion)
    for _ in 0..<10 {
      // All of it is drawn anew.
      rig.loop.reset()
      for _ in 0..<40 {
        _ = rig.turn()
        rig.now += 1_000_000
      }
    }
    #expect((companion.calls.load(ordering: .relaxed) > 0) == isShared)
  }

  /// A display that has no buffer free.
  private struct BusyDisplay: Display, ~Copyable {
    let mode = DisplayMode(size: PixelSize(width: 400, height: 300))
    let handsOver = false
    let isActive = true
    let nextDeadline: Nanoseconds? = nil
    private(set) var attempts = 0

    mutating func advance(to now: Nanoseconds) {}
    mutating func takeChange() -> DisplayChange? { nil }
    mutating func takeFlip() -> Flip? { nil }

    mutating func present(_ draw: (_ surface: borrowing Surface, _ age: Int) -> Region) -> Bool {
      attempts += 1
      return false
    }
  }

  @Test func aDisplayThatTakesNoFramesKeepsNoMessageWaiting() {
    let kiosk = Kiosk(
      size: PixelSize(width: 400, height: 300), scale: 1, colors: Self.colors,
      control: RefreshControl(style: CompassStyle(), sprites: SpriteSet([])), tileQueue: TileQueue {}, ask: { _ in })
    let mailbox = Mailbox<KioskMessage>()
    var loop = FrameLoop(screen: BusyDisplay(), kiosk: kiosk, mailbox: mailbox, clock: { 0 })
    mailbox.post(.page(stack(0..<40)))
    _ = loop.turn(at: 0)
    var now: Nanoseconds = 1_000_000_000
    for generation in 2..<6 {
      mailbox.post(.page(stack((0..<40).map { ($0, 100) }, generation: generation)))
      // Tried once in a turn, and again a frame later.
      let (attempts, rest) = (loop.screen.attempts, loop.turn(at: now))
      let tries = loop.screen.attempts - attempts
      let taken = loop.kiosk.layoutGeneration
      #expect(tries == 1 && taken == generation && rest == .until(now + 1_000_000_000 / 60))
      now += 1_000_000_000 / 60
    }
    mailbox.post(.stop)
    let end = loop.turn(at: now)
    #expect(end == .stopped)
  }
}
