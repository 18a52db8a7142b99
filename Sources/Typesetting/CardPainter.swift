import Board
import CCairo
import Numbers
import Scene

/// Draws one card; measures the kinds whose height depends on their words. One extension a kind.
struct CardPainter {
  let card: Card
  let arrangement: Arrangement
  let theme: ResolvedTheme
  let typesetter: Typesetter

  /// The tone that fills the card, if one does. A button is filled always: it is to be seen that it can be pressed.
  var fill: ResolvedTheme.Panel? {
    if card.kind == .button { return theme.tone(card.tone ?? .accent).solid }
    return card.isFilled ? card.tone.map { theme.tone($0).panel } : nil
  }
  var background: Color { fill?.fill ?? theme.colors.surface }
  var ink: Color { fill?.ink ?? (card.tone == .muted ? theme.colors.muted : theme.colors.text) }
  var quietInk: Color { fill?.quietInk ?? theme.colors.muted }
  /// Of what carries the card's meaning: its value.
  var valueInk: Color { fill?.ink ?? card.tone.map { theme.tone($0).text } ?? theme.colors.text }
  var radius: Double { Double(theme.whole(Design.radius)) }
  var leadingEdge: TextBlock.Edge { arrangement.isMirrored ? .right : .left }
  var trailingEdge: TextBlock.Edge { arrangement.isMirrored ? .left : .right }

  func block(_ text: Text, width: Int) -> TextBlock { typesetter.block(text, width: width, theme: theme) }

  /// - Parameter frame: the card's edges, in the canvas' pixels.
  func draw(on canvas: borrowing Canvas, frame: PixelRect, rows: Range<Int>, pictures: PictureSource) {
    switch card.kind {
    case .header: drawHeader(on: canvas, frame: frame, pictures: pictures)
    case .section: drawSection(on: canvas, frame: frame, pictures: pictures)
    case .row: drawRow(on: canvas, frame: frame, pictures: pictures)
    case .hero: drawHero(on: canvas, frame: frame, pictures: pictures)
    case .image: drawImage(on: canvas, frame: frame, pictures: pictures)
    case .text: drawText(on: canvas, frame: frame, rows: rows, pictures: pictures)
    case .qr: drawCode(on: canvas, frame: frame)
    case .number, .departure, .agenda, .chart, .button, .own, .table, .clock, .forecast, .gauge, .range, .month,
      .toggle, .slider, .stepper, .choice, .keypad, .entry, .field, .keyboard, .group:
      drawFigure(on: canvas, frame: frame, pictures: pictures)
    }
  }

  /// What a card of its kind without a figure shows is nothing but its surface.
  private func drawFigure(on canvas: borrowing Canvas, frame: PixelRect, pictures: PictureSource) {
    switch card.figure {
    case .number(let number): drawNumber(number, on: canvas, frame: frame)
    case .departure(let departure): drawDeparture(departure, on: canvas, frame: frame)
    case .agenda(let entry): drawEntry(entry, on: canvas, frame: frame)
    case .now(let time): drawPresent(time, on: canvas, frame: frame)
    case .chart(let chart): drawChart(chart, on: canvas, frame: frame)
    case .button(let state): drawButton(state, on: canvas, frame: frame)
    case .own(let own): drawOwn(own, on: canvas, frame: frame)
    case .table(let table): drawTable(table, on: canvas, frame: frame, pictures: pictures)
    case .head(let heads): drawHeads(heads, on: canvas, frame: frame, isTable: card.kind == .table)
    case .clock(let clock): drawClock(clock, on: canvas, frame: frame)
    case .forecast(let forecast): drawForecast(forecast, on: canvas, frame: frame)
    case .gauge(let gauge): drawGauge(gauge, on: canvas, frame: frame)
    case .range(let range): drawRange(range, on: canvas, frame: frame)
    case .month(let month): drawMonth(month, on: canvas, frame: frame)
    case .control(let control): drawControl(control, on: canvas, frame: frame)
    case .field(let writing): drawField(writing, on: canvas, frame: frame)
    case .keyboard(let keyboard): drawKeyboard(keyboard, on: canvas, frame: frame)
    case nil: drawSurface(on: canvas, frame, corners: arrangement.corners)
    }
  }

  func drawSurface(on canvas: borrowing Canvas, _ frame: PixelRect, corners: Corners = .all) {
    canvas.fill(Rect(frame), background, radius: radius, corners: corners)
    drawBar(on: canvas, frame)
  }

