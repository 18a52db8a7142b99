import Scene
import XML

/// The outlines of the basic shapes.
///
/// Source: SVG 1.1, chapter 9.
enum SVGGeometry {
  /// Where a quarter circle's cubic has its controls: 4/3 (sqrt(2) - 1) of the radius from its ends.
  private static let quarter = 4.0 / 3 * (2.0.squareRoot() - 1)

  /// An element's outline in its own units, and the names of the attributes that were used for it.
  ///
  /// - Parameter limit: of the elements of a path that are read; one more says that there are too many.
  static func path(of element: XMLElement, limit: Int) throws(ImageError) -> (Path, Set<String>) {
    func number(_ name: String) throws(ImageError) -> Double? {
      guard let text = element[name] else { return nil }
      return try SVGScanner.length(text, of: name, line: element.line)
    }
    func size(_ name: String) throws(ImageError) -> Double? {
      let value = try number(name)
      if let value, value < 0 {
        throw .damaged("\(name) of <\(element.name)> is negative", line: element.line, do: "write 0 or more")
      }
      return value
    }
    switch element.name {
    case "path":
      return (try SVGPathData.parse(element["d"] ?? "", line: element.line, limit: limit), ["d"])
    case "circle":
      let r = try size("r") ?? 0
      return (ellipse(Point(x: try number("cx") ?? 0, y: try number("cy") ?? 0), r, r), ["cx", "cy", "r"])
    case "ellipse":
      let center = Point(x: try number("cx") ?? 0, y: try number("cy") ?? 0)
      return (ellipse(center, try size("rx") ?? 0, try size("ry") ?? 0), ["cx", "cy", "rx", "ry"])
    case "rect":
      let rect = Rect(
        x: try number("x") ?? 0, y: try number("y") ?? 0, width: try size("width") ?? 0,
        height: try size("height") ?? 0)
      let rx = try size("rx")
      let ry = try size("ry")
      return (rounded(rect, rx ?? ry ?? 0, ry ?? rx ?? 0), ["x", "y", "width", "height", "rx", "ry"])
    case "line":
      let from = Point(x: try number("x1") ?? 0, y: try number("y1") ?? 0)
      let end = Point(x: try number("x2") ?? 0, y: try number("y2") ?? 0)
      return (Path([.move(from), .line(end)]), ["x1", "y1", "x2", "y2"])
    default:
      return (try polygon(element), ["points"])
    }
  }

  private static func polygon(_ element: XMLElement) throws(ImageError) -> Path {
    let numbers = try SVGScanner.list(element["points"] ?? "", of: "points", line: element.line)
    guard numbers.count.isMultiple(of: 2) else {
      throw .damaged("points has an odd count of numbers", line: element.line, do: "write x and y of each point")
    }
    // Fits: their count is even, by the lines before.
    let points = stride(from: 0, to: numbers.count, by: 2).map { Point(x: numbers[$0], y: numbers[$0 + 1]) }
    guard let first = points.first else { return Path() }
    return Path(
      [.move(first)] + points.dropFirst().map { .line($0) } + (element.name == "polygon" ? [.close] : []))
  }

  private static func ellipse(_ center: Point, _ rx: Double, _ ry: Double) -> Path {
    rounded(Rect(x: center.x - rx, y: center.y - ry, width: 2 * rx, height: 2 * ry), rx, ry)
  }

  /// A rectangle with elliptic corners, clockwise; none when it has no area.
  private static func rounded(_ rect: Rect, _ rx: Double, _ ry: Double) -> Path {
    guard rect.width > 0, rect.height > 0 else { return Path() }
    let (x0, y0, x1, y1) = (rect.x, rect.y, rect.x1, rect.y1)
    let rx = min(rx, rect.width / 2)
    let ry = min(ry, rect.height / 2)
    guard rx > 0, ry > 0 else {
      return Path([
        .move(Point(x: x0, y: y0)), .line(Point(x: x1, y: y0)), .line(Point(x: x1, y: y1)), .line(Point(x: x0, y: y1)),
        .close,
      ])
    }
    let (cx, cy) = (rx * (1 - quarter), ry * (1 - quarter))
    var elements: [Path.Element] = [.move(Point(x: x0 + rx, y: y0))]
    func edge(_ end: Point, _ first: Point, _ second: Point, _ corner: Point, isEmpty: Bool) {
      if !isEmpty { elements.append(.line(end)) }
      elements.append(.curve(first, second, to: corner))
    }
    let flat = rx * 2 >= rect.width
    let tall = ry * 2 >= rect.height
    edge(
      Point(x: x1 - rx, y: y0), Point(x: x1 - cx, y: y0), Point(x: x1, y: y0 + cy), Point(x: x1, y: y0 + ry),
      isEmpty: flat)
    edge(
      Point(x: x1, y: y1 - ry), Point(x: x1, y: y1 - cy), Point(x: x1 - cx, y: y1), Point(x: x1 - rx, y: y1),
      isEmpty: tall)
    edge(
      Point(x: x0 + rx, y: y1), Point(x: x0 + cx, y: y1), Point(x: x0, y: y1 - cy), Point(x: x0, y: y1 - ry),
      isEmpty: flat)
    edge(
      Point(x: x0, y: y0 + ry), Point(x: x0, y: y0 + cy), Point(x: x0 + cx, y: y0), Point(x: x0 + rx, y: y0),
      isEmpty: tall)
    elements.append(.close)
    return Path(elements)
  }
}
