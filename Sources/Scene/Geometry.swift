import Numbers

/// A position; the unit and the origin are the caller's (usually panel pixels or dp, y downwards).
public struct Point: Sendable, Hashable {
  /// To the right.
  public var x: Double
  /// Downwards.
  public var y: Double

  /// - Parameters:
  ///   - x: to the right.
  ///   - y: downwards.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// The origin.
  public static let zero = Point(x: 0, y: 0)
}

/// A width and a height, in the caller's unit.
public struct Size: Sendable, Hashable {
  /// Whoever makes one sees to it that it is not negative.
  public var width: Double
  /// The same.
  public var height: Double

  /// For the parameters see the properties.
  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }
}

/// A rectangle with fractional edges, in the caller's unit; `x1` and `y1` lie outside.
public struct Rect: Sendable, Hashable {
  /// Of the left edge.
  public var x: Double
  /// Of the top edge.
  public var y: Double
  /// From left to right.
  public var width: Double
  /// From top to bottom.
  public var height: Double

  /// - Parameters:
  ///   - x: of the left edge.
  ///   - y: of the top edge.
  ///   - width: from left to right.
  ///   - height: from top to bottom.
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// Of the right edge.
  public var x1: Double { x + width }
  /// Of the bottom edge.
  public var y1: Double { y + height }
  /// Of both axes.
  public var center: Point { Point(x: x + width / 2, y: y + height / 2) }
}

/// A size in whole pixels, each side from 0 to `limit`.
public struct PixelSize: Sendable, Hashable {
  /// The longest side: what headers of files can say.
  @inlinable public static var limit: Int { Int(UInt32.max) }

  /// Columns.
  public let width: Int
  /// Rows.
  public let height: Int

  /// Sides beyond 0...`limit` become what is nearest there.
  ///
  /// - Parameters:
  ///   - width: columns.
  ///   - height: rows.
  @inlinable
  public init(width: Int, height: Int) {
    self.width = min(max(width, 0), Self.limit)
    self.height = min(max(height, 0), Self.limit)
  }

  /// Width and height exchanged: the size after a quarter turn.
  public var transposed: PixelSize { PixelSize(width: height, height: width) }

  /// Number of pixels, counted up to 2⁶⁰: four bytes for each of them are still counted by an `Int`.
  public var area: Int { Int(min(UInt(width) &* UInt(height), 1 << 60)) }
}

/// A half-open rectangle of whole pixels: columns `x0 ..< x1`, rows `y0 ..< y1`.
///
/// A rectangle with `x1 <= x0` or `y1 <= y0` holds no pixel. No edge is further from the origin than `limit`. Kept in 16 bytes, since what
/// a layer costs that stands still is to read it: scenes and long pages are full of these.
public struct PixelRect: Sendable, Hashable, BitwiseCopyable {
  /// How far an edge may be from the origin: far outside every panel, and at the end of pages of a million cards.
  @inlinable public static var limit: Int { Int(Int32.max) }

  @usableFromInline var left: Int32
  @usableFromInline var top: Int32
  @usableFromInline var right: Int32
  @usableFromInline var bottom: Int32

  /// The first column in it.
  public package(set) var x0: Int {
    @inlinable get { Int(left) }
    @inlinable set { left = Self.edge(newValue) }
  }
  /// The first row in it.
  public package(set) var y0: Int {
    @inlinable get { Int(top) }
    @inlinable set { top = Self.edge(newValue) }
  }
  /// The first column to the right of it.
  public package(set) var x1: Int {
    @inlinable get { Int(right) }
    @inlinable set { right = Self.edge(newValue) }
  }
  /// The first row below it.
  public package(set) var y1: Int {
    @inlinable get { Int(bottom) }
    @inlinable set { bottom = Self.edge(newValue) }
  }

  /// By its edges; `x1` and `y1` lie outside. Edges beyond `limit` become what is nearest there.
  @inlinable
  public init(x0: Int, y0: Int, x1: Int, y1: Int) {
    left = Self.edge(x0)
    top = Self.edge(y0)
    right = Self.edge(x1)
    bottom = Self.edge(y1)
  }

