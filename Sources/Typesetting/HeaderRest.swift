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
      header.subtitle != nil || header.trail != nil || header.badge != nil
    else { return cards }
    let height = PageFlow.headerHeight(of: header, most: fitting.mostHeader, theme)
    let painter = CardPainter(card: header, arrangement: Arrangement(), theme: theme, typesetter: self)
    let leftOut = painter.leftOut(of: PixelSize(width: size.width, height: height))
    guard leftOut.subtitle || leftOut.trail || leftOut.badge else { return cards }
    let rest = header.takeRest(subtitle: leftOut.subtitle, trail: leftOut.trail, badge: leftOut.badge)
    return [header, rest] + cards.dropFirst()
  }
}
