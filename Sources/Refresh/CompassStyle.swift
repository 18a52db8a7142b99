import Numbers
public import Scene

/// A needle and a compass rose come from both sides, snap together, and the needle turns a quarter at a time.
///
/// Motion, distances and colours after the Jackrabbit Mobile tutorial, the step of 0.3 s and its linear motion after public
/// copies of its code. The reference compares left edges to see whether the two have met, which works for pictures of one
/// width only: here their centres are compared. It keeps the place in the list of colours in a global; here it is carried
/// from one refresh to the next. It ends in one way whatever came back; how each outcome looks is ours: the needle seeks
/// north like a real one, steadily when data came, swinging when it did not.
public struct CompassStyle: RefreshStyle {
  /// 100 dp arm and are held open unless told otherwise.
  public let metrics: RefreshMetrics
  /// The rose and the needle, then the mark's.
  public let sprites: [SpriteRequest]
  /// Height of both pictures, dp.
  public let height: Double
  /// Backgrounds of the steps, in turn; at least one.
  public let colors: [Color]
  /// Opacity of the background.
  public let colorOpacity: Double
  /// Seconds of a quarter turn.
  public let step: Double
  private let mark: OutcomeMark

  /// Places of the style's own sprites; the mark's follow.
  enum Sprite { static let rose = 0, needle = 1, mark = 2 }

  /// Red, blue, purple, cyan, orange, magenta, as the tutorial names them, in tones of one strength.
  public static let colors = [
    Color(rgb: 0xE5484D), Color(rgb: 0x3E63DD), Color(rgb: 0x8E4EC6), Color(rgb: 0x00A2C7), Color(rgb: 0xF76B15),
    Color(rgb: 0xD6409F),
  ]

  /// - Parameters:
  ///   - rose: picture that comes from the right: a file of `Assets` or a path.
  ///   - needle: picture that comes from the left and turns.
  public init(
    rose: String = "compass-rose", needle: String = "compass-needle", height: Double = 60,
    colors: [Color] = CompassStyle.colors, colorOpacity: Double = 0.3, step: Double = 0.3,
    metrics: RefreshMetrics = RefreshMetrics(trigger: 100, hold: 100), words: OutcomeWords = OutcomeWords()
  ) {
    precondition(!colors.isEmpty && step > 0, "a compass turns in steps, each with a colour")
    self.metrics = metrics
    self.height = height
    self.colors = colors
    self.colorOpacity = colorOpacity
    self.step = step
    mark = OutcomeMark(words: words, firstSprite: Sprite.mark)
    sprites =
      [
        SpriteRequest(.artwork(rose), height: height), SpriteRequest(.artwork(needle), height: height),
      ] + mark.sprites
  }

  /// See `RefreshStyle.draw`.
  public func draw(_ state: RefreshState, on canvas: RefreshCanvas, into scene: inout Scene) {
    guard !canvas.area.isEmpty, let rose = canvas.sprites[Sprite.rose], let needle = canvas.sprites[Sprite.needle]
    else { return }
    let scale = rose.scale(toHeight: shownHeight(state) * canvas.scale)
    let roseWidth = Double(rose.size.width) * scale
    let needleWidth = Double(needle.size.width) * scale
    let pose = pose(state, distance: roseWidth + needleWidth)

    if pose.colorOpacity > 0 { scene.add(.fill(pose.color, canvas.area, opacity: pose.colorOpacity)) }

    // Both pictures lie in the middle of what is uncovered, and the area cuts them off.
    let middle = Double(canvas.area.y0) + state.extent * canvas.scale / 2
    var center = Double(canvas.area.x0 + canvas.area.x1) / 2
    if let outcome = state.outcome {
      center = mark.drawBeside(
        outcome, width: roseWidth, gap: roseWidth / 3, middle: middle, shown: smoothstep(pose.mark),
        opacity: pose.markOpacity, on: canvas, into: &scene)
    }
    let home = rose.snapped(Point(x: center, y: middle), scale: scale)
    scene.add(
      .sprite(
        rose, center: Point(x: home.x + roseWidth * pose.apart, y: home.y), scale: scale, opacity: pose.opacity,
        clip: canvas.area))
    scene.add(
      .sprite(
        needle, center: Point(x: home.x - needleWidth * pose.apart, y: home.y), degrees: pose.needle, scale: scale,
        opacity: pose.opacity, clip: canvas.area))
  }

  /// Long enough for the running step to complete and the needle to come to rest.
  public func finishingTime(_ state: RefreshState) -> Double {
    let rest = state.outcome?.isTrouble == true ? metrics.failureHold : metrics.resultHold
    return Double(steps(state)) * step - state.timeRefreshing + rest
  }

  /// The place in the list of colours lives on.
  public func carry(_ state: RefreshState) -> Int { (state.carried + steps(state)) % colors.count }
}

// MARK: Settings

