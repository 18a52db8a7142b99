/// Decides when a frame is drawn and for which moment: page-flip times in, actions out.
///
/// Drawing begins as late as it safely can, so that touches are fresh: `deadline - recent cost - margin`, where the deadline is
/// the next vertical blank, predicted from the last flip and the refresh period. Animations are sampled at that prediction, so a
/// missed frame skips ahead instead of slowing down. It reads no clock and holds no timer.
public struct FrameScheduler: Sendable {
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

  /// How long a flip may take before the display counts as lost. Source: kms-and-input 1.2.
  public static let flipTimeout: Nanoseconds = 500_000_000
  /// Kept free between the expected end of drawing and the vertical blank: wake-up lateness of a real-time thread is below
  /// 0.25 ms at p99, and drivers latch shortly before the blank.
  public static let margin: Nanoseconds = 1_000_000
  /// After this long without a flip the phase of the vertical blank is no longer known: clocks drift apart.
  public static let phaseMemory: Nanoseconds = 2_000_000_000

  /// Time between vertical blanks: from the mode at first, then from the flips themselves where they disagree with it.
  public private(set) var period: Nanoseconds
  /// What became of the frames so far.
  public private(set) var statistics = FrameStatistics()
  /// Whether flips come from a real vertical blank; if not, a timer paces the frames.
  public private(set) var hasVerticalBlank = true

  private var lastFlip: Flip?
  /// What the last frame was drawn for: the timer's beat where there is no vertical blank.
  private var lastTarget: Nanoseconds = 0
  private var pending: Pending?
  private var costs = CostWindow()
  private var estimate = PeriodEstimate()
  /// Flips in a row whose sequence number stood still.
  private var uncountedFlips = 0

  private struct Pending {
    var target: Nanoseconds
    var submitted: Nanoseconds
    var wokeLate: Bool
    /// The target was predicted from a recent flip, so missing it means something.
    var isPredicted: Bool
  }

  /// - Parameter mode: a refresh rate outside 1...240 Hz is not believed (drivers have been seen to claim 0.01 Hz): it starts at 60.
  public init(mode: DisplayMode) {
    period = (1_000...240_000).contains(mode.refreshMillihertz) ? mode.period : 1_000_000_000 / 60
  }

  /// What to do at `now`.
  ///
  /// - Parameters:
  ///   - needsFrame: the picture has changed or moves.
  ///   - timer: the model's next deadline of its own, if it has one.
  public mutating func next(now: Nanoseconds, needsFrame: Bool, timer: Nanoseconds?) -> Action {
    if let pending {
      let limit = pending.submitted + Self.flipTimeout
      // Nothing can be drawn before the flip, which wakes the thread by itself.
      return now >= limit ? .lost : .wake(at: limit)
    }
    guard needsFrame else { return timer.map { .wake(at: $0) } ?? .sleep }
    let target = self.target(now: now)
    let begin = target - costs.percentile95 - Self.margin
    if now < begin { return .wake(at: begin) }
    return .draw(presentation: target)
  }

  /// A frame drawn between these times was handed to the display for `presentation`.
  public mutating func submitted(presentation: Nanoseconds, began: Nanoseconds, ended: Nanoseconds) {
    let latestBegin = presentation - costs.percentile95
    pending = Pending(
      target: presentation, submitted: ended, wokeLate: began > latestBegin, isPredicted: knowsPhase(at: began))
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
    if let pending { account(pending, flip) }
    uncountedFlips = flip.sequence == lastFlip?.sequence ?? 0 ? uncountedFlips + 1 : 0
    // The kernel fakes flip events for SPI, USB and virtual displays: they come at once and count nothing.
    hasVerticalBlank = uncountedFlips < 3
    if isSane, let lastFlip, hasVerticalBlank, let measured = estimate.add(from: lastFlip, to: flip, nominal: period) {
      period = measured
    }
    lastFlip = flip
    pending = nil
  }

  /// Forgets the pending flip and the phase: after a modeset, a resume, or a refused frame that will be drawn again.
  public mutating func reset() {
    pending = nil
    lastFlip = nil
  }

  /// The display would not take the frame (busy): nothing is pending, and the next one is tried a period later.
  public mutating func refused(at now: Nanoseconds) {
    pending = nil
    statistics.framesRefused += 1
  }

