/// How often what comes in is worked out into pages: at once while little comes, and ten times a second when much does.
///
/// Nobody reads more, and fifty sources that bring something every second would have the page worked out fifty times.
package struct NewsAllowance: Sendable {
  /// How often in a row.
  private static let burst = 8.0
  /// How often a second in the long run.
  private static let rate = 10.0

  private var credit = burst
  /// Of when the credit is, seconds of uptime.
  private var time = -Double.infinity

  package init() {}

  /// Takes one, if there is any.
  ///
  /// - Parameter uptime: seconds; not before that of the last call.
  /// - Returns: nil when it has been taken, else when there is the next.
  package mutating func take(at uptime: Double) -> Double? {
    credit = min(credit + (uptime - time) * Self.rate, Self.burst)
    time = uptime
    // What the alarm comes early by is no reason to wait once more.
    if credit < 0.98 { return uptime + (1 - credit) / Self.rate }
    credit -= 1
    return nil
  }
}
