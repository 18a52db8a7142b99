import Glibc
public import Scene

/// What the arrow's header says before there is an outcome; an empty line is left out.
public struct ArrowWords: Sendable, Hashable {
  /// While letting go would not refresh.
  public var pull: String
  /// While letting go would.
  public var release: String
  /// While the task runs.
  public var refreshing: String

  /// One line each; an empty one is left out.
  public init(
    pull: String = "Pull to refresh", release: String = "Release to refresh", refreshing: String = "Refreshing"
  ) {
    self.pull = pull
    self.release = release
    self.refreshing = refreshing
  }

  /// A header without words, until the outcome.
  public static let none = ArrowWords(pull: "", release: "", refreshing: "")
}

/// An arrow that turns over when letting go starts a refresh, a line that says so, and one that says how old the data is.
///
/// Constants after EGOTableViewPullRefresh, the first of its kind; the header hangs on the list and comes down with it.
public struct ArrowStyle: RefreshStyle {
  /// 65 dp arm and 60 are held open unless told otherwise, as in the original.
  public let metrics: RefreshMetrics
  /// The arrow and the ring, then the lines that are not empty, then the mark's.
  public let sprites: [SpriteRequest]
  private let mark: OutcomeMark
  /// Places of the lines in `sprites`, nil for those that are left out: pull, release, refreshing.
  private let lines: [Int?]

  /// Places of the style's own sprites; the lines and the mark's follow.
  enum Sprite { static let arrow = 0, ring = 1 }

  /// Seconds in which the arrow turns over, and one sign gives way to the next.
  static let flip = 0.18
  /// Seconds of the ring's turn while refreshing.
  static let turn = 1.0
  /// Height of the arrow, the ring and the outcome's glyph, dp.
  static let height = 32.0
  /// From the arrow to the words, dp.
  static let gap = 16.0
  /// The least width words are given, dp.
  static let wordsWidth = 130.0

  /// - Parameters:
  ///   - labels: what the header says until the outcome; without any it shows no words at all.
  ///   - ink: of arrow and ring.
  public init(
    labels: ArrowWords = ArrowWords(), ink: SpriteRequest.Ink = .accent,
    metrics: RefreshMetrics = RefreshMetrics(trigger: 65, hold: 60, arming: 0.18), words: OutcomeWords = OutcomeWords()
  ) {
    self.metrics = metrics
    var sprites = [
      SpriteRequest(.drawing(ArrowStyle.arrow), height: ArrowStyle.height, ink: ink),
      SpriteRequest(.drawing(ArrowStyle.ring), height: ArrowStyle.height, ink: ink),
    ]
    var lines: [Int?] = []
    for line in [labels.pull, labels.release, labels.refreshing] {
      lines.append(line.isEmpty ? nil : sprites.count)
      if !line.isEmpty { sprites.append(SpriteRequest(.text(line, size: 16, isBold: false))) }
    }
    mark = OutcomeMark(words: words, firstSprite: sprites.count, glyphHeight: ArrowStyle.height)
    self.lines = lines
    self.sprites = sprites + mark.sprites
  }

