import Glibc
import Numbers
public import Scene

/// A disc comes down from the top edge, an arc with an arrow head grows on it, and turns: the way of Android.
///
/// Constants after SwipeRefreshLayout and its CircularProgressDrawable. There the disc lies over a list that stays; here it lies
/// in the space the list uncovers, so that it never hides a card. The result appears on the disc.
public struct MaterialStyle: RefreshStyle {
  /// 64 dp arm and are held open unless told otherwise.
  public let metrics: RefreshMetrics
  /// In the order of `Sprite`: a ring for each colour comes last but for the mark's.
  public let sprites: [SpriteRequest]
  /// Of the arc, in turn, one a cycle.
  public let colors: [SpriteRequest.Ink]
  private let mark: OutcomeMark

  /// Places of the style's own sprites; the rings and the mark's follow.
  enum Sprite { static let shadow = 0, disc = 1, light = 2, arrow = 3, rings = 4 }

  /// Diameter of the disc, dp.
  static let diameter = 40.0
  /// From the disc's centre to the end of its shadow, dp.
  static let reach = 28.0
  /// Height of the outcome's glyph, dp.
  static let glyph = 24.0
  /// From the disc's centre to the middle of the arc's stroke, and the stroke's width, dp.
  static let radius = 7.5
  static let stroke = 2.5
  /// Degrees that half a stroke covers on the arc: 1.25 / 7.5 in radians.
  static let cap = 9.55
  static let arrowHeight = 5.0
  /// Seconds in which the arc grows and shrinks once.
  static let cycle = 1.332
  /// Shortest and longest arc, in turns.
  static let arc = 0.01...0.8
  /// What the whole ring turns in a cycle: 216° for the group and 0.21 of a turn for the arc's own way.
  static let turning = 0.6 + 0.21
  /// Where in a cycle the next colour begins to come.
  static let colorChange = 0.75
  /// Opacity of an arc that is not armed, and the seconds in which arming makes it solid.
  static let quiet = 0.3
  static let solidifying = 0.3
  /// Seconds in which the disc vanishes.
  static let scalingOut = 0.15

  /// - Parameter colors: of the arc, in turn; at least one.
  public init(
    colors: [SpriteRequest.Ink] = [.accent, .good, .info],
    metrics: RefreshMetrics = RefreshMetrics(trigger: 64, hold: 64, arming: 0.3), words: OutcomeWords = OutcomeWords()
  ) {
    precondition(!colors.isEmpty, "the arc has a colour")
    self.metrics = metrics
    self.colors = colors
    mark = OutcomeMark(
      words: words, firstSprite: Sprite.rings + colors.count, glyphHeight: MaterialStyle.glyph, gap: 20)
    let side = 2 * MaterialStyle.radius + MaterialStyle.stroke
    sprites =
      [
        SpriteRequest(.drawing(MaterialStyle.shadow), height: 2 * MaterialStyle.reach),
        SpriteRequest(.drawing(MaterialStyle.disc), height: MaterialStyle.diameter + 2, ink: .background),
        SpriteRequest(.drawing(MaterialStyle.disc), height: MaterialStyle.diameter + 2, ink: .fixed(.white)),
        SpriteRequest(.drawing(MaterialStyle.arrow), height: MaterialStyle.arrowHeight, ink: colors[0]),
      ] + colors.map { SpriteRequest(.drawing(MaterialStyle.ring), height: side, ink: $0) } + mark.sprites
  }

