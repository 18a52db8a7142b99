public import Refresh
public import Scene

/// A refresh control as a style file describes it: pictures, layers, and how each moves in each phase.
///
/// Lengths in dp, places in per cent of the control, times in seconds, angles in degrees clockwise.
public struct StyleFile: Sendable, Hashable {
  /// Where the control lies in the gap the pull opens.
  public enum Place: String, Sendable, Hashable, CaseIterable {
    /// At the top; the content uncovers it.
    case top
    /// In the middle of what is uncovered.
    case middle
    /// On the content, which it comes with.
    case bottom
  }

  /// Height of the control, and of the gap held open while refreshing.
  public var height: Double
  /// The pull ratio that arms; 1 is a pull as far as the control is high.
  public var trigger: Double
  /// Where the control lies while more, or less, than its height is uncovered.
  public var place: Place
  /// Where and when the outcome's mark appears; nil when the layers alone tell outcomes apart.
  public var mark: Mark?
  /// The pictures layers are made of, which name them by their place here.
  public var sprites: [Sprite]
  /// Back to front.
  public var layers: [Layer]

  /// - Parameters:
  ///   - height: dp.
  ///   - trigger: the pull ratio that arms.
  ///   - layers: back to front.
  public init(
    height: Double = 96, trigger: Double = 1, place: Place = .top, mark: Mark? = Mark(),
    sprites: [Sprite],
    layers: [Layer]
  ) {
    self.height = height
    self.trigger = trigger
    self.place = place
    self.mark = mark
    self.sprites = sprites
    self.layers = layers
  }

  /// The glyph and the words for how a refresh ended.
  public struct Mark: Sendable, Hashable {
    /// A part of the mark.
    public enum Align: String, Sendable, Hashable, CaseIterable {
      case left, middle, right
    }

    /// Per cent of the control.
    public var place = Point(x: 50, y: 50)
    /// Which part of the mark lies at `place`: its words are of different lengths.
    public var align = Align.middle
    /// Seconds after the task's end; layers that make way for it may need some.
    public var after = 0.12

    /// In the middle of the control, 0.12 s after the task's end.
    public init() {}
  }

  /// A picture by its name.
  public struct Sprite: Sendable, Hashable {
    /// As the layers of the file name it.
    public var name: String
    /// What is rastered; artwork by its path from the working directory, or a name in `Assets`.
    public var source: SpriteRequest.Source
    /// What its `currentColor`, a shape or a text is drawn in.
    public var ink: SpriteRequest.Ink
    /// Height a shape has by itself; nil for pictures and text.
    public var height: Double?

    /// - Parameter height: of a shape, dp; nil for pictures and text.
    public init(name: String, source: SpriteRequest.Source, ink: SpriteRequest.Ink = .text, height: Double? = nil) {
      self.name = name
      self.source = source
      self.ink = ink
      self.height = height
    }
  }

  /// One picture, or its copies, or a fill, and how it moves.
  public struct Layer: Sendable, Hashable {
    /// What a layer shows.
    public enum Content: Sendable, Hashable {
      /// Its place in `sprites`.
      case sprite(Int)
      /// A colour behind all of the gap.
      case fill(SpriteRequest.Ink)
    }

    /// What the layer shows; a fill has opacity and colour only.
    public var content: Content
    /// Height at scale 1; unused for fills and text.
    public var size: Double
    /// The point of the picture that lies at x, y, and about which it turns and grows: shares of its width and height.
    public var anchor: Point
    /// How often the picture is drawn; unused for fills.
    public var copies: Copies
    /// What each property is where no phase says otherwise.
    public var rest: Values
    private var phases: [Motion?]

    /// - Parameters:
    ///   - size: height at scale 1, dp; unused for fills and text.
    ///   - anchor: shares of the picture's width and height.
    ///   - motions: a phase that is missing moves nothing.
    public init(
      _ content: Content, size: Double = 0, anchor: Point = Point(x: 0.5, y: 0.5),
      copies: Copies = Copies(), rest: Values = Values(), motions: [Phase: Motion] = [:]
    ) {
      self.content = content
      self.size = size
      self.anchor = anchor
      self.copies = copies
      self.rest = rest
      phases = Phase.allCases.map { motions[$0] }
    }

