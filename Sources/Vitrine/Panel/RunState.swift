import Synchronization

/// How far a kiosk is that runs once: from any thread, and told to stop as often as anybody likes.
final class RunState: Sendable {
  /// What a run that is to begin finds.
  enum Beginning: Sendable, Hashable {
    /// Nothing stands in its way.
    case free
    /// Another one is under way.
    case taken
    /// It has been told to stop, or has run already.
    case over
  }

  private struct State: Sendable {
    var isRunning = false
    /// There is no run any more, or is to be none.
    var isOver = false
  }

  private let state = Mutex(State())

  /// A run begins, unless something stands in its way.
  func begin() -> Beginning {
    state.withLock { state in
      if state.isRunning { return .taken }
      if state.isOver { return .over }
      state.isRunning = true
      return .free
    }
  }

  /// The run has ended.
  func end() { state.withLock { ($0.isRunning, $0.isOver) = (false, true) } }

  /// Somebody wants it to stop.
  ///
  /// - Parameter tell: tells the run; called once, whoever wants it.
  func stop(_ tell: () -> Void) {
    state.withLock { state in
      guard !state.isOver else { return }
      state.isOver = true
      tell()
    }
  }
}
