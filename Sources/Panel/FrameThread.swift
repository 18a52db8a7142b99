import CAllocator
import CLinux
import Glibc
import Numbers
import Synchronization

/// A thread of our own for frames: Dispatch cannot give a thread real-time priority, and that priority is what keeps wake-ups
/// punctual while the rasterising queues load the cores. Theirs are ordinary threads, whoever starts them.
public struct FrameThread: ~Copyable {
  /// SCHED_RR priority of threads that draw: above all that is not real-time, below the kernel's interrupt threads (50). Whoever hands
  /// their frames on is one above.
  public static let priority: Int32 = 10

  let handle: pthread_t

  private final class Body {
    var run: () -> Void

    init(_ run: @escaping () -> Void) { self.run = run }
  }

  private final class Outcome<Value: Sendable, Failure: Error>: Sendable {
    let result = Mutex<Result<Value, Failure>?>(nil)
  }

  /// Starts the thread.
  ///
  /// - Parameters:
  ///   - name: at most 15 characters, as `ps -T` shows it.
  ///   - realTimePriority: SCHED_RR priority asked for, 1...99; not being permitted is no error. nil keeps the ordinary scheduler.
  ///   - body: everything it captures leaves the caller.
  public init(
    named name: StaticString = "vitrine-frame", realTimePriority: Int32? = nil,
    _ body: sending @escaping () -> Void
  ) {
    let boxed = unsafe Unmanaged.passRetained(
      Body {
        _ = unsafe pthread_setname_np(
          pthread_self(), UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self))
        if let realTimePriority {
          Self.raise(pthread_self(), to: realTimePriority)
          // Whoever holds a lock of the allocator's may have to wait for the processor this thread is on.
          vitrine_fill_cache()
        }
        body()
      }
    ).toOpaque()
    var thread = pthread_t()
    let result = unsafe pthread_create(
      &thread, nil,
      { argument in
        unsafe Unmanaged<Body>.fromOpaque(argument!).takeRetainedValue().run()
        return nil
      }, boxed)
    precondition(result == 0, "no thread could be made for frames")
    // It does so itself, too, but may have to wait for its turn among ordinary threads: the first frame handed to the kernel has waited
    // 6 ms for that, in `Tests/PanelVM`.
    if let realTimePriority { Self.raise(thread, to: realTimePriority) }
    handle = thread
  }

  private static func raise(_ thread: pthread_t, to priority: Int32) {
    var parameters = sched_param()
    parameters.sched_priority = priority
    // A thread begins with its maker's priority, and Dispatch makes its workers where they are first needed: on this thread. As its
    // equals they would keep it from the processor.
    let policy = SCHED_RR | Int32(VITRINE_SCHED_RESET_ON_FORK)
    _ = unsafe pthread_setschedparam(thread, policy, &parameters)
  }

  /// Runs something on such a thread and waits for what it gives: measurements, which are to meet what a panel's frames meet.
  ///
  /// - Throws: what `body` throws.
  public static func run<Value: Sendable, Failure: Error>(
    realTimePriority: Int32, _ body: @escaping @Sendable () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let outcome = Outcome<Value, Failure>()
    FrameThread(realTimePriority: realTimePriority) {
      let result = Result(catching: body)
      outcome.result.withLock { $0 = result }
    }.join()
    guard let result = outcome.result.withLock({ $0 }) else { preconditionFailure("a thread ended before its body") }
    return try result.get()
  }

  /// Waits until the body has returned.
  public consuming func join() { _ = pthread_join(handle, nil) }

  /// Waits until the body has returned, but not longer than this; then the thread goes on without anybody waiting for it.
  public consuming func join(within patience: Nanoseconds) {
    let end = MonotonicClock.now() + patience
    var moment = timespec(tv_sec: Int(end / 1_000_000_000), tv_nsec: Int(end % 1_000_000_000))
    if unsafe pthread_clockjoin_np(handle, nil, CLOCK_MONOTONIC, &moment) != 0 { pthread_detach(handle) }
  }
}
