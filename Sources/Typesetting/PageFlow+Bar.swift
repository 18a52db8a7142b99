import Board
import Numbers
import Scene

/// Panels that are bars: over a platform, along a shelf. A header from side to side would take a third of one; it stands in front of the
/// rest instead.
extension PageFlow {
  /// Wider than three times its height, and with more to show than a header. A header that leads back stays where a finger looks for it.
  static func isBar(_ cards: [Card], _ size: PixelSize, _ theme: ResolvedTheme) -> Bool {
    size.width > 3 * size.height && cards.count > 1 && cards[0].tap != .back
      && Double(size.width) / theme.scale >= Design.leastBarPanel
  }

  /// The header as a column at the leading edge, as high as the panel, that stands still while the rest scrolls.
  mutating func besideHeader() -> PageLayout {
    let whole = region(widest: Double(size.width) / theme.scale)
    let width = min(max(whole.edges.count / 5, theme.whole(Design.leastHeaderColumn)), theme.whole(Design.leastColumn))
    var rest = whole
    let edges: Range<Int>
    let reach: Range<Int>
    if measure.isMirrored {
      edges = whole.edges.upperBound - width..<whole.edges.upperBound
      reach = edges.lowerBound..<whole.reach.upperBound
      rest.edges = whole.edges.lowerBound..<edges.lowerBound - gutter
      rest.reach = whole.reach.lowerBound..<edges.lowerBound
    } else {
      edges = whole.edges.lowerBound..<whole.edges.lowerBound + width
      reach = whole.reach.lowerBound..<edges.upperBound
      rest.edges = edges.upperBound + gutter..<whole.edges.upperBound
      rest.reach = edges.upperBound..<whole.reach.upperBound
    }
    var arrangement = Arrangement(isMirrored: measure.isMirrored)
    arrangement.isLeading = true
    let header = PageLayout.Placed(
      0, of: cards, box: PixelRect(x0: reach.lowerBound, y0: 0, x1: reach.upperBound, y1: size.height),
      frame: PixelRect(
        x0: edges.lowerBound, y0: margin, x1: edges.upperBound, y1: max(size.height - margin, margin + 1)),
      Shared(arrangement))
    page.pin(header, measure.hasher)
    let room = Double(rest.edges.count) / theme.scale
    rest.columns = max(
      min(
        Int(clamping: (room + Design.gutter) / (Design.leastColumn + Design.gutter)), fitting.columns.upperBound), 1)
    let narrow = column(0, of: rest.columns, in: rest).edges.count
    var blocks = PageBlock.all(of: cards, from: 1) { wanted, hasHeading in
      measure.cellCount(wanted, width: narrow, least: hasHeading ? Design.minimumCell : Design.easyCell)
        < measure.cellCount(wanted, width: rest.edges.count)
    }
    keepTablesWhole(&blocks, in: rest)
    measure.hasCommonLanes = rest.columns <= 1 && fitting.widths.isEmpty
    begin()
    if let columns = columns(as: fitting.widths, in: rest) {
      place(PageBlock.all(of: cards, from: 1, isCrowded: { _, _ in false }), in: columns, of: rest)
    } else {
      flow(blocks[...], in: rest)
    }
    return finished()
  }
}

/// A header as a column: what the board is at its top, the time at its foot.
extension CardPainter {
  func drawLeadingHeader(on canvas: borrowing Canvas, frame: PixelRect, pictures: PictureSource) {
    drawSurface(on: canvas, frame)
    guard var inner = frame.inset(by: theme.whole(Design.inset)) else { return }
    let gap = theme.whole(Design.captionSpace)
    var top = Band(inner.x0, inner.x1, isMirrored: arrangement.isMirrored)
    let side = theme.whole(Design.logo)
    let hasTop = card.image != nil || card.tone != nil && card.tone != .muted
    if card.image != nil {
      let mark = card.tone == nil || card.tone == .muted ? 0 : theme.whole(Design.headerMark) + gap
      drawLogo(
        on: canvas, in: PixelRect(x: inner.x0, y: inner.y0, width: inner.width, height: side), band: &top, gap: gap,
        spare: inner.width - side - mark, pictures: pictures)
    }
    if let tone = card.tone, tone != .muted {
      let mark = theme.whole(Design.headerMark)
      let x = card.image == nil ? top.takeLeading(mark, gap: gap) : top.takeTrailing(mark, gap: gap)
      drawMark(on: canvas, tone, in: PixelRect(x: x, y: inner.y0 + (side - mark) / 2, width: mark, height: mark))
    }
    if hasTop { inner.y0 = min(inner.y0 + side + gap, inner.y1) }
    // From the foot upwards, so that the time is there whatever else has no room.
    func atFoot(_ string: String?, _ styles: [TypeStyle], _ color: Color) {
      guard let string else { return }
      let words = fitting(string, styles, width: inner.width, tabular: true)
      guard words.height <= inner.height else { return }
      inner.y1 -= words.height
      // The ink of large digits stands under the words' above them.
      let shift = arrangement.isMirrored ? 0 : max(words.inkLeft - theme.whole(1), 0)
      words.draw(on: canvas, x: inner.x0 - shift, y: inner.y1, width: inner.width, edge: leadingEdge, color: color)
    }
    atFoot(card.clock, [.figure, .display, .large, .headline, .title, .label], ink)
    atFoot(card.trail, [.label, .secondary, .axis], quietInk)
    if let badge = card.badge, inner.height > theme.whole(Design.badgeHeight) + gap {
      let words = badgeWords(badge, limit: inner.width)
      let size = badgeSize(words)
      inner.y1 -= size.height + gap
      var band = Band(inner.x0, inner.x1, isMirrored: arrangement.isMirrored)
      drawBadge(
        on: canvas, words,
        in: PixelRect(x: band.takeLeading(size.width, gap: 0), y: inner.y1, width: size.width, height: size.height))
    }
    for (string, styles, color, most) in [
      (card.title, [TypeStyle.headline, .title, .label, .delay], ink, 3),
      (card.subtitle, [.lead, .secondary], quietInk, 2),
    ] {
      guard let string else { continue }
      // The largest type in which it is told in so many lines, no word broken in two.
      let blocks = styles.lazy.map { style in
        (words: self.block(Text(string, style, lines: most), width: inner.width), style: style)
      }
      let whole = blocks.first {
        !$0.words.isCut && $0.words.height <= inner.height && self.longestWord(of: string, $0.style) <= inner.width
      }
      guard let words = whole?.words ?? blocks.last(where: { $0.words.height <= inner.height })?.words else { return }
      words.draw(on: canvas, x: inner.x0, y: inner.y0, width: inner.width, edge: leadingEdge, color: color)
      inner.y0 += words.height + gap / 2
    }
  }
}
