public import Board

/// When something happens, by both clocks.
public struct Timestamp: Sendable, Hashable {
  /// Seconds of a clock that only goes forward: what waits are measured by.
  public var uptime: Double
  /// The time of day, which somebody may set: what pages show.
  public var moment: Moment
  /// Seconds the machine has slept since it was started, in which `uptime` stood still.
  public var asleep: Double

  /// For the parameters see the properties.
  public init(uptime: Double, moment: Moment, asleep: Double = 0) {
    self.uptime = uptime
    self.moment = moment
    self.asleep = asleep
  }
}
