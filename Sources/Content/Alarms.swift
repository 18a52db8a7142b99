import Board

/// Alarms by name, of which somebody outside keeps the earliest.
struct Alarms: Sendable {
  /// What an alarm is for.
  enum Name: Int, Sendable, Hashable, CaseIterable {
    /// The first page of a board has waited long enough for the disk.
    case initialLoad
    /// What has come in is shown.
    case news
    /// Time alone changes what is on show.
    case change
    /// The night begins or ends.
    case night
    /// A sentence has been shown long enough.
    case sentence
    /// A post has waited, or its result been shown, long enough.
    case post
    /// A control has something to send, or has waited long enough.
    case control
    /// Nobody has moved the voice for long.
    case speech
  }

  /// How often what comes in may be shown.
  var newsAllowance = NewsAllowance()
  private var deadlines: [Name: Double] = [:]

  /// Timers may fire a rounding error early.
  private static let tolerance = 0.001

  /// Seconds of uptime; nil for an alarm that is not set. A time that is no number sets none: it would be neither before nor after the
  /// others, and no time at all differs from it.
  subscript(_ name: Name) -> Double? {
    get { deadlines[name] }
    set { deadlines[name] = newValue.flatMap { $0.isNaN ? nil : $0 } }
  }

  /// Seconds of uptime; nil when none is set.
  var earliest: Double? { deadlines.values.min() }

  /// Takes those whose time has come, in the order of their names.
  mutating func takeDue(at uptime: Double) -> [Name] {
    Name.allCases.filter { name in
      guard let deadline = deadlines[name], deadline <= uptime + Self.tolerance else { return false }
      deadlines[name] = nil
      return true
    }
  }
}
