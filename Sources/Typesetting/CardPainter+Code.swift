import Board
import Numbers
import Scene

/// A code to go on with on a telephone.
extension CardPainter {
  private struct CodePlan {
    /// Pixels along a module's side; 0 when the text is too long.
    var module: Int
    /// Of the light square, with its quiet zone.
    var side: Int
    /// Of the place it stands in the middle of: beside each other, the words of codes of any length stand in line.
    var lane: Int
    /// Words stand beside it; else below.
    var isWide: Bool
    var inset: Int
    var words: Int

    var height: Int { 2 * inset + (isWide ? max(lane, words) : lane + words) }
  }

  private func codePlan(width: Int) -> CodePlan {
    let inset = theme.whole(Design.inset)
    let isWide = Double(width) / theme.scale >= Design.wideCode
    // Beside a code there is room for all of them.
    let words = isWide ? 0 : codeWords(width: max(width - 2 * inset, 1)).reduce(0) { $0 + $1.words.height }
    var plan = CodePlan(module: 0, side: 0, lane: 0, isWide: isWide, inset: inset, words: words)
    guard let text = card.text, let modules = QRCode.side(of: text) else {
      plan.isWide = false
      plan.words = [(card.title, TypeStyle.label), (card.subtitle, .secondary)].reduce(0) {
        $0 + ($1.0 == nil ? 0 : theme.whole($1.1.leading))
      }
      plan.words += theme.whole(TypeStyle.body.leading) * 2
      return plan
    }
    let total = modules + 2 * QRCode.quietZone
    let smallest = max(Int(clamping: (Design.smallestModule * theme.scale).rounded(.up)), 2)
    plan.module = max((theme.whole(Design.code) + total / 2) / total, smallest)
    // A panel narrower than the code: as large as fits.
    plan.module = max(min(plan.module, (width - 2 * inset) / total), 1)
    plan.side = plan.module * total
    plan.lane = max(plan.side, min(theme.whole(Design.codeLane), width - 2 * inset))
    if !plan.isWide, plan.words > 0 { plan.words += theme.whole(Design.laneGap) }
    return plan
  }

  /// What stands beside a code or below it.
  private func codeWords(width: Int) -> [(words: TextBlock, color: Color)] {
    [(card.title, [TypeStyle.label, .delay], ink), (card.subtitle, [.secondary], quietInk)].compactMap {
      string, styles, color in string.map { (fitting($0, styles, lines: theme.lines(3), width: width), color) }
    }
  }

  func codeHeight(width: Int) -> Int { codePlan(width: width).height }

  func drawCode(on canvas: borrowing Canvas, frame: PixelRect) {
    drawSurface(on: canvas, frame)
    let plan = codePlan(width: frame.width)
    guard let text = card.text, plan.module > 0, let code = QRCode(text) else {
      return drawTooLong(on: canvas, frame: frame, inset: plan.inset)
    }
    var band = Band(frame.x0 + plan.inset, frame.x1 - plan.inset, isMirrored: arrangement.isMirrored)
    let lane =
      plan.isWide
      ? centered(
        PixelSize(width: plan.lane, height: plan.lane), x: band.takeLeading(plan.lane, gap: theme.whole(20)), in: frame)
      : PixelRect(
        x: frame.x0 + (frame.width - plan.lane) / 2, y: frame.y0 + plan.inset, width: plan.lane, height: plan.lane)
    let spare = plan.isWide ? (arrangement.isMirrored ? plan.lane - plan.side : 0) : (plan.lane - plan.side) / 2
    let place = centered(PixelSize(width: plan.side, height: plan.side), x: lane.x0 + spare, in: lane)
    draw(code, module: plan.module, on: canvas, in: place)
    guard band.width > 0 else { return }
    let lines = codeWords(width: band.width)
    var y =
      plan.isWide
      ? middle(of: lines.reduce(0) { $0 + $1.words.height }, in: frame) : lane.y1 + theme.whole(Design.laneGap)
    for (words, color) in lines {
      words.draw(
        on: canvas, x: band.left, y: y, width: band.width, edge: plan.isWide ? leadingEdge : .middle, color: color)
      y += words.height
    }
  }

  /// Dark on light whatever the theme: many telephones do not read the reverse.
  private func draw(_ code: QRCode, module: Int, on canvas: borrowing Canvas, in place: PixelRect) {
    // Rounder, the corners would lack a module of the quiet zone.
    canvas.fill(Rect(place), .white, radius: Double(min(theme.whole(Design.thumbnailRadius), module)))
    let quiet = QRCode.quietZone * module
    for row in 0..<code.side {
      var column = 0
      while column < code.side {
        // A run of dark modules is one rectangle.
        let start = column
        while column < code.side, code.isDark[row * code.side + column] { column += 1 }
        if column > start {
          canvas.fill(
            Rect(
              PixelRect(
                x: place.x0 + quiet + start * module, y: place.y0 + quiet + row * module,
                width: (column - start) * module, height: module)), .black)
        }
        column += 1
      }
    }
  }

  private func drawTooLong(on canvas: borrowing Canvas, frame: PixelRect, inset: Int) {
    let width = frame.width - 2 * inset
    guard width > 0 else { return }
    let count = card.text?.utf8.count ?? 0
    let problem = "Too long for a code: \(count) bytes, and \(QRCode.longest) can be read from a panel."
    let lines: [(words: TextBlock, color: Color)] = [
      (card.title, TypeStyle.label, ink, 1), (card.subtitle, .secondary, quietInk, 1), (problem, .body, quietInk, 2),
    ].compactMap { string, style, color, count in
      string.map { (block(Text($0, style, lines: count), width: width), color) }
    }
    var y = middle(of: lines.reduce(0) { $0 + $1.words.height }, in: frame)
    for (words, color) in lines {
      words.draw(on: canvas, x: frame.x0 + inset, y: y, width: width, edge: leadingEdge, color: color)
      y += words.height
    }
  }
}
