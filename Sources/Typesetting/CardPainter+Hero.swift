import Board
import Numbers
import Scene

/// A headline with a picture, or a panel that says one thing.
extension CardPainter {
  /// A hero's words and where they stand: made the same way for measuring and for drawing.
  struct HeroPlan {
    var inset: Int
    /// 0 without a picture.
    var pictureHeight: Int
    /// The words stand on the picture's lower part; else below it.
    var isOnPicture: Bool
    /// Above the words: of a panel with a mark.
    var badge: TextBlock?
    /// The mark stands above the words, before the badge: beside it they have no room.
    var isMarkAbove = false
    /// What the mark leaves at the words' trailing end, with the space between.
    var reserved = 0
    /// Of badge or mark, with what is below it; 0 without.
    var badgeHeight = 0
    var words: [(block: TextBlock, space: Int, isQuiet: Bool)]

    var wordsHeight: Int { words.reduce(badgeHeight) { $0 + $1.space + $1.block.height } }
  }

  func heroHeight(width: Int) -> Int {
    let plan = heroPlan(width: width)
    if plan.isOnPicture { return plan.pictureHeight }
    let words = plan.words.isEmpty ? 0 : plan.wordsHeight + 2 * plan.inset
    return plan.pictureHeight
      + (plan.pictureHeight > 0 ? words : max(words, theme.whole(Design.panelHeight(isFilled: card.isFilled))))
  }

  func heroPlan(width: Int) -> HeroPlan {
    let inDP = Double(width) / theme.scale
    let isWide = inDP >= Design.wideHero
    let hasPicture = card.image != nil
    let inset = theme.whole(Design.heroInset(width: inDP))
    var plan = HeroPlan(
      inset: inset,
      pictureHeight: hasPicture ? pictureHeight(width: width, ratio: Design.heroRatio(width: inDP)) : 0,
      isOnPicture: false, words: [])
    var room = width - 2 * inset
    if !hasPicture, card.badge != nil, card.tone == nil { room = room * 3 / 4 }
    if !hasPicture, card.tone != nil {
      let beside = theme.whole(Design.heroMark) + inset
      plan.isMarkAbove =
        room - beside < theme.whole(Design.leastHeroWords)
        || longestWord(of: card.title ?? "", .title) > room - beside
      plan.reserved = plan.isMarkAbove ? 0 : beside
      room -= plan.reserved
    }
    room = max(room, 1)
    if !hasPicture, card.tone != nil, let badge = card.badge {
      let mark = plan.isMarkAbove ? theme.whole(Design.mark) + theme.whole(Design.laneGap) : 0
      plan.badge = badgeWords(badge, limit: max(room - mark, 1))
    }
    let heights = [plan.badge.map { badgeSize($0).height }, plan.isMarkAbove ? theme.whole(Design.mark) : nil]
    if let height = heights.compactMap(\.self).max() { plan.badgeHeight = height + theme.whole(Design.captionSpace) }
    func add(_ string: String?, _ style: TypeStyle, lines: Int, space: Double, isQuiet: Bool) {
      guard let string, !string.isEmpty else { return }
      let block = block(Text(string, style, lines: theme.lines(lines)), width: room)
      plan.words.append((block, plan.words.isEmpty ? 0 : theme.whole(space), isQuiet))
    }
    let isPanel = card.isFilled && !hasPicture
    let text: TypeStyle = isPanel && inDP >= Design.widePanel ? .lead : isPanel || isWide ? .reading : .body
    let least = card.text?.isEmpty == false ? text.size : 0
    add(
      card.title, titleStyle(width: room, least: least, isPanel: isPanel, isWide: isWide), lines: titleLines,
      space: 0, isQuiet: false)
    let second = [card.subtitle, card.trail].compactMap(\.self).filter { !$0.isEmpty }.joined(separator: " · ")
    add(second, isPanel ? .reading : .secondary, lines: 2, space: 4, isQuiet: true)
    guard hasPicture else {
      add(card.text, text, lines: 6, space: 6, isQuiet: true)
      return plan
    }
    // Whoever has it larger has all of it: what follows may stand below the panel's end.
    guard !theme.isEnlarged else {
      add(card.text, text, lines: 6, space: 6, isQuiet: true)
      _ = place(&plan)
      return plan
    }
    let first = plan
    for lines in [3, 2, 1] {
      plan = first
      add(card.text, text, lines: lines, space: 6, isQuiet: true)
      if place(&plan) { return plan }
    }
    // On the lowest panels little is left of the picture, rather than to leave the text out.
    plan.pictureHeight = first.pictureHeight
    _ = place(&plan, least: Design.lastHeroPicture)
    return plan
  }

