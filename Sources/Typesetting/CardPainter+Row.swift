import Board
import Scene

/// A row of a list, and the heading over lists.
extension CardPainter {
  /// Height in dp, known without its words: ten thousand rows are placed in no time.
  static func rowHeight(hasPicture: Bool, hasSubtitle: Bool) -> Double {
    if hasPicture { return Design.pictureRowHeight }
    return hasSubtitle ? Design.tallRowHeight : Design.rowHeight
  }

  static func sectionHeight(hasSubtitle: Bool) -> Double {
    TypeStyle.section.leading + (hasSubtitle ? TypeStyle.secondary.leading : 0)
  }

  func drawRow(on canvas: borrowing Canvas, frame: PixelRect, pictures: PictureSource) {
    drawSurface(on: canvas, frame, corners: arrangement.corners)
    let inset = look.whole(Design.inset)
    let gap = look.whole(Design.laneGap)
    var band = Band(frame.x0 + inset, frame.x1 - inset, isMirrored: arrangement.isMirrored)
    drawLanes(on: canvas, frame: frame, band: &band, pictures: pictures)
    let textStart = arrangement.isMirrored ? band.right : band.left
    drawChevron(on: canvas, frame: frame, band: &band)
    // Half of the row is the title's, whatever stands beside it, but for a badge's least width.
    let (whole, least) = (band.width, band.width * 15 / 100)
    if let trail = card.trail {
      let words = block(Text(trail, .value, tabular: true), width: band.width * 45 / 100)
      let x = band.takeTrailing(words.width, gap: gap)
      words.draw(
        on: canvas, x: x, y: middle(of: words.height, in: frame), width: words.width, edge: .left, color: valueInk)
    }
    if let badge = card.badge {
      let words = badgeWords(badge, limit: min(max(band.width - whole / 2, least), whole * 40 / 100))
      let size = badgeSize(words)
      let x = band.takeTrailing(size.width, gap: gap)
      drawBadge(on: canvas, words, in: centered(size, x: x, in: frame))
    }
    drawLines(on: canvas, frame: frame, band: band, title: .label, titleLines: arrangement.hasPictures ? 2 : 1)
    drawParting(on: canvas, frame: frame, from: textStart)
  }

  /// Where a tap leads on, with a place kept for it in all rows of the list.
  func drawChevron(on canvas: borrowing Canvas, frame: PixelRect, band: inout Band) {
    guard arrangement.hasChevrons else { return }
    let size = PixelSize(width: look.whole(Design.chevron.width), height: look.whole(Design.chevron.height))
    let x = band.takeTrailing(size.width, gap: look.whole(Design.laneGap))
    guard card.tap?.leadsOn == true else { return }
    canvas.draw(
      arrangement.isMirrored ? Glyph.chevronMirrored : Glyph.chevron, in: Rect(centered(size, x: x, in: frame)),
      ink: quietInk.mixed(with: background, 0.4))
  }

  /// The line between two rows, from where the text of the upper one begins to the card's end: what stands before it stays one
  /// column.
  func drawParting(on canvas: borrowing Canvas, frame: PixelRect, from start: Int) {
    guard arrangement.isParted, fill == nil else { return }
    let height = look.whole(Design.hairline)
    let x0 = arrangement.isMirrored ? frame.x0 : start
    let x1 = arrangement.isMirrored ? start : frame.x1
    guard x1 > x0 else { return }
    canvas.fill(Rect(PixelRect(x0: x0, y0: frame.y1 - height, x1: x1, y1: frame.y1)), look.hairline)
  }

