import KMS
import KMSSupport
import Kiosk
import Panel
import Scene
import Status
import Synchronization
import Testing

private func panel() -> FakeCard {
  FakeCard(connectors: [FakeConnector(modes: [.fake(400, 300, isPreferred: true)])])
}

/// Looks at a kiosk on a fake machine as a status does.
private struct Watch {
  private var state = PanelStatus.Glass.State.ready
  private var since = 0.0

  mutating func causes(_ rig: borrowing PanelRig) -> [Trouble.Cause] {
    let now = Double(rig.kernel.now) / 1e9
    var status = PanelStatus(version: "1", name: "panel", time: now, uptime: now, began: 0)
    status.glass = rig.loop.glass
    if status.glass.state != state { (state, since) = (status.glass.state, now) }
    status.glass.stateSince = since
    return status.troubles.map(\.cause)
  }

  /// Seconds until something is named, as far as ten of them go.
  mutating func secondsUntilNamed(_ cause: Trouble.Cause, _ rig: inout PanelRig, _ each: (inout PanelRig) -> Void)
    -> Double?
  {
    for step in 0..<100 {
      let named = causes(rig)
      if named == [cause] { return Double(step) / 10 }
      if !named.isEmpty { return nil }
      each(&rig)
      rig.run(seconds: 0.1)
    }
    return nil
  }
}

@Test func flipsThatTheKernelHasCompletedAreCountedAndNoOthers() {
  let card = panel()
  var rig = PanelRig(card)
  rig.run(seconds: 3)
  let before = rig.loop.glass
  #expect(before.flips > 0 && before.flips == before.framesDrawn && before.pendingSince == nil)
  card.holdsFrames = true
  rig.mailbox.post(.scrollTo(pixel: 100))
  rig.run(seconds: 0.2)
  let during = rig.loop.glass
  #expect(during.framesDrawn == before.framesDrawn + 1 && during.flips == before.flips)
  #expect(during.lastFlip == before.lastFlip && during.pendingSince != nil)
  card.releaseFrames()
  rig.run(seconds: 1)
  let after = rig.loop.glass
  #expect(after.flips == after.framesDrawn && after.pendingSince == nil)
  #expect(after.lastFlip.map { $0 > 3.2 } == true)
}

@Test(arguments: [false, true]) func frozenFlipsAreNamedWithinTenSeconds(isUploading: Bool) {
  let card = panel()
  if isUploading {
    card.verticalBlank = .none
    card.failures.always(.enableAtomic, 95)
  }
  var rig = PanelRig(card)
  var watch = Watch()
  rig.run(seconds: 3)
  #expect(watch.causes(rig) == [])
  card.holdsFrames = true
  rig.mailbox.post(.scrollTo(pixel: 100))
  #expect(watch.secondsUntilNamed(.flipsFrozen, &rig) { _ in } != nil)
  card.releaseFrames()
  rig.run(seconds: 1)
  rig.mailbox.post(.scrollTo(pixel: 200))
  rig.run(seconds: 1)
  #expect(watch.causes(rig) == [], "well again, and not named any more")
}

@Test func aFlipThatTheKernelForgetsIsNamedUntilAnotherOneComes() {
  let card = panel()
  var rig = PanelRig(card)
  var watch = Watch()
  rig.run(seconds: 3)
  card.fates = [.dropped]
  rig.mailbox.post(.scrollTo(pixel: 100))
  #expect(watch.secondsUntilNamed(.flipsFrozen, &rig) { _ in } != nil)
  #expect(rig.loop.glass.lost == 1)
  rig.mailbox.post(.scrollTo(pixel: 200))
  rig.run(seconds: 1)
  #expect(watch.causes(rig) == [] && rig.loop.glass.lost == 1)
}

@Test func anUnpluggedPanelIsNamedWithinTenSecondsAndNotOnceItIsBack() {
  let card = panel()
  let modes = card.connector.modes
  var rig = PanelRig(card)
  var watch = Watch()
  rig.run(seconds: 3)
  card.connector.unplug()
  rig.kernel.announce()
  #expect(watch.secondsUntilNamed(.panelUnplugged, &rig) { _ in } != nil)
  card.connector.plug(modes)
  rig.kernel.announce()
  rig.run(seconds: 2)
  #expect(watch.causes(rig) == [])
}

@Test func aScreenThatIsLentOrDarkIsNoTrouble() {
  let card = panel()
  var rig = PanelRig(card)
  var watch = Watch()
  rig.run(seconds: 3)
  rig.mailbox.post(.light(.off))
  for _ in 0..<50 {
    rig.run(seconds: 7)
    #expect(watch.causes(rig) == [])
  }
  rig.mailbox.post(.light(.wake))
  rig.run(seconds: 2)
  rig.loop.screen.suspend()
  for _ in 0..<50 {
    rig.run(seconds: 7)
    #expect(watch.causes(rig) == [])
  }
  rig.loop.screen.resume()
  rig.run(seconds: 2)
  #expect(watch.causes(rig) == [] && card.glass() != nil)
}

