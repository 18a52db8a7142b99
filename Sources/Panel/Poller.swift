import CLinux
import Glibc
import Linux
import Numbers

/// Waits for descriptors and for one moment in time: the only place where the frame thread sleeps.
///
/// Wraps epoll_create1, epoll_ctl, epoll_wait and timerfd_settime.
public struct Poller: ~Copyable {
  /// What may be read: asking each of a dozen descriptors in every turn takes longer than the turn's own work.
  public struct Ready: Sendable, Hashable {
    /// A bit for each of the lowest numbers; all higher ones share the last.
    private var bits: UInt64

    /// All of them, as far as anybody knows.
    public static let everything = Ready(bits: .max)
    /// None of them.
    public static let nothing = Ready(bits: 0)

    /// Whether a watched descriptor may have something; true also where that is not known.
    public func contains(_ descriptor: Int32) -> Bool { bits & Self.bit(of: descriptor) != 0 }

    mutating func insert(_ descriptor: Int32) { bits |= Self.bit(of: descriptor) }

    private static func bit(of descriptor: Int32) -> UInt64 { 1 << UInt64(min(UInt32(bitPattern: descriptor), 63)) }
  }

  private let epoll: FileDescriptor
  private let timer: FileDescriptor
  private var armed: Nanoseconds?
  /// How often `wait` had the thread sleep, as `ThreadWaits` counts it.
  public private(set) var sleeps = 0
  /// What the last `wait` found to be readable; what has become so since, the next one finds at once.
  public private(set) var ready = Ready.everything

  /// Waits for nothing yet. Wraps epoll_create1.
  public init() {
    epoll = FileDescriptor(epoll_create1(Int32(EPOLL_CLOEXEC)))
    timer = FileDescriptor(timerfd_create(CLOCK_MONOTONIC, Int32(TFD_NONBLOCK) | Int32(TFD_CLOEXEC)))
    add(timer.number)
  }

  /// Watches a descriptor for reading until it is closed.
  public func add(_ descriptor: Int32) {
    var event = unsafe epoll_event()
    unsafe event.events = EPOLLIN.rawValue
    unsafe event.data.fd = descriptor
    _ = unsafe epoll_ctl(epoll.number, EPOLL_CTL_ADD, descriptor, &event)
  }

  /// Sleeps until a watched descriptor is readable or `deadline` has come.
  ///
  /// - Parameter deadline: monotonic; nil arms no timer at all.
  public mutating func wait(until deadline: Nanoseconds?) {
    // A moment that has come needs no timer, and nobody sleeps.
    if let deadline, deadline <= MonotonicClock.now() { return look(milliseconds: 0) }
    if deadline != armed { arm(deadline) }
    let before = ThreadWaits.count()
    look(milliseconds: -1)
    sleeps += ThreadWaits.count() - before
  }

  private mutating func look(milliseconds: Int32) {
    unsafe withUnsafeTemporaryAllocation(of: epoll_event.self, capacity: 16) { events in
      ready = .everything
      // Newer C libraries declare that it must be there.
      guard let first = events.baseAddress else { return }
      let count = Int(unsafe epoll_wait(epoll.number, first, Int32(events.count), milliseconds))
      // There may be more of them, or a signal has ended it.
      if 0..<events.count ~= count { ready = .nothing }
      for index in 0..<max(0, count) {
        let descriptor = unsafe events[index].data.fd
        guard descriptor == timer.number else {
          ready.insert(descriptor)
          continue
        }
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