  /// What a calm card means, at its leading edge.
  func drawBar(on canvas: borrowing Canvas, _ frame: PixelRect) {
    guard let fill, fill.hasBar else { return }
    let (width, margin) = (theme.whole(Design.entryBar), theme.whole(Design.barMargin))
    let x0 = arrangement.isMirrored ? frame.x1 - margin - width : frame.x0 + margin
    let space = min(theme.whole(Design.laneGap), frame.height / 4)
    canvas.fill(
      Rect(PixelRect(x0: x0, y0: frame.y0 + space, x1: x0 + width, y1: frame.y1 - space)), fill.mark,
      radius: Double(width) / 2)
  }

  /// The card's tone as a shape with a sign.
  func drawMark(on canvas: borrowing Canvas, _ tone: Card.Tone, in place: PixelRect) {
    let colors = theme.tone(tone)
    let isRing = tone == .muted
    let shape = fill?.mark ?? (isRing ? theme.colors.muted : colors.fill)
    let sign = isRing ? shape : fill?.sign ?? colors.ink
    canvas.draw(ToneMark.silhouette(tone), in: Rect(place), ink: shape)
    canvas.draw(ToneMark.sign(tone), in: Rect(place), ink: sign)
  }

  /// A pill with a few words.
  func drawBadge(on canvas: borrowing Canvas, _ words: TextBlock, in pill: PixelRect, onPicture: Bool = false) {
    let tone = theme.tone(card.badgeTone ?? card.tone ?? .accent)
    // On the tint of a running entry its own would not be seen.
    let isLoud = onPicture || isRunning
    let ground = fill.map { $0.block(theme) } ?? (isLoud ? tone.fill : tone.tint)
    let ink = fill?.ink ?? (isLoud ? tone.ink : tone.text)
    canvas.fill(Rect(pill), ground, radius: Double(pill.height) / 2)
    let padding = theme.whole(Design.badgePadding)
    if let meaning = card.badgeTone {
      let side = theme.whole(Design.badgeMark)
      let x = arrangement.isMirrored ? pill.x1 - padding - side : pill.x0 + padding
      let place = centered(PixelSize(width: side, height: side), x: x, in: pill)
      canvas.draw(ToneMark.silhouette(meaning), in: Rect(place), ink: ink)
      canvas.draw(ToneMark.sign(meaning), in: Rect(place), ink: ground)
    }
    words.draw(
      on: canvas, x: pill.x0 + padding + (arrangement.isMirrored ? 0 : badgeLane),
      y: pill.y0 + (pill.height - words.height) / 2, width: words.width, edge: .left,
      color: ink)
  }

  func badgeWords(_ badge: String, limit: Int) -> TextBlock {
    block(Text(badge, .caption, tabular: true), width: max(limit - 2 * theme.whole(Design.badgePadding) - badgeLane, 1))
  }

  /// Of the mark before the words, with its gap.
  private var badgeLane: Int {
    card.badgeTone == nil ? 0 : theme.whole(Design.badgeMark) + theme.whole(Design.badgeGap)
  }

  func badgeSize(_ words: TextBlock) -> PixelSize {
    PixelSize(
      width: words.width + badgeLane + 2 * theme.whole(Design.badgePadding), height: theme.whole(Design.badgeHeight))
  }

  /// The picture in `place`, or a quiet stand-in for it.
  ///
  /// - Parameter covered: rows at the bottom of `place` that words will cover: the stand-in keeps clear of them.
  /// - Returns: whether there was a picture.
  @discardableResult
  func drawPicture(
    _ image: ImageReference? = nil, on canvas: borrowing Canvas, in place: PixelRect, radius: Double,
    corners: Corners = .all, fit: Card.Fit? = nil,
    covered: Int = 0, pictures: PictureSource
  ) -> Bool {
    guard let image = image ?? card.image, !place.isEmpty else { return false }
    let fit = fit ?? card.fit
    guard let picture = pictures(image, place.size, fit) else {
      canvas.fill(Rect(place), theme.placeholder, radius: radius, corners: corners)
      let free = max(place.height - covered, 1)
      let side = min(Double(min(place.width, free)) * 0.36, Double(theme.whole(72)))
      let center = Point(x: Rect(place).center.x, y: Double(place.y0) + Double(free) / 2)
      canvas.draw(
        Glyph.picture, in: Rect(x: center.x - side * 2 / 3, y: center.y - side / 2, width: side * 4 / 3, height: side),
        ink: theme.colors.surface.mixed(with: theme.colors.text, 0.16))
      return false
    }
    let across = Double(place.width) / Double(picture.size.width)
    let down = Double(place.height) / Double(picture.size.height)
    let scale = fit == .cover ? max(across, down) : min(across, down)
    let width = (Double(picture.size.width) * scale).rounded()
    let height = (Double(picture.size.height) * scale).rounded()
    let frame = Rect(
      x: Double(place.x0) + ((Double(place.width) - width) / 2).rounded(.down),
      y: Double(place.y0) + ((Double(place.height) - height) / 2).rounded(.down), width: width, height: height)
    // What has edges of its own and is smaller than its place has corners of its own, too; nothing is put around it.
    let isSmaller = picture.isOpaque && (width < Double(place.width) || height < Double(place.height))
    canvas.draw(
      picture, in: frame, clip: isSmaller ? frame : Rect(place), radius: radius, corners: isSmaller ? .all : corners)
    return true
  }

