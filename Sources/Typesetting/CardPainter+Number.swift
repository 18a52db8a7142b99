import Board
import Numbers
import Scene

/// A large value with its label, and how it came to it.
extension CardPainter {
  /// Where the parts of a number stand: from the metrics alone.
  private struct NumberPlan {
    var inset: Int
    var labelHeight: Int
    var valueHeight: Int
    /// 0 without.
    var subtitleHeight: Int
    var barHeight: Int
    /// Below the value.
    var sparkHeight: Int
    /// The line stands beside the value; 0 below it, or without.
    var sparkWidth: Int
    var gap: Int

    var height: Int {
      2 * inset + labelHeight + valueHeight + subtitleHeight + (barHeight > 0 ? gap + barHeight : 0)
        + (sparkHeight > 0 ? gap + sparkHeight : 0)
    }
  }

  private func numberPlan(width: Int) -> NumberPlan {
    var plan = NumberPlan(
      inset: theme.whole(Design.inset),
      labelHeight: arrangement.labelLines * theme.whole(labelStyle.leading) + arrangement.footLines * footLine,
      valueHeight: theme.whole(valueStyles[0].leading), subtitleHeight: 0, barHeight: 0, sparkHeight: 0, sparkWidth: 0,
      gap: theme.whole(Design.plotGap))
    if card.subtitle != nil { plan.subtitleHeight = arrangement.noteLines * theme.whole(TypeStyle.body.leading) }
    guard case .number(let number)? = card.figure else { return plan }
    if number.share != nil { plan.barHeight = theme.whole(Design.barHeight) }
    if !number.spark.isEmpty {
      plan.sparkWidth = sparkWidth(width: width)
      if plan.sparkWidth == 0 {
        plan.sparkHeight = theme.whole(Design.sparkHeight)
      }
    }
    return plan
  }

  /// Of a line beside the value, in pixels; 0 where there is no room for one.
  private func sparkWidth(width: Int) -> Int {
    guard case .number(let number)? = card.figure, !number.spark.isEmpty else { return 0 }
    return Double(width) / theme.scale >= Design.wideNumber ? width * 40 / 100 : 0
  }

  func numberHeight(width: Int) -> Int { numberPlan(width: width).height }

  /// A filled number is read from across the hall, all of it; one that waits for its tone, too, or it would be another card by then.
  private var labelStyle: TypeStyle { card.isFilled ? .label : .secondary }

  /// From the largest type to the smallest. The first that fits is taken.
  private static let steps: [TypeStyle] = [.figure, .display, .large, .headline, .title]
  private var firstStep: Int { card.isFilled ? 0 : 1 }
  private var valueStyles: [TypeStyle] { Array(Self.steps.dropFirst(firstStep)) }

  /// The same from where all numbers of the line have room.
  private var sharedStyles: [TypeStyle] {
    Array(Self.steps.dropFirst(min(max(arrangement.valueStep, firstStep), Self.steps.count - 1)))
  }

  /// In which type the value has room beside its unit, counted from the largest; nil in none.
  ///
  /// - Parameter width: of the card, in pixels.
  func valueStep(width: Int) -> Int? {
    guard card.kind == .number, case .number(let number)? = card.figure else { return nil }
    let line = sparkWidth(width: width)
    let inset = theme.whole(Design.inset)
    let (unit, room) = unitBeside(number, width: max(width - 2 * inset - (line > 0 ? line + inset : 0), 1))
    guard unit?.isCut != true else { return nil }
    let string = number.value ?? Self.missing
    return (firstStep..<Self.steps.count).first { step in
      let style = Self.steps[step]
      return string.widestWidth(style, upTo: Double(room) / theme.scale + 1) * theme.scale <= Double(room)
        || !block(Text(string, style), width: room).isCut
    }
  }

  private static let missing = "–"

  /// The unit, and what it leaves to the value, in pixels.
  private func unitBeside(_ number: NumberFigure, width: Int) -> (unit: TextBlock?, room: Int) {
    let unit = number.unit.map { fitting($0, Self.unitStyles, width: width * 45 / 100) }
    let gap = unit == nil ? 0 : theme.whole(Design.plotGap)
    return (unit, max(width - gap - (unit?.width ?? 0), 1))
  }

