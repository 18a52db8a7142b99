import Board
import Scene

/// A title with what stands beside and below it: rows of lists, and headings.
///
/// The title comes first. It takes a second line where one does not suffice, what leaves it too little room goes below, whole, and then
/// there is a third one. A subtitle has two. Where nothing else tells the rest, both have as many as they need.
struct LinesPlan {
  var title: TextBlock?
  var titleStyle: TypeStyle
  var subtitle: TextBlock?
  /// Also where only the height is asked for.
  var subtitleLines = 0
  var trail: TextBlock?
  var badge: TextBlock?
  var isTrailBelow = false
  var isBadgeBelow = false
  var isHeading = false
  /// Trail and badge, both below, have no room in one line.
  var isStacked = false

  /// Of the lines below title and subtitle.
  var footLines: Int {
    let trailLines = isTrailBelow ? trail?.lineCount ?? 1 : 0
    return isStacked ? 1 + trailLines : max(trailLines, isBadgeBelow ? 1 : 0)
  }
}

extension CardPainter {
  /// The looks of the words.
  struct LineStyles {
    var title = TypeStyle.label
    /// Of a title with a word that is wider than its line.
    var smallTitle = TypeStyle.delay
    var trail = TypeStyle.value
    /// Trail and badge stand in the title's first line, and the subtitle below all of them.
    var isHeading = false
    /// At most.
    var titleLines = 3
    /// At most.
    var subtitleLines = 2
  }

  /// - Parameter room: for the words, in pixels.
  /// - Parameter forHeight: leaves out what says nothing about it.
  func linesPlan(room: Int, _ styles: LineStyles, forHeight: Bool = false) -> LinesPlan {
    let gap = theme.whole(Design.laneGap)
    var plan = LinesPlan(
      titleStyle: styles.title, trail: card.trail.map { block(Text($0, styles.trail, tabular: true), width: room) },
      badge: card.badge.map { badgeWords($0, limit: room) })
    // A sentence, that has a second line below.
    if plan.trail?.isCut == true, let trail = card.trail {
      plan.trail = block(Text(trail, styles.trail, lines: theme.lines(2), tabular: true), width: room)
    }
    let trail = plan.trail.map { $0.width + gap } ?? 0
    let badge = plan.badge.map { badgeSize($0).width + gap } ?? 0
    let whole = card.title.map { block(Text($0, styles.title), width: Self.unbounded).width } ?? 0
    // A title that has its line needs no look at its words.
    var measuredWord: Int?
    func longestWord() -> Int {
      if let measuredWord { return measuredWord }
      let width = card.title.map { self.longestWord(of: $0, styles.title) } ?? 0
      measuredWord = width
      return width
    }

    /// Whether the title is told in full beside so much, none of its words broken in two.
    func isTold(beside taken: Int, lines: Int) -> Bool {
      let width = room - taken
      guard let title = card.title, whole > width else { return width >= 0 }
      return width >= room * 40 / 100 && longestWord() <= width
        && !block(Text(title, styles.title, lines: lines), width: width).isCut
    }
    let isBadgeBelow = arrangement.hasBadgesBelow && card.badge != nil
    // Two lines with what has to go below for them; then three, with all beside them first.
    let ways = [
      (trail: false, badge: false), (trail: false, badge: true), (trail: true, badge: false),
      (trail: true, badge: true),
    ]
    .filter { $0.badge || !isBadgeBelow }
    let told = [2, min(styles.titleLines, 3) * theme.lineFactor].lazy.flatMap { lines in
      ways.lazy.filter { isTold(beside: ($0.trail ? 0 : trail) + ($0.badge ? 0 : badge), lines: lines) }
    }.first
    // Cut in any case: short values of a list stay in their column.
    (plan.isTrailBelow, plan.isBadgeBelow) = told ?? (3 * trail > room, isBadgeBelow || 5 * badge > room)
    plan.isTrailBelow = plan.trail.map { plan.isTrailBelow || $0.lineCount > 1 } ?? false
    plan.isBadgeBelow = plan.isBadgeBelow && plan.badge != nil
    plan.isStacked = plan.isTrailBelow && plan.isBadgeBelow && trail + badge - gap > room
    let beside = (plan.isTrailBelow ? 0 : trail) + (plan.isBadgeBelow ? 0 : badge)
    let width = max(room - beside, 1)
    // Smaller, before a word of it is broken in two.
    if whole > width, longestWord() > width { plan.titleStyle = styles.smallTitle }
    func title(_ style: TypeStyle) -> TextBlock? {
      card.title.map { block(Text($0, style, lines: theme.lines(styles.titleLines)), width: width) }
    }
    plan.title = title(plan.titleStyle)
    // So is what has no spaces, before it is cut.
    if plan.title?.isCut == true, plan.titleStyle != styles.smallTitle, let words = card.title,
      hasLongStretch(words, than: width)
    {
      plan.titleStyle = styles.smallTitle
      plan.title = title(styles.smallTitle)
    }
    plan.isHeading = styles.isHeading
    guard let subtitle = card.subtitle else { return plan }
    let subtitleWidth = styles.isHeading ? room : width
    if forHeight, subtitle.widestWidth(.secondary) * theme.scale <= Double(subtitleWidth) {
      plan.subtitleLines = 1
      return plan
    }
    let lines = theme.lines(styles.subtitleLines)
    var words = block(Text(subtitle, .secondary, lines: lines), width: subtitleWidth)
    if subtitleWidth < room, card.title != nil,
      words.isCut || words.lineCount > 1 && self.longestWord(of: subtitle, .secondary) > subtitleWidth
    {
      // What has no room for it beside the title's line has all of it below.
      plan.isHeading = true
      words = block(Text(subtitle, .secondary, lines: lines), width: room)
    }
    (plan.subtitle, plan.subtitleLines) = (words, words.lineCount)
    return plan
  }

