import Panel
import Scene
import Testing

private let second: Nanoseconds = 1_000_000_000
private let rates = [50_000, 59_940, 60_000, 75_000, 90_000]

private func mode(_ millihertz: Int) -> DisplayMode {
  DisplayMode(size: PixelSize(width: 800, height: 480), refreshMillihertz: millihertz)
}

private func simulation(_ millihertz: Int, seed: UInt64 = 1) -> PanelSimulation {
  PanelSimulation(claimed: mode(millihertz), period: mode(millihertz).period, seed: seed)
}

/// Whole periods from one frame's flip to the next one's.
private func steps(_ frames: ArraySlice<PanelSimulation.Frame>, period: Nanoseconds) -> [Int] {
  zip(frames, frames.dropFirst()).map { Int(($1.shown - $0.shown + period / 2) / period) }
}

@Test(arguments: rates)
func everyVerticalBlankGetsItsFrame(millihertz: Int) {
  var panel = simulation(millihertz)
  panel.drawCost = { random in Nanoseconds.random(in: 1_500_000...3_500_000, using: &random) }
  panel.lateness = { random in Nanoseconds.random(in: 20_000...250_000, using: &random) }
  let survived = panel.move(until: panel.now + 20 * second)
  #expect(survived)
  let frames = panel.frames.dropFirst(4)
  #expect(steps(frames, period: panel.period).allSatisfy { $0 == 1 })
  #expect(panel.scheduler.statistics.missed == 0)
  // The moment each frame was drawn for is the moment it was seen.
  #expect(frames.allSatisfy { abs($0.predicted - $0.shown) < 50_000 })
}

@Test(arguments: rates)
func underAFingerDrawingBeginsLateSoThatTouchesAreFresh(millihertz: Int) {
  var panel = simulation(millihertz)
  panel.isTouched = true
  panel.drawCost = { _ in 2_000_000 }
  _ = panel.move(until: panel.now + 5 * second)
  #expect(panel.frames.dropFirst(40).allSatisfy { $0.shown - $0.began < 2_000_000 + FrameScheduler.margin + 100_000 })
}

/// On a machine whose processor is another's for milliseconds the thread learns to begin earlier, and on time again when it wakes on time.
@Test(arguments: rates)
func aThreadThatWakesLateBeginsAsMuchEarlier(millihertz: Int) {
  var panel = simulation(millihertz)
  panel.isTouched = true
  panel.drawCost = { _ in 2_000_000 }
  panel.lateness = { random in Nanoseconds.random(in: 2_000_000...2_500_000, using: &random) }
  _ = panel.move(until: panel.now + second)
  let missed = panel.scheduler.statistics.missed
  _ = panel.move(until: panel.now + 10 * second)
  #expect(panel.scheduler.statistics.missed == missed)
  panel.lateness = { _ in 20_000 }
  _ = panel.move(until: panel.now + second)
  let last = panel.frames.suffix(10)
  #expect(last.allSatisfy { $0.shown - $0.began < 2_000_000 + FrameScheduler.margin + 100_000 })
}

@Test(arguments: rates)
func withoutAFingerThereIsRoomForAFrameThatCostsMoreThanTheOthers(millihertz: Int) {
  var panel = simulation(millihertz)
  var frame = 0
  let most = panel.period / 2 - FrameScheduler.margin
  panel.drawCost = { _ in
    frame += 1
    return frame % 50 == 0 ? most : 500_000
  }
  _ = panel.move(until: panel.now + 10 * second)
  #expect(panel.scheduler.statistics.missed == 0)
  #expect(panel.frames.dropFirst(40).allSatisfy { $0.shown - $0.began < panel.period / 2 + 1_000_000 })
}

@Test(arguments: rates)
func framesAboveTheBudgetSettleOnEverySecondBlank(millihertz: Int) {
  var panel = simulation(millihertz)
  let cost = panel.period * 13 / 10
  panel.drawCost = { random in cost + Nanoseconds.random(in: -200_000...200_000, using: &random) }
  _ = panel.move(until: panel.now + 20 * second)
  #expect(steps(panel.frames.dropFirst(40), period: panel.period).allSatisfy { $0 == 2 })
  #expect(panel.frames.dropFirst(40).allSatisfy { abs($0.predicted - $0.shown) < 50_000 })
}

@Test(arguments: rates)
func aMissedFrameSkipsAheadAndIsCounted(millihertz: Int) {
  var panel = simulation(millihertz)
  let slow = panel.period
  var frame = 0
  panel.drawCost = { _ in
    frame += 1
    return frame == 60 ? slow : 2_000_000
  }
  _ = panel.move(until: panel.now + 3 * second)
  #expect(panel.scheduler.statistics.missedByLongDraw == 1)
  #expect(panel.scheduler.statistics.missed == 1)
  #expect(steps(panel.frames[...], period: panel.period).max() == 2)
}

