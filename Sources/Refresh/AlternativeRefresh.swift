/// The three states of ISAlternativeRefreshControl, for those who port a control made for it.
public enum AlternativeRefreshState: Sendable, Hashable, CaseIterable {
  /// Nothing runs; a pull may be under way.
  case normal
  /// The task runs.
  case refreshing
  /// The task has ended and the header is not closed yet.
  case refreshed

  /// What a moment of ours is there. Source: the state table of ISAlternativeRefreshControl at 7adc743.
  public init(_ state: RefreshState) {
    switch state.phase {
    case .idle, .pulling, .armed, .canceling: self = .normal
    case .refreshing: self = .refreshing
    case .finishing, .exiting: self = .refreshed
    }
  }
}

/// A refresh as ISAlternativeRefreshControl tells it: progress, and each change of state before and after it happens.
///
/// Give it every moment, in order; it calls back in the order of the original: first the states, each announced, stored and
/// confirmed, then the progress. States come one after the other, none is left out: after `normal` comes `refreshing`, then
/// `refreshed`, then `normal`. Where the original adds the header's height to the list's inset within 0.3 s, our list springs.
public struct AlternativeRefresh: Sendable {
  /// One of the original's delegate calls.
  public enum Change: Sendable, Hashable {
    /// `willChangeRefreshingState:`; `AlternativeRefresh.state` is still the old one.
    case willChange(AlternativeRefreshState)
    /// `didChangeRefreshingState`
    case didChange(AlternativeRefreshState)
    /// `didChangeProgress`
    case progress(Double)
  }

  /// Of the last moment taken in; while `willChange` is told it is still the one before.
  public private(set) var state = AlternativeRefreshState.normal
  /// How far the header is open: 1 at the trigger, where the original has 90 points; not limited, 2 is about the most a finger does.
  public private(set) var progress = 0.0

  /// In `normal`, with nothing pulled.
  public init() {}

  /// The original's distances: 90 points arm and are held open, and the task starts there, with the finger still down.
  ///
  /// - Parameter firesOnRelease: the original's property; it, too, is off by default.
  public static func metrics(firesOnRelease: Bool = false) -> RefreshMetrics {
    RefreshMetrics(trigger: 90, hold: 90, fire: firesOnRelease ? .onRelease : .atThreshold)
  }

  /// Takes in a moment.
  ///
  /// - Parameter body: called for each change, with this value as it is at that point.
  public mutating func follow(_ moment: RefreshState, _ body: (Change, AlternativeRefresh) -> Void) {
    let target = AlternativeRefreshState(moment)
    while state != target, !isStillClosing(moment) {
      let next: AlternativeRefreshState =
        switch state {
        case .normal: .refreshing
        case .refreshing: .refreshed
        case .refreshed: .normal
        }
      body(.willChange(next), self)
      state = next
      body(.didChange(next), self)
    }
    guard progress != moment.ratio else { return }
    progress = moment.ratio
    body(.progress(progress), self)
  }

  /// The original returns to `normal` only when the list lies at its top again with no finger on it; ours is ready for the next
  /// pull a little earlier.
  private func isStillClosing(_ moment: RefreshState) -> Bool {
    state == .refreshed && moment.phase == .idle && (moment.extent > 0 || moment.isTouching)
  }
}
