import Board
import Icons
import Numbers
import Scene

/// Keypads, and the field and keys of an entry.
extension CardPainter {
  /// Dots for what was typed, and keys.
  func drawKeypad(_ control: ControlFigure, _ places: ControlPlaces, on canvas: borrowing Canvas) {
    guard let pad = control.pad else { return }
    if let lane = places.value { drawDots(pad, isBusy: control.state == .busy, on: canvas, in: lane) }
    let isOff = pad.isLocked || control.state == .busy
    for (place, key) in zip(places.parts, pad.keys) {
      guard let key else { continue }
      drawKey(
        key, label: key.letter, isSpecial: key.letter == nil, isOff: isOff, ground: controlGround,
        line: controlLine, radius: places.radius,
        on: canvas, in: place)
    }
  }

  /// As many as were typed are full; of a known length the others are rings.
  private func drawDots(_ pad: ControlFigure.Pad, isBusy: Bool, on canvas: borrowing Canvas, in lane: PixelRect) {
    let (side, step) = (theme.whole(Design.dot), theme.whole(Design.dot) * 5 / 2)
    let count = max(pad.length ?? pad.typed, pad.typed)
    let full = isBusy ? count : pad.typed
    var x = lane.x0 + (lane.width - (count - 1) * step - side) / 2
    let y = lane.y0 + (lane.height - side) / 2
    for index in 0..<max(count, 0) {
      let isFull = index < full
      canvas.fill(
        Rect(x: Double(x), y: Double(y), width: Double(side), height: Double(side)),
        isFull ? (isBusy ? quietInk : ink) : controlGround, radius: Double(side) / 2)
      x += step
    }
  }

  /// What an entry holds, where there is something; a pen says that it can be written.
  func drawWritten(_ control: ControlFigure, on canvas: borrowing Canvas, in place: PixelRect) {
    let side = theme.whole(Design.mark)
    let gap = theme.whole(Design.captionSpace)
    var band = Band(place.x0, place.x1, isMirrored: arrangement.isMirrored)
    let x = band.takeTrailing(side, gap: gap)
    drawIcon(
      "pen", on: canvas, in: centered(PixelSize(width: side, height: side), x: x, in: place), color: quietInk)
    // Below its words it begins where they do.
    let isStacked = arrangement.control.isStacked
    write(
      control.valueLabel, isStacked ? [.value, .body] : [.value, .body, .axis], lines: isStacked ? theme.lines(2) : 1,
      on: canvas, in: PixelRect(x0: band.left, y0: place.y0, x1: max(band.right, band.left + 1), y1: place.y1),
      edge: isStacked ? leadingEdge : trailingEdge, color: control.state == .busy ? quietInk : valueInk)
  }

  /// What is being written: its end, where not all of it has room, and a bar where the next letter comes.
  func drawField(_ writing: Writing, on canvas: borrowing Canvas, frame: PixelRect) {
    drawSurface(on: canvas, frame, corners: arrangement.corners)
    let inset = theme.whole(Design.inset)
    let bar = max(theme.whole(2), 1)
    let room = max(frame.width - 2 * inset - 3 * bar, 1)
    var shown = Substring(writing.shown)
    let style = (theme.isEnlarged ? Self.largeKeys : []).first { fits($0, in: frame) } ?? .value
    var words = fitting(String(shown), [style], width: 1 << 20)
    while words.width > room, !shown.isEmpty {
      // At least one, and as many as are surely too many.
      let share = Double(words.width - room) / Double(words.width) * Double(shown.count)
      shown = shown.dropFirst(max(Int(clamping: share.rounded(.down)), 1))
      words = fitting(String(shown), [style], width: 1 << 20)
    }
    let isMirrored = arrangement.isMirrored
    // What is written goes on where it is read to, on a board of the other direction, too; figures go the board's way.
    let isAhead = String(shown).isRightToLeft.map { $0 != isMirrored } ?? false
    let before = isAhead ? 2 * bar : 0
    let x = isMirrored ? frame.x1 - inset - before - words.width : frame.x0 + inset + before
    if !shown.isEmpty {
      words.draw(
        on: canvas, x: x, y: middle(of: words.height, in: frame), width: words.width, edge: leadingEdge, color: ink)
    }
    let width = shown.isEmpty || isAhead ? 0 : words.width + bar
    let height = theme.whole(Design.mark) * 5 / 4 * theme.whole(style.leading) / theme.whole(TypeStyle.value.leading)
    let at = isMirrored ? frame.x1 - inset - width - bar : frame.x0 + inset + width
    canvas.fill(
      Rect(PixelRect(x: at, y: frame.y0 + (frame.height - height) / 2, width: bar, height: height)), controlInk,
      radius: 0)
  }

