import Board
import Scene

/// Paragraphs to read, and pictures with a caption.
extension CardPainter {
  private struct TextPlan {
    /// Above and below.
    var inset: Int
    /// From the frame's leading edge to the words.
    var x: Int
    /// The first lines, where something stands at their end.
    var head: LinesPlan?
    var headHeight = 0
    var title: TextBlock?
    var subtitle: TextBlock?
    var article: Article?
    /// At the beginning of the words where these have room beside it, else above them.
    var picture: PixelRect?
    var space: Int
    var width: Int
    var hasSurface: Bool

    /// From the frame's upper edge to the words.
    var top: Int {
      guard let picture, picture.x0 == x else { return inset }
      return picture.y1 + (wordsHeight > 0 ? inset : 0)
    }

    var wordsHeight: Int {
      let parts = [headHeight, title?.height, subtitle?.height, article?.height].compactMap { $0 }.filter { $0 > 0 }
      return parts.reduce(0, +) + max(parts.count - 1, 0) * space
    }

    var height: Int { max(top + wordsHeight, picture?.y1 ?? 0) + inset }
  }

  func textHeight(width: Int) -> Int { textPlan(width: width).height }

  /// Plain text lies on the page itself; text with a tone is a note on a surface, with its mark.
  private func textPlan(width: Int) -> TextPlan {
    let hasSurface = card.tone != nil || card.isFilled || card.columns > 1
    let isLarge = Double(width) / theme.scale >= Design.wideText
    let style: TypeStyle = isLarge ? .reading : .body
    let side = hasSurface ? theme.whole(Design.inset) : 0
    // On the page itself, paragraphs want more air than surfaces do.
    let inset = theme.whole(hasSurface ? Design.inset : Design.gap)
    let lane = card.tone == nil ? 0 : theme.whole(Design.mark) + theme.whole(Design.laneGap)
    let room = max(width - 2 * side - lane, 1)
    let most = theme.whole(Design.measure * style.size)
    var (x, measure) = (side + lane, min(room, most))
    var picture: PixelRect?
    if card.image != nil {
      let across = isLarge ? min(room * 30 / 100, theme.whole(Design.textPicture)) : measure
      picture = PixelRect(
        x: x, y: inset, width: max(across, 1),
        height: pictureHeight(width: across, ratio: isLarge ? Design.textPictureRatio : Design.imageRatio))
      if isLarge {
        let gap = theme.whole(Design.inset)
        (x, measure) = (x + across + gap, max(min(room - across - gap, most), 1))
      }
    }
    func block(_ string: String?, _ style: TypeStyle, lines: Int) -> TextBlock? {
      string.map { self.block(Text($0, style, lines: theme.lines(lines)), width: measure) }
    }
    var plan = TextPlan(
      inset: inset, x: x,
      article: card.text.map { typesetter.article($0, style, width: measure, theme: theme) }, picture: picture,
      space: theme.whole(4), width: measure, hasSurface: hasSurface)
    if card.trail != nil || card.badge != nil {
      let head = linesPlan(
        room: measure, LineStyles(title: .section, trail: .secondary, isHeading: card.title != nil))
      (plan.head, plan.headHeight) = (head, max(height(of: head), theme.whole(TypeStyle.section.leading)))
    } else {
      plan.title = block(card.title, .section, lines: 3)
      plan.subtitle = block(card.subtitle, .secondary, lines: 3)
    }
    return plan
  }

  func drawText(on canvas: borrowing Canvas, frame: PixelRect, rows: Range<Int>, pictures: PictureSource) {
    let plan = textPlan(width: frame.width)
    if plan.hasSurface { drawSurface(on: canvas, frame) }
    let x = arrangement.isMirrored ? frame.x1 - plan.x - plan.width : frame.x0 + plan.x
    if let picture = plan.picture {
      let left = arrangement.isMirrored ? frame.x1 - picture.x1 : frame.x0 + picture.x0
      let place = PixelRect(x: left, y: frame.y0 + picture.y0, width: picture.width, height: picture.height)
      if place.y0 < rows.upperBound, place.y1 > rows.lowerBound {
        drawPicture(on: canvas, in: place, radius: Double(theme.whole(Design.thumbnailRadius)), pictures: pictures)
      }
    }
    var y = frame.y0 + plan.top
    if let tone = card.tone {
      let side = theme.whole(Design.mark)
      // Beside the first line.
      let leading =
        plan.title != nil || plan.head != nil
        ? TypeStyle.section.leading : plan.subtitle != nil ? TypeStyle.secondary.leading : nil
      let line = theme.whole(leading ?? plan.article?.style.leading ?? Design.mark)
      let inset = theme.whole(Design.inset)
      let left = arrangement.isMirrored ? frame.x1 - inset - side : frame.x0 + inset
      drawMark(on: canvas, tone, in: PixelRect(x: left, y: y + (line - side) / 2, width: side, height: side))
    }
    if let head = plan.head {
      draw(
        head, on: canvas, frame: PixelRect(x: x, y: y, width: plan.width, height: plan.headHeight),
        band: Band(x, x + plan.width, isMirrored: arrangement.isMirrored),
        inks: (title: ink, subtitle: quietInk, trail: quietInk))
      y += plan.headHeight + plan.space
    }
    for (block, color) in [(plan.title, ink), (plan.subtitle, quietInk)] {
      guard let block else { continue }
      block.draw(on: canvas, x: x, y: y, width: plan.width, edge: .natural, color: color, rows: rows)
      y += block.height + plan.space
    }
    guard let article = plan.article else { return }
    let accent = fill?.ink ?? theme.tone(.accent).text
    for paragraph in article.paragraphs {
      let top = y + paragraph.top
      // One line more on each side: tall scripts reach out of theirs.
      let reach = theme.whole(article.style.leading)
      guard top - reach < rows.upperBound, top + paragraph.height + reach > rows.lowerBound else { continue }
      typesetter.block(
        Text(paragraph: paragraph.words, article.style), width: article.width, theme: theme, accent: accent
      )
      .draw(on: canvas, x: x, y: top, width: article.width, edge: .natural, color: ink, rows: rows)
    }
  }

