import Numbers

extension FigureTemplate {
  /// What the card shows beside its texts, for the evaluation's item; nil for a chart without points.
  func evaluate(_ evaluation: inout Evaluation) -> Figure? {
    switch self {
    case .number(let number): .number(number.evaluate(&evaluation))
    case .departure(let departure): .departure(departure.evaluate(&evaluation))
    case .agenda(let agenda): agenda.time(&evaluation).map { .agenda($0.figure(evaluation.moment)) }
    case .chart(let chart): chart.evaluate(&evaluation).map(Figure.chart)
    case .button: .button(.ready)
    case .table(let table):
      .table(TableFigure(cells: table.columns.prefix(TableFigure.mostCells).map { evaluation.text($0.cell) }))
    case .clock(let clock): .clock(clock.evaluate(&evaluation))
    case .gauge(let gauge): .gauge(gauge.evaluate(&evaluation))
    case .range(let range): range.evaluate(&evaluation).map(Figure.range)
    case .control(let control): .control(control.evaluate(&evaluation))
    // Of all items at once.
    case .forecast, .month: nil
    case .own(let own): .own(own.evaluate(&evaluation))
    }
  }
}

extension OwnTemplate {
  /// The most of a list of numbers.
  private static let mostNumbers = 10_000

  func evaluate(_ evaluation: inout Evaluation) -> OwnFigure {
    var found = NamedValues()
    let language = evaluation.moment.language
    for (name, part) in values {
      switch part {
      case .text(let template): found.values[name] = evaluation.text(template).map(Value.text)
      case .number(let expression):
        found.values[name] = evaluation.value(expression).number(in: language).map(Value.number)
      case .flag(let expression): found.values[name] = .bool(evaluation.isTrue(expression))
      case .numbers(let expression):
        let value = evaluation.value(expression)
        let items: [Value]
        switch value {
        case .list(let list): items = list
        case _ where value.number(in: language) != nil: items = [value]
        default: continue
        }
        guard evaluation.spend(items.count) else { continue }
        found.values[name] = .list(
          items.prefix(Self.mostNumbers).map { $0.number(in: language).map(Value.number) ?? .null })
      case .word(let word): found.values[name] = .text(word)
      }
    }
    return OwnFigure(kind: kind, values: found)
  }
}

extension NumberTemplate {
  func evaluate(_ evaluation: inout Evaluation) -> NumberFigure {
    var figure = NumberFigure()
    if let value, let text = evaluation.text(value), !Self.isAbsent(text) {
      figure.value = value.rounded(&evaluation) ?? text
    }
    if let unit {
      // Beside a value, "/ 20.000" is written as that is.
      evaluation.groupsThousands = true
      figure.unit = evaluation.text(unit)
      evaluation.groupsThousands = false
    }
    if let maximum {
      let full = evaluation.value(maximum).number(in: evaluation.moment.language) ?? 0
      let number = figure.value == nil ? nil : value?.number(&evaluation)
      // Without a value the bar stays, empty: the card keeps its shape.
      figure.share = full > 0 ? min(max((number ?? 0) / full, 0), 1) : 0
    }
    if let spark, case .list(let values) = evaluation.value(spark), evaluation.spend(values.count) {
      let numbers = values.map { [language = evaluation.moment.language] in $0.number(in: language) }
      if numbers.contains(where: { $0 != nil }) { figure.spark = Thinning.thinned(numbers, to: 120) }
    }
    return figure
  }

  /// Smaller numbers may be years.
  static let firstGrouped = 10_000.0

  /// What home automation writes in place of a number it has not got.
  static func isAbsent(_ text: String) -> Bool {
    guard text.utf8.count <= 11 else { return false }
    switch text.lowercased() {
    case "unavailable", "unknown", "none", "null", "nan", "–", "-": return true
    default: return false
    }
  }
}

extension Template {
  /// The number that is all there is of it, with as many decimals as are read from across a room; nil where the board says how many, where
  /// it is no number, and where it is to be read as it is written: a year, a room, a text of digits.
  fileprivate func rounded(_ evaluation: inout Evaluation) -> String? {
    guard parts.count == 1, case .value(let expression) = parts[0], expression.unformatted == expression,
      case let value = evaluation.value(expression), let number = value.plainNumber, number.magnitude < 1e12
    else { return nil }
    let shown = NumberFormat.legible(number)
    // A number that comes and goes with its decimals looks the same without them.
    let isGrouped = shown.magnitude >= NumberTemplate.firstGrouped
    if number == number.rounded() {
      guard isGrouped, case .number = value else { return nil }
    }
    let language = evaluation.moment.language
    if !isGrouped, shown.magnitude >= 1_000 { return NumberFormat.fixed(shown, digits: 0) }
    return NumberFormat.grouped(shown, digits: nil, language: language)
  }

