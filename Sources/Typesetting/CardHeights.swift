import Board
import Scene

/// How high cards are. Most kinds know it without measuring their words, so that ten thousand are placed in no time.
extension CardPainter {
  /// In pixels.
  func height(width: Int) -> Int {
    switch card.kind {
    case .header: look.whole(Self.headerHeight(hasSubtitle: card.subtitle != nil))
    case .section: look.whole(Self.sectionHeight(hasSubtitle: card.subtitle != nil))
    case .row, .departure, .agenda: look.whole(Self.listedHeight(of: card, arrangement))
    case .hero: heroHeight(width: width)
    case .number: numberHeight(width: width)
    case .image: imageHeight(width: width)
    case .chart: chartHeight(width: width)
    case .text: textHeight(width: width)
    case .button: look.whole(card.subtitle == nil ? Design.buttonHeight : Design.tallButtonHeight)
    case .qr: codeHeight(width: width)
    }
  }

  /// Of the kinds that stand in lists, in dp: the same at every width.
  static func listedHeight(of card: Card, _ arrangement: Arrangement) -> Double {
    switch card.kind {
    case .departure: Design.departureHeight
    case .agenda: entryHeight(of: card)
    default: rowHeight(hasPicture: arrangement.hasPictures, hasSubtitle: card.subtitle != nil)
    }
  }
}

extension Card.Kind {
  /// Cards of this kind that follow each other share one surface.
  var isListed: Bool {
    switch self {
    case .row, .departure, .agenda: true
    default: false
    }
  }

  /// The height depends on how the words wrap.
  var wraps: Bool { self == .hero || self == .text }
}

extension Card {
  /// The line between what is over and what is to come.
  var isPresent: Bool { if case .now = figure { true } else { false } }
}

extension Arrangement {
  /// Keeps a place in all rows for what one of them has.
  mutating func reserve(for cards: ArraySlice<Card>) {
    for card in cards where card.kind.isListed {
      if card.tap?.leadsOn == true { hasChevrons = true }
      switch card.figure {
      case .departure(let departure):
        if departure.platform != nil { hasPlatforms = true }
        // Scalars, few of them: no name is measured for this.
        lineLength = max(lineLength, card.badge?.unicodeScalars.prefix(8).count ?? 0)
      case .agenda, .now: break
      default:
        if card.image != nil { hasPictures = true }
        if card.tone != nil { hasMarks = true }
      }
    }
    // A mark sits on its picture, where there are pictures.
    if hasPictures { hasMarks = false }
  }
}
