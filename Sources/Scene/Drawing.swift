/// A vector drawing as a value: rastered at any scale, off the frame thread.
public struct Drawing: Sendable, Hashable {
  /// The part of the plane that is the picture, in the drawing's own units.
  public var viewBox: Rect
  /// Back to front.
  public var shapes: [Shape]

  public init(viewBox: Rect, shapes: [Shape]) {
    self.viewBox = viewBox
    self.shapes = shapes
  }

  /// One path with its paint.
  public struct Shape: Sendable, Hashable {
    public var path: Path
    public var fill: Paint?
    public var usesEvenOddRule: Bool
    public var stroke: Stroke?
    /// 0...1, multiplies fill and stroke.
    public var opacity: Double

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

  public enum Paint: Sendable, Hashable {
    case solid(Color)
    /// The colour given when the drawing is rastered (SVG's `currentColor`), with this alpha, 0...1.
    case current(alpha: Double)
    case linear(from: Point, to: Point, stops: [Stop])
    case radial(center: Point, radius: Double, stops: [Stop])
  }

  /// A gradient's colour at `offset`, 0...1 along it.
  public struct Stop: Sendable, Hashable {
    public var offset: Double
    public var color: Color

    public init(offset: Double, color: Color) {
      self.offset = offset
      self.color = color
    }
  }

  public struct Stroke: Sendable, Hashable {
    public var paint: Paint
    /// In the drawing's units.
    public var width: Double
    /// Else lines end square where they end.
    public var hasRoundCaps: Bool
    /// Else corners are mitred, up to 4 times the width as SVG has it by itself.
    public var hasRoundJoins: Bool

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
  public enum Element: Sendable, Hashable {
    case move(Point)
    case line(Point)
    case curve(Point, Point, to: Point)
    case close
  }

  public var elements: [Element]

  public init(_ elements: [Element] = []) { self.elements = elements }
}