  /// The first number in the template, before it is given its signs and decimals.
  func number(_ evaluation: inout Evaluation) -> Double? {
    for expression in expressions {
      if let number = evaluation.value(expression.unformatted).number(in: evaluation.moment.language) { return number }
    }
    // A number that stands in the board itself.
    return expressions.isEmpty
      ? evaluation.text(self).flatMap { Value.text($0).number(in: evaluation.moment.language) } : nil
  }
}

extension Evaluation {
  /// When that is; of a time of day alone, the nearest such moment.
  fileprivate mutating func moment(of expression: Expression, nearest time: Double) -> Double? {
    let value = value(expression)
    noteZone(value)
    return value.asDate(nearest: time, in: moment)
  }
}

extension Value {
  /// A number, or a text that is nothing else as computers write it.
  fileprivate var plainNumber: Double? {
    switch self {
    case .number(let number): number.isFinite ? number : nil
    case .text(let text): NumberFormat.number(text)
    default: nil
    }
  }
}

extension Expression {
  /// Without the filters at its end that only write a number.
  fileprivate var unformatted: Expression {
    guard case .filtered(let input, let filter, _) = self else { return self }
    switch filter {
    case .fixed, .number, .percent, .bytes, .money, .duration, .round: return input.unformatted
    default: return self
    }
  }
}

extension DepartureTemplate {
  func evaluate(_ evaluation: inout Evaluation) -> DepartureFigure {
    let moment = evaluation.moment
    let expected = due.flatMap { evaluation.moment(of: $0, nearest: moment.time) }
    // Of times of day alone both are of one night.
    let scheduled = planned.flatMap { evaluation.moment(of: $0, nearest: expected ?? moment.time) }
    var figure = DepartureFigure()
    // Many feeds write a dash where there is none yet.
    figure.platform = platform.flatMap { evaluation.text($0) }
      .flatMap { ["-", "–", "—", "−"].contains(trimmingSpaces($0)) ? nil : $0 }
    figure.platformSaid = figure.platform.map(moment.language.platform)
    figure.color = color.flatMap { evaluation.text($0) }.flatMap { Scalars.color(ofData: $0) }
    figure.planned = scheduled.map { clock($0, moment) }
    if let cancelled, evaluation.isTrue(cancelled) {
      figure.cancelled = moment.language.cancelled
      if figure.planned == nil { figure.planned = expected.map { clock($0, moment) } }
      if let time = scheduled ?? expected { figure.day = day(of: time, &evaluation) }
      return figure
    }
    if let scheduled, let expected {
      // Clocks show whole minutes: 17:50:40 instead of 17:50:00 is no delay anybody sees.
      let delay = ((expected / 60).rounded(.down) - (scheduled / 60).rounded(.down))
      if delay != 0, delay.magnitude < 1440 {
        figure.expected = clock(expected, moment)
        figure.delay = (delay > 0 ? "+" : "−") + String(Int(clamping: delay.magnitude))
        figure.delayTone = delay < 0 ? .info : delay < Self.bad ? .warn : .bad
      }
    }
    if let time = expected ?? scheduled { countDown(to: time, &figure, &evaluation) }
    return figure
  }

  /// From so many minutes a delay is worse than a nuisance. Source: railways count a train as late from about five minutes.
  private static let bad = 5.0

  private func countDown(to time: Double, _ figure: inout DepartureFigure, _ evaluation: inout Evaluation) {
    let moment = evaluation.moment
    if time - moment.time >= 3600 {
      figure.due = clock(time, moment)
      figure.day = day(of: time, &evaluation)
      evaluation.note(after: time - 3600)
      return
    }
    if moment.time - time > Self.late {
      figure.due = clock(time, moment)
      figure.day = day(of: time, &evaluation)
      return
    }
    let minutes = evaluation.minutes(until: time)
    if minutes >= 1 {
      figure.due = NumberFormat.plain(minutes)
      figure.unit = moment.language.minute
    } else {
      figure.due = moment.language.now
      figure.isDue = true
    }
  }

  /// Seconds after which it has left, and when that was is shown: until then whoever runs may see its doors close.
  private static let late = 60.0

  /// A time of day alone is read as the nearest one there is.
  private func day(of time: Double, _ evaluation: inout Evaluation) -> String? {
    let moment = evaluation.moment
    let days = moment.civil(time).dayNumber - moment.civil(moment.time).dayNumber
    if time < moment.time {
      evaluation.note(after: time + Self.near)
      evaluation.note(moment.nextMidnight)
    }
    guard days != 0, (time - moment.time).magnitude > Self.near else { return nil }
    evaluation.note(time - Self.near)
    evaluation.note(moment.nextMidnight)
    return DateFormat.text((1..<7).contains(days) ? "%a" : moment.language.shortDateFormat, at: time, in: moment)
  }

  /// Whoever waits for what leaves within half a day knows which one is meant.
  private static let near = 43_200.0

  private func clock(_ time: Double, _ moment: Moment) -> String {
    DateFormat.text(moment.language.timeFormat, at: time, in: moment)
  }
}
