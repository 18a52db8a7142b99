import Panel
import Scene
import TestSupport
import Testing

private let second: Nanoseconds = 1_000_000_000

/// A day at a panel: fingers come and go, and everything goes wrong now and then.
private struct Day {
  var panel: PanelSimulation
  var survived = true
  /// What had been counted when the scheduler had found out the panel's true rate; troubles begin then.
  var learned = FrameStatistics()
  /// Frames of those movements that had a frame a moment before, and the one before each.
  var pairs: [(before: PanelSimulation.Frame, frame: PanelSimulation.Frame)] = []

  init(claimed: Int, actual: Int, seed: UInt64) {
    let size = PixelSize(width: 800, height: 480)
    panel = PanelSimulation(
      claimed: DisplayMode(size: size, refreshMillihertz: claimed),
      period: DisplayMode(size: size, refreshMillihertz: actual).period, seed: seed)
    panel.isTouched = true
    panel.drawCost = { random in Nanoseconds.random(in: 800_000...3_200_000, using: &random) }
    panel.lateness = { random in Nanoseconds.random(in: 10_000...250_000, using: &random) }
    panel.flipNoise = { random in Nanoseconds.random(in: -20_000...20_000, using: &random) }
    let end = panel.now + 24 * 3600 * second
    var random = SplitMix64(seed: seed &+ 77)
    // A person every ten minutes or so, for some seconds.
    while panel.now < end {
      panel.rest(Nanoseconds.random(in: 3 * second...1200 * second, using: &random))
      let first = panel.frames.count
      survived = panel.move(until: panel.now + Nanoseconds.random(in: second...9 * second, using: &random)) && survived
      panel.rest(1)
      let frames = panel.frames[first...]
      for (before, frame) in zip(frames, frames.dropFirst()) { pairs.append((before, frame)) }
      // Troubles begin when the scheduler has seen the panel once.
      if panel.troubles.isEmpty {
        panel.troubles = PanelSimulation.Trouble.allCases.map { ($0, 0.002) }
        learned = panel.scheduler.statistics
      }
    }
  }
}

/// Refresh rates, and modes that claim another one.
@Test(arguments: [(50_000, 50_000), (59_940, 60_000), (60_000, 60_000), (75_000, 60_000), (90_000, 120_000)])
func aDayOfTraffic(actual: Int, claimed: Int) {
  let day = Day(claimed: claimed, actual: actual, seed: UInt64(actual))
  let panel = day.panel
  let period = panel.period
  #expect(day.survived)
  #expect(panel.frames.count > 20_000)

  // Nobody draws twice for one vertical blank, and time runs forwards.
  #expect(day.pairs.allSatisfy { $0.frame.shown - $0.before.shown > period / 2 })

  // Where nothing went wrong, each vertical blank has its frame, drawn for the moment it is seen, and drawn late.
  let learned = day.pairs.dropFirst(200)
  let quiet = learned.filter { $0.frame.trouble == nil && $0.before.trouble == nil }
  #expect(quiet.count > 15_000)
  #expect(quiet.allSatisfy { abs($0.frame.predicted - $0.frame.shown) < 200_000 })
  #expect(quiet.allSatisfy { ($0.frame.shown - $0.before.shown + period / 2) / period == 1 })
  // A few slow frames in a row make the next half second begin earlier, to be safe.
  let early = quiet.count { $0.frame.shown - $0.frame.began > 3_200_000 + 2 * FrameScheduler.margin }
  #expect(early * 20 < quiet.count)

  // After trouble the very next frame is on time again.
  let after = learned.filter { $0.before.trouble != nil && $0.frame.trouble == nil }
  #expect(after.count > 100)
  #expect(after.allSatisfy { abs($0.frame.predicted - $0.frame.shown) < 200_000 })

  // Every miss is counted, by its cause.
  var missed: [PanelSimulation.Trouble: Int] = [:]
  for (before, frame) in day.pairs {
    let skipped = Int((frame.shown - before.shown + period / 2) / period) - 1
    if let trouble = frame.trouble { missed[trouble, default: 0] += skipped }
  }
  let statistics = panel.scheduler.statistics
  let (lateWakes, longDraws, lateFlips) = (
    statistics.missedByLateWake - day.learned.missedByLateWake,
    statistics.missedByLongDraw - day.learned.missedByLongDraw,
    statistics.missedByLateFlip - day.learned.missedByLateFlip
  )
  #expect(lateWakes + longDraws + lateFlips == missed.values.reduce(0, +))
  #expect(lateWakes == missed[.lateWake])
  // A frame that was only just finished when its flip came late may be put down to either.
  #expect(abs(longDraws - (missed[.longDraw] ?? 0)) <= 2)
  #expect(abs(lateFlips - (missed[.lateFlip] ?? 0)) <= 2)
  #expect(missed[.wrongTime] == 0)
  let wrong = panel.frames.count { $0.trouble == .wrongTime }
  #expect(statistics.invalidFlipTimes == wrong)
}

