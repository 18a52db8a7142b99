import Refresh
import Testing

/// The table of transitions, as scripts with every phase, effect and time they lead to. Trigger 100, hold 60.
struct Scenario: CustomTestStringConvertible, Sendable {
  var name: String
  var fire = RefreshMetrics.Fire.onRelease
  var hold = 60.0
  var rules = RefreshRules()
  var script: String
  var expected: String
  var testDescription: String { name }
}

private let pulled = "0 pull 40 | 0.1 pull 110 | 0.2 up 0"
private let pulledLines = "0 pulling\n0.1 armed haptic\n0.2 refreshing start#1 lo=-60 settle:60\n"

let scenarios = [
  Scenario(
    name: "a pull refreshes, shows success, closes",
    script: "\(pulled) | 0.6 rest 60 | 2 done success | 3 wait | 3.2 rest 30 | 3.4 rest 9 | 3.6 rest 0",
    expected: pulledLines + "2 finishing apply#1\n2.5 exiting lo=-0 settle:0\n3.4 idle"),
  Scenario(
    name: "no change applies nothing and is shown half a second",
    script: "\(pulled) | 0.6 rest 60 | 2 done noChange | 3 rest 0",
    expected: pulledLines + "2 finishing\n2.5 exiting lo=-0 settle:0\n3 idle"),
  Scenario(
    name: "failure is shown longer",
    script: "\(pulled) | 0.6 rest 60 | 2 done failure | 4 rest 0",
    expected: pulledLines + "2 finishing\n3.5 exiting lo=-0 settle:0\n4 idle"),
  Scenario(
    name: "offline is shown longer",
    script: "\(pulled) | 0.6 rest 60 | 2 done offline | 4 rest 0",
    expected: pulledLines + "2 finishing\n3.5 exiting lo=-0 settle:0\n4 idle"),
  Scenario(
    name: "no answer for 15 s is a timeout, and the late answer is not shown",
    script: "\(pulled) | 0.6 rest 60 | 16 done success | 17 rest 0",
    expected: pulledLines + "15.2 finishing cancel#1\n16.7 exiting lo=-0 settle:0\n17 idle"),
  Scenario(
    name: "an answer at once waits until half a second has passed",
    script: "\(pulled) | 0.3 done success | 0.6 rest 60 | 0.9 wait",
    expected: pulledLines + "0.7 finishing apply#1"),
  Scenario(
    name: "a second answer while the first waits is ignored",
    script: "\(pulled) | 0.3 done failure | 0.4 done success | 0.9 wait",
    expected: pulledLines + "0.7 finishing"),
  Scenario(
    name: "a pull given up below the trigger",
    script: "0 pull 40 | 0.1 pull 80 | 0.2 up 0 | 0.3 rest 30 | 0.4 rest 0.9",
    expected: "0 pulling\n0.2 canceling settle:0\n0.4 idle"),
  Scenario(
    name: "a pull pushed back to the top",
    script: "0 pull 40 | 0.1 pull 0 | 0.2 up 0",
    expected: "0 pulling\n0.1 idle"),
  Scenario(
    name: "slack: 4 below the trigger stays armed, more does not",
    script: "0 pull 100 | 0.1 pull 96 | 0.2 pull 95.9 | 0.3 pull 99 | 0.4 pull 100",
    expected: "0 armed haptic\n0.2 pulling\n0.4 armed haptic"),
  Scenario(
    name: "a release within the slack fires",
    script: "0 pull 100 | 0.1 pull 97 | 0.2 up -100",
    expected: "0 armed haptic\n0.2 refreshing start#1 lo=-60 settle:60"),
  Scenario(
    name: "thrown upwards is a change of mind",
    script: "0 pull 120 | 0.1 up -500 | 0.2 rest 40 | 0.3 rest -30",
    expected: "0 armed haptic\n0.1 canceling fling\n0.3 idle"),
  Scenario(
    name: "a cancelled touch never fires",
    script: "0 pull 120 | 0.1 cancel | 0.3 rest 0",
    expected: "0 armed haptic\n0.1 canceling settle:0\n0.3 idle"),
  Scenario(
    name: "a touch cancelled below the trigger",
    script: "0 pull 50 | 0.1 cancel | 0.3 rest 0",
    expected: "0 pulling\n0.1 canceling settle:0\n0.3 idle"),
  Scenario(
    name: "a leap to 0 passes pulling on the way to idle",
    script: "0 pull 120 | 0.1 pull -30",
    expected: "0 armed haptic\n0.1 idle"),
  Scenario(
    name: "a bounce without a finger is not a pull",
    script: "0 rest 30 | 0.1 rest 140 | 0.2 rest 0",
    expected: ""),
  Scenario(
    name: "a finger that began elsewhere is not a pull",
    script: "0 scroll 30 | 0.1 scroll 140 | 0.2 up 0",
    expected: ""),
  Scenario(
    name: "a finger that vanished is as good as cancelled",
    script: "0 pull 120 | 0.1 rest 120 | 0.3 rest 0",
    expected: "0 armed haptic\n0.1 canceling settle:0\n0.3 idle"),
  Scenario(
    name: "disabled: nothing arms, and a pull on its way closes",
    script: "0 pull 120 | 0.1 disable | 0.2 pull 130 | 0.3 up 0 | 0.5 rest 0 | 1 pull 120 | 1.1 begin",
    expected: "0 armed haptic\n0.1 canceling\n0.3 canceling settle:0\n0.5 idle"),
  Scenario(
    name: "enabled again",
    script: "0 disable | 0.1 pull 120 | 0.2 up 0 | 0.3 rest 0 | 0.4 enable | 1 pull 120",
    expected: "1 armed haptic"),
  Scenario(
    name: "a finger catches a closing pull",
    script: "0 pull 80 | 0.1 up 0 | 0.2 rest 50 | 0.3 pull 50 | 0.4 pull 105 | 0.5 up 0",
    expected:
      "0 pulling\n0.1 canceling settle:0\n0.3 pulling\n0.4 armed haptic\n0.5 refreshing start#1 lo=-60 settle:60"),
  Scenario(
    name: "a scrolling finger on a closing pull lets it close after it lifts",
    script: "0 pull 80 | 0.1 up 0 | 0.2 scroll 50 | 0.4 up 0 | 0.6 rest 0",
    expected: "0 pulling\n0.1 canceling settle:0\n0.4 canceling settle:0\n0.6 idle"),
  Scenario(
    name: "a second pull while refreshing starts nothing and settles at the hold",
    script: "\(pulled) | 0.6 rest 60 | 1 pull 150 | 1.2 up 0 | 2 done success",
    expected: pulledLines + "1.2 refreshing settle:60\n2 finishing apply#1"),
  Scenario(
    name: "a throw while refreshing is left to the list",
    script: "\(pulled) | 0.6 rest 60 | 1 pull 50 | 1.2 up -900 | 1.5 rest -200",
    expected: pulledLines + "1.2 refreshing fling"),
  Scenario(
    name: "scrolled away: the answer ends it and nothing moves",
    script: "\(pulled) | 1 rest -300 | 2 done success | 3 wait",
    expected: pulledLines + "2 idle apply#1 lo=-0"),
  Scenario(
    name: "scrolled away, the lift is the list's own",
    script: "\(pulled) | 1 scroll -300 | 1.1 up 0 | 2 done failure",
    expected: pulledLines + "2 idle lo=-0"),
  Scenario(
    name: "scrolled away before a postponed answer",
    script: "\(pulled) | 0.3 done noChange | 0.5 rest -10 | 1 wait",
    expected: pulledLines + "0.7 idle lo=-0"),
  Scenario(
    name: "begin at the top takes the same path as a pull",
    script: "0 rest 0 | 1 begin | 1.4 rest 60 | 3 done success | 4 rest 0",
    expected: "1 refreshing start#1 lo=-60 settle:60\n3 finishing apply#1\n3.5 exiting lo=-0 settle:0\n4 idle"),
  Scenario(
    name: "begin while scrolled down leaves the content where it is",
    script: "0 rest -500 | 1 begin | 3 done success",
    expected: "1 refreshing start#1 lo=-60\n3 idle apply#1 lo=-0"),
  Scenario(
    name: "begin during a pull: the finger keeps control",
    script: "0 pull 50 | 0.1 begin | 0.2 pull 130 | 0.5 up 0 | 2 done success",
    expected: "0 pulling\n0.1 refreshing start#1 lo=-60\n0.5 refreshing settle:60\n2 finishing apply#1"),
  Scenario(
    name: "begin while armed",
    script: "0 pull 120 | 0.1 begin | 0.5 cancel",
    expected: "0 armed haptic\n0.1 refreshing start#1 lo=-60\n0.5 refreshing settle:60"),
  Scenario(
    name: "begin while refreshing or finishing is ignored",
    script: "\(pulled) | 0.6 rest 60 | 1 begin | 2 done success | 2.1 begin | 2.6 wait",
    expected: pulledLines + "2 finishing apply#1\n2.5 exiting lo=-0 settle:0"),
  Scenario(
    name: "begin while closing starts once the header has closed",
    script:
      "\(pulled) | 0.6 rest 60 | 2 done success | 2.6 rest 40 | 2.7 begin | 2.8 rest 20 | 2.9 rest 9 | 4 done failure",
    expected: pulledLines
      + "2 finishing apply#1\n2.5 exiting lo=-0 settle:0\n2.9 refreshing start#2 lo=-60 settle:60\n4 finishing"),
  Scenario(
    name: "begin while closing, under a finger that pulls on",
    script: "\(pulled) | 0.6 rest 60 | 2 done success | 2.6 pull 50 | 2.7 begin | 2.8 pull 8 | 2.9 pull 120 | 3 up 0",
    expected: pulledLines
      + "2 finishing apply#1\n2.5 exiting lo=-0 settle:0\n2.8 refreshing start#2 lo=-60\n3 refreshing settle:60"),
  Scenario(
    name: "begin while closing, scrolled away before it has closed",
    script: "\(pulled) | 0.6 rest 60 | 2 done success | 2.6 scroll 40 | 2.7 begin | 2.8 scroll -50 | 4 done success",
    expected: pulledLines
      + "2 finishing apply#1\n2.5 exiting lo=-0 settle:0\n2.8 refreshing start#2 lo=-60\n4 idle apply#2 lo=-0"),
  Scenario(
    name: "begin while closing is forgotten when refreshing is switched off",
    script: "\(pulled) | 0.6 rest 60 | 2 done success | 2.6 rest 40 | 2.7 begin | 2.8 disable | 2.9 rest 0 | 3 enable",
    expected: pulledLines + "2 finishing apply#1\n2.5 exiting lo=-0 settle:0\n2.9 idle"),
  Scenario(
    name: "begin while a given-up pull closes",
    script: "0 pull 80 | 0.1 up 0 | 0.2 rest 50 | 0.3 begin",
    expected: "0 pulling\n0.1 canceling settle:0\n0.3 refreshing start#1 lo=-60 settle:60"),
  Scenario(
    name: "an answer while idle or of an earlier task is ignored",
    script: "0 done success | \(pulled) | 0.6 rest 60 | 2 stale success | 3 done failure | 3.2 done success",
    expected: pulledLines + "3 finishing"),
  Scenario(
    name: "at the threshold the task starts under the finger",
    fire: .atThreshold,
    script: "0 pull 40 | 0.1 pull 110 | 0.2 pull 140 | 0.3 up 0 | 2 done success",
    expected: "0 pulling\n0.1 refreshing haptic start#1 lo=-60\n0.3 refreshing settle:60\n2 finishing apply#1"),
  Scenario(
    name: "at the threshold: done while the finger still drags is shown in place and closes on lift",
    fire: .atThreshold,
    script: "0 pull 110 | 0.2 pull 150 | 0.9 done success | 1 pull 155 | 2 pull 150 | 2.1 up 0 | 2.5 rest 0",
    expected:
      "0 refreshing haptic start#1 lo=-60\n0.9 finishing apply#1\n1.4 exiting lo=-0\n2.1 exiting settle:0\n2.5 idle"),
  Scenario(
    name: "at the threshold: lifted while the outcome shows",
    fire: .atThreshold,
    script: "0 pull 150 | 0.9 done success | 1 up 0 | 1.3 rest 60 | 2 wait",
    expected:
      "0 refreshing haptic start#1 lo=-60\n0.9 finishing apply#1\n1 finishing settle:60\n1.4 exiting lo=-0 settle:0"),
  Scenario(
    name: "the finger owns a closing header and may pull again once it was closed",
    script:
      "\(pulled) | 0.6 rest 60 | 2 done success | 2.6 rest 50 | 2.7 pull 130 | 2.8 pull 10 | 2.9 pull 110 | 3 up 0",
    expected: pulledLines
      + "2 finishing apply#1\n2.5 exiting lo=-0 settle:0\n2.8 pulling\n2.9 armed haptic\n3 refreshing start#2 lo=-60 settle:60"
  ),
  Scenario(
    name: "inside the cooldown a pull shows no change and starts nothing",
    rules: RefreshRules(cooldown: 4),
    script:
      "\(pulled) | 0.6 rest 60 | 2 done success | 2.9 rest 0 | 4 pull 120 | 4.1 up 0 | 4.4 rest 60 | 5 rest 0 | 6 pull 120 | 6.1 up 0",
    expected: pulledLines
      + "2 finishing apply#1\n2.5 exiting lo=-0 settle:0\n2.9 idle\n4 armed haptic\n4.1 finishing lo=-60 settle:60\n"
      + "4.6 exiting lo=-0 settle:0\n5 idle\n6 armed haptic\n6.1 refreshing start#2 lo=-60 settle:60"),
  Scenario(
    name: "begin does not know a cooldown",
    rules: RefreshRules(cooldown: 4),
    script: "\(pulled) | 1 rest -9 | 2 done success | 2.5 begin",
    expected: pulledLines + "2 idle apply#1 lo=-0\n2.5 refreshing start#2 lo=-60"),
  Scenario(
    name: "inside the cooldown nothing starts at the threshold either",
    fire: .atThreshold, rules: RefreshRules(cooldown: 4),
    script: "0 begin | 1 rest -1 | 2 done success | 3 pull 120 | 3.2 up 0",
    expected:
      "0 refreshing start#1 lo=-60 settle:60\n2 idle apply#1 lo=-0\n3 armed haptic\n3.2 finishing lo=-60 settle:60"),
  Scenario(
    name: "a style that holds nothing open still shows its outcome",
    hold: 0,
    script: "0 pull 110 | 0.2 up 0 | 0.6 rest 0 | 2 done failure | 4 wait",
    expected: "0 armed haptic\n0.2 refreshing start#1 settle:0\n2 finishing\n3.5 idle"),
  Scenario(
    name: "a style that holds nothing open, scrolled away",
    hold: 0,
    script: "0 begin | 0.6 rest -5 | 2 done success",
    expected: "0 refreshing start#1\n2 idle apply#1"),
  Scenario(
    name: "late to everything: each deadline counts at its own time",
    script: "\(pulled) | 0.6 rest 60 | 40 rest 0",
    expected: pulledLines + "15.2 finishing cancel#1\n16.7 exiting lo=-0 settle:0\n40 idle"),
]

