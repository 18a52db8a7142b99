import Board
import Numbers
public import Scene

/// Where a control is touched, in the pixels of the card's frame's surroundings: what is drawn lies there, and what a finger hits.
public struct ControlPlaces: Sendable, Hashable {
  /// Its parts, by the number `ControlInput.press` has for each; none of a slider.
  public internal(set) var parts: [PixelRect] = []
  /// Of the corners of its parts, in pixels.
  public internal(set) var radius = 0.0
  /// Of a slider: the bar its thumb moves along.
  public internal(set) var track: PixelRect?
  /// Where a finger takes hold of the thumb, which may be anywhere along the bar.
  public internal(set) var reach: PixelRect?
  /// What is left for its words.
  var words: PixelRect
  /// Of a stepper: what its value has. Of a keypad: its dots.
  var value: PixelRect?
  /// Of keys: between two of them, in pixels.
  public internal(set) var gap = 0

  /// - Parameters:
  ///   - frame: of the card.
  ///   - shape: as the card's words ask for at that width.
  init(
    _ figure: ControlFigure, in frame: PixelRect, hasSubtitle: Bool, isMirrored: Bool, shape: ControlShape,
    theme: ResolvedTheme
  ) {
    let inset = theme.whole(Design.inset)
    let gap = theme.whole(Design.laneGap)
    words = PixelRect(x0: frame.x0 + inset, y0: frame.y0, x1: frame.x1 - inset, y1: frame.y1)
    var band = Band(frame.x0 + inset, frame.x1 - inset, isMirrored: isMirrored)
    // Below the words, where these stand above.
    var lower = frame
    if shape.isStacked {
      words.y0 = frame.y0 + theme.whole(Design.controlHead)
      words.y1 = min(words.y0 + shape.wordsHeight, frame.y1)
      (lower.y0, lower.y1) = (words.y1, max(frame.y1 - theme.whole(Design.captionSpace), words.y1))
    }
    switch figure.style {
    case .keypad:
      let gap = theme.whole(Design.keyGap)
      self.gap = gap
      let height = theme.whole(Design.keyHeight)
      radius = Double(theme.whole(Design.keyRadius))
      let rows = 4 * height + 3 * gap
      let width = min(words.width, theme.whole(Design.keypadWidth))
      let left = frame.x0 + (frame.width - width) / 2
      let top = frame.y1 - theme.whole(Design.controlFoot) - rows
      parts = (0..<12).map { index in
        // Digits stand everywhere as on a telephone: not mirrored.
        let (row, column) = (index / 3, index % 3)
        return PixelRect(
          x0: left + (width + gap) * column / 3, y0: top + row * (height + gap),
          x1: left + (width + gap) * (column + 1) / 3 - gap, y1: top + row * (height + gap) + height)
      }
      let lane = theme.whole(Design.padDots)
      value = PixelRect(x0: words.x0, y0: top - lane, x1: words.x1, y1: top)
      words.y1 = max(top - lane, frame.y0)
      words.y0 = min(frame.y0 + theme.whole(Design.controlHead), words.y1)
    case .entry:
      parts = [frame]
      let room = shape.isStacked ? band.width : band.width / 2
      let x = band.takeTrailing(room, gap: gap)
      value = PixelRect(x0: x, y0: lower.y0, x1: x + room, y1: lower.y1)
    case .toggle:
      parts = [frame]
      let width = theme.whole(Design.toggle.width)
      let x = band.takeTrailing(width, gap: gap)
      let height = theme.whole(Design.toggle.height)
      value = PixelRect(x: x, y: lower.y0 + (lower.height - height) / 2, width: width, height: height)
    case .stepper where figure.dial != nil:
      let side = theme.whole(Design.stepperSide)
      let across = max(min(words.width, theme.whole(Design.roundDial)), 1)
      let top = frame.y1 - theme.whole(Design.controlFoot) - theme.whole(Design.roundDial)
      let center = frame.x0 + frame.width / 2
      value = PixelRect(x: center - across / 2, y: top, width: across, height: across)
      radius = Double(side) / 2
      // In the arc's opening; less stands at the left in all scripts, as the scale does.
      let y = frame.y1 - theme.whole(Design.controlFoot) - side
      let apart = theme.whole(Design.gap) / 2
      parts = [center - apart - side, center + apart].map { PixelRect(x: $0, y: y, width: side, height: side) }
      words.y1 = max(top, frame.y0)
      words.y0 = min(frame.y0 + theme.whole(Design.controlHead), words.y1)
    case .stepper:
      let side = theme.whole(Design.stepperSide)
      let y0 = lower.y0 + (lower.height - side) / 2
      let wanted = shape.valueWidth > 0 ? shape.valueWidth : theme.whole(Design.stepperValue)
      let width = max(min(wanted, band.width - 2 * side), 1)
      // Less stands at the left in all scripts, as on a dial.
      let less = band.takeTrailing(2 * side + width, gap: gap)
      radius = Double(side) / 2
      parts = [less, less + side + width].map { PixelRect(x: $0, y: y0, width: side, height: side) }
      value = PixelRect(x0: less + side, y0: lower.y0, x1: less + side + width, y1: lower.y1)
    case .slider where figure.isUpright:
      let width = theme.whole(Design.track)
      let thumb = theme.whole(Design.thumb)
      let lane = theme.whole(Design.controlLane)
      let center = frame.x0 + frame.width / 2
      let bottom = frame.y1 - theme.whole(Design.controlFoot)
      let top = bottom - theme.whole(Design.fader)
      track = PixelRect(
        x0: center - width / 2, y0: top + thumb / 2, x1: center - width / 2 + width, y1: bottom - thumb / 2)
      reach = PixelRect(x0: center - lane / 2, y0: top, x1: center - lane / 2 + lane, y1: bottom)
      words.y1 = max(top, frame.y0)
      words.y0 = min(frame.y0 + theme.whole(Design.controlHead), words.y1)
    case .slider:
      let height = theme.whole(Design.track)
      let thumb = theme.whole(Design.thumb)
      let lane = theme.whole(Design.controlLane)
      let y = frame.y1 - lane / 2 - theme.whole(Design.controlFoot) - height / 2
      let bar = PixelRect(
        x0: frame.x0 + inset + thumb / 2, y0: y,
        x1: max(frame.x1 - inset - thumb / 2, frame.x0 + inset + thumb / 2 + 1),
        y1: y + height)
      track = bar
      reach = PixelRect(x0: frame.x0, y0: y + height / 2 - lane / 2, x1: frame.x1, y1: y + height / 2 + lane / 2)
      words.y1 = max(y + height / 2 - lane / 2, frame.y0)
      words.y0 = min(frame.y0 + theme.whole(Design.controlHead), words.y1)
    case .choice:
      let lane = theme.whole(shape.laneHeight)
      let count = max(figure.options.count, 1)
      let columns = shape.columns > 0 ? shape.columns : count
      radius = Double(theme.whole(Design.segmentRadius))
      let top = frame.y1 - theme.whole(Design.controlFoot) - shape.rows(of: count) * lane
      let room = words.width
      parts = (0..<count).map { index in
        // Those of the last line share its width.
        let (row, column) = (index / columns, index % columns)
        let beside = min(columns, count - row * columns)
        let place = isMirrored ? beside - 1 - column : column
        return PixelRect(
          x0: words.x0 + room * place / beside, y0: top + row * lane, x1: words.x0 + room * (place + 1) / beside,
          y1: top + (row + 1) * lane)
      }
      words.y1 = max(top, frame.y0)
      words.y0 = min(frame.y0 + theme.whole(Design.controlHead), words.y1)
    }
    if figure.isBeside, !shape.isStacked {
      (words.x0, words.x1) = (band.left, max(band.right, band.left))
    }
    // On a panel narrower than a thumb nothing has room, and what has none is as wide as nothing.
    words = words.ordered
    parts = parts.map(\.ordered)
    (value, track, reach) = (value?.ordered, track?.ordered, reach?.ordered)
  }

