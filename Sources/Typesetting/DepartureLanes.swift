import Board
import Scene

/// The columns of a list of departures, in pixels; 0 where there is none.
struct DepartureLanes: Sendable, Hashable {
  /// Of the lines' names.
  var line = 0
  /// Of the minutes and times.
  var due = 0
  /// Of the platforms; without one of its own, a platform stands in the second line.
  var platform = 0
  /// Its parts stand in columns.
  var isWide = false
  /// With heads over them, which say what a platform's number is.
  var isHeaded = false

  init() {}

  /// As wide as the list's words ask for, up to a share of the card: the destinations come first.
  ///
  /// - Parameters:
  ///   - signs: what a mark takes, and the sign that rows lead on, with their gaps, in pixels.
  ///   - measure: gives a text's width, at most so many pixels. Called for the longest words of each column only.
  init(
    of cards: ArraySlice<Card>, width: Int, signs: Int = 0, theme: ResolvedTheme, measure: (Text, Int) -> Int
  ) {
    var letters = 0
    var line: Longest?
    var platform: Longest?
    var due: Longest?
    var unit: Longest?
    var times: Longest?
    var cancelled: Longest?
    var isEmpty = true
    var head: String?
    let inDP = Double(width) / theme.scale
    isWide = inDP >= Design.wideDeparture
    isHeaded = isWide && cards.first?.isHead == true && cards.count > Design.headedRows
    for card in cards {
      if case .head(let heads)? = card.figure { head = heads[safe: 2] }
      guard card.kind == .departure, case .departure(let departure)? = card.figure else { continue }
      isEmpty = false
      letters = max(letters, card.badge?.unicodeScalars.prefix(8).count ?? 0)
      // A name of several words has a line for each.
      if let badge = card.badge, badge.contains(" ") {
        for word in badge.split(separator: " ", maxSplits: 8) { line.widen(to: String(word), .fine) }
      }
      platform.widen(to: isHeaded ? departure.platform : departure.platformSaid ?? departure.platform, .label)
      due.widen(to: departure.due, .due)
      unit.widen(to: departure.unit, .secondary)
      times.widen(to: departure.times, .delay)
      cancelled.widen(to: departure.cancelled, .label)
    }
    guard !isEmpty else { return }
    func measured(_ longest: Longest?, _ style: TypeStyle) -> Int {
      longest.map { measure(Text($0.words, style, tabular: true), width) } ?? 0
    }
    if letters > 0 {
      let word = line == nil ? 0 : measured(line, .fine) + theme.whole(Design.linePadding)
      self.line = max(theme.whole(Design.lineBadge(letters: letters, width: inDP)), min(word, width * 30 / 100))
    }
    let minutes = measured(due, .due) + (unit == nil ? 0 : measured(unit, .secondary) + theme.whole(Design.unitGap))
    let words = max(minutes, measured(times, .delay), measured(cancelled, isWide ? .label : .delay))
    // In steps: a minute less does not move the whole list.
    self.due = theme.whole(max(Design.dueLane(width: inDP), Design.onGrid(Double(words) / theme.scale)))
    if isWide, platform != nil {
      let box = measured(platform, .label) + theme.whole(2 * Design.platformPadding)
      let words = isHeaded ? head.map { measure(Text($0, .caption), width) } ?? 0 : 0
      self.platform = min(max(box, words, theme.whole(Design.platformLane)), width / 4)
    }
    // Where destinations stand below their lines, there is nothing for heads to stand over, and no room for a platform of its own.
    if isStacked(width: width, signs: signs, theme: theme) { self.platform = 0 }
    if isStacked(width: width, signs: signs, theme: theme) { isHeaded = false }
  }

  /// What is left for the words between them on a card of such a width, in pixels.
  func rest(width: Int, signs: Int, theme: ResolvedTheme) -> Int {
    let gap = theme.whole(Design.laneGap)
    return width - 2 * theme.whole(Design.inset) - [line, due, platform].filter { $0 > 0 }.reduce(0) { $0 + $1 + gap }
      - signs
  }

  /// The destination stands below line and minutes: beside them there is no room for a word.
  func isStacked(width: Int, signs: Int, theme: ResolvedTheme) -> Bool {
    rest(width: width, signs: signs, theme: theme) < theme.whole(Design.leastDestination)
  }
}

/// The words of a column that are probably the widest.
private struct Longest {
  var words: String
  var width: Double
}

extension Longest? {
  fileprivate mutating func widen(to words: String?, _ style: TypeStyle) {
    guard let words else { return }
    let width = words.widestWidth(style)
    if width > self?.width ?? 0 { self = Longest(words: words, width: width) }
  }
}

extension DepartureFigure {
  /// When the minutes are shown as a time of day already, the same time is not said twice.
  var isPlannedShown: Bool { planned != nil && planned != due }

  /// The time it will be beside the one it should have been; where that is shown large already, by how much they differ.
  var late: String? { delay == nil ? nil : expected == due ? delay : expected ?? delay }

  /// What stands below the minutes.
  var times: String? {
    let times = [day, isPlannedShown ? planned : nil, late].compactMap(\.self)
    // Two spaces are about the distance between them.
    return times.isEmpty ? nil : times.joined(separator: "  ")
  }
}
