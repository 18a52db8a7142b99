import Glibc
import Motion
import TestSupport
import Testing

@Suite struct FlingTests {
  @Test(arguments: [(Fling.Rate.normal, 0.4995), (.fast, 0.0995)])
  func distanceOfADecelerationRate(rate: Fling.Rate, share: Double) {
    let fling = Fling(start: 100, velocity: 1000, startTime: 5, rate: rate)
    #expect(isNear(fling.end, 100 + 1000 * share, within: 0.01))
  }

  @Test func velocityIsFlutters0135PerSecond() {
    let fling = Fling(start: 0, velocity: 8000, startTime: 0)
    #expect(isNear(fling.velocity(at: 1) / 8000, 0.1351, within: 1e-4))
  }

  @Test(arguments: [Fling.Rate.normal, .fast])
  func decayIsTheRatePerMillisecond(rate: Fling.Rate) {
    let fling = Fling(start: 0, velocity: 1000, startTime: 0, rate: rate)
    #expect(isNear(fling.velocity(at: 0.001), rate == .normal ? 998 : 990, within: 1e-9))
  }

  @Test func stopsAt20AndStays() {
    let fling = Fling(start: 0, velocity: -1000, startTime: 2)
    #expect(isNear(fling.stopTime, 2 + log(50) / 2.002002670673338, within: 1e-9))
    #expect(isNear(fling.velocity(at: fling.stopTime - 1e-9), -20, within: 1e-6))
    #expect(fling.velocity(at: fling.stopTime) == 0)
    #expect(fling.position(at: fling.stopTime + 100) == fling.stop)
    #expect(isNear(fling.stop, -980 * 0.4995, within: 0.01))
  }

  @Test func timeInvertsPosition() {
    var random = SplitMix64(seed: 3)
    for _ in 0..<1000 {
      let velocity = random.double(-8000...8000)
      let fling = Fling(start: random.double(-100...100), velocity: velocity, startTime: random.double(0...10))
      let time = random.double(fling.startTime...fling.stopTime)
      let found = fling.time(at: fling.position(at: time))
      #expect(found.map { isNear($0, time, within: 1e-5) } ?? false)
      #expect(fling.time(at: fling.start - velocity) == nil)
      #expect(fling.time(at: fling.end + velocity) == nil)
    }
  }

  @Test func aFlingWithoutVelocityReachesOnlyItsStart() {
    let fling = Fling(start: 3, velocity: 0, startTime: 1)
    #expect(fling.time(at: 3) == 1)
    #expect(fling.time(at: 4) == nil)
    #expect(fling.position(at: 9) == 3)
  }

  @Test func carriedMomentum() {
    #expect(isNear(Fling.carriedMomentum(of: 1000), 649.7, within: 0.5))
    #expect(Fling.carriedMomentum(of: -1000) == -Fling.carriedMomentum(of: 1000))
    #expect(Fling.carriedMomentum(of: 100_000) == 40_000)
  }
}
