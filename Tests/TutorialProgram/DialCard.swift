import Vitrine

/// A value on an arc from its least to its greatest: `- dial: {value: "{load}", max: 100, label: Load}`.
struct DialCard: CardKind {
  let name = "dial"
  let summary = "A value on an arc."
  let keys = [
    CardKey("value", .number, isRequired: true, "What the dial stands at."),
    CardKey("max", .number, standard: "100", "What a full arc means."),
    CardKey("label", .text, "What it is."),
  ]

  /// The arc is as high as wide, on a wide card 160 dp.
  func height(of values: NamedValues, on canvas: CardCanvas) -> Double {
    arc(on: canvas).height + 24 + (values.text("label") == nil ? 0 : label(values, on: canvas).height)
  }

  func draw(_ values: NamedValues, on canvas: inout CardCanvas) {
    let arc = arc(on: canvas)
    let full = max(values.number("max") ?? 100, .leastNonzeroMagnitude)
    let share = min(max((values.number("value") ?? 0) / full, 0), 1)
    canvas.draw(Self.arc(to: 1), in: arc, ink: canvas.colors.muted)
    if share > 0 { canvas.draw(Self.arc(to: share), in: arc, ink: canvas.colors.plot) }
    // Without a value a dash: a sensor that says nothing is news too.
    let number = CardText(values.text("value") ?? "–", .large, hasTabularDigits: true)
    let size = canvas.measure(number, width: arc.width)
    canvas.draw(
      number, at: Point(x: arc.x, y: arc.y + arc.height / 2 - size.height / 2), width: arc.width, edge: .middle,
      ink: canvas.colors.value)
    if let text = values.text("label") {
      canvas.draw(
        CardText(text, .label, lines: 2), at: Point(x: 16, y: arc.y + arc.height), width: canvas.size.width - 32,
        edge: .middle, ink: canvas.colors.text)
    }
  }

  private func label(_ values: NamedValues, on canvas: CardCanvas) -> CardText.Extent {
    canvas.measure(CardText(values.text("label") ?? "", .label, lines: 2), width: canvas.size.width - 32)
  }

  private func arc(on canvas: CardCanvas) -> Rect {
    let side = min(canvas.size.width - 32, 160)
    return Rect(x: (canvas.size.width - side) / 2, y: 12, width: side, height: side)
  }

  /// Three quarters of a circle, as short lines: from the lower left over the top to the lower right.
  private static func arc(to share: Double) -> Drawing {
    let steps = max(Int(share * 60), 1)
    let points = (0...steps).map { step in
      let angle = (0.75 + 1.5 * share * Double(step) / Double(steps)) * Double.pi
      return Point(x: 10 + 8.5 * cosine(angle), y: 10 + 8.5 * cosine(angle - Double.pi / 2))
    }
    let line = Path([.move(points[0])] + points.dropFirst().map { .line($0) })
    return Drawing(
      viewBox: Rect(x: 0, y: 0, width: 20, height: 20),
      shapes: [.init(path: line, stroke: .init(paint: .current(alpha: 1), width: 2, hasRoundCaps: true))])
  }

  /// By its series: a kiosk needs no Foundation for it.
  private static func cosine(_ angle: Double) -> Double {
    let turn = angle.remainder(dividingBy: 2 * Double.pi)
    var term = 1.0
    var sum = 1.0
    for step in 1...12 {
      term *= -turn * turn / Double((2 * step - 1) * 2 * step)
      sum += term
    }
    return sum
  }
}
