import Board
import Numbers
import Scene

/// The longest times of a page's agendas: the days of a week begin their titles at one edge.
struct TimeLane {
  private var longest: [TypeStyle: String] = [:]

  init(of cards: [Card]) {
    // By their places: a card that is taken out of the list counts for all that it holds.
    for index in cards.indices where cards[index].kind == .agenda {
      switch cards[index].figure {
      case .agenda(let entry):
        // What is no time may be smaller.
        widen(entry.start, entry.start?.isTimeOfDay == true ? .value : .secondary)
        widen(entry.end, .secondary)
      case .now(let time): widen(time, .caption)
      default: break
      }
    }
  }

  private mutating func widen(_ words: String?, _ style: TypeStyle) {
    guard let words, words.widestWidth(style) > longest[style, default: ""].widestWidth(style) else { return }
    longest[style] = words
  }

  /// As wide as its times: "9:30 AM" is wider than "09:30", and "Ganztägig" than both.
  ///
  /// - Parameters:
  ///   - width: of the cards, in pixels.
  ///   - measure: gives a text's width, at most so many pixels. Called for the longest words only.
  func width(in width: Int, theme: ResolvedTheme, measure: (Text, Int) -> Int) -> Int {
    let widest = longest.map { measure(Text($1, $0, tabular: true), width) }.max() ?? 0
    return min(max(widest, theme.whole(Design.timeLane)), max(width * 36 / 100, theme.whole(Design.timeLane)))
  }
}
