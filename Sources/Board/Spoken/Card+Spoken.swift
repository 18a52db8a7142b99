import Numbers

extension Card {
  /// What it is to somebody who does not see it; nil for what only decorates.
  ///
  /// - Parameters:
  ///   - words: for what stands on the glass as a shape only.
  ///   - heads: what stands over the columns of its list, where it is a line of one.
  public func spoken(_ words: SpokenWords, heads: [String] = []) -> SpokenCard? {
    if case .now(let time)? = figure {
      return SpokenCard(card: id, role: .separator, name: "", value: time, notes: [])
    }
    guard isHeard else { return nil }
    var spoken = SpokenCard(card: id, role: role, name: name, notes: [], tone: tone)
    spoken.level = kind == .header ? 1 : kind == .section || id.isHeading ? 2 : nil
    if id.isHeading { spoken.role = .heading }
    spoken.notes = [badge.map { told(badge: $0, words) }, subtitle].compactMap(\.self)
    if let alt, alt != name { spoken.notes.append(alt) }
    if kind == .hero { spoken.notes += [text].compactMap(\.self) }
    spoken.action = action
    tell(figure, &spoken, words, heads)
    spoken.notes += [trail, clock].compactMap(\.self)
    spoken.notes = spoken.notes.filter { !$0.isEmpty && $0 != spoken.name }
    return spoken
  }

  /// Whether it says anything to who does not see it.
  public var isHeard: Bool {
    if case .now? = figure { return true }
    // What stands over columns is said with each cell.
    if case .head? = figure { return false }
    let isHeading = kind == .header || kind == .section || id.isHeading
    if isHeading, name.isEmpty, trail == nil, subtitle == nil, clock == nil { return false }
    return !isDecoration
  }

  private var role: SpokenCard.Role {
    switch kind {
    case .header, .section: .heading
    case .row, .hero, .departure, .agenda: .item
    case .table: .row
    case .text: .text
    case .image, .qr: .image
    case .number, .chart, .forecast, .gauge, .range, .month, .own, .group: .figure
    case .clock: .timer
    case .button: .button
    case .toggle: .checkbox
    case .slider: .slider
    case .stepper: .spinbutton
    case .choice: .radiogroup
    case .keypad, .keyboard: .keypad
    case .entry, .field: .textbox
    }
  }

  /// A picture of which the board says that it tells nothing.
  private var isDecoration: Bool {
    kind == .image && alt?.isEmpty == true && name.isEmpty && tap == nil
      && [subtitle, trail, badge, text].allSatisfy { $0 == nil }
  }

  private var name: String {
    switch kind {
    case .text: [title, text?.withoutMarkup].compactMap(\.self).joined(separator: ": ")
    case .button: [title, text].compactMap(\.self).joined(separator: ": ")
    case .image: title ?? alt ?? ""
    case .qr: title ?? alt ?? text ?? ""
    default: title ?? ""
    }
  }

  private var action: SpokenCard.Action? {
    if kind.isControl { return .sets }
    return switch tap {
    case .detail: .opens
    case .page: .turns
    case .post: .sends
    case .back: .goesBack
    case nil: nil
    }
  }

  /// A number alone could be anything.
  private func told(badge: String, _ words: SpokenWords) -> String {
    guard case .departure? = figure, !badge.isEmpty,
      badge.unicodeScalars.allSatisfy({ $0.properties.numericType != nil })
    else { return badge }
    return "\(words.line) \(badge)"
  }

