import KMS
import KMSSupport
import Panel
import Scene
import Testing

private let size = PixelSize(width: 64, height: 40)

private func rig(_ card: FakeCard, frames: Int, _ adjust: (inout KMSOptions) -> Void = { _ in }) -> Rig {
  var rig = Rig(FakeModesetting([card]), adjust)
  for frame in 0..<frames { rig.settle(.sample(frame, size: size)) }
  return rig
}

@Test func suspendWaitsForThePendingFlipThenDropsMaster() {
  let card = FakeCard()
  var rig = rig(card, frames: 3)
  rig.show(.sample(3, size: size))
  let before = rig.now
  rig.display.suspend()
  #expect(rig.now > before && rig.now - before <= rig.display.mode.period)
  #expect(card.glass() == Rig.words(of: .sample(3, size: size), rig.display.mode))
  let other = try? rig.kernel.open(card.path)
  #expect(other?.isMaster == true)
}

@Test func suspendDoesNotWaitLongForAFlipThatDoesNotCome() {
  let card = FakeCard()
  var rig = rig(card, frames: 3)
  card.fates = [.dropped]
  rig.show(.sample(3, size: size))
  let before = rig.now
  rig.display.suspend()
  #expect(rig.now - before == 100_000_000 && rig.display.state == .dark(.suspended))
}

@Test func nothingIsCommittedWhileSuspended() {
  let card = FakeCard()
  var rig = rig(card, frames: 3)
  rig.display.suspend()
  let commits = card.commits.count
  rig.kernel.announce()
  rig.show(.sample(7, size: size))
  rig.wait(milliseconds: 30_000)
  #expect(card.commits.count == commits && card.callsWithoutMaster == 0)
  #expect(!rig.display.isActive && rig.display.nextDeadline == nil)
}

@Test func resumeAssumesNothingSurvivedAndDrawsWithoutWaitingForInput() throws {
  let card = FakeCard()
  var rig = rig(card, frames: 5)
  rig.display.suspend()
  // Somebody else showed something.
  card.showSplash(.fake(64, 40), on: card.connector)
  rig.wait(milliseconds: 5000)
  rig.display.resume()
  rig.turn()
  let shows = rig.showsWanted()
  #expect(shows && rig.changes == [.restarted])
  let last = try #require(card.commits.last)
  #expect(last.flags == [.allowModeset] && last.values["connector 50 CRTC_ID"] == 40)
  #expect(rig.ages.last == 0)
}

@Test func afterTheMachinesSleepThePictureComesBackTheSameWay() {
  let card = FakeCard()
  var rig = rig(card, frames: 4)
  rig.display.suspend()
  for crtc in card.crtcs {
    crtc.mode = nil
    crtc.framebuffer = 0
  }
  card.connector.crtc = 0
  rig.wait(8 * 3_600_000_000_000)
  rig.display.resume()
  rig.turn()
  let shows = rig.showsWanted()
  #expect(shows)
}

/// Most drivers bring the mode back themselves, some with the wrong picture.
@Test func aSleepThatNobodyToldOfIsFollowedByAFullFrameToo() throws {
  let card = FakeCard()
  var rig = rig(card, frames: 4)
  rig.display.renew()
  rig.turn()
  let shows = rig.showsWanted()
  #expect(shows && rig.changes == [.restarted] && rig.ages.last == 0)
  #expect(try #require(card.commits.last).flags == [.allowModeset])
  // A frame that was on its way when the machine fell asleep may be lost; it is not waited for.
  card.fates = [.dropped]
  rig.show(.sample(7, size: size))
  rig.display.renew()
  rig.turn()
  let recovers = rig.showsWanted()
  #expect(recovers && rig.display.statistics.lost == 1)
}

@Test func aPanelUnpluggedWhileSuspendedIsWaitedForOnReturn() {
  let card = FakeCard()
  var rig = rig(card, frames: 3)
  rig.display.suspend()
  let modes = card.connector.modes
  card.connector.unplug()
  rig.kernel.announce()
  rig.turn()
  rig.display.resume()
  rig.turn()
  #expect(rig.display.state == .dark(.noPanel))
  card.connector.plug(modes)
  rig.wait(milliseconds: 11_000)
  let shows = rig.showsWanted()
  #expect(shows)
}

