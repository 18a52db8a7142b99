/// How fresh data is, in words: "Updated just now" for a minute, "Updated 5 min ago" for an hour, then from when it is.
public struct Freshness: Sendable, Hashable {
  /// Such as "Updated 5 min ago".
  public var text: String
  /// When time alone changes the words; seconds since 1970 UTC, nil for never.
  public var nextChange: Double?

  /// - Parameters:
  ///   - time: when the data came; seconds since 1970 UTC.
  ///   - words: where `%` stands for the age: "Updated %".
  public init(of time: Double, at moment: Moment, in words: String) {
    let language = moment.language
    let age = max(moment.time - time, 0)
    if Self.isAhead(time, of: moment.time) {
      text = language.fill(words, Self.stamp(time, at: moment))
      nextChange = time - Self.slack
    } else if age < 60 {
      text = language.fill(words, language.justNow)
      nextChange = time + 60
    } else if age < 3600 {
      text = language.fill(words, language.ago(age))
      nextChange = time + ((age / 60).rounded(.down) + 1) * 60
    } else {
      text = language.fill(words, Self.stamp(time, at: moment))
      nextChange = Self.isToday(time, at: moment) ? moment.nextMidnight : nil
    }
  }

  /// Seconds by which clocks differ without anybody having set them.
  static let slack = 60.0

  /// Whether data is from a time that has not come: one of the two clocks was wrong, and nobody knows how old it is.
  public static func isAhead(_ stamp: Double, of time: Double) -> Bool { stamp > time + slack }

  /// Whether that is the fault of the clock that stamped the data, so that it may be older than anything: this one is no clock that begins
  /// in 1970 for want of a battery, and not the last one that was written down before the power went, either.
  static func isUnknown(_ stamp: Double, at time: Double) -> Bool {
    time >= 1_767_225_600 && stamp > time + 86_400
  }

  /// The time of day, after the date when that is another than today's.
  static func stamp(_ time: Double, at moment: Moment) -> String {
    let format = (isToday(time, at: moment) ? "" : moment.language.shortDateFormat + " ") + moment.language.timeFormat
    return DateFormat.text(format, at: time, in: moment)
  }

  private static func isToday(_ time: Double, at moment: Moment) -> Bool {
    moment.civil(time).dayNumber == moment.civil(moment.time).dayNumber
  }
}
