import CLinux
import Glibc

/// A thread of our own for frames: Dispatch cannot give a thread real-time priority, and that priority is what keeps wake-ups
/// punctual while the rasterising queues load the cores. Theirs are ordinary threads, whoever starts them.
public struct FrameThread: ~Copyable {
  private let handle: pthread_t

  private final class Body {
    var run: () -> Void

    init(_ run: @escaping () -> Void) { self.run = run }
  }

  /// Starts the thread.
  ///
  /// - Parameters:
  ///   - realTimePriority: SCHED_RR priority asked for, 1...99; not being permitted is no error. nil keeps the ordinary scheduler.
  ///   - body: everything it captures leaves the caller.
  public init(realTimePriority: Int32? = nil, _ body: sending @escaping () -> Void) {
    let boxed = unsafe Unmanaged.passRetained(
      Body {
        _ = unsafe pthread_setname_np(pthread_self(), "vitrine-frame")
        if let realTimePriority {
          var parameters = sched_param()
          parameters.sched_priority = realTimePriority
          // A thread begins with its maker's priority, and Dispatch makes its workers where they are first needed: on this thread. As
          // its equals they would keep it from the processor, and the kernel's own workers, which hand frames to the display, too.
          let policy = SCHED_RR | Int32(VITRINE_SCHED_RESET_ON_FORK)
          _ = unsafe pthread_setschedparam(pthread_self(), policy, &parameters)
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
    handle = thread
  }

  /// Waits until the body has returned.
  public consuming func join() { _ = pthread_join(handle, nil) }
}
