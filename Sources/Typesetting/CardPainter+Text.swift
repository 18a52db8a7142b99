import Board
import Scene

/// Paragraphs to read, and pictures with a caption.
extension CardPainter {
  private struct TextPlan {
    /// Above and below.
    var inset: Int
    /// From the frame's leading edge to the words.
    var x: Int
    var title: TextBlock?
    var subtitle: TextBlock?
    var article: Article?
    var space: Int
    var width: Int
    var hasSurface: Bool

    var height: Int {
      let parts = [title?.height, subtitle?.height, article?.height].compactMap { $0 }.filter { $0 > 0 }
      return parts.reduce(0, +) + max(parts.count - 1, 0) * space + 2 * inset
    }
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
    let measure = max(min(width - 2 * side - lane, theme.whole(Design.measure * style.size)), 1)
    func block(_ string: String?, _ style: TypeStyle, lines: Int) -> TextBlock? {
      string.map { self.block(Text($0, style, lines: theme.lines(lines)), width: measure) }
    }
    return TextPlan(
      inset: inset, x: side + lane, title: block(card.title, .section, lines: 3),
      subtitle: block(card.subtitle, .secondary, lines: 3),
      article: card.text.map { typesetter.article($0, style, width: measure, theme: theme) }, space: theme.whole(4),
      width: measure, hasSurface: hasSurface)
  }

  func drawText(on canvas: borrowing Canvas, frame: PixelRect, rows: Range<Int>) {
    let plan = textPlan(width: frame.width)
    if plan.hasSurface { drawSurface(on: canvas, frame) }
    let x = arrangement.isMirrored ? frame.x1 - plan.x - plan.width : frame.x0 + plan.x
    var y = frame.y0 + plan.inset
    if let tone = card.tone {
      let side = theme.whole(Design.mark)
      // Beside the first line.
      let leading =
        plan.title != nil ? TypeStyle.section.leading : plan.subtitle != nil ? TypeStyle.secondary.leading : nil
      let line = theme.whole(leading ?? plan.article?.style.leading ?? Design.mark)
      let inset = theme.whole(Design.inset)
      let left = arrangement.isMirrored ? frame.x1 - inset - side : frame.x0 + inset
      drawMark(on: canvas, tone, in: PixelRect(x: left, y: y + (line - side) / 2, width: side, height: side))
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
    let title = card.title == nil ? 0 : theme.whole(TypeStyle.secondary.leading)
    let subtitle = card.subtitle == nil ? 0 : theme.whole(TypeStyle.secondary.leading)
    return title + subtitle == 0 ? 0 : title + subtitle + theme.whole(Design.captionSpace)
  }

  func drawImage(on canvas: borrowing Canvas, frame: PixelRect, pictures: PictureSource) {
    let bottom = max(frame.y1 - captionHeight, frame.y0 + 1)
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
    for (string, color) in [(card.title, theme.colors.text), (card.subtitle, theme.colors.muted)] {
      guard let string else { continue }
      let block = block(Text(string, .secondary), width: frame.width)
      block.draw(on: canvas, x: frame.x0, y: y, width: frame.width, edge: leadingEdge, color: color)
      y += block.height
    }
  }
}