  /// In dp; the plan's own lines only.
  func linesHeight(room: Int, _ styles: LineStyles) -> Double {
    let trail = card.trail == nil ? 0 : styles.trail.leading
    let badge = card.badge == nil ? 0 : Design.badgeHeight
    guard arrangement.hasBadgesBelow || !isSurelyOneLine(room: room, subtitleRoom: room, styles) else {
      let lines =
        (card.title == nil ? 0 : styles.title.leading) + (card.subtitle == nil ? 0 : TypeStyle.secondary.leading)
      return max(lines, trail, badge)
    }
    let plan = linesPlan(room: room, styles, forHeight: true)
    let lines =
      Double(plan.title?.lineCount ?? 0) * plan.titleStyle.leading
      + Double(plan.subtitleLines) * TypeStyle.secondary.leading
    let foot = Double(plan.footLines) * (Design.footSpace + Design.footHeight)
    // Without words above it the first line below them has no space above.
    return max(
      lines + foot - (lines == 0 && foot > 0 ? Design.footSpace : 0), plan.isTrailBelow ? 0 : trail,
      plan.isBadgeBelow ? 0 : badge)
  }

  /// Of all that a plan has, in pixels.
  func height(of plan: LinesPlan) -> Int {
    let lines = (plan.title?.height ?? 0) + (plan.subtitle?.height ?? 0)
    let space = theme.whole(Design.footSpace)
    let foot =
      plan.footLines * (space + theme.whole(Design.footHeight)) - (lines == 0 && plan.footLines > 0 ? space : 0)
    let trail = plan.isTrailBelow ? nil : plan.trail?.height
    let badge = plan.isBadgeBelow ? nil : plan.badge.map { badgeSize($0).height }
    return max(lines + foot, trail ?? 0, badge ?? 0)
  }

  /// Most rows are short: they are placed without asking for the size of a single letter.
  ///
  /// - Parameter subtitleRoom: for the subtitle with what stands beside it, in pixels.
  func isSurelyOneLine(room: Int, subtitleRoom: Int, _ styles: LineStyles) -> Bool {
    var width = 0.0
    if let trail = card.trail { width += trail.widestWidth(styles.trail) + Design.laneGap }
    if let badge = card.badge {
      width += badge.widestWidth(.caption) + Design.laneGap + 2 * Design.badgePadding
      if card.badgeTone != nil { width += Design.badgeMark + Design.badgeGap }
    }
    // A dp more: what is left out beyond it is never what decides.
    let title = card.title?.widestWidth(styles.title, upTo: Double(room) / theme.scale + 1) ?? 0
    if title * theme.scale > Double(room) { return false }
    let subtitle = card.subtitle?.widestWidth(.secondary, upTo: Double(subtitleRoom) / theme.scale + 1) ?? 0
    return (title + width) * theme.scale <= Double(room) && (subtitle + width) * theme.scale <= Double(subtitleRoom)
  }