  /// By its first pixel and its size.
  @inlinable
  public init(x: Int, y: Int, width: Int, height: Int) {
    let x = Int(Self.edge(x))
    let y = Int(Self.edge(y))
    self.init(x0: x, y0: y, x1: x &+ Self.clampedLength(width), y1: y &+ Self.clampedLength(height))
  }

  /// By edges that are known to lie within `limit`, as those of what lies on a panel do.
  @inlinable
  package init(near x0: Int, _ y0: Int, _ x1: Int, _ y1: Int) {
    left = Int32(truncatingIfNeeded: x0)
    top = Int32(truncatingIfNeeded: y0)
    right = Int32(truncatingIfNeeded: x1)
    bottom = Int32(truncatingIfNeeded: y1)
  }

  @inlinable static func edge(_ edge: Int) -> Int32 { Int32(truncatingIfNeeded: min(max(edge, -limit), limit)) }
  @inlinable static func clampedLength(_ length: Int) -> Int { min(max(length, -2 * limit), 2 * limit) }

  /// The whole of a surface.
  public init(_ size: PixelSize) {
    self.init(x0: 0, y0: 0, x1: size.width, y1: size.height)
  }

  /// No pixel.
  @inlinable public static var empty: PixelRect { PixelRect(x0: 0, y0: 0, x1: 0, y1: 0) }

  /// Columns; negative when the edges have changed places.
  @inlinable public var width: Int { x1 - x0 }
  /// Rows; negative when the edges have changed places.
  @inlinable public var height: Int { y1 - y0 }
  /// Columns and rows.
  public var size: PixelSize { PixelSize(width: width, height: height) }
  /// Whether there is no pixel in it.
  @inlinable public var isEmpty: Bool { x1 <= x0 || y1 <= y0 }
  /// Pixels in it, of sides that are counted up to `PixelSize.limit`.
  public var area: Int { size.area }

  /// The pixels both rectangles hold.
  @inlinable public func intersection(_ other: PixelRect) -> PixelRect {
    let both = PixelRect(
      x0: max(x0, other.x0), y0: max(y0, other.y0), x1: min(x1, other.x1), y1: min(y1, other.y1))
    return both.isEmpty ? .empty : both
  }

  /// The smallest rectangle around both; an empty one adds nothing.
  public func union(_ other: PixelRect) -> PixelRect {
    if isEmpty { return other }
    if other.isEmpty { return self }
    return PixelRect(
      x0: min(x0, other.x0), y0: min(y0, other.y0), x1: max(x1, other.x1), y1: max(y1, other.y1))
  }

  /// Whether the two share a pixel.
  @inlinable public func intersects(_ other: PixelRect) -> Bool {
    x0 < other.x1 && other.x0 < x1 && y0 < other.y1 && other.y0 < y1 && !isEmpty && !other.isEmpty
  }

  /// Whether all pixels of the other, if there are any, lie in this one.
  public func contains(_ other: PixelRect) -> Bool {
    other.isEmpty || (x0 <= other.x0 && y0 <= other.y0 && x1 >= other.x1 && y1 >= other.y1)
  }

  /// Whether a pixel lies in it.
  public func contains(x: Int, y: Int) -> Bool { x >= x0 && x < x1 && y >= y0 && y < y1 }

  /// The same moved right and down.
  public func offset(dx: Int, dy: Int) -> PixelRect {
    let dx = Self.clampedLength(dx)
    let dy = Self.clampedLength(dy)
    return PixelRect(x0: x0 &+ dx, y0: y0 &+ dy, x1: x1 &+ dx, y1: y1 &+ dy)
  }
}

extension Size {
  /// Where a part of it begins that has a place in its middle, as far as the edges allow.
  ///
  /// - Parameter place: in shares of the sides, each 0...1.
  package func origin(of part: Size, around place: Point) -> Point {
    Point(
      x: min(max(width * place.x - part.width / 2, 0), max(width - part.width, 0)),
      y: min(max(height * place.y - part.height / 2, 0), max(height - part.height, 0)))
  }
}
