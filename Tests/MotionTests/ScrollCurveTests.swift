import Motion
import Testing

@Suite struct ScrollCurveTests {
  let range = ScrollRange(content: 10_000, viewport: 800)

  @Test(arguments: [(50.0, 0.2), (120, 0.2), (300, 0.15), (480, 0.1), (5000, 0.1), (-300, 0.15)])
  func wheelDurations(distance: Double, duration: Double) {
    #expect(isNear(ScrollCurve.Law.wheel.duration(of: distance), duration))
  }

  @Test func otherDurations() {
    #expect(isNear(ScrollCurve.Law.keyboard.duration(of: 640), 0.15))
    #expect(isNear(ScrollCurve.Law.programmatic.duration(of: -900), 0.5))
    #expect(isNear(ScrollCurve.Law.programmatic.duration(of: 9000), 0.7))
  }

  @Test func easesInAndOut() {
    let curve = ScrollCurve(from: 100, velocity: 0, to: 1000, law: .programmatic, at: 2, in: range)
    #expect(curve.position(at: 2) == 100)
    #expect(curve.velocity(at: 2) == 0)
    #expect(isNear(curve.position(at: 2.25), 550, within: 1e-9))
    // CSS ease-in-out at a quarter of the time.
    #expect(isNear((curve.position(at: 2.125) - 100) / 900, 0.1291, within: 1e-3))
    #expect(curve.position(at: 2.5) == 1000)
    #expect(curve.velocity(at: 2.5) == 0)
  }

  @Test func velocityIsTheDerivative() {
    let curve = ScrollCurve(from: 100, velocity: 700, to: 1000, law: .programmatic, at: 0, in: range)
    for step in 1..<49 {
      let t = Double(step) / 100
      let slope = (curve.position(at: t + 1e-6) - curve.position(at: t - 1e-6)) / 2e-6
      #expect(isNear(curve.velocity(at: t), slope, within: 0.01))
    }
  }

  @Test func aFastScrollGivenANearTargetIsQuicker() {
    let curve = ScrollCurve(from: 0, velocity: 3000, to: 50, law: .wheel, at: 0, in: range)
    #expect(isNear(curve.duration, 2.5 * 50 / 3000))
    #expect(isNear(curve.velocity(at: 0), 3000, within: 1e-6))
  }

  @Test func keptVelocityNeverOverscrolls() {
    let toTop = ScrollCurve(from: 20, velocity: -4000, to: 9000, law: .programmatic, at: 0, in: range)
    let toEnd = ScrollCurve(from: 9150, velocity: 4000, to: 9200, law: .wheel, at: 0, in: range)
    for step in 0...1000 {
      let t = Double(step) / 1000
      #expect(range.contains(toTop.position(at: t)))
      #expect(range.contains(toEnd.position(at: t)))
    }
  }
}
