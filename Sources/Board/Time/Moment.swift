/// When, where and in which language a board is evaluated: all that evaluation may know of the world outside.
public struct Moment: Sendable, Hashable {
  /// Seconds since 1970-01-01 00:00 UTC.
  public var time: Double
  /// In which days begin and hours are counted.
  public var zone: Zone
  /// What dates and numbers are written in.
  public var language: Language
  /// Others the board knows, by the names of the time zone database: data may name one of them.
  public var zones: [String: Zone] = [:]

  /// - Parameters:
  ///   - time: seconds since 1970-01-01 00:00 UTC.
  ///   - zone: in which days begin and hours are counted.
  ///   - language: what dates and numbers are written in.
  public init(time: Double, zone: Zone = .utc, language: Language = .english) {
    self.time = time
    self.zone = zone
    self.language = language
  }

  /// The instant a text names as data does (`2026-12-24T18:30`, `18:30` for today), seconds since 1970-01-01 00:00 UTC; nil when it
  /// names none.
  public func instant(_ text: String) -> Double? { DateReading.instant(text, in: self) }

  /// The civil date and time of an instant in this moment's zone.
  func civil(_ time: Double) -> CivilTime { CivilTime(secondsSince1970: time + zone.offset(at: time)) }

  /// The instant at which this moment's zone shows the next whole minute.
  var nextMinute: Double { nextMultiple(of: 60) }

  /// The instant at which this moment's zone shows the next whole second.
  var nextSecond: Double { nextMultiple(of: 1) }

  /// The first instant of tomorrow in this moment's zone.
  var nextMidnight: Double { nextMultiple(of: 86400) }

  private func nextMultiple(of period: Double) -> Double {
    let local = time + zone.offset(at: time)
    let next = zone.instant(local: ((local / period).rounded(.down) + 1) * period)
    // Across a change of offset the local boundary may already be behind us; then the next look is one period away.
    return next > time ? next : time + period
  }
}

/// A time zone as a table of the moments its distance from UTC changes: a value that can be recorded and replayed.
public struct Zone: Sendable, Hashable {
  /// Before the first change, and when there is none; seconds east of UTC.
  private var base: Double
  /// Instants (seconds since 1970 UTC) from which a new offset holds, ascending.
  var changes: [Change]

  struct Change: Sendable, Hashable {
    var time: Double
    var offset: Double
  }

  /// Coordinated Universal Time.
  public static let utc = Zone(secondsFromUTC: 0)

  /// A zone that never changes; seconds east of UTC.
  public init(secondsFromUTC: Int) {
    base = Double(secondsFromUTC)
    changes = []
  }

  /// Finds the changes of a zone by asking it: for the shell, which has `localtime_r`.
  ///
  /// - Parameters:
  ///   - years: seconds since 1970 UTC between which changes are looked for; outside, the nearest known offset holds.
  ///   - offset: seconds east of UTC at an instant; asked about 50 times per year of `years`, a few times more per change.
  public init(between years: ClosedRange<Double>, offset: (Double) -> Int) {
    let week = 7 * 86400.0
    var time = years.lowerBound.rounded(.down)
    var current = offset(time)
    base = Double(current)
    changes = []
    while time < years.upperBound {
      let next = min(time + week, years.upperBound)
      let after = offset(next)
      if after != current {
        var (low, high) = (time, next)
        while high - low > 1 {
          let middle = ((low + high) / 2).rounded(.down)
          if offset(middle) == current { low = middle } else { high = middle }
        }
        changes.append(Change(time: high.rounded(.up), offset: Double(after)))
        current = after
      }
      time = next
    }
  }

  /// Seconds east of UTC at an instant.
  public func offset(at time: Double) -> Double {
    var (low, high) = (0, changes.count)
    while low < high {
      let middle = (low + high) / 2
      if changes[middle].time <= time { low = middle + 1 } else { high = middle }
    }
    // Fits: from 1 to the count of changes.
    return low == 0 ? base : changes[low - 1].offset
  }

  /// The instant at which clocks of this zone show `local` (seconds since 1970, read off the clock).
  ///
  /// A time shown twice means the earlier instant; a time skipped means the instant as if the clock had not yet changed.
  public func instant(local: Double) -> Double {
    // The offset in force a day earlier is the one before a change, if there is one today.
    let before = offset(at: local - 86400 - base)
    let early = local - before
    if offset(at: early) == before { return early }
    let after = offset(at: early)
    let late = local - after
    return offset(at: late) == after ? late : early
  }
}
