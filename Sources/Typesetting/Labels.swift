public import Board
import Numbers
public import Scene

/// Small pictures outside of cards: sprites for refresh styles, and what is said at the panel's edges.
extension Typesetter {
  /// A vector drawing as a sprite, with a clear border for filters.
  ///
  /// - Parameter height: of the drawing's view box on the panel, in pixels.
  public func sprite(_ drawing: Drawing, height: Double, ink: Color) -> Pixmap? {
    let box = drawing.viewBox
    guard box.width > 0, box.height > 0, height > 0, height <= 4096 else { return nil }
    let width = height * box.width / box.height
    guard width <= 8192 else { return nil }
    let size = PixelSize(
      width: max(Int(clamping: width.rounded(.up)), 1), height: max(Int(clamping: height.rounded(.up)), 1))
    return unsafe Pixmap(size: size, isOpaque: false, border: 2) { base, pitch in
      let canvas = unsafe Canvas(base: base, pitch: pitch, size: size)
      canvas.draw(
        drawing,
        in: Rect(
          x: (Double(size.width) - width) / 2, y: (Double(size.height) - height) / 2, width: width, height: height),
        ink: ink)
    }
  }

  /// A drawing that is repeated: it fills whole pixels from edge to edge, on an opaque ground.
  ///
  /// - Parameter height: in pixels, rounded like the width; at most 4096.
  public func tile(_ drawing: Drawing, height: Double, ink: Color, ground: Color) -> Pixmap? {
    let box = drawing.viewBox
    guard box.width > 0, box.height > 0, height > 0, height <= 4096 else { return nil }
    let width = height * box.width / box.height
    guard width <= 8192 else { return nil }
    let size = PixelSize(width: max(Int(clamping: width.rounded()), 1), height: max(Int(clamping: height.rounded()), 1))
    let whole = Rect(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
    return unsafe Pixmap(size: size, isOpaque: ground.isOpaque) { base, pitch in
      let canvas = unsafe Canvas(base: base, pitch: pitch, size: size)
      canvas.fill(ground)
      canvas.draw(drawing, in: whole, ink: ink)
    }
  }

  /// A drawing on a round ground of its own: something to press that stands over anything.
  ///
  /// - Parameters:
  ///   - side: of the ground, dp.
  ///   - isOn: what it stands for holds.
  public func symbol(_ drawing: Drawing, side: Double, isOn: Bool, theme: ResolvedTheme) -> Pixmap {
    let pixels = theme.whole(side)
    let size = PixelSize(width: pixels, height: pixels)
    let accent = theme.tone(.accent)
    return unsafe Pixmap(size: size, isOpaque: false, border: 2) { base, pitch in
      let canvas = unsafe Canvas(base: base, pitch: pitch, size: size)
      let ground = isOn ? accent.fill : theme.colors.surface.mixed(with: theme.colors.text, 0.16)
      canvas.fill(Rect(PixelRect(size)), ground, radius: Double(pixels) / 2)
      let inset = Double(pixels) / 5
      canvas.draw(
        drawing,
        in: Rect(x: inset, y: inset, width: Double(pixels) - 2 * inset, height: Double(pixels) - 2 * inset),
        ink: isOn ? accent.ink : theme.colors.text)
    }
  }

  /// One line of text as a sprite, with a clear border for filters.
  ///
  /// - Parameter size: of the type, in dp.
  public func sprite(_ string: String, size: Double, isBold: Bool, ink: Color, theme: ResolvedTheme) -> Pixmap? {
    guard size > 0, size <= 400 else { return nil }
    // Even, like the leadings of the type scale.
    let style = TypeStyle(
      size: size, leading: (size * 0.7).rounded() * 2, weight: isBold ? .semibold : .regular)
    let words = block(Text(string, style, tabular: true), width: 4096, theme: theme)
    guard words.width >= 1 else { return nil }
    let pixels = PixelSize(width: words.width, height: words.height)
    return unsafe Pixmap(size: pixels, isOpaque: false, border: 2) { base, pitch in
      let canvas = unsafe Canvas(base: base, pitch: pitch, size: pixels)
      words.draw(on: canvas, x: 0, y: 0, width: pixels.width, edge: .left, color: ink)
    }
  }

  /// One letter of a word as a sprite, in the form it has there (joined, kerned, in its place in the order of writing).
  ///
  /// - Parameters:
  ///   - letters: the word, in the order it is read.
  ///   - size: of the type, in dp.
  ///   - font: a family; nil is the look's.
  /// - Returns: the sprite and where it lies in the word, in pixels, all letters as high as the line; nil for a letter without a
  ///   mark of its own, such as a space.
  public func sprite(
    ofLetter index: Int, in letters: [String], size: Double, font: String? = nil, isBold: Bool, ink: Color,
    theme: ResolvedTheme
  ) -> (pixmap: Pixmap, place: PixelRect)? {
    guard size > 0, size <= 400, letters.indices.contains(index) else { return nil }
    let style = TypeStyle(size: size, leading: (size * 0.7).rounded() * 2, weight: isBold ? .semibold : .regular)
    var text = Text(letters.joined(), style)
    text.hasSeparateLetters = true
    let theme = font.map { ResolvedTheme(colors: theme.colors, font: $0, scale: theme.scale) } ?? theme
    let word = block(text, width: 100_000, theme: theme)
    let start = letters[..<index].reduce(0) { $0 + $1.utf8.count }
    guard let columns = word.columns(ofBytes: start..<start + letters[index].utf8.count) else { return nil }
    let overhang = word.overhang
    let place = PixelRect(
      x0: Int(clamping: columns.lowerBound.rounded(.down)), y0: -overhang,
      x1: Int(clamping: columns.upperBound.rounded(.up)),
      y1: word.height + overhang)
    guard place.width <= 4096, place.height <= 4096 else { return nil }
    let pixmap = unsafe Pixmap(
      size: PixelSize(width: place.width, height: place.height), isOpaque: false, border: 2
    ) { base, pitch in
      let canvas = unsafe Canvas(base: base, pitch: pitch, size: PixelSize(width: place.width, height: place.height))
      word.drawLetter(
        bytes: start..<start + letters[index].utf8.count, on: canvas, x: -place.x0, y: overhang, color: ink)
    }
    return (pixmap, place)
  }

  /// A strip along the panel's edge that says what is wrong, or what somebody has it say: all of it, in smaller letters and more lines where
  /// two have no room for it, up to half of the panel.
  ///
  /// - Parameter height: of the panel; 0 leaves two lines.
  public func notice(
    _ message: String, tone kind: Card.Tone = .bad, width: Int, height: Int = 0, theme: ResolvedTheme
  ) -> Pixmap {
    let tone = theme.tone(kind)
    let inset = theme.whole(Design.inset)
    let padding = theme.whole(8)
    let lane = theme.whole(Design.mark) + theme.whole(Design.laneGap)
    let inner = max(width - 2 * inset - lane, 1)
    var words = block(Text(message, .secondary, lines: theme.lines(2)), width: inner, theme: theme)
    for style in [TypeStyle.secondary, .caption, .fine] where words.isCut {
      let lines = max((height / 2 - 2 * padding) / max(theme.whole(style.leading), 1), theme.lines(2))
      words = block(Text(message, style, lines: lines), width: inner, theme: theme)
    }
    let size = PixelSize(
      width: max(width, 1), height: max(words.height, theme.whole(Design.mark)) + 2 * padding)
    return unsafe Pixmap(size: size, isOpaque: true) { base, pitch in
      let canvas = unsafe Canvas(base: base, pitch: pitch, size: size)
      canvas.fill(tone.fill)
      let side = theme.whole(Design.mark)
      drawMark(kind, shape: tone.ink, sign: tone.fill, x: inset, size: size, side: side, on: canvas)
      words.draw(
        on: canvas, x: inset + lane, y: (size.height - words.height) / 2, width: inner, edge: .natural, color: tone.ink)
    }
  }

  /// A tone's mark on its ground, for the panel's lower corner: that something is wrong behind the glass, and not what.
  public func cornerMark(_ kind: Card.Tone, theme: ResolvedTheme) -> Pixmap {
    let tone = theme.tone(kind)
    let side = theme.whole(Design.mark)
    let padding = theme.whole(6)
    let size = PixelSize(width: side + 2 * padding, height: side + 2 * padding)
    return unsafe Pixmap(size: size, isOpaque: true) { base, pitch in
      let canvas = unsafe Canvas(base: base, pitch: pitch, size: size)
      canvas.fill(tone.fill)
      drawMark(kind, shape: tone.ink, sign: tone.fill, x: padding, size: size, side: side, on: canvas)
    }
  }

  /// A small pill with a few words: from when stale data is, or how an action ended, with the tone's mark.
  public func chip(_ words: String, tone: Card.Tone? = nil, theme: ResolvedTheme) -> Pixmap {
    let words = block(Text(words, .caption, tabular: true), width: theme.whole(480), theme: theme)
    let padding = theme.whole(Design.laneGap)
    let side = theme.whole(16)
    let lane = tone == nil ? 0 : side + theme.whole(6)
    let size = PixelSize(width: words.width + lane + 2 * padding, height: theme.whole(Design.badgeHeight))
    return unsafe Pixmap(size: size, isOpaque: false, border: 2) { base, pitch in
      let canvas = unsafe Canvas(base: base, pitch: pitch, size: size)
      let rect = Rect(PixelRect(size))
      // Lies on anything: a ground of its own, and an edge towards a ground of the same colour.
      let line = Double(theme.whole(Design.hairline))
      canvas.fill(rect, theme.colors.surface.mixed(with: theme.colors.text, 0.24), radius: rect.height / 2)
      canvas.fill(
        Rect(x: line, y: line, width: rect.width - 2 * line, height: rect.height - 2 * line), theme.colors.surface,
        radius: rect.height / 2 - line)
      if let tone {
        let colors = theme.tone(tone)
        drawMark(tone, shape: colors.fill, sign: colors.ink, x: padding, size: size, side: side, on: canvas)
      }
      words.draw(
        on: canvas, x: padding + lane, y: (size.height - words.height) / 2, width: words.width, edge: .left,
        color: theme.colors.text)
    }
  }

  private func drawMark(
    _ tone: Card.Tone, shape: Color, sign: Color, x: Int, size: PixelSize, side: Int, on canvas: borrowing Canvas
  ) {
    let place = Rect(PixelRect(x: x, y: (size.height - side) / 2, width: side, height: side))
    canvas.draw(ToneMark.silhouette(tone), in: place, ink: shape)
    canvas.draw(ToneMark.sign(tone), in: place, ink: tone == .muted ? shape : sign)
  }
}
