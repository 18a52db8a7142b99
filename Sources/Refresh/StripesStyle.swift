import Glibc
import Numbers
public import Scene

/// The bar's title slides down as the page is pulled and "Release to refresh" follows it; while data is fetched, stripes run
/// through the bar and nothing is held open.
///
/// After the Periscope app (Think & Build tutorial): title and label move down with the content, at most 70; the label comes
/// from above, its opacity is the pull to 70, and at 70 it stands where the title stood. The task starts on release at 70 or
/// more. The stripes appear in 0.5 s and move left by a tile of 100 every 3 s, without end and without a seam; when the task
/// has ended they fade out in 0.3 s and move on meanwhile, which the reference leaves open. Its strip, twice as wide as its
/// bar, is not needed: one tile of them is repeated.
///
/// The bar is the board's header and as high as that is; a higher one than the reference's 64 moves both texts further, so that
/// the label stays out of sight until the pull. The bar covers the header within the first twelve dp of a pull, and while
/// something is shown in it. The outcome, which the reference lacks, takes the title's place in the bar for its time.
public struct StripesStyle: RefreshStyle {
  /// 70 dp arm, nothing is held open and the bar is 64 dp high unless told otherwise.
  public let metrics: RefreshMetrics
  /// The title, the label and the stripes on their ground, then the mark's.
  public let sprites: [SpriteRequest]
  /// Of the bar; nil is the theme's surface.
  public let color: Color?
  /// Seconds in which the stripes move by a tile.
  public let turn: Double
  private let mark: OutcomeMark

  /// Places of the style's own sprites; the mark's follow.
  enum Sprite { static let title = 0, label = 1, stripes = 2, mark = 3 }

  /// The pull that moves title and label all the way, dp.
  static let travel = 70.0
  /// A tile, dp, holds two stripes.
  static let tile = 100.0
  static let period = tile / 2
  /// Seconds in which the title takes its place again where the bar is held open.
  static let appearing = 0.3
  /// Seconds in which the bar gives the header back.
  static let closing = 0.14
  /// The pull within which the bar covers the header, dp.
  static let cover = 12.0

  /// - Parameters:
  ///   - title: in the bar; empty for none.
  ///   - label: what comes into the bar as the title leaves it.
  ///   - colors: of the bar and of the stripes; empty for the theme's.
  ///   - turn: seconds in which the stripes move by 100 dp.
  public init(
    title: String = "", label: String = "Release to refresh", colors: [Color] = [], turn: Double = 3,
    metrics: RefreshMetrics = RefreshMetrics(trigger: 70, hold: 0, bar: 64), words: OutcomeWords = OutcomeWords()
  ) {
    precondition(turn > 0, "stripes move")
    self.metrics = metrics
    self.turn = turn
    color = colors.first
    // Text is seen on any bar, by the same rule as on filled cards: white where it keeps 4.5:1, else black.
    let ink: SpriteRequest.Ink =
      colors.first.map { .fixed($0.contrast(against: .white) >= 4.5 ? .white : .black) } ?? .text
    mark = OutcomeMark(words: words, firstSprite: Sprite.mark, ink: colors.isEmpty ? nil : ink)
    sprites =
      [
        SpriteRequest(.text(title, size: 17, isBold: true), ink: ink),
        SpriteRequest(.text(label, size: 15, isBold: true), ink: ink),
        SpriteRequest(
          .tile(StripesStyle.stripes, on: colors.first.map { .fixed($0) } ?? .surface), height: StripesStyle.tile,
          ink: colors.dropFirst().first.map { .fixed($0) } ?? .accent),
      ] + mark.sprites
  }

