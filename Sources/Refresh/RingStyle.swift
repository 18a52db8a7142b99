import Glibc
import Numbers
public import Scene

/// A ring in all colours winds itself up around a logo, which takes on colour with it.
///
/// After the Codeanywhere app: an angle of 360° times the pull turns the ring, opens a slice from the top clockwise in which it
/// is seen, and is the opacity of the coloured logo over the grey one; so the ring's moving end always has the colour of its
/// top. The reference takes the angle's sine of `degrees - 90` without parentheses around the conversion to radians, so that
/// its slice begins somewhere else; here it begins at the top. At 0 nothing of the ring is drawn, at 360 all of it and no seam.
///
/// What the reference does not say is ours: a pull to the trigger is a whole turn; ring and logo grow with what the content
/// uncovers, so that they are seen as a whole from the first moment; while refreshing the ring turns once a second; then it
/// goes on to upright, within a quarter of a second, and keeps its colours on success. They pale when nothing is new, are lost
/// after trouble, and a failure or a timeout is shaken as well. While the header closes the ring unwinds.
public struct RingStyle: RefreshStyle {
  /// The ring's height and 32 dp arm and are held open unless told otherwise.
  public let metrics: RefreshMetrics
  /// Ring and logo, each in colour and in grey, then the mark's.
  public let sprites: [SpriteRequest]
  /// Diameter of the ring, dp.
  public let height: Double
  /// Seconds of a turn.
  public let turn: Double
  private let mark: OutcomeMark

  /// Places of the style's own sprites; the mark's follow.
  enum Sprite { static let ring = 0, greyRing = 1, logo = 2, greyLogo = 3, mark = 4 }

  /// The logo's share of the ring's diameter.
  static let logoShare = 0.5
  /// The ring comes to rest upright within this time.
  static let rest = 0.25

  /// Around the circle, clockwise from the top; the last runs into the first.
  public static let colors = [
    Color(rgb: 0x12A594), Color(rgb: 0x3E63DD), Color(rgb: 0x8E4EC6), Color(rgb: 0xE93D82), Color(rgb: 0xF76B15),
    Color(rgb: 0xFFB224),
  ]

  /// - Parameters:
  ///   - image: the logo: a file of `Assets` or a path.
  ///   - ring: a picture in place of the ring drawn in `colors`: square, its top where the pull begins.
  public init(
    image: String = "logo", ring: String? = nil, height: Double = 56, colors: [Color] = RingStyle.colors,
    turn: Double = 1, metrics: RefreshMetrics? = nil, words: OutcomeWords = OutcomeWords()
  ) {
    precondition(!colors.isEmpty && turn > 0 && height > 0, "a ring has a size and a colour, and turns")
    let room = height + 32
    self.metrics = metrics ?? RefreshMetrics(trigger: room, hold: room)
    self.height = height
    self.turn = turn
    mark = OutcomeMark(words: words, firstSprite: Sprite.mark)
    let wheel = ring.map(SpriteRequest.Source.artwork) ?? .drawing(RingStyle.sweep(colors))
    sprites =
      [
        SpriteRequest(wheel, height: height), SpriteRequest(wheel, height: height, isGrey: true),
        SpriteRequest(.artwork(image), height: RingStyle.logoShare * height),
        SpriteRequest(.artwork(image), height: RingStyle.logoShare * height, ink: .muted, isGrey: true),
      ] + mark.sprites
  }

  /// See `RefreshStyle.draw`.
  public func draw(_ state: RefreshState, on canvas: RefreshCanvas, into scene: inout Scene) {
    guard !canvas.area.isEmpty else { return }
    let pose = pose(state)
    let room = state.room
    let full = min(height, 0.8 * room) * canvas.scale
    let diameter = full * pose.scale
    let middle = Double(canvas.area.y0) + min(state.extent, room) / 2 * canvas.scale
    var center = Point(x: Double(canvas.area.x0 + canvas.area.x1) / 2, y: middle)
    if let outcome = state.outcome {
      center.x = mark.drawBeside(
        outcome, width: diameter, fullWidth: full, gap: full / 4, middle: middle, shown: smoothstep(pose.mark),
        opacity: pose.markOpacity, on: canvas, into: &scene)
    }
    center.x += pose.shake * canvas.scale
    draw(Sprite.greyLogo, RingStyle.logoShare * diameter, at: center, pose.opacity, on: canvas, into: &scene)
    draw(
      Sprite.logo, RingStyle.logoShare * diameter, at: center, pose.opacity * pose.color * pose.sweep / 360, on: canvas,
      into: &scene)
    draw(
      Sprite.greyRing, diameter, at: center, pose.opacity * (1 - pose.color), degrees: pose.turned, sweep: pose.sweep,
      on: canvas, into: &scene)
    draw(
      Sprite.ring, diameter, at: center, pose.opacity * pose.color, degrees: pose.turned, sweep: pose.sweep, on: canvas,
      into: &scene)
  }

