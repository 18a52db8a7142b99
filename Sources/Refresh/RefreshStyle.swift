public import Scene

/// A pull-to-refresh control: a pure function from the state of the refresh to layers.
public protocol RefreshStyle: Sendable {
  /// The distances, times and rules this style asks of the machine.
  var metrics: RefreshMetrics { get }

  /// What must be rastered before `draw`; a sprite is later found by its place in this list.
  var sprites: [SpriteRequest] { get }

  /// Appends this moment's layers, back to front; all of them inside `canvas.area` or `canvas.bar`.
  ///
  /// Called on the frame thread: the same state gives the same layers, and nothing is allocated beyond the layers.
  /// In `idle` with an extent above 0 the content merely bounces: draw as for a pull.
  func draw(_ state: RefreshState, on canvas: RefreshCanvas, into scene: inout Scene)

  /// How long the outcome is shown, in seconds, given the first moment of `finishing`; a running turn may be added so that
  /// it completes. By default the metrics' `resultHold` or `failureHold`. Kept within 0 and 60; what is no number counts as that default.
  func finishingTime(_ state: RefreshState) -> Double

  /// Sprites that take each other's place from one moment to the next because the design says so, such as a letter in two
  /// colours, by their places in `sprites`: one group for each. Everything else moves without a jump. None by default.
  var switches: [[Int]] { get }

  /// What the next refresh finds in `RefreshState.carried`, given the last moment of this one. Stays as it is by default.
  func carry(_ state: RefreshState) -> Int
}

extension RefreshStyle {
  /// The metrics' `failureHold` after trouble, else `resultHold`; seconds.
  public func finishingTime(_ state: RefreshState) -> Double {
    state.outcome?.isTrouble == true ? metrics.failureHold : metrics.resultHold
  }

  /// None: everything moves without a jump.
  public var switches: [[Int]] { [] }

  /// What was carried stays.
  public func carry(_ state: RefreshState) -> Int { state.carried }
}

/// What a style asks of the refresh machine. Lengths in dp, times in seconds.
///
/// Whatever a style asks for, the machine keeps it within the range that each property names; what is no number counts as what a style
/// has that says nothing: 80 to arm, 56 held open, no bar, and the times below.
public struct RefreshMetrics: Sendable, Hashable {
  /// When a pull past the trigger becomes a refresh.
  public enum Fire: Sendable, Hashable {
    /// The task starts when the finger lifts past the trigger.
    case onRelease
    /// The task starts the moment the trigger is passed (UIRefreshControl's way).
    case atThreshold
  }

  /// Extent that arms the refresh: 1 to 10,000; on a low panel less, at most 16 % of what the list has of its height.
  public var trigger: Double
  /// Extent held open while refreshing: 0, which holds nothing open, to the trigger.
  public var hold: Double
  /// Height of the bar the style wants to draw on, in every phase (`RefreshCanvas.bar`): 0, for none, to 1,000.
  public var bar: Double
  /// When the task starts.
  public var fire: Fire
  /// How long success and no change are shown: 0.9 s read a word and see a mark. 0 to 60.
  public var resultHold: Double
  /// How long failure, offline and timeout are shown: 2.5 s read a sentence, also by whoever looks up late.
  /// 0 to 60.
  public var failureHold: Double
  /// Seconds in which an armed pull comes to look armed, and one that no longer is stops to (`RefreshState.armed`). 0.18 is the
  /// time EGOTableViewPullRefresh takes to flip its arrow. 0 to 10.
  public var arming: Double

  /// - Parameters:
  ///   - trigger: dp.
  ///   - hold: dp; 0 holds nothing open.
  ///   - bar: dp; 0 for none.
  ///   - resultHold: seconds.
  ///   - failureHold: seconds.
  ///   - arming: seconds.
  public init(
    trigger: Double, hold: Double, bar: Double = 0, fire: Fire = .onRelease, resultHold: Double = 0.9,
    failureHold: Double = 2.5, arming: Double = 0.18
  ) {
    self.trigger = trigger
    self.hold = hold
    self.bar = bar
    self.fire = fire
    self.resultHold = resultHold
    self.failureHold = failureHold
    self.arming = arming
  }
}

extension RefreshMetrics {
  /// An outcome is shown no longer, whatever a style asks for: seconds.
  static let longestHold = 60.0

  /// The same, everything in it finite and within its range.
  package var kept: RefreshMetrics {
    RefreshMetrics(
      trigger: Self.kept(trigger, in: 1...10_000, else: 80), hold: Self.kept(hold, in: 0...10_000, else: 56),
      bar: Self.kept(bar, in: 0...1_000, else: 0), fire: fire,
      resultHold: Self.kept(resultHold, in: 0...Self.longestHold, else: 0.9),
      failureHold: Self.kept(failureHold, in: 0...Self.longestHold, else: 2.5),
      arming: Self.kept(arming, in: 0...10, else: 0.18))
  }

  static func kept(_ value: Double, in range: ClosedRange<Double>, else standard: Double) -> Double {
    value.isNaN ? standard : min(max(value, range.lowerBound), range.upperBound)
  }
}