extension CompassStyle {
  static let entry = RefreshStyles.Entry(
    "compass", "A compass rose and its needle meet; the needle turns by quarters.",
    [
      RefreshParameter("rose", .picture, standard: "compass-rose", "The picture that comes from the right."),
      RefreshParameter(
        "needle", .picture, standard: "compass-needle", "The picture that comes from the left and turns."),
      RefreshParameter("height", .length(24...160), standard: "60", "Height of both pictures."),
      RefreshParameter("colors", .colors(1...24), "Backgrounds of the quarter turns, one after another."),
      RefreshParameter("turn", .time(0.4...20), standard: "1.2", "How long a whole turn takes."),
    ]
  ) { settings in
    CompassStyle(
      rose: settings.picture("rose") ?? "compass-rose", needle: settings.picture("needle") ?? "compass-needle",
      height: settings.number("height") ?? 60, colors: settings.colors("colors") ?? CompassStyle.colors,
      step: (settings.number("turn") ?? 1.2) / 4,
      metrics: RefreshMetrics(
        trigger: (settings.number("height") ?? 60) + 40, hold: (settings.number("height") ?? 60) + 40),
      words: settings.words)
  }
}

// MARK: Pose

extension CompassStyle {
  /// Where everything is at one moment, in terms of its own size.
  struct Pose: Equatable {
    /// Distance of each picture from the middle in its own widths: 1 when the pull begins, 0 when they are one.
    var apart = 0.0
    /// Clockwise from north.
    var needle = 0.0
    var opacity = 1.0
    var color = Color.clear
    var colorOpacity = 0.0
    /// How far the outcome's mark has appeared, 0...1.
    var mark = 0.0
    var markOpacity = 0.0
  }

  /// - Parameter distance: of the two centres when the pull begins, in pixels: closer than one pixel they join.
  func pose(_ state: RefreshState, distance: Double) -> Pose {
    var pose = Pose()
    switch state.phase {
    case .idle, .pulling, .armed, .canceling:
      pose.apart = apart(state.ratio, peak: state.peakRatio, distance: distance)
    case .refreshing:
      // A refresh that begins before they met brings them together within its first step.
      pose.apart =
        apart(state.startRatio, peak: state.peakRatio, distance: distance)
        * (1 - smoothstep(state.timeRefreshing / step))
      turn(&pose, for: state.timeRefreshing, carried: state.carried)
    case .finishing:
      let stop = Double(steps(state)) * step
      let time = state.timeRefreshing + state.timeInPhase
      turn(&pose, for: min(time, stop), carried: state.carried)
      if time > stop { finish(&pose, state, after: time - stop) }
    case .exiting:
      finish(&pose, state, after: .infinity)
      let open = state.openness
      pose.apart = apart(open, peak: 0, distance: distance)
      pose.opacity = Curve.mix(1, pose.opacity, Curve.ramp(open, from: RefreshRules.resetShare, to: 1))
      // The mark is gone before the rose, on its way out, comes to where it stood.
      pose.mark = Curve.ramp(open, from: 0.25, to: 1)
      pose.markOpacity = Curve.ramp(open, from: 0.7, to: 1)
    }
    return pose
  }

  private func apart(_ ratio: Double, peak: Double, distance: Double) -> Double {
    let isJoined = distance * (1 - min(max(ratio, peak), 1)) < 1
    return isJoined ? 0 : 1 - min(ratio, 1)
  }

  /// Steps begun so far; each runs to its end.
  private func steps(_ state: RefreshState) -> Int { Int(clamping: (state.timeRefreshing / step - 1e-9).rounded(.up)) }

  /// The needle and the background while steps run.
  private func turn(_ pose: inout Pose, for time: Double, carried: Int) {
    let turned = time / step
    let index = max(Int(clamping: (turned - 1e-9).rounded(.up)) - 1, 0)
    let share = turned - Double(index)
    pose.needle = 90 * turned
    let color = colors[(carried + index) % colors.count]
    if index == 0 {
      pose.color = color
      pose.colorOpacity = colorOpacity * min(share, 1)
    } else {
      pose.color = colors[(carried + index - 1) % colors.count].mixed(with: color, share)
      pose.colorOpacity = colorOpacity
    }
  }

  /// The needle seeks north from where the last step left it, and the outcome appears.
  private func finish(_ pose: inout Pose, _ state: RefreshState, after time: Double) {
    let outcome = state.outcome ?? .success
    let steps = steps(state)
    if steps > 0 {
      pose.color = colors[(state.carried + steps - 1) % colors.count]
      pose.colorOpacity = colorOpacity * (1 - smoothstep(time / 0.25))
    }
    pose.mark = Curve.ramp(time, from: 0, to: 0.25)
    let appeared = smoothstep(time / 0.25)
    pose.markOpacity = Curve.ramp(appeared, from: 0.3, to: 1)
    switch outcome {
    case .success, .failure, .timeout: break
    case .noChange: pose.opacity = 1 - 0.35 * appeared
    case .offline: pose.opacity = 1 - 0.55 * appeared
    }
    guard time.isFinite else {
      pose.needle = 0
      return
    }
    // -180...90: the shorter way, and on ahead when both are equally long. Speed is the steps', so that nothing jerks.
    let behind = Double(((steps % 4) + 4) % 4) * 90
    let offset = behind >= 180 ? behind - 360 : behind
    let speed = steps > 0 ? 90 / step : 0
    switch outcome {
    case .success, .noChange, .offline:
      pose.needle = Curve.spring(time: time, from: offset, velocity: speed, rate: 18)
    case .failure, .timeout:
      pose.needle =
        Curve.spring(time: time, from: offset, velocity: 0, rate: 18)
        + Curve.swing(time: time, velocity: 300, frequency: 2.5, decay: 4)
    }
  }

  /// The pictures' height in dp: their own, or less where a low viewport holds little open.
  private func shownHeight(_ state: RefreshState) -> Double {
    let room = state.room
    return min(height, 0.82 * room)
  }
}
