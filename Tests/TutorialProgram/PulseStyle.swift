import Vitrine

/// Rings that spread from the middle: one while the finger pulls, three in turn while data is fetched.
struct PulseStyle: RefreshStyle {
  /// The pull that arms, and the gap held open while refreshing, in dp.
  let metrics = RefreshMetrics(trigger: 96, hold: 80)
  /// What Vitrine rasters before the first frame; `draw` finds each by its place in this list.
  let sprites: [SpriteRequest]
  /// The glyph and the words for how it ended.
  private let mark: OutcomeMark

  init(color: SpriteRequest.Ink = .accent, words: OutcomeWords = OutcomeWords()) {
    mark = OutcomeMark(words: words, firstSprite: 1)
    sprites = [SpriteRequest(.drawing(Self.ring), height: 64, ink: color)] + mark.sprites
  }

  /// Where everything is at one moment. The same state gives the same layers, and nothing is allocated: this runs on the frame
  /// thread, up to sixty times a second.
  func draw(_ state: RefreshState, on canvas: RefreshCanvas, into scene: inout Scene) {
    guard !canvas.area.isEmpty else { return }
    let middle = Point(
      x: Double(canvas.area.x0 + canvas.area.x1) / 2,
      y: Double(canvas.area.y0) + state.extent * canvas.scale / 2)
    // A low panel holds less open than we ask for: the rings are as much smaller.
    let room = min(state.hold / metrics.hold, 1)
    switch state.phase {
    case .idle, .pulling, .armed, .canceling:
      let share = min(state.ratio, 1)
      ring(at: middle, grown: share * room, opacity: share, on: canvas, into: &scene)
    case .refreshing:
      spread(state.timeRefreshing, opacity: 1, at: middle, room: room, on: canvas, into: &scene)
    case .finishing, .exiting:
      // The rings run on while they fade, so that nothing stops with a jerk.
      let time = state.phase == .finishing ? state.timeInPhase : 1
      let shown = min(time / 0.25, 1)
      if shown < 1 {
        spread(
          state.timeRefreshing + time, opacity: 1 - shown, at: middle, room: room, on: canvas, into: &scene)
      }
      let layout = mark.layout(state.outcome ?? .success, room: Double(canvas.area.width), on: canvas)
      let open = state.phase == .finishing ? shown : state.openness
      mark.draw(
        layout, left: middle.x - layout.width / 2, middle: middle.y, scale: open, opacity: open, on: canvas,
        into: &scene)
    }
  }

  /// The pull's ring goes on first; two more follow, a third of the period after each other.
  private func spread(
    _ time: Double, opacity: Double, at middle: Point, room: Double, on canvas: RefreshCanvas,
    into scene: inout Scene
  ) {
    let period = 1.2
    for index in 0..<3 {
      let age = time / period + 1 - Double(index) / 3
      guard index == 0 || age > 1 else { continue }
      let grown = age == 1 ? 1 : age.truncatingRemainder(dividingBy: 1)
      let fade = age <= 1 ? 1 : 1 - grown
      ring(at: middle, grown: grown * room, opacity: opacity * fade, on: canvas, into: &scene)
    }
  }

  private func ring(
    at middle: Point, grown: Double, opacity: Double, on canvas: RefreshCanvas, into scene: inout Scene
  ) {
    guard let ring = canvas.sprites[0], grown > 0 else { return }
    scene.add(.sprite(ring, center: middle, scale: grown, opacity: opacity, clip: canvas.area))
  }

  /// A circle of four curves; `current` is the ink asked for above.
  private static let ring: Drawing = {
    func p(_ x: Double, _ y: Double) -> Point { Point(x: x, y: y) }
    let r = 10.0
    let k = 0.5523 * r
    let circle = Path([
      .move(p(r, 0)), .curve(p(r, k), p(k, r), to: p(0, r)), .curve(p(-k, r), p(-r, k), to: p(-r, 0)),
      .curve(p(-r, -k), p(-k, -r), to: p(0, -r)), .curve(p(k, -r), p(r, -k), to: p(r, 0)), .close,
    ])
    return Drawing(
      viewBox: Rect(x: -11, y: -11, width: 22, height: 22),
      shapes: [.init(path: circle, stroke: .init(paint: .current(alpha: 1), width: 1.2))])
  }()
}

extension BoardParts {
  /// Vitrine's styles and ours; a board may write `refresh: {style: pulse, color: teal}`.
  static var withPulse: BoardParts {
    var parts = BoardParts.builtIn
    parts.styles.register(
      "pulse", "Rings spread from the middle.", [RefreshParameter("color", .color, "Of the rings.")]
    ) {
      PulseStyle(color: $0.color("color").map { .fixed($0) } ?? .accent, words: $0.words)
    }
    return parts
  }
}
