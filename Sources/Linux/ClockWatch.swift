import CLinux
import Glibc
import Numbers

/// Notices that the time of day has jumped: somebody has set it, or the machine has slept.
public final class ClockWatch: Sendable {
  /// Cancelled, and so readable, when the clock jumps. Source: timerfd_create(2).
  private let alarm: FileDescriptor

  /// Wraps timerfd_create(CLOCK_REALTIME). Where there is none to be had, nothing is ever noticed.
  public init() {
    alarm = FileDescriptor(timerfd_create(CLOCK_REALTIME, Int32(TFD_NONBLOCK) | Int32(TFD_CLOEXEC)))
    arm()
  }

  /// Readable when `takeJump` may have something to tell; negative where nothing is noticed.
  public var descriptor: Int32 { alarm.number }

  /// Whether the clock has jumped since this was last asked.
  public func takeJump() -> Bool {
    var expirations: UInt64 = 0
    guard unsafe read(alarm.number, &expirations, MemoryLayout<UInt64>.size) < 0, errno == ECANCELED else {
      return false
    }
    arm()
    return true
  }

  /// For ever: only a jump of the clock is waited for.
  private func arm() {
    var setting = itimerspec(it_interval: timespec(), it_value: timespec(tv_sec: .max, tv_nsec: 0))
    _ = unsafe timerfd_settime(alarm.number, Int32(TFD_TIMER_ABSTIME) | Int32(TFD_TIMER_CANCEL_ON_SET), &setting, nil)
  }

  /// Seconds the machine has slept since it was started: the boot clock goes on then, the monotonic one does not.
  public static func timeAsleep() -> Double {
    var (boot, awake) = (timespec(), timespec())
    unsafe clock_gettime(CLOCK_BOOTTIME, &boot)
    unsafe clock_gettime(CLOCK_MONOTONIC, &awake)
    return Double(boot.tv_sec - awake.tv_sec) + Double(boot.tv_nsec - awake.tv_nsec) / 1e9
  }
}
