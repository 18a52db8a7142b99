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
  /// Never negative.
  public var width: Double
  /// Never negative.
  public var height: Double

  /// - Parameters:
  ///   - width: never negative.
  ///   - height: never negative.
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
/// A rectangle with `x1 <= x0` or `y1 <= y0` holds no pixel. No edge is further from the origin than `limit`.
public struct PixelRect: Sendable, Hashable, BitwiseCopyable {
  /// How far an edge may be from the origin: far outside every panel, and sums of many such lengths are still counted by an `Int`.
  public static var limit: Int { 1 << 40 }

  /// The first column in it.
  public package(set) var x0: Int
  /// The first row in it.
  public package(set) var y0: Int
  /// The first column to the right of it.
  public package(set) var x1: Int
  /// The first row below it.
  public package(set) var y1: Int

  /// By its edges; `x1` and `y1` lie outside. Edges beyond `limit` become what is nearest there.
  public init(x0: Int, y0: Int, x1: Int, y1: Int) {
    self.x0 = Self.clamped(x0)
    self.y0 = Self.clamped(y0)
    self.x1 = Self.clamped(x1)
    self.y1 = Self.clamped(y1)
  }

  /// By its first pixel and its size.
  public init(x: Int, y: Int, width: Int, height: Int) {
    let x = Self.clamped(x)
    let y = Self.clamped(y)
    self.init(x0: x, y0: y, x1: x &+ Self.clampedLength(width), y1: y &+ Self.clampedLength(height))
  }

  private static func clamped(_ edge: Int) -> Int { min(max(edge, -limit), limit) }
  private static func clampedLength(_ length: Int) -> Int { min(max(length, -2 * limit), 2 * limit) }

  /// The whole of a surface.
  public init(_ size: PixelSize) {
    self.init(x0: 0, y0: 0, x1: size.width, y1: size.height)
  }

  /// No pixel.
  public static let empty = PixelRect(x0: 0, y0: 0, x1: 0, y1: 0)

  /// Columns; negative when the edges have changed places.
  public var width: Int { x1 - x0 }
  /// Rows; negative when the edges have changed places.
  public var height: Int { y1 - y0 }
  /// Columns and rows.
  public var size: PixelSize { PixelSize(width: width, height: height) }
  /// Whether there is no pixel in it.
  public var isEmpty: Bool { x1 <= x0 || y1 <= y0 }
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
  public func intersects(_ other: PixelRect) -> Bool {
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

/// A rectangle of which very many are kept: half as large as `PixelRect`, whose edges lie within 2^31 of the origin on every page there is.
package struct PackedRect: Sendable, Hashable, BitwiseCopyable {
  private var x0: Int32
  private var y0: Int32
  private var x1: Int32
  private var y1: Int32

  /// Edges beyond 2^31 become what is nearest there.
  package init(_ rect: PixelRect) {
    x0 = Int32(clamping: rect.x0)
    y0 = Int32(clamping: rect.y0)
    x1 = Int32(clamping: rect.x1)
    y1 = Int32(clamping: rect.y1)
  }

  /// To reckon with.
  package var rect: PixelRect { PixelRect(x0: Int(x0), y0: Int(y0), x1: Int(x1), y1: Int(y1)) }
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
