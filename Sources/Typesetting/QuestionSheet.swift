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
    self.question(
      question, about: subject, action: action, cancel: cancel, tone: tone, panel: panel, theme: theme, isWide: false)
  }

  /// - Parameter isWide: as wide as the panel, which is low.
  private func question(
    _ question: String, about subject: String?, action: String, cancel: String, tone: Card.Tone?, panel: PixelSize,
    theme: ResolvedTheme, isWide: Bool
  ) -> QuestionSheet {
    let inset = theme.whole(24)
    let gap = theme.whole(Design.gap)
    let widest = panel.width - 2 * theme.whole(16)
    let width = max(isWide ? widest : min(widest, theme.whole(Design.widestSheet)), 2 * inset + gap + 2)
    let inner = width - 2 * inset
    let isNamed = subject.map { question.lowercased().contains($0.lowercased()) } ?? true
    let name =
      isNamed ? nil : subject.map { block(Text($0, .label, lines: theme.lines(2)), width: inner, theme: theme) }
    let head = name.map { $0.height + theme.whole(Design.captionSpace) } ?? 0
    let height = theme.whole(Design.buttonHeight)
    // All of it is read, on as many lines as there is room for, wider and then smaller where it has to be.
    let room = panel.height - 2 * theme.whole(8) - 3 * inset - head - height
    let isSmallest = theme.scale <= Self.leastQuestionScale
    var words = block(Text(question, .title, lines: Self.mostQuestionLines), width: inner, theme: theme)
    let canBeWider = width < widest
    if words.height > room, isSmallest, !canBeWider {
      // Rather cut at its end than at the panel's edge.
      let lines = max(room * words.lineCount / max(words.height, 1), 1)
      words = block(Text(question, .title, lines: lines), width: inner, theme: theme)
    }
    let top = inset + head + words.height + inset
    let size = PixelSize(width: width, height: top + height + inset)
    if words.height > room, !isSmallest || canBeWider {
      return self.question(
        question, about: subject, action: action, cancel: cancel, tone: tone, panel: panel,
        theme: canBeWider ? theme : theme.enlarged(0.85), isWide: true)
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

  /// A question of more is none.
  private static let mostQuestionLines = 24
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
