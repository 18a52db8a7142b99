import Board
import Glibc
import Numbers
import Scene

/// A value on an arc of two thirds of a circle.
extension CardPainter {
  /// Of a circle of so many pixels across: from its top to below the ends of the arc.
  private static let share = 0.8

  private func arcSide(width: Int) -> Int {
    max(min(width - 2 * theme.whole(Design.inset), theme.whole(Design.arc)), 1)
  }

  func gaugeHeight(width: Int) -> Int {
    2 * theme.whole(Design.inset) + max(headHeight(width: width), arrangement.gaugeHead)
      + Int(clamping: (Double(arcSide(width: width)) * Self.share).rounded()) + theme.whole(TypeStyle.axis.leading)
  }

  func drawGauge(_ gauge: GaugeFigure, on canvas: borrowing Canvas, frame: PixelRect) {
    drawSurface(on: canvas, frame)
    guard var inner = frame.inset(by: theme.whole(Design.inset)) else { return }
    let start = inner.y0
    drawCardHead(on: canvas, &inner)
    inner.y0 = min(max(inner.y0, start + arrangement.gaugeHead), inner.y1)
    let ends = theme.whole(TypeStyle.axis.leading)
    let side = min(Double(inner.width), Double(inner.height - ends) / Self.share)
    guard side >= 8 else { return }
    let center = Point(x: Rect(inner).center.x, y: Double(inner.y0) + side / 2)
    let thick = (side * 0.085).rounded()
    let thin = gauge.zones.isEmpty && !arrangement.hasZones ? 0 : max((side * 0.022).rounded(), 1)
    let radius = side / 2 - thick / 2 - (thin > 0 ? 2 * thin : 0)
    let track = background.mixed(with: ink, fill == nil ? 0.1 : 0.22)
    stroke(Arc(center: center, radius: radius, from: 0, to: 1), width: thick, on: canvas, in: inner, color: track)
    if let share = gauge.share {
      let end = max(share, 0.001)
      stroke(
        Arc(center: center, radius: radius, from: 0, to: end), width: thick, on: canvas, in: inner,
        color: gaugeInk(gauge))
    }
    for zone in gauge.zones where zone.end > zone.start {
      stroke(
        Arc(center: center, radius: side / 2 - thin / 2, from: zone.start, to: zone.end), width: thin, on: canvas,
        in: inner, color: fill?.ink ?? theme.tone(zone.tone).fill, hasRoundCaps: false)
    }
    // The widest words the ring leaves room for.
    let room = Int(clamping: (2 * (radius - thick)) * 0.84)
    let value = fitting(
      gauge.value ?? "–",
      side >= 220 * theme.scale
        ? [.figure, .display, .large, .headline, .title, .label]
        : [.large, .headline, .title, .label, .delay, .axis], width: max(room, 1), tabular: true)
    let unit = unitWords(gauge, room: room)
    let top = Int(clamping: center.y.rounded()) - (value.height + (unit?.height ?? 0)) / 2
    let left = Int(clamping: center.x.rounded()) - room / 2
    value.draw(
      on: canvas, x: left, y: top, width: room, edge: .middle, color: gauge.value == nil ? quietInk : valueInk)
    unit?.draw(on: canvas, x: left, y: top + value.height, width: room, edge: .middle, color: quietInk)
    drawEnds(gauge, on: canvas, center: center, radius: radius, thick: thick, inner: inner)
  }

  /// Smaller, and in two lines, before it is cut.
  func unitWords(_ gauge: GaugeFigure, room: Int) -> TextBlock? {
    gauge.unit.map { fitting($0, [.secondary, .axis, .fine], lines: 2, width: max(room, 1)) }
  }

  /// Where nobody has said a tone it is that of the stretch the value lies in.
  private func gaugeInk(_ gauge: GaugeFigure) -> Color {
    guard card.tone == nil, fill == nil, let zone = gauge.zone else { return plotInk }
    return theme.tone(zone.tone).fill
  }

  /// What the scale's two ends are, below them.
  private func drawEnds(
    _ gauge: GaugeFigure, on canvas: borrowing Canvas, center: Point, radius: Double, thick: Double, inner: PixelRect
  ) {
    let y = Int(clamping: (center.y + radius / 2 + thick * 0.75).rounded())
    let height = theme.whole(TypeStyle.axis.leading)
    let reach = Int(clamping: (radius * 0.866).rounded())
    let width = max(reach, 1)
    // Numbers grow to the right in all scripts.
    for (words, x) in [(gauge.lowLabel, -reach), (gauge.highLabel, reach)] {
      let middle = Int(clamping: center.x.rounded()) + x
      write(
        words, [.axis, .fine], on: canvas,
        in: PixelRect(x0: middle - width / 2, y0: y, x1: middle + width / 2, y1: y + height), edge: .middle,
        color: quietInk)
    }
  }

  func stroke(
    _ arc: Arc, width: Double, on canvas: borrowing Canvas, in place: PixelRect, color: Color, hasRoundCaps: Bool = true
  ) {
    canvas.draw(
      Drawing(
        viewBox: Rect(place),
        shapes: [
          Drawing.Shape(
            path: Path(arc.elements),
            stroke: Drawing.Stroke(
              paint: .current(alpha: 1), width: width, hasRoundCaps: hasRoundCaps, hasRoundJoins: true))
        ]), in: Rect(place), ink: color)
  }
}

/// A part of the arc, from share to share: it begins at the lower left and ends at the lower right.
struct Arc {
  var center: Point
  var radius: Double
  var from: Double
  var to: Double

  /// Cubic curves of a quarter circle at most: 4/3 tan(a/4) of the radius, which leaves an error of 0.03 %.
  var elements: [Path.Element] {
    let (start, end) = (angle(from), angle(to))
    let count = max(Int(clamping: ((end - start) / (.pi / 2)).rounded(.up)), 1)
    let step = (end - start) / Double(count)
    let reach = 4 / 3 * tan(step / 4)
    var elements: [Path.Element] = [.move(point(start, 0))]
    for index in 0..<count {
      let a = start + Double(index) * step
      elements.append(.curve(point(a, reach), point(a + step, -reach), to: point(a + step, 0)))
    }
    return elements
  }

  private func angle(_ share: Double) -> Double { (150 + 240 * share) * .pi / 180 }

  func middle() -> Point { point(angle((from + to) / 2), 0) }

  private func point(_ angle: Double, _ along: Double) -> Point {
    let (x, y) = (cos(angle), sin(angle))
    return Point(x: center.x + radius * (x - along * y), y: center.y + radius * (y + along * x))
  }
}