  /// Where somebody wants it larger, and the panel has no room for larger keys, what stands on them is as large as they let it be.
  private static let largeKeys: [TypeStyle] = [.display, .large, .headline, .title]

  /// Whether a line of it leaves some of a place's height free.
  private func fits(_ style: TypeStyle, in place: PixelRect) -> Bool {
    Double(theme.whole(style.leading)) <= Double(place.height) * Design.mostOfKey
  }

  /// What all letters are written in; nil for what keys have.
  private func largeLetters(_ keyboard: Keyboard, _ places: ControlPlaces) -> TypeStyle? {
    guard theme.isEnlarged else { return nil }
    let letters = zip(places.parts, keyboard.keys).filter { !$1.isSpecial }
    return Self.largeKeys.first { style in
      letters.allSatisfy { place, key in
        guard fits(style, in: place) else { return false }
        // The space has none.
        guard let label = keyboard.label(of: key.action) else { return true }
        return block(Text(label, style), width: Self.unbounded).width <= place.width
      }
    }
  }

  /// Keys on the page's own ground.
  func drawKeyboard(_ keyboard: Keyboard, on canvas: borrowing Canvas, frame: PixelRect) {
    let places = ControlPlaces(keyboard, in: frame, theme: theme)
    let letters = largeLetters(keyboard, places)
    for (place, key) in zip(places.parts, keyboard.keys) {
      drawKey(
        key.action, label: keyboard.label(of: key.action), isSpecial: key.isSpecial, isOff: false,
        isOn: key.action == .shift && keyboard.layer.isCapital, ground: theme.colors.surface,
        line: theme.isHighContrast ? controlLine : nil, radius: places.radius, letters: letters,
        on: canvas, in: place)
    }
  }

  private func drawKey(
    _ key: TypingKey, label: String?, isSpecial: Bool, isOff: Bool, isOn: Bool = false,
    ground: Color, line: Color?,
    radius: Double, letters: TypeStyle? = nil, on canvas: borrowing Canvas, in place: PixelRect
  ) {
    let accent = theme.tone(card.tone ?? .accent).solid
    let isAccent = key == .done || isOn
    let plain = isSpecial ? theme.colors.surface.mixed(with: theme.colors.text, 0.12) : ground
    let face = isAccent ? accent.fill : plain
    let ink = isAccent ? accent.ink : theme.colors.text
    let shown = isOff ? face.mixed(with: background, 0.5) : face
    if let line, !isAccent {
      fillOutlined(
        place, shown, line: isOff ? line.mixed(with: background, 0.5) : line, radius: radius,
        on: canvas)
    } else {
      canvas.fill(Rect(place), shown, radius: radius)
    }
    let color = isOff ? ink.mixed(with: background, 0.6) : ink
    if let icon = key.icon {
      let side = theme.whole(Design.mark)
      drawIcon(icon, on: canvas, in: centered(PixelSize(width: side, height: side), in: place), color: color)
    } else if let label, !label.isEmpty {
      let usual: [TypeStyle] = isSpecial && label.count > 1 ? [.axis] : [.value, .body, .axis]
      write(label, (letters.map { [$0] } ?? []) + usual, on: canvas, in: place, edge: .middle, color: color)
    }
  }
}

extension TypingKey {
  /// What stands on a key of a keypad.
  fileprivate var letter: String? { if case .letter(let letter) = self { letter } else { nil } }

  fileprivate var icon: String? {
    switch self {
    case .delete: "left"
    case .shift: "up"
    case .done: "check"
    case .letter, .layer: nil
    }
  }
}

extension Keyboard.Layer {
  fileprivate var isCapital: Bool { self == .capitals || self == .latinCapitals }
}