@Test(arguments: scenarios)
func scenario(_ scenario: Scenario) {
  var script = Script(hold: scenario.hold, fire: scenario.fire, rules: scenario.rules)
  #expect(script.run(scenario.script) == scenario.expected)
}

@Test func ignoredAnswersAreCounted() {
  var script = Script()
  _ = script.run("0 done success | 0.1 pull 110 | 0.2 up 0 | 0.3 done success | 0.4 done failure | 0.5 stale offline")
  #expect(script.machine.ignoredAnswers == 3)
}

@Test func aHostThatNeverTicksGetsTheSameEffectsInOneAnswer() {
  var machine = RefreshMachine(
    style: PlainStyle(metrics: RefreshMetrics(trigger: 100, hold: 60, resultHold: 0.5, failureHold: 1.5)),
    viewport: 1000)
  #expect(machine.handle(.begin, at: 0) == [.startTask(1), .holdOpen(60), .settle(60)])
  #expect(machine.handle(.moved(extent: 60, .none), at: 1).isEmpty)
  #expect(
    machine.handle(.moved(extent: 0, .none), at: 30)
      == [.cancelTask(1), .holdOpen(0), .settle(0)])
  #expect(machine.phase == .idle)
  #expect(machine.nextDeadline == nil)
}

@Test(arguments: [(1000.0, 100.0, 60.0), (480, 77.472, 60), (240, 38.736, 38.736), (0, 1, 1)])
func aLowViewportArmsEarlier(viewport: Double, trigger: Double, hold: Double) {
  let machine = RefreshMachine(
    style: PlainStyle(metrics: RefreshMetrics(trigger: 100, hold: 60, resultHold: 0.5, failureHold: 1.5)),
    viewport: viewport)
  #expect(abs(machine.trigger - trigger) < 1e-9)
  #expect(abs(machine.hold - hold) < 1e-9)
}

