import Icons
import Numbers

/// Cards that are mostly drawn: clocks, gauges, ranges, and those that stand for all their items.
extension ClockTemplate {
  func evaluate(_ evaluation: inout Evaluation) -> ClockFigure {
    var moment = evaluation.moment
    if let zone {
      guard let there = evaluation.zones[zone] else { return ClockFigure(style: style, time: nil) }
      moment.zone = there
    }
    let civil = moment.civil(moment.time)
    let language = moment.language
    var figure = ClockFigure(
      style: style,
      time: DateFormat.text(
        hasSeconds ? language.preciseTimeFormat : language.timeFormat, at: moment.time, in: moment))
    let minutes = Double(civil.hour * 60 + civil.minute)
    let seconds = civil.second.rounded(.down)
    figure.hour = (minutes / 720).truncatingRemainder(dividingBy: 1)
    figure.minute = Double(civil.minute) / 60
    if hasSeconds { figure.second = seconds / 60 }
    figure.isNight = civil.hour < 6 || civil.hour >= 20
    if let date = date.map({ DateFormat.pattern($0, in: language) }) {
      figure.date = DateFormat.text(date, at: moment.time, in: moment)
      evaluation.note(DateFormat.step(of: date) == .day ? moment.nextMidnight : moment.nextMinute)
    } else if civil.dayNumber != evaluation.moment.civil(moment.time).dayNumber {
      figure.date = language.weekdays[civil.weekday]
    }
    evaluation.note(hasSeconds ? moment.nextSecond : moment.nextMinute)
    return figure
  }
}

extension GaugeTemplate {
  func evaluate(_ evaluation: inout Evaluation) -> GaugeFigure {
    let language = evaluation.moment.language
    var low = minimum.flatMap { evaluation.value($0).number(in: language) } ?? 0
    var high = maximum.flatMap { evaluation.value($0).number(in: language) } ?? 100
    if !(low < high) || !(high - low).isFinite { (low, high) = (low.isFinite ? low : 0, (low.isFinite ? low : 0) + 1) }
    let number = NumberTemplate(value: value).evaluate(&evaluation)
    func share(_ value: Double) -> Double { min(max((value - low) / (high - low), 0), 1) }
    let exact = number.value == nil ? nil : value.number(&evaluation).flatMap { $0.isFinite ? $0 : nil }
    var figure = GaugeFigure(
      value: number.value, unit: unit.flatMap { evaluation.text($0) }, share: exact.map(share),
      lowLabel: NumberFormat.label(low, language: language), highLabel: NumberFormat.label(high, language: language))
    let known = marks.compactMap { mark in
      evaluation.value(mark.value).number(in: language).map { (tone: mark.tone, share: share($0)) }
    }
    figure.zones = Self.zones(known)
    return figure
  }

  /// Each from its value on to the next; where what is worse lies lower, from its value down.
  private static func zones(_ marks: [(tone: Card.Tone, share: Double)]) -> [GaugeFigure.Zone] {
    func gravity(_ tone: Card.Tone) -> Int { Card.Tone.allCases.firstIndex(of: tone) ?? 0 }
    let sorted = marks.sorted { $0.share < $1.share }
    let worst = sorted.enumerated().min { gravity($0.element.tone) < gravity($1.element.tone) }
    let isFalling = sorted.count > 1 && worst?.offset == 0
    // Fits: the one before or after an index, where it is not the first or last.
    return sorted.indices.map { index in
      isFalling
        ? GaugeFigure.Zone(
          start: index == 0 ? 0 : sorted[index - 1].share, end: sorted[index].share, tone: sorted[index].tone)
        : GaugeFigure.Zone(
          start: sorted[index].share, end: index == sorted.count - 1 ? 1 : sorted[index + 1].share,
          tone: sorted[index].tone)
    }
  }
}

