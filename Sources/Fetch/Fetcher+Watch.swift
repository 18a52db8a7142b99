import Glibc
import Numbers

extension Fetcher {
  /// The same, and whoever watches is told how long it took.
  func watched(_ callback: @escaping Callback) -> Callback {
    guard let watch = configuration.watch else { return callback }
    let began = Self.monotonicTime()
    return { outcome in
      watch(began, Self.monotonicTime())
      callback(outcome)
    }
  }

  /// `clock_gettime(CLOCK_MONOTONIC)`, in nanoseconds.
  private static func monotonicTime() -> Int64 {
    var now = timespec()
    unsafe _ = clock_gettime(CLOCK_MONOTONIC, &now)
    // Fits: the kernel's own clock, for 290 years.
    return Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec)
  }
}
