import Numbers

/// Something to touch that sets a value: what it shows, and what it may be set to.
public struct ControlFigure: Sendable, Hashable {
  // Many properties: one value for the card, its painter and its hand, whatever kind of control it is.
  /// What it looks like; the words of the board file.
  public enum Style: String, Sendable, Hashable, CaseIterable {
    case toggle, slider, stepper, choice
    /// Digits that nobody is to see.
    case keypad
    /// Words, written on a keyboard that comes when it is tapped.
    case entry
  }

  /// How far what was asked for has come.
  public enum State: Sendable, Hashable {
    case ready
    /// Asked for, and not yet confirmed.
    case busy
    /// Done, where no data shows it; a word for people.
    case done(String)
    /// Not done; a word for people.
    case failed(String)
  }

  /// One of several values.
  public struct Option: Sendable, Hashable {
    /// As the data has it, and as it is sent.
    public var value: String
    /// As people read it.
    public var label: String

    /// For the parameters see the properties.
    public init(value: String, label: String) { (self.value, self.label) = (value, label) }
  }

  /// What it looks like.
  public var style: Style
  /// What is shown: 0 or 1 of a toggle, the place in `options` of a choice, else a number; nil while nobody knows.
  public var value: Double?
  /// The value in words; what was written, of an entry; empty for toggles and choices, which show it by themselves.
  public var valueLabel = ""
  /// The values it may be set to, from the least to the greatest; `high` is the greater.
  public var low = 0.0
  /// The greatest value.
  public var high = 1.0
  /// From one value to the next, above 0.
  public var step = 1.0
  /// Written after the value.
  public var unit: String?
  /// What a choice is among.
  public var options: [Option] = []
  /// How far what was asked for has come.
  public var state = State.ready
  /// A slider whose bar stands upright.
  public var isUpright = false
  /// Of a stepper that is a dial.
  public var dial: Dial?
  /// Of a keypad.
  public var pad: Pad?
  /// Of an entry.
  public var entry: Entry?

  /// What is measured beside what is set.
  public struct Dial: Sendable, Hashable {
    /// In the unit of the value; nil while nobody knows.
    public var present: Double?
    /// The same in words.
    public var presentLabel: String

    /// For the parameters see the properties.
    public init(present: Double?, presentLabel: String) {
      (self.present, self.presentLabel) = (present, presentLabel)
    }
  }

  /// How an entry is written.
  public struct Entry: Sendable, Hashable {
    /// What is written is shown as dots, and in no message.
    public var isHidden = false
    /// The most letters.
    public var most = Writing.mostLetters
    /// Whose keyboard it is written on, by the code of a language.
    public var keyboard = "en"
    /// The data says what was written; without that it is forgotten once it is sent.
    public var followsData = true
  }

  /// Nothing is known of its value yet.
  public init(_ style: Style) { self.style = style }

  /// The most options of a choice: more are no longer hit.
  public static let mostOptions = 6

  /// Where the value lies between the least and the greatest, 0...1; 0 while nobody knows.
  public var share: Double { value.map(share(of:)) ?? 0 }

  /// Where any value lies, 0...1.
  public func share(of value: Double) -> Double { min(max((value - low) / (high - low), 0), 1) }

  /// The value that what a finger did asks for; nil when it asks for nothing.
  public func value(after input: ControlInput) -> Double? {
    switch (style, input) {
    case (.toggle, .press): value == 1 ? 0 : 1
    case (.toggle, .swipe(let towardsEnd)): towardsEnd ? 1 : 0
    case (.choice, .press(let part)): options.indices.contains(part) ? Double(part) : nil
    case (.stepper, .press(let part)): value.map { nearest(beyond($0, part == 0 ? -1 : 1)) }
    case (.slider, .slide(let share, _)): share.isFinite ? nearest(low + (high - low) * min(max(share, 0), 1)) : nil
    default: nil
    }
  }

  /// A step on; from between two steps, the one that lies on this side.
  private func beyond(_ value: Double, _ side: Double) -> Double {
    let steps = (value - low) / step
    let whole = steps.rounded()
    if (steps - whole).magnitude < 1e-6 { return value + side * step }
    return low + steps.rounded(side < 0 ? .down : .up) * step
  }

