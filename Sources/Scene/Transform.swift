import Glibc

/// An affine map of the plane: `x' = a*x + c*y + tx`, `y' = b*x + d*y + ty`.
public struct Transform: Sendable, Hashable {
  /// x to x.
  public var a: Double
  /// x to y.
  public var b: Double
  /// y to x.
  public var c: Double
  /// y to y.
  public var d: Double
  /// Added to x.
  public var tx: Double
  /// Added to y.
  public var ty: Double

  /// `x' = ax + cy + tx`, `y' = bx + dy + ty`.
  public init(a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
    self.a = a
    self.b = b
    self.c = c
    self.d = d
    self.tx = tx
    self.ty = ty
  }

  /// Leaves everything where it is.
  public static let identity = Transform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)

  /// Moves right and down.
  public static func translation(x: Double, y: Double) -> Transform {
    Transform(a: 1, b: 0, c: 0, d: 1, tx: x, ty: y)
  }

  /// Stretches from the origin.
  public static func scale(x: Double, y: Double) -> Transform { Transform(a: x, b: 0, c: 0, d: y, tx: 0, ty: 0) }

  /// Turns clockwise on a plane whose y points down.
  ///
  /// - Parameter degrees: any finite angle; whole quarter turns are exact.
  public static func rotation(degrees: Double) -> Transform {
    let turn = degrees.truncatingRemainder(dividingBy: 360)
    let (sine, cosine): (Double, Double) =
      switch turn {
      case 0: (0, 1)
      case 90, -270: (1, 0)
      case 180, -180: (0, -1)
      case 270, -90: (-1, 0)
      default: (sin(turn * .pi / 180), cos(turn * .pi / 180))
      }
    return Transform(a: cosine, b: sine, c: -sine, d: cosine, tx: 0, ty: 0)
  }

  /// This map first, then `next`.
  public func then(_ next: Transform) -> Transform {
    Transform(
      a: next.a * a + next.c * b, b: next.b * a + next.d * b, c: next.a * c + next.c * d, d: next.b * c + next.d * d,
      tx: next.a * tx + next.c * ty + next.tx, ty: next.b * tx + next.d * ty + next.ty)
  }

  /// Where a point comes to lie.
  public func apply(_ point: Point) -> Point {
    Point(x: a * point.x + c * point.y + tx, y: b * point.x + d * point.y + ty)
  }

  /// Of the linear part: by how much areas grow, negative when they are mirrored; 0 cannot be undone.
  public var determinant: Double { a * d - b * c }

  /// Whether every component is a finite number.
  public var isFinite: Bool {
    a.isFinite && b.isFinite && c.isFinite && d.isFinite && tx.isFinite && ty.isFinite
  }

  /// The map back, or nil when this one flattens the plane or is not finite.
  public var inverse: Transform? {
    let det = determinant
    guard isFinite, det.isFinite, abs(det) > 1e-12 else { return nil }
    let ia = d / det
    let ib = -b / det
    let ic = -c / det
    let id = a / det
    return Transform(a: ia, b: ib, c: ic, d: id, tx: -(ia * tx + ic * ty), ty: -(ib * tx + id * ty))
  }

  /// The smallest rectangle around the image of `rect`.
  public func bounds(of rect: Rect) -> Rect {
    let corners = (
      apply(Point(x: rect.x, y: rect.y)), apply(Point(x: rect.x1, y: rect.y)), apply(Point(x: rect.x, y: rect.y1)),
      apply(Point(x: rect.x1, y: rect.y1))
    )
    let x0 = min(min(corners.0.x, corners.1.x), min(corners.2.x, corners.3.x))
    let x1 = max(max(corners.0.x, corners.1.x), max(corners.2.x, corners.3.x))
    let y0 = min(min(corners.0.y, corners.1.y), min(corners.2.y, corners.3.y))
    let y1 = max(max(corners.0.y, corners.1.y), max(corners.2.y, corners.3.y))
    return Rect(x: x0, y: y0, width: x1 - x0, height: y1 - y0)
  }
}
