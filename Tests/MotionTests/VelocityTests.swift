import Motion
import Scene
import TestSupport
import Testing

@Suite struct VelocityTests {
  private func velocity(
    _ samples: [(time: Double, y: Double)], lift: Double, _ strategy: VelocityStrategy = .guarded
  ) -> Double {
    var tracker = VelocityTracker(strategy: strategy)
    for sample in samples { tracker.add(Point(x: -sample.y, y: sample.y), at: sample.time) }
    let velocity = tracker.velocity(at: lift)
    #expect(velocity.x == -velocity.y)
    return velocity.y
  }

  private typealias Samples = [(time: Double, y: Double)]

  /// Samples 10 ms apart.
  private func samples(_ count: Int, from start: Double = 0, _ y: (Double) -> Double) -> Samples {
    var samples: Samples = []
    for index in 0..<count {
      let time = Double(index) / 100
      samples.append((time: start + time, y: y(time)))
    }
    return samples
  }

  private func steady(_ speed: Double, count: Int) -> Samples { samples(count) { $0 * speed } }

  @Test(arguments: VelocityStrategy.allCases, [2, 3, 4, 5, 8, 20, 50])
  func steadyMovementIsItsOwnVelocity(strategy: VelocityStrategy, count: Int) {
    let found = velocity(steady(1000, count: count), lift: Double(count - 1) * 0.010, strategy)
    switch (strategy, count) {
    // Its three steps are not there yet.
    case (.weighted, 2): #expect(isNear(found, 50, within: 1e-6))
    case (.weighted, 3): #expect(isNear(found, 400, within: 1e-6))
    default: #expect(isNear(found, 1000, within: 1e-3))
    }
  }

  @Test func aParabolaIsFittedExactly() {
    let samples = samples(8) { 20_000 * $0 * $0 }
    #expect(isNear(velocity(samples, lift: 0.07), 2 * 20_000 * 0.07, within: 1e-6))
  }

  @Test func restingFor40MillisecondsStops() {
    let samples = steady(1000, count: 10)
    #expect(velocity(samples, lift: 0.090 + 0.039) > 900)
    #expect(velocity(samples, lift: 0.090 + 0.041) == 0)
  }

  @Test func onlySamplesSinceTheLastRestCount() {
    let before = steady(-3000, count: 10)
    let after = samples(4, from: 0.141) { $0 * 500 - 270 }
    #expect(isNear(velocity(before + after, lift: 0.171), 500, within: 1e-6))
  }

  @Test func samplesOlderThan100MillisecondsDoNotCount() {
    let before = steady(-4000, count: 19)
    let after = samples(11, from: 0.19) { $0 * 1000 }
    #expect(isNear(velocity(before + after, lift: 0.29), 1000, within: 1e-6))
  }

  @Test func aSampleOfTheSameTimeReplaces() {
    #expect(isNear(velocity([(0, 0), (0.010, 99), (0.010, 10)], lift: 0.010), 1000))
    #expect(isNear(velocity([(0, 0), (0.010, 10), (0.004, 500)], lift: 0.010), 1000))
  }

  @Test func oneSampleHasNoVelocity() {
    #expect(velocity([(0, 5)], lift: 0) == 0)
    #expect(VelocityTracker().velocity(at: 0) == .zero)
    var tracker = VelocityTracker()
    tracker.add(Point(x: 0, y: 0), at: 0)
    tracker.add(Point(x: 0, y: 90), at: 0.01)
    tracker.reset()
    #expect(tracker.velocity(at: 0.01) == .zero)
  }

  @Test func aFlickOfTwoEventsIsAFlick() {
    #expect(isNear(velocity([(0, 0), (0.016, 40)], lift: 0.020), 2500))
  }

  @Test func threeSamplesAreALine() {
    // A parabola through these would say 3000.
    #expect(isNear(velocity([(0, 0), (0.010, 10), (0.020, 30)], lift: 0.020), 1500))
  }

  @Test func theFingerRollingBackIsDropped() {
    var samples = steady(1000, count: 6)
    samples.append((time: 0.060, y: 48))
    #expect(isNear(velocity(samples, lift: 0.062), 1000, within: 1e-6))
    #expect(velocity(samples, lift: 0.062, .leastSquares) < 700)
  }

  @Test func aResultAgainstTheMovementIsZero() {
    // Braking hard: the parabola's end points backwards, the finger never did.
    let samples: [(time: Double, y: Double)] = [
      (0, 0), (0.016, 40), (0.032, 75), (0.048, 90), (0.064, 93), (0.080, 93.5),
    ]
    #expect(velocity(samples, lift: 0.081, .leastSquares) < 0)
    #expect(velocity(samples, lift: 0.081) == 0)
  }

