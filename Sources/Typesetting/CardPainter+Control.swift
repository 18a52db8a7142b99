import Board
import Icons
import Numbers
import Scene

/// Switches, sliders, steppers and choices. A slider's bar and thumb are not among it: they follow the finger, and the frame draws them.
extension CardPainter {
  /// In pixels.
  var controlHeight: Int {
    guard case .control(let figure)? = card.figure else { return 0 }
    return ControlPlaces.height(
      of: figure, hasWords: card.title != nil || card.subtitle != nil, hasSubtitle: card.subtitle != nil,
      shape: arrangement.control, theme: theme)
  }

  /// Of what is not set.
  var controlGround: Color { background.mixed(with: ink, fill == nil ? 0.16 : 0.26) }
  /// Of what is set.
  var controlInk: Color {
    plotInk.legible(on: [background], ratio: Self.leastOutline, towards: ink)
  }
  /// Around what is not set: seen on the card. Source: WCAG 2.1, 1.4.11.
  var controlLine: Color {
    controlGround.legible(
      on: [background], ratio: theme.isHighContrast ? 4.5 : Self.leastOutline, towards: ink)
  }
  /// Of its knob: seen on what the line encloses.
  var controlKnob: Color {
    controlLine.legible(on: [controlGround], ratio: Self.leastOutline, towards: ink)
  }
  static let leastOutline = 3.0

  /// A ground with an outline.
  func fillOutlined(
    _ place: PixelRect, _ ground: Color, line: Color, radius: Double, on canvas: borrowing Canvas
  ) {
    canvas.fill(Rect(place), line, radius: radius)
    let width = theme.whole(Design.controlLine)
    guard let inner = place.inset(by: width) else { return }
    canvas.fill(Rect(inner), ground, radius: max(radius - Double(width), 0))
  }

  func drawControl(_ control: ControlFigure, on canvas: borrowing Canvas, frame: PixelRect) {
    drawSurface(on: canvas, frame, corners: arrangement.corners)
    let places = ControlPlaces(
      control, in: frame, hasSubtitle: card.subtitle != nil, isMirrored: arrangement.isMirrored,
      shape: arrangement.control, theme: theme)
    var band = Band(places.words.x0, places.words.x1, isMirrored: arrangement.isMirrored)
    var lane = PixelRect(x0: frame.x0, y0: places.words.y0, x1: frame.x1, y1: places.words.y1)
    let isSlider = control.style == .slider && !control.valueLabel.isEmpty
    let isBelow = isSlider && arrangement.control.isStacked
    if isBelow { lane.y1 = max(lane.y1 - theme.whole(TypeStyle.value.leading), lane.y0) }
    drawMarkLane(on: canvas, frame: lane, band: &band)
    drawIconLane(on: canvas, frame: lane, band: &band)
    if isBelow {
      write(
        control.valueLabel, [.value, .body, .axis], on: canvas,
        in: PixelRect(x0: band.left, y0: lane.y1, x1: band.right, y1: places.words.y1), edge: leadingEdge,
        color: valueColor(control))
    }
    let start = arrangement.isMirrored ? band.right : band.left
    if isSlider, !isBelow {
      let words = fitting(control.valueLabel, [.value, .body], width: band.width / 2, tabular: true)
      let x = band.takeTrailing(words.width, gap: theme.whole(Design.laneGap))
      words.draw(
        on: canvas, x: x, y: middle(of: words.height, in: lane), width: words.width, edge: trailingEdge,
        color: valueColor(control))
    }
    drawResult(control.state, on: canvas, in: lane, band: &band)
    drawControlWords(on: canvas, in: PixelRect(x0: band.left, y0: lane.y0, x1: band.right, y1: lane.y1))
    switch control.style {
    case .toggle: places.value.map { drawSwitch(control, on: canvas, in: $0) }
    case .stepper:
      if let dial = control.dial, let place = places.value { drawDial(dial, of: control, on: canvas, in: place) }
      drawStepper(control, places, on: canvas)
    case .choice: drawSegments(control, places.parts, on: canvas)
    case .keypad: drawKeypad(control, places, on: canvas)
    case .entry: places.value.map { drawWritten(control, on: canvas, in: $0) }
    case .slider: break
    }
    drawParting(on: canvas, frame: frame, from: start)
  }

