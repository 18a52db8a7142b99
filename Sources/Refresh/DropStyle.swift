import Numbers
public import Scene

/// A drop of gum hangs from the top edge and stretches as one pulls, until it snaps back and turns.
///
/// Constants and outline after ODRefreshControl. The outline changes with the pull in more than an affine way, so it is rastered at
/// `DropStyle.frames` stretches; between two of them both are brought to the exact height and one fades into the other. They
/// differ by less than a third of a dp then, and a narrower one lies within a wider one, so that no step is seen.
public struct DropStyle: RefreshStyle {
  /// The task starts at 96 dp with the finger still down, and 44 are held open, unless told otherwise.
  public let metrics: RefreshMetrics
  /// The drop at `frames` stretches from none to all, the arrow, then the mark's.
  public let sprites: [SpriteRequest]
  /// Seconds of a turn.
  public let turn: Double
  private let mark: OutcomeMark

  /// Rastered stretches, evenly spaced from none to all.
  static let frames = 24
  /// Places of the style's own sprites; frames come first, the mark's last.
  enum Sprite { static let arrow = DropStyle.frames, mark = DropStyle.frames + 1 }

  /// Lengths in dp of an unreduced header. The drop hangs together until the header is `round` high and then stretches over
  /// `distance`; the trigger is where it snaps.
  static let round = 43.0
  static let distance = 53.0
  /// What is held open by itself.
  static let hold = 44.0
  /// Size of the drop while it turns.
  static let resting = 0.9

  /// - Parameters:
  ///   - ink: of the drop; the arrow on it is cut out in the background's colour.
  ///   - turn: seconds the arrow takes for a turn while refreshing.
  public init(
    ink: SpriteRequest.Ink = .accent, turn: Double = 1,
    metrics: RefreshMetrics = RefreshMetrics(trigger: 96, hold: 44, fire: .atThreshold),
    words: OutcomeWords = OutcomeWords()
  ) {
    precondition(turn > 0, "the arrow turns")
    self.metrics = metrics
    self.turn = turn
    mark = OutcomeMark(words: words, firstSprite: Sprite.mark)
    let outlines = (0..<DropStyle.frames).map { DropOutline(stretch: Double($0) / Double(DropStyle.frames - 1)) }
    sprites =
      outlines.map { SpriteRequest(.drawing($0.drawing), height: $0.drawing.viewBox.height, ink: ink) } + [
        SpriteRequest(.drawing(DropStyle.arrow), height: 20, ink: .background)
      ] + mark.sprites
  }

  /// See `RefreshStyle.draw`.
  public func draw(_ state: RefreshState, on canvas: RefreshCanvas, into scene: inout Scene) {
    guard !canvas.area.isEmpty else { return }
    let pose = pose(state)
    let dp = canvas.scale * fit(state)
    let x = Double(canvas.area.x0 + canvas.area.x1) / 2
    if let outcome = state.outcome {
      let layout = mark.layout(outcome, room: Double(canvas.area.width) - 32 * canvas.scale, on: canvas)
      let rest = room(state) / 2 * canvas.scale
      let middle = Double(canvas.area.y0) + min(rest, Double(canvas.area.height) - rest)
      mark.draw(
        layout, left: x - layout.width / 2, middle: middle, scale: pose.markScale, opacity: pose.mark, on: canvas,
        into: &scene)
    }
    guard pose.size > 0 else { return }
    let head = Point(x: x, y: Double(canvas.area.y0) + pose.middle * dp)
    drawDrop(pose, head, on: canvas, fit: fit(state), into: &scene)
    guard let arrow = canvas.sprites[Sprite.arrow] else { return }
    let outline = DropOutline(stretch: pose.stretch)
    scene.add(
      .sprite(
        arrow, center: head, degrees: pose.degrees, scale: fit(state) * pose.size * outline.headRadius / 16,
        opacity: pose.opacity, clip: canvas.area))
  }