  private static let mostTitleLines = 4

  /// A headline on a panel that ends below its picture has few; where the page scrolls on it is told.
  private var titleLines: Int {
    card.image != nil && arrangement.mostHeight < .max ? Self.mostTitleLines : 2 * Self.mostTitleLines
  }

  /// Words on the picture's lower half, else below it. Where that would be higher than it may be, the picture is lower, and words cover
  /// more of it rather than to leave hardly any.
  ///
  /// - Parameter least: of the picture above its words, as a share of the height it may have.
  /// - Returns: false where it is higher all the same.
  private func place(_ plan: inout HeroPlan, least: Double = Design.leastHeroPicture) -> Bool {
    let most = arrangement.mostHeight
    let covered = plan.wordsHeight + plan.inset
    let below = plan.words.isEmpty ? 0 : plan.wordsHeight + 2 * plan.inset
    // Over any picture they keep 4.5 : 1 and no more.
    let mayCover = !card.isFilled && !theme.isHighContrast
    plan.pictureHeight = min(plan.pictureHeight, most)
    plan.isOnPicture = mayCover && 2 * covered <= plan.pictureHeight
    guard !plan.isOnPicture, most < .max, plan.pictureHeight + below > most else { return true }
    if mayCover, Double(covered) <= Double(most) * Design.mostCovered {
      plan.isOnPicture = true
      plan.pictureHeight = most
      return true
    }
    let rest = Int(clamping: Double(most) * least)
    plan.pictureHeight = min(plan.pictureHeight, max(most - below, rest))
    return plan.pictureHeight + below <= most
  }

  /// A panel says its one thing as large as fits in a line; no title is so large that a word of it is broken in two, or that it is cut; none
  /// is smaller than the text below it.
  private func titleStyle(width: Int, least: Double, isPanel: Bool, isWide: Bool) -> TypeStyle {
    let title = card.title ?? ""
    let styles: [TypeStyle] = isPanel ? [.figure, .display, .large] : []
    if let style = styles.first(where: { !block(Text(title, $0), width: width).isCut }) { return style }
    let all: [TypeStyle] = isPanel || isWide ? [.headline, .title, .label, .delay] : [.title, .label, .delay]
    let wrapped = all.filter { $0.size >= least }
    let whole = wrapped.filter { longestWord(of: title, $0) <= width }
    return whole.first { !block(Text(title, $0, lines: theme.lines(Self.mostTitleLines)), width: width).isCut }
      ?? whole.last ?? wrapped.last ?? .title
  }

