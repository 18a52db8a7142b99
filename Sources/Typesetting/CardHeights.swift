import Board
import Scene

/// How high cards are. Most rows know it without measuring their words, so that ten thousand are placed in no time.
extension CardPainter {
  /// In pixels.
  func height(width: Int) -> Int {
    switch card.kind {
    case .header: theme.whole(Self.headerHeight(hasSubtitle: card.subtitle != nil))
    case .section: theme.whole(sectionHeight(width: width))
    case .row: theme.whole(rowHeight(width: width))
    case .departure: theme.whole(departureHeight(width: width))
    case .agenda: theme.whole(entryHeight(width: width))
    case .hero: heroHeight(width: width)
    case .number: numberHeight(width: width)
    case .image: imageHeight(width: width)
    case .chart: chartHeight(width: width)
    case .text: textHeight(width: width)
    case .button: theme.whole(card.subtitle == nil ? Design.buttonHeight : Design.tallButtonHeight)
    case .qr: codeHeight(width: width)
    case .own: ownHeight(width: width)
    case .table: theme.whole(tableHeight(width: width))
    case .range: theme.whole(rangeHeight(width: width))
    case .clock: clockHeight(width: width)
    case .forecast: forecastHeight(width: width)
    case .gauge: gaugeHeight(width: width)
    case .month: monthHeight(width: width)
    case .toggle, .slider, .stepper, .choice, .keypad, .entry: controlHeight
    case .field: theme.whole(Design.tallRowHeight)
    case .keyboard:
      if case .keyboard(let keyboard)? = card.figure { theme.whole(ControlPlaces.height(of: keyboard)) } else { 0 }
    case .group: 0
    }
  }

  /// The height, measured at most once, or a guess where the layout is in haste.
  ///
  /// - Returns: pixels, and whether it is a guess.
  func knownHeight(width: Int, _ hasher: TileHasher) -> (height: Int, isGuess: Bool) {
    guard isMeasured(width: width) else { return (max(height(width: width), 1), false) }
    let key = hasher.height(of: card, width: width, arrangement)
    if let height = typesetter.heights.known(key) { return (height, false) }
    if let height = typesetter.heights.guess(card, width: width, theme) { return (height, true) }
    let height = max(height(width: width), 1)
    typesetter.heights.note(height, of: card, width: width, theme, key)
    return (height, false)
  }

  /// The height follows from how long words wrap, and is worth keeping.
  func isMeasured(width: Int) -> Bool {
    switch card.kind {
    case .hero, .text, .own: true
    // Half is about what a row's other parts leave.
    case .table: card.title == nil
    case .row:
      arrangement.hasBadgesBelow
        || !isSurelyOneLine(room: width / 2, subtitleRoom: rowRoom(width: width), LineStyles(title: .section))
    case .section, .agenda, .departure, .range:
      !isSurelyOneLine(room: width / 2, subtitleRoom: width / 2, LineStyles(title: .section))
    default: false
    }
  }
}

extension Card.Kind {
  /// Cards of this kind that follow each other share one surface.
  var isListed: Bool {
    switch self {
    case .row, .departure, .agenda, .table, .range, .toggle, .slider, .stepper, .choice, .entry: true
    default: false
    }
  }
}

extension Card {
  /// It stands over the columns of the list that follows.
  var isHead: Bool { if case .head = figure { true } else { false } }

  /// The line between what is over and what is to come.
  var isPresent: Bool { if case .now = figure { true } else { false } }

  /// A heading without words: the line below a group, before items that belong to none.
  var isRule: Bool { kind == .section && title == nil && subtitle == nil && trail == nil && badge == nil }
}

extension Arrangement {
  /// Keeps a place in all rows for what one of them has.
  mutating func reserve(for cards: ArraySlice<Card>) {
    // By their places: a card that is taken out of the list counts for all that it holds.
    for index in cards.indices where cards[index].kind.isListed {
      if cards[index].tap?.leadsOn == true { hasChevrons = true }
      switch cards[index].figure {
      case .now, .head: break
      case .departure, .agenda: if cards[index].tone != nil { hasMarks = true }
      default:
        if cards[index].image != nil { hasPictures = true }
        if cards[index].tone != nil { hasMarks = true }
        if cards[index].icon != nil { hasIcons = true }
        if cards[index].endImage != nil { hasEndPictures = true }
      }
    }
    settle(cards.first?.kind)
  }

  /// Keeps the places that another list of the same rows keeps.
  mutating func reserve(as other: Arrangement) {
    hasChevrons = hasChevrons || other.hasChevrons
    hasPictures = hasPictures || other.hasPictures
    hasMarks = hasMarks || other.hasMarks
    hasIcons = hasIcons || other.hasIcons
    hasEndPictures = hasEndPictures || other.hasEndPictures
    settle(.row)
  }

  /// Whether it keeps no other places than another list of rows does.
  func hasLanes(of other: Arrangement) -> Bool {
    var both = other
    both.reserve(as: self)
    return both.hasChevrons == other.hasChevrons && both.hasPictures == other.hasPictures
      && both.hasMarks == other.hasMarks && both.hasIcons == other.hasIcons
      && both.hasEndPictures == other.hasEndPictures
  }

  private mutating func settle(_ kind: Card.Kind?) {
    // A mark sits on its picture, where there are pictures.
    if hasPictures, kind != .table { hasMarks = false }
  }
}
