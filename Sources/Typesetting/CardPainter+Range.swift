import Board
import Numbers
import Scene

/// The columns of a list of ranges, in pixels: the bars of all stand below each other.
struct RangeLanes: Sendable, Hashable {
  var label = 0
  var low = 0
  var high = 0

  init() {}

  /// As wide as the list's words ask for.
  ///
  /// - Parameter measure: gives a text's width, at most so many pixels. Called for the longest words of each column only.
  init(of cards: ArraySlice<Card>, width: Int, theme: ResolvedTheme, measure: (Text, Int) -> Int) {
    var (label, low, high) = ("", "", "")
    func widen(_ words: inout String, _ other: String?, _ style: TypeStyle) {
      if let other, other.widestWidth(style) > words.widestWidth(style) { words = other }
    }
    for card in cards {
      guard case .range(let range)? = card.figure else { continue }
      widen(&label, card.title, .label)
      widen(&low, range.lowLabel, .value)
      widen(&high, range.highLabel, .value)
    }
    func measured(_ words: String, _ style: TypeStyle) -> Int {
      words.isEmpty ? 0 : measure(Text(words, style, tabular: true), width)
    }
    self.label = min(measured(label, .label), width * 38 / 100)
    self.low = min(measured(low, .value), width * 20 / 100)
    self.high = min(measured(high, .value), width * 20 / 100)
  }
}

/// From a low to a high value.
extension CardPainter {
  /// In dp.
  func rangeHeight(width: Int) -> Double { card.subtitle == nil ? Design.rowHeight : Design.tallRowHeight }

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
      drawWords(in: PixelRect(x0: x, y0: frame.y0, x1: x + lanes.label, y1: frame.y1), on: canvas)
    }
    let least = theme.whole(Design.leastBar)
    let hasBar = band.width >= lanes.low + lanes.high + 2 * gap + least
    let lowX = band.takeLeading(lanes.low, gap: gap)
    let highX = band.takeTrailing(lanes.high, gap: gap)
    for (words, x, width, color) in [
      (range.lowLabel, lowX, lanes.low, quietInk), (range.highLabel, highX, lanes.high, ink),
    ] {
      write(
        words, [.value, .body, .axis], on: canvas, in: PixelRect(x0: x, y0: frame.y0, x1: x + width, y1: frame.y1),
        edge: trailingEdge, color: color)
    }
    if hasBar {
      let height = theme.whole(Design.barHeight)
      let y = middle(of: height, in: frame)
      drawSpan(
        range.low...range.high, value: range.value, scale: range.scale, on: canvas,
        in: PixelRect(x0: band.left, y0: y, x1: band.right, y1: y + height))
    }
    drawParting(on: canvas, frame: frame, from: start)
  }

  private func drawWords(in place: PixelRect, on canvas: borrowing Canvas) {
    let title = card.title.map {
      fitting($0, [.label, .delay], lines: card.subtitle == nil ? 2 : 1, width: place.width)
    }
    let subtitle = card.subtitle.map { block(Text($0, .secondary), width: place.width) }
    var y = middle(of: (title?.height ?? 0) + (subtitle?.height ?? 0), in: place)
    for (words, color) in [(title, ink), (subtitle, quietInk)] {
      guard let words else { continue }
      words.draw(on: canvas, x: place.x0, y: y, width: place.width, edge: leadingEdge, color: color)
      y += words.height
    }
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