  /// Of a keyboard: its keys.
  init(_ keyboard: Keyboard, in frame: PixelRect, theme: ResolvedTheme) {
    words = frame
    radius = Double(theme.whole(Design.keyRadius))
    let most = theme.whole(Design.keyHeight)
    let wide = min(frame.width, theme.whole(Design.keyboardWidth))
    // On narrow panels the keys need the room.
    let gap = min(theme.whole(Design.keyGap), Int(clamping: Double(wide) / keyboard.columns / 6))
    self.gap = gap
    // What is lower than it wants to be: by more than edges on whole pixels take.
    let room = max((frame.height - gap) / max(keyboard.rows, 1) - gap, 1)
    let isLow = room < most - 2
    let height = isLow ? room : most
    // Low keys are wide ones, where there is room.
    let width = isLow ? min(frame.width, max(wide, Int(clamping: 3 * keyboard.columns * Double(height)))) : wide
    let left = frame.x0 + (frame.width - width) / 2
    func x(_ place: Double) -> Int { left + Int(clamping: (Double(width + gap) * place / keyboard.columns).rounded()) }
    parts = keyboard.keys.map { key in
      let y = frame.y0 + gap + key.row * (height + gap)
      return PixelRect(
        x0: x(key.start), y0: y, x1: max(x(key.start + key.width) - gap, x(key.start) + 1), y1: y + height)
    }
  }

