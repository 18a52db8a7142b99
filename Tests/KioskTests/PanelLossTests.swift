import Compositor
import KMS
import KMSSupport
import Kiosk
import Motion
import Panel
import Refresh
import Scene
import Testing

private let rigColors = KioskColors(
  background: .black, surface: Color(rgb: 0x112233), text: .white, isDark: true,
  refresh: RefreshTheme(
    background: .black, text: .white, muted: .white, accent: .white, good: .white, warn: .white, bad: .white,
    info: .white))

/// A kiosk on a fake machine's panel, with the loop that runs on real ones.
struct PanelRig: ~Copyable {
  let kernel: FakeModesetting
  let mailbox = Mailbox<KioskMessage>()
  var loop: FrameLoop<KMSDisplay<FakeModesetting>>
  private(set) var turns = 0
  /// How often the loop has given the display up by itself.
  private(set) var losses = 0
  private(set) var last = FrameLoop<KMSDisplay<FakeModesetting>>.Rest.untilSomethingHappens

  /// Told before each turn whether the panel is wanted on, as a frame thread is.
  private final class Wish {
    var isOn = true
  }

  private let wish = Wish()

  init(_ card: FakeCard, usesPlanes: Bool = true) {
    let wish = wish
    let kernel = FakeModesetting([card])
    self.kernel = kernel
    var options = KMSOptions()
    options.usesPlanes = usesPlanes
    let display = KMSDisplay(kernel: kernel, options: options, clock: { kernel.now })
    let kiosk = Kiosk(
      size: display.mode.viewerSize, scale: 1, colors: rigColors,
      control: RefreshControl(style: CompassStyle(), sprites: SpriteSet([])), tileQueue: TileQueue {},
      ask: { if case .panel(.display(let isOn)) = $0 { wish.isOn = isOn } })
    loop = FrameLoop(screen: display, kiosk: kiosk, mailbox: mailbox, clock: { kernel.now })
    mailbox.post(.page(stack(0..<20)))
    for number in 0..<20 { mailbox.post(.tile(tilePixmap(width: 400, height: 100), key: key(number))) }
  }

  /// Lets time pass as a thread would: asleep until the loop or the kernel wants it.
  mutating func run(seconds: Double) {
    let end = kernel.now + Nanoseconds(seconds * 1e9)
    turn()
    while let next = nextMoment, next <= end {
      kernel.advance(to: max(next, kernel.now))
      turn()
      precondition(turns < 100_000, "never rests")
    }
    kernel.advance(to: end)
  }

  private var nextMoment: Nanoseconds? {
    guard case .until(let time) = last else { return kernel.nextFlip }
    return min(time, kernel.nextFlip ?? time)
  }

  /// A thread does not turn any more when its loop has ended.
  private mutating func turn() {
    switch last {
    case .displayFailed, .modeChanged, .stopped: return
    default: turns += 1
    }
    loop.screen.isWanted = wish.isOn
    last = loop.turn(at: kernel.now)
    if last == .displayLost {
      losses += 1
      loop.reset()
    }
  }

  mutating func touch(_ event: InputEvent) {
    loop.handle(event)
    turn()
  }

  mutating func fling() {
    let start = Double(kernel.now) / 1e9
    var touch = ScriptedTouch(start: start)
    touch.flick(from: Point(x: 100, y: 250), to: Point(x: 100, y: 60), over: 0.08)
    for event in touch.events {
      kernel.advance(to: max(kernel.now, Nanoseconds(event.time * 1e9)))
      loop.handle(event)
      turn()
    }
  }
}

private func panel() -> FakeCard {
  FakeCard(connectors: [FakeConnector(modes: [.fake(400, 300, isPreferred: true)])])
}

@Test func atRestThePanelIsCommittedNothingAndNobodyWakes() {
  let card = panel()
  var rig = PanelRig(card)
  rig.run(seconds: 3)
  #expect(card.glass() != nil)
  rig.fling()
  rig.run(seconds: 10)
  #expect(rig.loop.kiosk.offset > 50, "the page was flung")
  #expect(card.flips.count > 30 && card.tornFrames == 0)
  let commits = card.commits.count
  let turns = rig.turns
  rig.run(seconds: 3600)
  #expect(rig.last == .untilSomethingHappens)
  #expect(card.commits.count == commits && rig.turns == turns + 1)
}

