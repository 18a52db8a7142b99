import Linux
import Numbers

/// Feeds the service manager's watchdog, but only while there is proof of life: frames that reached the glass since the last time, or
/// nothing that would need one, and content behind them that gets on.
///
/// It does not ask whether the process runs: a frame thread that turns without ever showing a wanted frame is as dead as one that
/// hangs. Times are nanoseconds on the monotonic clock.
public struct Heartbeat: Sendable {
  /// Time between two feeds: two thirds of what the manager allows. Half, as sd_watchdog_enabled(3) proposes, would wake a panel that rests
  /// more often; what is left is asked for four times.
  public let interval: Int64
  /// When to ask again.
  public private(set) var deadline: Int64
  private var framesShown = 0

  /// - Parameters:
  ///   - limit: WATCHDOG_USEC, microseconds, above 0.
  ///   - now: the first feed is due at once.
  public init(limit: Int64, now: Int64) {
    // Fits: 30 years at most.
    interval = min(max(limit, 3), 1_000_000_000_000_000) * 1000 / 3 * 2
    deadline = now
  }

  /// The environment's watchdog; nil when the manager wants none, or wants it of another process.
  public static func ofEnvironment(processID: Int32, now: Int64) -> Heartbeat? {
    guard let limit = Environment.value("WATCHDOG_USEC").flatMap({ Int64($0) }), limit > 0 else { return nil }
    if let owner = Environment.value("WATCHDOG_PID"), owner != "\(processID)" { return nil }
    return Heartbeat(limit: limit, now: now)
  }

  /// Whether to feed the watchdog now.
  ///
  /// - Parameters:
  ///   - framesShown: frames that have reached the glass since the start; counts from 0 again with another display.
  ///   - isIdle: no frame is wanted and none is on its way.
  ///   - isStuck: what works for the page has been at one thing for longer than `interval`: however the frames go, their content is dead.
  public mutating func beat(at now: Int64, framesShown: Int, isIdle: Bool, isStuck: Bool = false) -> Bool {
    guard now >= deadline else { return false }
    guard !isStuck, isIdle || framesShown != self.framesShown else {
      // Soon again: the frame that is on its way may save us.
      deadline = now + interval / 8
      return false
    }
    self.framesShown = framesShown
    deadline = now + interval
    return true
  }
}
