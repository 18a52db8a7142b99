/// How far the picture is turned clockwise on its way to the panel's own pixels.
///
/// The *viewer* sees the picture upright in viewer pixels; the *panel* scans out panel pixels. The one value drives pixels,
/// touches, screenshots and the preview, so that none of them can disagree.
public enum Orientation: Int, Sendable, Hashable, CaseIterable {
  /// As the panel is built.
  case degrees0 = 0
  /// A quarter turn clockwise.
  case degrees90 = 90
  /// Upside down.
  case degrees180 = 180
  /// A quarter turn counter-clockwise.
  case degrees270 = 270

  /// Whether width and height change places.
  public var isQuarterTurn: Bool { self == .degrees90 || self == .degrees270 }

  /// The turn that undoes this one.
  public var inverse: Orientation {
    switch self {
    case .degrees0: .degrees0
    case .degrees90: .degrees270
    case .degrees180: .degrees180
    case .degrees270: .degrees90
    }
  }

  /// The panel's size for a viewer of this size, and the reverse.
  public func turn(_ size: PixelSize) -> PixelSize { isQuarterTurn ? size.transposed : size }

  /// Panel pixels of a rectangle of viewer pixels.
  ///
  /// - Parameter viewer: size of the whole picture as the viewer sees it, in pixels.
  public func toPanel(_ rect: PixelRect, viewer: PixelSize) -> PixelRect {
    switch self {
    case .degrees0:
      rect
    case .degrees90:
      PixelRect(x0: viewer.height - rect.y1, y0: rect.x0, x1: viewer.height - rect.y0, y1: rect.x1)
    case .degrees180:
      PixelRect(
        x0: viewer.width - rect.x1, y0: viewer.height - rect.y1, x1: viewer.width - rect.x0, y1: viewer.height - rect.y0
      )
    case .degrees270:
      PixelRect(x0: rect.y0, y0: viewer.width - rect.x1, x1: rect.y1, y1: viewer.width - rect.x0)
    }
  }

  /// Viewer pixels of a rectangle of panel pixels.
  ///
  /// - Parameter panel: size of the whole panel in its own pixels.
  public func toViewer(_ rect: PixelRect, panel: PixelSize) -> PixelRect { inverse.toPanel(rect, viewer: panel) }

  /// The panel's position of a viewer's position, both in fractional pixels (pixel centres lie at .5).
  public func toPanel(_ point: Point, viewer: PixelSize) -> Point {
    let width = Double(viewer.width)
    let height = Double(viewer.height)
    return switch self {
    case .degrees0: point
    case .degrees90: Point(x: height - point.y, y: point.x)
    case .degrees180: Point(x: width - point.x, y: height - point.y)
    case .degrees270: Point(x: point.y, y: width - point.x)
    }
  }

  /// The viewer's position of a touch on the panel, both in fractional pixels.
  public func toViewer(_ point: Point, panel: PixelSize) -> Point { inverse.toPanel(point, viewer: panel) }
}