  /// Picture and mark. In a list with pictures the mark sits on the picture's corner, or in its place.
  private func drawLanes(
    on canvas: borrowing Canvas, frame: PixelRect, band: inout Band, pictures: PictureSource
  ) {
    let gap = look.whole(Design.laneGap)
    if arrangement.hasPictures {
      let side = look.whole(Design.thumbnail)
      let place = centered(PixelSize(width: side, height: side), x: band.takeLeading(side, gap: gap), in: frame)
      drawPicture(on: canvas, in: place, radius: Double(look.whole(Design.thumbnailRadius)), pictures: pictures)
      guard let tone = card.tone else { return }
      let mark = look.whole(Design.cornerMark)
      let reach = look.whole(5)
      if card.image == nil {
        drawMark(on: canvas, tone, in: centered(PixelSize(width: mark, height: mark), in: place))
      } else {
        let x = arrangement.isMirrored ? place.x0 - reach : place.x1 + reach - mark
        let corner = PixelRect(x: x, y: place.y1 + reach - mark, width: mark, height: mark)
        // A rim of the surface keeps the mark apart from any picture.
        let rim = Double(look.whole(2))
        canvas.fill(
          Rect(
            x: Double(corner.x0) - rim, y: Double(corner.y0) - rim, width: Double(mark) + 2 * rim,
            height: Double(mark) + 2 * rim), background, radius: Double(mark))
        drawMark(on: canvas, tone, in: corner)
      }
    } else if arrangement.hasMarks {
      let side = look.whole(Design.mark)
      let x = band.takeLeading(side, gap: gap)
      if let tone = card.tone {
        drawMark(on: canvas, tone, in: centered(PixelSize(width: side, height: side), x: x, in: frame))
      }
    }
  }

  /// Title and subtitle as one block around the frame's middle.
  func drawLines(
    on canvas: borrowing Canvas, frame: PixelRect, band: Band, title: TypeStyle, titleLines: Int = 1,
    titleInk: Color? = nil
  ) {
    guard band.width > 0 else { return }
    let first = card.title.map { block(Text($0, title, lines: titleLines), width: band.width) }
    let second = card.subtitle.map { block(Text($0, .secondary), width: band.width) }
    var y = middle(of: (first?.height ?? 0) + (second?.height ?? 0), in: frame)
    // A list is read along one edge: names in other scripts do not jump to the other.
    first?.draw(on: canvas, x: band.left, y: y, width: band.width, edge: leadingEdge, color: titleInk ?? ink)
    y += first?.height ?? 0
    second?.draw(on: canvas, x: band.left, y: y, width: band.width, edge: leadingEdge, color: quietInk)
  }

  func drawSection(on canvas: borrowing Canvas, frame: PixelRect) {
    var band = Band(frame.x0, frame.x1, isMirrored: arrangement.isMirrored)
    let line = PixelRect(x0: frame.x0, y0: frame.y0, x1: frame.x1, y1: frame.y0 + look.whole(TypeStyle.section.leading))
    let gap = look.whole(Design.laneGap)
    if let trail = card.trail {
      let words = block(Text(trail, .secondary, tabular: true), width: band.width / 2)
      let x = band.takeTrailing(words.width, gap: gap)
      words.draw(
        on: canvas, x: x, y: middle(of: words.height, in: line), width: words.width, edge: .left,
        color: look.colors.muted)
    }
    if let badge = card.badge {
      let words = badgeWords(badge, limit: band.width / 2)
      let size = badgeSize(words)
      drawBadge(on: canvas, words, in: centered(size, x: band.takeTrailing(size.width, gap: gap), in: line))
    }
    guard band.width > 0 else { return }
    if let title = card.title {
      let color = card.tone.map { look.tone($0).text } ?? look.colors.text
      block(Text(title, .section), width: band.width)
        .draw(on: canvas, x: band.left, y: line.y0, width: band.width, edge: leadingEdge, color: color)
    }
    if let subtitle = card.subtitle {
      block(Text(subtitle, .secondary), width: frame.width)
        .draw(on: canvas, x: frame.x0, y: line.y1, width: frame.width, edge: leadingEdge, color: look.colors.muted)
    }
  }

  /// The top of something `height` high in the frame's middle.
  func middle(of height: Int, in frame: PixelRect) -> Int { frame.y0 + (frame.height - height) / 2 }

  func centered(_ size: PixelSize, x: Int, in frame: PixelRect) -> PixelRect {
    PixelRect(x: x, y: middle(of: size.height, in: frame), width: size.width, height: size.height)
  }

  func centered(_ size: PixelSize, in frame: PixelRect) -> PixelRect {
    centered(size, x: frame.x0 + (frame.width - size.width) / 2, in: frame)
  }
}
