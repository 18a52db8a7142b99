import Refresh
import Scene
import Testing

/// A style that asks for nonsense, and whose outcomes last for nonsense.
private struct Odd: RefreshStyle {
  var metrics: RefreshMetrics
  var finishing: Double?
  var sprites: [SpriteRequest] { [] }
  func draw(_ state: RefreshState, on canvas: RefreshCanvas, into scene: inout Scene) {}
  func finishingTime(_ state: RefreshState) -> Double {
    finishing ?? (state.outcome?.isTrouble == true ? metrics.failureHold : metrics.resultHold)
  }
}

private let nonsense = [Double.nan, .infinity, -.infinity, 1e300, -1e300, -5, 0]
private let parts: [@Sendable (inout RefreshMetrics, Double) -> Void] = [
  { $0.trigger = $1 }, { $0.hold = $1 }, { $0.bar = $1 }, { $0.resultHold = $1 }, { $0.failureHold = $1 },
  { $0.arming = $1 },
]

/// Whatever a style asks for, a pull arms, refreshes, tells its outcome for at most a minute, and closes.
@Test(arguments: 0..<parts.count, nonsense)
func aPullComesToItsEnd(part: Int, value: Double) {
  for outcome in [RefreshOutcome.success, .failure] {
    var metrics = RefreshMetrics(trigger: 100, hold: 60)
    parts[part](&metrics, value)
    var machine = RefreshMachine(style: Odd(metrics: metrics), viewport: 1000)
    #expect(machine.trigger >= 1 && machine.trigger <= 200 && machine.hold >= 0 && machine.hold <= machine.trigger)
    machine.holdBar(isAlone: true)
    #expect(machine.hold >= 0 && machine.hold <= machine.trigger && machine.bar >= 0 && machine.bar <= 1000)
    _ = machine.handle(.moved(extent: 300, .pulls), at: 1)
    #expect(machine.phase == .armed)
    #expect((0...1).contains(machine.state(extent: 300, at: 1.1).armed))
    _ = machine.handle(.up(velocity: 0), at: 2)
    _ = machine.handle(.done(task: 1, outcome), at: 3)
    let end = machine.nextDeadline
    #expect(end.map { (3...63).contains($0) } ?? true, "\(String(describing: end))")
    _ = machine.handle(.tick, at: 64)
    _ = machine.handle(.moved(extent: 0, .none), at: 65)
    #expect(machine.phase == .idle)
  }
}

@Test func whatIsNoNumberIsTheStandard() {
  let metrics = RefreshMetrics(
    trigger: .nan, hold: .nan, bar: .nan, resultHold: .nan, failureHold: .nan, arming: .nan
  ).kept
  #expect(metrics == RefreshMetrics(trigger: 80, hold: 56))
  let sane = RefreshMetrics(
    trigger: 96, hold: 80, bar: 3, fire: .atThreshold, resultHold: 1, failureHold: 60, arming: 0)
  #expect(sane.kept == sane)
}

@Test(arguments: zip([Double.nan, .infinity, -1, 4], [0.9, 60, 0, 4]))
func anOutcomeIsShownForATime(asked: Double, given: Double) {
  var machine = RefreshMachine(
    style: Odd(metrics: RefreshMetrics(trigger: 100, hold: 60), finishing: asked), viewport: 1000)
  _ = machine.handle(.begin, at: 0)
  _ = machine.handle(.moved(extent: 60, .none), at: 1)
  _ = machine.handle(.done(task: 1, .success), at: 2)
  guard case .finishing(_, let until) = machine.phase else {
    Issue.record("\(machine.phase)")
    return
  }
  #expect(until == 2 + given)
}