  /// The value that can be set next to this one.
  private func nearest(_ wanted: Double) -> Double {
    // The greatest may lie off the grid that begins at the least: it can be set all the same.
    guard wanted < high else { return high }
    let steps = ((wanted - low) / step).rounded()
    let value = min(max(low + steps * step, low), high)
    // 0.1 × 3 is shown and sent as 0.3.
    // Fits: no further than the last of them.
    let scale = Self.powers[min(decimals, Self.powers.count - 1)]
    // Finer steps than are shown are steps all the same.
    guard step * scale > 0.99 else { return value }
    let rounded = (value * scale).rounded() / scale
    return rounded.isFinite ? rounded : value
  }

  /// Whether the data says what was asked for; what no data can say is so once it is sent.
  public func confirms(_ wanted: Double, _ sent: Value) -> Bool {
    switch style {
    case .keypad: true
    case .entry: entry?.followsData == false || sent == .text(valueLabel)
    case .toggle, .slider, .stepper, .choice: isSame(value, wanted)
    }
  }

  /// No data says what it was set to.
  public var isForgetful: Bool { style == .keypad || entry?.followsData == false }

  /// What was written is not to be seen.
  public var isSecret: Bool { style == .keypad || entry?.isHidden == true }

  /// Whether two of its values are the same to whoever looks at it.
  public func isSame(_ a: Double?, _ b: Double?) -> Bool {
    guard let a, let b else { return a == b }
    return style == .slider || style == .stepper ? (a - b).magnitude < step / 2 : a == b
  }

  /// A value as it is sent.
  public func sent(_ value: Double) -> Value {
    switch style {
    case .toggle: return .bool(value == 1)
    case .choice:
      let place = Int(clamping: value)
      return options.indices.contains(place) ? .text(options[place].value) : .null
    case .slider, .stepper: return .number(value)
    // They are told what was typed.
    case .keypad, .entry: return .null
    }
  }

  /// Shows what was asked for.
  ///
  /// - Parameter sent: the same as it is sent.
  public mutating func show(_ wanted: Double, _ sent: Value, in language: Language) {
    guard style == .entry else { return show(wanted, in: language) }
    if entry?.isHidden == false, case .text(let text) = sent { valueLabel = text }
  }

  /// Shows a value.
  public mutating func show(_ value: Double?, in language: Language) {
    self.value = value
    guard style == .slider || style == .stepper else { return }
    valueLabel = words(for: value, in: language)
  }

  func words(for value: Double?, in language: Language) -> String {
    // The data's own decimals, where it has finer ones than a finger can set.
    let number = value.map {
      NumberFormat.grouped($0, digits: max(decimals, NumberFormat.decimals(of: $0)), language: language)
    }
    let words = number ?? "–"
    return [words, unit].compactMap(\.self).joined(separator: "\u{a0}")
  }

  /// How many decimals its steps have, at most four.
  private var decimals: Int {
    let steps = [step, low]
    return Self.powers.firstIndex { power in
      steps.allSatisfy { ($0 * power - ($0 * power).rounded()).magnitude < 1e-6 }
    } ?? Self.powers.count - 1
  }

  private static let powers: [Double] = [1, 10, 100, 1_000, 10_000]
}

/// What a finger did to a control, or a key.
public enum ControlInput: Sendable, Hashable {
  /// Pressed one of its parts: of a stepper 0 is less and 1 is more, of a choice it is the option's place, of keys theirs.
  case press(part: Int)
  /// Went across it, to the side on which it is on, or off; only switches mind.
  case swipe(towardsEnd: Bool)
  /// Holds one of its keys; goes on holding it.
  case hold(part: Int)
  /// Moved its thumb to a share of the way, 0...1; `isFinal` when it has lifted there.
  case slide(share: Double, isFinal: Bool)
  /// Wrote on a keypad, or on the keyboard of an entry, as a key of theirs would.
  case type(TypingKey)

  /// Nothing follows it.
  public var isFinal: Bool { if case .slide(_, false) = self { false } else { true } }
}

