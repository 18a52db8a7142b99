import Glibc
import Numbers
public import Scene

/// A ring of petals that appear one by one while pulling and then chase each other: the quiet system spinner.
///
/// Constants after Flutter's `CupertinoActivityIndicator` and `CupertinoSliverRefreshControl`; petals fade where those switch.
public struct PetalsStyle: RefreshStyle {
  /// 100 dp arm and 60 are held open unless told otherwise, as in Flutter.
  public let metrics: RefreshMetrics
  /// One petal, which is turned into its eight places, then the mark's.
  public let sprites: [SpriteRequest]
  /// Outer radius of the ring, dp.
  public let radius: Double
  /// Seconds of a turn.
  public let turn: Double
  private let mark: OutcomeMark

  /// Places of the style's own sprite; the mark's follow.
  enum Sprite { static let petal = 0, mark = 1 }

  /// Alpha of the petals from the tail to the head, of 255.
  static let alphas = (47.0, 47.0, 47.0, 47.0, 72.0, 97.0, 122.0, 147.0)
  static let count = 8
  /// Alpha of every petal while pulling, of 255.
  static let revealed = 147.0

  /// - Parameter ink: the petals' colour.
  public init(
    radius: Double = 14, turn: Double = 1, ink: SpriteRequest.Ink = .text,
    metrics: RefreshMetrics = RefreshMetrics(trigger: 100, hold: 60), words: OutcomeWords = OutcomeWords()
  ) {
    precondition(radius > 0 && turn > 0, "petals have a size and turn")
    self.metrics = metrics
    self.radius = radius
    self.turn = turn
    mark = OutcomeMark(words: words, firstSprite: Sprite.mark)
    sprites =
      [SpriteRequest(.drawing(PetalsStyle.petal), height: 2 * radius / 3, ink: ink)] + mark.sprites
  }

  /// See `RefreshStyle.draw`.
  public func draw(_ state: RefreshState, on canvas: RefreshCanvas, into scene: inout Scene) {
    guard !canvas.area.isEmpty else { return }
    let pose = pose(state)
    let fit = fit(state)
    // The ring stays where it will rest; the content uncovers it.
    let center = Point(
      x: Double(canvas.area.x0 + canvas.area.x1) / 2,
      y: Double(canvas.area.y0) + (margin + radius) * fit * canvas.scale)
    if let outcome = state.outcome {
      let layout = mark.layout(outcome, room: Double(canvas.area.width) - 2 * layoutMargin(canvas), on: canvas)
      mark.draw(
        layout, left: center.x - layout.width / 2, middle: center.y, scale: pose.markScale, opacity: pose.mark,
        on: canvas, into: &scene)
    }
    guard let petal = canvas.sprites[Sprite.petal], pose.opacity > 0 else { return }
    let size = pose.scale * fit
    // A petal reaches from a third of the radius to the whole of it.
    let distance = radius * 2 / 3 * size * canvas.scale
    let scale = 2 * radius / 3 * size * canvas.scale / Double(petal.size.height)
    for index in 0..<PetalsStyle.count {
      let opacity = pose.opacity * alpha(index, pose) / 255
      guard opacity > 0, scale > 0 else { continue }
      let angle = Double(index) * 2 * .pi / Double(PetalsStyle.count)
      scene.add(
        .sprite(
          petal, center: Point(x: center.x + distance * sin(angle), y: center.y - distance * cos(angle)),
          degrees: Double(index) * 360 / Double(PetalsStyle.count), scale: scale, opacity: opacity, clip: canvas.area))
    }
  }
}

// MARK: Settings

extension PetalsStyle {
  static let entry = RefreshStyles.Entry(
    "petals", "A ring of petals that chase each other: the quiet system spinner.",
    [
      RefreshParameter("height", .length(12...120), standard: "28", "Diameter of the ring."),
      RefreshParameter("turn", .time(0.3...10), standard: "1", "How long a turn takes."),
      RefreshParameter("color", .color, "Colour of the petals; the theme's text colour when left out."),
    ]
  ) { settings in
    let height = settings.number("height") ?? 28
    return PetalsStyle(
      radius: height / 2, turn: settings.number("turn") ?? 1, ink: settings.color("color").map { .fixed($0) } ?? .text,
      metrics: RefreshMetrics(trigger: max(100, height + 32), hold: height + 32), words: settings.words)
  }
}

// MARK: Pose

extension PetalsStyle {
  /// What the petals and the mark do at one moment.
  struct Pose: Equatable {
    /// Petals that have appeared, 0...8; the last one partly.
    var shown = 8.0
    /// Turns since the refresh began.
    var turned = 0.0
    /// From all petals alike (0) to the chase (1).
    var chase = 0.0
    var opacity = 1.0
    var scale = 1.0
    var mark = 0.0
    var markScale = 1.0
  }

