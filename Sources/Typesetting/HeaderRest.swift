import Board
import Numbers
import Scene

/// What a header has no room for: as with large type it stands on a card by itself below.
extension Typesetter {
  /// The same cards with that one among them, where there is something to stand on it.
  func withRest(
    _ cards: [Card], _ size: PixelSize, _ theme: ResolvedTheme, _ fitting: PageFlow.Fitting
  ) -> [Card] {
    guard var header = cards.first, header.kind == .header, !PageFlow.isBar(cards, size, theme),
      theme.isEnlarged || header.subtitle != nil || header.trail != nil || header.badge != nil
    else { return cards }
    let height = PageFlow.headerHeight(of: header, most: fitting.mostHeader, theme)
    let painter = CardPainter(card: header, arrangement: Arrangement(), theme: theme, typesetter: self)
    let leftOut = painter.leftOut(of: PixelSize(width: size.width, height: height))
    // Whoever wants it larger is told all of it: a name that is cut stands whole below.
    let isNameBelow = theme.isEnlarged && leftOut.title
    guard isNameBelow || leftOut.subtitle || leftOut.trail || leftOut.badge else { return cards }
    var below = cards.dropFirst()
    var rest = header.takeRest(subtitle: leftOut.subtitle, trail: leftOut.trail, badge: leftOut.badge)
    if isNameBelow {
      // Somebody's choice has put the rest there already.
      if let first = below.first, first.isRest { (rest, below) = (first, below.dropFirst()) }
      (rest.title, rest.subtitle) = (header.title, rest.title)
    }
    return [header, rest] + below
  }
}
