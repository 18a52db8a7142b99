import Numbers

/// What the latest frames took, and two percentiles of it.
struct CostWindow: Sendable {
  private static let capacity = 32
  private var costs: [Nanoseconds]
  private var sorted: [Nanoseconds]
  private var next = 0
  private(set) var percentile95: Nanoseconds
  private(set) var percentile75: Nanoseconds

  /// - Parameter prior: assumed of the frames before the first one: the window begins full of it, so that one cheap frame does not make
  ///   the next late.
  init(prior: Nanoseconds) {
    costs = [Nanoseconds](repeating: prior, count: Self.capacity)
    sorted = costs
    percentile95 = prior
    percentile75 = prior
  }

  mutating func add(_ cost: Nanoseconds) {
    costs[next] = cost
    next = (next + 1) % Self.capacity
    for index in costs.indices { sorted[index] = costs[index] }
    sorted.sort()
    percentile95 = sorted[(Self.capacity * 95 + 99) / 100 - 1]
    percentile75 = sorted[Self.capacity * 75 / 100 - 1]
  }

  mutating func walk(_ walk: inout some StateWalk) {
    walk.walk(&next, in: 0...(Self.capacity - 1))
    for index in costs.indices {
      var cost = costs[index]
      walk.walk(time: &cost)
      if walk.isReading { costs[index] = cost }
    }
    guard walk.isReading else { return }
    sorted = costs.sorted()
    percentile95 = sorted[(Self.capacity * 95 + 99) / 100 - 1]
    percentile75 = sorted[Self.capacity * 75 / 100 - 1]
  }
}

/// The refresh period as the flips show it: modes have been seen to lie.
struct PeriodEstimate: Sendable {
  private var candidate: Nanoseconds = 0
  private var agreeing = 0

  /// - Returns: a period that eight flips in a row agree on within 1 %, when it is more than 0.5 % off `nominal`.
  mutating func add(from last: Flip, to flip: Flip, nominal: Nanoseconds) -> Nanoseconds? {
    let blanks = flip.sequence > last.sequence ? Nanoseconds(min(flip.sequence - last.sequence, 1000)) : 0
    guard blanks > 0 else { return nil }
    let measured = (flip.time - last.time) / blanks
    guard measured >= 1_000_000_000 / 240, measured <= 1_000_000_000 else { return nil }
    if abs(measured - candidate) * 100 > candidate {
      candidate = measured
      agreeing = 1
      return nil
    }
    candidate += (measured - candidate) / 8
    agreeing += 1
    guard agreeing >= 8, abs(candidate - nominal) * 200 > nominal else { return nil }
    return candidate
  }

  mutating func walk(_ walk: inout some StateWalk) {
    walk.walk(time: &candidate)
    walk.walk(&agreeing, in: 0...(1 << 40))
  }
}
