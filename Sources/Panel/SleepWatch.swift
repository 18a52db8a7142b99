import CLinux
import Glibc
import Linux
import Numbers

/// Notices that the machine has slept: what was on the glass then, and where fingers were, is not known any more.
///
/// Few drivers tell of it in another way: the kernel switches terminals around a sleep only where there is no framebuffer console of DRM.
public final class SleepWatch {
  /// Cancelled, and so readable, when the clock jumps, as it does for those who slept. Source: timerfd_create(2).
  private let alarm: FileDescriptor
  private var asleep: Nanoseconds

  /// Clocks read in turn differ by what lies in between; the shortest of sleeps is longer.
  private static let shortest: Nanoseconds = 100_000_000

  /// Wraps timerfd_create(CLOCK_REALTIME).
  public init() {
    alarm = FileDescriptor(timerfd_create(CLOCK_REALTIME, Int32(TFD_NONBLOCK) | Int32(TFD_CLOEXEC)))
    asleep = Self.timeAsleep()
    arm()
  }

  /// Readable when `takeSleep` may have something to tell.
  public var descriptor: Int32 { alarm.number }

  /// Whether the machine has slept since this was last asked.
  public func takeSleep() -> Bool {
    var expirations: UInt64 = 0
    guard unsafe read(alarm.number, &expirations, MemoryLayout<UInt64>.size) < 0, errno == ECANCELED else {
      return false
    }
    arm()
    let before = asleep
    asleep = Self.timeAsleep()
    return asleep - before >= Self.shortest
  }

  /// For ever: only a jump of the clock is waited for.
  private func arm() {
    var setting = itimerspec(it_interval: timespec(), it_value: timespec(tv_sec: .max, tv_nsec: 0))
    _ = unsafe timerfd_settime(alarm.number, Int32(TFD_TIMER_ABSTIME) | Int32(TFD_TIMER_CANCEL_ON_SET), &setting, nil)
  }

  /// How long the machine has slept since it was started: the boot clock goes on then, the monotonic one does not.
  private static func timeAsleep() -> Nanoseconds {
    var time = timespec()
    unsafe clock_gettime(CLOCK_BOOTTIME, &time)
    return Nanoseconds(time.tv_sec) * 1_000_000_000 + Nanoseconds(time.tv_nsec) - MonotonicClock.now()
  }
}