  func imageHeight(width: Int) -> Int {
    pictureHeight(width: width, ratio: Design.imageRatio) + captionHeight
  }

  private var captionHeight: Int {
    let line = theme.whole(TypeStyle.secondary.leading)
    let title = card.title == nil && card.trail == nil ? 0 : arrangement.labelLines * line
    let subtitle = card.subtitle == nil ? 0 : arrangement.noteLines * line
    return title + subtitle == 0 ? 0 : title + subtitle + theme.whole(Design.captionSpace)
  }

  /// How many lines the title below a picture and the one below that take.
  ///
  /// - Parameter width: of the card, in pixels.
  func captionLines(width: Int) -> (title: Int, subtitle: Int) {
    func lines(_ words: String?, _ width: Int) -> Int {
      guard let words, words.widestWidth(.secondary) * theme.scale > Double(width) else { return 1 }
      return block(Text(words, .secondary, lines: theme.lines(2)), width: max(width, 1)).lineCount
    }
    let trail = captionTrail(width: width).map { $0.width + theme.whole(Design.laneGap) } ?? 0
    return (lines(card.title, width - trail), lines(card.subtitle, width))
  }

  /// At the end of the title's line.
  private func captionTrail(width: Int) -> TextBlock? {
    card.trail.map {
      block(Text($0, .secondary, tabular: true), width: max(card.title == nil ? width : width / 2, 1))
    }
  }

  func drawImage(on canvas: borrowing Canvas, frame: PixelRect, pictures: PictureSource) {
    var bottom = max(frame.y1 - captionHeight, frame.y0 + 1)
    // Beside a higher one its words stand below it all the same.
    if !arrangement.isStretched {
      bottom = min(bottom, frame.y0 + pictureHeight(width: frame.width, ratio: Design.imageRatio))
    }
    let place = PixelRect(x0: frame.x0, y0: frame.y0, x1: frame.x1, y1: bottom)
    if card.image == nil { canvas.fill(Rect(place), theme.placeholder, radius: radius) }
    drawPicture(on: canvas, in: place, radius: radius, pictures: pictures)
    // Asked for now, the next picture of a slideshow is here at its turn.
    if let upcoming = card.upcoming { _ = pictures(upcoming, place.size, card.fit) }
    let inset = theme.whole(Design.inset)
    if let badge = card.badge {
      let words = badgeWords(badge, limit: place.width / 2)
      let size = badgeSize(words)
      var band = Band(place.x0 + inset, place.x1 - inset, isMirrored: arrangement.isMirrored)
      let x = band.takeLeading(size.width, gap: 0)
      drawBadge(
        on: canvas, words, in: PixelRect(x: x, y: place.y0 + inset, width: size.width, height: size.height),
        onPicture: true)
    }
    var y = place.y1 + theme.whole(Design.captionSpace)
    var band = Band(frame.x0, frame.x1, isMirrored: arrangement.isMirrored)
    if let trail = captionTrail(width: frame.width) {
      let x = band.takeTrailing(trail.width, gap: theme.whole(Design.laneGap))
      trail.draw(on: canvas, x: x, y: y, width: trail.width, edge: .left, color: theme.colors.muted)
    }
    var height = card.trail == nil ? 0 : theme.whole(TypeStyle.secondary.leading)
    if let title = card.title {
      let words = block(Text(title, .secondary, lines: arrangement.labelLines), width: max(band.width, 1))
      words.draw(on: canvas, x: band.left, y: y, width: band.width, edge: leadingEdge, color: theme.colors.text)
      height = words.height
    }
    y += height
    if let subtitle = card.subtitle {
      block(Text(subtitle, .secondary, lines: arrangement.noteLines), width: frame.width)
        .draw(on: canvas, x: frame.x0, y: y, width: frame.width, edge: leadingEdge, color: theme.colors.muted)
    }
  }
}
