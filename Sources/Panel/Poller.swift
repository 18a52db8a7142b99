import CLinux
import Glibc
import Linux
import Numbers

/// Waits for descriptors and for one moment in time: the only place where the frame thread sleeps.
///
/// Wraps epoll_create1, epoll_ctl, epoll_wait and timerfd_settime.
public struct Poller: ~Copyable {
  private let epoll: FileDescriptor
  private let timer: FileDescriptor
  private var armed: Nanoseconds?
  /// How often `wait` had the thread sleep, as `ThreadWaits` counts it.
  public private(set) var sleeps = 0
  private static let timerToken: UInt32 = .max

  /// Waits for nothing yet. Wraps epoll_create1.
  public init() {
    epoll = FileDescriptor(epoll_create1(Int32(EPOLL_CLOEXEC)))
    timer = FileDescriptor(timerfd_create(CLOCK_MONOTONIC, Int32(TFD_NONBLOCK) | Int32(TFD_CLOEXEC)))
    add(timer.number, token: Self.timerToken)
  }

  /// Watches a descriptor for reading until it is closed.
  public func add(_ descriptor: Int32, token: UInt32) {
    var event = unsafe epoll_event()
    unsafe event.events = EPOLLIN.rawValue
    unsafe event.data.u32 = token
    _ = unsafe epoll_ctl(epoll.number, EPOLL_CTL_ADD, descriptor, &event)
  }

  /// Sleeps until a watched descriptor is readable or `deadline` has come.
  ///
  /// - Parameter deadline: monotonic; nil arms no timer at all.
  public mutating func wait(until deadline: Nanoseconds?) {
    if deadline != armed { arm(deadline) }
    let before = ThreadWaits.count()
    defer { sleeps += ThreadWaits.count() - before }
    unsafe withUnsafeTemporaryAllocation(of: epoll_event.self, capacity: 8) { events in
      // Newer C libraries declare that it must be there.
      guard let first = events.baseAddress else { return }
      let count = unsafe epoll_wait(epoll.number, first, Int32(events.count), -1)
      for index in 0..<max(0, Int(count)) where unsafe events[index].data.u32 == Self.timerToken {
        var expirations: UInt64 = 0
        _ = unsafe read(timer.number, &expirations, MemoryLayout<UInt64>.size)
        armed = nil
      }
    }
  }

  private mutating func arm(_ deadline: Nanoseconds?) {
    armed = deadline
    // A time of zero would disarm the timer instead of firing it.
    let nanoseconds = deadline.map { max($0, 1) } ?? 0
    var setting = itimerspec(
      it_interval: timespec(),
      it_value: timespec(tv_sec: Int(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000)))
    _ = unsafe timerfd_settime(timer.number, Int32(TFD_TIMER_ABSTIME), &setting, nil)
  }
}

/// How often the calling thread has given the processor away by itself since it began: to sleep, or to wait for a lock, a disk, a
/// device. Losing it to another thread does not count.
public enum ThreadWaits {
  /// Wraps getrusage(RUSAGE_THREAD).
  public static func count() -> Int { Int(vitrine_thread_waits()) }
}

/// The machine's monotonic clock, for shells to read and pass on.
public enum MonotonicClock {
  /// Wraps clock_gettime(CLOCK_MONOTONIC).
  public static func now() -> Nanoseconds {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Nanoseconds(time.tv_sec) * 1_000_000_000 + Nanoseconds(time.tv_nsec)
  }

  /// Wraps clock_nanosleep(TIMER_ABSTIME); for measurements, no frame thread sleeps like this.
  public static func sleep(until time: Nanoseconds) {
    var moment = timespec(tv_sec: Int(time / 1_000_000_000), tv_nsec: Int(time % 1_000_000_000))
    while unsafe clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &moment, nil) == EINTR {}
  }
}