/// A load above the budget all day: every second vertical blank, never a change between one and two.
@Test(arguments: [50_000, 59_940, 60_000, 75_000, 90_000])
func aDayAboveTheBudget(rate: Int) {
  let size = PixelSize(width: 800, height: 480)
  let mode = DisplayMode(size: size, refreshMillihertz: rate)
  var panel = PanelSimulation(claimed: mode, period: mode.period, seed: 9)
  let cost = mode.period * 13 / 10
  panel.drawCost = { random in cost + Nanoseconds.random(in: -300_000...300_000, using: &random) }
  _ = panel.move(until: panel.now + second)
  for _ in 0..<48 {
    panel.rest(1800 * second)
    let first = panel.frames.count
    let survived = panel.move(until: panel.now + 4 * second)
    #expect(survived)
    let frames = panel.frames[first...].dropFirst()
    let steps = zip(frames, frames.dropFirst()).map { ($1.shown - $0.shown + mode.period / 2) / mode.period }
    #expect(steps.allSatisfy { $0 == 2 })
  }
}

/// The whole machine stands still for seconds now and then (a paused virtual machine, a debugger): no frame is lost for good, the one
/// after it is on time, and the gap is put down to a late wake-up.
@Test(arguments: [50_000, 59_940, 60_000, 75_000, 90_000])
func aClockThatJumpsAhead(rate: Int) {
  let mode = DisplayMode(size: PixelSize(width: 800, height: 480), refreshMillihertz: rate)
  var panel = PanelSimulation(claimed: mode, period: mode.period, seed: UInt64(rate))
  let survivedTheStart = panel.move(until: panel.now + second)
  let learned = panel.scheduler.statistics
  let first = panel.frames.count
  panel.lateness = { random in
    Int.random(in: 0..<400, using: &random) == 0 ? Nanoseconds.random(in: second...90 * second, using: &random) : 60_000
  }
  let survived = panel.move(until: panel.now + 7200 * second)
  #expect(survivedTheStart && survived)
  let frames = Array(panel.frames[first...])
  let pairs = Array(zip(frames, frames.dropFirst()))
  func step(_ pair: (PanelSimulation.Frame, PanelSimulation.Frame)) -> Int {
    Int((pair.1.shown - pair.0.shown + mode.period / 2) / mode.period)
  }
  #expect(pairs.allSatisfy { step($0) >= 1 })
  let jumps = pairs.indices.filter { step(pairs[$0]) > 1 }
  #expect(jumps.count > 50)
  // Every frame that did not itself meet a jump is seen when it was meant to be.
  let usual = pairs.indices.filter { step(pairs[$0]) == 1 }
  #expect(usual.count > 5_000)
  #expect(usual.allSatisfy { abs(pairs[$0].1.predicted - pairs[$0].1.shown) < 200_000 })
  let skipped = jumps.reduce(0) { $0 + step(pairs[$1]) - 1 }
  let statistics = panel.scheduler.statistics
  // After so long the phase is a guess, so the last of the blanks that went by may be counted or not.
  #expect(abs(statistics.missed - learned.missed - skipped) <= jumps.count)
  #expect(statistics.missedByLongDraw == learned.missedByLongDraw)
}

@Test func touchesAreMeasuredToTheFrameThatHoldsThem() {
  var scheduler = FrameScheduler(mode: DisplayMode(size: PixelSize(width: 8, height: 8)))
  scheduler.touched(at: 3_000_000)
  scheduler.touched(at: 1_000_000)
  scheduler.submitted(presentation: 16_000_000, began: 10_000_000, ended: 12_000_000)
  // This one came while the frame was on its way: the next holds it.
  scheduler.touched(at: 13_000_000)
  scheduler.flipped(Flip(time: 16_000_000, sequence: 5), now: 16_100_000)
  #expect(scheduler.statistics.touchLatency.count == 1)
  #expect(scheduler.statistics.touchLatency.longest == 15_000_000)
  #expect(scheduler.statistics.touchLatency.percentile(0.5) == 16_000_000)
  scheduler.submitted(presentation: 32_000_000, began: 27_000_000, ended: 28_000_000)
  scheduler.flipped(Flip(time: 32_000_000, sequence: 6), now: 32_100_000)
  #expect(scheduler.statistics.touchLatency.count == 2)
  #expect(scheduler.statistics.touchLatency.percentile(1) == 20_000_000)
  #expect(
    scheduler.statistics.summary
      == "2 frames shown, 0 missed (0 woken late, 0 drawn long, 0 flipped late, 0 waited), 0 not taken; "
      + "of 100 touches 99 were seen within 20 ms")
}
