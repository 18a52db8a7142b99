import Glibc
import Numbers
public import Scene

/// A sleeping whale rises with the sea as one pulls, wakes when letting go starts a refresh, and spouts while it runs.
///
/// A header that is a scene with somebody in it, as Yelp and Snapchat had them; all of the drawing and the story are ours. Waves
/// before and behind the whale move unlike, so that the scene has depth. It laughs over new data, worries over trouble, and dozes
/// off when an answer takes too long.
public struct CharacterStyle: RefreshStyle {
  /// 112 dp arm and are held open unless told otherwise: the scene's full height.
  public let metrics: RefreshMetrics
  /// In the order of `Sprite`.
  public let sprites: [SpriteRequest]
  private let mark: OutcomeMark

  /// Places of the style's own sprites; two sets of drops and the mark follow.
  enum Sprite {
    static let far = 0, middle = 1, near = 2, tail = 3, body = 4, awake = 5, happy = 6, asleep = 7, worried = 8
    static let drops = 9
    static let mark = drops + 2 * CharacterStyle.drops
  }

  /// Drops of one spout.
  static let drops = 7
  /// Height of the header all lengths are meant for, dp; a lower one is drawn smaller.
  static let height = 112.0
  /// Height of the whale's box, dp, and its width in heights.
  static let whale = 56.0
  static let whaleAspect = 128.0 / 80
  /// The waves, from the farthest to the nearest.
  static let waves = [
    Wave(level: 43, sway: 10, period: 7, phase: 0.1), Wave(level: 35, sway: 16, period: 5.5, phase: 0.45),
    Wave(level: 23, sway: 24, period: 4.5, phase: 0.8),
  ]
  /// Height of a wave's picture, and of the mean crest below its upper edge, dp.
  static let strip = (height: 72.0, crest: 8.0)
  /// Height over which the sea fades above the content, dp.
  static let mist = 14.0
  /// Seconds from one spout to the next, from a refresh's start to the first, and of a drop's flight.
  static let spouting = (every: 1.7, first: 0.15, flight: 0.85)

  struct Wave: Sendable {
    /// Of the mean crest above the header's lower edge, dp, when the header is `height` high.
    var level: Double
    /// Largest way to either side, dp.
    var sway: Double
    /// Seconds.
    var period: Double
    /// Turns.
    var phase: Double
  }

  /// - Parameters:
  ///   - metrics: lengths in dp; a header lower than 112 dp shows the scene smaller.
  ///   - words: beside the outcome's glyph.
  public init(
    metrics: RefreshMetrics = RefreshMetrics(trigger: 112, hold: 112, arming: 0.2), words: OutcomeWords = OutcomeWords()
  ) {
    self.metrics = metrics
    mark = OutcomeMark(words: words, firstSprite: Sprite.mark)
    func picture(_ name: String, _ height: Double) -> SpriteRequest {
      SpriteRequest(.artwork("whale-" + name), height: height)
    }
    let whale = CharacterStyle.whale
    // In the order of `Sprite`. The tail's box has the scale of the body's.
    sprites =
      [
        picture("wave-far", CharacterStyle.strip.height), picture("wave-middle", CharacterStyle.strip.height),
        picture("wave-near", CharacterStyle.strip.height), picture("tail", whale * 56 / 80), picture("body", whale),
        picture("awake", whale), picture("happy", whale), picture("asleep", whale), picture("worried", whale),
      ] + (0..<2 * CharacterStyle.drops).map { picture("drop", 4 + Double($0 * 5 % 4)) } + mark.sprites
  }

