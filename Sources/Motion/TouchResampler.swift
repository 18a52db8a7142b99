public import Scene

/// Where a contact is at the moment a frame samples, between or shortly after the times the device reported it.
///
/// Panels report at their own rate: drawn as reported, a steady finger moves by one report in one frame and two in the next.
/// Source of the frame of it: AOSP's `InputConsumer`, which predicts from two reports, none further apart than 20 ms, and steps back when
/// it was wrong. Three reports tell a finger that slows; and what was shown is kept until the finger comes there. Measured by
/// `FrameBenchmark --hands`. Positions in the caller's unit, times in seconds.
public struct TouchResampler: Sendable {
  /// A frame samples this long before its own time, so that mostly a report from each side is known.
  public static let latency = 0.005
  /// Reports closer together than this have no useful direction.
  static let minimumGap = 0.002
  /// Reports further apart than this do not tell where the contact goes.
  static let maximumGap = 0.055
  /// Nothing is predicted further than this, nor further than half the gap of the last two reports.
  static let maximumPrediction = 0.008
  /// Between reports further apart than this a finger changes its speed by more than three of them tell.
  private static let shortGap = 0.020
  /// Share of a finger's speeding up that is taken to go on.
  private static let trust = 0.7
  /// Until this long after a report without another, samples differ: the latency, the prediction, and something to spare.
  private static let settling = 0.020
  /// A contact silent for longer stands where it was reported. Panels leave gaps of up to 120 ms in a movement.
  static let patience = 0.130
  /// How fast what was shown too far comes back, in the caller's unit a second: a pixel a frame.
  static let creep = 60.0

  private struct Sample {
    var position: Point
    var time: Double
  }

  /// Reports, oldest first: those later than the sampled time (5 ms, at 1000 Hz) and three before it.
  private var reports = InlineArray<8, Sample>(repeating: Sample(position: .zero, time: 0))
  private var count = 0
  /// Which way the contact went when it was last reported elsewhere, along x and y: -1, 0 or 1.
  private var heading = Point.zero
  /// Whether it has turned round since the last sample.
  private var hasTurned = (x: false, y: false)
  private var last: Sample?
  /// When the contact last reported another position than before.
  private(set) var movedAt = 0.0

  /// A finger that has not been anywhere.
  public init() {}

  /// Takes a report of the device; one older than its predecessor is dropped.
  public mutating func add(_ position: Point, at time: Double) {
    if count > 0 {
      let newest = reports[count - 1]
      guard time >= newest.time else { return }
      if newest.position != position {
        movedAt = time
        turn(&heading.x, &hasTurned.x, position.x - newest.position.x)
        turn(&heading.y, &hasTurned.y, position.y - newest.position.y)
      }
      if time == newest.time {
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

  /// What was shown before is not on show any more.
  mutating func forgetShown() { last = nil }

  /// How far what is on show is ahead of the last report, the way the contact goes; 0 where it is not.
  var lead: Point {
    guard let last, count > 0 else { return .zero }
    let reported = reports[count - 1].position
    return Point(
      x: max((last.position.x - reported.x) * heading.x, 0) * heading.x,
      y: max((last.position.y - reported.y) * heading.y, 0) * heading.y)
  }

  private func turn(_ heading: inout Double, _ hasTurned: inout Bool, _ step: Double) {
    guard step != 0 else { return }
    let next: Double = step > 0 ? 1 : -1
    if next != heading { hasTurned = true }
    heading = next
  }

  /// When next, after `time` and without further reports, a sample differs from the one before; `time` itself while every one may.
  func nextChange(after time: Double) -> Double? {
    if time <= movedAt + Self.settling { return time }
    guard let last, count > 0, last.position != reports[count - 1].position else { return nil }
    return max(time, movedAt + Self.patience)
  }

  /// The position at `time`, which does not lie before the time sampled last. Asking again gives the same answer.
  ///
  /// Between two reports it interpolates, shortly after the last it extrapolates. What that has shown too far is not taken back: the
  /// sample waits until the contact has come there, or goes back itself, or has been silent for so long that it stands. Then it creeps to
  /// where that is: nobody sees it.
  public mutating func sample(at time: Double) -> Point {
    guard count > 0 else { return .zero }
    var sample = resolve(at: time)
    if let last, time <= movedAt + Self.patience {
      if !hasTurned.x, (sample.x - last.position.x) * heading.x < 0 { sample.x = last.position.x }
      if !hasTurned.y, (sample.y - last.position.y) * heading.y < 0 { sample.y = last.position.y }
    } else if let last {
      let step = Self.creep * (time - max(last.time, movedAt + Self.patience))
      sample.x += max((last.position.x - sample.x) * heading.x - step, 0) * heading.x
      sample.y += max((last.position.y - sample.y) * heading.y - step, 0) * heading.y
    }
    hasTurned = (false, false)
    last = Sample(position: sample, time: time)
    return sample
  }

  private func resolve(at time: Double) -> Point {
    var next = count
    while next > 0, reports[next - 1].time > time { next -= 1 }
    guard next > 0 else { return reports[0].position }
    let current = reports[next - 1]
    if next < count {
      let following = reports[next]
      let gap = following.time - current.time
      guard gap >= Self.minimumGap else { return current.position }
      let share = (time - current.time) / gap
      return Point(
        x: current.position.x + (following.position.x - current.position.x) * share,
        y: current.position.y + (following.position.y - current.position.y) * share)
    }
    guard next > 1, time <= movedAt + Self.patience else { return current.position }
    let gap = current.time - reports[next - 2].time
    guard gap >= Self.minimumGap, gap <= Self.maximumGap else { return current.position }
    let ahead = min(time - current.time, gap / 2, Self.maximumPrediction)
    return Point(
      x: current.position.x + velocity(next - 1, ahead: ahead) { $0.x } * ahead,
      y: current.position.y + velocity(next - 1, ahead: ahead) { $0.y } * ahead)
  }

  /// Along one axis, after a report: as between it and the one before, changing as it did since the one before that.
  private func velocity(_ index: Int, ahead: Double, _ axis: (Point) -> Double) -> Double {
    let (current, previous) = (reports[index], reports[index - 1])
    let gap = current.time - previous.time
    let velocity = (axis(current.position) - axis(previous.position)) / gap
    guard index > 1 else { return velocity }
    let gapBefore = previous.time - reports[index - 2].time
    guard gapBefore >= Self.minimumGap, gapBefore <= Self.maximumGap else { return velocity }
    let before = (axis(previous.position) - axis(reports[index - 2].position)) / gapBefore
    guard velocity * before > 0 else { return velocity }
    let change = (velocity - before) * (gap + ahead) / (gap + gapBefore)
    // A finger that slows between reports far apart slows more than they tell. One that speeds up may stop doing so.
    let next = velocity + change * (change * velocity > 0 ? Self.trust : gap > Self.shortGap ? 2 : 1)
    guard next * velocity > 0 else { return 0 }
    return abs(next) > 1.5 * abs(velocity) ? 1.5 * velocity : next
  }
}
