import Numbers
public import Scene

/// An icon comes down with the content and is turned by the finger, spins while data is fetched, finishes its turn upright and
/// becomes a coloured one.
///
/// After the MusicFav app: the icon is 65 % of the header's height and turns by 180° times (2 · pull mod 2), one turn for each
/// pull to the trigger, so that it is upright there. Refreshing it goes on from where the pull left it, one turn in 0.64 s (as
/// in the repository at every commit; its article says 0.5). When the answer is there the running turn is completed, and from
/// where it ends the icon goes on at the same speed to upright. Then one of the coloured icons takes its place, chosen by
/// chance, and after a second the header closes.
///
/// The article enters its completing turn after the first one even when no answer has come, so that the header closes by itself
/// after two turns and a part; here it turns until there is an answer. From an icon that stands upright its formula makes a
/// whole turn more, which only keeps people waiting: here there is none. The reference ends in one way; here only success
/// brings colour. Without news the icon stays as it is and pales, a failure or a timeout shakes it, offline dims it.
public struct IconStyle: RefreshStyle {
  /// The header's height arms and is held open, and success is shown for a second, unless told otherwise.
  public let metrics: RefreshMetrics
  /// The icon, what may take its place on success, then the mark's.
  public let sprites: [SpriteRequest]
  /// One group: the icon and what takes its place.
  public let switches: [[Int]]
  /// Of the header, dp.
  public let height: Double
  /// Seconds of a turn.
  public let turn: Double
  private let mark: OutcomeMark
  private let iconCount: Int

  /// The icon's place among the sprites; the coloured ones follow, then the mark's.
  enum Sprite { static let icon = 0 }

  /// Share of the header's height.
  static let share = 0.65

  /// The four tones of the built-in balloon.
  public static let colors = [
    Color(rgb: 0xE5484D), Color(rgb: 0x0091A8), Color(rgb: 0xE8850C), Color(rgb: 0x8E4EC6),
  ]

  /// - Parameters:
  ///   - image: the icon that turns: a file of `Assets` or a path.
  ///   - icons: what takes its place on success; when empty, `image` in each of `colors`, which needs a drawing in
  ///     `currentColor`.
  public init(
    image: String = "balloon", icons: [String] = [], colors: [Color] = IconStyle.colors, height: Double = 80,
    turn: Double = 0.64, metrics: RefreshMetrics? = nil, words: OutcomeWords = OutcomeWords()
  ) {
    precondition((!icons.isEmpty || !colors.isEmpty) && turn > 0 && height > 0, "an icon has a size, turns and ends")
    self.metrics = metrics ?? RefreshMetrics(trigger: height, hold: height, resultHold: 1)
    self.height = height
    self.turn = turn
    let size = IconStyle.share * height
    let ends =
      icons.isEmpty
      ? colors.map { SpriteRequest(.artwork(image), height: size, ink: .fixed($0)) }
      : icons.map { SpriteRequest(.artwork($0), height: size) }
    iconCount = ends.count
    mark = OutcomeMark(words: words, firstSprite: 1 + ends.count)
    sprites = [SpriteRequest(.artwork(image), height: size, ink: .muted)] + ends + mark.sprites
    switches = [Array(0...ends.count)]
  }

  /// See `RefreshStyle.draw`.
  public func draw(_ state: RefreshState, on canvas: RefreshCanvas, into scene: inout Scene) {
    guard !canvas.area.isEmpty else { return }
    let pose = pose(state)
    let room = state.room
    let size = IconStyle.share * min(height, room) * canvas.scale
    // It lies on the content until all of the header is seen, and then stays.
    let middle = Double(canvas.area.y0) + (min(state.extent, room) - room / 2) * canvas.scale
    // The coloured icon that chance has chosen.
    let index = pose.isColored ? 1 + Int(state.seed % UInt64(iconCount)) : Sprite.icon
    guard let icon = canvas.sprites[index] ?? canvas.sprites[Sprite.icon] else { return }
    var center = Double(canvas.area.x0 + canvas.area.x1) / 2
    if let outcome = state.outcome {
      center = mark.drawBeside(
        outcome, width: size, gap: size / 4, middle: middle, shown: smoothstep(pose.mark), opacity: pose.markOpacity,
        on: canvas, into: &scene)
    }
    scene.add(
      .sprite(
        icon, center: Point(x: center, y: middle), degrees: pose.degrees,
        scale: icon.scale(toHeight: size) * pose.scale, opacity: pose.opacity, clip: canvas.area))
  }

