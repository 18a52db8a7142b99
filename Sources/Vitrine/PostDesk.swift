import Board

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
    /// On its way.
    case busy
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

  /// When the next result has been shown long enough.
  var nextEnd: Double? { states.values.compactMap(\.end).min() }

  /// Takes away what has been shown long enough.
  mutating func clear(at time: Double) { states = states.filter { $0.value.end.map { $0 > time } ?? true } }

  /// Writes on cards how far their posts have come. Each state has its own words and its own sign, besides its colour.
  func mark(_ cards: inout [Card], page: Int, detail: CardID?) {
    guard !states.isEmpty else { return }
    for index in cards.indices where cards[index].tap == .post {
      guard let state = states[Place(page: page, detail: detail, card: cards[index].id)] else { continue }
      mark(&cards[index], state)
    }
  }

  private func mark(_ card: inout Card, _ state: State) {
    let isButton = card.kind == .button
    switch state {
    case .asked: break
    case .busy:
      if isButton { card.figure = .button(.busy) } else { card.badge = "Sending …" }
    case .done(let word, _):
      if isButton { card.figure = .button(.done(word)) } else { (card.badge, card.tone) = (word, .good) }
    case .failed(let word, _):
      if isButton { card.figure = .button(.failed(word)) } else { (card.badge, card.tone) = (word, .bad) }
    }
  }
}

extension PostDesk.State {
  fileprivate var end: Double? {
    switch self {
    case .asked, .busy: nil
    case .done(_, let end), .failed(_, let end): end
    }
  }
}