  func drawNumber(_ number: NumberFigure, on canvas: borrowing Canvas, frame: PixelRect) {
    drawSurface(on: canvas, frame)
    let plan = numberPlan(width: frame.width)
    var inner = PixelRect(
      x0: frame.x0 + plan.inset, y0: frame.y0 + plan.inset, x1: frame.x1 - plan.inset, y1: frame.y1 - plan.inset)
    guard inner.x1 > inner.x0 else { return }
    // Beside higher cards, bar and line stand at the bottom and the value at the top.
    if let share = number.share {
      drawBar(share, on: canvas, in: PixelRect(x0: inner.x0, y0: inner.y1 - plan.barHeight, x1: inner.x1, y1: inner.y1))
      inner.y1 -= plan.barHeight + plan.gap
    }
    // In a card by itself that has grown they stand in the middle of what is left.
    if arrangement.isStretched, card.columns <= 1, number.spark.isEmpty {
      let words = plan.labelHeight + plan.valueHeight + plan.subtitleHeight
      inner.y0 += max(inner.height - words, 0) / 2
    }
    let top = drawLabel(on: canvas, inner: inner, height: plan.labelHeight)
    if plan.sparkHeight > 0 {
      // On a card that has grown the line takes what there is.
      let words = top + plan.valueHeight + plan.subtitleHeight + plan.gap
      // Higher than wide, a line's slopes say more than its values do.
      let highest = max(Int(clamping: Double(inner.width) * Design.tallestSpark), plan.sparkHeight)
      let y0 =
        arrangement.isStretched
        ? max(min(words, inner.y1 - plan.sparkHeight), inner.y1 - highest) : inner.y1 - plan.sparkHeight
      let place = PixelRect(x0: inner.x0, y0: y0, x1: inner.x1, y1: inner.y1)
      drawSpark(number.spark, on: canvas, in: place)
    }
    var band = Band(inner.x0, inner.x1, isMirrored: arrangement.isMirrored)
    if plan.sparkWidth > 0 {
      let x = band.takeTrailing(plan.sparkWidth, gap: plan.inset)
      let head = max(plan.labelHeight, card.tone == nil ? 0 : markSide)
      drawSpark(
        number.spark, on: canvas,
        in: PixelRect(x0: x, y0: inner.y0 + head + plan.gap, x1: x + plan.sparkWidth, y1: inner.y1))
    }
    let bottom = drawValue(number, on: canvas, band: band, top: top, height: plan.valueHeight)
    if let subtitle = card.subtitle {
      let words = block(Text(subtitle, .body, lines: arrangement.noteLines), width: band.width)
      words.draw(on: canvas, x: band.left, y: bottom, width: band.width, edge: leadingEdge, color: quietInk)
    }
  }

  private var markSide: Int { theme.whole(fill == nil ? Design.mark : Design.figureMark) }

  /// The line above the value: label, trail, badge, mark.
  ///
  /// - Returns: the row below it.
  private func drawLabel(on canvas: borrowing Canvas, inner: PixelRect, height: Int) -> Int {
    let line = PixelRect(x: inner.x0, y: inner.y0, width: inner.width, height: theme.whole(labelStyle.leading))
    let gap = theme.whole(Design.plotGap)
    var band = Band(line.x0, line.x1, isMirrored: arrangement.isMirrored)
    if let tone = card.tone {
      let side = markSide
      let x = band.takeTrailing(side, gap: gap)
      // A large mark hangs from the label's line into the air above the value.
      let y = fill == nil ? middle(of: side, in: line) : line.y0
      drawMark(on: canvas, tone, in: PixelRect(x: x, y: y, width: side, height: side))
    }
    if arrangement.footLines > 0 {
      drawFoot(on: canvas, inner: inner, bottom: inner.y0 + height)
    } else {
      if let badge = card.badge {
        let words = badgeWords(badge, limit: band.width / 2)
        let size = badgeSize(words)
        drawBadge(on: canvas, words, in: centered(size, x: band.takeTrailing(size.width, gap: gap), in: line))
      }
      if let trail = card.trail {
        let words = block(Text(trail, .secondary, tabular: true), width: band.width / 2)
        let x = band.takeTrailing(words.width, gap: gap)
        words.draw(
          on: canvas, x: x, y: middle(of: words.height, in: line), width: words.width, edge: .left, color: quietInk)
      }
    }
    if let icon = card.icon {
      let side = theme.whole(Design.smallIcon)
      let x = band.takeLeading(side, gap: theme.whole(Design.badgeGap))
      drawIcon(
        icon, on: canvas, in: centered(PixelSize(width: side, height: side), x: x, in: line),
        color: fill == nil ? quietInk : ink)
    }
    if let title = card.title, band.width > 0 {
      let words = block(Text(title, labelStyle, lines: arrangement.labelLines), width: band.width)
      words.draw(
        on: canvas, x: band.left, y: line.y0, width: band.width, edge: leadingEdge,
        color: fill == nil ? quietInk : ink)
    }
    return inner.y0 + height
  }

