#if Preview
  /// How many messages a viewer may send: as fast as fingers are, with room for a burst after a pause of the network.
  ///
  /// Pages send as often as their screen is drawn, 240 times a second at most; a viewer that sends many times that is no page, and its
  /// connection is closed before it costs the panel a frame.
  struct MessageAllowance: Sendable {
    /// Messages a second that go on for as long as one likes.
    static let rate = 600.0
    /// Messages at once after a silence.
    static let burst = 1200.0

    private let rate: Double
    private let burst: Double
    private var left: Double
    private var time: Double

    /// - Parameters:
    ///   - time: seconds on any clock that only goes forwards.
    ///   - rate: messages a second; without it a viewer's.
    ///   - burst: messages at once; likewise.
    init(at time: Double, rate: Double = Self.rate, burst: Double = Self.burst) {
      (self.time, self.rate, self.burst, left) = (time, rate, burst, burst)
    }

    /// Takes one message; false when there are too many of them.
    mutating func take(at now: Double) -> Bool {
      left = min(left + max(now - time, 0) * rate, burst)
      time = max(now, time)
      guard left >= 1 else { return false }
      left -= 1
      return true
    }
  }
#endif