  /// Until it is upright, and then as long as the outcome is shown.
  public func finishingTime(_ state: RefreshState) -> Double {
    completing(state) + (state.outcome?.isTrouble == true ? metrics.failureHold : metrics.resultHold)
  }
}

// MARK: Settings

extension IconStyle {
  static let entry = RefreshStyles.Entry(
    "icon", "An icon turns with the finger and ends upright and in colour.",
    [
      RefreshParameter("image", .picture, standard: "balloon", "The icon that turns."),
      RefreshParameter("icons", .pictures(1...16), "What it becomes on success, chosen by chance."),
      RefreshParameter(
        "colors", .colors(1...16), "Without \"icons\": colours the icon may become, if it is drawn in currentColor."),
      RefreshParameter("height", .length(32...240), standard: "80", "Height of the header; the icon has 65 % of it."),
      RefreshParameter("turn", .time(0.2...10), standard: "0.64", "How long a turn takes."),
    ]
  ) { settings in
    IconStyle(
      image: settings.picture("image") ?? "balloon", icons: settings.pictures("icons") ?? [],
      colors: settings.colors("colors") ?? IconStyle.colors, height: settings.number("height") ?? 80,
      turn: settings.number("turn") ?? 0.64, words: settings.words)
  }
}

// MARK: Pose

extension IconStyle {
  /// What the icon does at one moment.
  struct Pose: Equatable {
    /// Clockwise from upright.
    var degrees = 0.0
    var scale = 1.0
    var opacity = 1.0
    var isColored = false
    var mark = 0.0
    var markOpacity = 0.0
  }

  func pose(_ state: RefreshState) -> Pose {
    var pose = Pose()
    switch state.phase {
    case .idle, .pulling, .armed, .canceling:
      pose.degrees = 360 * state.ratio
    case .refreshing:
      pose.degrees = start(state) + 360 * state.timeRefreshing / turn
    case .finishing:
      let rest = completing(state)
      if state.timeInPhase < rest {
        pose.degrees = start(state) + 360 * (state.timeRefreshing + state.timeInPhase) / turn
      } else {
        complete(&pose, state, after: state.timeInPhase - rest)
      }
    case .exiting:
      complete(&pose, state, after: .infinity)
      let open = state.openness
      // Out of sight it takes the turn and the strength a pull would give it.
      let hidden = 1 - Curve.ramp(open, from: RefreshRules.resetShare, to: 0.25)
      pose.degrees = 360 * min(open, RefreshRules.resetShare) * hidden
      pose.opacity = Curve.mix(pose.opacity, 1, hidden)
      pose.mark = Curve.ramp(open, from: RefreshRules.resetShare, to: 1)
      pose.markOpacity = Curve.ramp(open, from: 0.6, to: 1)
    }
    return pose
  }

  /// Where the pull left the icon, 0..<360.
  private func start(_ state: RefreshState) -> Double {
    (360 * state.startRatio).truncatingRemainder(dividingBy: 360)
  }

  /// Seconds from the answer until the icon stands upright: the rest of the running turn, and from its end on to upright.
  private func completing(_ state: RefreshState) -> Double {
    let turns = (state.timeRefreshing / turn - 1e-9).rounded(.up)
    let prog = start(state) / 180
    let onward = prog < 1e-9 ? 0 : turn * (2 - prog) / 2
    return turns * turn - state.timeRefreshing + onward
  }

  /// Upright, the icon shows how it went.
  private func complete(_ pose: inout Pose, _ state: RefreshState, after time: Double) {
    let appeared = smoothstep(time / 0.25)
    pose.mark = Curve.ramp(time, from: 0, to: 0.25)
    pose.markOpacity = Curve.ramp(appeared, from: 0.3, to: 1)
    switch state.outcome ?? .success {
    case .success:
      pose.isColored = true
      // The new one swells once, so that it is not only its colour that says it has come.
      if time.isFinite { pose.scale += Curve.swing(time: time, velocity: 3, frequency: 2, decay: 8) }
    case .noChange: pose.opacity = 1 - 0.4 * appeared
    case .failure, .timeout:
      if time.isFinite { pose.degrees = Curve.swing(time: time, velocity: 420, frequency: 3, decay: 4) }
    case .offline: pose.opacity = 1 - 0.6 * appeared
    }
  }
}
