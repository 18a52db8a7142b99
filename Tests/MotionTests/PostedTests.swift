import Motion
import Scene
import TestSupport
import Testing

/// Touches of programs, of viewers over a network and of scripts are of no device: how they come is all that is known.
@Suite struct PostedTests {
  /// A finger that goes up at 1000 dp/s and is reported so often.
  ///
  /// - Returns: its velocity at the lift.
  private func flick(
    rate: Double, reports: Int, rest: Double, jitter: Double = 0, isStiff: Bool = false, _ random: inout SplitMix64
  ) -> Double? {
    var recognizer = GestureRecognizer(metrics: TouchMetrics(scale: 1))
    recognizer.isStiff = isStiff
    func event(_ phase: TouchEvent.Phase, _ time: Double, at moved: Double) -> TouchEvent {
      TouchEvent(phase: phase, contact: 0, position: Point(x: 100, y: 2000 - moved * 1000), time: 5 + time)
    }
    _ = recognizer.handle(event(.down, 0, at: 0))
    var time = 0.0
    for _ in 0..<reports {
      time += (1 + random.double(-jitter...jitter)) / rate
      _ = recognizer.handle(event(.motion, time, at: time))
    }
    guard case .dragEnded(let lift)? = recognizer.handle(event(.up, time + rest, at: time)) else { return nil }
    return lift.velocity
  }

  @Test(arguments: [8, 10, 15, 20, 24, 25, 30, 60, 120, 240.0]) func flicksFling(rate: Double) {
    var random = SplitMix64(seed: 8)
    for reports in [2, 3, 5, 8] where Double(reports) > rate * 0.015 {
      for share in [0, 0.5, 1] {
        let velocity = flick(rate: rate, reports: reports, rest: share / rate, jitter: 0.1, &random)
        #expect(velocity.map { isNear($0, -1000, within: 150) } == true)
      }
    }
  }

  /// A finger that stands before it lifts has stopped, however seldom it was reported.
  @Test(arguments: [8, 10, 15, 20, 24, 25, 30, 60, 120, 240.0]) func whoStandsDoesNotFling(rate: Double) {
    var random = SplitMix64(seed: 9)
    for reports in [2, 3, 5, 8] where Double(reports) > rate * 0.015 {
      #expect(flick(rate: rate, reports: reports, rest: max(2 / rate, 0.06), &random) == 0)
    }
  }

  /// Records of before are played as they were.
  @Test func onceTheyDidNot() {
    var random = SplitMix64(seed: 10)
    #expect(flick(rate: 20, reports: 5, rest: 0.05, isStiff: true, &random) == 0)
    #expect(flick(rate: 60, reports: 5, rest: 0.016, isStiff: true, &random) != 0)
  }
}