  /// - Parameter head: middle of the upper circle, viewer pixels.
  private func drawDrop(
    _ pose: Pose, _ head: Point, on canvas: RefreshCanvas, fit: Double, into scene: inout Scene
  ) {
    let outline = DropOutline(stretch: pose.stretch)
    let place = pose.stretch * Double(DropStyle.frames - 1)
    let first = min(Int(clamping: place), DropStyle.frames - 1)
    let share = place - Double(first)
    // The narrower one comes while it is hidden in the wider one, then the wider one goes.
    draw(first, opacity: pose.opacity * min(2 - 2 * share, 1))
    draw(first + 1, opacity: pose.opacity * min(2 * share, 1))

    func draw(_ frame: Int, opacity: Double) {
      guard opacity > 0, frame < DropStyle.frames, let sprite = canvas.sprites[frame] else { return }
      let own = DropOutline(stretch: Double(frame) / Double(DropStyle.frames - 1))
      // Brought to the height of this moment's outline, its head where this moment's head is.
      let down = outline.height / own.height * pose.size * fit
      let across = pose.size * fit
      let scale = canvas.scale
      // A raster is whole pixels high, the drawing in its middle.
      let rounded = Double(sprite.size.height) - own.drawingHeight * scale
      let top = (own.headRadius + DropOutline.edge) * scale + rounded / 2
      let map = Transform.translation(x: -Double(sprite.size.width) / 2, y: -top)
        .then(.scale(x: across * (1 + pose.squash), y: down * (1 - pose.squash)))
        .then(
          .translation(x: head.x, y: head.y + (own.headRadius * down / across - outline.headRadius) * across * scale))
      let bounds = map.bounds(
        of: Rect(x: 0, y: 0, width: Double(sprite.size.width), height: Double(sprite.size.height)))
      scene.add(
        Layer(
          .image(sprite, map), frame: PixelRect(covering: bounds).intersection(canvas.area),
          opacity: Layer.opacity(opacity)))
    }
  }

  /// 1, or less where a low viewport arms sooner or holds less open.
  private func fit(_ state: RefreshState) -> Double {
    min(state.trigger / (DropStyle.round + DropStyle.distance), room(state) / DropStyle.hold, 1)
  }

  /// What is held open, dp.
  private func room(_ state: RefreshState) -> Double {
    state.hold > 0 ? state.hold : min(DropStyle.hold, state.trigger)
  }
}

extension DropStyle {
  static let entry = RefreshStyles.Entry(
    "drop", "A drop of gum stretches with the pull, snaps back and turns.",
    [
      RefreshParameter("turn", .time(0.3...10), standard: "1", "How long a turn takes."),
      RefreshParameter("color", .color, "Colour of the drop; the theme's accent when left out."),
    ]
  ) { settings in
    DropStyle(
      ink: settings.color("color").map { .fixed($0) } ?? .accent, turn: settings.number("turn") ?? 1,
      words: settings.words)
  }
}

// MARK: Pose

extension DropStyle {
  /// What drop and mark do at one moment.
  struct Pose: Equatable {
    /// Of the drop's head below the top edge, dp of an unreduced header.
    var middle = DropStyle.hold / 2
    /// 0 for a disc, 1 just before it snaps.
    var stretch = 0.0
    /// Share by which it is wider and lower than by itself.
    var squash = 0.0
    var size = 1.0
    /// Of drop and arrow: what shrinks away is gone before it is a dot.
    var opacity = 1.0
    /// Of the arrow.
    var degrees = 0.0
    var mark = 0.0
    var markScale = 1.0
  }

  func pose(_ state: RefreshState) -> Pose {
    var pose = Pose()
    let open = state.extent / fit(state)
    switch state.phase {
    case .idle, .pulling, .armed, .canceling:
      pose.stretch = stretch(open)
      pose.middle = middle(open, stretch: pose.stretch)
      pose.degrees = DropStyle.degrees(pose.stretch)
    case .refreshing:
      turn(&pose, state, at: state.timeRefreshing, open: open)
    case .finishing:
      turn(&pose, state, at: state.timeRefreshing + state.timeInPhase, open: open)
      let left = 1 - smoothstep(state.timeInPhase / 0.16)
      pose.size *= left
      pose.opacity = left
      finish(&pose, state, after: state.timeInPhase)
    case .exiting:
      pose.size = 0
      finish(&pose, state, after: .infinity)
      let share = Curve.ramp(state.openness, from: RefreshRules.resetShare, to: 1)
      pose.mark = Curve.ramp(share, from: 0, to: 0.6)
    }
    return pose
  }

  private func stretch(_ open: Double) -> Double {
    Curve.ramp(open, from: DropStyle.round, to: DropStyle.round + DropStyle.distance)
  }

  /// The whole drop rides on the content until there is room for it; then its head stays.
  private func middle(_ open: Double, stretch: Double) -> Double {
    let outline = DropOutline(stretch: stretch)
    let hanging = outline.topPadding + outline.headRadius
    guard open < DropStyle.round else { return hanging }
    // Out of sight until the extent at which a closing header counts as closed.
    let reset = RefreshRules.resetShare * (DropStyle.round + DropStyle.distance)
    let hidden = 4 * (1 - Curve.ramp(open, from: reset, to: DropStyle.round))
    return open - DropStyle.round + hanging - hidden
  }

