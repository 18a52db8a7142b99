import Board
import Scene

/// Each kind of card.
extension CardPainter {
  func drawHeader(on canvas: borrowing Canvas) {
    let background = fill ?? look.colors.surface
    canvas.fill(background)
    let line = max(1, look.pixels(1).rounded())
    if fill == nil {
      canvas.fill(Rect(x: frame.x, y: frame.y1 - line, width: frame.width, height: line), look.hairline)
    }
    let margin = Double(look.whole(1.5 * Design.margin))
    var left = frame.x + margin
    var right = frame.x1 - margin
    let middle = frame.y + frame.height / 2
    if card.image != nil {
      let side = Double(look.whole(40))
      drawPicture(
        in: Rect(x: left, y: (middle - side / 2).rounded(), width: side, height: side), radius: look.pixels(8),
        on: canvas)
      left += side + inset
    }
    if let clock = card.clock {
      let text = Text(clock, .title, ink).tabular
      let width = typesetter.width(of: text, limit: (right - left) / 2, look: look)
      draw(text, x: right - width, middle: middle, width: width + 1, on: canvas)
      right -= width + 1.5 * inset
    }
    if let trail = card.trail {
      let text = Text(trail, .value, quietInk).tabular
      let width = typesetter.width(of: text, limit: (right - left) / 2, look: look)
      draw(text, x: right - width, middle: middle, width: width + 1, on: canvas)
      right -= width + inset
    }
    drawLines(from: left, to: right, title: .title, subtitle: .caption, on: canvas)
  }

  func drawSection(on canvas: borrowing Canvas) {
    guard let title = card.title else { return }
    // Nearer to what it heads than to what came before.
    let text = Text(title, .section, card.tone.map(look.color) ?? look.colors.muted)
    let y = frame.y1 - Double(look.whole(TypeStyle.section.leading)) - Double(look.whole(2))
    var right = frame.x1 - inset
    if let trail = card.trail {
      let end = Text(trail, .secondary, look.colors.muted).tabular
      let width = typesetter.width(of: end, limit: frame.width / 2, look: look)
      typesetter.draw(end, x: right - width, y: y + Double(look.whole(2)), width: width + 1, on: canvas, look: look)
      right -= width + inset
    }
    let left = frame.x + Double(look.whole(4))
    typesetter.draw(text, x: left, y: y, width: right - left, on: canvas, look: look)
  }

  func drawRow(on canvas: borrowing Canvas) {
    drawSurface(on: canvas)
    var left = frame.x + inset
    var right = frame.x1 - inset
    let middle = frame.y + frame.height / 2
    if let tone = card.tone, let mark = ToneMark.drawing(tone) {
      let side = Double(look.whole(Design.toneMark))
      let color = fill != nil ? ink : look.color(tone)
      canvas.draw(mark, in: Rect(x: left, y: (middle - side / 2).rounded(), width: side, height: side), ink: color)
      left += side + Double(look.whole(12))
    }
    if card.image != nil {
      let side = Double(look.whole(Design.thumbnail))
      drawPicture(
        in: Rect(x: left, y: (middle - side / 2).rounded(), width: side, height: side), radius: look.pixels(8),
        on: canvas)
      left += side + inset
    }
    if let trail = card.trail {
      let text = Text(trail, .value, ink).tabular
      let width = typesetter.width(of: text, limit: (right - left) * 0.45, look: look)
      draw(text, x: right - width, middle: middle, width: width + 1, on: canvas)
      right -= width + inset
    }
    if let badge = card.badge {
      let width = drawBadge(badge, right: right, middle: middle, limit: (right - left) * 0.4, on: canvas)
      right -= width + inset
    }
    drawLines(from: left, to: right, title: .label, subtitle: .secondary, on: canvas)
  }

  /// A pill with a few words; returns its width.
  private func drawBadge(
    _ badge: String, right: Double, middle: Double, limit: Double, on canvas: borrowing Canvas
  ) -> Double {
    let color = fill != nil ? ink : card.tone.map(look.color) ?? look.colors.accent
    let text = Text(badge, .badge, color)
    let padding = Double(look.whole(10))
    let width = typesetter.width(of: text, limit: max(limit - 2 * padding, 1), look: look)
    let height = Double(look.whole(26))
    let pill = Rect(
      x: (right - width - 2 * padding).rounded(), y: (middle - height / 2).rounded(), width: width + 2 * padding,
      height: height)
    canvas.fill(pill, color.opacity(look.isDark ? 0.2 : 0.12), radius: height / 2)
    draw(text, x: pill.x + padding, middle: middle, width: width + 1, on: canvas)
    return pill.width
  }

  /// Title and subtitle as one block around the frame's middle.
  private func drawLines(
    from left: Double, to right: Double, title: TypeStyle, subtitle: TypeStyle, on canvas: borrowing Canvas
  ) {
    let width = right - left
    var lines = Words()
    if let text = card.title { lines.add(Text(text, title, ink)) }
    if let text = card.subtitle { lines.add(Text(text, subtitle, quietInk)) }
    let height = lines.items.reduce(0) { $0 + look.whole($1.text.type.leading) }
    let top = frame.y + ((frame.height - Double(height)) / 2).rounded()
    lines.draw(by: typesetter, x: left, y: top, width: width, on: canvas, look: look)
  }

  func drawHero(on canvas: borrowing Canvas) {
    let inset = Double(look.whole(1.5 * Design.inset))
    let words = typesetter.heroWords(card, look: look, onPicture: card.image != nil)
    let width = frame.width - 2 * inset
    let height = Double(words.height(of: typesetter, width: width, look: look))
    if card.image != nil {
      drawPicture(in: frame, radius: radius, on: canvas)
      let shadeHeight = min(frame.height, height + 3.5 * inset)
      canvas.shade(
        Rect(x: frame.x, y: frame.y1 - shadeHeight, width: frame.width, height: shadeHeight),
        to: Color(rgb: 0x0A0E13).opacity(0.88), radius: radius, within: frame)
      words.draw(
        by: typesetter, x: frame.x + inset, y: frame.y1 - inset - height, width: width, on: canvas, look: look)
    } else {
      drawSurface(on: canvas)
      let top = frame.y + ((frame.height - height) / 2).rounded()
      words.draw(by: typesetter, x: frame.x + inset, y: top, width: width, on: canvas, look: look)
    }
    if let badge = card.badge {
      let middle = frame.y + inset + Double(look.whole(13))
      _ = drawBadge(badge, right: frame.x1 - inset, middle: middle, limit: frame.width / 2, on: canvas)
    }
  }

  func drawImage(on canvas: borrowing Canvas) {
    let caption = card.title == nil ? 0 : Double(look.whole(32))
    let picture = Rect(x: frame.x, y: frame.y, width: frame.width, height: frame.height - caption)
    if card.image != nil {
      drawPicture(in: picture, radius: radius, on: canvas)
    } else {
      canvas.fill(picture, look.hairline, radius: radius)
    }
    if let title = card.title {
      draw(
        Text(title, .secondary, look.colors.muted), x: frame.x + Double(look.whole(4)),
        middle: frame.y1 - caption / 2, width: frame.width - Double(look.whole(8)), on: canvas)
    }
  }

  func drawText(on canvas: borrowing Canvas) {
    if card.tone != nil || card.isFilled { drawSurface(on: canvas) }
    typesetter.textWords(card, look: look).draw(
      by: typesetter, x: frame.x + inset, y: frame.y + inset, width: frame.width - 2 * inset, on: canvas, look: look)
  }
}