  /// Badge and trail below the label, in one line where both have room in it.
  private func drawFoot(on canvas: borrowing Canvas, inner: PixelRect, bottom: Int) {
    let space = theme.whole(Design.footSpace)
    var line = PixelRect(
      x0: inner.x0, y0: bottom - arrangement.footLines * footLine + space, x1: inner.x1,
      y1: bottom - (arrangement.footLines - 1) * footLine)
    let room = footRoom(inner: inner.width)
    if arrangement.isMirrored { line.x0 = line.x1 - room } else { line.x1 = line.x0 + room }
    var band = Band(line.x0, line.x1, isMirrored: arrangement.isMirrored)
    let gap = theme.whole(Design.laneGap)
    if let badge = card.badge {
      let words = badgeWords(badge, limit: band.width)
      let size = badgeSize(words)
      drawBadge(on: canvas, words, in: centered(size, x: band.takeLeading(size.width, gap: gap), in: line))
      if footLines(inner: inner.width) > 1 {
        band = Band(line.x0, line.x1, isMirrored: arrangement.isMirrored)
        line = line.offset(dx: 0, dy: footLine)
      }
    }
    if let trail = card.trail, band.width > 0 {
      let words = block(Text(trail, .secondary, tabular: true), width: band.width)
      words.draw(
        on: canvas, x: band.takeLeading(words.width, gap: gap), y: middle(of: words.height, in: line),
        width: words.width, edge: .left, color: quietInk)
    }
  }

  /// Of badge and trail below the label, with the space above it, in pixels.
  private var footLine: Int { theme.whole(Design.footSpace) + theme.whole(Design.footHeight) }

  /// What badge and trail have below the label: a large mark hangs down into their line.
  private func footRoom(inner: Int) -> Int {
    max(inner - (card.tone == nil || fill == nil ? 0 : markSide + theme.whole(Design.plotGap)), 1)
  }

  /// How many lines badge and trail take below the label; 0 without them.
  ///
  /// - Parameter width: of the card, in pixels.
  func footLines(width: Int) -> Int { footLines(inner: max(width - 2 * theme.whole(Design.inset), 1)) }

  private func footLines(inner: Int) -> Int {
    guard let badge = card.badge, let trail = card.trail else { return card.badge == nil && card.trail == nil ? 0 : 1 }
    let room = footRoom(inner: inner)
    let words = block(Text(trail, .secondary, tabular: true), width: Self.unbounded).width
    return badgeSize(badgeWords(badge, limit: room)).width + theme.whole(Design.laneGap) + words <= room ? 1 : 2
  }

  /// Whether badge and trail have no room beside the label: it would be cut there, or they would.
  ///
  /// - Parameter width: of the card, in pixels.
  func wantsFoot(width: Int) -> Bool {
    (card.badge != nil || card.trail != nil) && telling(labelRoom(width: width, hasFoot: false)) < .all
  }

  /// How many lines the label of a number takes.
  ///
  /// - Parameters:
  ///   - width: of the card, in pixels.
  ///   - hasFoot: badge and trail stand below it.
  func labelLines(width: Int, hasFoot: Bool) -> Int {
    let room = labelRoom(width: width, hasFoot: hasFoot).words
    return labelLines(room: room) ?? mostLabelLines(room: room)
  }

  /// How many lines it takes where these do not tell it: as many as it needs where somebody wants it larger.
  private func mostLabelLines(room: Int) -> Int {
    guard theme.isEnlarged, let title = card.title else { return Self.mostLabelLines }
    return block(Text(title, labelStyle, lines: theme.lines(Self.mostLabelLines)), width: max(room, 1)).lineCount
  }

