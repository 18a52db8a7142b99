/// The rules of pull-to-refresh: decides from touches, answers and time what is shown and what the host must do.
///
/// A value without a clock: every event comes with its time, asking for the state changes nothing, and `nextDeadline` is the
/// only thing a host must wake up for. Lengths in dp, velocities in dp per second (positive downwards), times in seconds.
///
/// When an event arrives late, what was due before it happens first, at the time it was due. One event may pass several phases
/// (a finger that leaps past the trigger pulls, arms and, with `Fire.atThreshold`, starts the task).
public struct RefreshMachine: Sendable {
  // Many properties: one state under one clock; every event reads most of it, so parts would be handed all of each other.
  /// What the distances and times come from.
  public let style: any RefreshStyle
  /// What is the same for every style.
  public let rules: RefreshRules
  /// Height of the list's viewport, dp.
  public let viewport: Double
  /// Extent that arms: the style's, at most `RefreshRules.triggerShare` of the viewport.
  public let trigger: Double
  /// Extent held open while refreshing: the style's, at most `trigger`.
  public private(set) var hold: Double
  /// Where the refresh stands.
  public private(set) var phase = RefreshPhase.idle
  /// Whether a pull or `begin` starts anything.
  public internal(set) var isEnabled = true
  /// Answers nobody waited for: of an earlier refresh, after a timeout, or a second one.
  public internal(set) var ignoredAnswers = 0

  /// The style's, as far as they can be had.
  private let metrics: RefreshMetrics
  var chance: UInt64
  var now = -Double.infinity
  var extent = 0.0
  var finger = Finger.none
  /// How far the host was last told to hold the range open.
  var held = 0.0
  var tasks = 0
  var lastEnd = -Double.infinity
  var carried = 0
  var phaseStart = 0.0
  var phaseExtent = 0.0
  var previous = RefreshState.Phase.idle
  var previousTime = Double.infinity
  var sign = Sign()
  var pull = Pull()
  var pulls: UInt64 = 0
  /// `begin` came while the header was closing: it is done once that has closed, so that an outcome is neither cut off nor taken for
  /// the next one's.
  var isBegun = false

  /// What is remembered from the first moment of a pull (or `begin`) to its end.
  struct Pull: Sendable {
    var peak = 0.0
    var startRatio = 0.0
    /// How long it was armed when it last was; 0 when it never was.
    var armed = 0.0
    /// How long the task ran; nil when none did.
    var ran: Double?
    var settled: Double?
  }

  /// The sign that a pull is armed (`RefreshState.armed`): a straight line since the phase began.
  struct Sign: Sendable {
    var start = 0.0
    var level = 0.0
    /// Per second.
    var rate = 0.0

    func level(at time: Double) -> Double { min(max(level + rate * max(time - start, 0), 0), 1) }
  }

  /// - Parameters:
  ///   - viewport: height of the list's viewport, dp.
  ///   - seed: where chance begins (`RefreshState.seed`); nil goes on with that of `before`, or begins at 0.
  ///   - before: the machine whose place this one takes, at rest whatever that did. Where the content lies and who holds it stay known.
  ///     Tasks are numbered on, so that an answer to one of its tasks is ignored here; whether refreshing is enabled, the cooldown and,
  ///     for the same kind of style, what the style carries on, stay.
  public init(
    style: any RefreshStyle, viewport: Double, rules: RefreshRules = RefreshRules(), seed: UInt64? = nil,
    continuing before: RefreshMachine? = nil
  ) {
    let metrics = style.metrics.kept
    self.style = style
    self.metrics = metrics
    self.rules = rules
    self.viewport = viewport
    trigger = max(min(metrics.trigger, RefreshRules.triggerShare * viewport), 1)
    hold = max(min(metrics.hold, trigger), 0)
    chance = seed ?? before?.chance ?? 0
    guard let before else { return }
    tasks = before.tasks
    pulls = before.pulls
    now = before.now
    extent = before.extent
    finger = before.finger
    lastEnd = before.lastEnd
    isEnabled = before.isEnabled
    ignoredAnswers = before.ignoredAnswers
    if type(of: style) == type(of: before.style) { carried = before.carried }
  }

  /// Where a style's bar lies over no header, the content stands below it while the task runs; else it would be covered.
  ///
  /// Between two refreshes; during one, what is held open stays.
  package mutating func holdBar(isAlone: Bool) {
    guard phase == .idle else { return }
    let wanted = isAlone ? max(metrics.hold, metrics.bar) : metrics.hold
    hold = max(min(wanted, trigger), 0)
  }

  /// Height of the bar the style draws on, dp; 0 for none.
  package var bar: Double { metrics.bar }

  /// When the machine next changes by time alone; nil when it does not.
  public var nextDeadline: Double? {
    switch phase {
    case .refreshing(_, let since, answer: nil): since + rules.timeout
    case .refreshing(_, let since, answer: .some): since + rules.minimumRefreshing
    case .finishing(_, let until): until
    case .idle, .pulling, .armed, .exiting, .canceling: nil
    }
  }

