import Board
import Scene

/// The head of a card with a figure: title, trail, badge and mark, and the second line below them.
extension CardPainter {
  /// What has no room beside the title stands below it; no part of a value is cut.
  private func headPlan(room: Int) -> LinesPlan {
    let mark = card.tone == nil ? 0 : theme.whole(Design.mark) + theme.whole(Design.laneGap)
    var styles = LineStyles(isHeading: card.title != nil, titleLines: 5)
    if isLabelled { (styles.title, styles.smallTitle) = (.secondary, .axis) }
    return linesPlan(room: max(room - mark, 1), styles)
  }

  /// What it is of stands above a value as above a number beside it, which is what is read first.
  private var isLabelled: Bool { card.kind == .gauge && !card.isFilled && card.subtitle == nil }

  private var titleLeading: Int { theme.whole(isLabelled ? TypeStyle.secondary.leading : TypeStyle.label.leading) }

  /// With the space below it, in pixels; 0 without a head.
  ///
  /// - Parameter width: of the card, in pixels.
  func headHeight(width: Int) -> Int { headHeight(room: max(width - 2 * theme.whole(Design.inset), 1)) }

  private func headHeight(room: Int) -> Int {
    let hasLine = card.title != nil || card.trail != nil || card.badge != nil || card.tone != nil
    guard hasLine || card.subtitle != nil else { return 0 }
    let least = hasLine ? titleLeading : 0
    return max(height(of: headPlan(room: room)), least) + theme.whole(Design.laneGap)
  }

  /// What is left is for the figure.
  func drawCardHead(on canvas: borrowing Canvas, _ inner: inout PixelRect) {
    let height = headHeight(room: inner.width)
    guard height > 0 else { return }
    let frame = PixelRect(
      x: inner.x0, y: inner.y0, width: inner.width, height: height - theme.whole(Design.laneGap))
    var band = Band(inner.x0, inner.x1, isMirrored: arrangement.isMirrored)
    if let tone = card.tone {
      let side = theme.whole(Design.mark)
      let x = band.takeTrailing(side, gap: theme.whole(Design.laneGap))
      let line = PixelRect(x: frame.x0, y: frame.y0, width: frame.width, height: titleLeading)
      drawMark(on: canvas, tone, in: centered(PixelSize(width: side, height: side), x: x, in: line))
    }
    draw(
      headPlan(room: inner.width), on: canvas, frame: frame, band: band,
      inks: (title: isLabelled ? quietInk : ink, subtitle: quietInk, trail: valueInk))
    inner.y0 = min(inner.y0 + height, inner.y1)
  }
}
