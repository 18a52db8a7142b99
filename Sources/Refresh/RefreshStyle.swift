public import Scene

/// How a refresh ended.
public enum RefreshOutcome: String, Sendable, Hashable, CaseIterable {
  case success
  /// The answer came and brought nothing new.
  case noChange
  case failure
  /// There is no network.
  case offline
  case timeout
}

/// What a style is drawn from: everything about the refresh at one moment, and nothing else.
///
/// Lengths in dp, times in seconds.
public struct RefreshState: Sendable, Hashable {
  /// The phase without its payload; `RefreshPhase` is the machine's.
  public enum Phase: String, Sendable, Hashable, CaseIterable {
    case idle, pulling, armed, refreshing, finishing, exiting, canceling
  }

  public var phase: Phase
  /// How far the top of the content lies below its place, `e`; never negative.
  public var extent: Double
  /// `extent / trigger`, not limited: above 1 when pulled further.
  public var ratio: Double
  /// Since the phase began.
  public var timeInPhase: Double
  /// How long the task has run, or did run once it ended; 0 before.
  public var timeRefreshing: Double
  /// How the task ended; nil until then. Stays set through `finishing` and `exiting`.
  public var outcome: RefreshOutcome?
  public var isTouching: Bool
  /// `extent` rests at the style's hold.
  public var isSettled: Bool
  /// Carried by the style from one refresh to the next (`RefreshStyle.carry`), such as the place in a list of colours.
  public var carried: Int
  /// Chance for this refresh: fixed from its first moment to its last, another for the next.
  public var seed: UInt64
  /// When data last arrived, already in words ("5 min ago"); nil when never.
  public var lastUpdated: String?

  public init(
    phase: Phase, extent: Double = 0, ratio: Double = 0, timeInPhase: Double = 0, timeRefreshing: Double = 0,
    outcome: RefreshOutcome? = nil, isTouching: Bool = false, isSettled: Bool = false, carried: Int = 0,
    seed: UInt64 = 0, lastUpdated: String? = nil
  ) {
    self.phase = phase
    self.extent = extent
    self.ratio = ratio
    self.timeInPhase = timeInPhase
    self.timeRefreshing = timeRefreshing
    self.outcome = outcome
    self.isTouching = isTouching
    self.isSettled = isSettled
    self.carried = carried
    self.seed = seed
    self.lastUpdated = lastUpdated
  }
}

/// A picture a style wants rastered before it is first drawn, at the panel's scale and in the board's colours.
public struct SpriteRequest: Sendable, Hashable {
  public enum Source: Sendable, Hashable {
    /// A file of `Assets`, by name without extension, or a path given in the board file.
    case artwork(String)
    case drawing(Drawing)
    /// One line of text in the theme's font; size in dp.
    case text(String, size: Double, isBold: Bool)
  }

  /// The name the style finds it by.
  public var name: String
  public var source: Source
  /// Height in dp for artwork and drawings (the width follows the picture); ignored for text.
  public var height: Double
  /// What `currentColor` and text are drawn in.
  public var ink: Ink

  /// A colour of the board's theme, or a fixed one.
  public enum Ink: Sendable, Hashable {
    case text, muted, accent, good, warn, bad, info
    case fixed(Color)
  }

  public init(name: String, source: Source, height: Double = 0, ink: Ink = .text) {
    self.name = name
    self.source = source
    self.height = height
    self.ink = ink
  }
}

/// Where and with what a style draws.
public struct RefreshCanvas: Sendable {
  /// The area between its natural top and the content, in viewer pixels; its height is the extent, rounded to whole pixels.
  public var area: PixelRect
  /// Pixels per dp.
  public var scale: Double
  /// The sprites asked for, rastered at `scale`; one that could not be made is missing.
  public var sprites: [String: Pixmap]
  public var theme: RefreshTheme

  public init(area: PixelRect, scale: Double, sprites: [String: Pixmap], theme: RefreshTheme) {
    self.area = area
    self.scale = scale
    self.sprites = sprites
    self.theme = theme
  }
}

/// The board's colours, as far as a style needs them.
public struct RefreshTheme: Sendable, Hashable {
  public var background: Color
  public var text: Color
  public var muted: Color
  public var accent: Color
  public var good: Color
  public var warn: Color
  public var bad: Color
  public var info: Color

  public init(
    background: Color, text: Color, muted: Color, accent: Color, good: Color, warn: Color, bad: Color, info: Color
  ) {
    self.background = background
    self.text = text
    self.muted = muted
    self.accent = accent
    self.good = good
    self.warn = warn
    self.bad = bad
    self.info = info
  }
}

/// A pull-to-refresh control: a pure function from the state of the refresh to layers.
public protocol RefreshStyle: Sendable {
  /// The distances, times and rules this style asks of the machine.
  var metrics: RefreshMetrics { get }

  /// What must be rastered before `draw`.
  var sprites: [SpriteRequest] { get }

  /// Appends this moment's layers, back to front; all of them inside `canvas.area`.
  ///
  /// Called on the frame thread: the same state gives the same layers, and nothing is allocated beyond the layers.
  func draw(_ state: RefreshState, on canvas: RefreshCanvas, into scene: inout Scene)

  /// What the next refresh finds in `RefreshState.carried`, given the last moment of this one. Stays as it is by default.
  func carry(_ state: RefreshState) -> Int
}

extension RefreshStyle {
  public func carry(_ state: RefreshState) -> Int { state.carried }
}

/// What a style asks of the refresh machine. Lengths in dp, times in seconds.
public struct RefreshMetrics: Sendable, Hashable {
  public enum Fire: Sendable, Hashable {
    /// The task starts when the finger lifts past the trigger.
    case onRelease
    /// The task starts the moment the trigger is passed (UIRefreshControl's way).
    case atThreshold
  }

  /// Extent that arms the refresh.
  public var trigger: Double
  /// Extent held open while refreshing; 0 holds nothing open.
  public var hold: Double
  public var fire: Fire
  /// How long success and no change are shown.
  public var resultHold: Double
  /// How long failure, offline and timeout are shown.
  public var failureHold: Double

  public init(
    trigger: Double, hold: Double, fire: Fire = .onRelease, resultHold: Double = 0.5, failureHold: Double = 1.5
  ) {
    self.trigger = trigger
    self.hold = hold
    self.fire = fire
    self.resultHold = resultHold
    self.failureHold = failureHold
  }
}