  /// What only its kind has.
  private func tell(_ figure: Figure?, _ spoken: inout SpokenCard, _ words: SpokenWords, _ heads: [String]) {
    switch figure {
    case .number(let number): spoken.value = Self.measure(number.value, number.unit)
    case .departure(let departure):
      let due = [departure.due, departure.unit].compactMap(\.self).joined(separator: " ")
      spoken.value = departure.cancelled ?? (due.isEmpty ? nil : due)
      spoken.notes += Self.notes(departure, words)
    case .agenda(let agenda):
      // What lasts all day has its dash already: "All day – Wed".
      let isDashed = agenda.end?.hasPrefix("–") ?? false
      spoken.value = [agenda.start, agenda.end].compactMap(\.self).joined(separator: isDashed ? " " : " – ")
      if spoken.value?.isEmpty == true { spoken.value = nil }
      spoken.state = agenda.phase == .running ? words.word(.running) : agenda.phase == .over ? words.word(.over) : nil
    case .chart(let chart):
      spoken.notes += (chart.parts.isEmpty ? [chart] : chart.parts).flatMap { part in
        part.series.compactMap { series in
          series.lastLabel.map { [series.name, $0].compactMap(\.self).joined(separator: " ") }
        } + ["\(part.lowLabel) – \(part.highLabel)"]
      }
      // The lines it is measured by: all parts have the same.
      spoken.notes += chart.marks.map { "\(words.word($0.tone)): \($0.label)" }
    case .button(let state): spoken.state = Self.word(for: state, words)
    case .table(let table):
      let cells = table.cells.enumerated().compactMap { index, cell in
        cell.map { heads.indices.contains(index) && !heads[index].isEmpty ? "\(heads[index]) \($0)" : $0 }
      }
      spoken.value = cells.joined(separator: ", ")
    case .clock(let clock):
      spoken.value = clock.time ?? "–"
      spoken.notes += [clock.date].compactMap(\.self)
    case .forecast(let forecast):
      spoken.notes += forecast.days.map { day in
        [
          day.name, day.icon.flatMap { words.weather(icon: $0) }, day.lowLabel.map { "\(words.word(.low)) \($0)" },
          day.highLabel.map { "\(words.word(.high)) \($0)" }, day.note,
        ]
        .compactMap(\.self).joined(separator: " ")
      }
    case .gauge(let gauge):
      spoken.value = Self.measure(gauge.value, gauge.unit)
      spoken.notes.append("\(gauge.lowLabel) – \(gauge.highLabel)")
    // Both have their unit.
    case .range(let range): spoken.value = "\(range.lowLabel) – \(range.highLabel)"
    case .month(let month):
      // Without the word nobody knows which of the numbers is today.
      spoken.value = month.today.map { "\(words.today): \($0)" }
      // What is marked says so: its number may be today's.
      spoken.notes += month.marks.enumerated().compactMap { day, marks in
        guard !marks.isEmpty else { return nil }
        let tones = Card.Tone.allCases.filter(marks.contains).map { words.word($0) }
        return "\(day + 1) \(tones.joined(separator: " "))"
      }
    case .control(let control): tell(control, &spoken, words)
    case .field(let writing): spoken.value = writing.isHidden ? nil : writing.text
    case .now, .head, .keyboard, .own, nil: break
    }
  }

  /// Times and a place say nothing unless it is said which they are; one time alone is when it leaves.
  private static func notes(_ departure: DepartureFigure, _ words: SpokenWords) -> [String] {
    func named(_ word: SpokenWords.Departure, _ text: String?) -> String? {
      text.map { "\(words.word(word)) \($0)" }
    }
    let isOther = departure.expected != nil
    // Where the data says what it is, it is said already.
    let isNamed = departure.platform?.split { !$0.isLetter }.contains { $0.count > 2 } ?? false
    // An hour away its time stands in place of the minutes, and is said there.
    let isSaid = departure.cancelled == nil && departure.planned == departure.due
    return [
      departure.day, isOther ? named(.planned, departure.planned) : isSaid ? nil : departure.planned,
      named(.expected, departure.expected), named(.delay, departure.delay),
      isNamed ? departure.platform : named(.platform, departure.platform),
    ].compactMap(\.self)
  }

  private func tell(_ control: ControlFigure, _ spoken: inout SpokenCard, _ words: SpokenWords) {
    switch control.style {
    case .toggle: spoken.value = control.value.map { words.word($0 == 1 ? .on : .off) } ?? "–"
    case .choice:
      let chosen = control.options.indices.first { Double($0) == control.value }
      spoken.value = chosen.map { "\(words.word(.chosen)): \(control.options[$0].label)" } ?? "–"
      spoken.notes += control.options.indices.filter { $0 != chosen }.map { control.options[$0].label }
    case .slider, .stepper:
      spoken.value = control.valueLabel
      if let dial = control.dial { spoken.notes.append(dial.presentLabel) }
    // What is typed there is heard by everybody.
    case .keypad: spoken.value = nil
    case .entry: spoken.value = control.isSecret || control.valueLabel.isEmpty ? nil : control.valueLabel
    }
    spoken.state =
      switch control.state {
      case .ready: control.pad?.isLocked == true ? words.word(.locked) : nil
      case .busy: words.word(.busy)
      case .done(let word), .failed(let word): word
      }
  }

