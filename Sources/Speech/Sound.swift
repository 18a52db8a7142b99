/// Sound as samples, one after the other.
public struct Sound: Sendable, Hashable {
  /// Samples a second.
  public var rate: Int
  /// One channel; 0 is silence.
  public var samples: [Int16]

  /// For the parameters see the properties.
  public init(rate: Int, samples: [Int16]) { (self.rate, self.samples) = (rate, samples) }

  /// Seconds it takes.
  public var duration: Double { Double(samples.count) / Double(max(rate, 1)) }
}
