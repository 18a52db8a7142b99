/// How the velocity at the lift is estimated from the last samples.
public enum VelocityStrategy: Sendable, Hashable, CaseIterable {
  /// Ours: least squares, guarded against the finger's roll-back while lifting and against a result in the wrong direction.
  case guarded
  /// A parabola by least squares. Source: AOSP's `lsq2`, Flutter.
  case leastSquares
  /// A weighted mean of the last three steps. Source: Flutter's imitation of iOS.
  case weighted
  /// The speed a mass at rest would have after the pushes of all steps. Source: AOSP's `impulse`.
  case impulse

  func velocity(of run: SampleRun) -> Double {
    switch self {
    case .guarded: run.guardedVelocity
    case .leastSquares: run.count < 3 ? run.step(0) : run.parabola(from: 0)
    case .weighted: run.step(0) * 0.05 + run.step(1) * 0.35 + run.step(2) * 0.6
    case .impulse: run.impulse
    }
  }
}

extension SampleRun {
  /// What the finger moved within this time decides the direction, or since the report before where that is longer ago.
  private static let directionWindow = 0.050

  fileprivate var guardedVelocity: Double {
    let first = rollsBack ? 1 : 0
    let velocity =
      switch count - first {
      case 0, 1: 0.0
      // A flick of two events is still a flick: Flutter lost those (#11592).
      case 2: step(first)
      // Three points determine a parabola, which then follows their noise.
      case 3: line(from: first)
      default: parabola(from: first)
      }
    return velocity * displacement(from: first) > 0 ? velocity : 0
  }

  /// The newest step goes against the two before it, which agree: the fingertip rolling back as it lifts.
  private var rollsBack: Bool { count >= 4 && step(1) * step(2) > 0 && step(0) * step(1) < 0 }

  private func displacement(from first: Int) -> Double {
    var last = max(min(first + 1, count - 1), first)
    while last + 1 < count, times[first] - times[last + 1] <= Self.directionWindow { last += 1 }
    return values[first] - values[last]
  }

  /// Slope of the least-squares line.
  private func line(from first: Int) -> Double {
    let n = Double(count - first)
    var t = 0.0
    var x = 0.0
    var tt = 0.0
    var tx = 0.0
    for index in first..<count {
      t += times[index]
      x += values[index]
      tt += times[index] * times[index]
      tx += times[index] * values[index]
    }
    let spread = tt - t * t / n
    return spread > 0 ? (tx - t * x / n) / spread : 0
  }

  /// Slope of the least-squares parabola at the newest sample used; the line's where no parabola is determined.
  fileprivate func parabola(from first: Int) -> Double {
    let n = Double(count - first)
    var t = 0.0
    var t2 = 0.0
    var t3 = 0.0
    var t4 = 0.0
    var x = 0.0
    var tx = 0.0
    var t2x = 0.0
    for index in first..<count {
      let time = times[index] - times[first]
      let square = time * time
      t += time
      t2 += square
      t3 += square * time
      t4 += square * square
      x += values[index]
      tx += time * values[index]
      t2x += square * values[index]
    }
    // Normal equations about the means.
    let a = t2 - t * t / n
    let b = t3 - t * t2 / n
    let c = t4 - t2 * t2 / n
    let p = tx - t * x / n
    let q = t2x - t2 * x / n
    let determinant = a * c - b * b
    return determinant > 1e-9 * a * c ? (p * c - q * b) / determinant : line(from: first)
  }

  fileprivate var impulse: Double {
    if count < 3 { return step(0) }
    var work = 0.0
    for index in stride(from: count - 2, through: 0, by: -1) {
      let velocity = step(index)
      let before = Self.speed(ofWork: work)
      work += (velocity - before) * abs(velocity)
      // The first push starts from an unknown speed, not from rest: half of it counts.
      if index == count - 2 { work /= 2 }
    }
    return Self.speed(ofWork: work)
  }

  /// Velocity of a unit mass after this work, with its sign.
  private static func speed(ofWork work: Double) -> Double {
    let speed = (2 * abs(work)).squareRoot()
    return work < 0 ? -speed : speed
  }
}
