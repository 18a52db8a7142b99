/// Cards that are mostly drawn.
extension NodeReader {
  mutating func drawnFigure(_ kind: Card.Kind, _ fields: Fields) -> FigureTemplate? {
    switch kind {
    case .table: table(fields)
    case .clock: clock(fields)
    case .forecast:
      .forecast(
        ForecastTemplate(
          day: fields.text("day"), icon: fields.text("icon"), low: fields.expression("low"),
          high: fields.expression("high"), unit: fields.text("unit"), note: fields.text("note")))
    case .gauge:
      fields.text("value").map {
        .gauge(
          GaugeTemplate(
            value: $0, unit: fields.text("unit"), minimum: fields.expression("min"), maximum: fields.expression("max"),
            marks: marks(fields)))
      }
    case .range: range(fields)
    case .month:
      .month(
        MonthTemplate(
          date: fields.expression("month"), start: fields.expression("start"), end: fields.expression("end")))
    default: nil
    }
  }

  /// Values that mean something, from wrong to well.
  func marks(_ fields: Fields) -> [MarkTemplate] {
    (fields.block("marks")?.entries ?? []).compactMap { entry in
      guard let tone = Card.Tone(rawValue: entry.name), case .expression(let value) = entry.value else { return nil }
      return MarkTemplate(tone: tone, value: value)
    }
  }

  private mutating func table(_ fields: Fields) -> FigureTemplate {
    let columns = fields.named("cells").compactMap { head, value in
      if case .text(let cell) = value { TableTemplate.Column(head: head, cell: cell) } else { nil }
    }
    if columns.count > TableFigure.mostCells {
      report(
        fields.mark(of: "cells"),
        "a table of \(columns.count) columns is read by nobody: \(TableFigure.mostCells) is the most")
    }
    return .table(TableTemplate(columns: columns))
  }

  private mutating func clock(_ fields: Fields) -> FigureTemplate {
    let zone = fields.word("zone")
    if let zone { zones.append(BoardFile.NamedZone(name: zone, mark: fields.mark(of: "zone"))) }
    let date = fields.word("date")
    for directive in DateFormat.unknownDirectives(in: date ?? "") {
      report(
        fields.mark(of: "date"),
        "\"date\": there is no \(directive), and it is shown as it stands; known: \(DateFormat.directives)",
        severity: .warning)
    }
    return .clock(
      ClockTemplate(
        style: fields.choice("kind") ?? .digital, zone: zone, hasSeconds: fields.flag("seconds") ?? false, date: date))
  }

  private func range(_ fields: Fields) -> FigureTemplate? {
    guard let low = fields.expression("low"), let high = fields.expression("high") else { return nil }
    return .range(
      RangeTemplate(
        low: low, high: high, value: fields.expression("value"), minimum: fields.expression("min"),
        maximum: fields.expression("max"), unit: fields.text("unit")))
  }
}
