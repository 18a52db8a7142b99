import Compositor
import KMS
import KMSSupport
import Panel
import Scene
import Testing

private let size = PixelSize(width: 64, height: 40)

private func rig(_ card: FakeCard = FakeCard(), frames: Int = 0, _ adjust: (inout KMSOptions) -> Void = { _ in })
  -> Rig
{
  var rig = Rig(FakeModesetting([card]), adjust)
  for frame in 0..<frames { rig.settle(.sample(frame, size: size)) }
  return rig
}

// MARK: What is committed

@Test func theFirstCommitBlocksAllowsAModesetAndHasNoEvent() throws {
  let card = FakeCard()
  var rig = rig(card)
  rig.show(.sample(0, size: size))
  #expect(rig.flips.count == 1)
  let commit = try #require(card.modesets.first)
  #expect(commit.flags == [.allowModeset])
  let expected: [String: UInt64] = [
    "connector 50 CRTC_ID": 40, "connector 50 link-status": 0, "crtc 40 ACTIVE": 1, "plane 31 CRTC_ID": 40,
    "plane 31 CRTC_X": 0, "plane 31 CRTC_Y": 0, "plane 31 CRTC_W": 64, "plane 31 CRTC_H": 40, "plane 31 SRC_X": 0,
    "plane 31 SRC_Y": 0, "plane 31 SRC_W": 64 << 16, "plane 31 SRC_H": 40 << 16, "plane 31 rotation": 1,
  ]
  for (name, value) in expected { #expect(commit.values[name] == value, "\(name)") }
  #expect(commit.values["crtc 40 MODE_ID"] ?? 0 != 0 && commit.values["plane 31 FB_ID"] ?? 0 != 0)
  let shows = rig.showsWanted()
  #expect(shows)
}

@Test func theFirstCommitTurnsOffTheCursorAndClones() throws {
  let card = FakeCard(connectors: [FakeConnector(id: 50), FakeConnector(id: 51, kind: .hdmiA)])
  card.showSplash(.fake(32, 20), on: card.connector)
  card.connectors[1].crtc = 40
  _ = rig(card, frames: 1)
  let commit = try #require(card.modesets.first)
  #expect(commit.values["plane 34 FB_ID"] == 0 && commit.values["plane 34 CRTC_ID"] == 0)
  #expect(commit.values["connector 51 CRTC_ID"] == 0)
}

@Test func steadyCommitsHoldTheFramebufferOnlyAndNeverAllowAModeset() {
  let card = FakeCard()
  _ = rig(card, frames: 6)
  #expect(card.modesets.count == 1 && card.flips.count == 5)
  for flip in card.flips {
    #expect(flip.flags == [.event])
    #expect(Array(flip.values.keys) == ["plane 31 FB_ID"])
  }
}

@Test func oneCommitConcernsOneOutput() {
  let card = FakeCard(connectors: [FakeConnector(id: 50), FakeConnector(id: 51, kind: .hdmiA)])
  card.showSplash(.fake(64, 40), on: card.connectors[1], crtc: 1)
  let rig = rig(card, frames: 3)
  for commit in card.commits { #expect(!commit.values.keys.contains { $0.contains("41") || $0.contains("plane 32") }) }
  #expect(card.glass(of: card.connectors[1]) != nil && rig.display.isActive)
}

@Test func aRunningModeIsTakenOverWithoutAModesetAndThatIsSaid() throws {
  let card = FakeCard()
  card.showSplash(.fake(64, 40, isPreferred: true), on: card.connector)
  var rig = rig(card)
  rig.settle(.sample(0, size: size))
  let first = try #require(card.modesets.first)
  #expect(first.flags == [] && card.modesets.count == 1)
  let shows = rig.showsWanted()
  #expect(shows && rig.lines.mention("took over the running mode"))
  // Where the driver does not want that, with one.
  let stubborn = FakeCard()
  stubborn.showSplash(.fake(64, 40, isPreferred: true), on: stubborn.connector)
  stubborn.failures.schedule(.modeset, [22])
  let second = KMSTests.rig(stubborn, frames: 1)
  #expect(stubborn.modesets.map(\.flags) == [[.allowModeset]] && !second.lines.mention("took over"))
  // Another mode is not one to take over.
  let other = FakeCard()
  other.showSplash(.fake(32, 20), on: other.connector)
  _ = KMSTests.rig(other, frames: 1)
  #expect(other.modesets.map(\.flags) == [[.allowModeset]])
}

@Test func commitReturnIsNotOnGlass() {
  let card = FakeCard()
  var rig = rig(card, frames: 1)
  rig.show(.sample(1, size: size))
  #expect(card.flips.count == 1 && rig.flips.count == 1)
  var shows = rig.showsWanted()
  #expect(!shows)
  rig.settle()
  #expect(rig.flips.count == 2)
  shows = rig.showsWanted()
  #expect(shows)
}

@Test func onlyOneFlipIsEverPendingAndNobodyWaitsForIt() {
  let card = FakeCard()
  var rig = rig(card, frames: 1)
  rig.show(.sample(1, size: size))
  let before = rig.now
  for frame in 2..<6 { rig.show(.sample(frame, size: size)) }
  #expect(rig.now == before && card.flips.count == 1)
  let isTaken = rig.display.present { _, _ in
    Issue.record("drawn although a flip is pending")
    return Region()
  }
  #expect(!isTaken)
  rig.settle()
  let shows = rig.showsWanted()
  #expect(shows && card.flips.count == 2)
}

// MARK: Errors

@Test(arguments: [1, 2, 5], [false, true])
func busyKeepsTheFrameAndItsDamage(times: Int, isLegacy: Bool) {
  let card = FakeCard()
  card.hasDamageClips = true
  var rig = rig(card, frames: 4) { $0.forcesLegacy = isLegacy }
  card.failures.schedule(isLegacy ? .flip : .commit, Array(repeating: 16, count: times))
  let drawn = rig.ages.count
  rig.show(.sample(9, size: size))
  let waits = if case .drawing = rig.display.state { true } else { false }
  #expect(waits && rig.display.nextDeadline == rig.now + rig.display.mode.period)
  rig.settle()
  let shows = rig.showsWanted()
  #expect(shows && rig.ages.count == drawn + 1, "drawn once, shown in the end")
  #expect(rig.display.statistics.busy == times && rig.display.statistics.modesets == 1)
  if !isLegacy {
    let clips = card.commits.suffix(times + 1).map(\.clips)
    #expect(clips.allSatisfy { $0 == clips[0] && $0 != nil })
  }
}

@Test func busyIsTriedAgainWhenAnEventComes() {
  let card = FakeCard()
  var rig = rig(card, frames: 2)
  card.fates = [.doubled]
  rig.settle(.sample(2, size: size))
  card.fates = [.doubled]
  rig.show(.sample(3, size: size))
  rig.kernel.advance(to: rig.kernel.nextFlip ?? 0)
  card.failures.schedule(.commit, [16])
  // The flip, then its second event: by then the next frame was refused.
  rig.display.advance(to: rig.now)
  #expect(rig.display.statistics.stray == 2)
}

@Test func busyForEverIsALostFrameNotAFrozenScreen() {
  let card = FakeCard()
  var rig = rig(card, frames: 2)
  card.failures.always(.commit, 16)
  rig.show(.sample(2, size: size))
  rig.wait(milliseconds: 600)
  #expect(rig.display.statistics.lost == 1 && rig.lines.mention("setting the mode anew"))
  let shows = rig.showsWanted()
  #expect(shows, "the modeset shows it")
}

/// EACCES: another program is master. No spinning, and the picture comes back by itself.
@Test func accessDeniedSuspendsAndDoesNotSpin() {
  let card = FakeCard()
  var rig = rig(card, frames: 2) { $0.holders = { _ in ["weston (pid 31)"] } }
  card.stealMaster()
  rig.show(.sample(2, size: size))
  #expect(rig.display.state == .dark(.denied) && rig.lines.mention("weston (pid 31) has the screen"))
  let before = card.commits.count + card.callsWithoutMaster
  rig.wait(milliseconds: 60_000)
  #expect(card.commits.count + card.callsWithoutMaster == before)
  #expect(card.openCount < 15, "pauses get longer")
  card.hasForeignMaster = false
  rig.wait(milliseconds: 10_000)
  let shows = rig.showsWanted()
  #expect(shows && rig.display.state == .idle)
}

@Test func invalidOnceIsTriedWithTheFullState() {
  let card = FakeCard()
  var rig = rig(card, frames: 2)
  card.failures.schedule(.commit, [22])
  rig.settle(.sample(2, size: size))
  let shows = rig.showsWanted()
  #expect(shows && card.modesets.count == 2 && card.modesets.last?.flags == [.allowModeset])
  rig.settle(.sample(3, size: size))
  #expect(card.modesets.count == 2 && !rig.lines.mention("legacy interface"))
}

@Test func invalidForEverGoesOnWithTheLegacyInterfaceThenFails() {
  let card = FakeCard()
  var rig = rig(card, frames: 2)
  card.failures.always(.commit, 22)
  for frame in 2..<6 { rig.settle(.sample(frame, size: size)) }
  let shows = rig.showsWanted()
  #expect(shows && rig.lines.mention("using the legacy interface"))
  card.failures.always(.flip, 22)
  card.failures.always(.setMode, 22)
  rig.settle(.sample(7, size: size))
  #expect(
    rig.changes.last
      == .failed(
        "DSI-1 cannot be driven: drmModeSetCrtc on CRTC 40: Invalid argument; drm.debug=0x14 on the kernel's command line makes the kernel say what it did not like"
      ))
  #expect(!rig.display.isActive && rig.display.nextDeadline == nil)
}

@Test(arguments: [12, 28] as [Int32])
func noMemoryForACommitMeansFewerBuffers(errno: Int32) {
  let card = FakeCard()
  var rig = rig(card, frames: 5)
  card.failures.schedule(.commit, [errno])
  rig.settle(.sample(5, size: size))
  var shows = rig.showsWanted()
  #expect(shows && card.liveBuffers == 2 && card.tornFrames == 0 && card.blankedByRemoval == 0)
  #expect(rig.changes.isEmpty)
  // Then a smaller format, with all buffers new.
  card.failures.schedule(.commit, [errno])
  rig.settle(.sample(6, size: size))
  #expect(rig.display.mode.format == .rgb565Dithered && rig.changes == [.modeChanged])
  shows = rig.showsWanted()
  #expect(shows && card.blankedByRemoval == 0)
}

@Test func interruptedIsTriedAgainAtOnce() {
  let card = FakeCard()
  var rig = rig(card, frames: 2)
  card.failures.schedule(.commit, [4, 4, 4])
  rig.show(.sample(2, size: size))
  #expect(card.flips.count == 2)
  rig.settle()
  let shows = rig.showsWanted()
  #expect(shows && rig.display.statistics.busy == 0 && rig.display.statistics.modesets == 1)
}

@Test func failuresLeaveNoBlobsBehind() {
  let card = FakeCard()
  card.hasDamageClips = true
  var rig = rig(card, frames: 2)
  for number in [16, 22, 4, 12, 5, 16, 22] as [Int32] {
    card.failures.schedule(.commit, [number])
    card.failures.schedule(.modeset, [number == 5 ? 16 : nil])
    rig.settle(.sample(Int(number), size: size))
    #expect(card.liveBlobs == 0, "errno \(number)")
    let shows = rig.showsWanted()
    #expect(shows, "errno \(number)")
  }
}

@Test func errorsNameTheCallTheObjectAndTheErrno() {
  #expect(
    ModesettingError("drmModePageFlip", on: .crtc(41), number: 16).description
      == "drmModePageFlip on CRTC 41: Device or resource busy; the previous flip is still pending")
}

