import Numbers

/// How a touch device reports, which says how long without a report a finger has stopped. Times in seconds, 0 where not known.
public struct ReportPace: Sendable, Hashable {
  /// Between two reports of a finger that moves.
  public var interval: Double
  /// From the last report of a finger that moves to its lift.
  public var liftDelay: Double

  /// For the parameters see the properties.
  public init(interval: Double = 0, liftDelay: Double = 0) {
    self.interval = interval
    self.liftDelay = liftDelay
  }

  /// Without a report for longer than this in between the finger has stopped: 40 ms, or what leaves no place for another report.
  /// Source of the 40: Flutter, AOSP.
  var stopGap: Double { max(0.040, 1.75 * interval) }

  /// Without a report for longer than this before its lift the finger had stopped. A panel that needs 16 ms to notice a lift has the
  /// 40; one that needs longer has as much longer, and what its reports are early or late by.
  var liftGap: Double { liftDelay > 0 ? max(0.040, liftDelay + max(0.024, 0.4 * interval)) : stopGap }

  /// Older samples say nothing about the lift; three reports do. Source of the 0.1: Flutter, AOSP.
  var horizon: Double { max(0.100, 2.5 * interval) }
}

/// Whether a time is longer than a limit. Devices count microseconds: half of one is no difference, but an error of arithmetic.
func isLonger(_ time: Double, than limit: Double) -> Bool { time > limit + 0.5e-6 }

/// What the reports of one device teach about its pace: the usual interval and the usual delay of a lift, of the last ones.
///
/// Only fingers that move count, each report by `step` pixels at least: one at rest is silent for other reasons, one that creeps is
/// reported whenever it comes to the next of the device's units. Times in microseconds, as devices give them.
public struct PaceLearner: Sendable {
  /// A report further from the one before it shows a finger on its way, in pixels.
  static let step = 6.0
  /// Reports further apart are a pause. The slowest panels report at 8 Hz.
  static let longestInterval: Int64 = 135_000
  /// Such a share of intervals is no longer than the usual one: of reports in batches the gaps between count.
  static let usualInterval = 0.7
  /// A lift later than this is a finger that has stopped. The latest panel measured needs 124 ms.
  static let longestLift: Int64 = 150_000

  /// The last times, of which one is the usual.
  private struct Memory: Sendable {
    private var times = InlineArray<16, Int64>(repeating: 0)
    private var next = 0
    private(set) var count = 0

    mutating func add(_ time: Int64) {
      times[next] = time
      next = (next + 1) % times.count
      count = min(count + 1, times.count)
    }

    /// The time that a share of them is shorter than.
    func quantile(_ share: Double) -> Int64 {
      var sorted = times
      for index in 1..<max(count, 1) {
        let time = sorted[index]
        var place = index
        while place > 0, sorted[place - 1] > time {
          sorted[place] = sorted[place - 1]
          place -= 1
        }
        sorted[place] = time
      }
      return sorted[Int(clamping: Double(count - 1) * share)]
    }
  }

  private var intervals = Memory()
  private var lifts = Memory()
  /// What has been learned; renewed with every report.
  public private(set) var pace = ReportPace()

  /// - Parameter known: of the same device, from before; nothing otherwise.
  public init(_ known: ReportPace = ReportPace()) { pace = known }

  /// A finger has moved by so many pixels, so many microseconds after the report before.
  ///
  /// - Returns: whether it is on its way.
  public mutating func moved(by distance: Double, after time: Int64) -> Bool {
    guard distance >= Self.step else { return false }
    // Reports of one moment are one.
    if time > 0, time <= Self.longestInterval {
      intervals.add(time)
      if intervals.count >= 3 { pace.interval = Double(intervals.quantile(Self.usualInterval)) / 1e6 }
    }
    return time <= Self.longestInterval
  }

  /// A finger that was on its way in its last report has lifted so many microseconds after it.
  public mutating func lifted(after time: Int64) {
    guard time > 0, time <= Self.longestLift else { return }
    lifts.add(time)
    // Some rest before they lift: the quicker ones show the device.
    if lifts.count >= 2 { pace.liftDelay = Double(lifts.quantile(0.3)) / 1e6 }
  }
}
