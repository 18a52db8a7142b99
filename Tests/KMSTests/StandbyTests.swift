import KMS
import KMSSupport
import Panel
import Scene
import Testing

private let size = PixelSize(width: 64, height: 40)

private func rig(_ card: FakeCard, _ adjust: (inout KMSOptions) -> Void = { _ in }) -> Rig {
  var rig = Rig(FakeModesetting([card]), adjust)
  for frame in 0..<3 { rig.settle(.sample(frame, size: size)) }
  return rig
}

@Test(arguments: [false, true])
func aPanelThatIsNotWantedGetsNoSignalUntilTheNextFrame(isLegacy: Bool) {
  let card = FakeCard()
  var rig = rig(card) { $0.forcesLegacy = isLegacy }
  rig.display.isWanted = false
  rig.turn()
  #expect(card.glass() == nil && rig.display.isOff)
  #expect(rig.display.isActive && rig.display.nextDeadline == nil)
  rig.wait(milliseconds: 60_000)
  #expect(card.glass() == nil && rig.changes.isEmpty)
  rig.show(.sample(9, size: size))
  rig.display.isWanted = true
  rig.settle()
  let shows = rig.showsWanted()
  #expect(shows && !rig.display.isOff)
  rig.settle(.sample(10, size: size))
  let goesOn = rig.showsWanted()
  #expect(goesOn && rig.display.statistics.modesets == 2)
}

/// The last frame is the black one, which the panel holds should it not sleep.
@Test func theFrameOnItsWayIsShownBeforeThePanelSleeps() {
  let card = FakeCard()
  var rig = rig(card)
  rig.show(.sample(3, size: size))
  rig.display.isWanted = false
  rig.turn()
  #expect(card.glass() != nil && !rig.display.isOff)
  rig.settle()
  #expect(card.glass() == nil && rig.flips.count == 4)
}

@Test func aPanelThatCannotSleepIsAskedOnce() {
  let card = FakeCard()
  var rig = rig(card)
  card.failures.always(.modeset, 22)
  let before = card.commits.count
  rig.display.isWanted = false
  rig.wait(milliseconds: 60_000)
  #expect(card.commits.count == before + 1 && card.glass() != nil)
  #expect(rig.lines.mention("DSI-1 cannot be turned off: drmModeAtomicCommit"))
  card.failures.always(.modeset, nil)
  rig.display.isWanted = true
  rig.settle(.sample(5, size: size))
  let shows = rig.showsWanted()
  #expect(shows)
}

@Test func aSleepingPanelThatIsSwappedForAnotherOneSleepsAgainAfterItsFirstFrame() {
  let card = FakeCard()
  var rig = rig(card)
  rig.display.isWanted = false
  rig.turn()
  card.connector.plug([.fake(48, 32, isPreferred: true)])
  rig.kernel.announce()
  rig.wait(milliseconds: 1000)
  #expect(rig.changes == [.modeChanged] && rig.flips.count == 4)
  let isOff = rig.display.isOff
  #expect(isOff, "nobody wants that one either")
}

@Test func theNameOfTheOutputFollowsThePanel() {
  let first = FakeConnector(id: 50, kind: .dsi)
  let second = FakeConnector(id: 51, kind: .hdmiA, index: 2)
  second.unplug()
  let card = FakeCard(connectors: [first, second])
  var rig = rig(card)
  #expect(rig.display.outputName == "DSI-1")
  let modes = first.modes
  first.unplug()
  rig.kernel.announce()
  rig.wait(milliseconds: 1000)
  #expect(!rig.display.isActive && rig.display.outputName == "DSI-1")
  second.plug(modes)
  rig.kernel.announce()
  rig.wait(milliseconds: 1000)
  #expect(rig.display.isActive && rig.display.outputName == "HDMI-A-2")
}
