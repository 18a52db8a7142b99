package import Numbers

/// Decides when a frame is drawn and for which moment: page-flip times in, actions out.
///
/// Under a finger drawing begins as late as it safely can, so that touches are fresh: `deadline - recent cost - margin`, where the
/// deadline is the next vertical blank, predicted from the last flip and the refresh period. Nobody sees whether anything else was
/// drawn a little earlier, so on its way to a panel it is begun half a period before, which leaves room for a frame that costs more
/// than the ones before it. Animations are sampled at that prediction, so a missed frame skips ahead instead of slowing down. It reads
/// no clock and holds no timer.
public struct FrameScheduler: Sendable {
  // Many properties: one prediction follows from all of them; what is estimated is in types of its own.
  /// What to do next.
  public enum Action: Sendable, Hashable {
    /// Nothing to do until something happens: no timer is armed.
    case sleep
    /// Ask again at this time.
    case wake(at: Nanoseconds)
    /// Draw now, as it shall look at `presentation`.
    case draw(presentation: Nanoseconds)
    /// A flip has not come for `flipTimeout`: the display needs a full modeset.
    case lost
  }

  /// How long a flip may take before the display counts as lost although it has not said so. A display knows best how long its frames
  /// take, half a second on most and five on a slow bus, and says `.restarted` itself: this is longer than any of its limits.
  public static let flipTimeout: Nanoseconds = 10_000_000_000
  /// Kept free between the expected end of drawing and the vertical blank, with what the thread has lately woken too late: drivers
  /// latch shortly before the blank.
  public static let margin: Nanoseconds = 1_000_000
  /// After this long without a flip the phase of the vertical blank is no longer known: clocks drift apart.
  public static let phaseMemory: Nanoseconds = 2_000_000_000

  /// Time between vertical blanks: from the mode at first, then from the flips themselves where they disagree with it.
  public private(set) var period: Nanoseconds
  /// What became of the frames so far.
  public private(set) var statistics = FrameStatistics()
  /// Why the frame asked about or shown last was late or missed; nil when it was neither. Taken off by `takeVerdict`.
  private var verdict: FrameVerdict?
  /// Whether flips come from a real vertical blank; if not, a timer paces the frames.
  public private(set) var hasVerticalBlank = true

  /// Whether a frame has been handed over that is not on the glass yet.
  public var isWaitingForFlip: Bool { pending != nil }

  private let handsOver: Bool
  private var lastFlip: Flip?
  /// What the last frame was drawn for: the timer's beat where there is no vertical blank.
  private var lastTarget: Nanoseconds = 0
  private var pending: Pending?
  private var costs = CostWindow(prior: 4_000_000)
  /// How late the thread came to its frames: it woke late, or was not done with what it had woken for before. A real-time thread wakes
  /// within 0.25 ms at p99, but not on a machine whose processor is another's for milliseconds.
  private var lateness = CostWindow(prior: 250_000)
  /// When it was told to wake for a frame.
  private var alarm: Nanoseconds?
  private var estimate = PeriodEstimate()
  /// Flips in a row whose sequence number stood still.
  private var uncountedFlips = 0
  /// The vertical blank the thread was last told to wake for, until it has drawn for it.
  private var planned: Nanoseconds?
  /// The thread has waited for something else than the processor since the last frame.
  private var hasWaited = false
  /// The earliest touch no frame holds yet.
  private var undrawnTouch: Nanoseconds?

  private struct Pending {
    var target: Nanoseconds
    var submitted: Nanoseconds
    var wokeLate: Bool
    var hasWaited: Bool
    /// The target was predicted from a recent flip, so missing it means something.
    var isPredicted: Bool
    /// The earliest touch that this frame is the first to hold.
    var touch: Nanoseconds?
    /// Another frame was wanted behind it.
    var isFollowed = false
    /// The display has not taken it at once.
    var isRefused = false
  }

  /// - Parameters:
  ///   - mode: a refresh rate outside 1...240 Hz is not believed (drivers have been seen to claim 0.01 Hz): it starts at 60.
  ///   - handsOver: see `Display.handsOver`.
  public init(mode: DisplayMode, handsOver: Bool = true) {
    self.handsOver = handsOver
    period = (1_000...240_000).contains(mode.refreshMillihertz) ? mode.period : 1_000_000_000 / 60
  }

  /// A finger, wheel or key has done something that the next frame will hold.
  ///
  /// - Parameter time: when the device says it happened.
  public mutating func touched(at time: Nanoseconds) { undrawnTouch = min(undrawnTouch ?? time, time) }

