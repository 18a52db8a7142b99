/// How fast an answer comes, once it has begun: one that drips holds a place among the fetches and never brings anything.
struct AnswerPace: Sendable {
  /// Bytes a second, on average; a quarter of the slowest modem there was.
  static let slowest = 16

  /// Seconds after its first byte from when on it is looked at.
  let patience: Double
  private var began: Double?
  private var bytes = 0

  /// - Parameter time: seconds the whole answer may take; for the first half of them it may think.
  init(time: Double) { patience = time / 2 }

  /// Takes so many bytes at a time of a monotonic clock, in seconds; false when there are too few of them by then.
  mutating func holds(_ count: Int, at time: Double) -> Bool {
    let start = began ?? time
    began = start
    bytes += count
    return time - start < patience || Double(bytes) >= Double(Self.slowest) * (time - start)
  }
}
