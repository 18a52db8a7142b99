import Board
import Scene

/// One thing to press, and what has come of it.
extension CardPainter {
  func drawButton(_ state: ButtonState, on canvas: borrowing Canvas, frame: PixelRect) {
    let tone = theme.tone(card.tone ?? .accent)
    switch state {
    case .ready:
      let colors = tone.solid
      canvas.fill(Rect(frame), colors.fill, radius: radius)
      drawButtonWords(card.text ?? "", card.subtitle, on: canvas, frame: frame, ink: colors.ink, quiet: colors.quietInk)
    case .busy:
      // Pale, so that nobody presses again; the words stay legible.
      canvas.fill(Rect(frame), tone.tint, radius: radius)
      drawButtonWords(
        card.text ?? "", card.subtitle, on: canvas, frame: frame, ink: tone.text, quiet: tone.text,
        sign: { canvas, place in canvas.draw(Glyph.waiting, in: place, ink: tone.text) })
    case .done(let word): drawResult(word, .good, on: canvas, frame: frame)
    case .failed(let word): drawResult(word, .bad, on: canvas, frame: frame)
    }
  }

  private func drawResult(_ word: String, _ tone: Card.Tone, on canvas: borrowing Canvas, frame: PixelRect) {
    let colors = theme.tone(tone).solid
    canvas.fill(Rect(frame), colors.fill, radius: radius)
    drawButtonWords(
      word, nil, on: canvas, frame: frame, ink: colors.ink, quiet: colors.quietInk,
      sign: { canvas, place in
        canvas.draw(ToneMark.silhouette(tone), in: place, ink: colors.ink)
        canvas.draw(ToneMark.sign(tone), in: place, ink: colors.fill)
      })
  }

  /// Words in the middle; a sign before them shifts both, so that the pair is in the middle.
  private func drawButtonWords(
    _ string: String, _ second: String?, on canvas: borrowing Canvas, frame: PixelRect, ink: Color, quiet: Color,
    sign: ((borrowing Canvas, Rect) -> Void)? = nil
  ) {
    let inset = theme.whole(Design.inset)
    let side = theme.whole(Design.mark)
    let gap = theme.whole(Design.laneGap)
    let lane = sign == nil ? 0 : side + gap
    let room = frame.width - 2 * inset - lane
    guard room > 0 else { return }
    let words = typesetter.action(
      string, width: room, height: frame.height - theme.whole(second == nil ? 4 : 26), theme: theme)
    let more = second.map { block(Text($0, .secondary), width: room) }
    let width = max(words.width, more?.width ?? 0)
    let left = frame.x0 + (frame.width - width - lane) / 2
    let y = middle(of: words.height + (more?.height ?? 0), in: frame)
    let x = arrangement.isMirrored ? left : left + lane
    words.draw(on: canvas, x: x + (width - words.width) / 2, y: y, width: words.width, edge: .middle, color: ink)
    more?.draw(
      on: canvas, x: x + (width - (more?.width ?? 0)) / 2, y: y + words.height, width: more?.width ?? 0, edge: .left,
      color: quiet)
    let place = centered(
      PixelSize(width: side, height: side), x: arrangement.isMirrored ? left + width + gap : left, in: frame)
    sign?(canvas, Rect(place))
  }
}

extension Typesetter {
  /// What a button says, in full: whoever cannot read what a press does does not press. In one line where it has room, else smaller, and
  /// in as many lines as are as high as the button.
  func action(_ string: String, width: Int, height: Int, theme: ResolvedTheme) -> TextBlock {
    for style in [TypeStyle.label, .delay] {
      let words = block(Text(string, style), width: width, theme: theme)
      if !words.isCut { return words }
    }
    var words: TextBlock?
    for style in [TypeStyle.delay, .caption, .fine] {
      let lines = max(height / theme.whole(style.leading), 1)
      let block = block(Text(string, style, lines: lines), width: width, theme: theme)
      if !block.isCut { return block }
      words = block
    }
    return words ?? block(Text(string, .fine), width: width, theme: theme)
  }
}
