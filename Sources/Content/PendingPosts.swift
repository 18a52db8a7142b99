import Board

/// What taps have sent, and how far each has come: nothing is sent twice, and the card says how it went.
public struct PendingPosts: Sendable {
  /// Names a post that is under way.
  public typealias Number = Int

  /// A card that sends.
  struct Place: Sendable, Hashable {
    var page: Int
    /// The card whose detail page it stands on; nil for one on the page itself.
    var detail: CardID?
    var card: CardID
  }

  enum State: Sendable, Hashable {
    /// The question is on the panel.
    case asked(TapRequest)
    /// On its way, as it may be shown in a message; until then, seconds of uptime.
    case busy(Number, shown: String, until: Double)
    /// In a word; shown until then, seconds of uptime.
    case done(String, until: Double)
    /// The same, and what there is to say besides: the server's own words.
    case failed(String, said: String?, until: Double)
  }

  private var states: [Place: State] = [:]
  private var lastNumber = 0

  /// Seconds until an answer counts as none.
  static let patience = 10.0
  /// Seconds a result is shown.
  static let shown = 4.0
  /// The same for a sentence of the server's.
  static let shownWhole = 8.0

  subscript(_ place: Place) -> State? {
    get { states[place] }
    set { states[place] = newValue }
  }

  /// The card whose question is on the panel: one at a time.
  var asked: (place: Place, request: TapRequest)? {
    for (place, state) in states { if case .asked(let request) = state { return (place, request) } }
    return nil
  }

  /// When the next one has waited, or been shown, long enough; seconds of uptime.
  var nextEnd: Double? { states.values.compactMap(\.end).min() }

  /// Notes that something is on its way from a card.
  mutating func begin(at place: Place, shown: String, uptime: Double) -> Number {
    let number = nextNumber()
    states[place] = .busy(number, shown: shown, until: uptime + Self.patience)
    return number
  }

  /// A number nothing else that is sent has.
  mutating func nextNumber() -> Number {
    lastNumber += 1
    return lastNumber
  }

  /// The card a post that is under way came from.
  func place(of number: Number) -> Place? {
    states.first { if case .busy(number, _, _) = $0.value { true } else { false } }?.key
  }

  /// Takes away results that have been shown long enough.
  mutating func clear(at uptime: Double) {
    states = states.filter { !$0.value.isResult || $0.value.end ?? uptime > uptime }
  }

  /// Those whose answer has not come in time, the first first.
  func late(at uptime: Double) -> [(place: Place, number: Number, shown: String)] {
    states.compactMap { place, state in
      if case .busy(let number, let shown, let end) = state, end <= uptime { (place, number, shown) } else { nil }
    }.sorted { $0.number < $1.number }
  }

  /// The word for how a post has ended, as long as it stands on the card.
  func result(at place: Place) -> String? {
    switch states[place] {
    case .done(let word, _): word
    case .failed(let word, let said, _): said ?? word
    case .asked, .busy, nil: nil
    }
  }

  /// Writes on cards how far their posts have come: on the card itself, so that nothing beside it moves. Each state has its own words
  /// and its own sign, besides its colour.
  func mark(_ cards: inout [Card], page: Int, detail: CardID?, in language: Language) {
    guard !states.isEmpty else { return }
    for index in cards.indices where cards[index].tap == .post {
      guard let state = states[Place(page: page, detail: detail, card: cards[index].id)] else { continue }
      switch state {
      case .asked: break
      case .busy: mark(&cards[index], .busy, language.sending, nil)
      case .done(let word, _): mark(&cards[index], .done(word), word, .good)
      case .failed(let word, let said, _):
        let shown = cards[index].kind.outcome(word, said)
        mark(&cards[index], .failed(shown), shown, .bad)
      }
    }
  }

  private func mark(_ card: inout Card, _ button: ButtonState, _ word: String, _ tone: Card.Tone?) {
    switch card.kind {
    case .button: card.figure = .button(button)
    // Its badge is the name of its line.
    case .departure: card.subtitle = word
    default: (card.badge, card.badgeTone) = (word, tone)
    }
  }
}

extension PendingPosts.State {
  fileprivate var end: Double? {
    switch self {
    case .asked: nil
    case .busy(_, _, let end), .done(_, let end), .failed(_, _, let end): end
    }
  }

  fileprivate var isResult: Bool {
    switch self {
    case .asked, .busy: false
    case .done, .failed: true
    }
  }
}

extension Card.Kind {
  /// So many letters of how it ended stand on the card itself; what is longer stands at the edge of the panel.
  var roomForOutcome: Int { self == .button ? 48 : 24 }

  /// How it ended, as the card itself says it.
  func outcome(_ word: String, _ said: String?) -> String {
    said.flatMap { $0.count <= roomForOutcome ? $0 : nil } ?? word
  }
}
