public import Scene

/// The thin bar that shows where in the content one is: a pure function of the offset and of when it last moved.
///
/// Lengths in dp, times in seconds. Constants: Flutter's Cupertino scrollbar.
public struct ScrollIndicator: Sendable, Hashable {
  /// dp.
  public static let thickness = 3.0
  /// While the bar itself is held.
  public static let heldThickness = 8.0
  /// From the viewport's side, and from its two ends.
  public static let margin = 3.0
  /// dp; shorter only while the content is pulled past an end.
  public static let minimumLength = 36.0
  /// Reached when a fifth of the viewport is overscrolled.
  public static let minimumOverscrolledLength = 8.0
  static let overscrollShare = 0.2
  /// How long it stays after a movement.
  public static let stay = 1.2
  /// Seconds it takes to vanish.
  public static let fade = 0.25
  /// On light ground. Source: Flutter's CupertinoScrollbar.
  public static let color = Color(red: 0, green: 0, blue: 0, alpha: 0x59)
  /// On a dark board.
  public static let darkColor = Color(red: 255, green: 255, blue: 255, alpha: 0x80)

  /// Where the bar begins along the axis, from the viewport's beginning.
  public let start: Double
  /// dp.
  public let length: Double
  /// dp.
  public let thickness: Double
  /// dp; round ends.
  public var radius: Double { thickness / 2 }

  /// The bar for an offset; nil when the content fits the viewport, or there is no room for a bar.
  public init?(offset: Double, in range: ScrollRange, held: Bool = false) {
    let viewport = range.viewport
    let track = viewport - 2 * Self.margin
    guard range.isScrollable, track > Self.minimumOverscrolledLength else { return nil }
    let overscrolled = min(abs(range.overscroll(offset)) / viewport, 1)
    let share = (1 - overscrolled) * viewport / (range.upper - range.lower + viewport)
    let shrink = 1 - min(overscrolled, Self.overscrollShare) / Self.overscrollShare
    let minimum = max(Self.minimumOverscrolledLength, min(Self.minimumLength, track) * shrink)
    length = min(max(track * share, minimum), track)
    start = Self.margin + (track - length) * (range.clamp(offset) - range.lower) / (range.upper - range.lower)
    thickness = held ? Self.heldThickness : Self.thickness
  }

  /// How far the content moves while the held bar moves by 1 dp: the bar passes its track while the content passes its range.
  ///
  /// - Parameter length: of the bar, dp.
  public static func gear(length: Double, in range: ScrollRange) -> Double {
    (range.upper - range.lower) / max(range.viewport - 2 * margin - length, 1)
  }

  /// The bar at the end side (right, bottom) of a viewport at the origin.
  public func rect(in viewport: Size, along axis: Axis) -> Rect {
    switch axis {
    case .vertical: Rect(x: viewport.width - Self.margin - thickness, y: start, width: thickness, height: length)
    case .horizontal: Rect(x: start, y: viewport.height - Self.margin - thickness, width: length, height: thickness)
    }
  }

  /// Opacity at a time, 0 to 1: whole while held and up to 1.2 s after the last movement, then fading.
  ///
  /// - Parameter moved: the last movement (`Scroller.lastMoved`); nil if there was none.
  public static func opacity(moved: Double?, held: Bool = false, at time: Double) -> Double {
    if held { return 1 }
    guard let moved else { return 0 }
    return min(max(1 - (time - moved - stay) / fade, 0), 1)
  }

  /// The next time after `time` at which the opacity changes: `time` itself while it fades, nil once it is gone.
  public static func nextChange(moved: Double?, after time: Double) -> Double? {
    guard let moved, time < moved + stay + fade else { return nil }
    return max(time, moved + stay)
  }
}
