import Numbers
public import Refresh

/// The words and signs a panel writes by itself: dates, numbers, how a post or a pull ended.
public struct Language: Sendable, Hashable {
  // Many properties: each is a word or a sentence that every language says its own way.
  /// Monday first.
  public var weekdays: [String]
  /// Monday first, a few letters each.
  public var shortWeekdays: [String]
  /// January first.
  public var months: [String]
  /// January first, a few letters each.
  public var shortMonths: [String]
  /// January first, where they stand alone, as above a calendar; empty where they are the same there.
  public var monthNames: [String] = []
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
  public var second = "s"
  /// Short, after a number.
  public var minute: String
  /// Short, after a number.
  public var hour: String
  /// After the number one.
  public var day: String
  /// After any other number.
  public var dayPlural: String
  /// The same inside `past` and `future`, which take another case in some languages.
  public var daysAway: String
  /// Directives of `DateFormat`, for dates of this year.
  public var dateFormat: String
  /// Directives of `DateFormat`, for dates of another year.
  public var dateFormatWithYear: String
  /// Directives of `DateFormat`, where there is little room; no year.
  public var shortDateFormat: String
  /// The same with its year: the long one with its month in short.
  var shortDateFormatWithYear: String { dateFormatWithYear.replacing("%B", with: "%b") }
  /// Directives of `DateFormat`, for a month of a year.
  public var monthFormat = "%B %Y"
  /// The same with its month in short.
  var shortMonthFormat: String { monthFormat.replacing("%B", with: "%b") }
  /// Directives of `DateFormat`, for the time of day.
  public var timeFormat: String
  /// What `%p` writes from midnight to noon.
  public var beforeNoon: String
  /// What `%p` writes from noon to midnight.
  public var afterNoon: String
  /// Between whole and part.
  public var decimalSeparator: String
  /// Between thousands.
  public var groupSeparator: String
  /// Behind the thousand two digits are a group, as in India: 12,34,567.
  var hasLakhs = false
  /// A currency's sign or letters stand before the amount; else behind it, with a space.
  public var isCurrencyFirst: Bool
  /// Between a currency's sign and the amount behind it; letters such as `CHF` always have a space there.
  public var currencySpace = ""
  /// Between a number and its `%`.
  public var percentSpace: String
  /// As a board names it: which shapes its letters have where scripts share them.
  public var code = "en"
  /// Which day a week begins with; 0 is Monday.
  public var firstWeekday = 0
  /// The days that are no workdays; 0 is Monday.
  public var weekend = [5, 6]
  /// Between a number and what it is counted in.
  public var numberSpace = " "
  /// Which form a number asks for.
  public var plural = PluralTable.english
  /// Days in each form; nil where two forms do, `day` and `dayPlural`.
  public var dayForms: DayForms?
  /// Over the names of lines.
  public var lineHead = "Line"
  /// Over the destinations of departures.
  public var destinationHead = "To"
  /// Over platforms.
  public var platformHead = "Platform"
  /// Over the minutes and times of departures.
  public var dueHead = "Departs"

  /// On a card whose post is on its way.
  public var sending: String
  /// On a card whose post was taken.
  public var done: String
  /// On a card whose post was answered by an error.
  public var failed: String
  /// On a card whose post found no network, and where data has never come for that reason.
  public var offline: String
  /// On a card whose post was not answered in time, and where data has never come for that reason.
  public var noAnswer: String
  /// On a card whose post the board may not send.
  public var notAllowed: String
  /// The answer that sends, where the card has no word for it.
  public var ok: String
  /// The answer that does not.
  public var cancel: String
  /// From when stale data is; `%` stands for "13:40".
  public var asOf: String
  /// In place of cards whose data has never come, or is too old to be shown.
  public var noData: String
  /// Why it has not, when its server answers with errors.
  public var noService: String
  /// Beside the outcomes of a pull.
  public var refresh: OutcomeWords
  /// What controls say of themselves during a pull and a refresh.
  public var pulls = PullWords()

  /// `5 min`, `3 h`, `2 days`, as `past` and `future` take it: a length of time rounded down to its largest unit; under a minute is
  /// 0 min.
  func distance(_ seconds: Double) -> String {
    let seconds = max(0, min(seconds, 1e12))
    if seconds < 3600 { return "\(Int(clamping: seconds / 60))\(numberSpace)\(minute)" }
    if seconds < 86400 { return "\(Int(clamping: seconds / 3600))\(numberSpace)\(hour)" }
    let count = Int(clamping: seconds / 86400)
    return "\(count)\(numberSpace)\(count == 1 ? day : daysAway)"
  }

  /// "5 min ago", "2 days ago".
  func ago(_ seconds: Double) -> String { away(seconds, past, \.past) }

  /// "in 5 min", "in 2 days".
  func ahead(_ seconds: Double) -> String { away(seconds, future, \.future) }

  /// "in 1 h 52 min", "in 2 h".
  func ahead(hoursAndMinutes minutes: Double) -> String {
    let (hours, rest) = (Int(clamping: minutes / 60), Int(clamping: minutes.truncatingRemainder(dividingBy: 60)))
    let whole = "\(hours)\(numberSpace)\(hour)"
    return fill(future, rest == 0 ? whole : "\(whole) \(rest)\(numberSpace)\(minute)")
  }

  private func away(_ seconds: Double, _ pattern: String, _ forms: KeyPath<DayForms, [String]>) -> String {
    guard let dayForms, seconds >= 86400 else { return fill(pattern, distance(seconds)) }
    return counted(Int(clamping: min(seconds, 1e12) / 86400), dayForms[keyPath: forms])
  }

  /// "1 day", "3 days".
  func days(_ count: Int) -> String {
    if let dayForms { return counted(count, dayForms.lasting) }
    return "\(count)\(numberSpace)\(count == 1 ? day : dayPlural)"
  }

  /// Some forms hold the number already: "two days" is one word in Arabic.
  private func counted(_ count: Int, _ forms: [String]) -> String {
    let form = plural.form(of: count)
    guard forms.indices.contains(form) else { return String(count) }
    return forms[form].contains("%") ? fill(forms[form], String(count)) : forms[form]
  }

  /// The time of day to the second, in the language's own order.
  var preciseTimeFormat: String {
    guard let minute = timeFormat.firstRange(of: "%M") else { return "%H:%M:%S" }
    // Fits: where it was found in this text.
    return "\(timeFormat[..<minute.upperBound]):%S\(timeFormat[minute.upperBound...])"
  }

  /// Thousands stand apart by a space of some width, and people type a plain one.
  var dividesBySpace: Bool { groupSeparator.unicodeScalars.first?.properties.isWhitespace ?? false }

  /// Puts a text in place of a pattern's `%`.
  public func fill(_ pattern: String, _ text: String) -> String {
    guard let hole = pattern.firstIndex(of: "%") else { return text }
    return "\(pattern[..<hole])\(text)\(pattern[pattern.index(after: hole)...])"
  }
}
