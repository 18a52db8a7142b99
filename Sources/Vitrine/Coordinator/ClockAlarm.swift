import Dispatch
import Linux

/// Tells when the time of day has jumped: nothing else would, for alarms wait as many seconds as they were told to.
final class ClockAlarm: Sendable {
  // Dispatch sources may be used from any thread; their protocol is not marked Sendable.
  nonisolated(unsafe) private let source: (any DispatchSourceRead)?

  /// - Parameter jumped: called on the queue.
  init(on queue: DispatchQueue, jumped: @escaping @Sendable () -> Void) {
    let watch = ClockWatch()
    let hasWatch = watch.descriptor >= 0
    unsafe source =
      hasWatch ? DispatchSource.makeReadSource(fileDescriptor: watch.descriptor, queue: queue) : nil
    unsafe source?.setEventHandler { if watch.takeJump() { jumped() } }
    // Dispatch must have let go of the descriptor before it is closed.
    unsafe source?.setCancelHandler { withExtendedLifetime(watch) {} }
    unsafe source?.activate()
  }

  deinit { unsafe source?.cancel() }
}
