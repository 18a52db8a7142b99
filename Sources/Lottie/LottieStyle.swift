public import Refresh
public import Scene

/// Plays a Lottie animation: the pull moves through its first part, time through the rest.
///
/// The outcome's mark stands beside the animation where the file has a part for the outcome, and takes its place where it has not. Where
/// one part does not go on from the other, they fade into each other.
public struct LottieStyle: RefreshStyle {
  /// The control's height arms and is held open, dp; times are the usual ones.
  public let metrics: RefreshMetrics
  /// The mark's alone: frames come from `LottieFrames`.
  public let sprites: [SpriteRequest]
  private let frames: LottieFrames
  /// How many of those that are drawn first may be seen.
  private let ready: @Sendable () -> Int
  private let mark: OutcomeMark
  /// Height of the control, dp.
  private let height: Double

  /// Seconds in which one part fades into the next.
  static let fade = 0.2

  /// - Parameter height: of the control and the gap held open, dp; the animation fills it.
  public init(_ frames: LottieFrames, height: Double = 96, words: OutcomeWords = OutcomeWords()) {
    self.init(frames, height: height, words: words) { .max }
  }

  /// - Parameter ready: how many of those that are drawn first may be seen; asked by each frame.
  package init(
    _ frames: LottieFrames, height: Double = 96, words: OutcomeWords, ready: @escaping @Sendable () -> Int
  ) {
    // Fits: a board's height is read within bounds above 0.
    precondition(height > 0, "a control has a height")
    self.frames = frames
    self.ready = ready
    self.height = height
    metrics = RefreshMetrics(trigger: height, hold: height)
    mark = OutcomeMark(words: words, firstSprite: 0)
    sprites = mark.sprites
  }

  /// See `RefreshStyle.draw`. Draws no animation where no frame is ready yet.
  public func draw(_ state: RefreshState, on canvas: RefreshCanvas, into scene: inout Scene) {
    guard !canvas.area.isEmpty, !(state.phase == .idle && state.previousPhase == .exiting) else { return }
    let shot = shot(state)
    let fit = min(state.hold > 0 ? state.hold / height : state.trigger / height, 1)
    let scale = height * fit * canvas.scale / Double(frames.size.height)
    let width = Double(frames.size.width) * scale
    let middle = Double(canvas.area.y0) + state.extent * canvas.scale / 2
    var center = Double(canvas.area.x0 + canvas.area.x1) / 2
    if let outcome = state.outcome, shot.mark > 0 || shot.aside > 0 {
      let gap = 16 * canvas.scale
      let shown = shot.isBesideMark ? width + gap : 0
      let layout = mark.layout(outcome, room: Double(canvas.area.width) - shown - 2 * gap, on: canvas)
      let side = mark.isMirrored ? -1.0 : 1
      let left = center - layout.width / 2 + side * shown / 2
      if shot.isBesideMark, layout.width > 0 { center -= side * shot.aside * (gap + layout.width) / 2 }
      mark.draw(
        layout, left: left, middle: middle, scale: 0.7 + 0.3 * shot.mark, opacity: shot.mark * shot.opacity, on: canvas,
        into: &scene)
    }
    let place = Point(x: center, y: middle)
    let opacity = shot.opacity * shot.picture
    if shot.share < 1 {
      add(shot.before, at: place, scale: scale, opacity: opacity * (1 - shot.share), on: canvas, into: &scene)
    }
    if shot.share > 0 {
      add(shot.frame, at: place, scale: scale, opacity: opacity * shot.share, on: canvas, into: &scene)
    }
  }

  private func add(
    _ frame: Double, at center: Point, scale: Double, opacity: Double, on canvas: RefreshCanvas, into scene: inout Scene
  ) {
    guard opacity > 0, let ready = frames.frame(nearest: frame, among: ready()), let pixmap = ready.pixmap
    else { return }
    let place = Point(
      x: center.x + (Double(ready.x) + Double(pixmap.size.width - frames.size.width) / 2) * scale,
      y: center.y + (Double(ready.y) + Double(pixmap.size.height - frames.size.height) / 2) * scale)
    let layer = Layer.sprite(pixmap, center: place, scale: scale, opacity: opacity, clip: canvas.area)
    if !layer.frame.isEmpty { scene.add(layer) }
  }