  /// Takes in what happened and says what the host must do.
  ///
  /// - Parameter time: a time before an earlier event's counts as that event's.
  public mutating func handle(_ event: Event, at time: Double) -> Effects {
    var effects = Effects()
    advance(to: time, &effects)
    switch event {
    case .moved(let extent, let finger):
      self.extent = extent
      self.finger = finger
    case .up(let velocity):
      finger = .none
      release(velocity: velocity, &effects)
    case .cancel:
      finger = .none
      cancel(&effects)
    case .begin:
      begin(&effects)
    case .done(let task, let outcome):
      receive(outcome, of: task, &effects)
    case .tick:
      break
    case .enable:
      isEnabled = true
    case .disable:
      isEnabled = false
      isBegun = false
      if phase == .pulling || phase == .armed { enter(.canceling) }
    }
    follow(&effects)
    return effects
  }

  /// What a style draws at this moment.
  ///
  /// - Parameters:
  ///   - extent: where the content is shown at `time`; below 0 counts as 0.
  ///   - time: not after `nextDeadline`; send `Event.tick` first.
  public func state(extent: Double, at time: Double) -> RefreshState {
    let extent = max(extent, 0)
    var running = pull.ran ?? 0
    if case .refreshing(_, let since, _) = phase { running = max(time - since, 0) }
    return RefreshState(
      phase: phase.kind, previousPhase: previous, extent: extent, trigger: trigger, hold: hold,
      timeInPhase: max(time - phaseStart, 0), phaseExtent: phaseExtent, timeRefreshing: running,
      timeSettled: pull.settled.map { max(time - $0, 0) } ?? 0,
      timeArmed: phase == .armed ? max(time - phaseStart, 0) : pull.armed, startRatio: pull.startRatio,
      peakRatio: max(pull.peak, extent / trigger), outcome: phase.outcome, isTouching: finger != .none,
      carried: carried, seed: SplitMix64.value(seed: chance, index: pulls), previousTime: previousTime,
      armed: sign.level(at: time))
  }
}

// MARK: Time

extension RefreshMachine {
  /// Moves to `time`, passing each deadline on the way at its own time.
  private mutating func advance(to time: Double, _ effects: inout Effects) {
    while let deadline = nextDeadline, deadline <= time {
      now = max(now, deadline)
      switch phase {
      case .refreshing(let task, let since, let answer?):
        conclude(answer, task: task, since: since, &effects)
      case .refreshing(let task, let since, answer: nil):
        effects.append(.cancelTask(task))
        end(.timeout, since: since)
      case .finishing(let outcome, _):
        close(outcome, &effects)
      case .idle, .pulling, .armed, .exiting, .canceling:
        break
      }
      follow(&effects)
    }
    now = max(now, time)
  }

  private mutating func enter(_ next: RefreshPhase) {
    if next == .idle { carryOver() }
    if phase == .armed { pull.armed = now - phaseStart }
    previous = phase.kind
    previousTime = max(now - phaseStart, 0)
    sign = Sign(start: now, level: next == .idle ? 0 : sign.level(at: now), rate: signRate(next))
    phase = next
    phaseStart = now
    phaseExtent = max(extent, 0)
    if next == .idle { pull = Pull(peak: previous == .canceling ? pull.peak : 0) }
  }

  private func signRate(_ next: RefreshPhase) -> Double {
    // A sign that takes no time comes within a microsecond.
    let rate = 1 / max(metrics.arming, 1e-6)
    return switch next {
    case .armed: rate
    case .pulling, .canceling, .exiting: -rate
    case .idle, .refreshing, .finishing: 0
    }
  }

  private var isCoolingDown: Bool { now < lastEnd + rules.cooldown }
}

// MARK: Extent

extension RefreshMachine {
  /// Passes every phase the extent and the finger now lead through.
  private mutating func follow(_ effects: inout Effects) {
    while let next = phaseReached {
      if phase == .idle { remember() }
      enter(next)
      switch next {
      case .armed:
        effects.append(.armed)
        if metrics.fire == .atThreshold, !isCoolingDown { start(&effects) }
      case .canceling where finger == .none: settle(at: 0, &effects)
      case .idle where isBegun: begin(&effects)
      default: break
      }
    }
    switch phase {
    case .pulling, .armed:
      pull.peak = max(pull.peak, extent / trigger)
    case .refreshing where pull.settled == nil && finger == .none && abs(extent - hold) < 0.5:
      pull.settled = now
    case .idle where extent <= 0:
      // What has snapped together in a pull stays so to its last pixel row.
      pull.peak = 0
    case .idle, .refreshing, .finishing, .exiting, .canceling:
      break
    }
  }

  /// The next phase on the way, or nil when this one stays.
  private var phaseReached: RefreshPhase? {
    switch phase {
    case .idle:
      mayPull && extent > 0 ? .pulling : nil
    case .pulling:
      // A finger that vanished without a lift, or may no longer pull, is as good as cancelled.
      finger != .pulls ? .canceling : extent <= 0 ? .idle : extent >= trigger ? .armed : nil
    case .armed:
      finger != .pulls ? .canceling : extent < trigger - min(rules.slack, trigger / 2) ? .pulling : nil
    case .refreshing, .finishing:
      nil
    case .exiting:
      extent <= RefreshRules.resetShare * trigger ? .idle : nil
    case .canceling:
      extent <= 1 ? .idle : mayPull ? .pulling : nil
    }
  }

