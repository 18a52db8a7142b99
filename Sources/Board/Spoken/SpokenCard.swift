/// What a card is to somebody who does not see it.
///
/// The same for whoever asks: a description of the page, keys that move over it, a voice. Texts are the board's own; what is added to
/// them is `SpokenWords`, in its language.
public struct SpokenCard: Sendable, Hashable {
  /// What it is; named as ARIA names such things.
  public enum Role: String, Sendable, Hashable, CaseIterable {
    case heading, text, item, row, figure, image, timer, button, checkbox, slider, spinbutton, radiogroup, keypad,
      textbox
    case separator
  }

  /// Which card this is.
  public var card: CardID
  /// What it is.
  public var role: Role
  /// Of a heading: 1 is the page's own, 2 that of a part of it.
  public var level: Int?
  /// What it is called; empty where the board gives it no words.
  public var name: String
  /// What it says of that.
  public var value: String?
  /// What else is written on it, in the order it is read.
  public var notes: [String]
  /// What it means; nil means nothing in particular.
  public var tone: Card.Tone?
  /// What cannot be done with it now, or is being done.
  public var state: String?
  /// What pressing it does.
  public var action: Action?

  /// What pressing does, in a word.
  public enum Action: String, Sendable, Hashable, CaseIterable {
    case opens, turns, sends, goesBack, sets
  }

  /// What it says now, without what it is.
  public func change(_ words: SpokenWords) -> String {
    let tone = tone.map { words.word($0) }
    return [name.isEmpty ? nil : name, value, tone, state].compactMap(\.self).joined(separator: "; ")
  }

  /// All of it in one line, as it is read: the role first, for who listens knows then what is to come.
  public func line(_ words: SpokenWords) -> String {
    let kind = level.map { "\(words.word(role)) \($0)" } ?? words.word(role)
    let text = text(words)
    return text.isEmpty ? kind : "\(kind): \(text)"
  }

  /// The same for who is told its role otherwise.
  public func text(_ words: SpokenWords) -> String {
    var parts: [String] = []
    if !name.isEmpty { parts.append(name) }
    if let value { parts.append(value) }
    parts += notes
    if let tone { parts.append(words.word(tone)) }
    if let state { parts.append(state) }
    if let action { parts.append(words.word(action)) }
    if name.isEmpty, value == nil, notes.isEmpty, role != .separator { parts.insert(words.word(.wordless), at: 0) }
    return parts.joined(separator: "; ")
  }
}