/// A control, before it is evaluated for an item.
public struct ControlTemplate: Sendable, Hashable {
  /// What it looks like.
  public var style: ControlFigure.Style
  /// What the data says it is set to.
  public var value: Expression
  /// The least value; nil is 0.
  public var minimum: Expression?
  /// The greatest value; nil is 100.
  public var maximum: Expression?
  /// From one value to the next; nil is 1.
  public var step: Expression?
  /// Written after the value.
  public var unit: Template?
  /// A slider whose bar stands upright.
  public var isUpright = false
  /// Of a stepper that is a dial: what is measured.
  public var present: Expression?
  /// What a choice is among.
  public var options: [Option] = []
  /// Of a keypad: with so many digits it is sent by itself. Of an entry: the most letters.
  public var length: Int?
  /// What is written is shown as dots, and in no message.
  public var isHidden = false
  /// Whose keyboard an entry is written on; nil is the board's language's.
  public var keyboard: String?

  /// One of several values.
  public struct Option: Sendable, Hashable {
    /// As the data has it.
    public var value: String
    /// As people read it.
    public var label: Template
  }

  /// What is written is not to be seen.
  var isSecret: Bool { style == .keypad || isHidden }

  /// Everything it evaluates.
  var expressions: [Expression?] {
    [value, minimum, maximum, step, present] + (unit?.expressions ?? []) + options.flatMap(\.label.expressions)
  }

  func evaluate(_ evaluation: inout Evaluation) -> ControlFigure {
    let language = evaluation.moment.language
    var figure = ControlFigure(style)
    let found = evaluation.value(value)
    switch style {
    case .keypad: figure.pad = ControlFigure.Pad(length: length)
    case .entry:
      figure.entry = ControlFigure.Entry(
        isHidden: isHidden, most: length ?? Writing.mostLetters, keyboard: keyboard ?? language.code,
        followsData: !isHidden && value != .literal(.null))
      if !isHidden { figure.valueLabel = evaluation.text(found) ?? "" }
    case .toggle: figure.value = found.isOn.map { $0 ? 1 : 0 }
    case .choice:
      figure.options = options.prefix(ControlFigure.mostOptions).map { option in
        ControlFigure.Option(value: option.value, label: evaluation.text(option.label) ?? option.value)
      }
      let word = evaluation.text(found)
      figure.value = figure.options.firstIndex { $0.value == word }.map { Double($0) }
    case .slider, .stepper:
      func number(_ expression: Expression?, _ standard: Double) -> Double {
        expression.flatMap { evaluation.value($0).number(in: language) }.flatMap { $0.isFinite ? $0 : nil } ?? standard
      }
      (figure.low, figure.high, figure.step) = (number(minimum, 0), number(maximum, 100), number(step, 1))
      if !(figure.high - figure.low > 0) || !(figure.high - figure.low).isFinite {
        (figure.low, figure.high) = (0, 100)
      }
      if figure.step <= 0 { figure.step = 1 }
      figure.step = min(figure.step, figure.high - figure.low)
      figure.unit = unit.flatMap { evaluation.text($0) }
      // What lies outside of what can be set is told as it is.
      figure.show(found.number(in: language).flatMap { $0.isFinite ? $0 : nil }, in: language)
      figure.isUpright = isUpright
      if let present {
        let measured = evaluation.value(present).number(in: language).flatMap { $0.isFinite ? $0 : nil }
        figure.dial = ControlFigure.Dial(
          present: measured, presentLabel: figure.words(for: measured, in: language))
      }
    }
    return figure
  }
}

extension Value {
  /// What switches call themselves; nil for what is neither on nor off.
  fileprivate var isOn: Bool? {
    switch self {
    case .bool(let isOn): return isOn
    case .number(let number): return number != 0
    case .text(let text):
      guard text.utf8.count <= 8 else { return nil }
      switch text.lowercased() {
      case "on", "true", "1", "yes", "open", "active": return true
      case "off", "false", "0", "no", "closed", "inactive": return false
      default: return nil
      }
    default: return nil
    }
  }
}

extension Card.Kind {
  /// It sets a value by being touched.
  public var isControl: Bool {
    switch self {
    case .toggle, .slider, .stepper, .choice, .keypad, .entry, .keyboard: true
    default: false
    }
  }
}