extension RangeTemplate {
  /// Nil where both ends are missing.
  func evaluate(_ evaluation: inout Evaluation) -> RangeFigure? {
    let language = evaluation.moment.language
    func number(_ expression: Expression?) -> Double? {
      expression.flatMap { evaluation.value($0).number(in: language) }.flatMap { $0.isFinite ? $0 : nil }
    }
    var (start, end) = (number(low), number(high))
    if let low = start, let high = end, low > high { (start, end) = (high, low) }
    let unit = unit.flatMap { evaluation.text($0) }
    var figure = RangeFigure(low: start, high: end, value: number(value), lowLabel: "", highLabel: "")
    guard let span = figure.span else { return nil }
    figure.unit = unit
    figure.label(digits: nil, in: language)
    let least = number(minimum) ?? span.lowerBound
    figure.scale = ClosedRange(rising: least, max(number(maximum) ?? span.upperBound, least)) ?? figure.scale
    return figure
  }
}

extension RangeFigure {
  /// Puts its ends into words.
  fileprivate mutating func label(digits: Int?, in language: Language) {
    func words(_ value: Double?) -> String {
      value.map { value in
        // What would be another number by then has decimals of its own.
        let digits = digits.flatMap { NumberFormat.keeps(value, digits: $0) ? $0 : nil }
        return NumberFormat.label(value, digits: digits, unit: unit, language: language)
      } ?? "–"
    }
    (lowLabel, highLabel) = (words(low), words(high))
  }
}

extension CardTemplate {
  /// It stands for all its items in one.
  var isOneForAll: Bool { kind == .forecast || kind == .month }

  /// All bars of a list are on one scale.
  static func giveScale(to cards: inout ArraySlice<Card>, in language: Language) {
    var scale: ClosedRange<Double>?
    // Numbers below each other have as many decimals.
    var ends: [Double] = []
    for card in cards {
      guard case .range(let range)? = card.figure else { continue }
      ends += [range.low, range.high].compactMap(\.self)
      let known = scale ?? range.scale
      scale = ClosedRange(
        rising: min(known.lowerBound, range.scale.lowerBound), max(known.upperBound, range.scale.upperBound))
    }
    guard let scale else { return }
    let digits = NumberFormat.decimals(ofAll: ends)
    for index in cards.indices {
      guard case .range(var range)? = cards[index].figure else { continue }
      range.scale = scale
      range.label(digits: digits, in: language)
      cards[index].figure = .range(range)
    }
  }

  func oneForAll(_ place: Int, _ evaluation: inout Evaluation, into cards: inout [Card]) {
    let outer = evaluation.item
    let figure: Figure? =
      switch self.figure {
      case .forecast(let forecast): days(of: forecast, &evaluation).map(Figure.forecast)
      case .month(let month): self.month(month, &evaluation).map(Figure.month)
      default: nil
      }
    evaluation.item = outer
    guard let figure, var card = card(CardID(place: place), &evaluation, figure: figure) else { return }
    if case .month(let month) = self.figure, card.title == nil { card.title = month.title(&evaluation) }
    cards.append(card)
  }

  private func days(of template: ForecastTemplate, _ evaluation: inout Evaluation) -> ForecastFigure? {
    let items = each == nil ? [evaluation.item] : self.items(&evaluation).items
    var days: [ForecastFigure.Day] = []
    forEachShown(items, &evaluation) { _, evaluation in
      guard days.count < Self.mostDays else { return }
      let language = evaluation.moment.language
      let unit = template.unit.flatMap { evaluation.text($0) } ?? "°"
      var day = ForecastFigure.Day()
      day.name = template.day.flatMap { evaluation.text($0) }
      day.icon = template.icon.flatMap { evaluation.text($0) }.flatMap { Icon($0)?.name }
      day.note = template.note.flatMap { evaluation.text($0) }
      day.low = template.low.flatMap { evaluation.value($0).number(in: language) }.flatMap { $0.isFinite ? $0 : nil }
      day.high = template.high.flatMap { evaluation.value($0).number(in: language) }.flatMap { $0.isFinite ? $0 : nil }
      if let low = day.low, let high = day.high, low > high { (day.low, day.high) = (high, low) }
      // Nobody feels a tenth of a degree.
      func label(_ value: Double) -> String {
        NumberFormat.label(value.magnitude < 10_000 ? value.rounded() + 0 : value, unit: unit, language: language)
      }
      day.lowLabel = day.low.map(label)
      day.highLabel = day.high.map(label)
      if day.name != nil || day.icon != nil || day.low != nil || day.high != nil { days.append(day) }
    }
    return days.isEmpty ? nil : ForecastFigure(days: days)
  }