  /// See `RefreshStyle.draw`.
  public func draw(_ state: RefreshState, on canvas: RefreshCanvas, into scene: inout Scene) {
    guard !canvas.area.isEmpty else { return }
    let pose = pose(state)
    let fit = fit(state)
    let dp = canvas.scale * fit
    let middle = Double(canvas.area.y0) + pose.middle * dp
    var x = Double(canvas.area.x0 + canvas.area.x1) / 2
    var layout: OutcomeMark.Layout?
    // The glyph lies on the disc and the words beside it.
    let beside = (MaterialStyle.diameter - MaterialStyle.glyph) / 2 * canvas.scale
    if let outcome = state.outcome {
      let found = mark.layout(outcome, room: Double(canvas.area.width) - 4 * beside, on: canvas)
      x -= (mark.isMirrored ? -1 : 1) * pose.shown * max(found.width - found.glyphWidth, 0) / 2
      layout = found
    }
    let center = Point(x: x, y: middle)
    drawDisc(pose, center, fit, on: canvas, into: &scene)
    if pose.arcOpacity > 0 { drawArc(pose, center, fit, on: canvas, into: &scene) }
    if let layout {
      let left = mark.isMirrored ? x + layout.glyphWidth / 2 - layout.width : x - layout.glyphWidth / 2
      mark.draw(
        layout, left: left, middle: middle,
        scale: min(fit, 1) * pose.discScale * (0.7 + 0.3 * pose.shown + pose.swell), opacity: pose.mark, on: canvas,
        into: &scene)
    }
  }

  private func drawDisc(
    _ pose: Pose, _ center: Point, _ fit: Double, on canvas: RefreshCanvas, into scene: inout Scene
  ) {
    guard pose.discScale > 0, let disc = canvas.sprites[Sprite.disc] else { return }
    let scale = fit * pose.discScale
    let solid = min(2 * pose.discScale, 1)
    if let shadow = canvas.sprites[Sprite.shadow] {
      scene.add(.sprite(shadow, center: center, scale: scale, opacity: pose.discScale, clip: canvas.area))
    }
    scene.add(.sprite(disc, center: center, scale: scale, opacity: solid, clip: canvas.area))
    if let light = canvas.sprites[Sprite.light] {
      // Raised means lighter: white on a light ground, a little of it on a dark one.
      let opacity = canvas.theme.background.luminance < 0.18 ? 0.12 : 1
      scene.add(.sprite(light, center: center, scale: scale, opacity: solid * opacity, clip: canvas.area))
    }
  }

  private func drawArc(
    _ pose: Pose, _ center: Point, _ fit: Double, on canvas: RefreshCanvas, into scene: inout Scene
  ) {
    // Square ends, half a stroke long, as the original's: the shortest arc is a dot and not nothing.
    let length = pose.head - pose.tail
    let cap = MaterialStyle.cap * Curve.ramp(length, from: 0, to: MaterialStyle.arc.lowerBound)
    let sector = Sector(center: center, start: 360 * pose.tail - cap, sweep: 360 * length + 2 * cap)
    func ring(_ color: Int, _ opacity: Double) {
      guard opacity > 0, let ring = canvas.sprites[Sprite.rings + color % colors.count] else { return }
      var layer = Layer.sprite(
        ring, center: center, scale: fit * pose.discScale, opacity: pose.arcOpacity * opacity, clip: canvas.area)
      layer.sector = sector
      scene.add(layer)
    }
    // One colour comes above the other, which goes once it is hidden: no moment shows less than a whole arc.
    if colors.count > 1 { ring(pose.color + colors.count - 1, pose.lastColor) }
    ring(pose.color, 1)
    if colors.count > 1 { ring(pose.color + 1, pose.nextColor) }
    guard pose.arrow > 0, let arrow = canvas.sprites[Sprite.arrow] else { return }
    let turned = Transform.rotation(degrees: 360 * pose.head)
    let size = pose.arrow * fit
    let tip = turned.apply(
      Point(
        x: MaterialStyle.radius * fit * canvas.scale, y: MaterialStyle.arrowHeight / 2 * size * canvas.scale))
    scene.add(
      .sprite(
        arrow, center: Point(x: center.x + tip.x, y: center.y + tip.y), degrees: 360 * pose.head, scale: size,
        opacity: pose.arcOpacity * pose.arrowOpacity, clip: canvas.area))
  }

  /// 1, or less where a low viewport holds less open than the disc needs.
  private func fit(_ state: RefreshState) -> Double { min(room(state) / 64, 1) }

  /// What is held open, dp.
  private func room(_ state: RefreshState) -> Double { state.room }
}

