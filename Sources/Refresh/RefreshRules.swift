/// The rules that are the same for every style. Lengths in dp, times in seconds, speeds in dp per second.
public struct RefreshRules: Sendable, Hashable {
  /// Share of the viewport's height that arms at most: an extent that needs 35 % of the viewport as finger travel under the
  /// rubber band b(x) = d(1 - 1/(0.55x/d + 1)), since b(0.35 d) = 0.1614 d.
  public static let triggerShare = 0.1614

  /// Share of the trigger below which a closing header counts as closed. Source: Flutter's Cupertino sliver (0.1).
  public static let resetShare = 0.1

  /// A lift faster upwards than this throws the content on. Source: Flutter's and AOSP's slowest fling.
  static let throwSpeed = 50.0

  /// How far below the trigger an armed pull may fall and stay armed: fingers tremble.
  public var slack: Double
  /// A finger that lifts faster upwards than this has changed its mind. Source: Chromium, `overscroll_refresh.cc`.
  public var cancelSpeed: Double
  /// A quicker answer waits until then, so that nothing flashes. SmartRefreshLayout waits 0.3.
  public var minimumRefreshing: Double
  /// A task that takes longer is cancelled.
  public var timeout: Double
  /// A pull this soon after the last task's end shows "no change" and starts nothing; 0 for no such rule.
  public var cooldown: Double
  /// Where a gesture that pulls begins. The host asks: the machine is told whether the finger may pull.
  public var origin: Origin

  /// Where a gesture that pulls begins.
  public enum Origin: String, Sendable, Hashable, CaseIterable {
    /// With the content at its top, and downwards. Source: Chromium, Material.
    case edge
    /// Wherever it likes: who scrolls up to the top and goes on pulls.
    case anywhere
  }

  /// For the parameters see the properties.
  public init(
    slack: Double = 4, cancelSpeed: Double = 500, minimumRefreshing: Double = 0.5, timeout: Double = 15,
    cooldown: Double = 0, origin: Origin = .edge
  ) {
    self.slack = slack
    self.cancelSpeed = cancelSpeed
    self.minimumRefreshing = minimumRefreshing
    self.timeout = timeout
    self.cooldown = cooldown
    self.origin = origin
  }
}
