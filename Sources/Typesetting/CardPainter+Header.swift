import Board
import Scene

/// The title band.
extension CardPainter {
  /// Height in dp.
  static func headerHeight(hasSubtitle: Bool) -> Double {
    hasSubtitle ? Design.tallHeaderHeight : Design.headerHeight
  }

  /// - Parameter frame: the whole band, from one side of the page to the other.
  func drawHeader(on canvas: borrowing Canvas, frame: PixelRect, pictures: PictureSource) {
    canvas.fill(Rect(frame), fill?.fill ?? look.colors.surface)
    if fill == nil {
      let line = look.whole(Design.hairline)
      canvas.fill(
        Rect(PixelRect(x0: frame.x0, y0: frame.y1 - line, x1: frame.x1, y1: frame.y1)), look.hairline)
    }
    let gap = look.whole(Design.laneGap)
    let (left, right) = PageLayout.column(width: frame.width, look: look)
    var band = Band(frame.x0 + left, frame.x0 + right, isMirrored: arrangement.isMirrored)
    if card.tap == .back {
      let size = PixelSize(width: look.whole(Design.backChevron.width), height: look.whole(Design.backChevron.height))
      // It points to where the page came from: the other way than a row's.
      canvas.draw(
        arrangement.isMirrored ? Glyph.chevron : Glyph.chevronMirrored,
        in: Rect(centered(size, x: band.takeLeading(size.width, gap: gap), in: frame)), ink: quietInk)
    }
    if card.image != nil {
      let side = look.whole(Design.logo)
      let place = centered(PixelSize(width: side, height: side), x: band.takeLeading(side, gap: gap), in: frame)
      drawPicture(
        on: canvas, in: place, radius: Double(look.whole(Design.thumbnailRadius)), fit: .contain, pictures: pictures)
    }
    if let tone = card.tone, tone != .muted {
      let side = look.whole(28)
      let place = centered(PixelSize(width: side, height: side), x: band.takeLeading(side, gap: gap), in: frame)
      drawMark(on: canvas, tone, in: place)
    }
    if let clock = card.clock {
      let words = block(Text(clock, .clock, tabular: true), width: band.width / 2)
      let x = band.takeTrailing(words.width, gap: look.whole(2 * Design.laneGap))
      words.draw(on: canvas, x: x, y: middle(of: words.height, in: frame), width: words.width, edge: .left, color: ink)
    }
    if let trail = card.trail {
      let words = block(Text(trail, .value, tabular: true), width: band.width * 40 / 100)
      let x = band.takeTrailing(words.width, gap: gap)
      words.draw(
        on: canvas, x: x, y: middle(of: words.height, in: frame), width: words.width, edge: .left, color: quietInk)
    }
    if let badge = card.badge {
      let words = badgeWords(badge, limit: band.width * 40 / 100)
      let size = badgeSize(words)
      drawBadge(on: canvas, words, in: centered(size, x: band.takeTrailing(size.width, gap: gap), in: frame))
    }
    drawLines(on: canvas, frame: frame, band: band, title: .title)
  }
}
