import Numbers

extension Evaluation {
  /// `time date ago minutes epoch offset`. Each notes when its answer changes by time alone: for a fixed date as the clock passes, for
  /// `$now` with the finest part that is shown.
  mutating func timeFilter(_ input: Expression, _ filter: Filter, _ arguments: [Expression]) -> Value {
    let isNow = isNow(input)
    let value = isNow ? .date(moment.time) : value(input)
    noteZone(value)
    if filter == .offset {
      guard let argument = arguments.first, let east = secondsEast(self.value(argument)) else { return .null }
      if isNow { note(moment.nextSecond) }
      var there = moment
      there.zone = Zone(secondsFromUTC: east)
      return value.asDate(in: there).map(Value.date) ?? .null
    }
    if filter == .minutes {
      return value.asDate(nearest: moment.time, in: moment).map { .number(minutes(until: $0)) } ?? .null
    }
    guard let time = value.asDate(in: moment) else { return .null }
    switch filter {
    case .ago: return .text(value.isDay ? ago(dayOf: time) : ago(time))
    case .epoch:
      var offset = 0.0
      if let argument = arguments.first {
        guard let seconds = self.value(argument).number(in: moment.language) else { return .null }
        offset = seconds
      }
      if isNow { note(moment.nextSecond) }
      return .number((time + offset).rounded(.down))
    default: break
    }
    if let argument = arguments.first {
      guard case .text(var format) = self.value(argument), spend(writing: format.utf8.count) else { return .null }
      if filter == .date { format = DateFormat.pattern(format, in: moment.language) }
      if isNow { note(step: DateFormat.step(of: format)) }
      return .text(limited(DateFormat.text(format, at: time, in: moment)))
    }
    if filter == .time {
      if isNow { note(step: DateFormat.step(of: moment.language.timeFormat)) }
      return .text(DateFormat.text(moment.language.timeFormat, at: time, in: moment))
    }
    return .text(date(time))
  }

  /// Services give hours, minutes or seconds, and nobody's clock is so near to UTC that they could be mistaken for each other.
  private func secondsEast(_ value: Value) -> Int? {
    if case .text(let text) = value, text.contains(":") || text.utf8.count == 5 {
      return DateReading.offset(text).map { Int(clamping: $0) }
    }
    guard let number = value.number(in: moment.language), number.magnitude <= 86_400 else { return nil }
    let unit: Double = number.magnitude <= 14 ? 3_600 : number.magnitude <= 14 * 60 ? 60 : 1
    // A day at most, whatever it is counted in.
    return Int(clamping: (number * unit).rounded())
  }

  private mutating func note(step: DateFormat.Step) {
    switch step {
    case .second: note(moment.nextSecond)
    case .minute: note(moment.nextMinute)
    case .day: note(moment.nextMidnight)
    }
  }

  /// Whole minutes, rounded down, so that "in 3 minutes" never promises too much.
  mutating func minutes(until time: Double) -> Double {
    let minutes = ((time - moment.time) / 60).rounded(.down)
    note(after: time - minutes * 60)
    return minutes
  }

  /// What is said of a day by itself is not about its midnight.
  private mutating func ago(dayOf time: Double) -> String {
    note(moment.nextMidnight)
    let days = moment.civil(moment.time).dayNumber - moment.civil(time).dayNumber
    switch days {
    case 0: return moment.language.today
    case 1: return moment.language.yesterday
    case -1: return moment.language.tomorrow
    case 2...: return moment.language.ago(Double(days) * 86_400)
    default: return moment.language.ahead(-Double(days) * 86_400)
    }
  }

  private mutating func ago(_ time: Double) -> String {
    let age = moment.time - time
    let length = age.magnitude
    let unit: Double = length < 3600 ? 60 : length < 86400 ? 3600 : 86400
    let count = (length / unit).rounded(.down)
    if age >= 0 {
      note(time + (count + 1) * unit)
      return length < 60
        ? moment.language.justNow : moment.language.ago(length)
    }
    guard length >= 3600 else {
      note(after: time - count * unit)
      return length < 60 ? moment.language.justNow : moment.language.ahead(length)
    }
    return ahead(length, until: time)
  }

  /// Who waits for something hours ahead wants the minutes, and later the nearest hour, or day: "in 1 h" is not 1 h 52 min.
  private mutating func ahead(_ length: Double, until time: Double) -> String {
    if length < 36_000 {
      let minutes = (length / 60).rounded(.down)
      note(after: time - minutes * 60)
      return moment.language.ahead(hoursAndMinutes: minutes)
    }
    let unit: Double = length < 86_400 - 1_800 ? 3_600 : 86_400
    let count = max((length / unit).rounded(), 1)
    note(after: time - max((count - 0.5) * unit, unit == 86_400 ? 86_400 - 1_800 : 36_000))
    return moment.language.ahead(count * unit)
  }

  /// Today, Yesterday, Tomorrow, or the date; the year only when it is another than this.
  mutating func date(_ time: Double) -> String {
    let today = moment.civil(moment.time)
    let day = moment.civil(time)
    note(moment.nextMidnight)
    switch day.dayNumber - today.dayNumber {
    case 0: return moment.language.today
    case 1: return moment.language.tomorrow
    case -1: return moment.language.yesterday
    default: break
    }
    return DateFormat.text(
      day.year == today.year ? moment.language.dateFormat : moment.language.dateFormatWithYear, at: time, in: moment)
  }
}

extension Value {
  /// A date without a time: `2025-03-04`, `2025-3-4`, `20250304`.
  var isDay: Bool {
    guard case .text(let text) = self else { return false }
    let day = trimmingSpaces(text)
    if day.utf8.count == 8, day.utf8.allSatisfy(DateReading.isDigit) { return true }
    return (8...10).contains(day.utf8.count) && !day.utf8.contains(UInt8(ascii: "T"))
      && day.utf8.contains(UInt8(ascii: "-")) && !day.utf8.contains(UInt8(ascii: ":"))
  }
}