  /// In dp, of a keyboard.
  static func height(of keyboard: Keyboard) -> Double {
    Double(keyboard.rows) * (Design.keyHeight + Design.keyGap) + Design.keyGap
  }

  /// In pixels, of the card.
  ///
  /// - Parameter hasWords: somebody says what it is.
  static func height(
    of figure: ControlFigure, hasWords: Bool = true, hasSubtitle: Bool, shape: ControlShape, theme: ResolvedTheme
  ) -> Int {
    let base = theme.whole(height(of: figure, hasSubtitle: hasSubtitle))
    switch figure.style {
    case .entry where shape.isStacked, .stepper where shape.isStacked, .toggle where shape.isStacked:
      let below =
        switch figure.style {
        case .entry: Design.entryLines
        case .toggle: Design.toggle.height + Design.controlFoot
        default: Design.stepperSide + Design.controlFoot - Design.captionSpace
        }
      let rest = theme.whole(Design.controlHead) + theme.whole(below) + theme.whole(Design.captionSpace)
      return max(base, shape.wordsHeight + rest)
    case .toggle, .entry,
      .stepper where figure.dial == nil:
      guard shape.wordsHeight > 0 else { return base }
      let lines = Double(shape.wordsHeight) / theme.scale + 2 * Design.leastRowSpace
      return max(base, theme.whole(Design.onGrid(lines)))
    case .slider, .stepper, .choice, .keypad:
      let least = theme.whole(TypeStyle.label.leading) + (hasSubtitle ? theme.whole(TypeStyle.secondary.leading) : 0)
      let lanes =
        figure.style == .choice
        ? shape.rows(of: max(figure.options.count, 1)) * theme.whole(shape.laneHeight) - theme.whole(Design.controlLane)
        : shape.isStacked ? theme.whole(TypeStyle.value.leading) : 0
      // What is chosen from stands alone where nobody says what it is.
      if figure.style == .choice, !hasWords { return base - theme.whole(Design.lineOfChoice) + lanes }
      return base + max(shape.wordsHeight - least, 0) + lanes
    }
  }

  /// In dp, of a card whose words have their line each and stand beside what is set.
  private static func height(of figure: ControlFigure, hasSubtitle: Bool) -> Double {
    let words = Design.controlHead + (hasSubtitle ? 56 : Design.lineOfChoice)
    return switch figure.style {
    case .toggle, .entry: hasSubtitle ? Design.tallRowHeight : Design.rowHeight
    case .keypad:
      words + Design.padDots + 4 * Design.keyHeight + 3 * Design.keyGap + Design.controlFoot
    case .stepper where figure.dial != nil: words + Design.roundDial + Design.controlFoot
    case .stepper: Design.tallRowHeight
    case .slider where figure.isUpright: words + Design.fader + Design.controlFoot
    case .slider, .choice: words + Design.controlLane + Design.controlFoot
    }
  }
}

extension ControlFigure {
  /// What is set stands beside the words, as long as both have room.
  var isBeside: Bool {
    switch style {
    case .toggle, .entry: true
    case .stepper: dial == nil
    case .slider, .choice, .keypad: false
    }
  }
}

extension PixelRect {
  /// With edges that have not changed places.
  fileprivate var ordered: PixelRect { PixelRect(x0: x0, y0: y0, x1: max(x1, x0), y1: max(y1, y0)) }
}

/// What the frame thread draws of a slider, whose thumb is where the finger is.
public struct SliderLook: Sendable, Hashable {
  /// The bar, where it is not reached.
  public var ground: Color
  /// The bar up to the thumb, and the thumb.
  public var bar: Color
  /// The thumb's middle.
  public var middle: Color
  /// Across the thumb, in pixels.
  public var thumb: Int
}

extension PageLayout.Placed {
  /// Where it is touched, in page pixels; nil for what is no control.
  public func controlPlaces(_ theme: ResolvedTheme) -> ControlPlaces? {
    guard isControl else { return nil }
    if case .keyboard(let keyboard)? = card.figure { return ControlPlaces(keyboard, in: frame, theme: theme) }
    guard case .control(let figure)? = card.figure else { return nil }
    return ControlPlaces(
      figure, in: frame, hasSubtitle: card.subtitle != nil, isMirrored: arrangement.isMirrored,
      shape: arrangement.control, theme: theme)
  }

  /// Whether its slider begins at the right.
  public var isMirrored: Bool { arrangement.isMirrored }
}

extension Typesetter {
  /// How a slider of a page looks.
  public func sliderLook(of placed: PageLayout.Placed, theme: ResolvedTheme) -> SliderLook {
    let painter = CardPainter(card: placed.card, arrangement: placed.arrangement, theme: theme, typesetter: self)
    return SliderLook(
      ground: painter.controlGround, bar: painter.controlInk, middle: painter.background,
      thumb: theme.whole(Design.thumb))
  }
}