  /// Height of a picture across `width` pixels.
  func pictureHeight(width: Int, ratio: Double) -> Int {
    let asked = card.ratio.flatMap { $0.isFinite && $0 > 0 ? $0 : nil } ?? ratio
    let kept = min(max(asked, Design.ratios.lowerBound), Design.ratios.upperBound)
    return max(Int(clamping: (Double(width) / kept).rounded()), 1)
  }
}

/// What a card looks like because of its neighbours.
struct Arrangement: Sendable, Hashable {
  // Many properties: each is a place that all cards of a list keep for what one of them has.
  /// Of the surface it shares with the rows above and below.
  var corners = Corners.all
  /// Some row of its list has a picture: all keep a place for one.
  var hasPictures = false
  /// Some row of its list has a tone: all keep a place for its mark.
  var hasMarks = false
  /// Some row of its list leads on: the values of all stand in one column.
  var hasChevrons = false
  /// So many rows of its list have their badge below the title that all have.
  var hasBadgesBelow = false
  /// Some row of its list has an icon, or a picture at its other end.
  var hasIcons = false
  var hasEndPictures = false
  /// Of the label and of the note of any number of its line.
  var labelLines = 1
  var noteLines = 1
  /// Trails and badges of the numbers of its grid stand below the labels, and how many lines they take in its line of it.
  var hasFeet = false
  var footLines = 0
  /// Of the values of all numbers of its line, counted from the largest type.
  var valueStep = 0
  /// How high the heads of the gauges of its line are, in pixels, and whether one of them has zones: their arcs are one.
  var gaugeHead = 0
  var hasZones = false
  /// Of its list of departures.
  var lanes = DepartureLanes()
  /// Of the times of its agenda, in pixels.
  var timeLane = 0
  /// Of its table.
  var columns: [ColumnLane] = []
  /// Of the card itself, where it is a control.
  var control = ControlShape()
  /// Of its list of ranges.
  var range = RangeLanes()
  /// A line parts it from the row below.
  var isParted = false
  /// The page is read from right to left.
  var isMirrored = false
  /// The page is wider than one column would be.
  var isWide = false
  /// A header that stands in front of the rest, as a column.
  var isLeading = false
  /// It is not as high as its words and its picture want: the picture gives way.
  var isStretched = false
  /// Of a hero with a picture, in pixels: what follows shows below it.
  var mostHeight = Int.max
}

/// The free part of a band: parts are taken from its leading and trailing ends, whichever side these are.
struct Band {
  private(set) var left: Int
  private(set) var right: Int
  let isMirrored: Bool

  init(_ left: Int, _ right: Int, isMirrored: Bool) {
    self.left = left
    self.right = right
    self.isMirrored = isMirrored
  }

  var width: Int { max(right - left, 0) }

  /// - Returns: the left edge of the part taken.
  mutating func takeLeading(_ width: Int, gap: Int) -> Int { isMirrored ? takeRight(width, gap) : takeLeft(width, gap) }
  mutating func takeTrailing(_ width: Int, gap: Int) -> Int {
    isMirrored ? takeLeft(width, gap) : takeRight(width, gap)
  }

  private mutating func takeLeft(_ width: Int, _ gap: Int) -> Int {
    defer { left += width + gap }
    return left
  }

  private mutating func takeRight(_ width: Int, _ gap: Int) -> Int {
    right -= width + gap
    return right + gap
  }
}