  /// See `RefreshStyle.draw`.
  public func draw(_ state: RefreshState, on canvas: RefreshCanvas, into scene: inout Scene) {
    let pose = pose(state)
    guard !canvas.bar.isEmpty, pose.bar > 0, canvas.sprites[Sprite.label] != nil else { return }
    let bar = canvas.bar
    let isGroup = pose.bar < 1
    if isGroup { scene.add(Layer(.beginGroup, frame: bar, opacity: Layer.opacity(pose.bar))) }
    scene.add(.fill(color ?? canvas.theme.surface, bar))
    drawStripes(pose, on: canvas, into: &scene)
    let center = Point(x: Double(bar.x0 + bar.x1) / 2, y: Double(bar.y0 + bar.y1) / 2)
    // As far as both texts are out of sight, 70 dp in a bar of the reference's height.
    let height = Double(bar.height) / canvas.scale
    let travel = max(StripesStyle.travel, height / 2 + 16) * canvas.scale
    if let title = canvas.sprites[Sprite.title] {
      let middle = Point(x: center.x, y: center.y + travel * pose.moved)
      draw(title, at: middle, opacity: pose.title, in: bar, into: &scene)
    }
    if let label = canvas.sprites[Sprite.label] {
      let middle = Point(x: center.x, y: center.y + travel * (pose.moved - 1))
      draw(label, at: middle, opacity: pose.label, in: bar, into: &scene)
    }
    if let outcome = state.outcome {
      var canvas = canvas
      canvas.room = Double(bar.height)
      let layout = mark.layout(outcome, room: Double(bar.width) - 32 * canvas.scale, on: canvas)
      mark.draw(
        layout, left: center.x - layout.width / 2, middle: center.y, scale: pose.markScale, opacity: pose.mark,
        clip: bar,
        on: canvas, into: &scene)
    }
    if isGroup { scene.add(Layer(.endGroup, frame: bar)) }
  }

  /// On whole pixels, like the content it moves with.
  private func draw(
    _ text: Pixmap, at middle: Point, opacity: Double, in bar: PixelRect, into scene: inout Scene
  ) {
    guard opacity > 0 else { return }
    let layer = Layer.sprite(text, center: text.snapped(middle, scale: 1), opacity: opacity, clip: bar)
    if !layer.frame.isEmpty { scene.add(layer) }
  }

  /// Slanted stripes at half pixels, so that they move smoothly however slow they are, and without a filter: stripes that lean one
  /// pixel in two rows come half a pixel further when they lie a row lower. Once faded in they are copied like the content below, which
  /// is what makes this style cheap.
  private func drawStripes(_ pose: Pose, on canvas: RefreshCanvas, into scene: inout Scene) {
    guard pose.stripes > 0, let tile = canvas.sprites[Sprite.stripes] else { return }
    // A tile may be a fraction of a pixel off the period it stands for.
    let width = Double(tile.size.width)
    let shift = (pose.run * StripesStyle.tile / StripesStyle.width).truncatingRemainder(dividingBy: 1) * width
    let halves = Int(clamping: (-2 * shift).rounded())
    let isBetween = halves & 1 != 0
    // A shift rounds down; the row lower makes up for it.
    let (x, y) = (halves >> 1, canvas.bar.height + (isBetween ? 1 : 0))
    scene.add(
      Layer(
        .pattern(tile, phaseX: -x, phaseY: -y), frame: canvas.bar, opacity: Layer.opacity(pose.stripes)))
  }
}

// MARK: Settings

extension StripesStyle {
  static let entry = RefreshStyles.Entry(
    "stripes", "Title and label slide through the header, stripes run in it; nothing is held open.",
    [
      RefreshParameter("title", .text(0...80), "In the header; the board's name when left out."),
      RefreshParameter("label", .text(1...80), "What comes as the title leaves; by itself in the board's language.")
        .saying(.release),
      RefreshParameter("colors", .colors(1...2), "Of the header and of the stripes; the theme's when left out."),
      RefreshParameter("turn", .time(0.5...30), standard: "3", "How long the stripes take for 100 dp."),
    ]
  ) { settings in
    StripesStyle(
      title: settings.text("title") ?? settings.title, label: settings.text("label") ?? "Release to refresh",
      colors: settings.colors("colors") ?? [], turn: settings.number("turn") ?? 3, words: settings.words)
  }
}