  /// The thread has waited where it never should: for a lock, a disk, a device. A frame missed now is missed by that.
  public mutating func waited() { hasWaited = true }

  /// What to do at `now`.
  ///
  /// - Parameters:
  ///   - needsFrame: the picture has changed or moves.
  ///   - isTouched: a finger is on the panel.
  ///   - timer: the model's next deadline of its own, if it has one.
  public mutating func next(now: Nanoseconds, needsFrame: Bool, isTouched: Bool = false, timer: Nanoseconds?) -> Action
  {
    if let pending {
      self.pending?.isFollowed = needsFrame
      let limit = pending.submitted + Self.flipTimeout
      // Nothing can be drawn before the flip, which wakes the thread by itself.
      return now >= limit ? .lost : .wake(at: limit)
    }
    guard needsFrame else {
      planned = nil
      alarm = nil
      undrawnTouch = nil
      hasWaited = false
      return timer.map { .wake(at: $0) } ?? .sleep
    }
    if let time = alarm, now >= time {
      lateness.add(now - time)
      alarm = nil
    }
    let target = self.target(now: now)
    if let planned, target - planned > period / 2 {
      // The thread woke too late even to begin for the blank it was to wake for.
      let missed = Int((target - planned + period / 2) / period)
      miss(hasWaited ? .waiting : .lateWake, missed)
    }
    planned = hasVerticalBlank && knowsPhase(at: now) ? target : nil
    let begin = self.begin(for: target, now: now, isTouched: isTouched || undrawnTouch != nil)
    if now < begin {
      alarm = begin
      return .wake(at: begin)
    }
    planned = nil
    return .draw(presentation: target)
  }

  /// A frame drawn between these times was handed to the display for `presentation`.
  public mutating func submitted(presentation: Nanoseconds, began: Nanoseconds, ended: Nanoseconds) {
    let latestBegin = presentation - lead
    pending = Pending(
      target: presentation, submitted: ended, wokeLate: began > latestBegin, hasWaited: hasWaited,
      isPredicted: knowsPhase(at: began), touch: undrawnTouch)
    undrawnTouch = nil
    hasWaited = false
    costs.add(max(ended - began, 0))
    lastTarget = presentation
    statistics.framesDrawn += 1
  }

  /// The display says a frame is on the glass.
  ///
  /// - Parameter now: when that was read; flip times that are zero, run backwards or lie more than a second off are replaced by it.
  public mutating func flipped(_ flip: Flip, now: Nanoseconds) {
    var flip = flip
    let isSane =
      flip.time > 0 && abs(flip.time - now) <= 1_000_000_000 && flip.time >= (lastFlip?.time ?? flip.time)
    if !isSane {
      flip.time = now
      statistics.invalidFlipTimes += 1
    }
    if let pending {
      account(pending, flip)
      if let touch = pending.touch { statistics.touchLatency.add(flip.time - touch) }
    }
    uncountedFlips = flip.sequence == lastFlip?.sequence ?? 0 ? uncountedFlips + 1 : 0
    // The kernel fakes flip events for SPI, USB and virtual displays: they come at once and count nothing.
    hasVerticalBlank = uncountedFlips < 3
    if isSane, let lastFlip, hasVerticalBlank, let measured = estimate.add(from: lastFlip, to: flip, nominal: period) {
      period = measured
    }
    lastFlip = flip
    // Who stands still while a frame is on its way comes late to the next one, though no alarm was set for that.
    if pending?.isFollowed == true, isSane, hasVerticalBlank { planned = flip.time + step }
    pending = nil
  }

  /// Forgets the pending flip and the phase: after a modeset or a resume.
  public mutating func reset() {
    // What was on its way to a display that is gone, or was to be, is on no glass.
    if pending != nil || planned != nil { miss(pending?.isRefused == true ? .refused : .displayGone, 1) }
    pending = nil
    planned = nil
    alarm = nil
    undrawnTouch = nil
    lastFlip = nil
  }

  /// The display would not take the frame (busy): nothing is pending, and the next one is tried a period later.
  public mutating func refused(at now: Nanoseconds) {
    pending = nil
    planned = nil
    statistics.framesRefused += 1
    verdict = FrameVerdict(cause: .refused, blanks: 1)
  }

  /// The display has not taken the frame that is on its way at once: it comes later, or not at all.
  public mutating func heldUp() { pending?.isRefused = true }