  /// Of a line that shall neither wrap nor be cut, in pixels.
  static let unbounded = 100_000

  /// Whether there is more than a line between two spaces: a sentence in a script that has none.
  private func hasLongStretch(_ string: String, than width: Int) -> Bool {
    Text.line(string, limit: 4_000).split(separator: " ").contains {
      !$0.utf8.allSatisfy { $0 < 0x80 } && String($0).widestWidth(.label) * theme.scale > Double(width)
    }
  }

  /// Of what no line ends in, in pixels.
  func longestWord(of string: String, _ style: TypeStyle) -> Int {
    // As much as is laid out of a title.
    let longest = LineBreaks.unbroken(Text.line(string, limit: 4_000), language: theme.language).max {
      $0.widestWidth(style) < $1.widestWidth(style)
    }
    return longest.map { block(Text($0, style), width: Self.unbounded).width } ?? 0
  }

  /// Draws words and what is beside and below them, all around the frame's middle.
  ///
  /// - Parameters:
  ///   - band: the room of the plan.
  ///   - inks: of title, subtitle and trail.
  func draw(
    _ plan: LinesPlan, on canvas: borrowing Canvas, frame: PixelRect, band: Band,
    inks: (title: Color, subtitle: Color, trail: Color)
  ) {
    let gap = theme.whole(Design.laneGap)
    let (space, footHeight) = (theme.whole(Design.footSpace), theme.whole(Design.footHeight))
    let lines = (plan.title?.height ?? 0) + (plan.subtitle?.height ?? 0)
    var y = middle(of: lines + plan.footLines * (space + footHeight) - (lines == 0 ? space : 0), in: frame)
    let first = plan.title.map { $0.height / max($0.lineCount, 1) } ?? lines
    let upper =
      plan.footLines == 0 && !plan.isHeading
      ? frame : PixelRect(x: frame.x0, y: y, width: frame.width, height: plan.isHeading ? first : lines)
    let room = band
    var (band, foot) = (room, room)
    func drawTrail(_ trail: TextBlock, _ band: inout Band, in line: PixelRect) {
      trail.draw(
        on: canvas, x: band.takeTrailing(trail.width, gap: gap), y: middle(of: trail.height, in: line),
        width: trail.width, edge: .left, color: inks.trail)
    }
    if let trail = plan.trail, !plan.isTrailBelow { drawTrail(trail, &band, in: upper) }
    if let badge = plan.badge, !plan.isBadgeBelow {
      let size = badgeSize(badge)
      drawBadge(on: canvas, badge, in: centered(size, x: band.takeTrailing(size.width, gap: gap), in: upper))
    }
    // A list is read along one edge: names in other scripts do not jump to the other.
    for (words, color) in [(plan.title, inks.title), (plan.subtitle, inks.subtitle)] {
      guard let words, band.width > 0 else { continue }
      words.draw(on: canvas, x: band.left, y: y, width: band.width, edge: leadingEdge, color: color)
      y += words.height
      if plan.isHeading { band = room }
    }
    guard plan.footLines > 0 else { return }
    var line = PixelRect(x: frame.x0, y: y + (lines == 0 ? 0 : space), width: frame.width, height: footHeight)
    if let badge = plan.badge, plan.isBadgeBelow {
      let size = badgeSize(badge)
      drawBadge(on: canvas, badge, in: centered(size, x: foot.takeLeading(size.width, gap: gap), in: line))
    }
    if plan.isStacked {
      foot = room
      line = line.offset(dx: 0, dy: footHeight + space)
    }
    if let trail = plan.trail, plan.isTrailBelow {
      line.y1 = line.y0 + trail.lineCount * (footHeight + space) - space
      drawTrail(trail, &foot, in: line)
    }
  }
}