  /// Nil where a word would be broken in two, or the end cut off.
  private func labelLines(room: Int) -> Int? {
    guard let title = card.title, title.widestWidth(labelStyle) * theme.scale > Double(room) else { return 1 }
    let words = block(Text(title, labelStyle, lines: Self.mostLabelLines), width: max(room, 1))
    return words.isCut || longestWord(of: title, labelStyle) > room ? nil : words.lineCount
  }

  /// How much of a number's label is told in some width.
  enum LabelTelling: Comparable {
    case none
    /// All of it, with a word broken in two.
    case parted
    /// Its longest word, and with it all that are seen.
    case words
    case label
    /// What stands beside or below it, too.
    case all
  }

  /// How much of its label a number of such a width tells, with badge and trail where they leave it most room.
  ///
  /// - Parameter width: of the card, in pixels.
  func labelTelling(width: Int) -> LabelTelling {
    max(telling(labelRoom(width: width, hasFoot: false)), telling(labelRoom(width: width, hasFoot: true)))
  }

  private func telling(_ room: (words: Int, isRestWhole: Bool)) -> LabelTelling {
    if labelLines(room: room.words) != nil { return room.isRestWhole ? .all : .label }
    guard let title = card.title else { return .label }
    if longestWord(of: title, labelStyle) <= room.words { return .words }
    return block(Text(title, labelStyle, lines: Self.mostLabelLines), width: max(room.words, 1)).isCut ? .none : .parted
  }

  /// Of the label's words, in pixels, and whether what stands beside or below them is told in full.
  private func labelRoom(width: Int, hasFoot: Bool) -> (words: Int, isRestWhole: Bool) {
    let gap = theme.whole(Design.plotGap)
    let inner = max(width - 2 * theme.whole(Design.inset), 1)
    var room = inner - (card.tone == nil ? 0 : markSide + gap)
    var isRestWhole = true
    func limit() -> Int { hasFoot ? footRoom(inner: inner) : max(room / 2, 1) }
    if let badge = card.badge {
      let words = badgeWords(badge, limit: limit())
      isRestWhole = !words.isCut
      if !hasFoot { room -= badgeSize(words).width + gap }
    }
    if let trail = card.trail {
      let words = block(Text(trail, .secondary, tabular: true), width: limit())
      isRestWhole = isRestWhole && !words.isCut
      if !hasFoot { room -= words.width + gap }
    }
    if card.icon != nil { room -= theme.whole(Design.smallIcon) + theme.whole(Design.badgeGap) }
    return (room, isRestWhole)
  }

  /// How many lines the note below a number's value takes.
  func noteLines(width: Int) -> Int {
    guard let subtitle = card.subtitle else { return 1 }
    let line = sparkWidth(width: width)
    let inset = theme.whole(Design.inset)
    let room = max(width - 2 * inset - (line > 0 ? line + inset : 0), 1)
    if subtitle.widestWidth(.body) * theme.scale <= Double(room) { return 1 }
    return block(Text(subtitle, .body, lines: theme.lines(Self.mostNoteLines)), width: room).lineCount
  }

  private static let mostLabelLines = 2
  private static let mostNoteLines = 2

  /// Value and unit on one baseline; where the value would be too small beside it, the unit stands below.
  ///
  /// - Returns: the row below them.
  private func drawValue(
    _ number: NumberFigure, on canvas: borrowing Canvas, band: Band, top: Int, height: Int
  ) -> Int {
    guard band.width > 0 else { return top + height }
    let string = number.value ?? Self.missing
    let color = number.value == nil ? quietInk : valueInk
    let (unit, room) = unitBeside(number, width: band.width)
    let gap = unit == nil ? 0 : theme.whole(Design.plotGap)
    let value = fitting(string, sharedStyles, width: room)
    if value.isCut || unit?.isCut == true {
      drawStacked(string, number.unit, on: canvas, band: band, top: top, height: height, color: color)
      return top + height
    }
    // The largest type's baseline, whatever fits: beside each other, numbers of a line stand on one.
    let baseline = top + fitting("0", [valueStyles[0]], width: room).baseline
    var rest = band
    // The digits' ink stands under the label's, not their boxes.
    let shift = arrangement.isMirrored ? 0 : value.inkLeft - theme.whole(1)
    let x = rest.takeLeading(value.width - shift, gap: gap) - shift
    value.draw(on: canvas, x: x, y: baseline - value.baseline, width: value.width, edge: .left, color: color)
    if let unit {
      let x = rest.takeLeading(unit.width, gap: 0)
      unit.draw(on: canvas, x: x, y: baseline - unit.baseline, width: unit.width, edge: .left, color: quietInk)
    }
    return top + height
  }