  /// - Parameter height: pixels.
  private func draw(
    _ sprite: Int, _ height: Double, at center: Point, _ opacity: Double, degrees: Double = 0, sweep: Double = 360,
    on canvas: RefreshCanvas, into scene: inout Scene
  ) {
    guard opacity > 0, sweep > 0, height >= 0.5, let picture = canvas.sprites[sprite] else { return }
    var layer = Layer.sprite(
      picture, center: center, degrees: degrees, scale: height / Double(picture.size.height), opacity: opacity,
      clip: canvas.area)
    if sweep < 360 { layer.sector = Sector(center: center, start: -90, sweep: sweep) }
    scene.add(layer)
  }
}

// MARK: Settings

extension RingStyle {
  static let entry = RefreshStyles.Entry(
    "ring", "A ring in all colours winds itself up around a logo.",
    [
      RefreshParameter("image", .picture, standard: "logo", "The logo in the middle, grey until the pull colours it."),
      RefreshParameter("ring", .picture, "A square picture of a ring, in place of one in \"colors\"."),
      RefreshParameter("colors", .colors(1...12), "Colours of the ring, clockwise from the top."),
      RefreshParameter("height", .length(24...160), standard: "56", "Diameter of the ring."),
      RefreshParameter("turn", .time(0.3...20), standard: "1", "How long a turn takes."),
    ]
  ) { settings in
    RingStyle(
      image: settings.picture("image") ?? "logo", ring: settings.picture("ring"),
      height: settings.number("height") ?? 56,
      colors: settings.colors("colors") ?? RingStyle.colors, turn: settings.number("turn") ?? 1, words: settings.words)
  }
}

// MARK: Pose

extension RingStyle {
  /// Where everything is at one moment.
  struct Pose: Equatable {
    /// How much of the ring is seen, degrees clockwise from the top.
    var sweep = 0.0
    /// How far the ring is turned, degrees.
    var turned = 0.0
    /// Of ring and logo, as a share of their full size.
    var scale = 1.0
    /// Colour of ring and logo: 0 is grey.
    var color = 1.0
    var opacity = 1.0
    /// Sideways, dp.
    var shake = 0.0
    var mark = 0.0
    var markOpacity = 0.0
  }

  func pose(_ state: RefreshState) -> Pose {
    var pose = Pose()
    let room = state.room
    pose.scale = min(state.extent / room, 1)
    switch state.phase {
    case .idle, .pulling, .armed, .canceling:
      wind(&pose, min(state.ratio, 1))
    case .refreshing:
      wind(&pose, wound(state))
      pose.turned += 360 * state.timeRefreshing / turn
    case .finishing:
      finish(&pose, state, after: state.timeInPhase)
    case .exiting:
      finish(&pose, state, after: .infinity)
      let open = state.openness
      let share = Curve.ramp(open, from: RefreshRules.resetShare, to: 1)
      // The colours come back as it unwinds, so that the next pull finds what it leaves.
      pose.color = Curve.mix(1, pose.color, share)
      pose.opacity = Curve.mix(1, pose.opacity, share)
      wind(&pose, open)
      pose.mark = share
      pose.markOpacity = Curve.ramp(open, from: 0.7, to: 1)
    }
    return pose
  }

  /// The pull's angle: θ turns the ring and opens the slice.
  private func wind(_ pose: inout Pose, _ share: Double) {
    pose.sweep = 360 * share
    pose.turned = 360 * share
  }

