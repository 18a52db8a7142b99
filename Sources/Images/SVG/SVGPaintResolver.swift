import Scene
import XML

/// Turns what `fill` and `stroke` name into a drawing's paint, in the view box's units.
struct SVGPaintResolver {
  var viewBox: Rect
  /// From the shape's own units to the view box's.
  var transform: Transform
  /// Around the shape's outline, in its own units.
  var bounds: Rect
  /// The shape's, for errors.
  var line: Int

  /// Nil when there is nothing to paint with.
  func paint(
    _ paint: SVGStyle.Paint, opacity: Double, from gradients: inout SVGGradients, _ budget: inout SVGBudget
  ) throws(ImageError) -> Drawing.Paint? {
    switch paint {
    case .none: return nil
    case .color(let color): return opacity > 0 ? .solid(color.opacity(opacity)) : nil
    case .currentColor: return opacity > 0 ? .current(alpha: opacity) : nil
    case .gradient(let id):
      guard let known = try gradients.gradient(id) else {
        throw .damaged("there is no gradient with the id \"\(id)\"", line: line, do: "check the spelling")
      }
      try budget.spend(pieces: known.stops.count, line: line)
      return try gradient(known, opacity: opacity)
    }
  }

  /// Source: SVG 1.1, 13.2.
  private func gradient(_ known: SVGGradients.Gradient, opacity: Double) throws(ImageError) -> Drawing.Paint? {
    let element = known.element
    let isLinear = element.name == "linearGradient"
    // Whole ones share the stops they were read with.
    let stops =
      opacity >= 1
      ? known.stops : known.stops.map { Drawing.Stop(offset: $0.offset, color: $0.color.opacity(opacity)) }
    guard let last = stops.last else { return nil }
    guard stops.count > 1 else { return .solid(last.color) }
    let units = element["gradientUnits"] ?? "objectBoundingBox"
    guard units == "objectBoundingBox" || units == "userSpaceOnUse" else {
      throw .damaged(
        "gradientUnits=\"\(units)\" is unknown", line: element.line, do: "write userSpaceOnUse or objectBoundingBox")
    }
    let isBox = units == "objectBoundingBox"
    if isBox, bounds.width == 0 || bounds.height == 0 { return nil }
    let box = Transform(a: bounds.width, b: 0, c: 0, d: bounds.height, tx: bounds.x, ty: bounds.y)
    let place = known.transform.then(isBox ? box : .identity).then(transform)
    let reference = isBox ? Rect(x: 0, y: 0, width: 1, height: 1) : viewBox
    return isLinear
      ? try linear(element, stops, place, reference) : try radial(element, stops, place, reference)
  }

  private func linear(
    _ element: XMLElement, _ stops: [Drawing.Stop], _ place: Transform, _ reference: Rect
  ) throws(ImageError) -> Drawing.Paint? {
    let from = Point(
      x: try coordinate(element, "x1", 0, reference.width), y: try coordinate(element, "y1", 0, reference.height))
    let to = Point(
      x: try coordinate(element, "x2", 1, reference.width), y: try coordinate(element, "y2", 0, reference.height))
    guard let end = stops.last else { return nil }
    guard from != to else { return .solid(end.color) }
    // A map that stretches does not keep right angles: lines of one colour stay lines of one colour, and the direction is
    // square to them again.
    let start = place.apply(from)
    let tip = place.apply(to)
    let across = Point(x: -(to.y - from.y), y: to.x - from.x)
    let level = Point(x: place.a * across.x + place.c * across.y, y: place.b * across.x + place.d * across.y)
    let square = level.x * level.x + level.y * level.y
    guard square > 0 else { return .solid(end.color) }
    let along = ((tip.x - start.x) * level.y - (tip.y - start.y) * level.x) / square
    return .linear(from: start, to: Point(x: start.x + along * level.y, y: start.y - along * level.x), stops: stops)
  }

  private func radial(
    _ element: XMLElement, _ stops: [Drawing.Stop], _ place: Transform, _ reference: Rect
  ) throws(ImageError) -> Drawing.Paint? {
    let center = Point(
      x: try coordinate(element, "cx", 0.5, reference.width), y: try coordinate(element, "cy", 0.5, reference.height))
    let focus = Point(
      x: try element["fx"].map { text throws(ImageError) in
        try SVGScanner.proportion(text, of: "fx", whole: reference.width, line: element.line)
      } ?? center.x,
      y: try element["fy"].map { text throws(ImageError) in
        try SVGScanner.proportion(text, of: "fy", whole: reference.height, line: element.line)
      } ?? center.y)
    // SVG 1.1, 7.10: a percentage of a length that has no direction is one of the normalised diagonal.
    let diagonal =
      ((reference.width * reference.width + reference.height * reference.height) / 2).squareRoot()
    let radius = try coordinate(element, "r", 0.5, diagonal)
    guard radius >= 0 else {
      throw .damaged("r of <radialGradient> is negative", line: element.line, do: "write 0 or more")
    }
    guard focus == center else {
      throw .unsupported("a focus beside the centre is not read", line: element.line, do: "delete fx and fy")
    }
    guard radius > 0 else { return stops.last.map { Drawing.Paint.solid($0.color) } }
    guard let scale = place.uniformScale else {
      throw .unsupported(
        "a radial gradient that is stretched to an ellipse is not read", line: element.line,
        do: "use gradientUnits=\"userSpaceOnUse\"")
    }
    return .radial(center: place.apply(center), radius: radius * scale, stops: stops)
  }

  private func coordinate(
    _ element: XMLElement, _ name: String, _ share: Double, _ whole: Double
  ) throws(ImageError) -> Double {
    guard let text = element[name] else { return share * whole }
    return try SVGScanner.proportion(text, of: name, whole: whole, line: element.line)
  }
}
