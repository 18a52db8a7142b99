import Fetch
import Panel
import Synchronization

/// A clock that stands until it is moved, with alarms. While it races, a frame that reads it learns what it has really taken.
final class VirtualTime: Sendable {
  private struct State: Sendable {
    var now: Nanoseconds = 0
    var alarms: [Int: (time: Nanoseconds, body: @Sendable () -> Void)] = [:]
    var timers = 0
    var race: Nanoseconds?
  }

  private let state = Mutex(State())

  /// Seconds since the beginning.
  var now: Double { Double(nanoseconds) / 1e9 }
  var nanoseconds: Nanoseconds { state.withLock { $0.now } }
  /// The time for whoever measures what he does: the real clock's while it races.
  var measuring: Nanoseconds {
    state.withLock { state in
      guard let race = state.race else { return state.now }
      return max(state.now, MonotonicClock.now() - race)
    }
  }
  var nextAlarm: Nanoseconds? { state.withLock { state in state.alarms.values.map(\.time).min() } }

  var alarmCount: Int { state.withLock { $0.alarms.count } }

  func advance(to time: Nanoseconds) {
    let due = state.withLock { state in
      state.now = max(state.now, time)
      let due = state.alarms.filter { $0.value.time <= state.now }
      for number in due.keys { state.alarms[number] = nil }
      return due.values.sorted { $0.time < $1.time }.map(\.body)
    }
    for body in due { body() }
  }

  /// Sets it against the real clock, which showed `origin` when this one showed 0; nil ends the race.
  func race(from origin: Nanoseconds?) { state.withLock { $0.race = origin } }

  func makeTimer() -> any LoadTimer {
    Timer(
      time: self,
      number: state.withLock { state in
        state.timers += 1
        return state.timers
      })
  }

  private struct Timer: LoadTimer {
    let time: VirtualTime
    let number: Int

    func now() -> Double { time.now }

    func setAlarm(at seconds: Double?, _ body: @escaping @Sendable () -> Void) {
      time.state.withLock { state in
        state.alarms[number] = seconds.map { (max(Nanoseconds(seconds: $0, rounding: .up), state.now + 1), body) }
      }
    }
  }
}

/// Holds answers of servers back until virtual time has come to them.
final class AnswerGate: Sendable {
  private let state: Mutex<(isOpen: Bool, waiting: [@Sendable () -> Void])>

  init(isOpen: Bool) { state = Mutex((isOpen, [])) }

  func pass(_ answer: @escaping @Sendable () -> Void) {
    let goes = state.withLock { state in
      if !state.isOpen { state.waiting.append(answer) }
      return state.isOpen
    }
    if goes { answer() }
  }

  func close() { state.withLock { $0.isOpen = false } }

  func release() {
    let waiting = state.withLock { state in
      defer { state.waiting = [] }
      return state.waiting
    }
    for answer in waiting { answer() }
  }
}
