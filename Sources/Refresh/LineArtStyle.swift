import Numbers
public import Scene

/// Strokes fly in from above and turn into a figure as one pulls; a light runs along it; in the end it scatters again.
///
/// Motion and constants after CBStoreHouseRefreshControl, but that strokes come from less far above, so that they are seen from the
/// beginning of a pull; how each outcome looks is ours: the figure shines, stays dim, or its
/// strokes slip out of place.
public struct LineArtStyle: RefreshStyle {
  /// 80 dp arm and are held open unless told otherwise.
  public let metrics: RefreshMetrics
  /// One for each segment of the figure, in its order, then the mark's.
  public let sprites: [SpriteRequest]
  /// What the strokes come together to; at least one segment.
  public let figure: LineFigure
  /// How far to either side a stroke may come from, dp.
  public let scatter: Double
  /// How far above its place a stroke comes from, dp.
  public let drop: Double
  /// Share of the pull each stroke's flight takes; they start one after another.
  public let flight: Double
  /// Seconds from one stroke's light to the next one's.
  public let step: Double
  /// Seconds a stroke's light takes to fade.
  public let fade: Double
  /// Opacity of a stroke without light.
  public let dim: Double
  /// Middles of the strokes in the figure, dp.
  private let middles: [Point]
  private let mark: OutcomeMark

  /// Seconds in which a stroke lights up; the original switches.
  private static let rise = 0.08

  /// - Parameters:
  ///   - lineWidth: dp.
  ///   - ink: of the strokes.
  public init(
    figure: LineFigure = .boat, lineWidth: Double = 2, scatter: Double = 150, drop: Double = 32, flight: Double = 0.7,
    step: Double = 0.1, fade: Double = 0.8, dim: Double = 0.4, ink: SpriteRequest.Ink = .accent,
    metrics: RefreshMetrics = RefreshMetrics(trigger: 80, hold: 80, arming: 0.15), words: OutcomeWords = OutcomeWords()
  ) {
    precondition(!figure.segments.isEmpty, "a figure has strokes")
    precondition(flight > 0 && flight <= 1 && step > 0 && fade > 0, "strokes take time, and light does")
    self.metrics = metrics
    self.figure = figure
    self.scatter = scatter
    self.drop = drop
    self.flight = flight
    self.step = step
    self.fade = fade
    self.dim = dim
    let drawings = figure.segments.map { figure.drawing($0, lineWidth: lineWidth, gap: 0.5 * lineWidth) }
    middles = drawings.map(\.viewBox.center)
    mark = OutcomeMark(words: words, firstSprite: drawings.count)
    sprites = drawings.map { SpriteRequest(.drawing($0), height: $0.viewBox.height, ink: ink) } + mark.sprites
  }

  /// See `RefreshStyle.draw`.
  public func draw(_ state: RefreshState, on canvas: RefreshCanvas, into scene: inout Scene) {
    guard !canvas.area.isEmpty else { return }
    let pose = pose(state)
    let fit = fit(state)
    let dp = canvas.scale * fit
    let width = figure.size.width * dp
    let height = figure.size.height * dp
    let middle = Double(canvas.area.y0) + state.extent * canvas.scale / 2
    var x = Double(canvas.area.x0 + canvas.area.x1) / 2
    if let outcome = state.outcome {
      x = mark.drawBeside(
        outcome, width: width, gap: width / 4, middle: middle, shown: pose.shown, opacity: pose.markOpacity,
        scale: 1 + pose.swell, on: canvas, into: &scene)
    }
    // On whole pixels, where the strokes at rest are crisp.
    let left = (x - width / 2).rounded()
    let top = (middle - height / 2).rounded()
    for index in middles.indices {
      guard let sprite = canvas.sprites[index] else { continue }
      let stroke = stroke(index, pose, state)
      guard stroke.opacity > 0, stroke.scale > 0 else { continue }
      scene.add(
        .sprite(
          sprite,
          center: Point(
            x: left + middles[index].x * dp + stroke.x * canvas.scale,
            y: top + middles[index].y * dp + stroke.y * canvas.scale),
          degrees: stroke.degrees, scale: stroke.scale * fit, opacity: stroke.opacity, clip: canvas.area))
    }
  }

  /// 1, or less where a low viewport holds less open than the figure needs.
  private func fit(_ state: RefreshState) -> Double {
    let room = state.room
    return min(0.75 * room / figure.size.height, 1)
  }
}

extension LineArtStyle {
  static let entry = RefreshStyles.Entry(
    "lineart", "Strokes fly together into a paper boat, and a light runs along it.",
    [
      RefreshParameter("width", .length(1...6), standard: "2", "Width of a stroke."),
      RefreshParameter("step", .time(0.02...2), standard: "0.1", "From one stroke's light to the next one's."),
      RefreshParameter("fade", .time(0.1...5), standard: "0.8", "How long a stroke's light takes to fade."),
      RefreshParameter("color", .color, "Colour of the strokes; the theme's accent when left out."),
    ]
  ) { settings in
    LineArtStyle(
      lineWidth: settings.number("width") ?? 2, step: settings.number("step") ?? 0.1,
      fade: settings.number("fade") ?? 0.8, ink: settings.color("color").map { .fixed($0) } ?? .accent,
      words: settings.words)
  }
}

// MARK: Pose

