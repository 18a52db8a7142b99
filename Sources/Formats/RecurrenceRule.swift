import Board
import Numbers

/// By which days an event repeats: an RRULE, as far as it is followed. Source: RFC 5545 §3.3.10.
///
/// Written out here and not by libical, which looks for the next day of a rule that never holds for as long as it likes: here each day
/// looked at is a step, and steps are counted.
struct RecurrenceRule: Equatable {
  enum Frequency: String {
    case daily = "DAILY"
    case weekly = "WEEKLY"
    case monthly = "MONTHLY"
    case yearly = "YEARLY"
  }

  /// `2TU`, `-1SU`, `MO`
  struct Weekday: Equatable {
    /// The how manieth of its month or year, from the end when negative; 0 is each.
    var ordinal: Int
    /// 0 is Monday.
    var day: Int
  }

  var frequency: Frequency
  var interval = 1
  var count: Int?
  /// As it is written: `20260527`, `20260527T000000Z`.
  var until: String?
  /// 1...12
  var months: [Int] = []
  /// 1...31, or from the end when negative.
  var monthDays: [Int] = []
  var weekdays: [Weekday] = []
  /// Which of a period's days, from 1, or from the end when negative.
  var positions: [Int] = []
  /// 0 is Monday.
  var weekStart = 0

  /// Nil for rules that are not followed: those by something finer than days, or rarer than days, dates and months, and damaged ones.
  init?(_ text: String) {
    var frequency: Frequency?
    var rule = RecurrenceRule(frequency: .daily)
    for part in text.split(separator: ";") {
      let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard sides.count == 2 else { return nil }
      let value = sides[1].uppercased()
      let isRead: Bool
      switch sides[0].uppercased() {
      case "FREQ":
        frequency = Frequency(rawValue: value)
        isRead = frequency != nil
      case "INTERVAL": isRead = Self.number(value, 1...100_000).map { rule.interval = $0 } != nil
      case "COUNT": isRead = Self.number(value, 1...Int(Int32.max)).map { rule.count = $0 } != nil
      case "UNTIL":
        rule.until = value
        isRead = true
      case "BYMONTH": isRead = Self.numbers(value, 1...12).map { rule.months = $0 } != nil
      case "BYMONTHDAY": isRead = Self.numbers(value, -31...31).map { rule.monthDays = $0 } != nil
      case "BYSETPOS": isRead = Self.numbers(value, -366...366).map { rule.positions = $0 } != nil
      case "BYDAY": isRead = Self.weekdays(value).map { rule.weekdays = $0 } != nil
      case "WKST": isRead = Self.weekday(value).map { rule.weekStart = $0.day } != nil
      case let name: isRead = name.hasPrefix("X-")
      }
      guard isRead else { return nil }
    }
    guard let frequency else { return nil }
    self = rule
    self.frequency = frequency
  }

  private init(frequency: Frequency) { self.frequency = frequency }

  private static func number(_ text: String, _ range: ClosedRange<Int>) -> Int? {
    Int(text).flatMap { range.contains($0) ? $0 : nil }
  }

