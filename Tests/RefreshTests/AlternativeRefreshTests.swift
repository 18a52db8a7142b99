import Refresh
import Testing

/// Drives a machine and writes down what the adapter tells.
private struct Recorder {
  var machine: RefreshMachine
  var adapter = AlternativeRefresh()
  var told: [String] = []

  init(firesOnRelease: Bool = false, rules: RefreshRules = RefreshRules()) {
    let metrics = AlternativeRefresh.metrics(firesOnRelease: firesOnRelease)
    machine = RefreshMachine(style: PlainStyle(metrics: metrics), viewport: 1000, rules: rules)
  }

  /// - Returns: what is told of this event.
  mutating func send(_ event: RefreshMachine.Event, extent: Double, at time: Double) -> [String] {
    _ = machine.handle(event, at: time)
    var lines: [String] = []
    adapter.follow(machine.state(extent: extent, at: time)) { change, adapter in
      switch change {
      case .willChange(let state): lines.append("will \(state) while \(adapter.state)")
      case .didChange(let state): lines.append("did \(state) while \(adapter.state)")
      case .progress(let progress): lines.append("progress \((progress * 100).rounded() / 100)")
      }
    }
    told += lines
    return lines
  }

  mutating func move(_ extent: Double, _ finger: RefreshMachine.Finger, at time: Double) -> [String] {
    send(.moved(extent: extent, finger), extent: extent, at: time)
  }
}

@Test func aRefreshIsToldInTheOriginalsOrder() {
  var recorder = Recorder()
  #expect(recorder.move(0, .pulls, at: 0) == [])
  #expect(recorder.move(45, .pulls, at: 0.1) == ["progress 0.5"])
  // At the threshold, the finger still down: the state first, then the progress.
  #expect(
    recorder.move(90, .pulls, at: 0.2)
      == ["will refreshing while normal", "did refreshing while refreshing", "progress 1.0"])
  #expect(recorder.move(180, .pulls, at: 0.3) == ["progress 2.0"])
  #expect(recorder.send(.up(velocity: 0), extent: 180, at: 0.4) == [])
  #expect(recorder.move(90, .none, at: 0.6) == ["progress 1.0"])
  // Begin while refreshing is ignored.
  #expect(recorder.send(.begin, extent: 90, at: 0.8) == [])
  #expect(
    recorder.send(.done(task: 1, .success), extent: 90, at: 1)
      == ["will refreshed while refreshing", "did refreshed while refreshed"])
  #expect(recorder.send(.tick, extent: 90, at: 1.95) == [])
  #expect(recorder.move(40, .none, at: 2) == ["progress 0.44"])
  // Ours is idle here; the original waits for the top.
  #expect(recorder.move(5, .none, at: 2.1) == ["progress 0.06"])
  #expect(recorder.machine.phase == .idle)
  #expect(
    recorder.move(0, .none, at: 2.2) == ["will normal while refreshed", "did normal while normal", "progress 0.0"])
}

@Test func firingOnReleaseKeepsTheStateNormalWhileArmed() {
  var recorder = Recorder(firesOnRelease: true)
  _ = recorder.move(0, .pulls, at: 0)
  #expect(recorder.move(120, .pulls, at: 0.1) == ["progress 1.33"])
  #expect(recorder.machine.phase == .armed)
  #expect(
    recorder.send(.up(velocity: 0), extent: 120, at: 0.2)
      == ["will refreshing while normal", "did refreshing while refreshing"])
}

@Test func aPullThatIsLetGoOnlyTellsProgress() {
  var recorder = Recorder(firesOnRelease: true)
  _ = recorder.move(0, .pulls, at: 0)
  _ = recorder.move(60, .pulls, at: 0.1)
  _ = recorder.send(.up(velocity: 0), extent: 60, at: 0.2)
  _ = recorder.move(20, .none, at: 0.3)
  _ = recorder.move(0, .none, at: 0.4)
  #expect(recorder.told == ["progress 0.67", "progress 0.22", "progress 0.0"])
}

@Test func withAFingerOnTheClosedListTheStateStaysRefreshed() {
  var recorder = Recorder()
  _ = recorder.move(0, .pulls, at: 0)
  _ = recorder.move(90, .pulls, at: 0.1)
  _ = recorder.send(.up(velocity: 0), extent: 90, at: 0.2)
  _ = recorder.send(.done(task: 1, .failure), extent: 90, at: 1)
  _ = recorder.send(.tick, extent: 90, at: 3.6)
  _ = recorder.move(30, .scrolls, at: 3.7)
  #expect(recorder.move(0, .scrolls, at: 3.8) == ["progress 0.0"])
  #expect(recorder.adapter.state == .refreshed)
  #expect(recorder.move(0, .none, at: 3.9) == ["will normal while refreshed", "did normal while normal"])
}

/// Scrolled away, or a pull within the cooldown: no state is left out.
@Test func noStateIsLeftOut() {
  var away = Recorder()
  _ = away.move(0, .pulls, at: 0)
  _ = away.move(90, .pulls, at: 0.1)
  _ = away.send(.up(velocity: 0), extent: 90, at: 0.2)
  _ = away.move(-300, .none, at: 0.5)
  #expect(
    away.send(.done(task: 1, .success), extent: 0, at: 1) == [
      "will refreshed while refreshing", "did refreshed while refreshed", "will normal while refreshed",
      "did normal while normal",
    ])
  var soon = Recorder(firesOnRelease: true, rules: RefreshRules(cooldown: 100))
  _ = soon.move(0, .pulls, at: 0)
  _ = soon.move(90, .pulls, at: 0.1)
  _ = soon.send(.up(velocity: 0), extent: 90, at: 0.2)
  _ = soon.send(.done(task: 1, .success), extent: 90, at: 1)
  _ = soon.send(.tick, extent: 90, at: 3)
  _ = soon.move(0, .none, at: 4)
  _ = soon.move(100, .pulls, at: 5)
  #expect(
    soon.send(.up(velocity: 0), extent: 100, at: 5.1).map { $0.prefix(9) } == [
      "will refr", "did refre", "will refr", "did refre",
    ])
}