  /// Until the part that shows the outcome has ended.
  public func finishingTime(_ state: RefreshState) -> Double {
    let outcome = state.outcome ?? .success
    let hold = outcome.isTrouble ? metrics.failureHold : metrics.resultHold
    guard let part = part(for: outcome) else { return hold }
    return max(hold, Double(part.count) / frames.file.rate + LottieStyle.fade)
  }
}

// MARK: Shot

extension LottieStyle {
  /// What is seen of the animation at one moment.
  struct Shot: Equatable {
    var frame = 0.0
    /// The frame that fades away, and how far the other has come.
    var before = 0.0
    var share = 1.0
    /// Of the animation alone.
    var picture = 1.0
    /// Of everything.
    var opacity = 1.0
    /// How far the outcome's mark has appeared.
    var mark = 0.0
    var isBesideMark = false
    /// How far the animation has moved to let the mark stand beside it; ahead of the mark, so that the two never lie over each other.
    var aside = 0.0
  }

  private func part(for outcome: RefreshOutcome) -> Range<Int>? {
    outcome.isTrouble ? frames.file.segments.fail : frames.file.segments.done
  }

  func shot(_ state: RefreshState) -> Shot {
    switch state.phase {
    case .idle, .pulling, .armed, .canceling: return Shot(frame: pulled(state.ratio))
    case .refreshing: return refreshing(state, state.timeRefreshing)
    case .finishing: return finishing(state, state.timeInPhase)
    case .exiting:
      var shot = finishing(state, .infinity)
      let open = (state.openness - RefreshRules.resetShare) / (1 - RefreshRules.resetShare)
      shot.opacity = min(max(open / 0.6, 0), 1)
      return shot
    }
  }

  private func pulled(_ ratio: Double) -> Double {
    let pull = frames.file.segments.pull
    return Double(pull.lowerBound) + min(max(ratio, 0), 1) * Double(pull.count - 1)
  }

  private func refreshing(_ state: RefreshState, _ time: Double) -> Shot {
    let file = frames.file
    let loop = file.segments.loop
    let start = pulled(state.startRatio)
    let length = Double(loop.count)
    if loop.contains(file.segments.pull.lowerBound) {
      // The pull is the loop's beginning: it runs on from where the finger left it.
      let from = start - Double(loop.lowerBound) + time * file.rate
      return Shot(frame: Double(loop.lowerBound) + from.truncatingRemainder(dividingBy: length))
    }
    // What the pull has left out first, in 0.4 s at most.
    let end = Double(file.segments.pull.upperBound - 1)
    let rest = min((end - start) / file.rate, 0.4)
    if time < rest { return Shot(frame: start + (end - start) * time / rest) }
    let since = time - rest
    let frame = Double(loop.lowerBound) + (since * file.rate).truncatingRemainder(dividingBy: length)
    if file.segments.pull.upperBound == loop.lowerBound { return Shot(frame: frame) }
    return Shot(frame: frame, before: end, share: smoothstep(since / LottieStyle.fade))
  }

  /// - Parameter time: since the outcome is shown.
  private func finishing(_ state: RefreshState, _ time: Double) -> Shot {
    let running = refreshing(state, state.timeRefreshing + min(time, LottieStyle.fade))
    let appeared = smoothstep((time - 0.12) / 0.25)
    guard let part = part(for: state.outcome ?? .success) else {
      var shot = running
      shot.picture = 1 - smoothstep(time / LottieStyle.fade)
      shot.mark = appeared
      return shot
    }
    let frame = Double(part.lowerBound) + min(time * frames.file.rate, Double(part.count - 1))
    return Shot(
      frame: frame, before: running.frame, share: smoothstep(time / LottieStyle.fade),
      mark: smoothstep((time - 0.2) / 0.2),
      isBesideMark: true,
      aside: smoothstep(time / 0.25))
  }
}
