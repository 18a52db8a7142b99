/// How a control stands, for who sets it without seeing it.
public enum SpokenControl: Sendable, Hashable {
  /// A switch; nil while nobody knows.
  case toggle(isOn: Bool?)
  /// One of several, by its place; nil while nobody knows.
  case choice(chosen: Int?)
  case slider(Slider)

  /// A number between two others.
  public struct Slider: Sendable, Hashable {
    /// The least and the greatest it may be set to.
    public var low, high: Double
    /// From one value to the next, above 0.
    public var step: Double
    /// Nil while nobody knows.
    public var value: Double?
    /// The value as it is written on the panel.
    public var words: String

    /// For the parameters see the properties.
    public init(low: Double, high: Double, step: Double, value: Double?, words: String) {
      (self.low, self.high, self.step) = (low, high, step)
      (self.value, self.words) = (value, words)
    }
  }
}

extension Card {
  /// How its control stands; nil for what is no control, or pressed key by key.
  package var spokenControl: SpokenControl? {
    guard case .control(let control)? = figure else { return nil }
    switch control.style {
    case .toggle: return .toggle(isOn: control.value.map { $0 == 1 })
    case .choice:
      return .choice(chosen: control.options.indices.first { Double($0) == control.value })
    case .slider:
      return .slider(
        SpokenControl.Slider(
          low: control.low, high: control.high, step: control.step, value: control.value, words: control.valueLabel))
    case .stepper, .keypad, .entry: return nil
    }
  }

  /// How many parts of it are pressed by themselves; 0 where all of it is one.
  package var spokenParts: Int {
    switch figure {
    case .keyboard(let keyboard): return keyboard.keys.count
    case .control(let control):
      return switch control.style {
      case .choice: control.options.count
      // Less, and more.
      case .stepper: 2
      case .keypad: control.pad?.keys.count ?? 0
      case .toggle, .slider, .entry: 0
      }
    default: return 0
    }
  }

  /// What an option of a choice is called among the others; nil for any other part.
  package func spokenOption(_ part: Int) -> String? {
    guard case .control(let control)? = figure, control.style == .choice, control.options.indices.contains(part) else {
      return nil
    }
    return control.options[part].label
  }

  /// The word for whether what was asked of its control has been done; nil while that has not ended.
  package var spokenOutcome: String? {
    guard case .control(let control)? = figure else { return nil }
    switch control.state {
    case .done(let word), .failed(let word): return word
    case .ready, .busy: return nil
    }
  }
}

extension SpokenCard {
  /// A picture that is not pressed and says nothing: to who does not see it, it is not there.
  package var isWordlessPicture: Bool {
    role == .image && name.isEmpty && value == nil && notes.isEmpty && state == nil && action == nil
  }

  /// What it is called for who is told otherwise what it is and how it stands.
  ///
  /// - Parameter card: that it was made from.
  package func label(of card: Card, _ words: SpokenWords) -> String {
    guard action == .sets || card.kind == .keyboard else { return text(words) }
    var label = self
    (label.value, label.action) = (nil, nil)
    if case .control(let control)? = card.figure {
      let options = Set(control.options.map(\.label))
      label.notes.removeAll { options.contains($0) }
      // Nothing else says what is written there, or that nobody knows how it stands.
      if [.entry, .stepper].contains(control.style) || control.value == nil { label.value = value }
    }
    guard label.name.isEmpty, label.value == nil, label.notes.isEmpty else { return label.text(words) }
    label.name = words.name(of: card.kind == .keyboard ? nil : role)
    return label.text(words)
  }
}
