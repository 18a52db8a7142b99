/// How much of the panel is on, from most to least.
public enum PanelLight: Sendable, Hashable {
  /// The picture at a share of its brightness, above 0 up to 1.
  case lit(Double)
  /// A black picture; the lamp behind it still burns.
  case black
  /// The lamp is off too.
  case lampOff
  /// The display itself is off.
  case standby

  /// Whether there is a picture to touch.
  public var isLit: Bool { if case .lit = self { true } else { false } }

  /// The darker of two.
  func darker(_ other: PanelLight) -> PanelLight {
    if case .lit(let mine) = self, case .lit(let theirs) = other { return .lit(min(mine, theirs)) }
    return rank >= other.rank ? self : other
  }

  private var rank: Int {
    switch self {
    case .lit: 0
    case .black: 1
    case .lampOff: 2
    case .standby: 3
    }
  }
}

/// What becomes of the light while nobody touches the panel, stage by stage.
public struct IdleLadder: Sendable, Hashable {
  /// A state of the light, and how long a rest leads to it.
  public struct Stage: Sendable, Hashable {
    /// Seconds since the last touch.
    public var after: Double
    /// What the panel has from then until the next stage.
    public var light: PanelLight

    /// - Parameter after: seconds since the last touch.
    public init(after: Double, light: PanelLight) {
      self.after = after
      self.light = light
    }
  }

  /// In the order of their times.
  public private(set) var stages: [Stage]

  /// - Parameter stages: in any order; none keeps the panel lit for ever.
  public init(_ stages: [Stage] = []) { self.stages = stages.sorted { $0.after < $1.after } }

  /// The usual ladder that ends with the lamp off, `after` seconds of rest: dimmed for a while as a warning, then a black frame, so that
  /// no lamp goes out over a picture, then the lamp.
  public static func lampOff(after: Double) -> IdleLadder {
    IdleLadder([
      Stage(after: max(after - 30, after / 2), light: .lit(warningShare)),
      Stage(after: after, light: .black),
      Stage(after: after + 1, light: .lampOff),
    ])
  }

  /// How bright the warning before the dark is.
  public static let warningShare = 0.3

  /// The light after so many seconds of rest.
  func light(afterRest rest: Double) -> PanelLight {
    var light = PanelLight.lit(1)
    for stage in stages where stage.after <= rest { light = light.darker(stage.light) }
    return light
  }

  /// The next stage's time after so many seconds of rest; nil on the last one.
  func next(afterRest rest: Double) -> Double? { stages.first { $0.after > rest }?.after }
}