  func pose(_ state: RefreshState) -> Pose {
    var pose = Pose()
    switch state.phase {
    case .idle, .pulling, .armed, .canceling:
      reveal(&pose, state.ratio)
    case .refreshing:
      // Wherever the pull was when the refresh began, the rest appears within a quarter of a second.
      let begun = smoothstep(state.timeRefreshing / 0.25)
      reveal(&pose, Curve.mix(min(state.startRatio, 1), 1, begun))
      pose.turned = state.timeRefreshing / turn
      pose.chase = begun
    case .finishing:
      finish(&pose, state, after: state.timeInPhase)
    case .exiting:
      finish(&pose, state, after: .infinity)
      let open = Curve.ramp(state.openness, from: RefreshRules.resetShare, to: 1)
      pose.mark = Curve.ramp(open, from: 0, to: 0.6)
      pose.markScale = open
    }
    return pose
  }

  /// The mark takes the petals' place.
  private func finish(_ pose: inout Pose, _ state: RefreshState, after time: Double) {
    let gone = smoothstep(time / 0.16)
    let begun = smoothstep(state.timeRefreshing / 0.25)
    pose.shown = 8 * Curve.mix(min(state.startRatio, 1), 1, begun)
    pose.chase = begun
    pose.turned = (state.timeRefreshing + min(time, 0.16)) / turn
    pose.opacity = 1 - gone
    pose.scale = 1 - 0.4 * gone
    pose.mark = smoothstep(Curve.ramp(time, from: 0.12, to: 0.32))
    pose.markScale = 0.7 + 0.3 * pose.mark
    // Trouble is felt before it is read: the glyph swells and sinks once.
    if state.outcome?.isTrouble == true, time.isFinite {
      pose.markScale += Curve.swing(time: max(time - 0.12, 0), velocity: 2, frequency: 2, decay: 6)
    }
  }

  private func reveal(_ pose: inout Pose, _ progress: Double) {
    pose.shown = Double(PetalsStyle.count) * min(progress, 1)
    pose.opacity = smoothstep(progress / 0.35)
  }

  /// Alpha of a petal, of 255.
  private func alpha(_ index: Int, _ pose: Pose) -> Double {
    let appeared = min(max(pose.shown - Double(index), 0), 1)
    guard appeared > 0 else { return 0 }
    // The head moves on by one petal each eighth of a turn; between two of them the alphas run from one to the next.
    let count = PetalsStyle.count
    let position = pose.turned * Double(count)
    let whole = position.rounded(.down)
    let behind = ((index - Int(clamping: whole.truncatingRemainder(dividingBy: Double(count)))) % count + count) % count
    let now = PetalsStyle.tabled(behind)
    let next = PetalsStyle.tabled((behind + count - 1) % count)
    let chasing = Curve.mix(now, next, position - whole)
    return appeared * Curve.mix(PetalsStyle.revealed, chasing, pose.chase)
  }

  private static func tabled(_ index: Int) -> Double {
    switch index {
    case 0: alphas.0
    case 1: alphas.1
    case 2: alphas.2
    case 3: alphas.3
    case 4: alphas.4
    case 5: alphas.5
    case 6: alphas.6
    default: alphas.7
    }
  }

  /// Above and below the ring, dp. Source: Flutter, `_kActivityIndicatorMargin`.
  private var margin: Double { 16 }

  private func layoutMargin(_ canvas: RefreshCanvas) -> Double { margin * canvas.scale }

  /// 1, or less where a low viewport holds less open than ring and margins need.
  private func fit(_ state: RefreshState) -> Double {
    let room = state.room
    return min(room / (2 * (margin + radius)), 1)
  }

  /// One petal for a radius of 1, upright: from (-1/10, -1/3) to (1/10, -1), corners of radius 1/10, in a square box.
  private static let petal: Drawing = {
    func p(_ x: Double, _ y: Double) -> Point { Point(x: x, y: y) }
    let inner = -1.0 / 3
    let r = 0.1
    // Where a quarter circle of radius r has its control points, from its middle.
    let k = 0.5523 * r
    return Drawing(
      viewBox: Rect(x: inner, y: -1, width: -2 * inner, height: -2 * inner),
      shapes: [
        Drawing.Shape(
          path: Path([
            .move(p(-r, r - 1)), .curve(p(-r, r - k - 1), p(-k, -1), to: p(0, -1)),
            .curve(p(k, -1), p(r, r - k - 1), to: p(r, r - 1)), .line(p(r, inner - r)),
            .curve(p(r, inner - r + k), p(k, inner), to: p(0, inner)),
            .curve(p(-k, inner), p(-r, inner - r + k), to: p(-r, inner - r)), .close,
          ]),
          fill: .current(alpha: 1))
      ])
  }()
}