// MARK: Lost flips

@Test func aFlipThatDoesNotComeIsLostAndTheModeIsSetAnew() {
  let card = FakeCard()
  var rig = rig(card, frames: 3)
  card.fates = [.dropped]
  rig.show(.sample(3, size: size))
  rig.wait(milliseconds: 499)
  #expect(rig.display.statistics.lost == 0)
  rig.wait(milliseconds: 10)
  #expect(rig.display.statistics.lost == 1 && rig.changes == [.restarted])
  #expect(card.modesets.count == 2 && card.modesets.last?.flags == [.allowModeset])
  let shows = rig.showsWanted()
  #expect(shows && rig.display.state == .idle)
  rig.settle(.sample(4, size: size))
  #expect(rig.ages.suffix(2) == [0, 0], "nothing in the buffers is relied on")
}

@Test func flipsLostAgainAndAgainAreAnError() {
  let card = FakeCard()
  var rig = rig(card, frames: 2)
  card.fates = Array(repeating: .dropped, count: 10)
  for frame in 2..<6 {
    rig.show(.sample(frame, size: size))
    rig.wait(milliseconds: 600)
  }
  #expect(rig.display.statistics.lost == 3)
  #expect(rig.changes.last == .failed("DSI-1 does not take frames any more: no flip within 500 ms, 3 times in a row"))
}

