/// What somebody who listens to the panel has before him: what is told when it becomes another.
public struct Attention: Sendable, Hashable {
  /// What the keys are on.
  public enum Place: Sendable, Hashable {
    /// A card, or one of the parts of its control.
    case card(CardID, part: Int?)
    /// The header of a detail page, which leads back.
    case back
    /// The symbol behind which somebody chooses what makes the panel easier to use.
    case symbol
  }

  /// Number of the page on show.
  public var page: Int
  /// The card whose detail page lies over it.
  public var detail: CardID?
  /// Nil while the keys are on nothing.
  public var place: Place?
  /// Whether a question lies over everything.
  public var isAsking: Bool
  /// The answer the keys are on: yes or no; nil is on neither.
  public var answer: Bool?

  /// For the parameters see the properties.
  public init(page: Int, detail: CardID? = nil, place: Place? = nil, isAsking: Bool = false, answer: Bool? = nil) {
    (self.page, self.detail, self.place) = (page, detail, place)
    (self.isAsking, self.answer) = (isAsking, answer)
  }
}

/// What the panel's voice is told by who listens.
public enum Listening: Sendable, Hashable {
  /// It begins; where it has begun it reads all that is on the page.
  case help
  /// It ends.
  case mute
  /// What was said last, once more.
  case again
  /// So many steps louder, or softer below 0.
  case louder(Int)
  /// So many steps faster, or slower below 0.
  case faster(Int)
  /// Headphones were plugged in, or pulled.
  case headphones(Bool)
  /// What is before the listener is another.
  case attention(Attention)
}

/// Something the panel's voice says.
public struct Utterance: Sendable, Hashable {
  /// Plain text, a sentence or several.
  public var text: String
  /// Of a language, as a board names it: `en`, `zh-Hans`.
  public var language: String
  /// What is being said ends for it; else it waits its turn.
  public var isUrgent: Bool
  /// Of the loudest, above 0 up to 1.
  public var loudness: Double
  /// Of the voice's own speed: 0.5...3.
  public var speed: Double

  /// For the parameters see the properties.
  public init(_ text: String, language: String, isUrgent: Bool, loudness: Double = 1, speed: Double = 1) {
    (self.text, self.language, self.isUrgent) = (text, language, isUrgent)
    (self.loudness, self.speed) = (loudness, speed)
  }
}

/// When the panel speaks; the words of the board file.
public enum SpeechRule: String, Sendable, Hashable, CaseIterable {
  /// Never.
  case off
  /// While headphones are plugged in; by a key where no plug can be told.
  case headphones
  /// The same, and by a key at any time, for all who are near.
  case loudspeaker
}
