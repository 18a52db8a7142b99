public import Board

/// When something happens, by both clocks.
public struct Timestamp: Sendable, Hashable {
  /// Seconds of a clock that only goes forward: what waits are measured by.
  public var uptime: Double
  /// The time of day, which somebody may set: what pages show.
  public var moment: Moment

  /// - Parameters:
  ///   - uptime: seconds of a clock that only goes forward.
  ///   - moment: the time of day.
  public init(uptime: Double, moment: Moment) {
    self.uptime = uptime
    self.moment = moment
  }
}
