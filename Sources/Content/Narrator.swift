import Board

/// What the panel's voice says, and to whom: begun by headphones or a key, silent otherwise.
struct Narrator: Sendable {
  /// Somebody listens.
  private(set) var isOn = false
  /// Headphones are plugged in; nil while no plug was ever seen.
  private(set) var hasHeadphones: Bool?
  /// What is before the listener; nil before it was told.
  private(set) var attention: Attention?
  /// The question that is asked, whether or not somebody listens by then.
  var question: PostQuestion?
  /// He was asked whether he is still there.
  var isAsked = false
  /// What stands at the edge, as it was said.
  var notice: String?
  /// What was said last.
  var last: Utterance?
  /// What was on the uppermost page when it was last looked at.
  var known: Known?
  private var loudness = 6
  private var speed = 2

  /// A page as it was heard last.
  struct Known: Sendable, Hashable {
    var page: Int
    var detail: CardID?
    var cards: [CardID: SpokenCard]
  }

  /// Of the loudest; each half as loud again as the one before it, 20 dB in all. How loud the loudest is the sound card decides.
  private static let loudnesses = [0.1, 0.15, 0.21, 0.32, 0.47, 0.68, 1.0]
  private static let speeds = [0.6, 0.8, 1.0, 1.3, 1.7, 2.2, 2.8]

  /// Somebody begins to listen, and hears how it always begins.
  mutating func begin() {
    self = Narrator(headphones: hasHeadphones, question: question)
    isOn = true
  }

  /// Nobody listens: who comes next begins anew.
  mutating func end() { self = Narrator(headphones: hasHeadphones, question: question) }

  init() {}

  private init(headphones: Bool?, question: PostQuestion?) {
    hasHeadphones = headphones
    self.question = question
  }

  mutating func plug(_ areIn: Bool) { hasHeadphones = areIn }

  /// - Returns: what was before it.
  mutating func attend(_ next: Attention) -> Attention? {
    defer { attention = next }
    return attention
  }

  mutating func louder(by steps: Int) { loudness = Self.step(loudness, steps, Self.loudnesses.count) }
  mutating func faster(by steps: Int) { speed = Self.step(speed, steps, Self.speeds.count) }

  private static func step(_ place: Int, _ steps: Int, _ count: Int) -> Int {
    min(max(place + min(max(steps, -count), count), 0), count - 1)
  }

  /// As it is said now.
  func utterance(_ text: String, language: String, isUrgent: Bool) -> Utterance {
    Utterance(
      text, language: language, isUrgent: isUrgent, loudness: Self.loudnesses[loudness], speed: Self.speeds[speed])
  }
}
