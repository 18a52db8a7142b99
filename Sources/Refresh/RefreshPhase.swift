/// Where a refresh stands, with what only that phase knows. Times are the machine's, in seconds.
public enum RefreshPhase: Sendable, Hashable {
  /// Nothing is pulled and nothing runs.
  case idle
  /// A finger pulls, below the trigger.
  case pulling
  /// A finger has pulled to the trigger; lifting it starts the task.
  case armed
  /// The task runs; `answer` is one that came too quickly and waits for the minimum time.
  case refreshing(task: Int, since: Double, answer: RefreshOutcome?)
  /// The outcome is shown until then.
  case finishing(RefreshOutcome, until: Double)
  /// The header closes.
  case exiting(RefreshOutcome)
  /// The header closes; no task ran.
  case canceling

  /// The phase without its payload, as styles see it.
  public var kind: RefreshState.Phase {
    switch self {
    case .idle: .idle
    case .pulling: .pulling
    case .armed: .armed
    case .refreshing: .refreshing
    case .finishing: .finishing
    case .exiting: .exiting
    case .canceling: .canceling
    }
  }

  /// The outcome on show.
  public var outcome: RefreshOutcome? {
    switch self {
    case .finishing(let outcome, _), .exiting(let outcome): outcome
    case .idle, .pulling, .armed, .refreshing, .canceling: nil
    }
  }

  /// The task that runs; nil when none does.
  public var task: Int? {
    if case .refreshing(let task, _, _) = self { task } else { nil }
  }
}

extension RefreshMachine {
  /// Who holds the content.
  public enum Finger: Sendable, Hashable {
    /// No finger: the content rests, flies, springs or is scrolled by wheel or program.
    case none
    /// A finger is down whose gesture began away from the top or upwards: it scrolls and never arms.
    case scrolls
    /// A finger is down whose gesture may pull.
    case pulls
  }

  /// What happens to the machine.
  public enum Event: Sendable, Hashable {
    /// The content lies `extent` dp below its natural top, negative when it is scrolled up. Sent for every touch-down and
    /// every frame in which the content moved.
    case moved(extent: Double, Finger)
    /// The last finger lifted; its own velocity, not the content's, in dp per second, positive downwards.
    case up(velocity: Double)
    /// The touch was taken away (by the kernel, a palm, another gesture).
    case cancel
    /// A refresh without a pull: a button, a timer, a command.
    case begin
    /// The task ended. Another task's answer, or a second one, is ignored and counted.
    case done(task: Int, RefreshOutcome)
    /// Time passed; due when `nextDeadline` says so.
    case tick
    /// Pulls and `begin` count from now on.
    case enable
    /// They do not; a pull on its way closes.
    case disable
  }

  /// What the host must do, in order, at the time of the event.
  public enum Effect: Sendable, Hashable {
    /// The pull has just armed: a haptic or a sound, if the panel has one.
    case armed
    /// Start the task, and answer with `Event.done` carrying the same number.
    case startTask(Int)
    /// The task's time is over; a late answer may still renew the data, never the header.
    case cancelTask(Int)
    /// Show the task's data now; what is seen stays in its place.
    case applyData(Int)
    /// The scroll range now begins this far below the natural top (`lo = -extent`); re-anchored, nothing moves. 0 closes it.
    case holdOpen(Double)
    /// Spring to this extent with the velocity on display (0 after a cancel). After `up` it replaces the list's own release.
    case settle(Double)
    /// Release with the finger's momentum into the list although the content lies outside of its range.
    case fling
  }
}