  /// See `RefreshStyle.draw`.
  public func draw(_ state: RefreshState, on canvas: RefreshCanvas, into scene: inout Scene) {
    guard !canvas.area.isEmpty else { return }
    let pose = pose(state)
    let stage = Stage(canvas: canvas, fit: fit(state))
    wave(0, pose, on: stage, into: &scene)
    // The mark stands in the sky, beside the whale.
    let room = state.room
    let middle = stage.bottom - min(80 * stage.fit, room - 20) * canvas.scale
    let width = CharacterStyle.whale * CharacterStyle.whaleAspect * stage.dp
    var x = stage.center
    if let outcome = state.outcome {
      x = mark.drawBeside(
        outcome, width: width, gap: 12 * canvas.scale, middle: middle, shown: pose.shown, opacity: pose.mark,
        scale: 1 + pose.swell, on: canvas, into: &scene)
    }
    let center = Point(x: x, y: stage.bottom - pose.height * stage.dp)
    spout(pose, center, on: stage, into: &scene)
    whale(pose, center, on: stage, into: &scene)
    wave(1, pose, on: stage, into: &scene)
    wave(2, pose, on: stage, into: &scene)
    mist(on: stage, into: &scene)
  }

  /// Where the scene is played.
  private struct Stage {
    var canvas: RefreshCanvas
    var fit: Double
    /// Viewer pixels of a dp of the scene.
    var dp: Double { canvas.scale * fit }
    var center: Double { Double(canvas.area.x0 + canvas.area.x1) / 2 }
    /// The content's upper edge, on which the sea lies.
    var bottom: Double { Double(canvas.area.y1) }
  }

  /// 1, or less where a low viewport holds less open than the scene needs.
  private func fit(_ state: RefreshState) -> Double {
    min(state.room / CharacterStyle.height, 1)
  }
}

extension CharacterStyle {
  static let entry = RefreshStyles.Entry(
    "character", "A whale rises with the sea, wakes when letting go refreshes, and spouts meanwhile."
  ) { CharacterStyle(words: $0.words) }
}

// MARK: Drawing

extension CharacterStyle {
  private func wave(_ index: Int, _ pose: Pose, on stage: Stage, into scene: inout Scene) {
    guard let sprite = stage.canvas.sprites[Sprite.far + index] else { return }
    let wave = CharacterStyle.waves[index]
    let level = wave.level * pose.sea * stage.dp
    // Only a far deeper sea than any hold stretches the picture: it reaches below the content's edge in any case.
    let below = (CharacterStyle.strip.height - CharacterStyle.strip.crest) * stage.canvas.scale
    let stretch = max((level + 4 * stage.canvas.scale) / below, 1)
    // The largest pictures of the scene, as wide and as rough on a low header as on a high one. On whole pixels they cost no filter,
    // and a slow slope moved by half a pixel to the side moves by less than a tenth up and down.
    let left = stage.center + wave.sway * pose.sway[index] * stage.canvas.scale - Double(sprite.size.width) / 2
    let top = stage.bottom - level - CharacterStyle.strip.crest * stretch * stage.canvas.scale
    let map = Transform.scale(x: 1, y: stretch).then(.translation(x: left.rounded(), y: top.rounded()))
    let box = map.bounds(
      of: Rect(x: 0, y: 0, width: Double(sprite.size.width), height: Double(sprite.size.height)))
    scene.add(Layer(.image(sprite, map), frame: PixelRect(covering: box).intersection(stage.canvas.area)))
  }

  /// The sea fades towards the content as it does to its sides: cut off, it would look like a bar across the panel.
  private func mist(on stage: Stage, into scene: inout Scene) {
    guard let sprite = stage.canvas.sprites[Sprite.near] else { return }
    let area = stage.canvas.area
    let height = Int(clamping: (CharacterStyle.mist * stage.dp).rounded())
    let steps = min(height, 24)
    let left = Int(clamping: stage.center) - sprite.size.width
    for step in 0..<steps {
      let rows = PixelRect(
        x0: left, y0: area.y1 - height + height * step / steps, x1: left + 2 * sprite.size.width,
        y1: area.y1 - height + height * (step + 1) / steps)
      let opacity = smoothstep((Double(step) + 0.5) / Double(steps))
      scene.add(.fill(stage.canvas.theme.background, rows.intersection(area), opacity: opacity))
    }
  }

