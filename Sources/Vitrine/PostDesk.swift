import Board
import Fetch

/// What taps have sent, and how far each has come: nothing is sent twice, and the card says how it went.
struct PostDesk {
  /// A card that sends.
  struct Place: Hashable {
    var page: Int
    /// The card whose detail page it stands on; nil for one on the page itself.
    var detail: CardID?
    var card: CardID
  }

  enum State: Hashable {
    /// The question is on the panel.
    case asked(PostRequest)
    /// On its way, to an address as it may be shown; until then, seconds of the timer.
    case busy(Fetcher.Ticket, shown: String, until: Double)
    /// In a word; shown until then, seconds of the timer.
    case done(String, until: Double)
    case failed(String, until: Double)
  }

  private(set) var states: [Place: State] = [:]

  /// Seconds a result is shown.
  static let shown = 4.0

  subscript(_ place: Place) -> State? {
    get { states[place] }
    set { states[place] = newValue }
  }

  /// The card whose question is on the panel.
  var asked: (place: Place, request: PostRequest)? {
    for (place, state) in states { if case .asked(let request) = state { return (place, request) } }
    return nil
  }

  /// When the next one has waited, or been shown, long enough.
  var nextEnd: Double? { states.values.compactMap(\.end).min() }

  /// Takes away results that have been shown long enough.
  mutating func clear(at time: Double) { states = states.filter { !$0.value.isResult || $0.value.end ?? time > time } }

  /// Those whose answer has not come in time.
  func late(at time: Double) -> [(place: Place, ticket: Fetcher.Ticket, shown: String)] {
    states.compactMap { place, state in
      if case .busy(let ticket, let shown, let end) = state, end <= time { (place, ticket, shown) } else { nil }
    }
  }

  /// Writes on cards how far their posts have come: on the card itself, so that nothing beside it moves. Each state has its own words and its own sign, besides its colour.
  func mark(_ cards: inout [Card], page: Int, detail: CardID?, in language: Language) {
    guard !states.isEmpty else { return }
    for index in cards.indices where cards[index].tap == .post {
      guard let state = states[Place(page: page, detail: detail, card: cards[index].id)] else { continue }
      switch state {
      case .asked: break
      case .busy: mark(&cards[index], .busy, language.sending, nil)
      case .done(let word, _): mark(&cards[index], .done(word), word, .good)
      case .failed(let word, _): mark(&cards[index], .failed(word), word, .bad)
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

extension PostDesk.State {
  fileprivate var end: Double? {
    switch self {
    case .asked: nil
    case .busy(_, _, let end), .done(_, let end), .failed(_, let end): end
    }
  }

  fileprivate var isResult: Bool {
    switch self {
    case .asked, .busy: false
    case .done, .failed: true
    }
  }
}