  @Test func speedIsLimitedInThePlane() {
    let limited = Velocity(x: 9000, y: -12_000).limited(to: 8000)
    #expect(isNear(limited.x, 4800) && isNear(limited.y, -6400))
    #expect(Velocity(x: 30, y: 40).limited(to: 8000) == Velocity(x: 30, y: 40))
  }
}

/// The comparison that decided for the guarded fit: synthetic fingers with the faults of real ones.
@Suite struct VelocitySimulation {
  enum Finger {
    case accelerating, slowing, slow, steady

    var duration: Double {
      switch self {
      case .accelerating: 0.060
      case .slowing: 0.100
      case .slow, .steady: 0.200
      }
    }

    func position(_ t: Double) -> Double {
      switch self {
      case .accelerating: 2500 * t * t / (2 * duration)
      case .slowing: 2500 * t - 2000 * t * t / (2 * duration)
      case .slow: 150 * t
      case .steady: 1000 * t
      }
    }

    var velocity: Double {
      switch self {
      case .accelerating: 2500
      case .slowing: 500
      case .slow: 150
      case .steady: 1000
      }
    }
  }

  /// In percent of the true velocity; `wrong` in percent of the runs.
  struct Result {
    var bias: Double
    var rms: Double
    var wrong: Double
  }

  static let runs = 600

  static func measure(_ finger: Finger, panel: Double, _ strategy: VelocityStrategy) -> Result {
    var random = SplitMix64(seed: 0x5EED)
    var sum = 0.0
    var squares = 0.0
    var wrong = 0
    for _ in 0..<runs {
      var tracker = VelocityTracker(strategy: strategy)
      let start = random.double(0...1)
      for back in stride(from: Int(finger.duration * panel), through: 0, by: -1) {
        let time = finger.duration - Double(back) / panel
        // A finger rolls back by a little as it lifts.
        let roll = back == 0 ? random.double(0.5...3) : 0
        let position = (start + finger.position(time) - roll).rounded()
        tracker.add(Point(x: 0, y: position), at: time + random.double(-0.0005...0.0005))
      }
      let found = tracker.velocity(at: finger.duration + 0.001).y
      let error = (found - finger.velocity) / finger.velocity
      sum += error
      squares += error * error
      if found < 0 { wrong += 1 }
    }
    let n = Double(runs)
    return Result(bias: sum / n * 100, rms: (squares / n).squareRoot() * 100, wrong: Double(wrong) / n * 100)
  }

  /// The guarded fit: bias no further off than this, root mean square no larger, never the wrong way; in percent.
  @Test(arguments: [
    (Finger.accelerating, 60.0, 5.0, 6.0), (.accelerating, 100, 4, 5), (.accelerating, 250, 3, 4),
    (.slowing, 60, 13, 15), (.slowing, 100, 10, 12), (.slowing, 250, 5, 11),
    (.slow, 60, 36, 41), (.slow, 100, 13, 19), (.slow, 250, 20, 25),
    (.steady, 60, 7, 8), (.steady, 100, 5, 6), (.steady, 250, 4, 5),
  ])
  func guardedFit(finger: Finger, panel: Double, bias: Double, rms: Double) {
    let result = Self.measure(finger, panel: panel, .guarded)
    #expect(abs(result.bias) < bias)
    #expect(result.rms < rms)
    #expect(result.wrong == 0)
  }

  /// What each of the others does badly: why they are not the default.
  @Test func weightsHalveFastFlicksAndDoubleSlowEndsAt60Hz() {
    let flick = Self.measure(.accelerating, panel: 60, .weighted)
    #expect(flick.bias < -50)
    let end = Self.measure(.slowing, panel: 60, .weighted)
    #expect(end.bias > 80)
  }

  @Test(arguments: [100.0, 250])
  func impulseTurnsSlowFingersRound(panel: Double) {
    #expect(Self.measure(.slow, panel: panel, .impulse).wrong > 30)
  }

  @Test(arguments: [60.0, 100, 250])
  func theGuardImprovesSlowFingers(panel: Double) {
    let plain = Self.measure(.slow, panel: panel, .leastSquares)
    let guarded = Self.measure(.slow, panel: panel, .guarded)
    #expect(abs(guarded.bias) < abs(plain.bias))
    #expect(guarded.rms < plain.rms)
  }
}
