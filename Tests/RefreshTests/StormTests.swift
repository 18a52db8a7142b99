import Refresh
import TestSupport
import Testing

/// A list that does what the machine asks, with a finger, answers and time thrown at it by chance.
private struct Host {
  var machine: RefreshMachine
  /// The same events without a single tick.
  var untimed: RefreshMachine
  var time = 0.0
  var extent = 0.0
  var finger = RefreshMachine.Finger.none
  var held = 0.0
  var target: Double?
  var started: [Int] = []
  var answered: [Int: RefreshOutcome] = [:]
  var cancelled: [Int] = []
  var applied: [Int] = []
  var effects: [RefreshMachine.Effect] = []
  var untimedEffects: [RefreshMachine.Effect] = []

  init(_ metrics: RefreshMetrics, _ rules: RefreshRules) {
    machine = RefreshMachine(style: PlainStyle(metrics: metrics), viewport: 800, rules: rules)
    untimed = machine
  }

  mutating func send(_ event: RefreshMachine.Event) {
    while let deadline = machine.nextDeadline, deadline <= time { perform(.tick, at: deadline) }
    perform(event, at: time)
    untimedEffects += untimed.handle(event, at: time)
    #expect(untimed.phase == machine.phase)
  }

  private mutating func perform(_ event: RefreshMachine.Event, at time: Double) {
    let wasRunning = machine.phase.task
    let new = machine.handle(event, at: time)
    effects += new
    for effect in new {
      switch effect {
      case .armed:
        #expect(finger == .pulls, "armed without a finger")
      case .startTask(let id):
        #expect(Set(started) == Set(answered.keys).union(cancelled), "a task runs already")
        #expect(event != .cancel && event != .disable, "fired on cancel")
        started.append(id)
      case .cancelTask(let id):
        #expect(id == wasRunning && answered[id] == nil)
        cancelled.append(id)
      case .applyData(let id):
        #expect(answered[id] == .success)
        applied.append(id)
      case .holdOpen(let extent):
        #expect(extent != held && (extent == 0 || extent == machine.hold))
        held = extent
      case .settle(let extent):
        #expect(extent == held || (extent == machine.hold && held == machine.hold))
        target = extent
      case .fling:
        target = -200
      }
    }
    switch machine.phase {
    case .refreshing(let task, let since, _):
      #expect(held == machine.hold && started.last == task && !cancelled.contains(task))
      #expect(machine.nextDeadline! <= since + machine.rules.timeout)
    case .finishing:
      #expect(held == machine.hold && machine.nextDeadline != nil)
    case .armed:
      #expect(held == 0 && finger == .pulls && machine.nextDeadline == nil)
    case .idle, .pulling, .exiting, .canceling:
      #expect(held == 0 && machine.nextDeadline == nil)
    }
  }

  /// A frame: what moves without a finger moves on.
  mutating func frame(_ duration: Double) {
    time += duration
    if finger == .none, let goal = target {
      extent += (goal - extent) * min(duration * 12, 1)
      if abs(goal - extent) < 0.3 {
        extent = goal
        target = nil
      }
    }
    send(.moved(extent: extent, finger))
  }

  mutating func lift(_ velocity: Double) {
    finger = .none
    // The list's own release, unless the machine says otherwise.
    target = extent > held ? held : velocity < -50 ? extent - 100 : nil
    send(.up(velocity: velocity))
  }

  mutating func answer(_ outcome: RefreshOutcome, _ task: Int) {
    // What fell due before this moment comes first.
    while let deadline = machine.nextDeadline, deadline <= time { perform(.tick, at: deadline) }
    if case .refreshing(task, _, answer: nil) = machine.phase { answered[task] = outcome }
    send(.done(task: task, outcome))
  }
}

@Test(arguments: 0..<300)
func noStormBreaksTheRules(seed: Int) {
  var random = SplitMix64(seed: UInt64(seed))
  let metrics = RefreshMetrics(
    trigger: 100, hold: seed % 5 == 0 ? 0 : 60, fire: seed % 2 == 0 ? .onRelease : .atThreshold)
  var host = Host(metrics, RefreshRules(cooldown: seed % 3 == 0 ? 3 : 0))
  for _ in 0..<400 {
    switch Int.random(in: 0..<20, using: &random) {
    case 0...2 where host.finger == .none:
      host.finger = Bool.random(using: &random) || host.extent >= 0 ? .pulls : .scrolls
      host.target = nil
      host.send(.moved(extent: host.extent, host.finger))
    case 3...4 where host.finger != .none:
      host.lift(Double.random(in: -1500...1500, using: &random))
    case 5 where host.finger != .none:
      host.finger = .none
      host.target = host.extent > host.held ? host.held : nil
      host.send(.cancel)
    case 6:
      host.send(.begin)
    case 7:
      host.answer(RefreshOutcome.allCases.randomElement(using: &random)!, host.started.last ?? 1)
    case 8:
      host.answer(.success, (host.started.last ?? 0) - Int.random(in: -1...1, using: &random))
    case 9:
      host.send(Int.random(in: 0..<3, using: &random) == 0 ? .disable : .enable)
    case 10:
      host.frame(Double.random(in: 0...20, using: &random))
    default:
      if host.finger != .none { host.extent += Double.random(in: -50...70, using: &random) }
      host.frame(Double.random(in: 0...0.2, using: &random))
    }
  }
  // Left alone it comes to rest.
  if host.finger != .none { host.lift(0) }
  let end = host.time + host.machine.rules.timeout + metrics.failureHold + 2
  while host.machine.phase != .idle, host.time < end { host.frame(1 / 60) }
  #expect(host.machine.phase == .idle)
  #expect(host.held == 0)
  #expect(host.started == Array(1...max(host.started.count, 1)).prefix(host.started.count).map { $0 })
  #expect(Set(host.started) == Set(host.answered.keys).union(host.cancelled))
  #expect(host.answered.count + host.cancelled.count == host.started.count)
  #expect(Set(host.applied) == Set(host.answered.filter { $0.value == .success }.keys))
  #expect(Set(host.applied).count == host.applied.count)
  #expect(host.effects == host.untimedEffects)
}

@Test func askingChangesNothing() {
  var machine = RefreshMachine(
    style: PlainStyle(metrics: RefreshMetrics(trigger: 100, hold: 60)), viewport: 800)
  _ = machine.handle(.moved(extent: 120, .pulls), at: 1)
  _ = machine.handle(.up(velocity: 0), at: 1.1)
  let late = machine.state(extent: 60, at: 3)
  _ = machine.state(extent: 80, at: 1.5)
  #expect(machine.state(extent: 60, at: 3) == late)
  #expect(machine.state(extent: 60, at: 0).timeInPhase == 0)
}
