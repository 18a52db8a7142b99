import Board
import Numbers
import Scene

/// How the parts of a control stand, which follows from its words and from how wide its card is.
struct ControlShape: Sendable, Hashable {
  /// Words stand above what is set: beside it they have no room.
  var isStacked = false
  /// Of the words, in pixels; 0 where each of them has its line.
  var wordsHeight = 0
  /// Of a stepper's value, in pixels; 0 for what all have.
  var valueWidth = 0
  /// Of a choice: how many options stand beside each other; 0 for all of them.
  var columns = 0
  /// What all options are written in, and how many lines each may take.
  var style = TypeStyle.label
  var lines = 1

  /// Of a line of options, in dp.
  var laneHeight: Double { lines > 1 ? Design.tallControlLane : Design.controlLane }

  /// Lines of options.
  func rows(of count: Int) -> Int {
    columns > 0 ? (count + columns - 1) / columns : 1
  }
}

extension CardPainter {
  /// - Parameter width: of the card, in pixels.
  func controlShape(width: Int) -> ControlShape {
    guard case .control(let figure)? = card.figure else { return ControlShape() }
    var shape = ControlShape()
    if figure.style == .choice { segment(&shape, figure.options.map(\.label), width: width) }
    if figure.style == .stepper, figure.dial == nil { makeRoom(for: figure, &shape, width: width) }
    let room = controlRoom(figure, shape, width: width)
    let mayStack = figure.isBeside || figure.style == .slider && !figure.valueLabel.isEmpty
    guard !isTold(width: room) || figure.style == .entry || shape.isStacked else { return shape }
    if mayStack, !isToldInTwo(width: room) || !isValueTold(figure, width: width) { shape.isStacked = true }
    let words = controlWords(width: controlRoom(figure, shape, width: width))
    if shape.isStacked || (words.title?.lineCount ?? 0) > 1 || (words.subtitle?.lineCount ?? 0) > 1 {
      shape.wordsHeight = (words.title?.height ?? 0) + (words.subtitle?.height ?? 0)
    }
    return shape
  }

  /// Whether a card so wide says all of it: no word is parted, and nothing is cut but what somebody wrote.
  ///
  /// - Parameter width: of the card, in pixels.
  func isControlTold(width: Int) -> Bool {
    guard case .control(let figure)? = card.figure else { return true }
    let shape = controlShape(width: width)
    let room = controlRoom(figure, shape, width: width)
    guard isTold(width: room) || isToldInTwo(width: room) else { return false }
    switch figure.style {
    case .stepper where figure.dial == nil:
      return measured(figure.valueLabel, .body) <= stepperRoom(width: width)
    case .choice:
      let columns = max(shape.columns > 0 ? shape.columns : figure.options.count, 1)
      return figure.options.allSatisfy {
        isTold($0.label, shape.style, lines: shape.lines, width: optionRoom(columns, width: width))
      }
    default: return true
    }
  }

  /// What a control says, in lines.
  func controlWords(width: Int) -> (title: TextBlock?, subtitle: TextBlock?) {
    (
      card.title.map { fitting($0, [.label, .delay], lines: theme.lines(3), width: width) },
      card.subtitle.map { fitting($0, [.secondary], lines: theme.lines(2), width: width) }
    )
  }

  /// Of its words, in pixels.
  func controlRoom(_ figure: ControlFigure, _ shape: ControlShape, width: Int) -> Int {
    let frame = PixelRect(x: 0, y: 0, width: width, height: theme.whole(1_000))
    let places = ControlPlaces(
      figure, in: frame, hasSubtitle: card.subtitle != nil, isMirrored: false, shape: shape, theme: theme)
    var room = places.words.width
    let gap = theme.whole(Design.laneGap)
    room -= markLane
    if arrangement.hasIcons || figure.style == .keypad && card.icon != nil { room -= theme.whole(Design.icon) + gap }
    if figure.style == .slider, !figure.valueLabel.isEmpty, !shape.isStacked {
      room -= fitting(figure.valueLabel, [.value, .body], width: max(room / 2, 1), tabular: true).width + gap
    }
    return max(room, 1)
  }

  /// Each has its line; by what they surely take.
  private func isTold(width: Int) -> Bool {
    (card.title?.widestWidth(.label) ?? 0) * theme.scale <= Double(width)
      && (card.subtitle?.widestWidth(.secondary) ?? 0) * theme.scale <= Double(width)
  }

  private func isToldInTwo(width: Int) -> Bool {
    let words = controlWords(width: width)
    let isWhole = words.title.map { $0.lineCount == 1 || longestWord(of: card.title ?? "", .delay) <= width } ?? true
    return isWhole && words.title?.isCut != true && words.subtitle?.isCut != true
  }