/// Thirty days with a frame or some each quarter of an hour, people, and nights: looked at in the middle of everything.
@Test func thirtyDaysOnAPanelHaveNoFalseAlarm() {
  let card = panel()
  var rig = PanelRig(card)
  var watch = Watch()
  rig.mailbox.post(.ladder(IdleLadder([.init(after: 300, light: .black), .init(after: 600, light: .standby)])))
  rig.run(seconds: 3)
  var alarms = 0
  for round in 0..<(30 * 96) {
    if round % 12 == 0 { rig.fling() }
    rig.mailbox.post(.scrollTo(pixel: 100 + round % 500))
    for pause in [0.001, 0.02, 0.5, 3, 896.479] {
      rig.run(seconds: pause)
      if !watch.causes(rig).isEmpty { alarms += 1 }
    }
  }
  #expect(alarms == 0)
  #expect(rig.kernel.now > 29 * 86_400_000_000_000)
}

// MARK: Pictures

/// What a taker gets, from the thread that draws.
private final class Camera: Sendable {
  let scenes = Mutex<[Scene]>([])

  var taker: GlassTaker { { [self] scene in scenes.withLock { $0.append(scene) } } }
}

@Test func aPictureIsWhatIsOnTheGlassAndNotWhatIsOnItsWay() {
  let card = panel()
  var rig = PanelRig(card)
  let camera = Camera()
  rig.run(seconds: 3)
  rig.mailbox.post(.picture(camera.taker))
  rig.run(seconds: 0.1)
  let first = camera.scenes.withLock { $0.first }
  #expect(first.map { Rig.words(of: $0, rig.loop.screen.mode) == card.glass() } == true)
  // One is on its way: its turn is awaited.
  card.holdsFrames = true
  rig.mailbox.post(.scrollTo(pixel: 100))
  rig.run(seconds: 0.1)
  rig.mailbox.post(.picture(camera.taker))
  rig.run(seconds: 0.2)
  #expect(camera.scenes.withLock { $0.count } == 1)
  card.releaseFrames()
  rig.run(seconds: 1)
  let second = camera.scenes.withLock { $0.last }
  #expect(camera.scenes.withLock { $0.count } == 2 && second != first)
  #expect(second.map { Rig.words(of: $0, rig.loop.screen.mode) == card.glass() } == true)
}

@Test func aPictureInTheMiddleOfMotionIsOfOneFrameAndMakesNoneLate() {
  let camera = Camera()
  var flips: [[Nanoseconds]] = []
  for isSeen in [false, true] {
    let card = panel()
    var rig = PanelRig(card)
    rig.run(seconds: 3)
    rig.fling()
    for _ in 0..<20 {
      if isSeen { rig.mailbox.post(.picture(camera.taker)) }
      rig.run(seconds: 0.02)
    }
    rig.run(seconds: 3)
    flips.append(card.flips.map(\.time))
  }
  #expect(flips[0] == flips[1] && flips[0].count > 30, "each frame came when it came without a look")
  #expect(camera.scenes.withLock { $0.count } == 20)
  #expect(camera.scenes.withLock { $0.first != $0.last })
}

// MARK: Light

@Test func offIsDarkUntilSomebodyTouchesOrWakesIt() {
  let card = panel()
  var rig = PanelRig(card)
  rig.run(seconds: 3)
  let before = rig.loop.kiosk.offset
  for wake in 0..<2 {
    rig.mailbox.post(.light(.off))
    rig.run(seconds: 2)
    #expect(card.glass() == nil && rig.loop.kiosk.light == .standby)
    if wake == 0 { rig.mailbox.post(.light(.wake)) } else { rig.fling() }
    rig.run(seconds: 3)
    #expect(card.glass()?.contains { $0 != 0xFF00_0000 } == true && rig.loop.kiosk.light == .lit(1))
  }
  #expect(rig.loop.kiosk.offset == before, "what woke it pressed nothing")
  rig.mailbox.post(.lamp(isThere: true))
  rig.mailbox.post(.light(.off))
  rig.run(seconds: 2)
  #expect(rig.loop.kiosk.light == .lampOff, "where there is a lamp, it does")
}

@Test func brightnessIsACeilingThatHoldsThroughTheDark() {
  let card = panel()
  var rig = PanelRig(card)
  rig.run(seconds: 3)
  let bright = card.glass().map { $0.map { $0 & 0xFF }.max() ?? 0 } ?? 0
  rig.mailbox.post(.light(.brightness(0.4)))
  rig.run(seconds: 1)
  let dim = card.glass().map { $0.map { $0 & 0xFF }.max() ?? 0 } ?? 0
  #expect(rig.loop.kiosk.light == .lit(0.4) && dim < bright / 2 && dim > 0)
  rig.mailbox.post(.light(.off))
  rig.run(seconds: 2)
  rig.mailbox.post(.light(.wake))
  rig.run(seconds: 2)
  #expect(rig.loop.kiosk.light == .lit(0.4))
  rig.mailbox.post(.light(.brightness(1)))
  rig.run(seconds: 1)
  #expect(card.glass().map { $0.map { $0 & 0xFF }.max() ?? 0 } == bright)
}
