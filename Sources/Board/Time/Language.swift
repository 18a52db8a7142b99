/// The words and signs dates and numbers are written with.
public struct Language: Sendable, Hashable {
  /// Monday first.
  public var weekdays: [String]
  /// Monday first, a few letters each.
  public var shortWeekdays: [String]
  /// January first.
  public var months: [String]
  /// January first, a few letters each.
  public var shortMonths: [String]
  /// In place of today's date.
  public var today: String
  /// In place of yesterday's date.
  public var yesterday: String
  /// In place of tomorrow's date.
  public var tomorrow: String
  /// Less than a minute ago.
  public var justNow: String
  /// What leaves within the minute.
  public var now: String
  /// In place of a departure's minutes when it does not run.
  public var cancelled: String
  /// In place of the start of an agenda's entry that lasts all day.
  public var allDay: String
  /// `%` stands for "5 min" and the like.
  public var past: String
  /// `%` stands for "5 min" and the like.
  public var future: String
  /// Short, after a number.
  public var minute: String
  /// Short, after a number.
  public var hour: String
  /// After the number one.
  public var day: String
  /// After any other number.
  public var dayPlural: String
  /// Directives of `DateFormat`: for dates of this year, and of any other.
  public var dateFormat: String
  /// Directives of `DateFormat`, for dates of another year.
  public var dateFormatWithYear: String
  /// Directives of `DateFormat`, for the time of day.
  public var timeFormat: String
  /// Between whole and part.
  public var decimalSeparator: String
  /// Between thousands.
  public var groupSeparator: String
  /// A currency sign stands before the amount; letters such as `CHF` always do, with a space.
  public var isCurrencyFirst: Bool
  /// Between a number and its `%`.
  public var percentSpace: String

  /// The only one carried here; others are made from it.
  public static let english = Language(
    weekdays: ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"],
    shortWeekdays: ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"],
    months: [
      "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
      "December",
    ],
    shortMonths: ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"],
    today: "Today", yesterday: "Yesterday", tomorrow: "Tomorrow", justNow: "just now", now: "now",
    cancelled: "Cancelled", allDay: "All day", past: "% ago", future: "in %",
    minute: "min", hour: "h", day: "day", dayPlural: "days", dateFormat: "%A %-d %B",
    dateFormatWithYear: "%-d %B %Y", timeFormat: "%H:%M", decimalSeparator: ".", groupSeparator: ",",
    isCurrencyFirst: true, percentSpace: "")

  /// `5 min`, `3 h`, `2 days`: a length of time rounded down to its largest unit; under a minute is 0 min.
  func length(_ seconds: Double) -> String {
    let seconds = max(0, min(seconds, 1e12))
    if seconds < 3600 { return "\(Int(seconds / 60)) \(minute)" }
    if seconds < 86400 { return "\(Int(seconds / 3600)) \(hour)" }
    let count = Int(seconds / 86400)
    return "\(count) \(count == 1 ? day : dayPlural)"
  }

  func fill(_ pattern: String, _ text: String) -> String {
    guard let hole = pattern.firstIndex(of: "%") else { return text }
    return pattern[..<hole] + text + pattern[pattern.index(after: hole)...]
  }
}
