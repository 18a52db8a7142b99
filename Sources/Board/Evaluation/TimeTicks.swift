import Numbers

/// Times below a chart, at moments people count in.
enum TimeTicks {
  /// From a first to a last instant: two to seven moments at which a second, an hour, a day, a month or a year begins on the clock of the
  /// place, no two with the same words. A midnight that is passed is told by its day, and a month by its year where that is another, or
  /// where the chart is of more than one.
  static func ticks(from first: Double, to last: Double, at moment: Moment) -> [ChartFigure.Tick] {
    let span = last - first
    guard span >= 2, span < 1e10, first.magnitude < 1e12 else { return [] }
    for step in CalendarStep.all where span / step.seconds < 9 && !(step.isOfDay && span > mostOfHours) {
      let times = step.moments(from: first, to: last, at: moment)
      guard times.count <= most else { continue }
      return ticks(at: times, by: step, from: first, span: span, moment)
    }
    return []
  }

  private static let most = 7
  /// Two days and a half; of more, the days are what is asked for.
  private static let mostOfHours = 216_000.0
  private static let year = 366 * 86_400.0

  private static func ticks(
    at times: [CalendarStep.Mark], by step: CalendarStep, from first: Double, span: Double, _ moment: Moment
  ) -> [ChartFigure.Tick] {
    var ticks: [ChartFigure.Tick] = []
    /// On which days something is told so.
    var days: [String: Int] = [:]
    var before = moment.civil(first).year
    for time in times {
      let civil = moment.civil(time.instant)
      let isNew = civil.year != before
      before = civil.year
      let x = (time.instant - first) / span
      // At the beginning of a day nothing is passed.
      let isDay = step.isOfDay && time.isMidnight && (x > 0 || span > 90_000)
      let pattern = isDay ? "%a" : step.pattern(span: span, isNewYear: isNew, moment.language)
      var label = DateFormat.text(pattern, at: time.instant, in: moment)
      if let day = days[label] {
        // An hour that a clock shows twice; else the same one of another day.
        guard step.isOfDay, day != civil.dayNumber else { continue }
        label = DateFormat.text("%a " + pattern, at: time.instant, in: moment)
      }
      days[label] = civil.dayNumber
      // Of more than a year, each says its own.
      ticks.append(ChartFigure.Tick(x: x, label: label, isMain: isDay || isNew && !step.isOfDay && span <= year))
    }
    return ticks
  }

  /// What is counted by: so many seconds, hours, days or months.
  private enum CalendarStep {
    case seconds(Double)
    case hours(Double)
    case days(Int)
    case months(Int)

    /// A moment, and whether a day begins with it.
    struct Mark {
      var instant: Double
      var isMidnight = false
    }

    /// Each at most three and a half times the one before, so that what has eight of one has two of the next.
    static let all: [CalendarStep] =
      [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800].map { .seconds($0) }
      + [1, 2, 3, 4, 6, 12].map { .hours($0) } + [1, 2, 7, 14].map { .days($0) }
      + [1, 3, 6, 12, 24, 60, 120, 240, 600].map { .months($0) }

    /// About.
    var seconds: Double {
      switch self {
      case .seconds(let count): count
      case .hours(let count): count * 3600
      case .days(let count): Double(count) * 86_400
      case .months(let count): Double(count) * 30.4 * 86_400
      }
    }

    var isOfDay: Bool {
      switch self {
      case .seconds, .hours: true
      case .days, .months: false
      }
    }

    func pattern(span: Double, isNewYear: Bool, _ language: Language) -> String {
      switch self {
      case .seconds(let count): count < 60 ? language.preciseTimeFormat : language.timeFormat
      case .hours: language.timeFormat
      case .days:
        if span < 7 * 86_400 {
          "%a"
        } else {
          isNewYear ? language.shortDateFormatWithYear : language.shortDateFormat
        }
      case .months(let count):
        if count >= 12 { "%Y" } else { isNewYear || span > TimeTicks.year ? language.shortMonthFormat : "%b" }
      }
    }

    /// Those between two instants, in order: one more than are shown, at most.
    func moments(from first: Double, to last: Double, at moment: Moment) -> [Mark] {
      let civil = moment.civil(first)
      switch self {
      case .seconds(let count):
        // A clock is set by half hours and more: what is counted stays on its marks.
        let offset = moment.zone.offset(at: first)
        let start = ((first + offset) / count).rounded(.up)
        return taken(to: last) { index in
          let instant = (start + Double(index)) * count - offset
          let now = moment.civil(instant)
          return Mark(instant: instant, isMidnight: now.hour == 0 && now.minute == 0 && now.second < 1)
        }
      case .hours(let count):
        let start = ((first + moment.zone.offset(at: first)) / 3600 / count).rounded(.down)
        return taken(from: first, to: last) { index in
          let local = (start + Double(index)) * count * 3600
          let instant = moment.zone.instant(local: local)
          let isMidnight = local.truncatingRemainder(dividingBy: 86_400) == 0
          // A clock that is set forward does not show it.
          guard isMidnight || instant + moment.zone.offset(at: instant) == local else { return nil }
          return Mark(instant: instant, isMidnight: isMidnight)
        }
      case .days(let count):
        // Weeks begin with their first day; the first of January 1970 was a Thursday.
        let phase = count % 7 == 0 ? moment.language.firstWeekday - 3 : 0
        let start = civil.dayNumber - CivilTime.modulo(civil.dayNumber - phase, count)
        return taken(from: first, to: last) { index in
          Mark(instant: moment.zone.instant(local: Double(start + index * count) * 86_400))
        }
      case .months(let count):
        let month = civil.year * 12 + civil.month - 1
        let start = month - CivilTime.modulo(month, count)
        return taken(from: first, to: last) { index in
          let month = start + index * count
          let year = (month - CivilTime.modulo(month, 12)) / 12
          let day = CivilTime.days(year: year, month: CivilTime.modulo(month, 12) + 1, day: 1)
          return Mark(instant: moment.zone.instant(local: Double(day) * 86_400))
        }
      }
    }

    private func taken(from first: Double = -.infinity, to last: Double, _ mark: (Int) -> Mark?) -> [Mark] {
      var taken: [Mark] = []
      // Two more stand before the first and where a clock was set.
      for index in 0...TimeTicks.most + 4 {
        guard let next = mark(index) else { continue }
        guard next.instant <= last, taken.count <= TimeTicks.most else { break }
        // Two hours of which one is not shown are one instant.
        if next.instant >= first, next.instant > taken.last?.instant ?? -.infinity { taken.append(next) }
      }
      return taken
    }
  }
}
