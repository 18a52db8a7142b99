import Glibc

/// Nanoseconds on the monotonic clock.
func now() -> Int64 {
  var time = timespec()
  _ = unsafe clock_gettime(CLOCK_MONOTONIC, &time)
  return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
}

/// Times of one thing, in nanoseconds.
struct Samples {
  private var times: [Int64] = []

  mutating func add(_ time: Int64) { times.append(time) }

  var minimum: Double { Double(times.min() ?? 0) }
  var median: Double {
    let sorted = times.sorted()
    return sorted.isEmpty ? 0 : Double(sorted[sorted.count / 2])
  }
}