@Test func theStateTellsAStyleWhereTimeTookOver() {
  var machine = RefreshMachine(
    style: PlainStyle(metrics: RefreshMetrics(trigger: 100, hold: 60, resultHold: 0.5, failureHold: 1.5)),
    viewport: 1000, seed: 7)
  #expect(machine.state(extent: -20, at: 0).extent == 0)
  _ = machine.handle(.moved(extent: 130, .pulls), at: 1)
  let pulled = machine.state(extent: 130, at: 1)
  #expect(pulled.phase == .armed && pulled.ratio == 1.3 && pulled.isTouching)
  _ = machine.handle(.moved(extent: 120, .pulls), at: 1.1)
  _ = machine.handle(.up(velocity: 0), at: 1.5)
  _ = machine.handle(.moved(extent: 60.2, .none), at: 2)
  let running = machine.state(extent: 60.2, at: 2.5)
  #expect(running.timeRefreshing == 1 && running.timeSettled == 0.5 && running.isSettled)
  #expect(running.startRatio == 1.2 && running.peakRatio == 1.3 && running.previousPhase == .armed)
  _ = machine.handle(.done(task: 1, .failure), at: 3)
  let shown = machine.state(extent: 60, at: 3.25)
  #expect(shown.timeRefreshing == 1.5 && shown.timeInPhase == 0.25 && shown.outcome == .failure)
  _ = machine.handle(.tick, at: 4.5)
  let closing = machine.state(extent: 30, at: 4.6)
  #expect(closing.phase == .exiting && closing.outcome == .failure && closing.phaseExtent == 60.2)
  #expect(closing.seed == pulled.seed)
  _ = machine.handle(.moved(extent: 0, .none), at: 5)
  let idle = machine.state(extent: 0, at: 5)
  #expect(idle.outcome == nil && idle.timeRefreshing == 0 && idle.peakRatio == 0 && idle.carried == 1)
  _ = machine.handle(.moved(extent: 20, .pulls), at: 6)
  #expect(machine.state(extent: 20, at: 6).seed != pulled.seed)
}

@Test func opennessRunsFromWhereClosingBeganToThePullItself() {
  func openness(_ extent: Double, from start: Double) -> Double {
    RefreshState(phase: .exiting, extent: extent, trigger: 100, hold: 60, phaseExtent: start).openness
  }
  #expect(openness(60, from: 60) == 1)
  #expect(openness(150, from: 60) == 1)
  #expect(abs(openness(35, from: 60) - 0.55) < 1e-12)
  #expect(abs(openness(10, from: 60) - 0.1) < 1e-12)
  #expect(abs(openness(10.001, from: 60) - 0.1) < 1e-4)
  #expect(openness(4, from: 60) == 0.04)
  #expect(openness(4, from: 0) == 0.04)
}