@Test func aFlipThatWasLostMayStillComeAndIsIgnored() {
  let card = FakeCard()
  var rig = rig(card, frames: 2)
  card.fates = [.late(40)]
  rig.show(.sample(2, size: size))
  rig.wait(milliseconds: 550)
  rig.wait(milliseconds: 500)
  rig.settle(.sample(3, size: size))
  let shows = rig.showsWanted()
  #expect(shows && rig.display.statistics.stray == 1 && rig.display.statistics.lost == 1)
}

@Test func anEventThatComesTwiceCountsOnce() {
  let card = FakeCard()
  var rig = rig(card, frames: 2)
  card.fates = [.doubled, .doubled]
  for frame in 2..<5 { rig.settle(.sample(frame, size: size)) }
  #expect(rig.flips.count == 5 && rig.display.statistics.stray == 2 && card.tornFrames == 0)
}

/// The thread that hands frames over did not get the processor: what it was to show then is of the past.
@Test func aLostFrameThatWasNotBegunIsWithdrawn() {
  let card = FakeCard()
  var rig = rig(card, frames: 3)
  card.holdsFrames = true
  rig.show(.sample(3, size: size))
  rig.wait(milliseconds: 510)
  #expect(rig.display.statistics.lost == 1 && card.modesets.count == 2)
  card.releaseFrames()
  rig.settle(.sample(4, size: size))
  let shows = rig.showsWanted()
  #expect(shows && rig.display.statistics.stray == 0 && card.tornFrames == 0)
}

