/// Distances and times that tell one gesture from another. Distances in dp, times in seconds.
public struct TouchMetrics: Sendable, Hashable {
  /// Device pixels per dp.
  public let scale: Double
  /// How far a finger may move and still be at rest, on a device that does not say how much it trembles. 8 dp is AOSP's; on a coarse
  /// panel that may be less than the noise of resting fingers.
  public var slop: Double { max(8, 3 / scale) }
  /// Whether a finger is drawn where it is at the frame's moment, or where it was last reported: to measure what that is worth.
  public let resamples: Bool
  /// How far a finger that taps may move along an axis nothing scrolls along, in dp: half of what it is meant to hit. A quick fingertip
  /// rolls by 8 to 16, and nothing else could be meant by it.
  public static let wobble = target / 2
  /// After this rest what lies under the finger is highlighted. Source: AOSP 0.1; ours is 0.08.
  public static let pressDelay = 0.08
  /// What is tapped is highlighted for at least this long. Source: AOSP's pressed state.
  public static let pressDuration = 0.064
  /// What has lain still for longer may be a palm or a drop of water: a finger that lands then is not one of several. Ours: as long as keys
  /// are held, and longer than the fingers of one hand land apart.
  public static let restDelay = 0.5
  /// Three fingers landing within this time are a service gesture.
  public static let serviceWindow = 0.1
  /// A horizontal drag is this much wider than high: within 30 degrees. Source: Chromium's overscroll refresh.
  public static let horizontalRatio = 1.73

  /// Side of the smallest thing a finger is meant to hit, in dp: 9 mm on a 7-inch panel of 800 x 480 at scale 1, where a dp is 0.19 mm.
  /// Source: Material's 48 dp, said to be about 9 mm.
  public static let target = 48.0

  /// - Parameters:
  ///   - scale: device pixels per dp, above 0.
  public init(scale: Double, resamples: Bool = true) {
    precondition(scale > 0, "a panel's scale is above 0")
    self.scale = scale
    self.resamples = resamples
  }

  /// Slop of a device that trembles by so many device pixels (`TouchEvent.noise`).
  package func slop(noise: Double) -> Double { max(slop, 2 * noise / scale) }
}