extension MaterialStyle {
  static let entry = RefreshStyles.Entry(
    "material", "A disc comes down with a growing, turning arc: the way of Android.",
    [
      RefreshParameter(
        "colors", .colors(1...8), "Colours of the arc, in turn; the theme's accent, good and info when left out.")
    ]
  ) { settings in
    MaterialStyle(
      colors: settings.colors("colors").map { $0.map { .fixed($0) } } ?? [.accent, .good, .info], words: settings.words)
  }
}

// MARK: Pose

extension MaterialStyle {
  /// What disc, arc and mark do at one moment.
  struct Pose: Equatable {
    // Many properties: each is a joint of the drawing.
    /// Of the disc below the top edge, dp of an unreduced header.
    var middle = 32.0
    var discScale = 1.0
    /// Ends of the arc in turns, clockwise from 3 o'clock; `tail` comes first.
    var tail = 0.0
    var head = 0.0
    var arcOpacity = 1.0
    /// Size of the arrow head.
    var arrow = 0.0
    var arrowOpacity = 1.0
    /// Place of the arc's colour in the list, how far the one after it has come, and what is left below it of the one before.
    var color = 0
    var nextColor = 0.0
    var lastColor = 0.0
    /// How far the disc has made room for the words.
    var shown = 0.0
    var mark = 0.0
    var swell = 0.0
  }

  func pose(_ state: RefreshState) -> Pose {
    var pose = Pose(middle: middle(state))
    let solid = smoothstep(state.armed)
    switch state.phase {
    case .idle, .pulling, .armed, .canceling:
      pull(&pose, state.ratio)
      pose.arcOpacity = Curve.mix(MaterialStyle.quiet, 1, solid)
    case .refreshing:
      spin(&pose, state, at: state.timeRefreshing)
      pose.arcOpacity = running(state, solid)
    case .finishing:
      spin(&pose, state, at: state.timeRefreshing + min(state.timeInPhase, 0.16))
      pose.arcOpacity = running(state, solid)
      finish(&pose, state, after: state.timeInPhase)
    case .exiting:
      finish(&pose, state, after: .infinity)
      // The disc goes by its own time; words leave with the space they stand in.
      pose.discScale = 1 - Curve.ramp(state.timeInPhase, from: 0, to: MaterialStyle.scalingOut)
      pose.mark *= pose.discScale
    }
    return pose
  }

  /// Opacity of the arc of a task that has run so long; what arming began goes on.
  private func running(_ state: RefreshState, _ solid: Double) -> Double {
    let begun = smoothstep(state.timeRefreshing / MaterialStyle.solidifying)
    return Curve.mix(Curve.mix(MaterialStyle.quiet, 1, solid), 1, begun)
  }

  /// Where the space there is brings the disc: out of sight until the extent at which a closing header counts as closed, then
  /// at a speed that has it in the middle of what is held open, then slower and slower.
  private func middle(_ state: RefreshState) -> Double {
    let open = state.extent / room(state)
    let hidden = -(MaterialStyle.reach + 2)
    let come = Curve.ramp(open, from: RefreshRules.resetShare * state.trigger / room(state), to: 1)
    return Curve.mix(hidden, 32, come) + 64 * 2 * MaterialStyle.tension(open)
  }

  /// Source: SwipeRefreshLayout.moveSpinner: x above the trigger, in triggers, gives 2 (x/4 - (x/4)²), at most 1/2.
  private static func tension(_ ratio: Double) -> Double {
    let over = min(max(ratio - 1, 0), 2) / 4
    return 2 * (over - over * over)
  }

  /// What a pull draws. Source: SwipeRefreshLayout.moveSpinner.
  private func pull(_ pose: inout Pose, _ ratio: Double) {
    let adjusted = max(min(ratio, 1) - 0.4, 0) * 5 / 3
    let rotation = (-0.25 + 0.4 * adjusted + 2 * MaterialStyle.tension(ratio)) * 0.5
    pose.tail = rotation
    pose.head = rotation + MaterialStyle.arc.upperBound * adjusted
    pose.arrow = adjusted
    pose.arrowOpacity = min(4 * adjusted, 1)
  }

