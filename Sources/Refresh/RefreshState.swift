/// How a refresh ended.
public enum RefreshOutcome: String, Sendable, Hashable, CaseIterable {
  /// New data came.
  case success
  /// The answer came and brought nothing new.
  case noChange
  /// The server, or the file system, said no or sent what cannot be used.
  case failure
  /// There is no network.
  case offline
  /// No answer came in time.
  case timeout

  /// Whether the old data is still the newest there is because something went wrong.
  public var isTrouble: Bool {
    switch self {
    case .success, .noChange: false
    case .failure, .offline, .timeout: true
    }
  }
}

/// What a style is drawn from: everything about the refresh at one moment, and nothing else.
///
/// Lengths in dp, times in seconds. It holds no references, so that it costs nothing to pass around.
public struct RefreshState: Sendable, Hashable {
  // Many properties: all that styles are drawn from, side by side, for styles that people write.
  /// The phase without its payload; `RefreshPhase` is the machine's.
  public enum Phase: String, Sendable, Hashable, CaseIterable {
    /// For each see `RefreshPhase`.
    case idle, pulling, armed, refreshing, finishing, exiting, canceling
  }

  /// Where the refresh stands.
  public var phase: Phase
  /// The phase before this one: an arrow turns back only when `pulling` follows `armed`.
  public var previousPhase: Phase
  /// How far the top of the content lies below its place, `e`; never negative.
  public var extent: Double
  /// Extent that arms; the style's own, or less on a low viewport. More than 0.
  public var trigger: Double
  /// Extent held open while refreshing; the style's own, or less on a low viewport. At most `trigger`, may be 0.
  public var hold: Double
  /// Extent while something rests in it: what is held open, or what arms where nothing is.
  package var room: Double { hold > 0 ? hold : trigger }
  /// Since the phase began.
  public var timeInPhase: Double
  /// How long the phase before this one lasted; infinite when that is not known.
  public var previousTime: Double
  /// How far a sign that lifting the finger starts a refresh has come, 0...1: it comes, evenly, within `RefreshMetrics.arming`
  /// seconds of armed pull and goes within as many of a pull that no longer is, from wherever it was. What was reached when the
  /// task started stays.
  public var armed: Double
  /// `extent` when the phase began: closing motion runs from there to 0, wherever the finger left it.
  public var phaseExtent: Double
  /// How long the task has run, or did run once it ended; 0 before.
  public var timeRefreshing: Double
  /// Since the content first lay at `hold` with no finger on it during this refresh; 0 before.
  public var timeSettled: Double
  /// How long this pull is armed, or was when it last was; 0 when it never was. A motion begun on arming goes on from there.
  public var timeArmed: Double
  /// `ratio` when the task started: what the pull's drawing showed when time took over.
  public var startRatio: Double
  /// The largest `ratio` since the pull began, so that what has snapped together can stay together.
  public var peakRatio: Double
  /// How the task ended; nil until then. Stays set through `finishing` and `exiting`.
  public var outcome: RefreshOutcome?
  /// A finger is on the content.
  public var isTouching: Bool
  /// Carried by the style from one refresh to the next (`RefreshStyle.carry`), such as the place in a list of colours.
  public var carried: Int
  /// Chance for this refresh: fixed from its first moment to its last, another for the next.
  public var seed: UInt64

  /// For the parameters see the properties.
  public init(
    phase: Phase, previousPhase: Phase = .idle, extent: Double = 0, trigger: Double = 100, hold: Double = 60,
    timeInPhase: Double = 0, phaseExtent: Double = 0, timeRefreshing: Double = 0, timeSettled: Double = 0,
    timeArmed: Double = 0, startRatio: Double = 0, peakRatio: Double = 0, outcome: RefreshOutcome? = nil,
    isTouching: Bool = false,
    carried: Int = 0, seed: UInt64 = 0, previousTime: Double = .infinity, armed: Double = 0
  ) {
    self.phase = phase
    self.previousPhase = previousPhase
    self.extent = extent
    self.trigger = trigger
    self.hold = hold
    self.timeInPhase = timeInPhase
    self.previousTime = previousTime
    self.armed = armed
    self.phaseExtent = phaseExtent
    self.timeRefreshing = timeRefreshing
    self.timeSettled = timeSettled
    self.timeArmed = timeArmed
    self.startRatio = startRatio
    self.peakRatio = peakRatio
    self.outcome = outcome
    self.isTouching = isTouching
    self.carried = carried
    self.seed = seed
  }

  /// `extent / trigger`, not limited: above 1 when pulled further.
  public var ratio: Double { extent / trigger }

  /// `extent` rests at `hold`, within half a dp.
  public var isSettled: Bool { abs(extent - hold) < 0.5 }

  /// How open the header still is while it closes: 1 where `exiting` began, falling with `extent`, and `ratio` itself from
  /// the extent where the machine resets (`RefreshRules.resetShare`) down to 0. What is drawn from it neither jumps when
  /// closing begins nor when `idle` takes over.
  public var openness: Double {
    let share = RefreshRules.resetShare
    let reset = share * trigger
    guard extent > reset, phaseExtent > reset else { return min(ratio, share) }
    return share + (1 - share) * min((extent - reset) / (phaseExtent - reset), 1)
  }
}
