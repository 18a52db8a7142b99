import Numbers

/// A date and a time of day as a calendar and a clock show them: Gregorian, without a zone.
package struct CivilTime: Hashable {
  package var year: Int
  /// 1...12
  package var month: Int
  /// 1...31
  package var day: Int
  var hour = 0
  var minute = 0
  /// 0..<60; fractions are kept.
  var second = 0.0

  /// Days since 1970-01-01.
  package var dayNumber: Int { Self.days(year: year, month: month, day: day) }

  /// 0 is Monday, 6 Sunday. 1970-01-01 was a Thursday.
  package var weekday: Int { Self.modulo(dayNumber + 3, 7) }

  /// 1...366
  var dayOfYear: Int { dayNumber - Self.days(year: year, month: 1, day: 1) + 1 }

  /// ISO 8601 week number, 1...53: the week of this date's Thursday.
  var week: Int {
    let thursday = CivilTime(dayNumber: dayNumber - weekday + 3)
    return (thursday.dayOfYear - 1) / 7 + 1
  }

  /// Seconds since 1970-01-01 00:00 on the same clock.
  var secondsSince1970: Double { Double(dayNumber) * 86400 + Double(hour * 3600 + minute * 60) + second }

  init(year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Double = 0) {
    self.year = year
    self.month = month
    self.day = day
    self.hour = hour
    self.minute = minute
    self.second = second
  }

  /// Seconds outside ±10¹³ (the years ±300,000) count as that limit, and what is no number as 0.
  init(secondsSince1970: Double) {
    let seconds = secondsSince1970.isNaN ? 0 : min(max(secondsSince1970, -1e13), 1e13)
    let days = (seconds / 86400).rounded(.down)
    self.init(dayNumber: Int(clamping: days))
    let rest = seconds - days * 86400
    let whole = min(Int(clamping: rest), 86399)
    hour = whole / 3600
    minute = whole % 3600 / 60
    second = Double(whole % 60) + (rest - Double(whole))
  }

  /// The date of a day counted from 1970-01-01.
  ///
  /// Source: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", civil_from_days: years begin in March, in eras of 400.
  package init(dayNumber: Int) {
    let shifted = dayNumber + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    self.init(
      year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month: month,
      day: dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
  }

  /// Days from 1970-01-01 to a date. Source: the same, days_from_civil.
  package static func days(year: Int, month: Int, day: Int) -> Int {
    let year = month <= 2 ? year - 1 : year
    let era = (year >= 0 ? year : year - 399) / 400
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  package static func length(ofMonth month: Int, year: Int) -> Int {
    switch month {
    case 4, 6, 9, 11: 30
    case 2: (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28
    default: 31
    }
  }

  static func modulo(_ a: Int, _ n: Int) -> Int {
    // Fits: divided by the days of a week.
    let rest = a % n
    return rest < 0 ? rest + n : rest
  }
}