  /// See `RefreshStyle.draw`.
  public func draw(_ state: RefreshState, on canvas: RefreshCanvas, into scene: inout Scene) {
    guard !canvas.area.isEmpty else { return }
    let pose = pose(state)
    let layout = layout(fit: fit(state), on: canvas)
    // The header lies on the content's edge and moves as it does.
    let middle = Double(canvas.area.y1) - room(state) * canvas.scale / 2
    let sign = Point(x: layout.sign + layout.side / 2, y: middle)
    if let arrow = canvas.sprites[Sprite.arrow], pose.arrow > 0 {
      scene.add(
        .sprite(
          arrow, center: arrow.snapped(sign, scale: layout.fit), degrees: 180 * pose.turned, scale: layout.fit,
          opacity: pose.arrow, clip: canvas.area))
    }
    if let ring = canvas.sprites[Sprite.ring], pose.ring > 0 {
      scene.add(
        .sprite(
          ring, center: sign, degrees: 360 * pose.turns, scale: layout.fit, opacity: pose.ring, clip: canvas.area))
    }
    if let outcome = state.outcome {
      mark.drawGlyph(
        outcome, center: sign, scale: layout.fit * (0.7 + 0.3 * pose.mark + pose.swell), opacity: pose.mark, on: canvas,
        into: &scene)
    }
    guard let line = layout.line else { return }
    // Two lines centred on the arrow, or one as long as nobody knows an age.
    let below = Double(layout.updated?.size.height ?? 0)
    let top = middle - (Double(line.size.height) + below) / 2
    func text(_ words: Pixmap?, _ opacity: Double, top: Double) {
      guard let words, opacity > 0 else { return }
      let half = Double(words.size.width) / 2
      let x = mark.isMirrored ? layout.words - half : layout.words + half
      let center = Point(x: x, y: top + Double(words.size.height) / 2)
      scene.add(
        .sprite(words, center: words.snapped(center, scale: 1), opacity: opacity, clip: canvas.area))
    }
    text(label(0, on: canvas), pose.pull, top: top)
    text(label(1, on: canvas), pose.release, top: top)
    text(label(2, on: canvas), pose.refreshing, top: top)
    if let outcome = state.outcome { text(mark.words(outcome, on: canvas), pose.mark, top: top) }
    text(layout.updated, 1, top: top + Double(line.size.height))
  }

  /// Where the header's parts are, in viewer pixels.
  private struct Layout {
    /// Left edge of the arrow, and its width and height.
    var sign: Double
    var side: Double
    var fit: Double
    /// Where the words begin, as they are read.
    var words = 0.0
    /// A line as high as all of them; nil when there are no words or no room for them.
    var line: Pixmap?
    var updated: Pixmap?
  }

  /// The arrow with its words is centred as wide as the widest line can be, so that nothing moves when one replaces another.
  private func layout(fit: Double, on canvas: RefreshCanvas) -> Layout {
    let side = ArrowStyle.height * fit * canvas.scale
    let center = Double(canvas.area.x0 + canvas.area.x1) / 2
    var widest: Pixmap?
    for index in lines.indices {
      guard let words = label(index, on: canvas), words.size.width > widest?.size.width ?? 0 else { continue }
      widest = words
    }
    var layout = Layout(sign: center - side / 2, side: side, fit: fit)
    guard let widest else { return layout }
    // An age changes while it is shown and must not push the arrow about: it counts with what ages usually need.
    let width = max(Double(widest.size.width), ArrowStyle.wordsWidth * canvas.scale)
    let all = side + ArrowStyle.gap * canvas.scale + width
    guard all <= Double(canvas.area.width) - 16 * canvas.scale else { return layout }
    let left = (center - all / 2).rounded()
    let gap = ArrowStyle.gap * canvas.scale
    layout.sign = mark.isMirrored ? left + all - side : left
    layout.words = mark.isMirrored ? layout.sign - gap : left + side + gap
    layout.line = widest
    layout.updated = mark.age(on: canvas)
    return layout
  }

  private func label(_ index: Int, on canvas: RefreshCanvas) -> Pixmap? { lines[index].flatMap { canvas.sprites[$0] } }

  /// Height of the header, dp: what is held open.
  private func room(_ state: RefreshState) -> Double { state.room }

  /// 1, or less where a low viewport holds less open than the arrow needs.
  private func fit(_ state: RefreshState) -> Double { min(room(state) / (ArrowStyle.height + 8), 1) }
}

extension ArrowStyle {
  static let entry = RefreshStyles.Entry(
    "arrow", "An arrow turns over when letting go refreshes; a line says so, another how old the data is.",
    [
      RefreshParameter("pull", .text(0...40), "What is said while pulling; by itself in the board's language.")
        .saying(.pull),
      RefreshParameter("release", .text(0...40), "What is said once it is enough; by itself in the board's language.")
        .saying(.release),
      RefreshParameter("refreshing", .text(0...40), "What is said meanwhile; by itself in the board's language.")
        .saying(.refreshing),
      RefreshParameter("color", .color, "Colour of the arrow; the theme's accent when left out."),
    ]
  ) { settings in
    var labels = ArrowWords()
    if let text = settings.text("pull") { labels.pull = text }
    if let text = settings.text("release") { labels.release = text }
    if let text = settings.text("refreshing") { labels.refreshing = text }
    return ArrowStyle(
      labels: labels, ink: settings.color("color").map { .fixed($0) } ?? .accent, words: settings.words)
  }
}