    /// How the layer moves in a phase; nil when the file says nothing.
    public subscript(_ phase: Phase) -> Motion? { phases[phase.rawValue] }
  }

  /// Drawn so many times, each a little further and later.
  public struct Copies: Sendable, Hashable {
    /// The layer itself among them; at least 1.
    public var count = 1
    /// From one to the next, dp; the row is centred on the layer's place.
    public var step = Point.zero
    /// From one to the next, about the anchor.
    public var rotate = 0.0
    /// How much later each is in phases driven by time, and in the pull.
    public var delay = 0.0
    /// How much further the pull is when each begins, as a share of the control's height.
    public var pull = 0.0

    /// The layer alone.
    public init() {}
  }

  /// What of a layer moves.
  public enum Property: Int, Sendable, Hashable, CaseIterable {
    /// Per cent of the control.
    case x, y
    /// Dp from there.
    case dx, dy
    case rotate, scale
    /// The height's own factor, on top of `scale`.
    case stretch
    case alpha
    /// How much of a full turn is shown, as of a pie, and where that begins, clockwise from 12 o'clock; 360 shows all.
    case sweep, from

    var name: String { "\(self)" }

    var rest: Double {
      switch self {
      case .x, .y: 50
      case .dx, .dy, .rotate, .from: 0
      case .scale, .stretch, .alpha: 1
      case .sweep: 360
      }
    }

    var range: ClosedRange<Double> {
      switch self {
      case .x, .y: -500...500
      case .dx, .dy: -2000...2000
      case .rotate, .from: -36_000...36_000
      case .scale, .stretch: -20...20
      case .alpha: 0...1
      case .sweep: 0...360
      }
    }
  }

  /// One number per property.
  public struct Values: Sendable, Hashable {
    private var numbers = Property.allCases.map(\.rest)

    /// Every property as a layer has it that says nothing: in the middle, upright, at scale 1 and opaque.
    public init() {}

    /// In the property's own unit: per cent, dp, degrees or a factor.
    public subscript(_ property: Property) -> Double {
      get { numbers[property.rawValue] }
      set { numbers[property.rawValue] = newValue }
    }
  }

  /// When a motion runs: `pull` by the pull's ratio, all others by seconds; the words of the file.
  ///
  /// `arm` begins when letting go would refresh, `loop` when the task starts; the rest are outcomes.
  public enum Phase: Int, Sendable, Hashable, CaseIterable {
    case pull, arm, loop, done, unchanged, fail, offline, timeout

    var name: String { "\(self)" }
  }

  /// A layer's motion in one phase.
  public struct Motion: Sendable, Hashable {
    private var timelines: [Timeline<Double>?]
    /// Of a fill.
    public var color: Timeline<SpriteRequest.Ink>?

    /// - Parameter color: of a fill; nil keeps its own.
    public init(_ timelines: [Property: Timeline<Double>] = [:], color: Timeline<SpriteRequest.Ink>? = nil) {
      self.timelines = Property.allCases.map { timelines[$0] }
      self.color = color
    }

    /// How the property moves; nil when the file says nothing.
    public subscript(_ property: Property) -> Timeline<Double>? {
      get { timelines[property.rawValue] }
      set { timelines[property.rawValue] = newValue }
    }

    /// The last key of all.
    public var end: Double {
      var end = color?.end ?? 0
      for timeline in timelines { end = max(end, timeline?.end ?? 0) }
      return end
    }
  }
}

extension StyleFile.Layer {
  /// How the layer moves when a task has ended so: its own words for it, or those for the nearest kind of outcome.
  func motion(for outcome: RefreshOutcome) -> StyleFile.Motion? {
    switch outcome {
    case .success: self[.done]
    case .noChange: self[.unchanged] ?? self[.done]
    case .failure: self[.fail]
    case .offline: self[.offline] ?? self[.fail]
    case .timeout: self[.timeout] ?? self[.fail]
    }
  }
}