  /// The arc while time drives it.
  private func spin(_ pose: inout Pose, _ state: RefreshState, at time: Double) {
    var dragged = Pose()
    pull(&dragged, state.startRatio)
    let shortest = MaterialStyle.arc.lowerBound
    let grow = MaterialStyle.arc.upperBound - shortest
    // First what the pull had drawn is taken in from behind, in half a cycle, while the ring turns on to its zero.
    let drawn = dragged.head - dragged.tail
    let taking = drawn > shortest ? MaterialStyle.cycle / 2 : 0
    let start = max(drawn - shortest, 0)
    pose.arrow = dragged.arrow
    pose.arrowOpacity = dragged.arrowOpacity * (1 - smoothstep(time / 0.12))
    guard time >= taking else {
      let share = time / taking
      let turned = Curve.mix(dragged.tail, 1, share)
      pose.tail = turned + start * share
      pose.head = turned + drawn
      setColor(&pose, cycle: 0, share: share)
      return
    }
    let cycles = (time - taking) / MaterialStyle.cycle
    let whole = cycles.rounded(.down)
    let share = cycles - whole
    let begin = (taking > 0 ? 1 : dragged.tail) + start + whole * grow + cycles * MaterialStyle.turning
    pose.head = begin + shortest + grow * Curve.fastOutSlowIn(2 * share)
    pose.tail = begin + grow * Curve.fastOutSlowIn(2 * share - 1)
    setColor(&pose, cycle: Int(clamping: min(whole, 1e6)) + (taking > 0 ? 1 : 0), share: share)
  }

  private func setColor(_ pose: inout Pose, cycle: Int, share: Double) {
    pose.color = cycle % colors.count
    pose.nextColor = Curve.ramp(share, from: MaterialStyle.colorChange, to: 1)
    pose.lastColor = cycle > 0 ? 1 - Curve.ramp(share, from: 0, to: 0.1) : 0
  }

  /// The arc gives way to the outcome's mark.
  private func finish(_ pose: inout Pose, _ state: RefreshState, after time: Double) {
    pose.arcOpacity *= 1 - smoothstep(time / 0.16)
    pose.arrowOpacity = time.isFinite ? pose.arrowOpacity : 0
    pose.shown = smoothstep(time / 0.25)
    pose.mark = smoothstep(Curve.ramp(time, from: 0.1, to: 0.3))
    if state.outcome?.isTrouble == true, time.isFinite {
      pose.swell = Curve.swing(time: max(time - 0.1, 0), velocity: 2, frequency: 2, decay: 6)
    }
  }
}

// MARK: Drawings

extension MaterialStyle {
  private static func p(_ x: Double, _ y: Double) -> Point { Point(x: x, y: y) }

  /// With a dp of room around it, so that its edge is soft on all sides.
  private static let disc = Drawing(
    viewBox: Rect(x: -21, y: -21, width: 42, height: 42),
    shapes: [Drawing.Shape(path: .circle(.zero, radius: 20), fill: .current(alpha: 1))])

  /// Of a disc 4 dp above the ground, the light a little in front.
  private static let shadow = Drawing(
    viewBox: Rect(x: -reach, y: -reach, width: 2 * reach, height: 2 * reach),
    shapes: [
      Drawing.Shape(
        path: .circle(p(0, 2), radius: 26),
        fill: .radial(
          center: p(0, 2), radius: 26,
          stops: [
            .init(offset: 0, color: .black.opacity(0.34)), .init(offset: 0.7, color: .black.opacity(0.28)),
            .init(offset: 0.85, color: .black.opacity(0.09)), .init(offset: 1, color: .black.opacity(0)),
          ]))
    ])

  private static let ring = Drawing(
    viewBox: Rect(x: -8.75, y: -8.75, width: 17.5, height: 17.5),
    shapes: [
      Drawing.Shape(path: .circle(.zero, radius: radius), stroke: .init(paint: .current(alpha: 1), width: stroke))
    ])

  /// At 3 o'clock it points down, the way the arc runs there.
  private static let arrow = Drawing(
    viewBox: Rect(x: -5, y: 0, width: 10, height: 5),
    shapes: [Drawing.Shape(path: .line([p(-5, 0), p(5, 0), p(0, 5)], isClosed: true), fill: .current(alpha: 1))])
}
