extension Evaluation {
  /// `time date ago minutes epoch`. Each notes when its answer changes by time alone: for a fixed date as the clock passes, for
  /// `$now` with the finest part that is shown.
  mutating func timeFilter(_ input: Expression, _ filter: Filter, _ arguments: [Expression]) -> Value {
    let isNow = isNow(input)
    let value = isNow ? .date(moment.time) : value(input)
    guard let time = value.asDate(in: moment) else { return .null }
    switch filter {
    case .minutes: return .number(minutes(until: time))
    case .ago: return .text(ago(time))
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
      guard case .text(let format) = self.value(argument), spend(writing: format.utf8.count) else { return .null }
      if isNow { note(step: DateFormat.step(of: format)) }
      return .text(limited(DateFormat.text(format, at: time, in: moment)))
    }
    if filter == .time {
      if isNow { note(step: DateFormat.step(of: moment.language.timeFormat)) }
      return .text(DateFormat.text(moment.language.timeFormat, at: time, in: moment))
    }
    return .text(date(time))
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

  private mutating func ago(_ time: Double) -> String {
    let age = moment.time - time
    let length = age.magnitude
    let unit: Double = length < 3600 ? 60 : length < 86400 ? 3600 : 86400
    let count = (length / unit).rounded(.down)
    if age >= 0 {
      note(time + (count + 1) * unit)
      return length < 60
        ? moment.language.justNow : moment.language.fill(moment.language.past, moment.language.distance(length))
    }
    note(after: time - count * unit)
    return moment.language.fill(moment.language.future, moment.language.distance(length))
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