  /// - Parameter center: of the whale's box, viewer pixels.
  private func whale(_ pose: Pose, _ center: Point, on stage: Stage, into scene: inout Scene) {
    let canvas = stage.canvas
    let unit = CharacterStyle.whale / 80 * stage.dp
    let turned = Transform.rotation(degrees: pose.tilt)
    func sprite(_ index: Int, at point: Point, degrees: Double, opacity: Double = 1) {
      guard opacity > 0, let sprite = canvas.sprites[index] else { return }
      scene.add(
        .sprite(sprite, center: point, degrees: degrees, scale: stage.fit, opacity: opacity, clip: canvas.area))
    }
    // The joint lies at (9, 35) of a box of 128 by 80.
    let joint = turned.apply(Point(x: (9 - 64) * unit, y: (35 - 40) * unit))
    sprite(
      Sprite.tail, at: Point(x: center.x + joint.x, y: center.y + joint.y), degrees: pose.tilt + pose.tail)
    sprite(Sprite.body, at: center, degrees: pose.tilt)
    sprite(Sprite.asleep, at: center, degrees: pose.tilt, opacity: pose.asleep)
    sprite(Sprite.awake, at: center, degrees: pose.tilt, opacity: pose.awake)
    sprite(Sprite.happy, at: center, degrees: pose.tilt, opacity: pose.happy)
    sprite(Sprite.worried, at: center, degrees: pose.tilt, opacity: pose.worried)
  }

  /// Two spouts may be in the air: one of the refresh and one for joy.
  private func spout(_ pose: Pose, _ center: Point, on stage: Stage, into scene: inout Scene) {
    let unit = CharacterStyle.whale / 80 * stage.dp
    let hole = Transform.rotation(degrees: pose.tilt).apply(Point(x: (86 - 64) * unit, y: (12 - 40) * unit))
    func spout(_ first: Int, since time: Double, strength: Double) {
      for index in 0..<CharacterStyle.drops {
        let place = Double(index) / Double(CharacterStyle.drops - 1)
        // They leave one after another, the first and highest ones in the middle.
        let age = time - 0.03 * Double(index * 3 % CharacterStyle.drops)
        let flight = CharacterStyle.spouting.flight
        guard age > 0, age < flight, let sprite = stage.canvas.sprites[first + index] else { continue }
        let aside = 2 * place - 1
        let x = 26 * aside * age
        let y = (86 - 22 * abs(aside)) * strength * age - 110 * age * age
        let opacity = smoothstep(age / 0.1) * (1 - smoothstep(Curve.ramp(age, from: 0.7 * flight, to: flight)))
        scene.add(
          .sprite(
            sprite, center: Point(x: center.x + hole.x + x * stage.dp, y: center.y + hole.y - y * stage.dp),
            scale: stage.fit, opacity: opacity * pose.spray, clip: stage.canvas.area))
      }
    }
    if let time = pose.spout { spout(Sprite.drops, since: time, strength: 1) }
    if let time = pose.joy { spout(Sprite.drops + CharacterStyle.drops, since: time, strength: 1.15) }
  }
}

// MARK: Pose

extension CharacterStyle {
  /// What happens in the scene at one moment. Lengths in dp of an unreduced header.
  struct Pose: Equatable {
    // Many properties: each is a joint of the drawing.
    /// Of the sea: 1 when the header is as high as it is held open.
    var sea = 1.0
    /// Of the waves to their sides, -1...1.
    var sway = SIMD3<Double>.zero
    /// Of the whale's middle above the content's edge.
    var height = 0.0
    /// Degrees, clockwise: nose down.
    var tilt = 0.0
    /// Degrees of the flukes against the body.
    var tail = 0.0
    /// Opacities of the faces.
    var asleep = 0.0
    var awake = 0.0
    var happy = 0.0
    var worried = 0.0
    /// Since the spout began; nil when there is none.
    var spout: Double?
    var joy: Double?
    /// Opacity of all drops.
    var spray = 1.0
    var shown = 0.0
    var mark = 0.0
    var swell = 0.0
  }
}