extension LineArtStyle {
  /// What the figure as a whole does at one moment.
  struct Pose: Equatable {
    /// How far the strokes have come together, 0...1.
    var together = 1.0
    /// Opacity of the strokes that have come, without light.
    var base = 0.0
    /// How far the light is on.
    var light = 0.0
    /// Since the light reached the first stroke.
    var time = 0.0
    /// How far the strokes have slipped out of place.
    var slipped = 0.0
    var shown = 0.0
    var swell = 0.0
    var markOpacity = 0.0
  }

  /// Where one stroke is relative to its place, dp.
  struct Stroke: Equatable {
    var x = 0.0
    var y = 0.0
    var degrees = 0.0
    var scale = 1.0
    var opacity = 1.0
  }

  func pose(_ state: RefreshState) -> Pose {
    var pose = Pose()
    // Armed, the figure gathers light before it is let go.
    let ready = Curve.mix(dim, 0.5 * (1 + dim), smoothstep(state.armed))
    switch state.phase {
    case .idle, .pulling, .armed, .canceling:
      pose.together = min(state.ratio, 1)
      pose.base = ready
    case .refreshing:
      let begun = smoothstep(state.timeRefreshing / 0.3)
      pose.together = Curve.mix(min(state.startRatio, 1), 1, begun)
      pose.base = Curve.mix(ready, dim, begun)
      pose.light = 1
      pose.time = state.timeRefreshing - LineArtStyle.rise
    case .finishing:
      finish(&pose, state, after: state.timeInPhase)
    case .exiting:
      finish(&pose, state, after: .infinity)
      let open = state.openness
      let share = Curve.ramp(open, from: RefreshRules.resetShare, to: 1)
      pose.together = open
      pose.base = Curve.mix(dim, pose.base, share)
      pose.slipped *= share
      pose.shown = smoothstep(Curve.ramp(open, from: 0.25, to: 1))
      pose.markOpacity = Curve.ramp(open, from: 0.6, to: 1)
    }
    return pose
  }

  private func finish(_ pose: inout Pose, _ state: RefreshState, after time: Double) {
    let outcome = state.outcome ?? .success
    let ended = smoothstep(time / 0.25)
    let begun = smoothstep(state.timeRefreshing / 0.3)
    pose.together = Curve.mix(min(state.startRatio, 1), 1, max(begun, ended))
    pose.light = 1 - ended
    pose.time = time.isFinite ? state.timeRefreshing + time - LineArtStyle.rise : 0
    let last = Curve.mix(Curve.mix(dim, 0.5 * (1 + dim), smoothstep(state.armed)), dim, begun)
    switch outcome {
    case .success: pose.base = Curve.mix(last, 1, ended)
    case .noChange: pose.base = Curve.mix(last, 0.5 * (1 + dim), ended)
    case .failure, .timeout:
      pose.base = Curve.mix(last, 0.5 * (1 + dim), ended)
      pose.slipped = smoothstep(Curve.ramp(time, from: 0.05, to: 0.4)) * (outcome == .failure ? 1 : 0.4)
    case .offline: pose.base = Curve.mix(last, 0.6 * dim, ended)
    }
    pose.shown = ended
    pose.markOpacity = Curve.ramp(ended, from: 0.3, to: 1)
    if outcome.isTrouble, time.isFinite {
      pose.swell = Curve.swing(time: max(time - 0.12, 0), velocity: 2, frequency: 2, decay: 6)
    }
  }

  func stroke(_ index: Int, _ pose: Pose, _ state: RefreshState) -> Stroke {
    // Source: CBStoreHouse. Stroke i of n starts (1 - f) i / n into the pull and flies for f of it.
    let start = (1 - flight) * Double(index) / Double(middles.count)
    let come = Curve.ramp(pose.together, from: start, to: start + flight)
    let away = 1 - come
    var stroke = Stroke()
    stroke.x = scatter * chance(state, 2 * index) * away
    stroke.y = -drop * away
    // Half a turn: seen as a line, a stroke at the end of it stands as it was drawn.
    stroke.degrees = -180 * away
    stroke.scale = come
    let glow = pose.light > 0 ? pose.light * self.glow(index, at: pose.time) : 0
    stroke.opacity = come * Curve.mix(pose.base, 1, glow)
    if pose.slipped > 0 {
      let slip = chance(state, 2 * index + 1)
      stroke.degrees += 14 * slip * pose.slipped
      stroke.y += (1.5 + 2.5 * abs(slip)) * pose.slipped * come
    }
    return stroke
  }

  /// How brightly a stroke is lit, 0...1, `time` seconds after the light began to run.
  func glow(_ index: Int, at time: Double) -> Double {
    let rise = LineArtStyle.rise
    // The light begins again at the first stroke when the last has had it, but on a short figure not before it has faded.
    let round = max(step * Double(middles.count), fade + rise)
    let age = time - step * Double(index)
    func rising(_ age: Double) -> Double { smoothstep((age + rise) / rise) }
    guard age >= 0 else { return rising(age) }
    let since = age.truncatingRemainder(dividingBy: round)
    return max(1 - smoothstep(since / fade), rising(since - round))
  }

  /// Chance between -1 and 1, the same through one refresh.
  private func chance(_ state: RefreshState, _ index: Int) -> Double {
    let bits = SplitMix64.value(seed: state.seed, index: UInt64(index) + 1) >> 11
    return 2 * Double(bits) / Double(1 << 53) - 1
  }
}
