import Glibc
import Numbers
import Refresh
import Scene

/// A picture made of a few words: a shape or a line of text. Lengths in dp.
struct StyleShape {
  enum Kind: String, CaseIterable {
    case picture, disc, ring, arc, line, rect, arrow, text, updated

    /// The keys a sprite of this kind may have.
    var keys: [String] {
      switch self {
      case .picture, .disc: [rawValue, "color"]
      case .ring: [rawValue, "width", "color"]
      case .arc: [rawValue, "width", "sweep", "color"]
      case .line: [rawValue, "length", "color"]
      case .rect: [rawValue, "radius", "color"]
      case .arrow: [rawValue, "width", "color"]
      case .text: [rawValue, "size", "bold", "color"]
      case .updated: [rawValue, "color"]
      }
    }

    var sizes: ClosedRange<Double> {
      switch self {
      case .line: 0.5...100
      case .text, .updated: 8...64
      default: 1...400
      }
    }
  }

  let kind: Kind
  /// Height or diameter; of a line its thickness, of text the type's size.
  var size: Double
  /// Of the stroke.
  var width = 3.0
  /// Of a line or rectangle, from left to right.
  var length = 40.0
  var radius = 0.0
  /// Degrees of an arc, clockwise from 12 o'clock.
  var sweep = 270.0
  var text = ""
  var isBold = false

  init(_ kind: Kind) {
    self.kind = kind
    size = kind == .text || kind == .updated ? 14 : kind == .line ? 3 : 24
  }

  /// Nil for text, which has the height of its type.
  var height: Double? {
    switch kind {
    case .text, .updated, .picture: nil
    default: size
    }
  }

  var source: SpriteRequest.Source {
    switch kind {
    case .text, .picture: .text(text, size: size, isBold: isBold)
    case .updated: .lastUpdated(size: size)
    case .disc: shape(size, size, Path.circle(center: middle, radius: size / 2), stroke: nil)
    case .ring:
      shape(size, size, Path.circle(center: middle, radius: max(size - stroke, 0.1) / 2), stroke: stroke)
    case .arc:
      shape(size, size, Path.arc(center: middle, radius: max(size - stroke, 0.1) / 2, sweep: sweep), stroke: stroke)
    case .line:
      shape(length, size, Path.rounded(Rect(x: 0, y: 0, width: length, height: size), radius: size / 2), stroke: nil)
    case .rect:
      shape(length, size, Path.rounded(Rect(x: 0, y: 0, width: length, height: size), radius: radius), stroke: nil)
    case .arrow: arrow
    }
  }

  private var middle: Point { Point(x: size / 2, y: size / 2) }
  private var stroke: Double { min(width, size / 2) }

  /// Points down; its head is half as wide as the arrow is high.
  private var arrow: SpriteRequest.Source {
    let half = stroke / 2
    let head = size / 4
    let center = head + half
    func p(_ x: Double, _ y: Double) -> Point { Point(x: x, y: y) }
    let path = Path([
      .move(p(center, half)), .line(p(center, size - stroke)), .move(p(half, size - stroke - head)),
      .line(p(center, size - stroke)), .line(p(2 * center - half, size - stroke - head)),
    ])
    return shape(2 * center, size, path, stroke: stroke)
  }

  private func shape(_ width: Double, _ height: Double, _ path: Path, stroke: Double?) -> SpriteRequest.Source {
    let paint = Drawing.Paint.current(alpha: 1)
    let shape =
      stroke.map {
        Drawing.Shape(
          path: path, stroke: .init(paint: paint, width: $0, hasRoundCaps: true, hasRoundJoins: true))
      } ?? Drawing.Shape(path: path, fill: paint)
    return .drawing(Drawing(viewBox: Rect(x: 0, y: 0, width: width, height: height), shapes: [shape]))
  }
}

extension Path {
  fileprivate static func circle(center: Point, radius: Double) -> Path {
    var path = arc(center: center, radius: radius, sweep: 360)
    path.elements.append(.close)
    return path
  }

  /// Clockwise from 12 o'clock, of cubic curves of at most a quarter turn; 4/3 tan(a/4) keeps each within 0.03 % of the radius.
  fileprivate static func arc(center: Point, radius: Double, sweep: Double) -> Path {
    let parts = max((sweep / 90).rounded(.up), 1)
    let step = sweep / parts * .pi / 180
    let k = 4.0 / 3 * tan(step / 4) * radius
    func point(_ angle: Double) -> Point { Point(x: center.x + radius * sin(angle), y: center.y - radius * cos(angle)) }
    var elements: [Element] = [.move(point(0))]
    for part in 0..<max(0, Int(clamping: parts)) {
      let a = Double(part) * step
      let b = a + step
      let (start, end) = (point(a), point(b))
      elements.append(
        .curve(
          Point(x: start.x + k * cos(a), y: start.y + k * sin(a)), Point(x: end.x - k * cos(b), y: end.y - k * sin(b)),
          to: end))
    }
    return Path(elements)
  }

  fileprivate static func rounded(_ rect: Rect, radius: Double) -> Path {
    let r = min(radius, rect.width / 2, rect.height / 2)
    let k = r * (1 - 0.5523)
    func p(_ x: Double, _ y: Double) -> Point { Point(x: x, y: y) }
    guard r > 0 else {
      return Path([
        .move(p(rect.x, rect.y)), .line(p(rect.x1, rect.y)), .line(p(rect.x1, rect.y1)), .line(p(rect.x, rect.y1)),
        .close,
      ])
    }
    return Path([
      .move(p(rect.x + r, rect.y)), .line(p(rect.x1 - r, rect.y)),
      .curve(p(rect.x1 - k, rect.y), p(rect.x1, rect.y + k), to: p(rect.x1, rect.y + r)),
      .line(p(rect.x1, rect.y1 - r)),
      .curve(p(rect.x1, rect.y1 - k), p(rect.x1 - k, rect.y1), to: p(rect.x1 - r, rect.y1)),
      .line(p(rect.x + r, rect.y1)),
      .curve(p(rect.x + k, rect.y1), p(rect.x, rect.y1 - k), to: p(rect.x, rect.y1 - r)),
      .line(p(rect.x, rect.y + r)),
      .curve(p(rect.x, rect.y + k), p(rect.x + k, rect.y), to: p(rect.x + r, rect.y)), .close,
    ])
  }
}
