import Motion
import Numbers
import Panel
import Synchronization

/// The time a panel lives in while somebody looks at how it moves: the machine's, or slower, or none but what is given frame by frame.
///
/// Any thread; the frame thread reads it, and nothing slow is done under its lock.
package final class PanelTime: Sendable {
  private struct State: Sendable {
    /// Of the machine's seconds.
    var rate = 1.0
    /// The panel's time when the machine's clock was at `since`.
    var base: Nanoseconds
    var since: Nanoseconds
    /// Frames that are to come while time stands still, and the number of the next of them.
    var owed = 0
    var next: Int?

    func time(at moment: Nanoseconds) -> Nanoseconds {
      rate == 1 ? base + (moment - since) : base + Nanoseconds(seconds: Double(moment - since) / 1e9 * rate)
    }
  }

  /// Speeds that can be chosen; 0 stands still.
  package static let rates = 0.0...1.0
  /// While time stands still, a frame that would come later than this does not come: nothing moves.
  private static let patience: Nanoseconds = 500_000_000

  private let state: Mutex<State>
  private let machine: @Sendable () -> Nanoseconds

  /// - Parameter machine: the machine's monotonic clock.
  package init(machine: @escaping @Sendable () -> Nanoseconds = { MonotonicClock.now() }) {
    self.machine = machine
    let now = machine()
    state = Mutex(State(base: now, since: now))
  }

  /// How fast it goes: 1 as the machine's, 0 not at all.
  package var rate: Double { state.withLock { $0.rate } }

  /// The panel's time.
  package func now() -> Nanoseconds { time(at: machine()) }

  /// The panel's time at a moment of the machine's clock.
  package func time(at moment: Nanoseconds) -> Nanoseconds { state.withLock { $0.time(at: moment) } }

  /// The moment of the machine's clock at which the panel's time will be this; nil while time stands still.
  package func moment(of time: Nanoseconds) -> Nanoseconds? {
    state.withLock { state in
      guard state.rate > 0 else { return nil }
      return state.since + Nanoseconds(seconds: Double(time - state.base) / 1e9 / state.rate, rounding: .up)
    }
  }

  /// What somebody does, as the panel is to have it.
  func event(_ event: InputEvent) -> InputEvent {
    let time = time(at: Nanoseconds(seconds: event.time, rounding: .down))
    return event.at(Double(time) / 1e9)
  }

  /// Goes on at another speed from now on.
  ///
  /// - Parameter rate: brought within `rates`.
  package func run(at rate: Double) {
    let now = machine()
    state.withLock { state in
      state.base = state.time(at: now)
      state.since = now
      state.rate = rate.isFinite ? min(max(rate, Self.rates.lowerBound), Self.rates.upperBound) : 1
      (state.owed, state.next) = (0, nil)
    }
  }

  /// One frame more, while time stands still.
  package func step() { state.withLock { if $0.rate == 0 { $0.owed += 1 } } }

  /// Goes on to the next moment of a panel that owes frames.
  ///
  /// - Parameters:
  ///   - shown: frames that have been shown.
  ///   - moment: when something is due on the panel, in its time; nil when nothing is.
  /// - Returns: whether that moment is now.
  func goesOn(shown: Int, to moment: Nanoseconds?) -> Bool {
    state.withLock { state in
      guard state.rate == 0, state.owed > 0 else { return false }
      if let next = state.next, shown >= next {
        state.owed -= 1
        state.next = nil
      }
      guard state.owed > 0 else { return false }
      guard let moment, moment - state.base <= Self.patience else {
        (state.owed, state.next) = (0, nil)
        return false
      }
      state.next = state.next ?? shown + 1
      state.base = max(state.base, moment)
      return true
    }
  }
}