// MARK: Pose

extension StripesStyle {
  /// What the bar shows at one moment.
  struct Pose: Equatable {
    /// Opacity of the bar and all that is in it.
    var bar = 0.0
    /// How far title and label have moved down, as a share of their way.
    var moved = 0.0
    var title = 1.0
    var label = 0.0
    var stripes = 0.0
    /// Tiles the stripes have moved left.
    var run = 0.0
    var mark = 0.0
    var markScale = 1.0
  }

  /// Of the stripes' colour on the bar's: text stays legible on them.
  static let strength = 0.22

  func pose(_ state: RefreshState) -> Pose {
    var pose = Pose()
    let travel = min(StripesStyle.travel, state.trigger)
    // What is held open is no pull.
    let held = max(state.extent - state.hold, 0)
    let pulled =
      switch state.phase {
      case .idle, .pulling, .armed, .canceling: state.extent
      case .refreshing:
        Curve.mix(state.extent, held, smoothstep(state.timeRefreshing / StripesStyle.appearing))
      case .finishing, .exiting: held
      }
    pose.moved = min(pulled / travel, 1)
    pose.label = pose.moved
    let covered = smoothstep(state.extent / min(StripesStyle.cover, travel / 2))
    pose.bar = covered
    switch state.phase {
    case .idle, .pulling, .armed, .canceling, .exiting:
      break
    case .refreshing:
      // A refresh without a pull covers the header as fast as its stripes need it.
      pose.bar = max(covered, smoothstep(state.timeRefreshing / 0.2))
      pose.stripes = smoothstep(state.timeRefreshing / 0.5)
      pose.run = state.timeRefreshing / turn
    case .finishing:
      let time = state.timeInPhase
      let end = finishingTime(state)
      let leaving = 1 - smoothstep(Curve.ramp(time, from: end - StripesStyle.closing, to: end))
      let begun = state.timeRefreshing > 0 ? smoothstep(state.timeRefreshing / 0.2) : smoothstep(time / 0.2)
      pose.bar = max(covered, begun * leaving)
      if state.timeRefreshing > 0 {
        pose.stripes = smoothstep(state.timeRefreshing / 0.5) * (1 - smoothstep(time / 0.3))
        pose.run = (state.timeRefreshing + time) / turn
      }
      // One after the other: two texts across each other cannot be read.
      let appeared = smoothstep(Curve.ramp(time, from: 0.08, to: 0.2))
      pose.mark = appeared * (1 - smoothstep(Curve.ramp(time, from: end - StripesStyle.closing, to: end - 0.05)))
      pose.markScale = 0.7 + 0.3 * appeared
      // Trouble is felt before it is read.
      if state.outcome?.isTrouble == true {
        pose.markScale += Curve.swing(time: time, velocity: 2, frequency: 2, decay: 6)
      }
      pose.title = 1 - smoothstep(time / 0.1) + smoothstep(Curve.ramp(time, from: end - 0.08, to: end))
      pose.label *= pose.title
    }
    return pose
  }
}

// MARK: Drawing

extension StripesStyle {
  /// Dp; several periods, so that rows are copied in long pieces.
  static let width = 4 * period

  /// Stripes half a period wide. A tile high they lean by a period, so that they go on above it and below.
  private static let stripes = Drawing(
    viewBox: Rect(x: 0, y: 0, width: width, height: tile),
    shapes: (-1..<4).map { index in
      let left = Double(index) * period
      return Drawing.Shape(
        path: Path([
          .move(Point(x: left + period, y: 0)), .line(Point(x: left + 1.5 * period, y: 0)),
          .line(Point(x: left + period / 2, y: tile)), .line(Point(x: left, y: tile)), .close,
        ]), fill: .current(alpha: strength))
    })
}