@Test(arguments: rates)
func whatTheThreadWaitedForIsToBlame(millihertz: Int) {
  var panel = simulation(millihertz)
  let slow = panel.period
  var frame = 0
  panel.drawCost = { _ in
    frame += 1
    return frame == 60 || frame == 90 ? slow : 2_000_000
  }
  panel.waits = { _ in frame >= 60 && frame < 70 }
  _ = panel.move(until: panel.now + 3 * second)
  #expect(panel.scheduler.statistics.missedByWaiting == 1)
  #expect(panel.scheduler.statistics.missedByLongDraw == 1)
  #expect(panel.scheduler.statistics.missed == 2)
}

@Test(arguments: [false, true])
func awakeTooLateAfterAWaitIsAWaitToo(hasWaited: Bool) {
  var scheduler = FrameScheduler(mode: mode(60_000))
  let period = scheduler.period
  scheduler.flipped(Flip(time: second, sequence: 60), now: second)
  let wake = scheduler.next(now: second, needsFrame: true, timer: nil)
  #expect(wake == .wake(at: second + period - period / 2))
  if hasWaited { scheduler.waited() }
  _ = scheduler.next(now: second + period * 5 / 2, needsFrame: true, timer: nil)
  #expect(scheduler.statistics.missedByWaiting == (hasWaited ? 2 : 0))
  #expect(scheduler.statistics.missedByLateWake == (hasWaited ? 0 : 2))
}

@Test(arguments: rates)
func lateFlipsAreTheDisplaysFault(millihertz: Int) {
  var panel = simulation(millihertz, seed: 7)
  panel.drawCost = { _ in 2_000_000 }
  _ = panel.move(until: panel.now + second)
  panel.flipDelay = { random in Int.random(in: 0..<20, using: &random) == 0 ? 1 : 0 }
  _ = panel.move(until: panel.now + 10 * second)
  let statistics = panel.scheduler.statistics
  #expect(statistics.missedByLateFlip > 10)
  #expect(statistics.missedByLateWake == 0 && statistics.missedByLongDraw == 0)
}

@Test(arguments: rates)
func aModeThatLiesIsFoundOut(millihertz: Int) {
  for claimed in [10, 25_000, 61_000, 120_000, 500_000] {
    var panel = PanelSimulation(claimed: mode(claimed), period: mode(millihertz).period, seed: 3)
    panel.flipNoise = { random in Nanoseconds.random(in: -30_000...30_000, using: &random) }
    _ = panel.move(until: panel.now + 10 * second)
    #expect(abs(panel.scheduler.period - panel.period) * 100 < panel.period, "claimed \(claimed) mHz")
    #expect(steps(panel.frames.suffix(100), period: panel.period).allSatisfy { $0 == 1 }, "claimed \(claimed) mHz")
  }
}

@Test func afterALongRestTheFirstFrameIsDrawnAtOnce() {
  var panel = simulation(60_000)
  _ = panel.move(until: panel.now + second)
  for rest in [3 * second, 3600 * second, 24 * 3600 * second] {
    panel.rest(rest)
    let waking = panel.now
    let before = panel.frames.count
    _ = panel.move(until: panel.now + second / 2)
    #expect(panel.frames[before].began == waking)
    #expect(panel.frames[before].shown - waking <= 2 * panel.period)
    #expect(panel.frames.count - before >= 29)
  }
}

@Test func nothingToDoArmsNoTimer() {
  var scheduler = FrameScheduler(mode: mode(60_000))
  #expect(scheduler.next(now: 1, needsFrame: false, timer: nil) == .sleep)
  #expect(scheduler.next(now: 1, needsFrame: false, timer: 77) == .wake(at: 77))
}

@Test func aFlipThatNeverComesIsALostDisplay() {
  var scheduler = FrameScheduler(mode: mode(60_000))
  scheduler.submitted(presentation: 1_000_000, began: 0, ended: 500_000)
  #expect(scheduler.next(now: 600_000, needsFrame: true, timer: nil) == .wake(at: 500_000 + FrameScheduler.flipTimeout))
  #expect(scheduler.next(now: 500_000 + FrameScheduler.flipTimeout, needsFrame: false, timer: nil) == .lost)
  scheduler.reset()
  #expect(scheduler.next(now: second, needsFrame: false, timer: nil) == .sleep)
}

@Test func displaysWithoutVerticalBlankArePacedByTheTimer() {
  var panel = simulation(60_000)
  panel.hasVerticalBlank = false
  _ = panel.move(until: panel.now + 10 * second)
  #expect(!panel.scheduler.hasVerticalBlank)
  let intervals = zip(panel.frames, panel.frames.dropFirst()).dropFirst(40).map { $1.began - $0.began }
  #expect(intervals.allSatisfy { abs($0 - panel.period) < 300_000 })
}

@Test func impossibleFlipTimesAreReplacedAndCounted() {
  var panel = simulation(60_000, seed: 11)
  panel.flipNoise = { random in
    switch Int.random(in: 0..<50, using: &random) {
    case 0: -30 * second
    case 1: 3600 * second
    default: 0
    }
  }
  let survived = panel.move(until: panel.now + 20 * second)
  #expect(survived)
  #expect(panel.scheduler.statistics.invalidFlipTimes > 10)
  #expect(steps(panel.frames.dropFirst(4), period: panel.period).allSatisfy { $0 <= 2 })
}
