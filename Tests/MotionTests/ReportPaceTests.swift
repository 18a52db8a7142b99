import Scene
import TestSupport
import Testing

@testable import Motion

@Suite struct ReportPaceTests {
  /// What a device teaches that reports every `interval` and lifts `lift` after the last report, with some jitter; microseconds.
  private func pace(interval: Int64, lift: Int64, contacts: Int = 6, jitter: Int64 = 0) -> ReportPace {
    var random = SplitMix64(seed: 9)
    var learner = PaceLearner()
    for _ in 0..<contacts {
      for _ in 0..<5 {
        _ = learner.moved(by: 20, after: interval + Int64.random(in: -jitter...jitter, using: &random))
      }
      learner.lifted(after: lift + Int64.random(in: -jitter...jitter, using: &random))
    }
    return learner.pace
  }

  /// A flick at 1000 dp/s that is reported so, and lifted so late.
  private func speed(interval: Double, lift: Double, pace: ReportPace, from start: Double = 0, reports: Int = 4)
    -> Double
  {
    var tracker = VelocityTracker()
    for index in 0..<reports {
      let time = Double(index) * interval
      tracker.add(Point(x: 0, y: time * 1000), at: start + time)
    }
    return tracker.velocity(at: start + Double(reports - 1) * interval + lift, pace: pace).y
  }

  @Test(arguments: [5, 8, 10, 16.7, 25, 33.3, 39.9, 40, 42, 50, 66.7, 100, 125])
  func aFlickFlingsHoweverSeldomItIsReported(milliseconds: Double) {
    let interval = milliseconds / 1000
    let learned = pace(interval: Int64(interval * 1e6), lift: Int64(interval * 1e6))
    for share in [0.1, 0.5, 0.9, 1, 1.05] {
      for reports in 2...4 {
        let found = speed(interval: interval, lift: interval * share, pace: learned, reports: reports)
        #expect(isNear(found, 1000, within: 1))
      }
    }
  }

  @Test(arguments: [40, 60, 73, 100, 124])
  func aFlickFlingsHoweverLateItsLiftIs(milliseconds: Int) {
    let learned = pace(interval: 10_000, lift: Int64(milliseconds) * 1000, jitter: 3000)
    for late in [-3, 0, 3] {
      let lift = Double(milliseconds + late) / 1000
      #expect(isNear(speed(interval: 0.01, lift: lift, pace: learned), 1000, within: 1))
    }
    // A finger that has stood for 60 ms more has stopped.
    #expect(speed(interval: 0.01, lift: Double(milliseconds + 60) / 1000, pace: learned) == 0)
  }

  /// Devices count microseconds. When they began to count makes no difference, at the very edge neither.
  @Test func theEdgeDoesNotDependOnTheTimeOfDay() {
    var random = SplitMix64(seed: 4)
    for _ in 0..<5000 {
      let start = Double(Int64.random(in: 0...100_000_000_000, using: &random)) / 1e6
      #expect(speed(interval: 0.01, lift: 0.040, pace: ReportPace(), from: start) > 900)
      #expect(speed(interval: 0.01, lift: 0.040001, pace: ReportPace(), from: start) == 0)
      #expect(speed(interval: 0.040, lift: 0.010, pace: ReportPace(), from: start) > 900)
    }
    #expect(speed(interval: 0.03, lift: 0.04, pace: ReportPace(), from: 0.03, reports: 2) > 900)
  }

  @Test func aFingerThatCreepsTeachesNothing() {
    var learner = PaceLearner()
    for _ in 0..<10 { _ = learner.moved(by: 20, after: 10_000) }
    let known = learner.pace
    for _ in 0..<50 {
      let isOnItsWay = learner.moved(by: 1, after: 90_000)
      #expect(!isOnItsWay)
    }
    #expect(learner.pace == known && isNear(known.interval, 0.01))
  }

  @Test func nothingIsLearnedBeyondWhatPanelsDo() {
    var random = SplitMix64(seed: 5)
    var learner = PaceLearner()
    for _ in 0..<20_000 {
      _ = learner.moved(by: .random(in: 0...500, using: &random), after: .random(in: -10...3_000_000, using: &random))
      learner.lifted(after: .random(in: -10...3_000_000, using: &random))
      #expect(learner.pace.liftGap <= 0.29 && learner.pace.stopGap <= 0.24)
    }
  }
}
