public import Scene

/// Rows of scan-out memory that a page scrolls in: the buffer has each of them twice, one ring below the other, so that any panel's
/// height of them lies in one piece.
public struct RowRing: Sendable, Hashable {
  /// Once around; the buffer has twice as many.
  public let rows: Int
  /// Rectangles that can lie over it.
  public let overlays: Int

  /// For the parameters see the properties.
  public init(rows: Int, overlays: Int) {
    self.rows = rows
    self.overlays = overlays
  }

  /// A quarter of the panel more than what is seen: what comes in during a frame at 15 panels a second. At least 64 rows more.
  ///
  /// - Parameter panel: in pixels.
  public init(panel: PixelSize, overlays: Int) {
    self.init(rows: panel.height + max(panel.height / 4, 64), overlays: overlays)
  }
}

/// How a frame lies on a display's planes: rows of the ring, and over them parts of an ordinary picture, at their own places.
public struct PlaneFrame: Sendable, Hashable {
  /// The row of the ring's buffer that shows at the top of the panel.
  public var row: Int
  /// Disjoint, in panel pixels; all that is not the page alone.
  public var overlays: [PixelRect]

  /// For the parameters see the properties.
  public init(row: Int, overlays: [PixelRect]) {
    self.row = row
    self.overlays = overlays
  }
}