  /// Why a frame was late or missed, once.
  public mutating func takeVerdict() -> FrameVerdict? {
    defer { verdict = nil }
    return verdict
  }

  private mutating func miss(_ cause: FrameVerdict.Cause, _ blanks: Int) {
    switch cause {
    case .waiting: statistics.missedByWaiting += blanks
    case .lateWake: statistics.missedByLateWake += blanks
    case .lateFlip: statistics.missedByLateFlip += blanks
    case .longDraw: statistics.missedByLongDraw += blanks
    case .refused, .displayGone: break
    }
    verdict = FrameVerdict(cause: cause, blanks: blanks)
  }

  /// The moment the next frame will be seen.
  private func target(now: Nanoseconds) -> Nanoseconds {
    guard let lastFlip, knowsPhase(at: now) else { return now + lead + Self.margin }
    let step = self.step
    let beat = hasVerticalBlank ? lastFlip.time : lastTarget
    let elapsed = max(now - beat, 0)
    var target = beat + max(step, elapsed / period * period)
    while target < now + min(costs.percentile75, step) { target += period }
    return target
  }

  /// When to begin a frame. Without a vertical blank it is seen when it is drawn, and not before its time.
  private func begin(for target: Nanoseconds, now: Nanoseconds, isTouched: Bool) -> Nanoseconds {
    guard hasVerticalBlank, knowsPhase(at: now) else { return target - lead - Self.margin }
    let spare = Self.margin + min(lateness.percentile95, period / 4)
    return target - max(lead + spare, handsOver && !isTouched ? period / 2 : 0)
  }

  /// From one frame's vertical blank to the next one's.
  ///
  /// Frames that mostly cost more than a period go on every second (third ...) blank, evenly, not on 1-2-1-2. That a quarter of
  /// them must is what tells a heavy page from a few unlucky frames: on those, a 95th percentile would drop to half the rate, and be
  /// shown a period before the moment they were drawn for.
  private var step: Nanoseconds { period * max(1, (costs.percentile75 + Self.margin + period - 1) / period) }

  /// What a frame is given to be drawn: nearly all are finished in this time, and more than a step there is not.
  private var lead: Nanoseconds { min(costs.percentile95, step - Self.margin) }

  /// Whether the last flip is recent enough to predict the next vertical blank from it.
  private func knowsPhase(at time: Nanoseconds) -> Bool {
    lastFlip.map { time - $0.time < Self.phaseMemory } ?? false
  }

  private mutating func account(_ pending: Pending, _ flip: Flip) {
    statistics.framesShown += 1
    let late = flip.time - pending.target
    guard hasVerticalBlank, pending.isPredicted, late > period / 2 else { return }
    let missed = Int((late + period / 2) / period)
    if pending.isRefused {
      miss(.refused, missed)
    } else if pending.hasWaited {
      miss(.waiting, missed)
    } else if pending.submitted <= pending.target - Self.margin / 2 {
      miss(.lateFlip, missed)
    } else if pending.wokeLate {
      miss(.lateWake, missed)
    } else {
      miss(.longDraw, missed)
    }
  }
}

// MARK: A moment of rest

extension FrameScheduler {
  /// No frame is wanted, none is under way, and of none is anything left to tell.
  package var isAtRest: Bool {
    pending == nil && planned == nil && alarm == nil && undrawnTouch == nil && !hasWaited && verdict == nil
  }

  /// All that decides about frames to come, at a moment of rest. What became of those before is not in it.
  package mutating func walkAtRest(_ walk: inout some StateWalk) {
    // A replay may come here from the midst of frames that never were.
    if walk.isReading { (pending, planned, alarm, undrawnTouch, hasWaited, verdict) = (nil, nil, nil, nil, false, nil) }
    walk.walk(time: &period)
    period = min(max(period, 1_000_000), 1_000_000_000)
    walk.walk(&hasVerticalBlank)
    walk.walk(time: &lastTarget)
    walk.walk(&uncountedFlips, in: 0...(1 << 40))
    costs.walk(&walk)
    lateness.walk(&walk)
    estimate.walk(&walk)
    var isKnown = lastFlip != nil
    walk.walk(&isKnown)
    guard isKnown else {
      lastFlip = nil
      return
    }
    var flip = lastFlip ?? Flip(time: 0, sequence: 0)
    walk.walk(time: &flip.time)
    walk.walk(&flip.sequence)
    lastFlip = flip
  }
}