  /// A refresh that begins before the ring is closed closes it within a quarter of a second.
  private func wound(_ state: RefreshState) -> Double {
    Curve.mix(min(state.startRatio, 1), 1, smoothstep(state.timeRefreshing / RingStyle.rest))
  }

  private func finish(_ pose: inout Pose, _ state: RefreshState, after time: Double) {
    wind(&pose, wound(state))
    let angle = pose.turned + 360 * state.timeRefreshing / turn
    pose.turned = upright(from: angle, speed: state.timeRefreshing > 0 ? 360 / turn : 0, after: time)
    // A task that ended before the ring was closed, or a pull inside the cooldown: it closes now.
    pose.sweep = Curve.mix(pose.sweep, 360, smoothstep(time / RingStyle.rest))
    let appeared = smoothstep(time / RingStyle.rest)
    pose.mark = Curve.ramp(time, from: 0, to: RingStyle.rest)
    pose.markOpacity = Curve.ramp(appeared, from: 0.3, to: 1)
    switch state.outcome ?? .success {
    case .success: break
    case .noChange: pose.opacity = 1 - 0.45 * appeared
    case .failure, .timeout:
      pose.color = 1 - appeared
      if time.isFinite { pose.shake = Curve.swing(time: time, velocity: 140, frequency: 3.5, decay: 5) }
    case .offline:
      pose.color = 1 - appeared
      pose.opacity = 1 - 0.5 * appeared
    }
  }

  /// The ring runs on to the next upright and comes to rest there, at first as fast as it turned.
  ///
  /// A cubic with given ends and speeds goes back on itself when it has less than a third of speed times duration to go: what
  /// is that near comes to rest sooner.
  private func upright(from angle: Double, speed: Double, after time: Double) -> Double {
    let end = (angle / 360 - 1e-9).rounded(.up) * 360
    let way = end - angle
    let duration = speed > 0 ? min(RingStyle.rest, 3 * way / speed) : RingStyle.rest
    guard time < duration else { return end }
    let t = time / duration
    return angle + way * t * t * (3 - 2 * t) + speed * duration * t * (1 - t) * (1 - t)
  }
}

// MARK: Drawing

extension RingStyle {
  /// A ring whose colour runs through `colors` and back to the first: arcs with a gradient along each, of which each reaches
  /// a little under the next, so that no seam shows between them. Not far: where two overlap their edges are less smooth.
  static func sweep(_ colors: [Color]) -> Drawing {
    // About 15 degrees each, as many for every colour.
    let count = colors.count * ((24 + colors.count - 1) / colors.count)
    let radius = 44.0
    let step = 2 * Double.pi / Double(count)
    func point(_ angle: Double, _ radius: Double) -> Point {
      Point(x: radius * sin(angle), y: -radius * cos(angle))
    }
    func color(_ share: Double) -> Color {
      let place = (share - share.rounded(.down)) * Double(colors.count)
      let index = min(Int(clamping: place), colors.count - 1)
      return colors[index].mixed(with: colors[(index + 1) % colors.count], place - Double(index))
    }
    let shapes = (0..<count).map { index in
      let start = Double(index) * step
      // The first is overlapped by the last, and lies under the second.
      let end = start + (index == count - 1 ? 1 : 1.16) * step
      // Control points of an arc lie on its ends' tangents, 4/3 tan(angle/4) radii away.
      let reach = 4.0 / 3 * tan((end - start) / 4) * radius
      let a = point(start, radius)
      let b = point(end, radius)
      let path = Path([
        .move(a),
        .curve(
          Point(x: a.x + reach * cos(start), y: a.y + reach * sin(start)),
          Point(x: b.x - reach * cos(end), y: b.y - reach * sin(end)), to: b),
      ])
      let share = Double(index) / Double(count)
      let paint = Drawing.Paint.linear(
        from: a, to: point(start + step, radius),
        stops: [
          Drawing.Stop(offset: 0, color: color(share)),
          Drawing.Stop(offset: 1, color: color(share + 1 / Double(count))),
        ])
      return Drawing.Shape(path: path, stroke: .init(paint: paint, width: 12))
    }
    return Drawing(viewBox: Rect(x: -50, y: -50, width: 100, height: 100), shapes: shapes)
  }
}
