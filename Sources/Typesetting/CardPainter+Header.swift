import Board
import Numbers
import Scene

/// The title band.
extension CardPainter {
  /// Height in dp.
  static func headerHeight(hasSubtitle: Bool) -> Double {
    hasSubtitle ? Design.tallHeaderHeight : Design.headerHeight
  }

  /// - Parameter frame: the whole band, from one side of the page to the other.
  func drawHeader(on canvas: borrowing Canvas, frame: PixelRect, pictures: PictureSource) {
    if arrangement.isLeading { return drawLeadingHeader(on: canvas, frame: frame, pictures: pictures) }
    canvas.fill(Rect(frame), fill?.fill ?? theme.colors.surface)
    if fill == nil {
      let line = theme.whole(Design.hairline)
      canvas.fill(
        Rect(PixelRect(x0: frame.x0, y0: frame.y1 - line, x1: frame.x1, y1: frame.y1)), theme.hairline)
    }
    let painter = bandPainter(height: frame.height)
    painter.drawBand(band(of: frame), on: canvas, frame: frame, pictures: pictures)
  }

  private func band(of frame: PixelRect) -> Band {
    let (left, right) = PageLayout.column(
      width: frame.width, theme: theme, widest: arrangement.isWide ? Design.widestPage : Design.maximumWidth)
    return Band(frame.x0 + left, frame.x0 + right, isMirrored: arrangement.isMirrored)
  }

  /// On a low panel a header speaks as much more quietly as it is lower.
  private func bandPainter(height: Int) -> CardPainter {
    let wanted = theme.whole(Self.headerHeight(hasSubtitle: card.subtitle != nil))
    guard height < wanted else { return self }
    let lower = theme.enlarged(min(1.1 * Double(height) / Double(wanted), 1))
    return CardPainter(card: card, arrangement: arrangement, theme: lower, typesetter: typesetter)
  }

  /// Which of its parts a header of this size has no room for; of its title, the end.
  func leftOut(of size: PixelSize) -> (title: Bool, subtitle: Bool, trail: Bool, badge: Bool) {
    let painter = bandPainter(height: size.height)
    var band = band(of: PixelRect(size))
    if card.tap == .back {
      _ = band.takeLeading(
        painter.theme.whole(Design.backChevron.width), gap: painter.theme.whole(Design.laneGap))
    }
    let plan = painter.headerPlan(room: band.width, clock: painter.clock(in: band)?.width ?? 0)
    return (
      plan.title?.isCut == true, card.subtitle != nil && plan.subtitle == nil, card.trail != nil && plan.trail == nil,
      card.badge != nil && plan.badge == nil
    )
  }

  private func clock(in band: Band) -> TextBlock? {
    card.clock.map { fitting($0, [.clock, .value, .delay], width: band.width / 2, tabular: true) }
  }

  private func drawBand(_ band: Band, on canvas: borrowing Canvas, frame: PixelRect, pictures: PictureSource) {
    var band = band
    let gap = theme.whole(Design.laneGap)
    if card.tap == .back {
      let size = PixelSize(width: theme.whole(Design.backChevron.width), height: theme.whole(Design.backChevron.height))
      // It points to where the page came from: the other way than a row's.
      canvas.draw(
        arrangement.isMirrored ? Glyph.chevron : Glyph.chevronMirrored,
        in: Rect(centered(size, x: band.takeLeading(size.width, gap: gap), in: frame)), ink: quietInk)
    }
    let clock = clock(in: band)
    let plan = headerPlan(room: band.width, clock: clock?.width ?? 0)
    if card.image != nil, plan.hasLogo {
      drawLogo(on: canvas, in: frame, band: &band, gap: gap, spare: plan.spare, pictures: pictures)
    }
    if let tone = headerMark {
      let side = theme.whole(Design.headerMark)
      let place = centered(PixelSize(width: side, height: side), x: band.takeLeading(side, gap: gap), in: frame)
      drawMark(on: canvas, tone, in: place)
    }
    func drawAtEnd(_ words: TextBlock?, gap: Int, color: Color) {
      guard let words else { return }
      words.draw(
        on: canvas, x: band.takeTrailing(words.width, gap: gap), y: middle(of: words.height, in: frame),
        width: words.width, edge: .left, color: color)
    }
    drawAtEnd(clock, gap: theme.whole(2 * Design.laneGap), color: ink)
    drawAtEnd(plan.trail, gap: gap, color: quietInk)
    if let words = plan.badge {
      let size = badgeSize(words)
      drawBadge(on: canvas, words, in: centered(size, x: band.takeTrailing(size.width, gap: gap), in: frame))
    }
    guard band.width > 0 else { return }
    var y = middle(of: (plan.title?.height ?? 0) + (plan.subtitle?.height ?? 0), in: frame)
    for (words, color) in [(plan.title, ink), (plan.subtitle, quietInk)] {
      guard let words else { continue }
      words.draw(on: canvas, x: band.left, y: y, width: band.width, edge: leadingEdge, color: color)
      y += words.height
    }
  }

