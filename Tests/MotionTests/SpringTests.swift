import Glibc
import Motion
import TestSupport
import Testing

@Suite struct SpringTests {
  @Test func tenPercentIsLeftAfter312Milliseconds() {
    let spring = Spring(target: 50, position: 150, velocity: 0, startTime: 1)
    #expect(isNear(spring.position(at: 1.3112), 60, within: 0.1))
  }

  @Test func sixtyFromRestTake055Seconds() {
    let spring = Spring(target: 0, position: 60, velocity: 0, startTime: 0)
    #expect(isNear(spring.restTime, 0.55, within: 0.01))
    #expect(isNear(spring.position(at: spring.restTime - 1e-6), 0.5, within: 1e-3))
    #expect(spring.position(at: spring.restTime) == 0)
  }

  @Test func neverFarFromFluttersDefault() {
    // Flutter's default m .5, k 100, ratio 1.1: overdamped with w0 = sqrt(200).
    let w0 = 200.0.squareRoot()
    let root = (1.1 * 1.1 - 1).squareRoot()
    let slow = -w0 * (1.1 - root)
    let fast = -w0 * (1.1 + root)
    let spring = Spring(target: 0, position: 1000, velocity: 0, startTime: 0)
    for step in 0...100 {
      let t = Double(step) / 100
      let flutter = 1000 * (fast * exp(slow * t) - slow * exp(fast * t)) / (fast - slow)
      #expect(abs(spring.position(at: t) - flutter) < 36.5)
    }
  }

  @Test func peakOfABounce() {
    let spring = Spring(target: 0, position: 0, velocity: -1000, startTime: 0)
    #expect(isNear(spring.peak, -1000 / (M_E * 12.5), within: 1e-9))
    #expect(isNear(spring.position(at: 1 / 12.5), spring.peak, within: 1e-9))
  }

  @Test func velocityIsTheDerivative() {
    var random = SplitMix64(seed: 4)
    for _ in 0..<1000 {
      let spring = Spring(
        target: random.double(-100...100), position: random.double(-500...500), velocity: random.double(-5000...5000),
        startTime: 0)
      let t = random.double(0...0.4)
      guard t + 1e-5 < spring.restTime, t > 1e-5 else { continue }
      let slope = (spring.position(at: t + 1e-5) - spring.position(at: t - 1e-5)) / 2e-5
      #expect(isNear(spring.velocity(at: t), slope, within: 0.05))
    }
  }

  @Test func restsFromTheMomentItStaysWithinTolerance() {
    var random = SplitMix64(seed: 5)
    for _ in 0..<1000 {
      let spring = Spring(
        target: 0, position: random.double(-300...300), velocity: random.double(-4000...4000), startTime: 0)
      let before = spring.restTime - 1e-6
      #expect(abs(spring.position(at: before)) >= 0.49 || abs(spring.velocity(at: before)) >= 19.9)
      #expect(abs(spring.position(at: before)) <= 0.501)
      #expect(abs(spring.velocity(at: before)) <= 20.1)
    }
    #expect(Spring(target: 7, position: 7.2, velocity: 3, startTime: 1).restTime == 1)
  }

  @Test func crossing() {
    #expect(Spring(target: 0, position: -100, velocity: 1250, startTime: 0).crossing == nil)
    let spring = Spring(target: 0, position: -100, velocity: 2500, startTime: 3)
    #expect(spring.crossing.map { isNear($0, 3.08, within: 1e-9) } ?? false)
    #expect(spring.crossing.map { isNear(spring.position(at: $0), 0, within: 1e-9) } ?? false)
  }

  @Test func entryIsLimitedBothWays() {
    #expect(Spring.entryVelocity(-8000, viewport: 10_000) == -5000)
    #expect(Spring.entryVelocity(8000, viewport: 10_000) == 5000)
    let limited = Spring.entryVelocity(8000, viewport: 480)
    #expect(isNear(Spring(target: 0, position: 0, velocity: limited, startTime: 0).peak, 120, within: 1e-9))
  }
}