extension CharacterStyle {
  func pose(_ state: RefreshState) -> Pose {
    let open = state.extent / state.room
    let rise = smoothstep(Curve.ramp(open, from: 0.15, to: 1))
    let over = max(open - 1, 0)
    var pose = Pose()
    // The sea comes up with the content's edge; pulled further, the sky grows too.
    pose.sea = min(open, 1) + 0.5 * over
    pose.height = Curve.mix(-34, 47, rise) + 30 * over
    pose.tilt = -12 * (1 - rise)
    pose.tail = 30 * (1 - rise)
    pose.spray = rise
    let wakes = smoothstep(state.armed)
    switch state.phase {
    case .idle, .pulling, .armed, .canceling:
      move(&pose, at: 0, share: 0)
      pose.awake = wakes
    case .refreshing:
      swim(&pose, state, at: state.timeRefreshing, share: 1)
    case .finishing:
      swim(&pose, state, at: state.timeRefreshing + state.timeInPhase, share: 1)
      finish(&pose, state, after: state.timeInPhase, share: 1)
    case .exiting:
      let shown = state.previousTime.isFinite ? state.previousTime : metrics.failureHold
      let share = Curve.ramp(state.openness, from: RefreshRules.resetShare, to: 1)
      swim(&pose, state, at: state.timeRefreshing + shown + state.timeInPhase, share: share)
      finish(&pose, state, after: shown + state.timeInPhase, share: share)
      pose.shown = smoothstep(Curve.ramp(state.openness, from: 0.25, to: 1))
      pose.mark = Curve.ramp(state.openness, from: 0.6, to: 1)
    }
    pose.asleep = max(1 - pose.awake - pose.happy - pose.worried, 0)
    return pose
  }

  /// Waves and whale on the move.
  ///
  /// - Parameters:
  ///   - time: since they began to.
  ///   - share: of the motion that is left while the header closes.
  private func move(_ pose: inout Pose, at time: Double, share: Double) {
    func wave(_ turns: Double) -> Double { sin(2 * .pi * turns) }
    for index in 0..<3 {
      let wave = CharacterStyle.waves[index]
      pose.sway[index] = Curve.mix(
        sin(2 * .pi * wave.phase), sin(2 * .pi * (wave.phase + time / wave.period)), share)
    }
    let strength = share * smoothstep(time / 0.8)
    pose.height += 2.2 * strength * wave(time / 2.6)
    pose.tilt += 2.6 * strength * wave(time / 2.6 + 0.2)
    pose.tail += 14 * strength * wave(time / 1.3)
  }

  private func swim(_ pose: inout Pose, _ state: RefreshState, at time: Double, share: Double) {
    move(&pose, at: time, share: share)
    pose.spray *= share
    let wakes = Curve.mix(smoothstep(state.armed), 1, smoothstep(state.timeRefreshing / 0.3))
    pose.awake = wakes * (1 - CharacterStyle.blink(at: time)) * share
    let first = CharacterStyle.spouting.first
    let last = state.timeRefreshing - first
    guard last >= 0 else { return }
    let begun = (last / CharacterStyle.spouting.every).rounded(.down) * CharacterStyle.spouting.every
    pose.spout = time - first - begun
  }

  /// 1 while the eyes are shut for a moment.
  private static func blink(at time: Double) -> Double {
    let since = time.truncatingRemainder(dividingBy: 3.1) - 2.2
    return smoothstep(since / 0.09) * (1 - smoothstep((since - 0.14) / 0.09))
  }

  private func finish(_ pose: inout Pose, _ state: RefreshState, after time: Double, share: Double) {
    let outcome = state.outcome ?? .success
    let ended = smoothstep(time / 0.25)
    let shows = ended * share
    switch outcome {
    case .success:
      pose.happy = shows
      pose.joy = time - 0.05
      pose.height += share * Curve.swing(time: time, velocity: 70, frequency: 1.6, decay: 4)
    case .noChange:
      break
    case .failure, .offline:
      pose.worried = shows
      // A shaken head.
      pose.tilt += share * Curve.swing(time: time, velocity: 130, frequency: 2.6, decay: 4)
      pose.height -= 3 * shows
    case .timeout:
      pose.height -= 3 * shows
    }
    // Whoever is calm stays awake; the others change their face, and who had to wait too long dozes off.
    if outcome != .noChange { pose.awake *= 1 - ended }
    pose.shown = ended
    pose.mark = Curve.ramp(ended, from: 0.3, to: 1)
    if outcome.isTrouble {
      pose.swell = share * Curve.swing(time: max(time - 0.12, 0), velocity: 2, frequency: 2, decay: 6)
    }
  }
}
