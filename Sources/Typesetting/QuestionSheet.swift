public import Board
public import Scene

/// A question that is asked before something is sent, with its two answers: rastered, with the places of the answers in it.
public struct QuestionSheet: Sendable {
  /// The sheet with both answers, at the look's scale.
  public let pixmap: Pixmap
  /// In the pixmap's pixels.
  public let yes: PixelRect
  /// In the pixmap's pixels.
  public let no: PixelRect
}

extension Typesetter {
  /// A question over two buttons, the one that acts at the trailing side.
  ///
  /// - Parameters:
  ///   - subject: the title of the card that asks: written above the question, unless its words hold it already.
  ///   - action: what the acting button says.
  ///   - cancel: what the other one says.
  ///   - tone: of the acting button.
  ///   - panel: what the sheet has to fit into.
  public func question(
    _ question: String, about subject: String? = nil, action: String, cancel: String, tone: Card.Tone? = nil,
    panel: PixelSize, theme: ResolvedTheme
  ) -> QuestionSheet {
    let inset = theme.whole(24)
    let gap = theme.whole(Design.gap)
    let width = max(min(panel.width - 2 * theme.whole(16), theme.whole(Design.widestSheet)), 2 * inset + gap + 2)
    let inner = width - 2 * inset
    let words = block(Text(question, .title, lines: theme.lines(4)), width: inner, theme: theme)
    let isNamed = subject.map { question.lowercased().contains($0.lowercased()) } ?? true
    let name =
      isNamed ? nil : subject.map { block(Text($0, .label, lines: theme.lines(2)), width: inner, theme: theme) }
    let head = name.map { $0.height + theme.whole(Design.captionSpace) } ?? 0
    let height = theme.whole(Design.buttonHeight)
    let top = inset + head + words.height + inset
    let size = PixelSize(width: width, height: top + height + inset)
    // All of it is read, smaller where it has to be.
    if size.height > panel.height - 2 * theme.whole(8), theme.scale > Self.leastQuestionScale {
      return self.question(
        question, about: subject, action: action, cancel: cancel, tone: tone, panel: panel, theme: theme.enlarged(0.85))
    }
    let half = (inner - gap) / 2
    let isMirrored = question.isRightToLeft == true
    let left = PixelRect(x: inset, y: top, width: half, height: height)
    let right = PixelRect(x: width - inset - half, y: top, width: half, height: height)
    let (yes, no) = isMirrored ? (left, right) : (right, left)
    let pixmap = unsafe Pixmap(size: size, isOpaque: false, border: 2) { base, pitch in
      let canvas = unsafe Canvas(base: base, pitch: pitch, size: size)
      let ground = theme.colors.surface.mixed(with: theme.colors.text, theme.isDark ? 0.06 : 0)
      canvas.fill(Rect(PixelRect(size)), ground, radius: Double(theme.whole(Design.sheetRadius)))
      name?.draw(on: canvas, x: inset, y: inset, width: inner, edge: .natural, color: theme.colors.muted)
      words.draw(on: canvas, x: inset, y: inset + head, width: inner, edge: .natural, color: theme.colors.text)
      let colors = theme.tone(tone ?? .accent)
      draw(action, in: yes, ground: colors.fill, ink: colors.ink, on: canvas, theme)
      draw(
        cancel, in: no, ground: ground.mixed(with: theme.colors.text, 0.12), ink: theme.colors.text, on: canvas, theme)
    }
    return QuestionSheet(pixmap: pixmap, yes: yes, no: no)
  }

  /// Pixels per dp: smaller words nobody reads.
  private static let leastQuestionScale = 0.6

  private func draw(
    _ string: String, in frame: PixelRect, ground: Color, ink: Color, on canvas: borrowing Canvas,
    _ theme: ResolvedTheme
  ) {
    canvas.fill(Rect(frame), ground, radius: Double(theme.whole(Design.radius)))
    let words = action(
      string, width: frame.width - 2 * theme.whole(8), height: frame.height - theme.whole(4), theme: theme)
    words.draw(
      on: canvas, x: frame.x0 + (frame.width - words.width) / 2, y: frame.y0 + (frame.height - words.height) / 2,
      width: words.width, edge: .middle, color: ink)
  }
}

extension ResolvedTheme {
  /// Of a button's corners, in pixels.
  public var buttonRadius: Double { Double(whole(Design.radius)) }
}
