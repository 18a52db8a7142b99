/// How content resists being pulled past its end: the further the finger travels, the less the content follows.
///
/// Lengths in dp, never negative. `extent(ofTravel:)` is `d * (1 - 1 / (c * x / d + 1))`, UIScrollView's law as published.
/// It works on the whole travel, so the number of touch events on the way does not matter.
public struct RubberBand: Sendable, Hashable {
  /// Share of the finger's movement the content follows at the very edge. Source: UIScrollView, as published.
  public static let stiffness = 0.55

  /// Share of the viewport beyond which `travel(ofExtent:)` stops growing; at the viewport itself it is infinite.
  static let deepest = 0.98

  /// Length of the viewport along the axis, at least 1: no pull, however long, moves the content this far.
  public let viewport: Double

  /// - Parameter viewport: length of what is seen at once, dp.
  public init(viewport: Double) {
    self.viewport = max(1, viewport)
  }

  /// How far the content lies past its end after the finger travelled `travel` past it.
  public func extent(ofTravel travel: Double) -> Double {
    let x = max(0, travel)
    // The published form with its subtraction carried out: exact for small pulls.
    return Self.stiffness * x / (Self.stiffness * x / viewport + 1)
  }

  /// The travel that shows `extent`: the inverse of `extent(ofTravel:)`, for extents up to 0.98 of the viewport.
  public func travel(ofExtent extent: Double) -> Double {
    let b = min(max(0, extent), Self.deepest * viewport)
    return b * viewport / (Self.stiffness * (viewport - b))
  }

  /// Content's movement per finger movement at `travel`: 0.55 at the edge, falling towards 0.
  public func slope(atTravel travel: Double) -> Double {
    let shrink = Self.stiffness * max(0, travel) / viewport + 1
    return Self.stiffness / (shrink * shrink)
  }
}