  /// The arrow is wound up by the pull.
  private static func degrees(_ stretch: Double) -> Double { 180 * stretch }

  private func turn(_ pose: inout Pose, _ state: RefreshState, at time: Double, open: Double) {
    let begun = stretch(state.startRatio * state.trigger / fit(state))
    let snapped = smoothstep(time / 0.2)
    pose.stretch = begun * Curve.spring(time: time, from: 1, velocity: 0, rate: 26)
    let rest = room(state) / 2 / fit(state)
    pose.middle = Curve.mix(middle(open, stretch: pose.stretch), min(rest, open - rest), snapped)
    pose.size = Curve.mix(1, DropStyle.resting, snapped)
    // What came back makes the drop quiver.
    pose.squash = begun * Curve.swing(time: time, velocity: 2.6, frequency: 3.5, decay: 8)
    pose.degrees = DropStyle.degrees(begun) + 360 * time / turn
  }

  /// The mark takes the drop's place.
  private func finish(_ pose: inout Pose, _ state: RefreshState, after time: Double) {
    pose.mark = smoothstep(Curve.ramp(time, from: 0.12, to: 0.32))
    pose.markScale = 0.7 + 0.3 * pose.mark
    if state.outcome?.isTrouble == true, time.isFinite {
      pose.markScale += Curve.swing(time: max(time - 0.12, 0), velocity: 2, frequency: 2, decay: 6)
    }
  }

  /// Most of a ring, with a head: "again".
  private static let arrow: Drawing = {
    func p(_ x: Double, _ y: Double) -> Point { Point(x: x, y: y) }
    return Drawing(
      viewBox: Rect(x: -10, y: -10, width: 20, height: 20),
      shapes: [
        Drawing.Shape(
          path: .arc(.zero, radius: 6, start: 60, sweep: 270),
          stroke: .init(paint: .current(alpha: 1), width: 2.4, hasRoundCaps: true)),
        Drawing.Shape(
          path: .line([p(5.2, 2.2), p(0.4, -3), p(9.4, -4.4)], isClosed: true),
          fill: .current(alpha: 1)),
      ])
  }()
}

/// The outline of a drop at one stretch: a circle above, a smaller one below, and a curve from the one to the other on each side.
///
/// Lengths in dp. Source: ODRefreshControl, whose largest and smallest radii and paddings these are.
struct DropOutline: Equatable {
  /// 0...1.
  var stretch: Double

  /// Clear dp around the drawing, so that its edge is soft on all sides.
  static let edge = 1.0

  var headRadius: Double { Curve.mix(16, 12.5, stretch) }
  var tailRadius: Double { Curve.mix(16, 3, stretch) }
  var topPadding: Double { Curve.mix(5, 9, stretch) }
  var bottomPadding: Double { Curve.mix(6, 4, stretch) }
  /// From the head's middle to the tail's: what is left of the header.
  var length: Double {
    DropStyle.round + DropStyle.distance * stretch - topPadding - headRadius - bottomPadding - tailRadius
  }
  /// Of the whole outline.
  var height: Double { headRadius + length + tailRadius }

  var drawingHeight: Double { height + 2 * DropOutline.edge }

  /// The head's middle at 0, in a box as wide as the widest.
  var drawing: Drawing {
    func p(_ x: Double, _ y: Double) -> Point { Point(x: x, y: y) }
    let head = headRadius
    let tail = tailRadius
    let k = 0.5523
    func side(_ share: Double) -> Double { Curve.mix(head, tail, share) }
    // The source's 0.2 when long; a short drop with it would have a waist.
    let neck = Curve.mix(0.5, 0.2, stretch) * length
    return Drawing(
      viewBox: Rect(
        x: -16 - DropOutline.edge, y: -head - DropOutline.edge, width: 32 + 2 * DropOutline.edge,
        height: drawingHeight),
      shapes: [
        Drawing.Shape(
          path: Path([
            .move(p(-head, 0)), .curve(p(-head, -k * head), p(-k * head, -head), to: p(0, -head)),
            .curve(p(k * head, -head), p(head, -k * head), to: p(head, 0)),
            .curve(p(side(0.1), neck), p(side(0.9), neck), to: p(tail, length)),
            .curve(p(tail, length + k * tail), p(k * tail, length + tail), to: p(0, length + tail)),
            .curve(p(-k * tail, length + tail), p(-tail, length + k * tail), to: p(-tail, length)),
            .curve(p(-side(0.9), neck), p(-side(0.1), neck), to: p(-head, 0)), .close,
          ]), fill: .current(alpha: 1))
      ])
  }
}
