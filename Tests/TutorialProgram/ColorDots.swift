import Vitrine

/// Four dots that appear with the pull and pass their colours on while data is fetched.
struct ColorDots: RefreshStyle {
  /// 90 points arm, and the task starts there; `firesOnRelease: true` waits for the finger to lift.
  let metrics = AlternativeRefresh.metrics()
  let sprites: [SpriteRequest]
  private let mark: OutcomeMark
  private static let colors: [UInt32] = [0x4285F4, 0xEA4335, 0xFBBC05, 0x34A853]

  init(words: OutcomeWords = OutcomeWords()) {
    mark = OutcomeMark(words: words, firstSprite: Self.colors.count)
    let box = Rect(x: 0, y: 0, width: 2, height: 2)
    // A line of no length with round ends is a dot.
    let path = Path([.move(Point(x: 1, y: 1)), .line(Point(x: 1, y: 1))])
    let dot = Drawing(
      viewBox: box, shapes: [.init(path: path, stroke: .init(paint: .current(alpha: 1), width: 2, hasRoundCaps: true))])
    sprites = Self.colors.map { SpriteRequest(.drawing(dot), height: 16, ink: .fixed(Color(rgb: $0))) } + mark.sprites
  }

  func draw(_ state: RefreshState, on canvas: RefreshCanvas, into scene: inout Scene) {
    guard !canvas.area.isEmpty else { return }
    let middle = Double(canvas.area.y0) + state.extent * canvas.scale / 2
    switch AlternativeRefreshState(state) {
    case .normal:
      // didChangeProgress: one dot after another.
      for dot in 0..<4 {
        add(dot, color: dot, grown: min(max(4 * state.ratio - Double(dot), 0), 1), middle, on: canvas, into: &scene)
      }
    case .refreshing:
      // didChangeRefreshingState: the timer that fired every 0.2 s is a division.
      let steps = Int(state.timeRefreshing / 0.2)
      for dot in 0..<4 { add(dot, color: (dot + steps) % 4, grown: 1, middle, on: canvas, into: &scene) }
    case .refreshed:
      // The original closes without a word; here the outcome is said.
      guard let outcome = state.outcome else { return }
      let shown = state.phase == .finishing ? min(state.timeInPhase / 0.2, 1) : state.openness
      let layout = mark.layout(outcome, room: Double(canvas.area.width), on: canvas)
      let left = Double(canvas.area.x0 + canvas.area.x1) / 2 - layout.width / 2
      mark.draw(layout, left: left, middle: middle, scale: shown, opacity: shown, on: canvas, into: &scene)
    }
  }

  private func add(
    _ dot: Int, color: Int, grown: Double, _ middle: Double, on canvas: RefreshCanvas, into scene: inout Scene
  ) {
    guard grown > 0, let sprite = canvas.sprites[color] else { return }
    let x = Double(canvas.area.x0 + canvas.area.x1) / 2 + (Double(dot) - 1.5) * 24 * canvas.scale
    scene.add(.sprite(sprite, center: Point(x: x, y: middle), scale: grown, opacity: grown, clip: canvas.area))
  }
}