  /// Whether what was written has room beside the words.
  private func isValueTold(_ figure: ControlFigure, width: Int) -> Bool {
    guard figure.style == .entry else { return true }
    let pen = theme.whole(Design.mark) + theme.whole(Design.captionSpace)
    let room = (width - 2 * theme.whole(Design.inset)) / 2 - pen
    return figure.valueLabel.widestWidth(.body) * theme.scale <= Double(room)
      || !block(Text(figure.valueLabel, .body, tabular: true), width: max(room, 1)).isCut
  }

  // MARK: Steppers

  /// The value has its room before the words have theirs: beside these what all values have, or as much as it needs; else below.
  private func makeRoom(for figure: ControlFigure, _ shape: inout ControlShape, width: Int) {
    let usual = theme.whole(Design.stepperValue)
    let air = 2 * theme.whole(Design.stepperAir)
    let widest = Self.widestValue(of: figure)
    let wanted = max(measured(widest, .value) + air, usual)
    let least = max(measured(widest, .body) + air, 1)
    for room in wanted > least ? [wanted, least] : [wanted] {
      shape.valueWidth = room
      guard room <= stepperRoom(width: width) else { continue }
      let words = controlRoom(figure, shape, width: width)
      if words > 1 && (isTold(width: words) || isToldInTwo(width: words)) || hasNoWords { return }
    }
    (shape.isStacked, shape.valueWidth) = (!hasNoWords, wanted)
  }

  private var hasNoWords: Bool { card.title == nil && card.subtitle == nil }

  /// Of a value between minus and plus where these have a line for themselves, in pixels.
  private func stepperRoom(width: Int) -> Int {
    width - 2 * theme.whole(Design.inset) - 2 * theme.whole(Design.stepperSide)
  }

  /// The value with as many digits as any has: nothing moves away under the finger.
  static func widestValue(of figure: ControlFigure) -> String {
    func digits(_ value: Double) -> Int {
      var (count, rest) = (1, value.magnitude)
      while rest >= 10, count < mostDigits { (count, rest) = (count + 1, rest / 10) }
      return count
    }
    let most = max(digits(figure.low), digits(figure.high))
    let missing = figure.value.map { max(most - digits($0), 0) } ?? most
    let isSigned = figure.low < 0 && (figure.value ?? 0) >= 0
    // Fits: from none to as many as are counted at most, twelve.
    return (isSigned ? "−" : "") + String(repeating: "0", count: missing) + figure.valueLabel
  }

  private static let mostDigits = 12

  private func measured(_ words: String, _ style: TypeStyle) -> Int {
    block(Text(words, style, tabular: true), width: Self.unbounded).width
  }

  // MARK: Choices

  /// One size for all options; fewer beside each other before a word of one is parted or cut.
  private func segment(_ shape: inout ControlShape, _ labels: [String], width: Int) {
    let count = max(labels.count, 1)
    for columns in Set([count, (count + 1) / 2, (count + 2) / 3, 1]).sorted(by: >)
    where columns * 2 != count + 1 || columns != 2 {
      // What is narrower than a finger is not hit: fewer stand beside each other.
      guard columns == 1 || partWidth(columns, width: width) >= theme.whole(Design.fingertip) else { continue }
      let part = optionRoom(columns, width: width)
      // Short ones, such as 150 %, stay beside each other.
      let small = columns == count && labels.allSatisfy { $0.count <= Self.shortOption } ? [(TypeStyle.caption, 1)] : []
      for (style, lines) in [(TypeStyle.label, 1), (.delay, 1), (.delay, 2)] + small {
        (shape.columns, shape.style, shape.lines) = (columns, style, lines)
        if labels.allSatisfy({ isTold($0, style, lines: lines, width: part) }) { return }
      }
    }
  }

  private static let shortOption = 6

  /// Of an option's words, in pixels.
  private func optionRoom(_ columns: Int, width: Int) -> Int {
    partWidth(columns, width: width) - 2 * theme.whole(Design.captionSpace)
  }

  /// Of an option, in pixels.
  private func partWidth(_ columns: Int, width: Int) -> Int {
    max(width - 2 * theme.whole(Design.inset), 1) / columns
  }

  private func isTold(_ label: String, _ style: TypeStyle, lines: Int, width: Int) -> Bool {
    guard width > 0 else { return false }
    if label.widestWidth(style) * theme.scale <= Double(width) { return true }
    let words = block(Text(label, style, lines: lines, tabular: true), width: width)
    return !words.isCut && (words.lineCount == 1 || longestWord(of: label, style) <= width)
  }
}
