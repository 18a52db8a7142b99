import Board
import Numbers
import Scene

/// The columns of a list of ranges, in pixels: the bars of all stand below each other.
struct RangeLanes: Sendable, Hashable {
  /// Of what it is the range of.
  var label = 0
  var low = 0
  var high = 0
  /// Of what stands behind the greatest value; without one, it stands with the label.
  var trail = 0
  /// There is room for a bar between the two values; else a dash parts them.
  var hasBar = false
  /// Values are smaller, for the bar or for themselves.
  var isSmall = false

  init() {}

  /// As wide as the list's words ask for; a label has lines, and values are smaller, before there is no bar.
  ///
  /// - Parameters:
  ///   - room: of all of them with the gaps between, in pixels.
  ///   - measure: gives a text's width, at most so many pixels. Called for the longest words of each column only.
  init(of cards: ArraySlice<Card>, room: Int, theme: ResolvedTheme, measure: (Text, Int) -> Int) {
    var (title, word, note, low, high, trail, badge) = ("", "", "", "", "", "", "")
    func widen(_ words: inout String, _ other: String?, _ style: TypeStyle) {
      if let other, other.widestWidth(style) > words.widestWidth(style) { words = other }
    }
    for card in cards {
      guard case .range(let range)? = card.figure else { continue }
      widen(&title, card.title, .label)
      for part in (card.title ?? "").split(separator: " ", maxSplits: 20) { widen(&word, String(part), .delay) }
      widen(&note, card.subtitle, .secondary)
      widen(&low, range.lowLabel, .value)
      widen(&high, range.highLabel, .value)
      widen(&trail, card.trail, .value)
      widen(&badge, card.badge, .caption)
    }
    func measured(_ words: String, _ style: TypeStyle) -> Int {
      words.isEmpty ? 0 : measure(Text(words, style, tabular: true), room)
    }
    let gap = theme.whole(Design.laneGap)
    let pill = badge.isEmpty ? 0 : measured(badge, .caption) + theme.whole(2 * Design.badgePadding)
    let share = room * 40 / 100
    // A note under it wraps, and the longest words are parted.
    let wanted = max(measured(title, .label) + (pill > 0 ? gap + pill : 0), min(measured(note, .secondary), share))
    let least = min(
      wanted, max(min(measured(word, .delay), room * 30 / 100), pill, min(measured(note, .secondary), room / 5)))
    let space = wanted > 0 ? gap : 0
    let trailing = min(measured(trail, .value), room * 30 / 100)

    /// - Returns: false where there is no room.
    func place(hasBar: Bool, isSmall: Bool, hasTrail: Bool) -> Bool {
      let style = isSmall ? Self.smallStyle : Self.style
      (self.low, self.high) = (measured(low, style), measured(high, style))
      (self.hasBar, self.isSmall, self.trail) = (hasBar, isSmall, hasTrail ? trailing : 0)
      let between = hasBar ? 2 * gap + theme.whole(Design.leastBar) : Self.dash(style, theme, measure)
      let rest = room - space - self.low - self.high - between - (hasTrail ? trailing + gap : 0)
      label = min(wanted, rest, hasBar ? max(least, share) : wanted)
      return rest >= least
    }
    for hasBar in [true, false] {
      for hasTrail in trailing > 0 ? [true, false] : [false] {
        for isSmall in [false, true] where place(hasBar: hasBar, isSmall: isSmall, hasTrail: hasTrail) { return }
      }
    }
    // The values are what it is about: they have two thirds, as much each as they want of it.
    label = max(min(wanted, room / 3), 0)
    let between = Self.dash(Self.smallStyle, theme, measure)
    let shares = ColumnLane.shares(
      of: max(room - space - label - between, 2), wanted: [max(self.low, 1), max(self.high, 1)], least: [1, 1])
    (self.low, self.high) = (min(shares[0], max(self.low, 1)), min(shares[1], max(self.high, 1)))
  }

  static let style = TypeStyle.value
  static let smallStyle = TypeStyle.body

  /// With the room on both sides of it.
  static func dash(_ style: TypeStyle, _ theme: ResolvedTheme, _ measure: (Text, Int) -> Int) -> Int {
    measure(Text("–", style), CardPainter.unbounded) + 2 * theme.whole(Design.dashGap)
  }
}

/// From a low to a high value.
extension CardPainter {
  /// In dp.
  func rangeHeight(width: Int) -> Double {
    let least = card.subtitle == nil ? Design.rowHeight : Design.tallRowHeight
    guard arrangement.range.label > 0 else { return least }
    let words = labelPainter.linesHeight(room: arrangement.range.label, Self.rangeStyles)
    return max(least, Design.onGrid(words + 2 * Design.leastRowSpace))
  }

  private static let rangeStyles = LineStyles(trail: .secondary)

  /// Of its label and what stands with it: a trail that has a column of its own does not.
  private var labelPainter: CardPainter {
    guard arrangement.range.trail > 0 else { return self }
    var words = card
    words.trail = nil
    return CardPainter(card: words, arrangement: arrangement, theme: theme, typesetter: typesetter)
  }