  private func valueColor(_ control: ControlFigure) -> Color { control.state == .busy ? quietInk : valueInk }

  /// Why it is not as somebody wished, or that it is, at the end of its words.
  private func drawResult(
    _ state: ControlFigure.State, on canvas: borrowing Canvas, in lane: PixelRect, band: inout Band
  ) {
    let word: String
    let tone: Card.Tone
    switch state {
    case .failed(let text): (word, tone) = (text, .bad)
    case .done(let text): (word, tone) = (text, .good)
    case .ready, .busy: return
    }
    let side = theme.whole(Design.mark)
    let gap = theme.whole(Design.captionSpace)
    let words = fitting(word, [.secondary, .axis], width: max(band.width * 3 / 5 - side - gap, 1))
    let x = band.takeTrailing(words.width, gap: gap)
    words.draw(
      on: canvas, x: x, y: middle(of: words.height, in: lane), width: words.width, edge: trailingEdge,
      color: fill?.ink ?? theme.tone(tone).text)
    let mark = band.takeTrailing(side, gap: theme.whole(Design.laneGap))
    drawMark(on: canvas, tone, in: centered(PixelSize(width: side, height: side), x: mark, in: lane))
  }

  private func drawControlWords(on canvas: borrowing Canvas, in place: PixelRect) {
    guard place.width > 0 else { return }
    let (title, subtitle) = controlWords(width: place.width)
    var y = middle(of: (title?.height ?? 0) + (subtitle?.height ?? 0), in: place)
    for (words, color) in [(title, ink), (subtitle, quietInk)] {
      guard let words else { continue }
      words.draw(on: canvas, x: place.x0, y: y, width: place.width, edge: leadingEdge, color: color)
      y += words.height
    }
  }

  /// A switch: where its knob is tells it apart, besides its colour; in between while nobody knows.
  private func drawSwitch(_ control: ControlFigure, on canvas: borrowing Canvas, in place: PixelRect) {
    let isOn = control.value == 1
    let radius = Double(place.height) / 2
    let isBusy = control.state == .busy
    func quiet(_ color: Color) -> Color { isBusy ? color.mixed(with: background, 0.3) : color }
    if isOn {
      canvas.fill(Rect(place), quiet(controlInk), radius: radius)
    } else {
      fillOutlined(
        place, quiet(controlGround), line: quiet(controlLine), radius: radius, on: canvas)
    }
    let margin = Double(theme.whole(Design.toggleMargin))
    let side = Double(place.height) - 2 * margin
    let way = Double(place.width) - side - 2 * margin
    let share = control.value.map { $0 == 1 ? 1.0 : 0 } ?? 0.5
    let x = Double(place.x0) + margin + way * (arrangement.isMirrored ? 1 - share : share)
    canvas.fill(
      Rect(x: x, y: Double(place.y0) + margin, width: side, height: side),
      control.value == nil ? quietInk : isOn ? background : quiet(controlKnob), radius: side / 2)
  }

  private func drawStepper(_ control: ControlFigure, _ places: ControlPlaces, on canvas: borrowing Canvas) {
    for (index, place) in places.parts.enumerated() {
      let isAtEnd =
        control.value.map { index == 0 ? $0 <= control.low : $0 >= control.high } ?? true
      fillOutlined(
        place, controlGround.mixed(with: background, isAtEnd ? 0.5 : 0),
        line: controlLine.mixed(with: background, isAtEnd ? 0.6 : 0),
        radius: Double(place.height) / 2, on: canvas)
      let side = theme.whole(Design.mark)
      drawIcon(
        index == 0 ? "minus" : "plus", on: canvas, in: centered(PixelSize(width: side, height: side), in: place),
        color: isAtEnd ? ink.mixed(with: background, 0.6) : ink)
    }
    if control.dial == nil, let place = places.value {
      write(
        control.valueLabel, [.value, .body, .axis], lines: 2, on: canvas, in: place, edge: .middle,
        color: valueColor(control))
    }
  }