@Test func withoutAPanelTheKioskGoesOnAndCatchesUp() {
  let card = panel()
  let modes = card.connector.modes
  var rig = PanelRig(card)
  rig.run(seconds: 3)
  rig.fling()
  card.connector.unplug()
  rig.kernel.announce()
  rig.run(seconds: 2)
  let turns = rig.turns
  rig.run(seconds: 100)
  #expect(rig.turns - turns < 15, "only the slow probe wakes")
  let before = rig.loop.kiosk.offset
  rig.mailbox.post(.scrollTo(pixel: 700))
  card.connector.plug(modes)
  rig.kernel.announce()
  rig.run(seconds: 2)
  #expect(rig.loop.screen.isActive && rig.loop.kiosk.offset == 700 && before != 700)
  #expect(card.glass() != nil && card.modesets.count == 2)
}

@Test func untouchedThePanelSleepsAndATouchWakesItWithoutPressingAnything() {
  let card = panel()
  var rig = PanelRig(card)
  rig.mailbox.post(.ladder(IdleLadder([.init(after: 20, light: .black), .init(after: 30, light: .standby)])))
  rig.run(seconds: 25)
  #expect(card.glass()?.allSatisfy { $0 == 0xFF00_0000 } == true)
  rig.run(seconds: 10)
  #expect(card.glass() == nil)
  let turns = rig.turns
  rig.run(seconds: 3600)
  #expect(rig.turns <= turns + 1 && card.glass() == nil)
  let before = rig.loop.kiosk.offset
  rig.fling()
  rig.run(seconds: 5)
  #expect(rig.loop.kiosk.offset == before, "the fling only woke it")
  #expect(card.glass()?.contains { $0 != 0xFF00_0000 } == true)
  #expect(rig.loop.screen.statistics.modesets == 2)
  rig.fling()
  rig.run(seconds: 5)
  #expect(rig.loop.kiosk.offset > before)
}

/// The display knows how long a frame may take; the loop does not give it up before.
@Test(arguments: [0.3, 0.6, 2, 4.9])
func aSlowUploadIsWaitedFor(seconds: Double) {
  let card = panel()
  card.verticalBlank = .none
  card.failures.always(.enableAtomic, 95)
  var rig = PanelRig(card)
  rig.run(seconds: 3)
  let modesets = rig.loop.screen.statistics.modesets
  for page in 1...3 {
    card.holdsFrames = true
    rig.mailbox.post(.scrollTo(pixel: 100 * page))
    rig.run(seconds: seconds)
    card.releaseFrames()
    rig.run(seconds: 1)
  }
  #expect(rig.losses == 0 && rig.loop.screen.statistics.lost == 0)
  #expect(rig.loop.kiosk.offset == 300 && rig.loop.screen.statistics.modesets == modesets)
}

@Test(arguments: [false, true])
func aFrameThatNeverComesIsLostOnce(isUploading: Bool) {
  let card = panel()
  if isUploading {
    card.verticalBlank = .none
    card.failures.always(.enableAtomic, 95)
  }
  var rig = PanelRig(card)
  rig.run(seconds: 3)
  card.holdsFrames = true
  rig.mailbox.post(.scrollTo(pixel: 100))
  rig.run(seconds: isUploading ? 5.2 : 0.7)
  #expect(rig.loop.screen.statistics.lost == 1 && rig.losses == 0)
  card.releaseFrames()
  rig.run(seconds: 1)
  #expect(rig.loop.screen.statistics.lost == 1 && rig.loop.kiosk.offset == 100 && card.glass() != nil)
}

@Test func aModeThatChangesEndsTheRunWithTheDisplayKept() {
  let card = panel()
  var rig = PanelRig(card)
  rig.run(seconds: 3)
  card.connector.plug([.fake(300, 200, isPreferred: true)])
  rig.kernel.announce()
  var rounds = 0
  while rig.last != .modeChanged, rounds < 100 {
    rig.run(seconds: 0.1)
    rounds += 1
  }
  #expect(rig.last == .modeChanged)
  #expect(rig.loop.screen.mode.size == PixelSize(width: 300, height: 200))
}

@Test func aDisplayThatFailsSaysWhy() {
  let card = panel()
  var rig = PanelRig(card)
  rig.run(seconds: 3)
  card.failures.always(.commit, 5)
  card.failures.always(.modeset, 5)
  rig.fling()
  var rounds = 0
  while rounds < 100 {
    if case .displayFailed(let reason) = rig.last {
      #expect(reason.contains("does not take frames any more"))
      return
    }
    rig.run(seconds: 0.02)
    rounds += 1
  }
  Issue.record("the loop goes on")
}
