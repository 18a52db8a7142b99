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

  /// What is set by touching it.
  mutating func control(_ kind: Card.Kind, _ fields: Fields) -> FigureTemplate? {
    guard let style = ControlFigure.Style(rawValue: kind.rawValue) else { return nil }
    let isTyped = style == .keypad || style == .entry
    guard let value = fields.expression("value") ?? (isTyped ? .literal(.null) : nil) else { return nil }
    var control = ControlTemplate(
      style: style, value: value, minimum: fields.expression("min"), maximum: fields.expression("max"),
      step: fields.expression("step"), unit: fields.text("unit"))
    checkScale(fields, least: 0, greatest: 100)
    if let step = control.step?.constant, step <= 0 {
      report(fields.mark(of: "step"), "\"step\" is the way from one value to the next: a number above 0")
    }
    control.options = fields.named("options").compactMap { value, reading in
      if case .text(let label) = reading { ControlTemplate.Option(value: value, label: label) } else { nil }
    }
    control.isUpright = fields.flag("vertical") ?? false
    control.present = fields.expression("now")
    control.length = fields.integer("length")
    control.isHidden = fields.flag("hidden") ?? false
    control.keyboard = fields.word("keyboard")
    if style == .entry, fields["keyboard"] == nil { plainEntries.append(fields.mark) }
    if control.isSecret, fields.text("post")?.expressions.contains(where: { $0.names("value") }) == true {
      report(
        fields.mark(of: "post"),
        "what is typed here is nobody's business, and addresses stand in logs: send it as json: {code: \"{$value}\"}")
    }
    checkValue(style, fields)
    if control.isSecret, fields.flag("retain") == true, let post = fields.text("post"), Push.isBroker(post.knownText) {
      report(fields.mark(of: "retain"), "\"retain\" leaves what is typed here at the broker, for everybody to read")
    }
    // Options that could not be read are told of where they stand.
    if style == .choice, fields["options"] != nil, !(2...ControlFigure.mostOptions ~= control.options.count) {
      report(
        fields.mark(of: "options"),
        "a choice is among 2 to \(ControlFigure.mostOptions) options, not \(control.options.count)")
    }
    return .control(control)
  }

  /// Tells of a scale that ends before it begins.
  ///
  /// - Parameters:
  ///   - least: where the card says nothing of it; nil follows from the data.
  ///   - greatest: the same.
  mutating func checkScale(_ fields: Fields, least: Double? = nil, greatest: Double? = nil) {
    let (minimum, maximum) = (fields.expression("min"), fields.expression("max"))
    guard let low = minimum.map(\.constant) ?? least, let high = maximum.map(\.constant) ?? greatest, low >= high else {
      return
    }
    report(
      fields.mark(of: maximum == nil ? "min" : "max"),
      "\"min\" is \(NumberFormat.plain(low)) and \"max\" is \(NumberFormat.plain(high)): the greatest value must be above the least"
    )
  }

  /// Warns of a field's name that stands for itself: all items say the same then.
  mutating func checkFields(_ kind: Card.Kind, _ fields: Fields) {
    if let heading = fields.text("group")?.constant {
      report(
        fields.mark(of: "group"),
        "\"group\": \"\(Self.short(heading))\" stands over all items; a field of theirs is written {\(name(heading, or: "field"))}",
        severity: .warning)
    }
    guard kind == .number || kind == .gauge, let value = fields.text("value")?.constant,
      !value.contains(where: \.isNumber)
    else { return }
    if fields["each"] != nil {
      report(
        fields.mark(of: "value"),
        "\"value\": each of the cards says \"\(Self.short(value))\"; a field of the item is written {\(name(value, or: "field"))}",
        severity: .warning)
    } else if kind == .gauge {
      report(
        fields.mark(of: "value"),
        "\"value\": \"\(Self.short(value))\" is no number; a value of a source is written {$source.\(name(value, or: "field"))}",
        severity: .warning)
    }
  }

  private func name(_ text: String, or other: String) -> String { isName(text) ? text : other }

  /// Warns where what is set is told to nobody. A switch may have an address that turns it over.
  private mutating func checkValue(_ style: ControlFigure.Style, _ fields: Fields) {
    guard style != .toggle, let url = fields.text("post") else { return }
    var sent =
      url.expressions + (fields.json("json")?.expressions ?? []) + (fields.text("body")?.expressions ?? [])
    for case .text(let header) in (fields.named("headers") + fields.named("form")).map(\.value) {
      sent += header.expressions
    }
    guard !sent.contains(where: { $0.names("value") }) else { return }
    report(
      fields.mark(of: "post"),
      "\"post\": nothing of what is sent is what was set; add json: {value: \"{$value}\"}",
      severity: .warning)
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
    checkDate(date, "date", at: fields.mark(of: "date"))
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

  /// Warns of a pattern in which nothing stands for a part of the date, as other programs write theirs.
  mutating func checkDate(_ pattern: String?, _ key: String, at mark: Mark) {
    guard let pattern, DateFormat.isForeign(pattern) else { return }
    report(
      mark,
      "\"\(key)\": \"\(Self.short(pattern))\" is shown as it stands; a day is written %d, a month %m, a year %Y, an hour %H, a minute %M, as in %d.%m.%Y or %H:%M",
      severity: .warning)
  }

  private func range(_ fields: Fields) -> FigureTemplate? {
    guard let low = fields.expression("low"), let high = fields.expression("high") else { return nil }
    return .range(
      RangeTemplate(
        low: low, high: high, value: fields.expression("value"), minimum: fields.expression("min"),
        maximum: fields.expression("max"), unit: fields.text("unit")))
  }
}

extension Expression {
  /// The number it is, whatever the data says; nil for any other expression.
  fileprivate var constant: Double? {
    switch self {
    case .literal(.number(let number)): number
    case .negated(let operand): operand.constant.map { -$0 }
    default: nil
    }
  }
}
