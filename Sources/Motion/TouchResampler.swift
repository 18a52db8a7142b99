public import Scene

/// Where a contact is at the moment a frame samples, between or shortly after the times the device reported it.
///
/// Panels report at their own rate: drawn as reported, a steady finger moves by one report in one frame and two in the next.
/// Source of the rules and constants: AOSP's `InputConsumer`. Positions in the caller's unit, times in seconds.
public struct TouchResampler: Sendable {
  /// A frame samples this long before its own time, so that mostly a report from each side is known.
  public static let latency = 0.005
  /// Reports closer together than this have no useful direction.
  static let minimumGap = 0.002
  /// Reports further apart than this do not tell where the contact goes; a contact silent for longer has stopped.
  static let maximumGap = 0.020
  /// Nothing is predicted further than this, nor further than half the gap of the last two reports.
  static let maximumPrediction = 0.008

  private struct Sample {
    var position: Point
    var time: Double
  }

  /// Reports, oldest first: those later than the sampled time (5 ms, at 1000 Hz) and two before it.
  private var reports = InlineArray<8, Sample>(repeating: Sample(position: .zero, time: 0))
  private var count = 0
  private var last: Sample?
  /// When the contact last reported another position than before.
  private(set) var movedAt = 0.0

  /// A finger that has not been anywhere.
  public init() {}

  /// Takes a report of the device; one older than its predecessor is dropped.
  public mutating func add(_ position: Point, at time: Double) {
    if count > 0 {
      guard time >= reports[count - 1].time else { return }
      if reports[count - 1].position != position { movedAt = time }
      if time == reports[count - 1].time {
        count -= 1
      } else if count == reports.count {
        for index in 1..<count { reports[index - 1] = reports[index] }
        count -= 1
      }
    } else {
      movedAt = time
    }
    reports[count] = Sample(position: position, time: time)
    count += 1
  }

  /// From when on, without further reports, samples stay the same.
  var settlesAt: Double { movedAt + Self.maximumGap }

  /// The position at `time`, which does not lie before the time sampled last. Asking again gives the same answer.
  ///
  /// Between two reports it interpolates, shortly after the last it extrapolates. A contact that reports no movement keeps its last
  /// sampled position for 20 ms and is then where it says: AOSP keeps it until it moves, and steps when it lifts.
  public mutating func sample(at time: Double) -> Point {
    guard count > 0 else { return .zero }
    let sample = resolve(at: time)
    last = sample
    return sample.position
  }

  private func resolve(at time: Double) -> Sample {
    var next = count
    while next > 0, reports[next - 1].time > time { next -= 1 }
    guard next > 0 else { return reports[0] }
    let current = reports[next - 1]
    if next < count {
      let following = reports[next]
      if following.position == current.position, let kept = kept(at: time) { return kept }
      guard following.time - current.time >= Self.minimumGap else { return notBefore(current) }
      return Self.between(current, following, at: time)
    }
    guard time - current.time <= Self.maximumGap else { return current }
    guard count > 1 else { return notBefore(current) }
    let previous = reports[count - 2]
    if previous.position == current.position { return kept(at: time) ?? current }
    let gap = current.time - previous.time
    guard time > current.time, gap >= Self.minimumGap, gap <= Self.maximumGap else { return notBefore(current) }
    return Self.between(previous, current, at: min(time, current.time + min(gap / 2, Self.maximumPrediction)))
  }

  /// The last sample, while the contact may still be in the movement it predicted.
  private func kept(at time: Double) -> Sample? { time - movedAt <= Self.maximumGap ? last : nil }

  /// A report, or the last sample where that shows a later time already.
  private func notBefore(_ report: Sample) -> Sample {
    if let last, last.time > report.time { last } else { report }
  }

  /// On the straight line through two reports, between or beyond them.
  private static func between(_ a: Sample, _ b: Sample, at time: Double) -> Sample {
    let share = (time - a.time) / (b.time - a.time)
    return Sample(
      position: Point(
        x: a.position.x + (b.position.x - a.position.x) * share,
        y: a.position.y + (b.position.y - a.position.y) * share),
      time: time)
  }
}
