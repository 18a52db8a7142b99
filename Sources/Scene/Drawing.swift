/// A vector drawing as a value: rastered at any scale, off the frame thread.
public struct Drawing: Sendable, Hashable {
  /// The part of the plane that is the picture, in the drawing's own units.
  public var viewBox: Rect
  /// Back to front.
  public var shapes: [Shape]

  /// - Parameters:
  ///   - viewBox: the part of the plane the shapes are drawn for.
  ///   - shapes: back to front.
  public init(viewBox: Rect, shapes: [Shape]) {
    self.viewBox = viewBox
    self.shapes = shapes
  }

  /// One path with its paint.
  public struct Shape: Sendable, Hashable {
    /// Its outline.
    public var path: Path
    /// Nil leaves the inside clear.
    public var fill: Paint?
    /// What is inside: every other region instead of all that is wound around.
    public var usesEvenOddRule: Bool
    /// Nil draws no line.
    public var stroke: Stroke?
    /// 0...1, multiplies fill and stroke.
    public var opacity: Double

    /// For the parameters see the properties.
    public init(
      path: Path, fill: Paint? = nil, usesEvenOddRule: Bool = false, stroke: Stroke? = nil, opacity: Double = 1
    ) {
      self.path = path
      self.fill = fill
      self.usesEvenOddRule = usesEvenOddRule
      self.stroke = stroke
      self.opacity = opacity
    }
  }

  /// What an area or a line is filled with.
  public enum Paint: Sendable, Hashable {
    /// One colour.
    case solid(Color)
    /// The colour given when the drawing is rastered (SVG's `currentColor`), with this alpha, 0...1.
    case current(alpha: Double)
    /// Along a line; the end colours go on beyond it.
    case linear(from: Point, to: Point, stops: [Stop])
    /// Around a point; the last colour goes on beyond the radius.
    case radial(center: Point, radius: Double, stops: [Stop])
  }

  /// A gradient's colour at `offset`, 0...1 along it.
  public struct Stop: Sendable, Hashable {
    /// Share of the way, 0 to 1.
    public var offset: Double
    /// At that place.
    public var color: Color

    /// - Parameters:
    ///   - offset: share of the way, 0 to 1.
    ///   - color: at that place.
    public init(offset: Double, color: Color) {
      self.offset = offset
      self.color = color
    }
  }

  /// A line along a path.
  public struct Stroke: Sendable, Hashable {
    /// What the line is filled with.
    public var paint: Paint
    /// In the drawing's units.
    public var width: Double
    /// Else lines end square where they end.
    public var hasRoundCaps: Bool
    /// Else corners are mitred, up to 4 times the width as SVG has it by itself.
    public var hasRoundJoins: Bool

    /// For the parameters see the properties.
    public init(paint: Paint, width: Double, hasRoundCaps: Bool = false, hasRoundJoins: Bool = false) {
      self.paint = paint
      self.width = width
      self.hasRoundCaps = hasRoundCaps
      self.hasRoundJoins = hasRoundJoins
    }
  }
}

/// Lines and cubic curves, in a drawing's units.
public struct Path: Sendable, Hashable {
  /// A step of the pen.
  public enum Element: Sendable, Hashable {
    /// Begins a new part there.
    case move(Point)
    /// A straight line to there.
    case line(Point)
    /// A cubic Bézier curve over two control points.
    case curve(Point, Point, to: Point)
    /// A straight line to where the part began.
    case close
  }

  /// In the order of drawing.
  public var elements: [Element]

  /// - Parameter elements: in the order of drawing.
  public init(_ elements: [Element] = []) { self.elements = elements }
}