  private static func word(for state: ButtonState, _ words: SpokenWords) -> String? {
    switch state {
    case .ready: nil
    case .busy: words.word(.busy)
    case .done(let word), .failed(let word): word
    }
  }

  private static func measure(_ value: String?, _ unit: String?) -> String {
    [value ?? "–", unit].compactMap(\.self).joined(separator: " ")
  }
}

extension Card {
  /// A part of its control, as it is called where it is pressed; nil where the part is all of it.
  package func spoken(part: Int, _ words: SpokenWords, _ sentences: SpokenSentences) -> String? {
    switch figure {
    case .keyboard(let keyboard):
      return keyboard.keys.indices.contains(part) ? keyboard.keys[part].action.spoken(sentences) : nil
    case .control(let control):
      switch control.style {
      case .choice where control.options.indices.contains(part):
        let isChosen = control.value == Double(part)
        let option = control.options[part].label
        return [title, option, isChosen ? words.word(.chosen) : nil].compactMap(\.self).joined(separator: "; ")
      case .stepper where (0..<2).contains(part):
        let value = control.valueLabel.isEmpty ? nil : control.valueLabel
        return [title, part == 0 ? sentences.less : sentences.more, value].compactMap(\.self).joined(separator: "; ")
      case .keypad:
        let keys = control.pad?.keys ?? []
        return keys.indices.contains(part) ? keys[part]?.spoken(sentences) : nil
      case .toggle, .slider, .stepper, .choice, .entry: return nil
      }
    default: return nil
    }
  }
}

extension String {
  /// Of a link's words, and of its address.
  private static let longestLink = 2000

  /// The words of a text card: stars and addresses say nothing to who listens.
  var withoutMarkup: String {
    var text = ""
    var rest = self[...]
    // A last odd pair of stars is one that means itself.
    var stars = rest.count(of: "**") / 2 * 2
    // Fits: each place was found in the text it is a place of.
    while !rest.isEmpty {
      if rest.hasPrefix("**"), stars > 0 {
        rest = rest.dropFirst(2)
        stars -= 1
      } else if rest.hasPrefix("["), let link = rest.prefix(Self.longestLink).firstRange(of: "]("),
        let end = rest[link.upperBound...].prefix(Self.longestLink).firstIndex(of: ")"),
        !rest[..<link.lowerBound].contains(where: \.isNewline),
        !rest[link.upperBound..<end].contains(" ")
      {
        // Stars within its words are looked at in their turn.
        rest = rest[..<link.lowerBound].dropFirst() + rest[rest.index(after: end)...]
      } else if let next = rest.first {
        text.append(next)
        rest = rest.dropFirst()
      }
    }
    return text
  }
}

extension Substring {
  fileprivate func count(of sign: String) -> Int {
    var (count, rest) = (0, self)
    // Fits: where it was found in this text.
    while let range = rest.firstRange(of: sign) {
      count += 1
      rest = rest[range.upperBound...]
    }
    return count
  }
}

extension TypingKey {
  fileprivate func spoken(_ sentences: SpokenSentences) -> String {
    switch self {
    case .letter(let letter): letter == " " ? sentences.space : letter
    case .delete: sentences.delete
    case .done: "OK"
    case .shift: sentences.capitals
    case .layer: sentences.otherKeys
    }
  }
}

extension [Card] {
  /// In the order they are read, for somebody who does not see them.
  public func spoken(_ words: SpokenWords) -> [SpokenCard] {
    var heads: [String] = []
    return compactMap { card in
      if case .head(let words)? = card.figure { heads = words }
      return card.spoken(words, heads: heads)
    }
  }
}
