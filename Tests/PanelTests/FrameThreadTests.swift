import CLinux
import Glibc
import Synchronization
import Testing

@testable import Panel

struct FrameThreadTests {
  fileprivate static func schedule(of thread: pthread_t) -> (policy: Int32, priority: Int32) {
    var (policy, parameters) = (Int32(0), sched_param())
    _ = unsafe pthread_getschedparam(thread, &policy, &parameters)
    return (policy & ~Int32(VITRINE_SCHED_RESET_ON_FORK), parameters.sched_priority)
  }

  /// What this process is given when it asks: a machine for tests may give nobody real time.
  private static func granted(_ priority: Int32) -> (policy: Int32, priority: Int32) {
    // Its body has ended: whatever a thread does about its own priority is done.
    let result = SharedSchedule()
    FrameThread(realTimePriority: priority) { result.found.withLock { $0 = schedule(of: pthread_self()) } }.join()
    return result.found.withLock { $0 }
  }

  private final class SharedSchedule: Sendable {
    let found = Mutex((policy: Int32(-1), priority: Int32(-1)))
  }

  @Test(arguments: [1, FrameThread.priority, FrameThread.priority + 1])
  func aThreadHasItsPriorityBeforeItHasHadTheProcessor(priority: Int32) {
    let wanted = Self.granted(priority)
    for _ in 0..<200 {
      // The body waits for this, so that there is somebody to ask about.
      let gate = eventfd(0, Int32(EFD_CLOEXEC))
      defer { close(gate) }
      let thread = FrameThread(realTimePriority: priority) {
        var count: UInt64 = 0
        _ = unsafe eventfd_read(gate, &count)
      }
      let found = Self.schedule(of: thread.handle)
      _ = eventfd_write(gate, 1)
      thread.join()
      #expect(found == wanted)
    }
  }

  @Test func aThreadOfOrdinaryPriorityStaysOne() {
    let result = SharedSchedule()
    FrameThread { result.found.withLock { $0 = Self.schedule(of: pthread_self()) } }.join()
    #expect(result.found.withLock { $0.policy } == SCHED_OTHER)
  }
}