  private static let mostDays = 14

  private func month(_ template: MonthTemplate, _ evaluation: inout Evaluation) -> MonthFigure? {
    let moment = evaluation.moment
    guard let shown = template.shown(&evaluation) else { return nil }
    let first = CivilTime.days(year: shown.year, month: shown.month, day: 1)
    let length = CivilTime.length(ofMonth: shown.month, year: shown.year)
    let today = moment.civil(moment.time).dayNumber - first
    // Fits: 28 to 31 days of a month.
    var marks: [[Card.Tone]] = Array(repeating: [], count: length)
    if let start = template.start, each != nil {
      let items = self.items(&evaluation).items
      forEachShown(items, &evaluation) { _, evaluation in
        guard let begin = evaluation.value(start).asDate(in: moment) else { return }
        var end = template.end.flatMap { evaluation.value($0).asDate(in: moment) } ?? begin
        // What ends at midnight ends on the day before.
        if end > begin { end -= 1 }
        let from = max(moment.civil(begin).dayNumber - first, 0)
        let to = min(moment.civil(max(end, begin)).dayNumber - first, length - 1)
        guard from <= to else { return }
        let tone = self.tone(&evaluation) ?? .accent
        // Fits: days of the month, the first no later than the last.
        for day in from...to where marks[day].count < 3 { marks[day].append(tone) }
      }
    }
    evaluation.note(moment.nextMidnight)
    let language = moment.language
    let start = language.firstWeekday
    let weekday = CivilTime(dayNumber: first).weekday
    var figure = MonthFigure(
      // Fits: a week has seven, in every language.
      weekdays: (0..<7).map { language.shortWeekdays[($0 + start) % 7] },
      weekend: (0..<7).filter { language.weekend.contains(($0 + start) % 7) }, offset: (weekday - start + 7) % 7,
      // Fits: 28 to 31 days of a month.
      days: length, today: (0..<length).contains(today) ? today + 1 : nil, marks: marks)
    figure.isOver = today >= length
    return figure
  }
}

extension MonthTemplate {
  /// The first day of the month; nil when the board names none that is one.
  fileprivate func shown(_ evaluation: inout Evaluation) -> CivilTime? {
    let moment = evaluation.moment
    return time(&evaluation).map { moment.civil($0) }
  }

  private func time(_ evaluation: inout Evaluation) -> Double? {
    guard let date else { return evaluation.moment.time }
    return evaluation.value(date).asDate(in: evaluation.moment)
  }

  fileprivate func title(_ evaluation: inout Evaluation) -> String? {
    guard let time = time(&evaluation) else { return nil }
    var moment = evaluation.moment
    let alone = moment.language.monthNames
    if !alone.isEmpty { moment.language.months = alone }
    return DateFormat.text(moment.language.monthFormat, at: time, in: moment)
  }
}

extension CardTemplate {
  /// The cards of each item, one after the other; each knows which item it belongs to.
  func group(_ place: Int, _ evaluation: inout Evaluation, into cards: inout [Card]) {
    let (outer, tapped) = (evaluation.item, evaluation.tapped)
    defer { (evaluation.item, evaluation.tapped) = (outer, tapped) }
    func append(_ key: String?, _ evaluation: inout Evaluation) {
      let (item, index) = (evaluation.item, evaluation.index)
      let first = cards.count
      for (member, card) in self.cards.enumerated() {
        (evaluation.item, evaluation.tapped, evaluation.index) = (item, key == nil ? tapped : item, index)
        card.evaluate(member, &evaluation, into: &cards)
      }
      // Fits: as many cards as there were before, or more.
      CardID.join(CardID.Group(place: place, key: key), &cards[first...])
      (evaluation.item, evaluation.index) = (item, index)
    }
    guard each != nil else { return append(nil, &evaluation) }
    let (items, keys) = items(&evaluation)
    forEachShown(items, &evaluation) { position, evaluation in append(keys[position], &evaluation) }
  }
}
