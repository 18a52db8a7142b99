import Dispatch
import Numbers
import Synchronization

/// The time of a `SourceLoader`: a clock, and one alarm.
public protocol LoadTimer: Sendable {
  /// Seconds; only goes forward.
  func now() -> Double
  /// Calls `body` once at `time`, or soon when that has passed, but never before this returns; replaces the alarm set before.
  /// nil sets none.
  func setAlarm(at time: Double?, _ body: @escaping @Sendable () -> Void)
}

/// Time by Dispatch. Counts while the machine is awake.
public final class DispatchLoadTimer: LoadTimer {
  private let queue = DispatchQueue(label: "vitrine.fetch.timer", qos: .utility)
  private let alarm = Mutex<(any DispatchSourceTimer)?>(nil)

  /// A timer without an alarm.
  public init() {}

  deinit { alarm.withLock { $0?.cancel() } }

  /// Seconds since an arbitrary moment; stands still while the machine sleeps.
  public func now() -> Double { Double(DispatchTime.now().uptimeNanoseconds) / 1e9 }

  /// See `LoadTimer.setAlarm`. Late by up to a tenth of the wait, at most a second.
  public func setAlarm(at time: Double?, _ body: @escaping @Sendable () -> Void) {
    let wait = time.map { max(0, $0 - now()) }
    alarm.withLock { alarm in
      alarm?.cancel()
      alarm = nil
      guard let wait else { return }
      let timer = DispatchSource.makeTimerSource(queue: queue)
      // Fetches need no precision; a tenth of leeway lets the machine sleep through.
      timer.schedule(deadline: .now() + wait, leeway: .milliseconds(min(1_000, Int(clamping: wait * 100))))
      timer.setEventHandler(handler: body)
      timer.resume()
      alarm = timer
    }
  }
}