  func drawHero(on canvas: borrowing Canvas, frame: PixelRect, pictures: PictureSource) {
    let plan = heroPlan(width: frame.width)
    drawSurface(on: canvas, frame)
    var top: Int
    var hasPicture = false
    if plan.pictureHeight > 0 {
      let words = plan.words.isEmpty ? 0 : plan.wordsHeight + 2 * plan.inset
      let wanted = arrangement.isStretched ? max(frame.height - words, 1) : plan.pictureHeight
      let bottom = plan.isOnPicture ? frame.y1 : min(frame.y0 + wanted, frame.y1)
      let place = PixelRect(x0: frame.x0, y0: frame.y0, x1: frame.x1, y1: bottom)
      let corners: Corners = plan.isOnPicture || plan.words.isEmpty ? .all : .top
      top = plan.isOnPicture ? place.y1 - plan.inset - plan.wordsHeight : place.y1 + plan.inset
      let clear = plan.isOnPicture ? plan.wordsHeight + 2 * plan.inset : 0
      hasPicture = drawPicture(
        on: canvas, in: place, radius: radius, corners: corners, covered: clear, pictures: pictures)
      if hasPicture, plan.isOnPicture, !plan.words.isEmpty {
        canvas.shade(
          Rect(place), top: Double(max(top - theme.whole(Design.shade), place.y0)),
          textTop: Double(top - theme.whole(6)), radius: radius)
      }
      drawHeroBadges(on: canvas, place: place, plan: plan)
    } else {
      top = middle(of: plan.wordsHeight, in: frame)
      drawPanelMark(on: canvas, frame: frame, plan: plan)
    }
    let width = frame.width - 2 * plan.inset
    let reserved = plan.reserved
    let x = frame.x0 + plan.inset + (arrangement.isMirrored ? reserved : 0)
    if plan.badgeHeight > 0 {
      var band = Band(x, x + width - reserved, isMirrored: arrangement.isMirrored)
      let line = PixelRect(
        x: x, y: top, width: width - reserved, height: plan.badgeHeight - theme.whole(Design.captionSpace))
      if plan.isMarkAbove, let tone = card.tone {
        let side = theme.whole(Design.mark)
        let left = band.takeLeading(side, gap: theme.whole(Design.laneGap))
        drawMark(on: canvas, tone, in: centered(PixelSize(width: side, height: side), x: left, in: line))
      }
      if let badge = plan.badge {
        let size = badgeSize(badge)
        drawBadge(on: canvas, badge, in: centered(size, x: band.takeLeading(size.width, gap: 0), in: line))
      }
      top += plan.badgeHeight
    }
    for word in plan.words {
      top += word.space
      let color =
        plan.isOnPicture && hasPicture
        ? (word.isQuiet ? Color.white.opacity(0.88) : .white) : word.isQuiet ? quietInk : ink
      word.block.draw(on: canvas, x: x, y: top, width: width - reserved, edge: edge(of: word.block), color: color)
      top += word.block.height
    }
  }

  /// Paragraphs stand where their own language begins; a single line stands at the page's leading edge.
  private func edge(of block: TextBlock) -> TextBlock.Edge { block.lineCount > 1 ? .natural : leadingEdge }

  /// Badge and mark in the upper corners of a picture.
  private func drawHeroBadges(on canvas: borrowing Canvas, place: PixelRect, plan: HeroPlan) {
    var band = Band(place.x0 + plan.inset, place.x1 - plan.inset, isMirrored: arrangement.isMirrored)
    if let badge = card.badge {
      let words = badgeWords(badge, limit: band.width / 2)
      let size = badgeSize(words)
      let x = band.takeLeading(size.width, gap: plan.inset)
      drawBadge(
        on: canvas, words, in: PixelRect(x: x, y: place.y0 + plan.inset, width: size.width, height: size.height),
        onPicture: true)
    }
    if let tone = card.tone {
      let side = theme.whole(Design.mark)
      let x = band.takeTrailing(side, gap: 0)
      let mark = PixelRect(x: x, y: place.y0 + plan.inset, width: side, height: side)
      let rim = Double(theme.whole(4))
      let around = Rect(
        x: Double(mark.x0) - rim, y: Double(mark.y0) - rim, width: Double(side) + 2 * rim,
        height: Double(side) + 2 * rim)
      canvas.fill(around, background, radius: around.height / 2)
      drawMark(on: canvas, tone, in: mark)
    }
  }

  /// The large mark of a panel without a picture, at its trailing end; without a tone the badge at its upper trailing corner.
  private func drawPanelMark(on canvas: borrowing Canvas, frame: PixelRect, plan: HeroPlan) {
    var band = Band(frame.x0 + plan.inset, frame.x1 - plan.inset, isMirrored: arrangement.isMirrored)
    if plan.isMarkAbove { return }
    if let tone = card.tone {
      let side = theme.whole(Design.heroMark)
      let x = band.takeTrailing(side, gap: plan.inset)
      drawMark(on: canvas, tone, in: centered(PixelSize(width: side, height: side), x: x, in: frame))
    } else if let badge = card.badge {
      let words = badgeWords(badge, limit: band.width / 4)
      let size = badgeSize(words)
      let x = band.takeTrailing(size.width, gap: plan.inset)
      drawBadge(
        on: canvas, words, in: PixelRect(x: x, y: frame.y0 + plan.inset, width: size.width, height: size.height))
    }
  }
}