  private static let unitStyles: [TypeStyle] = [.label, .delay, .caption]

  /// A number with a digit missing is another number: it has the whole width, then smaller type, then more lines.
  private func drawStacked(
    _ value: String, _ unit: String?, on canvas: borrowing Canvas, band: Band, top: Int, height: Int, color: Color
  ) {
    let unit = unit.map { fitting($0, [.secondary, .axis], width: band.width) }
    let lines = max((height - (unit?.height ?? 0)) / theme.whole(TypeStyle.caption.leading), 1)
    let value = fitting(value, [.title, .label, .delay, .caption], lines: lines, width: band.width)
    let y = top + (height - value.height - (unit?.height ?? 0)) / 2
    value.draw(on: canvas, x: band.left, y: y, width: band.width, edge: leadingEdge, color: color)
    unit?.draw(
      on: canvas, x: band.left, y: y + value.height, width: band.width, edge: leadingEdge, color: quietInk)
  }

  /// A text in the first of the styles it fits into one line in, else in the last, in as many lines as it may have.
  func fitting(
    _ string: String, _ styles: [TypeStyle], lines: Int = 1, width: Int, tabular: Bool = false
  ) -> TextBlock {
    for style in styles.dropLast() {
      let words = block(Text(string, style, tabular: tabular), width: width)
      if !words.isCut { return words }
    }
    return block(Text(string, styles[styles.count - 1], lines: lines, tabular: tabular), width: width)
  }

  /// The first of several that is not cut, else the last.
  func fitting(_ texts: [Text], width: Int) -> TextBlock {
    for text in texts.dropLast() {
      let words = block(text, width: width)
      if !words.isCut { return words }
    }
    return block(texts[texts.count - 1], width: width)
  }

  private func drawBar(_ share: Double, on canvas: borrowing Canvas, in place: PixelRect) {
    let radius = Double(place.height) / 2
    canvas.fill(Rect(place), background.mixed(with: ink, fill == nil ? 0.12 : 0.22), radius: radius)
    guard share > 0 else { return }
    // Never shorter than round.
    let width = max(Int(clamping: (Double(place.width) * share).rounded()), place.height)
    let x0 = arrangement.isMirrored ? place.x1 - width : place.x0
    canvas.fill(
      Rect(PixelRect(x0: x0, y0: place.y0, x1: x0 + width, y1: place.y1)), plotInk, radius: radius)
  }

  /// Of what is drawn for the card's value.
  var plotInk: Color { fill?.mark ?? theme.tone(card.tone ?? .accent).fill }

  private func drawSpark(_ values: [Double?], on canvas: borrowing Canvas, in place: PixelRect) {
    let known = values.compactMap(\.self)
    guard let low = known.min(), let high = known.max(), place.width > 0, place.height > 0 else { return }
    let count = Double(max(values.count - 1, 1))
    let plot = Plot(
      place: Rect(place), low: high > low ? low : low - 1, high: high > low ? high : high + 1,
      inset: Double(theme.whole(Design.plotDot)) / 2)
    let points = values.enumerated().map { ChartFigure.Point(x: Double($0) / count, y: $1) }
    draw(
      plot.lines(through: points), of: plot, width: Double(theme.whole(2)), on: canvas,
      ink: plotInk.mixed(with: background, 0.25))
    if let last = plot.last(of: points) {
      let side = Double(theme.whole(Design.plotDot))
      canvas.fill(
        Rect(x: last.x - side / 2, y: last.y - side / 2, width: side, height: side), plotInk, radius: side / 2)
    }
  }

  /// Lines between gaps; a value alone between two of them is a dot.
  func draw(_ lines: [[Point]], of plot: Plot, width: Double, on canvas: borrowing Canvas, ink: Color) {
    canvas.draw(plot.drawing(lines.filter { $0.count > 1 }, width: width), in: plot.place, ink: ink)
    let side = Double(theme.whole(Design.loneDot))
    for line in lines where line.count == 1 {
      canvas.fill(
        Rect(x: line[0].x - side / 2, y: line[0].y - side / 2, width: side, height: side), ink, radius: side / 2)
    }
  }
}
