import Board
import Typesetting

/// Layouts whose lower parts have guessed heights, and how far they have been measured since.
struct HastyLayouts {
  /// What is to be done with a layout next.
  enum Step {
    /// Measure more of it.
    case goesOn
    /// So much has been measured that it is laid out anew.
    case isWorthShowing
    /// It has been replaced.
    case isOver
  }

  private struct Hasty {
    var layout: PageLayout
    /// Into its cards: what is measured next.
    var next = 0
    /// How many of those before it nobody had measured.
    var count = 0
  }

  /// What somebody looked at when that was last measured.
  private var seen: CardID?
  /// Steps until it is looked at again: a fling shows other cards all the time.
  private var patience = 0
  /// By their generations.
  private var all: [Int: Hasty] = [:]

  /// Of words that are laid out at a time: some ten milliseconds.
  private static let bytesAtOnce = 5_000
  private static let stepsBetween = 20
  /// Above what is looked at.
  private static let cardsBefore = 8
  /// Cards that are measured at least before a layout is made anew.
  private static let leastCards = 200

  /// Takes a layout into care, if some of it is guessed, and forgets those that have been replaced.
  ///
  /// - Parameter latest: layouts that have not been replaced.
  mutating func begin(_ layout: PageLayout, generation: Int, latest: Set<Int>) {
    all = all.filter { latest.contains($0.key) }
    if layout.isGuessed { all[generation] = Hasty(layout: layout) }
  }

  /// Measures some of a layout. It is worth laying out anew when what somebody looks at had been guessed, and with each time as much as was
  /// known before: ten times for 100,000 cards. Where it flows in columns all cards move with that: there only once all is known.
  ///
  /// - Parameter card: somebody waited for a tile of it.
  mutating func goOn(_ generation: Int, _ typesetter: Typesetter, seen card: CardID?) -> Step {
    guard var hasty = all.removeValue(forKey: generation) else { return .isOver }
    patience = max(patience - 1, 0)
    if let card, card != seen, patience == 0,
      let place = hasty.layout.cards.firstIndex(where: { $0.id == card })
    {
      seen = card
      var next = max(place - Self.cardsBefore, 0)
      if typesetter.measure(hasty.layout, from: &next, bytes: 2 * Self.bytesAtOnce) > 0 {
        patience = Self.stepsBetween
        return .isWorthShowing
      }
    }
    hasty.count += typesetter.measure(hasty.layout, from: &hasty.next, bytes: Self.bytesAtOnce)
    let isEnd = hasty.next >= hasty.layout.cards.count
    if isEnd, hasty.count == 0 { return .isOver }
    if isEnd || !hasty.layout.hasColumns && hasty.count >= max(Self.leastCards, hasty.next / 2) {
      return .isWorthShowing
    }
    all[generation] = hasty
    return .goesOn
  }

  /// Nobody looks any more.
  mutating func stop() { all = [:] }
}
