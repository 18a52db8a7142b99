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

  /// The median of the ratios to what another took in the same round, and between what it lies with 95 % confidence: order statistics,
  /// which ask nothing of how times are distributed. Source: Le Boudec, Performance Evaluation, table A.1.
  func ratio(to other: Samples) -> (median: Double, low: Double, high: Double) {
    let ratios = zip(times, other.times).map { Double($0) / Double(max($1, 1)) }.sorted()
    guard !ratios.isEmpty else { return (0, 0, 0) }
    let middle = Double(ratios.count) / 2
    let reach = 0.98 * Double(ratios.count).squareRoot()
    return (
      ratios[ratios.count / 2], ratios[max(Int(middle - reach), 0)], ratios[min(Int(middle + reach), ratios.count - 1)]
    )
  }
}