  /// The moment the next frame will be seen.
  private func target(now: Nanoseconds) -> Nanoseconds {
    let cost = costs.percentile95
    guard let lastFlip, knowsPhase(at: now) else { return now + cost + Self.margin }
    // Frames that cost more than a period go on every second (third ...) vertical blank, evenly, not on 1-2-1-2.
    let step = period * max(1, (cost + Self.margin + period - 1) / period)
    let beat = hasVerticalBlank ? lastFlip.time : lastTarget
    let elapsed = max(now - beat, 0)
    var target = beat + max(step, elapsed / period * period)
    while target < now + min(cost, step) { target += period }
    return target
  }

  /// Whether the last flip is recent enough to predict the next vertical blank from it.
  private func knowsPhase(at time: Nanoseconds) -> Bool {
    lastFlip.map { time - $0.time < Self.phaseMemory } ?? false
  }

  private mutating func account(_ pending: Pending, _ flip: Flip) {
    statistics.framesShown += 1
    let late = flip.time - pending.target
    guard hasVerticalBlank, pending.isPredicted, late > period / 2 else { return }
    let missed = Int((late + period / 2) / period)
    if pending.submitted <= pending.target - Self.margin / 2 {
      statistics.missedByLateFlip += missed
    } else if pending.wokeLate {
      statistics.missedByLateWake += missed
    } else {
      statistics.missedByLongDraw += missed
    }
  }
}

/// What the frames did, for metrics, `doctor` and tests.
public struct FrameStatistics: Sendable, Hashable {
  /// Handed to the display.
  public var framesDrawn = 0
  /// Seen on the glass.
  public var framesShown = 0
  /// Frames the display would not take; their damage was kept.
  public var framesRefused = 0
  /// Vertical blanks missed because the thread was woken late.
  public var missedByLateWake = 0
  /// Vertical blanks missed because drawing took too long.
  public var missedByLongDraw = 0
  /// Vertical blanks missed although the frame was ready in time.
  public var missedByLateFlip = 0
  /// Flips whose time the display did not know.
  public var invalidFlipTimes = 0

  /// Vertical blanks missed, whatever the reason.
  public var missed: Int { missedByLateWake + missedByLongDraw + missedByLateFlip }

  /// No frames yet.
  public init() {}
}

/// The costs of the latest frames, and their 95th percentile.
struct CostWindow: Sendable {
  private static let capacity = 32
  /// Assumed of the frames before the first one: the window begins full of it, so that one cheap frame does not make the next late.
  private static let prior: Nanoseconds = 4_000_000
  private var costs = [Nanoseconds](repeating: prior, count: capacity)
  private var sorted = [Nanoseconds](repeating: prior, count: capacity)
  private var next = 0
  private(set) var percentile95 = prior

  mutating func add(_ cost: Nanoseconds) {
    costs[next] = cost
    next = (next + 1) % Self.capacity
    for index in costs.indices { sorted[index] = costs[index] }
    sorted.sort()
    percentile95 = sorted[(Self.capacity * 95 + 99) / 100 - 1]
  }
}

/// The refresh period as the flips show it: modes have been seen to lie.
struct PeriodEstimate: Sendable {
  private var candidate: Nanoseconds = 0
  private var agreeing = 0

  /// - Returns: a period that eight flips in a row agree on within 1 %, when it is more than 0.5 % off `nominal`.
  mutating func add(from last: Flip, to flip: Flip, nominal: Nanoseconds) -> Nanoseconds? {
    let blanks = flip.sequence > last.sequence ? Nanoseconds(min(flip.sequence - last.sequence, 1000)) : 0
    guard blanks > 0 else { return nil }
    let measured = (flip.time - last.time) / blanks
    guard measured >= 1_000_000_000 / 240, measured <= 1_000_000_000 else { return nil }
    if abs(measured - candidate) * 100 > candidate {
      candidate = measured
      agreeing = 1
      return nil
    }
    candidate += (measured - candidate) / 8
    agreeing += 1
    guard agreeing >= 8, abs(candidate - nominal) * 200 > nominal else { return nil }
    return candidate
  }
}