@Test func whenTheScreenIsNotGivenBackTheCardIsOpenedAgainWithPauses() {
  let card = FakeCard()
  var rig = rig(card, frames: 3)
  rig.display.suspend()
  card.stealMaster()
  rig.display.resume()
  #expect(rig.display.state == .dark(.denied))
  rig.wait(milliseconds: 20_000)
  #expect(rig.display.state == .dark(.denied) && card.openCount < 10)
  card.hasForeignMaster = false
  rig.wait(milliseconds: 10_000)
  let shows = rig.showsWanted()
  #expect(shows)
}

@Test func deniedAtStartIsAStateThatEndsByItself() {
  let card = FakeCard()
  card.hasForeignMaster = true
  var rig = Rig(FakeModesetting([card])) { $0.holders = { _ in ["Xorg (pid 812)"] } }
  rig.show(.sample(0, size: size))
  #expect(rig.display.state == .dark(.denied) && rig.lines.mention("Xorg (pid 812) has it"))
  rig.wait(milliseconds: 30_000)
  #expect(rig.lines.filter { $0.contains("waiting for it") }.count == 1, "said once")
  card.hasForeignMaster = false
  rig.wait(milliseconds: 10_000)
  let shows = rig.showsWanted()
  #expect(shows)
}

/// Capabilities belong to the open file.
@Test func capabilitiesAreSetAgainAfterReopening() {
  let card = FakeCard()
  var rig = rig(card, frames: 3)
  card.stealMaster()
  rig.show(.sample(3, size: size))
  rig.wait(milliseconds: 5000)
  card.hasForeignMaster = false
  let before = card.flips.count
  rig.wait(milliseconds: 10_000)
  for frame in 4..<7 { rig.settle(.sample(frame, size: size)) }
  #expect(card.flips.count > before, "atomic again")
}

/// A seat manager takes the card before it says so, and gives it before it says so; nobody else may.
@Test func aLentCardIsTakenAndGivenByItsOwnerAlone() {
  let card = FakeCard()
  card.isLent = true
  var rig = rig(card, frames: 3)
  for frame in 3..<6 {
    card.takeBack()
    rig.display.suspend()
    #expect(rig.display.state == .dark(.suspended))
    rig.wait(milliseconds: 1000)
    card.lendAgain()
    rig.display.resume()
    rig.settle(.sample(frame, size: size))
    let shows = rig.showsWanted()
    #expect(shows)
  }
  #expect(card.openCount == 2, "looked at, then taken, once")
  #expect(card.callsWithoutMaster == 0 && !rig.lines.mention("cannot be given away"))
}

// MARK: The end

@Test func theLastFrameStaysOnTheGlass() {
  let card = FakeCard()
  var rig = rig(card, frames: 3)
  rig.show(.sample(3, size: size))
  rig.display.close()
  #expect(card.glass() == Rig.words(of: .sample(3, size: size), rig.display.mode), "drained, then left")
  #expect(card.liveBuffers == 0 && card.liveFramebuffers == 1 && card.liveBlobs == 0)
  #expect(card.blankedByRemoval == 0)
}

@Test func onKernelsThatCannotLeaveItTheFramebufferIsRemoved() {
  let card = FakeCard()
  card.canCloseFramebuffers = false
  var rig = rig(card, frames: 3)
  rig.display.close()
  #expect(card.liveBuffers == 0 && card.liveFramebuffers == 0)
}

@Test func theModeOfBeforeIsRestoredOnlyIfAskedAndChanged() {
  func shown(_ splash: VideoMode, restores: Bool) -> VideoMode? {
    let card = FakeCard()
    card.showSplash(splash, on: card.connector)
    var rig = rig(card, frames: 3) { $0.restoresOnExit = restores }
    rig.display.close()
    return card.crtcs[0].mode
  }
  let splash = VideoMode.fake(32, 20)
  #expect(shown(splash, restores: true)?.size == splash.size)
  #expect(shown(splash, restores: false)?.size == size)
}

@Test func everythingIsGivenBack() {
  let card = FakeCard()
  do {
    var rig = rig(card, frames: 5)
    rig.display.close()
    rig.display.close()
  }
  #expect(card.liveBuffers == 0 && card.liveBlobs == 0)
  #expect(card.teardown.count { $0 == "destroy" } == 3)
}
