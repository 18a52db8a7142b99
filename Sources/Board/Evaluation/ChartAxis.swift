/// Where the points of a chart stand, and what stands below them: numbers and times along it, or words and bars one after the other.
struct ChartAxis {
  /// A point as the data has it.
  struct Reading {
    /// Nil where nobody says; null is no place.
    var x: Value?
    var y: Double?
  }

  /// A place along a chart.
  private struct Place {
    var x: Double
    var isTime = false
  }

  private let moment: Moment
  private let isOfBars: Bool
  /// Some points have words for a place.
  private let hasWords: Bool
  private let hasTimes: Bool
  /// Points stand side by side, whatever the gaps between their places.
  private var isSideBySide: Bool { isOfBars || hasWords }

  /// - Parameter series: of all that is drawn.
  init(_ series: [[Reading]], isOfBars: Bool, at moment: Moment) {
    (self.moment, self.isOfBars) = (moment, isOfBars)
    var (hasWords, hasTimes) = (false, false)
    for case .some(let x) in series.joined().map(\.x) where x != .null {
      guard let place = Self.place(of: x, at: moment) else {
        hasWords = true
        break
      }
      hasTimes = hasTimes || place.isTime
    }
    (self.hasWords, self.hasTimes) = (hasWords, hasTimes && !hasWords)
  }

  private static func place(of value: Value, at moment: Moment) -> Place? {
    let number = value.number(in: moment.language)
    // Seconds since 1970, in this century and the one around it.
    if let number, number < 1e8 || number > 4.2e9 { return Place(x: number) }
    return (value.asDate(in: moment) ?? number).map { Place(x: $0, isTime: true) }
  }

  /// What is drawn of a series, from the first to the last.
  func points(_ readings: [Reading]) -> [ChartTemplate.RawPoint] {
    if isSideBySide {
      return kept(readings).enumerated().map { ChartTemplate.RawPoint(x: Double($0), y: $1.y) }
    }
    let points = readings.enumerated().compactMap { position, reading -> ChartTemplate.RawPoint? in
      let place = reading.x.map { Self.place(of: $0, at: moment)?.x } ?? Double(position)
      return place.flatMap { $0.isFinite ? ChartTemplate.RawPoint(x: $0, y: reading.y) : nil }
    }
    return zip(points, points.dropFirst()).allSatisfy { $0.x <= $1.x } ? points : points.sorted { $0.x < $1.x }
  }

  /// Without those that say where they stand, and do not.
  private func kept(_ readings: [Reading]) -> [Reading] {
    readings.filter { reading in
      guard let x = reading.x else { return true }
      return x != .null && Self.place(of: x, at: moment).map(\.x.isFinite) ?? true
    }
  }

  // MARK: Words below

  /// - Parameters:
  ///   - series: of all that is drawn.
  ///   - first: the first place.
  ///   - last: the last place.
  func ticks(
    _ series: [[Reading]], from first: Double, to last: Double, _ evaluation: inout Evaluation
  ) -> [ChartFigure.Tick] {
    guard isSideBySide else { return hasTimes ? TimeTicks.ticks(from: first, to: last, at: moment) : [] }
    let longest = series.map(kept).max { $0.count < $1.count } ?? []
    let times = hasTimes ? TimeNames(of: longest.compactMap { $0.x.flatMap(time) }, at: moment) : nil
    var before: Double?
    let count = longest.count
    // Fits: steps of one or more, so many that no panel has room for more beside each other.
    return stride(from: 0, to: count, by: max((count + Self.most - 1) / Self.most, 1)).compactMap { index in
      guard let x = longest[index].x else { return nil }
      var name = TimeNames.Name(label: "")
      if let times, let time = time(x) {
        name = times.name(of: time, after: before)
        before = time
      } else {
        name.label = evaluation.text(x) ?? ""
      }
      guard !name.label.isEmpty else { return nil }
      let place =
        isOfBars ? (Double(index) + 0.5) / Double(count) : count > 1 ? Double(index) / Double(count - 1) : 1
      return ChartFigure.Tick(x: place, label: name.label, isMain: name.isMain)
    }
  }

  private static let most = 60

  private func time(_ value: Value) -> Double? { Self.place(of: value, at: moment)?.x }
}

/// How times that stand side by side are told: by the hour, the day, the month or the year, as they are so far from each other; and by
/// what is above that where another one of it begins.
private struct TimeNames {
  struct Name {
    var label: String
    /// With it another day or year begins.
    var isMain = false
  }

  private enum Unit { case hour, weekday, day, month, year }

  private let moment: Moment
  private let unit: Unit
  private let span: Double

  init(of times: [Double], at moment: Moment) {
    let times = times.sorted()
    let gaps = zip(times, times.dropFirst()).map { $1 - $0 }.filter { $0 > 0 }
    let day = 86_400.0
    self.moment = moment
    span = (times.last ?? 0) - (times.first ?? 0)
    unit =
      switch gaps.min() ?? day {
      case ..<(0.8 * day): .hour
      case ..<(27 * day): span < 7 * day ? .weekday : .day
      case ..<(360 * day): .month
      default: .year
      }
  }

  /// - Parameter before: the time that stands before it.
  func name(of time: Double, after before: Double?) -> Name {
    let language = moment.language
    let (now, then) = (moment.civil(time), before.map(moment.civil))
    let isNewDay = then.map { $0.dayNumber != now.dayNumber } ?? false
    let isNewYear = then.map { $0.year != now.year } ?? (span > Self.year)
    let day = span < 7 * 86_400 ? "%a" : language.shortDateFormat
    let pattern =
      switch unit {
      case .hour where isNewDay: now.hour == 0 && now.minute == 0 ? day : day + " " + language.timeFormat
      case .hour: language.timeFormat
      case .weekday: "%a"
      case .day: isNewYear ? language.shortDateFormatWithYear : language.shortDateFormat
      // Short, as it stands among months.
      case .month: isNewYear ? now.month == 1 ? "%Y" : language.shortMonthFormat : "%b"
      case .year: "%Y"
      }
    let isMain =
      switch unit {
      case .hour: isNewDay
      case .day, .month: isNewYear
      case .weekday, .year: false
      }
    return Name(label: DateFormat.text(pattern, at: time, in: moment), isMain: isMain)
  }

  /// Twelve months from the first to the last are thirteen of them.
  private static let year = 360 * 86_400.0
}
