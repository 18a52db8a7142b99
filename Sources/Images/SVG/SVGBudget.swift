import Glibc
import Numbers
import Scene

/// What one drawing may cost, counted while it is read and before anything is drawn.
///
/// A step is about what cairo does in a nanosecond. It keeps the edges that a row of pixels crosses sorted, which takes a step for each
/// edge in each of fifteen parts of a row and one for each two that change places; and it touches the pixels that lie under a shape. All
/// this is counted for a drawing of 1,024 x 1,024 pixels: other sizes cost in proportion to their pixels.
struct SVGBudget {
  /// Path elements and colours of gradients, each as often as it is used.
  static let maximumPieces = 100_000
  static let maximumSteps = 1e9
  /// Of the drawing that is counted.
  static let side = 1024
  /// How many of its own sizes outside of the view box something may lie; cairo's coordinates end at eight million pixels.
  static let farthest = 8000.0

  private(set) var pieces = 0
  private(set) var steps = 0.0
  private let viewBox: Rect
  /// Counts the edges that begin in a row, less those that end in it.
  // Fits: a constant number of rows, and one more for what ends with the last.
  private var edges = [Double](repeating: 0, count: side + 1)

  init(viewBox: Rect) { self.viewBox = viewBox }

  mutating func spend(pieces count: Int, line: Int) throws(ImageError) {
    pieces += count
    guard pieces <= Self.maximumPieces else {
      throw .tooLarge("its paths have more than \(grouped(Self.maximumPieces)) pieces", line: line, do: "simplify it")
    }
  }

  mutating func spend(_ shape: Drawing.Shape, line: Int) throws(ImageError) {
    // Pixels a unit; a drawing that is much wider than high is as wide as the counted one.
    let scale = Double(Self.side) / max(viewBox.width, viewBox.height)
    let bounds = shape.path.controlBounds
    let width = (shape.stroke?.width ?? 0) * scale
    let reach = Self.farthest * max(viewBox.width, viewBox.height)
    guard bounds.x >= viewBox.x - reach, bounds.x1 <= viewBox.x1 + reach, bounds.y >= viewBox.y - reach,
      bounds.y1 <= viewBox.y1 + reach, width <= 4 * Double(Self.side)
    else {
      throw .damaged(
        "something lies, or a stroke reaches, much too far outside of the view box", line: line,
        do: "delete it or correct the view box")
    }
    let seen = seen(bounds, width: width, scale: scale)
    if let fill = shape.fill { steps += seen * fill.weight + trace(shape.path, scale, width: 0) }
    if let stroke = shape.stroke {
      steps += seen * stroke.paint.weight
      // Both sides of a line, and its end.
      steps += 3 * trace(shape.path, scale, width: width)
      if stroke.hasRoundCaps || stroke.hasRoundJoins {
        // A circle of so many corners, a tenth of a pixel from round, at each point.
        steps += 20 * Double(shape.path.elements.count) * (2.2 * (5 * width).squareRoot() + 4)
      }
      // Drawn aside, then laid over.
      if shape.fill != nil, shape.opacity < 1 { steps += 4 * seen }
    }
    guard steps <= Self.maximumSteps else {
      throw .tooLarge(
        "drawing it takes more than \(grouped(Int(clamping: Self.maximumSteps / 1e6))) million steps: too many lines or large areas lie over each other",
        line: line, do: "simplify it")
    }
  }

  /// Pixels of a shape's bounds that can be seen.
  private func seen(_ bounds: Rect, width: Double, scale: Double) -> Double {
    func span(_ low: Double, _ high: Double, _ from: Double, _ to: Double) -> Double {
      max(min((high - from) * scale + width, (to - from) * scale) - max((low - from) * scale - width, 0), 0)
    }
    return span(bounds.x, bounds.x1, viewBox.x, viewBox.x1) * span(bounds.y, bounds.y1, viewBox.y, viewBox.y1)
  }

  /// Steps for the edges of a path. Of curves the control polygon is taken, which no line crosses less often than the curve.
  private mutating func trace(_ path: Path, _ scale: Double, width: Double) -> Double {
    var corners = 0.0
    var current = Point.zero
    var start = Point.zero
    func row(_ y: Double) -> Int {
      min(max(Int(clamping: ((y - viewBox.y) * scale).rounded(.down)), 0), Self.side - 1)
    }
    func add(_ end: Point) {
      let (low, high) = (min(current.y, end.y) - width / 2 / scale, max(current.y, end.y) + width / 2 / scale)
      let isLevel = current.y == end.y && width == 0
      current = end
      // An area's level edges are no edges of it.
      if isLevel { return }
      guard high >= viewBox.y, low <= viewBox.y1 else { return }
      edges[row(low)] += 1
      // Fits: `row` answers no further than the last row, and one follows it.
      edges[row(high) + 1] -= 1
    }
    for element in path.elements {
      corners += 1
      switch element {
      case .move(let point):
        // Areas are closed by themselves.
        add(start)
        current = point
        start = point
      case .line(let point): add(point)
      case .curve(let first, let second, let end):
        let length = hypot(first.x - current.x, first.y - current.y) + hypot(second.x - first.x, second.y - first.y)
        corners += ((length + hypot(end.x - second.x, end.y - second.y)) * scale).squareRoot()
        add(first)
        add(second)
        add(end)
      case .close: add(start)
      }
    }
    add(start)
    var active = 0.0
    var steps = 50 * corners
    for row in 0..<Self.side {
      active += edges[row]
      steps += 15 * active + active * active / 2
      edges[row] = 0
    }
    edges[Self.side] = 0
    return steps
  }
}

extension Drawing.Paint {
  /// Steps a pixel.
  fileprivate var weight: Double {
    switch self {
    case .solid, .current: 1
    case .linear, .radial: 5
    }
  }
}
