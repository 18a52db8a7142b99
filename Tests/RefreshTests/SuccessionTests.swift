import Refresh
import Scene
import Testing

/// Another style, with the same rules.
private struct OtherStyle: RefreshStyle {
  var metrics = RefreshMetrics(trigger: 80, hold: 40, resultHold: 0.5, failureHold: 1.5)
  var sprites: [SpriteRequest] { [] }
  func draw(_ state: RefreshState, on canvas: RefreshCanvas, into scene: inout Scene) {}
}

private let plain = PlainStyle(metrics: RefreshMetrics(trigger: 100, hold: 60, resultHold: 0.5, failureHold: 1.5))

/// A machine whose first task runs.
private func running() -> RefreshMachine {
  var machine = RefreshMachine(style: plain, viewport: 1000, seed: 7)
  _ = machine.handle(.begin, at: 1)
  return machine
}

@Test func anAnswerForTheMachineBeforeIsIgnored() {
  let old = running()
  var machine = RefreshMachine(style: OtherStyle(), viewport: 1000, continuing: old)
  #expect(machine.phase == .idle)
  #expect(machine.handle(.begin, at: 2) == [.startTask(2), .holdOpen(40), .settle(40)])
  _ = machine.handle(.moved(extent: 40, .none), at: 2.5)
  #expect(machine.handle(.done(task: 1, .success), at: 3).isEmpty)
  #expect(machine.phase.task == 2)
  #expect(machine.ignoredAnswers == 1)
  #expect(machine.handle(.done(task: 2, .failure), at: 4).isEmpty)
  #expect(machine.phase.outcome == .failure)
}

@Test func whatTheHostSwitchedOffStaysOff() {
  var old = running()
  _ = old.handle(.disable, at: 2)
  var machine = RefreshMachine(style: OtherStyle(), viewport: 1000, continuing: old)
  #expect(!machine.isEnabled)
  #expect(machine.handle(.begin, at: 3).isEmpty)
}

@Test func theCooldownOutlivesTheMachine() {
  let rules = RefreshRules(cooldown: 10)
  var old = RefreshMachine(style: plain, viewport: 1000, rules: rules)
  _ = old.handle(.begin, at: 1)
  _ = old.handle(.done(task: 1, .success), at: 3)
  var machine = RefreshMachine(style: plain, viewport: 1000, rules: rules, continuing: old)
  _ = machine.handle(.moved(extent: 120, .pulls), at: 5)
  _ = machine.handle(.up(velocity: 0), at: 5.1)
  #expect(machine.phase.outcome == .noChange)
}

@Test func onlyTheSameKindOfStyleGoesOnWithWhatItCarried() {
  var old = running()
  _ = old.handle(.done(task: 1, .success), at: 3)
  _ = old.handle(.moved(extent: 0, .none), at: 9)
  #expect(old.phase == .idle)
  let same = RefreshMachine(style: plain, viewport: 500, continuing: old)
  #expect(same.state(extent: 0, at: 10).carried == 1)
  #expect(same.trigger == 500 * RefreshRules.triggerShare)
  #expect(same.state(extent: 0, at: 10).seed == old.state(extent: 0, at: 10).seed)
  let other = RefreshMachine(style: OtherStyle(), viewport: 500, continuing: old)
  #expect(other.state(extent: 0, at: 10).carried == 0)
}

/// While the header closes the first outcome stays on show to the end, and nothing of it is left for the next.
@Test func beginWhileClosingShowsEachOutcomeWhereItBelongs() {
  var machine = running()
  _ = machine.handle(.moved(extent: 60, .none), at: 1.5)
  _ = machine.handle(.done(task: 1, .failure), at: 2)
  _ = machine.handle(.moved(extent: 60, .none), at: 3.5)
  #expect(machine.phase == .exiting(.failure))
  _ = machine.handle(.moved(extent: 40, .none), at: 3.6)
  #expect(machine.handle(.begin, at: 3.6).isEmpty)
  for extent in stride(from: 40.0, to: 10.5, by: -1) {
    _ = machine.handle(.moved(extent: extent, .none), at: 3.7)
    let state = machine.state(extent: extent, at: 3.7)
    #expect(state.phase == .exiting && state.outcome == .failure)
  }
  #expect(machine.handle(.moved(extent: 10, .none), at: 3.8) == [.startTask(2), .holdOpen(60), .settle(60)])
  let next = machine.state(extent: 10, at: 3.8)
  #expect(next.phase == .refreshing && next.outcome == nil && next.timeRefreshing == 0 && next.peakRatio == 0.1)
}