@Test func aFrameThatWasNotBegunIsWithdrawnWhenTheScreenIsGivenAway() {
  let card = FakeCard()
  var rig = rig(card, frames: 3)
  card.holdsFrames = true
  rig.show(.sample(3, size: size))
  rig.display.suspend()
  rig.display.resume()
  card.releaseFrames()
  rig.settle(.sample(4, size: size))
  let shows = rig.showsWanted()
  #expect(shows && rig.display.statistics.stray == 0)
}

/// A modeset would wait as long as the kernel waits for the flip that never comes: fingers and the watchdog are not kept waiting.
@Test func whileTheKernelKeepsALostFrameNothingIsAskedOfIt() {
  let card = FakeCard()
  var rig = rig(card, frames: 3)
  card.isStuck = true
  card.fates = [.dropped]
  rig.show(.sample(3, size: size))
  rig.wait(milliseconds: 4_000)
  #expect(rig.display.statistics.lost == 1 && rig.display.state == .lost && card.modesets.count == 1)
  card.isStuck = false
  rig.turn()
  let shows = rig.showsWanted()
  #expect(shows && rig.display.state == .idle && card.modesets.count == 2)
}

// MARK: Teardown

@Test func framebuffersGoAfterTheFlipThatReplacedThemAndBeforeTheirMemory() {
  let card = FakeCard(connectors: [FakeConnector(modes: [.fake(64, 40, isPreferred: true)])])
  var rig = rig(card, frames: 3)
  card.connector.plug([.fake(80, 50, isPreferred: true)])
  rig.kernel.announce()
  rig.wait(milliseconds: 1000)
  #expect(card.blankedByRemoval == 0, "the old picture stayed until the new one")
  let shows = rig.showsWanted()
  #expect(shows && rig.display.mode.size == PixelSize(width: 80, height: 50))
  #expect(card.liveBuffers == 3 && card.teardown.count == 9)
  for start in stride(from: 0, to: 9, by: 3) {
    #expect(card.teardown[start..<(start + 3)] == ["rmfb", "munmap", "destroy"])
  }
}