  /// What is set on an arc, with what is measured: between the two lies what is to be done.
  private func drawDial(
    _ dial: ControlFigure.Dial, of control: ControlFigure, on canvas: borrowing Canvas, in place: PixelRect
  ) {
    let side = Double(place.width)
    let thick = max((side * 0.07).rounded(), 1)
    let radius = side / 2 - thick
    guard radius > thick else { return }
    let center = Rect(place).center
    func arc(_ from: Double, _ to: Double) -> Arc { Arc(center: center, radius: radius, from: from, to: to) }
    stroke(arc(0, 1), width: thick, on: canvas, in: place, color: controlGround)
    let present = dial.present.map(control.share(of:))
    if let value = control.value {
      let share = control.share(of: value)
      let start = present ?? 0
      let color = control.state == .busy ? controlInk.mixed(with: background, 0.3) : controlInk
      if share != start {
        stroke(arc(min(share, start), max(share, start)), width: thick, on: canvas, in: place, color: color)
      }
      mark(at: arc(share, share).middle(), side: thick * 2, on: canvas, controlInk)
      mark(at: arc(share, share).middle(), side: thick * 1.2, on: canvas, background)
    }
    if let present { mark(at: arc(present, present).middle(), side: thick, on: canvas, ink) }
    let room = max(Int(clamping: 2 * (radius - thick) * 0.84), 1)
    let words = fitting(
      control.valueLabel, [.large, .headline, .title, .label, .delay, .axis], width: room, tabular: true)
    let measured = fitting(dial.presentLabel, [.secondary, .axis], width: room, tabular: true)
    let left = Int(clamping: center.x.rounded()) - room / 2
    let top = Int(clamping: (center.y - side * 0.04).rounded()) - (words.height + measured.height) / 2
    measured.draw(on: canvas, x: left, y: top, width: room, edge: .middle, color: quietInk)
    words.draw(
      on: canvas, x: left, y: top + measured.height, width: room, edge: .middle, color: valueColor(control))
  }

  private func mark(at point: Point, side: Double, on canvas: borrowing Canvas, _ color: Color) {
    canvas.fill(
      Rect(x: point.x - side / 2, y: point.y - side / 2, width: side, height: side), color, radius: side / 2)
  }

  /// Segments of one bar, the chosen one raised.
  private func drawSegments(_ control: ControlFigure, _ parts: [PixelRect], on canvas: borrowing Canvas) {
    guard let first = parts.min(by: { $0.x0 < $1.x0 }), let last = parts.max(by: { $0.x1 < $1.x1 }),
      let lowest = parts.max(by: { $0.y1 < $1.y1 }), let highest = parts.min(by: { $0.y0 < $1.y0 })
    else { return }
    let radius = Double(theme.whole(Design.segmentRadius))
    fillOutlined(
      PixelRect(x0: first.x0, y0: highest.y0, x1: last.x1, y1: lowest.y1), controlGround,
      line: controlLine, radius: radius,
      on: canvas)
    let margin = theme.whole(Design.toggleMargin)
    for (index, place) in parts.enumerated() where control.options.indices.contains(index) {
      let isChosen = control.value == Double(index)
      let colors = theme.tone(card.tone ?? .accent).solid
      if isChosen, let inner = place.inset(by: margin) {
        canvas.fill(
          Rect(inner), control.state == .busy ? colors.fill.mixed(with: background, 0.3) : colors.fill,
          radius: max(radius - Double(margin), 0))
      }
      let room = place.width - 2 * theme.whole(Design.captionSpace)
      write(
        control.options[index].label, [arrangement.control.style], lines: arrangement.control.lines, on: canvas,
        in: PixelRect(
          x0: place.x0 + (place.width - room) / 2, y0: place.y0, x1: place.x0 + (place.width - room) / 2 + max(room, 1),
          y1: place.y1), edge: .middle, color: isChosen ? colors.ink : ink)
    }
  }
}
