#if Preview
  /// Maps a browser's clock to the server's monotonic clock.
  ///
  /// A message cannot arrive before it was sent, so the smallest difference between arrival and sending is the closest to the
  /// clocks' offset. The estimate may grow again, by `drift`, because quartz clocks run apart. Source: Cristian's algorithm,
  /// Distributed Computing 3 (1989), with one-way messages only.
  struct ClockOffset {
    /// How far two clocks run apart at most: 100 ppm, twice what common oscillators are specified for.
    private static let drift = 1e-4
    /// An event older than this, in seconds, when it arrives is taken to be this old.
    private static let oldest = 1.0

    private var offset: Double?
    private var lastReceived = 0.0
    private var lastTime = -Double.infinity

    /// Takes a message's times for a measurement, both in seconds: `sent` by the browser's clock, `received` by ours.
    mutating func observe(sent: Double, received: Double) {
      let sample = received - sent
      if let offset {
        self.offset = min(sample, offset + Self.drift * max(0, received - lastReceived))
      } else {
        offset = sample
      }
      lastReceived = received
    }

    /// When an event happened by our clock, in seconds: never later than its arrival, never earlier than the event before.
    mutating func serverTime(of event: Double, received: Double) -> Double {
      let mapped = event + (offset ?? received - event)
      lastTime = max(lastTime, min(max(mapped, received - Self.oldest), received))
      return lastTime
    }
  }
#endif