  /// Of what the columns of a list of ranges have, in pixels.
  static func rangeRoom(width: Int, _ arrangement: Arrangement, theme: ResolvedTheme) -> Int {
    let gap = theme.whole(Design.laneGap)
    var room = width - 2 * theme.whole(Design.inset)
    if arrangement.hasMarks { room -= theme.whole(Design.mark) + gap }
    if arrangement.hasIcons { room -= theme.whole(Design.icon) + gap }
    if arrangement.hasChevrons { room -= theme.whole(Design.chevron.width) + gap }
    return max(room, 1)
  }

  func drawRange(_ range: RangeFigure, on canvas: borrowing Canvas, frame: PixelRect) {
    drawSurface(on: canvas, frame, corners: arrangement.corners)
    let inset = theme.whole(Design.inset)
    let gap = theme.whole(Design.laneGap)
    var band = Band(frame.x0 + inset, frame.x1 - inset, isMirrored: arrangement.isMirrored)
    drawMarkLane(on: canvas, frame: frame, band: &band)
    drawIconLane(on: canvas, frame: frame, band: &band)
    let start = arrangement.isMirrored ? band.right : band.left
    drawChevron(on: canvas, frame: frame, band: &band)
    let lanes = arrangement.range
    if lanes.label > 0 {
      let x = band.takeLeading(lanes.label, gap: gap)
      let painter = labelPainter
      painter.draw(
        painter.linesPlan(room: lanes.label, Self.rangeStyles), on: canvas, frame: frame,
        band: Band(x, x + lanes.label, isMirrored: arrangement.isMirrored),
        inks: (title: ink, subtitle: quietInk, trail: quietInk))
    }
    func lane(_ x: Int, _ width: Int) -> PixelRect { PixelRect(x0: x, y0: frame.y0, x1: x + width, y1: frame.y1) }
    if lanes.trail > 0 {
      let x = band.takeTrailing(lanes.trail, gap: gap)
      if let trail = card.trail {
        write(
          trail, [.value, .body, .axis], on: canvas, in: lane(x, lanes.trail), edge: trailingEdge, color: quietInk)
      }
    }
    let style = lanes.isSmall ? RangeLanes.smallStyle : RangeLanes.style
    func put(_ words: String, at x: Int, width: Int, _ color: Color) {
      self.write(words, [style, .body, .axis, .fine], on: canvas, in: lane(x, width), edge: trailingEdge, color: color)
    }
    let highInk = range.high == nil ? quietInk : ink
    guard lanes.hasBar else {
      // At the trailing end, where the list's values stand below each other.
      let space = theme.whole(Design.dashGap)
      put(range.highLabel, at: band.takeTrailing(lanes.high, gap: space), width: lanes.high, highInk)
      let dash = block(Text("–", style), width: Self.unbounded)
      let x = band.takeTrailing(dash.width, gap: space)
      // One that is missing is a dash itself.
      if range.low != nil, range.high != nil {
        dash.draw(
          on: canvas, x: x, y: middle(of: dash.height, in: frame), width: dash.width, edge: .left, color: quietInk)
      }
      put(range.lowLabel, at: band.takeTrailing(lanes.low, gap: 0), width: lanes.low, quietInk)
      return drawParting(on: canvas, frame: frame, from: start)
    }
    put(range.lowLabel, at: band.takeLeading(lanes.low, gap: gap), width: lanes.low, quietInk)
    put(range.highLabel, at: band.takeTrailing(lanes.high, gap: gap), width: lanes.high, highInk)
    if let span = range.span, band.width > 0 {
      let height = theme.whole(Design.barHeight)
      let y = middle(of: height, in: frame)
      drawSpan(
        span, value: range.value, scale: range.scale, on: canvas,
        in: PixelRect(x0: band.left, y0: y, x1: band.right, y1: y + height))
    }
    drawParting(on: canvas, frame: frame, from: start)
  }

  /// The part of a bar between two values, and a dot where one lies.
  func drawSpan(
    _ span: ClosedRange<Double>, value: Double?, scale: ClosedRange<Double>, on canvas: borrowing Canvas,
    in place: PixelRect
  ) {
    let radius = Double(place.height) / 2
    canvas.fill(Rect(place), background.mixed(with: ink, fill == nil ? 0.1 : 0.22), radius: radius)
    let length = scale.upperBound - scale.lowerBound
    func x(_ value: Double) -> Int {
      let share = length > 0 && length.isFinite ? (value - scale.lowerBound) / length : 0.5
      let reach = Int(clamping: (Double(place.width) * min(max(share.isFinite ? share : 0, 0), 1)).rounded())
      return arrangement.isMirrored ? place.x1 - reach : place.x0 + reach
    }
    let (a, b) = (x(span.lowerBound), x(span.upperBound))
    // Never shorter than round.
    var (x0, x1) = (min(a, b), max(a, b))
    if x1 - x0 < place.height {
      x0 = min(max((x0 + x1 - place.height) / 2, place.x0), max(place.x1 - place.height, place.x0))
      x1 = x0 + place.height
    }
    canvas.fill(Rect(PixelRect(x0: x0, y0: place.y0, x1: x1, y1: place.y1)), plotInk, radius: radius)
    guard let value, value.isFinite else { return }
    let side = Double(place.height) * 2
    let center = Point(x: Double(x(value)), y: Rect(place).center.y)
    for (side, color) in [(side + 2 * Double(theme.whole(2)), background), (side, ink)] {
      canvas.fill(
        Rect(x: center.x - side / 2, y: center.y - side / 2, width: side, height: side), color, radius: side / 2)
    }
  }
}
