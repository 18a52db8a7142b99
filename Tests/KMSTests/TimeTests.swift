import KMS
import KMSSupport
import Panel
import Scene
import Testing

private let size = PixelSize(width: 64, height: 40)

/// Frames one after the other, as fast as the panel takes them.
private func run(_ rig: inout Rig, frames: Range<Int>) {
  for frame in frames { rig.settle(.sample(frame, size: size)) }
}

@Test func flipTimesAreThoseOfTheVerticalBlank() {
  let card = FakeCard()
  var rig = Rig(FakeModesetting([card]))
  run(&rig, frames: 0..<20)
  let period = rig.display.mode.period
  for (last, next) in zip(rig.flips.dropFirst(), rig.flips.dropFirst(2)) {
    #expect(next.time - last.time == period && next.sequence == last.sequence + 1)
  }
  #expect(rig.scheduler.statistics.invalidFlipTimes == 0)
  #expect(rig.scheduler.hasVerticalBlank)
}

@Test func withoutTheMonotonicCapTheTimeOfReadingCounts() {
  let card = FakeCard()
  card.capabilities[.monotonicTimestamps] = 0
  // Wall-clock time, as old kernels gave it.
  card.timeError = 1_700_000_000_000_000_000
  var rig = Rig(FakeModesetting([card]))
  run(&rig, frames: 0..<6)
  #expect(rig.flips.dropFirst().allSatisfy { $0.time == 0 })
  #expect(rig.scheduler.statistics.invalidFlipTimes == 5)
}

/// More than a second off, either way; an error of half a second is still plausible on its own.
@Test(arguments: [-3_000_000_000, 2_000_000_000] as [Nanoseconds])
func implausibleTimesAreReplacedAndCounted(error: Nanoseconds) {
  let card = FakeCard()
  var rig = Rig(FakeModesetting([card]))
  run(&rig, frames: 0..<3)
  card.timeError = error
  run(&rig, frames: 3..<5)
  #expect(rig.scheduler.statistics.invalidFlipTimes == 2)
  card.timeError = 0
  run(&rig, frames: 5..<8)
  #expect(rig.scheduler.statistics.invalidFlipTimes == 2)
}

@Test func timesThatRunBackwardsAreReplacedAndCounted() {
  let card = FakeCard()
  var rig = Rig(FakeModesetting([card]))
  run(&rig, frames: 0..<3)
  card.timeError = -100_000_000
  run(&rig, frames: 3..<4)
  #expect(rig.scheduler.statistics.invalidFlipTimes == 1)
}

@Test func missedVerticalBlanksAreCounted() {
  let card = FakeCard()
  var rig = Rig(FakeModesetting([card]))
  run(&rig, frames: 0..<10)
  let before = rig.scheduler.statistics.missed
  let last = rig.flips.last?.sequence ?? 0
  card.fates = [.late(3)]
  run(&rig, frames: 10..<11)
  #expect((rig.flips.last?.sequence ?? 0) - last == 4)
  #expect(rig.scheduler.statistics.missed - before == 3)
}

@Test func sequencesGoOnWhereThirtyTwoBitsEnd() {
  let card = FakeCard()
  card.firstSequence = UInt64(UInt32.max) - 65
  var rig = Rig(FakeModesetting([card]))
  run(&rig, frames: 0..<30)
  for (last, next) in zip(rig.flips.dropFirst(), rig.flips.dropFirst(2)) { #expect(next.sequence == last.sequence + 1) }
  #expect((rig.flips.last?.sequence ?? 0) > UInt64(UInt32.max))
}

@Test(arguments: [FakeCard.VerticalBlank.none, .pretended])
func completionsWithoutAVerticalBlankArePacedByATimer(blank: FakeCard.VerticalBlank) {
  let card = FakeCard()
  card.verticalBlank = blank
  var rig = Rig(FakeModesetting([card]))
  run(&rig, frames: 0..<6)
  #expect(!rig.scheduler.hasVerticalBlank)
  // Just after a frame the next one waits for its time, although the display would take it.
  let isWaiting = if case .wake(let time) = nextAction(rig) { time > rig.now } else { false }
  #expect(isWaiting)
}

private func nextAction(_ rig: borrowing Rig) -> FrameScheduler.Action {
  var scheduler = rig.scheduler
  return scheduler.next(now: rig.now, needsFrame: true, timer: nil)
}

@Test func aPanelThatLiesAboutItsRateIsFollowed() {
  let card = FakeCard(connectors: [FakeConnector(modes: [.fake(64, 40, hertz: 60, isPreferred: true)])])
  card.truePeriod = 1_000_000_000 / 50
  var rig = Rig(FakeModesetting([card]))
  run(&rig, frames: 0..<30)
  #expect(abs(rig.scheduler.period - 20_000_000) < 20_000)
}

@Test func idleArmsNoTimerAndCommitsNothing() {
  let card = FakeCard()
  var rig = Rig(FakeModesetting([card]))
  run(&rig, frames: 0..<3)
  let commits = card.commits.count
  #expect(rig.nextMoment == nil && rig.display.nextDeadline == nil)
  rig.wait(3_600_000_000_000)
  #expect(card.commits.count == commits && rig.display.state == .idle && card.openCount == 2)
}