  /// Each once; none of them is 0.
  private static func numbers(_ text: String, _ range: ClosedRange<Int>) -> [Int]? {
    var numbers: Set<Int> = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard let number = number(String(part), range), number != 0 else { return nil }
      numbers.insert(number)
    }
    return numbers.sorted()
  }

  private static func weekdays(_ text: String) -> [Weekday]? {
    var weekdays: [Weekday] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard let weekday = weekday(String(part)) else { return nil }
      if !weekdays.contains(weekday) { weekdays.append(weekday) }
    }
    return weekdays
  }

  private static func weekday(_ text: String) -> Weekday? {
    let names = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]
    guard let day = names.firstIndex(of: String(text.suffix(2))) else { return nil }
    let ordinal = text.dropLast(2)
    if ordinal.isEmpty { return Weekday(ordinal: 0, day: day) }
    return number(String(ordinal), -53...53).flatMap { $0 == 0 ? nil : Weekday(ordinal: $0, day: day) }
  }

  // MARK: Days

  /// The days of the rule that lie in a window, as numbers from 1970-01-01, ascending.
  ///
  /// - Parameters:
  ///   - start: the first day of the event; none lies before it, and a counted rule is counted from it.
  ///   - limit: how many are wanted at most.
  ///   - spend: takes days looked at; false when no more may be.
  /// - Returns: nil when it took more than it may.
  func days(
    from start: Int, in window: ClosedRange<Int>, limit: Int, spend: (Int) -> Bool
  ) -> [Int]? {
    let first = CivilTime(dayNumber: start)
    var left = count ?? .max
    var found: [Int] = []
    var period = count == nil ? skipped(first, to: window.lowerBound) : 0
    while true {
      let (begin, days, looked) = days(ofPeriod: period, first)
      guard spend(1 + looked) else { return nil }
      if begin > window.upperBound { return found }
      for day in chosen(days) where day >= start {
        if day > window.upperBound || left == 0 { return found }
        left -= 1
        if day >= window.lowerBound { found.append(day) }
        if found.count == limit { return found }
      }
      period += 1
    }
  }

  /// Periods that end before a day, or one fewer.
  private func skipped(_ first: CivilTime, to day: Int) -> Int {
    let days = day - first.dayNumber
    guard days > 0 else { return 0 }
    let length =
      switch frequency {
      case .daily: 1
      case .weekly: 7
      case .monthly: 31
      case .yearly: 366
      }
    return max(0, days / (length * interval) - 1)
  }

  private func chosen(_ days: [Int]) -> [Int] {
    guard !positions.isEmpty else { return days }
    let places = positions.map { $0 > 0 ? $0 - 1 : days.count + $0 }
    return Set(places.filter(days.indices.contains)).sorted().map { days[$0] }
  }

  /// The period's first day, the days in it that the rule names, ascending, and how many were looked at.
  private func days(ofPeriod period: Int, _ first: CivilTime) -> (begin: Int, days: [Int], looked: Int) {
    switch frequency {
    case .daily:
      let day = first.dayNumber + period * interval
      return (day, [day].filter { isNamed(day: $0) }, 1)
    case .weekly:
      let begin = first.dayNumber - (first.weekday - weekStart + 7) % 7 + period * 7 * interval
      // Fits: a week after the window it is for at the most.
      let days = (begin..<begin + 7).filter { day in
        weekdays.isEmpty ? CivilTime(dayNumber: day).weekday == first.weekday : true
      }
      return (begin, days.filter { isNamed(day: $0) }, 7)
    case .monthly:
      let month = first.year * 12 + first.month - 1 + period * interval
      let (year, number) = (month / 12, month % 12 + 1)
      let begin = CivilTime.days(year: year, month: number, day: 1)
      return (begin, days(ofMonth: number, year, begin, first), 31)
    case .yearly:
      let year = first.year + period * interval
      let begin = CivilTime.days(year: year, month: 1, day: 1)
      if months.isEmpty, monthDays.isEmpty, !weekdays.isEmpty {
        let length = CivilTime.days(year: year + 1, month: 1, day: 1) - begin
        let days = (0..<max(0, length)).filter { isNamed($0, of: length, CivilTime(dayNumber: begin + $0).weekday) }
        return (begin, days.map { begin + $0 }, length)
      }
      let all = monthDays.isEmpty && weekdays.isEmpty ? [first.month] : Array(1...12)
      let chosen = months.isEmpty ? all : months
      return (
        begin,
        chosen.flatMap { month in
          days(ofMonth: month, year, CivilTime.days(year: year, month: month, day: 1), first)
        }, 31 * chosen.count
      )
    }
  }

  private func days(ofMonth month: Int, _ year: Int, _ begin: Int, _ first: CivilTime) -> [Int] {
    guard months.isEmpty || months.contains(month) else { return [] }
    let length = CivilTime.length(ofMonth: month, year: year)
    if monthDays.isEmpty, weekdays.isEmpty { return first.day <= length ? [begin + first.day - 1] : [] }
    let weekday = CivilTime(dayNumber: begin).weekday
    // Fits: 28 to 31 days of a month.
    return (0..<length).filter { day in
      (monthDays.isEmpty || monthDays.contains(day + 1) || monthDays.contains(day - length))
        && (weekdays.isEmpty || isNamed(day, of: length, (weekday + day) % 7))
    }.map { begin + $0 }
  }

  /// Whether a day, counted from 0 in its month or year, is one of the weekdays with their ordinals.
  private func isNamed(_ day: Int, of length: Int, _ weekday: Int) -> Bool {
    weekdays.contains { named in
      guard named.day == weekday else { return false }
      return named.ordinal == 0 || named.ordinal == day / 7 + 1 || named.ordinal == -((length - 1 - day) / 7 + 1)
    }
  }

  /// Whether weekday, date and month, as far as the rule names them, are the day's.
  private func isNamed(day: Int) -> Bool {
    let civil = CivilTime(dayNumber: day)
    let length = CivilTime.length(ofMonth: civil.month, year: civil.year)
    return (weekdays.isEmpty || weekdays.contains { $0.day == civil.weekday })
      && (months.isEmpty || months.contains(civil.month))
      && (monthDays.isEmpty || frequency == .weekly || monthDays.contains(civil.day)
        || monthDays.contains(civil.day - length - 1))
  }
}
