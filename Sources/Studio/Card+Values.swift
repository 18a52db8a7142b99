import Board
import Numbers

extension Card {
  /// What its keys came to, by the keys of the board file.
  ///
  /// - Parameter written: the keys that the file writes: of several for one thing it is that.
  func values(at written: Set<String>) -> [(key: String, text: String)] {
    func first(_ keys: String...) -> String { keys.first { written.contains($0) } ?? keys.last ?? "" }
    let texts: [(String, String?)] = [
      (first("label", "to", "title"), title), (first("note", "subtitle"), subtitle), ("trail", trail),
      (first("line", "badge"), badge), ("text", text), ("clock", clock), ("alt", alt), ("icon", icon),
      ("tone", tone?.rawValue), (first("logo", "image"), image?.url),
    ]
    return (texts + (figure?.values ?? [])).compactMap { key, text in text.map { (key, $0) } }
  }
}

extension Figure {
  /// What only some kinds of card have, as it is read on the glass, by keys.
  fileprivate var values: [(key: String, text: String?)] {
    switch self {
    case .number(let number):
      [
        ("value", number.value ?? "–"), ("unit", number.unit), ("max", number.share.map(Self.percent)),
        ("spark", number.spark.isEmpty ? nil : Self.count(number.spark.count)),
      ]
    case .departure(let departure):
      [
        ("due", Self.joined([departure.day, departure.due, departure.unit])),
        ("planned", Self.joined([departure.planned, departure.expected.map { "→ \($0)" }, departure.delay])),
        ("platform", departure.platform), ("cancelled", departure.cancelled),
      ]
    case .agenda(let agenda): [("start", agenda.start), ("end", agenda.end)]
    case .chart(let chart): chart.values
    case .table(let table): [("cells", table.cells.map { $0 ?? "–" }.joined(separator: " | "))]
    case .clock(let clock): [("zone", clock.time), ("date", clock.date)]
    case .forecast(let forecast):
      [
        (
          "day",
          forecast.days.map { Self.joined([$0.name, $0.lowLabel, $0.highLabel, $0.note]) ?? "–" }
            .joined(separator: " | ")
        )
      ]
    case .gauge(let gauge):
      [("value", gauge.value ?? "–"), ("unit", gauge.unit), ("min", gauge.lowLabel), ("max", gauge.highLabel)]
    case .range(let range):
      [("low", range.lowLabel), ("high", range.highLabel), ("value", range.value.map(Self.number))]
    case .control(let control): control.values
    case .own(let own):
      own.values.values.sorted { $0.key < $1.key }.map { name, value in
        if case .list(let items) = value { return (name, Self.count(items.count)) }
        return (name, own.values.text(name) ?? (value == .bool(true) ? "true" : value == .bool(false) ? "false" : nil))
      }
    case .now, .head, .button, .month, .field, .keyboard: []
    }
  }

  fileprivate static func joined(_ words: [String?]) -> String? {
    let words = words.compactMap(\.self)
    return words.isEmpty ? nil : words.joined(separator: " ")
  }

  fileprivate static func count(_ values: Int) -> String { values == 1 ? "1 value" : "\(values) values" }

  fileprivate static func percent(_ share: Double) -> String { "\(Int(clamping: (share * 100).rounded())) %" }

  /// As a person writes it.
  fileprivate static func number(_ value: Double) -> String { NamedValues(["": .number(value)]).text("") ?? "–" }
}

extension ChartFigure {
  fileprivate var values: [(key: String, text: String?)] {
    let all = parts.isEmpty ? [self] : parts
    let points = all.flatMap(\.series).map { series in
      let last = series.lastLabel.map { "the last \($0)" }
      return [series.name, ([Figure.count(series.points.count), last].compactMap(\.self)).joined(separator: ", ")]
        .compactMap(\.self).joined(separator: ": ")
    }
    return [
      ("points", points.joined(separator: " | ")), ("min", all.map(\.lowLabel).joined(separator: " | ")),
      ("max", all.map(\.highLabel).joined(separator: " | ")),
      ("marks", marks.isEmpty ? nil : marks.map { "\($0.tone.rawValue): \($0.label)" }.joined(separator: ", ")),
    ]
  }
}

extension ControlFigure {
  fileprivate var values: [(key: String, text: String?)] {
    let shown: String? =
      switch style {
      case .toggle: value.map { $0 == 1 ? "on" : "off" } ?? "–"
      case .choice: options.indices.first { Double($0) == value }.map { options[$0].label } ?? "–"
      case .slider, .stepper: valueLabel
      // What is typed there is nobody's to read.
      case .keypad: nil
      case .entry: isSecret ? nil : valueLabel
      }
    let hasScale = style == .slider || style == .stepper
    return [
      ("value", shown), ("now", dial?.presentLabel), ("min", hasScale ? Figure.number(low) : nil),
      ("max", hasScale ? Figure.number(high) : nil), ("step", hasScale ? Figure.number(step) : nil),
      ("options", options.isEmpty ? nil : options.map(\.label).joined(separator: " | ")),
    ]
  }
}
