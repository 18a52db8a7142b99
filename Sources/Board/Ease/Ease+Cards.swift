/// The page on which somebody chooses how the panel is easier to use: made of the cards that boards are made of.
extension Ease {
  /// What its page is the detail page of: the symbol that stands on the panel. No card of a board has it.
  public static let symbol = CardID(place: -10)

  /// What may be chosen, from top to bottom.
  public enum Choice: Int, Sendable, Hashable, CaseIterable {
    case size, contrast, low, still, aloud, reset

    /// Of its card.
    package var id: CardID { CardID(place: Ease.symbol.place - 1 - rawValue) }

    /// The one a card is for.
    package init?(_ id: CardID) {
      guard let choice = Self.allCases.first(where: { $0.id == id }) else { return nil }
      self = choice
    }
  }

  /// What can be chosen on this panel now.
  public struct Offer: Sendable, Hashable {
    /// The panel stands, so that its upper part may be out of reach.
    public var hasLow: Bool
    /// Whether the panel's voice speaks aloud; nil where it may not.
    public var isAloud: Bool?

    /// For the parameters see the properties.
    public init(hasLow: Bool, isAloud: Bool?) { (self.hasLow, self.isAloud) = (hasLow, isAloud) }
  }

  /// The page.
  package func cards(_ offer: Offer, _ words: EaseWords) -> [Card] {
    var size = ControlFigure(.choice)
    size.options = Size.allCases.map { ControlFigure.Option(value: "\($0.rawValue)", label: "\($0.rawValue)\u{a0}%") }
    size.value = Size.allCases.firstIndex(of: self.size).map { Double($0) }
    var cards = [
      Card(id: CardID(place: -1), kind: .header, title: words.title),
      Card(id: Choice.size.id, kind: .choice, title: words.size, tap: .post, figure: .control(size)),
      Self.toggle(.contrast, words.contrast, hasContrast),
    ]
    if offer.hasLow { cards.append(Self.toggle(.low, words.low, isLow)) }
    cards.append(Self.toggle(.still, words.still, isStill))
    if let isAloud = offer.isAloud { cards.append(Self.toggle(.aloud, words.aloud, isAloud)) }
    cards.append(
      Card(
        id: Choice.reset.id, kind: .button, text: words.reset, tap: .post, figure: .button(.ready)))
    // Whoever takes all of it back hears what has changed.
    for index in cards.indices { cards[index].announce = .polite }
    return cards
  }

  private static func toggle(_ choice: Choice, _ title: String, _ isOn: Bool) -> Card {
    var figure = ControlFigure(.toggle)
    figure.value = isOn ? 1 : 0
    return Card(id: choice.id, kind: .toggle, title: title, tap: .post, figure: .control(figure))
  }

  /// What it is after a choice was touched; the voice is nothing of it.
  package func after(_ choice: Choice, _ input: ControlInput) -> Ease {
    var next = self
    switch (choice, input) {
    case (.size, .press(let part)):
      if Size.allCases.indices.contains(part) { next.size = Size.allCases[part] }
    case (.contrast, .press): next.hasContrast.toggle()
    case (.low, .press): next.isLow.toggle()
    case (.still, .press): next.isStill.toggle()
    case (.contrast, .swipe(let towardsEnd)): next.hasContrast = towardsEnd
    case (.low, .swipe(let towardsEnd)): next.isLow = towardsEnd
    case (.still, .swipe(let towardsEnd)): next.isStill = towardsEnd
    case (_, .swipe): break
    case (.reset, _): next = Ease()
    case (.aloud, _), (_, .hold), (_, .slide), (_, .type): break
    }
    return next
  }
}
