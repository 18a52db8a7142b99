/// The words and signs dates and numbers are written with.
public struct Language: Sendable, Hashable {
  /// Monday first.
  public var weekdays: [String]
  public var shortWeekdays: [String]
  public var months: [String]
  public var shortMonths: [String]
  public var today: String
  public var yesterday: String
  public var tomorrow: String
  public var justNow: String
  /// `%` stands for "5 min ago" and the like, or for a time of day.
  public var updated: String
  /// `%` stands for "5 min" and the like.
  public var past: String
  public var future: String
  public var minute: String
  public var hour: String
  public var day: String
  public var dayPlural: String
  /// Directives of `DateFormat`: for dates of this year, and of any other.
  public var dateFormat: String
  public var dateFormatWithYear: String
  public var timeFormat: String
  public var decimalSeparator: String
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
    today: "Today", yesterday: "Yesterday", tomorrow: "Tomorrow", justNow: "just now", updated: "Updated %",
    past: "% ago", future: "in %",
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
