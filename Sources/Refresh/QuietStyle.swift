public import Scene

/// What stands in place of any control for somebody who has chosen less motion: signs that fade into each other where they are.
///
/// An arrow down, which becomes one up once letting go refreshes; three dots meanwhile, which dim and light up slowly; the outcome as
/// everywhere. All of it stands still on the panel, and what scrolls uncovers it.
public struct QuietStyle: RefreshStyle {
  /// Those of the style it stands for, with a header held open and no bar.
  public let metrics: RefreshMetrics
  /// The three signs, then the mark's.
  public let sprites: [SpriteRequest]
  private let mark: OutcomeMark

  enum Sprite { static let pull = 0, release = 1, dots = 2 }

  /// Seconds in which one sign gives way to the next.
  static let fading = 0.25
  /// Seconds from one dimming of the dots to the next, far from what flickers.
  static let breath = 2.4
  /// How far they dim.
  static let dimmed = 0.45
  /// Height of a sign, dp.
  static let height = 28.0
  /// The least that is held open, dp.
  static let room = 56.0

  /// - Parameters:
  ///   - metrics: of the style it stands for: the same pull refreshes.
  ///   - words: beside the outcomes.
  public init(
    metrics: RefreshMetrics = RefreshMetrics(trigger: 80, hold: 56), words: OutcomeWords = OutcomeWords()
  ) {
    var metrics = metrics
    metrics.trigger = max(metrics.trigger, Self.room)
    metrics.hold = max(min(metrics.hold, metrics.trigger), Self.room)
    metrics.bar = 0
    metrics.arming = Self.fading
    self.metrics = metrics
    let signs = [Self.arrow(up: false), Self.arrow(up: true), Self.dots]
    mark = OutcomeMark(words: words, firstSprite: signs.count, glyphHeight: Self.height)
    sprites = signs.map { SpriteRequest(.drawing($0), height: Self.height, ink: .text) } + mark.sprites
  }

  /// See `RefreshStyle.draw`.
  public func draw(_ state: RefreshState, on canvas: RefreshCanvas, into scene: inout Scene) {
    guard !canvas.area.isEmpty else { return }
    let pose = pose(state)
    // Where a low viewport holds less open than they need, they are smaller.
    let fit = min(state.hold / (Self.height + 8), 1)
    let middle = Double(canvas.area.y0) + state.hold * canvas.scale / 2
    let center = Point(x: Double(canvas.area.x0 + canvas.area.x1) / 2, y: middle)
    for (index, opacity) in [(Sprite.pull, pose.pull), (Sprite.release, pose.release), (Sprite.dots, pose.dots)] {
      guard opacity > 0, let sprite = canvas.sprites[index] else { continue }
      scene.add(
        .sprite(
          sprite, center: sprite.snapped(center, scale: fit), scale: fit, opacity: opacity, clip: canvas.area))
    }
    guard let outcome = state.outcome, pose.mark > 0 else { return }
    let layout = mark.layout(outcome, room: Double(canvas.area.width) - 32 * canvas.scale, on: canvas)
    mark.draw(
      layout, left: (center.x - layout.width / 2).rounded(), middle: middle, scale: fit, opacity: pose.mark, on: canvas,
      into: &scene)
  }
}

// MARK: Pose

extension QuietStyle {
  /// How much of each sign is seen.
  struct Pose: Equatable {
    var pull = 0.0
    var release = 0.0
    var dots = 0.0
    var mark = 0.0
  }

  func pose(_ state: RefreshState) -> Pose {
    var pose = Pose()
    // One sign goes before the other comes: two over each other are neither.
    let armed = smoothstep(state.armed)
    let pull = 1 - Curve.ramp(armed, from: 0, to: 0.5)
    let release = Curve.ramp(armed, from: 0.5, to: 1)
    switch state.phase {
    case .idle, .pulling, .armed, .canceling:
      // Comes with the pull instead of being cut by what scrolls.
      let seen = Curve.ramp(state.ratio, from: 0.2, to: 0.8)
      (pose.pull, pose.release) = (pull * seen, release)
    case .refreshing, .finishing:
      let begun = smoothstep(state.timeRefreshing / Self.fading)
      let gone = 1 - Curve.ramp(begun, from: 0, to: 0.5)
      (pose.pull, pose.release) = (pull * gone * Curve.ramp(state.startRatio, from: 0.2, to: 0.8), release * gone)
      pose.dots = Curve.ramp(begun, from: 0.5, to: 1) * breath(state)
      guard state.phase == .finishing else { break }
      let ended = smoothstep(state.timeInPhase / Self.fading)
      let left = 1 - Curve.ramp(ended, from: 0, to: 0.5)
      (pose.pull, pose.release, pose.dots) = (pose.pull * left, pose.release * left, pose.dots * left)
      pose.mark = Curve.ramp(ended, from: 0.5, to: 1)
    case .exiting:
      pose.mark = min(1, state.openness)
    }
    return pose
  }

  /// How light the dots are.
  private func breath(_ state: RefreshState) -> Double {
    let time = state.timeRefreshing + (state.phase == .finishing ? state.timeInPhase : 0)
    let turn = (time / Self.breath).truncatingRemainder(dividingBy: 1)
    let share = smoothstep(turn < 0.5 ? 1 - 2 * turn : 2 * turn - 1)
    return Self.dimmed + (1 - Self.dimmed) * share
  }
}

// MARK: Drawings

extension QuietStyle {
  private static func p(_ x: Double, _ y: Double) -> Point { Point(x: x, y: y) }

  private static func arrow(up: Bool) -> Drawing {
    let (tip, tail, wing) = up ? (4.0, 20.0, 10.5) : (20.0, 4.0, 13.5)
    return Drawing(
      viewBox: Rect(x: 0, y: 0, width: 24, height: 24),
      shapes: [Path.line([p(12, tail), p(12, tip)]), Path.line([p(5.5, wing), p(12, tip), p(18.5, wing)])].map {
        Drawing.Shape(
          path: $0, stroke: .init(paint: .current(alpha: 1), width: 2, hasRoundCaps: true, hasRoundJoins: true))
      })
  }

  private static var dots: Drawing {
    Drawing(
      viewBox: Rect(x: 0, y: 0, width: 24, height: 24),
      shapes: [4.5, 12, 19.5].map { Drawing.Shape(path: .circle(p($0, 12), radius: 2), fill: .current(alpha: 1)) })
  }
}
