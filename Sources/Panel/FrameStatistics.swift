import Numbers

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
  /// Vertical blanks missed after the thread had waited for something else than the processor: a lock, a disk, a device.
  public var missedByWaiting = 0
  /// Flips whose time the display did not know.
  public var invalidFlipTimes = 0
  /// From touches to the flips of the frames that first hold them.
  public var touchLatency = LatencyHistogram()

  /// Vertical blanks missed, whatever the reason.
  public var missed: Int { missedByLateWake + missedByLongDraw + missedByLateFlip + missedByWaiting }

  /// No frames yet.
  public init() {}

  /// One line for the log.
  public var summary: String {
    let latency =
      touchLatency.percentile(0.99).map { "; of 100 touches 99 were seen within \($0 / 1_000_000) ms" } ?? ""
    return
      "\(framesShown) frames shown, \(missed) missed (\(missedByLateWake) woken late, \(missedByLongDraw) drawn long, "
      + "\(missedByLateFlip) flipped late, \(missedByWaiting) waited), \(framesRefused) not taken\(latency)"
  }
}

/// How long things took, counted in steps of two milliseconds.
public struct LatencyHistogram: Sendable, Hashable {
  /// Width of a step.
  public static let step: Nanoseconds = 2_000_000
  private static let steps = 50

  /// How many fell into each step; the last one also holds everything longer.
  public private(set) var counts = [Int](repeating: 0, count: steps)
  /// How many have been counted.
  public private(set) var count = 0
  /// The longest of them.
  public private(set) var longest: Nanoseconds = 0

  /// Nothing counted yet.
  public init() {}

  /// Counts one; a negative latency (a device whose clock is ahead) counts as 0.
  public mutating func add(_ latency: Nanoseconds) {
    counts[min(Int(max(latency, 0) / Self.step), Self.steps - 1)] += 1
    count += 1
    longest = max(longest, latency)
  }

  /// The upper end of the step within which a share of all fell: 0.5 is the median; nil while nothing has been counted.
  public func percentile(_ share: Double) -> Nanoseconds? {
    guard count > 0 else { return nil }
    let wanted = max(1, Int(clamping: (Double(count) * min(max(share, 0), 1)).rounded(.up)))
    var sum = 0
    for (index, number) in counts.enumerated() {
      sum += number
      if sum >= wanted { return index == Self.steps - 1 ? longest : Nanoseconds(index + 1) * Self.step }
    }
    return longest
  }
}

/// Why a frame was late, or did not come.
public struct FrameVerdict: Sendable, Hashable {
  /// The one thing that has kept it.
  public enum Cause: UInt8, Sendable, Hashable, CaseIterable {
    /// Drawing it took too long.
    case longDraw = 1
    /// The thread was woken late, or was not done with what it had woken for before.
    case lateWake
    /// It was ready in time, and the kernel showed it late.
    case lateFlip
    /// The thread waited for something else than the processor: a lock, a disk, a device.
    case waiting
    /// The display would not take it.
    case refused
    /// The display has gone while it was on its way.
    case displayGone

    /// In words.
    public var words: String {
      switch self {
      case .longDraw: "drawing took long"
      case .lateWake: "woken late"
      case .lateFlip: "the kernel showed it late"
      case .waiting: "the thread waited for a lock, a disk or a device"
      case .refused: "the display did not take it"
      case .displayGone: "the display was gone"
      }
    }
  }

  /// What has kept it.
  public var cause: Cause
  /// By how many vertical blanks.
  public var blanks: Int

  /// For the parameters see the properties.
  public init(cause: Cause, blanks: Int) { (self.cause, self.blanks) = (cause, blanks) }
}