// MARK: Pose

extension ArrowStyle {
  /// What the header's parts do at one moment.
  struct Pose: Equatable {
    var arrow = 0.0
    /// Half turns of the arrow.
    var turned = 0.0
    var ring = 0.0
    var turns = 0.0
    /// Opacities of the lines.
    var pull = 0.0
    var release = 0.0
    var refreshing = 0.0
    var mark = 0.0
    var swell = 0.0
  }

  func pose(_ state: RefreshState) -> Pose {
    var pose = Pose()
    let turned = smoothstep(state.armed)
    pose.turned = turned
    switch state.phase {
    case .idle, .pulling, .armed, .canceling:
      pose.arrow = 1
      exchange(&pose.pull, &pose.release, turned)
    case .refreshing:
      begin(&pose, state, after: state.timeRefreshing)
    case .finishing:
      begin(&pose, state, after: state.timeRefreshing)
      finish(&pose, state, after: state.timeInPhase)
    case .exiting:
      // What lies on the content's edge leaves with it and need not fade.
      finish(&pose, state, after: .infinity)
    }
    return pose
  }

  /// One line goes before the other comes: two written over each other are not read.
  private func exchange(_ first: inout Double, _ second: inout Double, _ share: Double) {
    first = 1 - Curve.ramp(share, from: 0, to: 0.5)
    second = Curve.ramp(share, from: 0.5, to: 1)
  }

  private func begin(_ pose: inout Pose, _ state: RefreshState, after time: Double) {
    let begun = smoothstep(time / ArrowStyle.flip)
    var pull = 0.0
    var release = 0.0
    exchange(&pull, &release, pose.turned)
    let gone = 1 - Curve.ramp(begun, from: 0, to: 0.5)
    pose.arrow = gone
    pose.pull = pull * gone
    pose.release = release * gone
    pose.ring = Curve.ramp(begun, from: 0.5, to: 1)
    pose.refreshing = pose.ring
    pose.turns = time / ArrowStyle.turn
  }

  private func finish(_ pose: inout Pose, _ state: RefreshState, after time: Double) {
    let ended = smoothstep(time / ArrowStyle.flip)
    let gone = 1 - Curve.ramp(ended, from: 0, to: 0.5)
    pose.arrow *= gone
    pose.pull *= gone
    pose.release *= gone
    pose.ring *= gone
    pose.refreshing *= gone
    if time.isFinite { pose.turns = (state.timeRefreshing + time) / ArrowStyle.turn }
    pose.mark = Curve.ramp(ended, from: 0.5, to: 1)
    if state.outcome?.isTrouble == true, time.isFinite {
      pose.swell = Curve.swing(time: max(time - 0.1, 0), velocity: 2, frequency: 2, decay: 6)
    }
  }
}

// MARK: Drawings

extension ArrowStyle {
  private static func p(_ x: Double, _ y: Double) -> Point { Point(x: x, y: y) }

  private static func drawing(_ paths: [Path]) -> Drawing {
    Drawing(
      viewBox: Rect(x: 0, y: 0, width: 24, height: 24),
      shapes: paths.map {
        Drawing.Shape(
          path: $0, stroke: .init(paint: .current(alpha: 1), width: 2, hasRoundCaps: true, hasRoundJoins: true))
      })
  }

  /// Down: pull.
  private static let arrow = drawing([
    .line([p(12, 4), p(12, 20)]), .line([p(5.5, 13.5), p(12, 20), p(18.5, 13.5)]),
  ])

  /// Three quarters of a ring, so that its turning is seen.
  private static let ring = drawing([.arc(p(12, 12), radius: 8.5, start: -90, sweep: 270)])
}
