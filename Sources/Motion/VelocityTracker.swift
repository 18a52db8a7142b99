import Numbers
public import Scene

/// The velocity of one contact when it lifts, from its raw samples and their own times.
///
/// Never feed it resampled positions: their times are made up. Holds the newest 20 samples in place, without allocation.
public struct VelocityTracker: Sendable {
  private struct Sample {
    var position: Point
    var time: Double
  }

  private let strategy: VelocityStrategy
  private var samples = InlineArray<20, Sample>(repeating: Sample(position: .zero, time: 0))
  /// Where the newest sample is.
  private var newest = -1
  private var count = 0

  /// - Parameter strategy: how a velocity is made of the samples.
  public init(strategy: VelocityStrategy = .guarded) {
    self.strategy = strategy
  }

  /// Takes a sample of a down or a motion; not of an up, whose position is the one before it.
  ///
  /// A sample with the time of its predecessor replaces it; one that is older is dropped.
  public mutating func add(_ position: Point, at time: Double) {
    if count > 0 {
      if time < samples[newest].time { return }
      if time > samples[newest].time { advance() }
    } else {
      advance()
    }
    samples[newest] = Sample(position: position, time: time)
  }

  /// Forgets all samples.
  public mutating func reset() { count = 0 }

  /// The velocity at a lift, in units of the samples' positions per second.
  ///
  /// - Parameter pace: of the device the samples are of.
  public func velocity(at time: Double, pace: ReportPace = ReportPace()) -> Velocity {
    guard count > 0, !isLonger(time - samples[newest].time, than: pace.liftGap) else { return .zero }
    let (stopGap, horizon) = (pace.stopGap, pace.horizon)
    var x = SampleRun()
    var y = SampleRun()
    let last = samples[newest]
    var previous = last.time
    for back in 0..<count {
      let sample = samples[(newest - back + samples.count) % samples.count]
      if isLonger(previous - sample.time, than: stopGap) || isLonger(last.time - sample.time, than: horizon) { break }
      x.append(sample.position.x - last.position.x, at: sample.time - last.time)
      y.append(sample.position.y - last.position.y, at: sample.time - last.time)
      previous = sample.time
    }
    return Velocity(x: strategy.velocity(of: x), y: strategy.velocity(of: y))
  }

  /// The usual time between two samples that show it on its way, as far as its own tell; 0 where there are too few.
  var interval: Double {
    var times = InlineArray<20, Double>(repeating: 0)
    var known = 0
    for back in 0..<max(count - 1, 0) {
      let sample = samples[(newest - back + samples.count) % samples.count]
      let before = samples[(newest - back - 1 + samples.count) % samples.count]
      let time = sample.time - before.time
      let (dx, dy) = (sample.position.x - before.position.x, sample.position.y - before.position.y)
      guard dx * dx + dy * dy >= PaceLearner.step * PaceLearner.step, time <= Double(PaceLearner.longestInterval) / 1e6
      else { continue }
      // In their order.
      var place = known
      while place > 0, times[place - 1] > time {
        times[place] = times[place - 1]
        place -= 1
      }
      times[place] = time
      known += 1
    }
    return known < 2 ? 0 : times[Int(clamping: Double(known - 1) * PaceLearner.usualInterval)]
  }

  private mutating func advance() {
    newest = (newest + 1) % samples.count
    count = min(count + 1, samples.count)
  }
}

/// Consecutive samples of one axis, newest first; times and values count from the newest.
struct SampleRun {
  private(set) var times = InlineArray<20, Double>(repeating: 0)
  private(set) var values = InlineArray<20, Double>(repeating: 0)
  private(set) var count = 0

  mutating func append(_ value: Double, at time: Double) {
    times[count] = time
    values[count] = value
    count += 1
  }

  /// Velocity between a sample and the one before it; 0 when there is none before.
  func step(_ index: Int) -> Double {
    index + 1 < count ? (values[index] - values[index + 1]) / (times[index] - times[index + 1]) : 0
  }
}