  /// A picture as high as a line of the header: a lettering is as wide as it has to be, where the words leave it the room.
  ///
  /// - Parameter spare: what is free beside the words, in pixels.
  func drawLogo(
    on canvas: borrowing Canvas, in frame: PixelRect, band: inout Band, gap: Int, spare: Int, pictures: PictureSource
  ) {
    let side = theme.whole(Design.logo)
    let most = PixelSize(width: side + min(max(spare, 0), Design.widestLogo * side - side), height: side)
    let radius = Double(theme.whole(Design.thumbnailRadius))
    guard let image = card.image, let picture = pictures(image, most, .contain), picture.size.height > 0 else {
      let place = centered(PixelSize(width: side, height: side), x: band.takeLeading(side, gap: gap), in: frame)
      drawPicture(on: canvas, in: place, radius: radius, fit: .contain, pictures: { _, _, _ in nil })
      return
    }
    let ratio = Double(picture.size.width) / Double(picture.size.height)
    let width = min(max(Int(clamping: (Double(side) * ratio).rounded()), side), most.width)
    let lane = centered(PixelSize(width: width, height: side), x: band.takeLeading(width, gap: gap), in: frame)
    // Pictures stand in the middle of their places.
    let place = PixelRect(x: lane.x0 - (most.width - width) / 2, y: lane.y0, width: most.width, height: side)
    drawPicture(on: canvas, in: place, radius: radius, fit: .contain, pictures: { _, _, _ in picture })
  }

  private var headerMark: Card.Tone? { card.tone == .muted ? nil : card.tone }

  /// What of a header is shown.
  private struct HeaderPlan {
    var title: TextBlock?
    var subtitle: TextBlock?
    var trail: TextBlock?
    var badge: TextBlock?
    var hasLogo = true
    /// What is free beside title and subtitle, in pixels.
    var spare = 0
  }

  /// The title is told in full before anything else is: what leaves it too little room is left out whole, first the trail, then the
  /// badge, the subtitle, the logo. On a page all but the logo then stands below the header.
  ///
  /// - Parameters:
  ///   - room: between the way back and the band's end, in pixels.
  ///   - clock: its width; it stays.
  private func headerPlan(room: Int, clock: Int) -> HeaderPlan {
    let gap = theme.whole(Design.laneGap)
    let all = HeaderPlan(
      trail: card.trail.map { block(Text($0, .value, tabular: true), width: Self.unbounded) },
      badge: card.badge.map { badgeWords($0, limit: Self.unbounded) })
    let subtitle = card.subtitle.map { block(Text($0, .secondary), width: Self.unbounded) }

    func rest(_ plan: HeaderPlan) -> Int {
      var rest = room - (clock > 0 ? clock + 2 * gap : 0)
      if card.image != nil, plan.hasLogo { rest -= theme.whole(Design.logo) + gap }
      if headerMark != nil { rest -= theme.whole(Design.headerMark) + gap }
      rest -= plan.trail.map { $0.width + gap } ?? 0
      rest -= plan.badge.map { badgeSize($0).width + gap } ?? 0
      return max(rest, 1)
    }
    var plans = [all]
    for part in [\HeaderPlan.trail, \.badge] where all[keyPath: part] != nil {
      var less = plans[plans.count - 1]
      less[keyPath: part] = nil
      plans.append(less)
    }
    // A subtitle that has no room even then keeps nothing else away.
    let hasSubtitle = subtitle.map { $0.width <= rest(plans[plans.count - 1]) } ?? false
    var bare = plans[plans.count - 1]
    bare.hasLogo = false
    let withSubtitle = hasSubtitle ? plans.map { ($0, subtitle) } : []
    for (plan, subtitle) in withSubtitle + (plans + [bare]).map({ ($0, nil) }) {
      let width = rest(plan)
      if let subtitle, subtitle.width > width { continue }
      guard let title = titleBlock(width: width, mayWrap: subtitle == nil) else { continue }
      return HeaderPlan(
        title: card.title == nil ? nil : title, subtitle: subtitle, trail: plan.trail, badge: plan.badge,
        hasLogo: plan.hasLogo, spare: width - max(card.title == nil ? 0 : title.width, subtitle?.width ?? 0))
    }
    bare.title = lastTitle(width: rest(bare))
    return bare
  }

  /// A title that has no room: small before it is cut, and cut between words before it is within one.
  func lastTitle(width: Int) -> TextBlock {
    let title = card.title ?? ""
    let whole = [TypeStyle.delay, .caption, .fine].filter { longestWord(of: title, $0) <= width }
      .map { block(Text(title, $0, lines: 2), width: width) }
    if let told = whole.first(where: { !$0.isCut }) ?? whole.last { return told }
    // One long word is told in two lines; of several the first is.
    return block(Text(title, .caption, lines: title.contains(" ") ? 1 : 2), width: width)
  }

  /// The title in full; nil when it has no room. Two lines fill a band without a subtitle.
  private func titleBlock(width: Int, mayWrap: Bool) -> TextBlock? {
    let title = card.title ?? ""
    let line = fitting(title, [.title, .section], width: width)
    if !line.isCut { return line }
    let lines = mayWrap ? block(Text(title, .section, lines: 2), width: width) : nil
    return lines?.isCut == false && longestWord(of: title, .section) <= width ? lines : nil
  }
}