  private var mayPull: Bool { finger == .pulls && isEnabled }

  /// A refresh is over; without a task there was none.
  private mutating func carryOver() {
    if pull.ran != nil { carried = style.carry(state(extent: extent, at: now)) }
  }

  /// A pull, or a refresh without one, begins.
  private mutating func remember() {
    pulls += 1
    pull = Pull(peak: max(extent, 0) / trigger)
    sign = Sign(start: now)
  }
}

// MARK: Fingers

extension RefreshMachine {
  private mutating func release(velocity: Double, _ effects: inout Effects) {
    let isThrownBack = velocity <= -rules.cancelSpeed
    switch phase {
    case .idle:
      break
    case .pulling:
      enter(.canceling)
      // Thrown back before it armed: nothing was meant but to read on.
      if velocity <= -RefreshRules.throwSpeed { effects.append(.fling) } else { settle(at: 0, &effects) }
    case .armed where isThrownBack:
      enter(.canceling)
      effects.append(.fling)
    case .armed where isCoolingDown:
      end(.noChange, since: nil)
      holdOpen(hold, &effects)
      settle(at: hold, &effects)
    case .armed:
      start(&effects)
      settle(at: hold, &effects)
    case .refreshing, .finishing, .exiting, .canceling:
      // A throw is a wish to read on, and a header must not pull the list back from under it.
      if extent > 0 { effects.append(isThrownBack ? .fling : .settle(held)) }
    }
  }

  /// Only content that shows its top springs to a place there; half a dp, because a list at rest may lie a rounding above it.
  private func settle(at place: Double, _ effects: inout Effects) {
    if extent > -0.5 { effects.append(.settle(place)) }
  }

  private mutating func cancel(_ effects: inout Effects) {
    if phase == .pulling || phase == .armed { enter(.canceling) }
    if phase != .idle, extent > 0 { effects.append(.settle(held)) }
  }
}

// MARK: Tasks

extension RefreshMachine {
  private mutating func begin(_ effects: inout Effects) {
    isBegun = false
    guard isEnabled else { return }
    switch phase {
    case .refreshing, .finishing:
      return
    case .exiting:
      isBegun = true
      return
    case .idle:
      remember()
    case .pulling, .armed, .canceling:
      break
    }
    start(&effects)
    if finger == .none, max(hold, extent) > 0 { settle(at: hold, &effects) }
  }

  private mutating func start(_ effects: inout Effects) {
    tasks += 1
    pull.startRatio = max(extent, 0) / trigger
    pull.peak = max(pull.peak, pull.startRatio)
    enter(.refreshing(task: tasks, since: now, answer: nil))
    effects.append(.startTask(tasks))
    holdOpen(hold, &effects)
  }

  private mutating func receive(_ outcome: RefreshOutcome, of task: Int, _ effects: inout Effects) {
    guard case .refreshing(task, let since, answer: nil) = phase else {
      ignoredAnswers += 1
      return
    }
    if now < since + rules.minimumRefreshing {
      phase = .refreshing(task: task, since: since, answer: outcome)
    } else {
      conclude(outcome, task: task, since: since, &effects)
    }
  }

  /// The answer counts from now on.
  private mutating func conclude(
    _ outcome: RefreshOutcome, task: Int, since: Double, _ effects: inout Effects
  ) {
    if outcome == .success { effects.append(.applyData(task)) }
    // Out of sight there is nothing to show and nothing may move. A style that holds nothing open shows its outcome at 0.
    let isAway = hold > 0 ? extent <= 0 : extent < 0
    guard isAway else { return end(outcome, since: since) }
    pull.ran = now - since
    lastEnd = now
    enter(.idle)
    holdOpen(0, &effects)
  }

  /// Shows an outcome; `since` is when the task started, nil when none did.
  private mutating func end(_ outcome: RefreshOutcome, since: Double?) {
    if let since {
      pull.ran = now - since
      lastEnd = now
    } else {
      pull.startRatio = extent / trigger
    }
    enter(.finishing(outcome, until: now))
    let time = style.finishingTime(state(extent: extent, at: now))
    let standard = outcome.isTrouble ? metrics.failureHold : metrics.resultHold
    phase = .finishing(
      outcome, until: now + RefreshMetrics.kept(time, in: 0...RefreshMetrics.longestHold, else: standard))
  }

  private mutating func close(_ outcome: RefreshOutcome, _ effects: inout Effects) {
    enter(.exiting(outcome))
    holdOpen(0, &effects)
    if finger == .none, extent > 0 { effects.append(.settle(0)) }
  }

  private mutating func holdOpen(_ extent: Double, _ effects: inout Effects) {
    guard held != extent else { return }
    held = extent
    effects.append(.holdOpen(extent))
  }
}
