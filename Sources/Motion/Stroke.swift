/// A key that writes a letter where something is written, and may mean something else everywhere else.
public struct Stroke: Sendable, Hashable {
  /// What it is where nothing is written.
  public enum Meaning: Sendable, Hashable {
    /// A key of the list, or of the voice.
    case key(InputEvent.Key)
    case voice(InputEvent.VoiceKey)
  }

  /// What it writes; `delete` takes the last letter away.
  public var letter: Unicode.Scalar
  /// Nil for a key that does nothing else.
  public var meaning: Meaning?
  /// Whoever steers with keys alone has no other for what it means, as on a number pad: then it does not write.
  public var steers: Bool

  /// Takes the last letter away.
  public static let delete: Unicode.Scalar = "\u{8}"

  /// For the parameters see the properties.
  public init(_ letter: Unicode.Scalar, meaning: Meaning? = nil, steers: Bool = false) {
    (self.letter, self.meaning, self.steers) = (letter, meaning, steers)
  }

  /// Whether a text may have it: no control character is one.
  public var isLetter: Bool {
    switch letter.value {
    case 8: true
    case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029: false
    default: true
    }
  }

  /// Whether it is a digit of a code.
  public var isDigit: Bool { ("0"..."9").contains(letter) }

  /// The same without what it writes, for whoever is not to know: a digit is another one, and so is a letter.
  public var hidden: Stroke {
    if letter == Self.delete || letter == " " { return self }
    return Stroke(isDigit ? "0" : "a", meaning: meaning, steers: steers)
  }

  /// What it is where nothing is written; nil for nothing.
  public func meant(at time: Double) -> InputEvent? {
    switch meaning {
    case .key(let key): .key(key, time: time)
    case .voice(let key): .voice(key, time: time)
    case nil: nil
    }
  }
}
