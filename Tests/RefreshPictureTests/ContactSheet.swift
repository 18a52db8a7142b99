import Assets
import Board
import Compositor
import Refresh
import Scene
import Typesetting

/// Key frames of a style side by side, as a panel shows them: what a golden of a style is.
struct ContactSheet {
  let style: any RefreshStyle
  let colors: Theme.Colors
  let scale: Double
  /// Of one frame, dp; the height is the style's own.
  let width: Double
  private let sprites: SpriteSet
  private let machine: RefreshMachine

  /// One frame: what the machine would say at that moment of an ordinary refresh.
  enum Moment {
    /// A finger holds the content at this share of the trigger; past 1 it has done so for a second.
    case pull(Double)
    /// Seconds since the task began, the content at its hold.
    case refreshing(Double)
    /// Seconds since the task ended, having run for `ran`.
    case finishing(RefreshOutcome, Double, ran: Double = 1.37)
    /// What share of the hold is still open.
    case exiting(RefreshOutcome, Double)
  }

  init(
    _ style: any RefreshStyle, colors: Theme.Colors = .light, scale: Double = 1, width: Double = 200,
    viewport: Double = 1000, fonts: FontSource = fonts
  ) {
    self.style = style
    self.colors = colors
    self.scale = scale
    self.width = width
    let resolved = ResolvedTheme(colors: colors, scale: scale)
    let theme = ContactSheet.theme(colors)
    let typesetter = Typesetter(fonts: fonts)
    sprites = SpriteSet(
      style.sprites.map { request in
        let ink = theme.color(request.ink)
        switch request.source {
        case .drawing(let drawing):
          return typesetter.sprite(drawing, height: request.height * scale, ink: ink)
        case .tile(let drawing, let ground):
          return typesetter.tile(
            drawing, height: request.height * scale, ink: ink, ground: theme.color(ground))
        case .artwork(let name):
          guard let drawing = Assets.drawing(name) else { return nil }
          return typesetter.sprite(drawing, height: request.height * scale, ink: ink)
        case .text(let text, let size, let isBold):
          return typesetter.sprite(text, size: size, isBold: isBold, ink: ink, theme: resolved)
        case .lastUpdated(let size):
          return typesetter.sprite("Updated 5 min ago", size: size, isBold: false, ink: ink, theme: resolved)
        case .letter:
          // None of the styles on these sheets has letters.
          return nil
        }
      })
    machine = RefreshMachine(style: style, viewport: viewport)
  }

  static func theme(_ colors: Theme.Colors) -> RefreshTheme {
    RefreshTheme(
      background: colors.background, text: colors.text, muted: colors.muted, accent: colors.accent, good: colors.good,
      warn: colors.warn, bad: colors.bad, info: colors.info)
  }

  func state(_ moment: Moment) -> RefreshState {
    let trigger = machine.trigger
    let hold = machine.hold
    func state(_ phase: RefreshState.Phase, _ extent: Double) -> RefreshState {
      RefreshState(
        phase: phase, extent: extent, trigger: trigger, hold: hold, phaseExtent: extent, startRatio: 1, peakRatio: 1,
        seed: 7, armed: 1)
    }
    switch moment {
    case .pull(let ratio):
      var state = state(ratio < 1 ? .pulling : .armed, ratio * trigger)
      state.previousPhase = ratio < 1 ? .idle : .pulling
      state.timeInPhase = 1
      state.startRatio = 0
      state.peakRatio = ratio
      state.armed = ratio < 1 ? 0 : 1
      state.isTouching = true
      return state
    case .refreshing(let time):
      var state = state(.refreshing, hold)
      state.previousPhase = .armed
      state.timeInPhase = time
      state.timeRefreshing = time
      state.timeSettled = time
      return state
    case .finishing(let outcome, let time, let ran):
      var state = state(.finishing, hold)
      state.previousPhase = .refreshing
      state.timeInPhase = time
      state.timeRefreshing = ran
      state.timeSettled = ran
      state.outcome = outcome
      return state
    case .exiting(let outcome, let share):
      var state = self.state(.finishing(outcome, 0))
      state.phase = .exiting
      state.previousPhase = .finishing
      state.extent = share * hold
      // As far as the closing spring takes for it, roughly.
      state.timeInPhase = 0.3 * (1 - share)
      state.previousTime = style.finishingTime(self.state(.finishing(outcome, 0)))
      return state
    }
  }

  /// One frame: the style above a card.
  func frame(_ state: RefreshState, height: Int) -> Pixmap {
    let size = PixelSize(width: Int((width * scale).rounded()), height: height)
    var scene = Scene(size: size, background: colors.background)
    let extent = Int((state.extent * scale).rounded())
    let area = PixelRect(x0: 0, y0: 0, x1: size.width, y1: min(extent, height))
    let margin = Int((8 * scale).rounded())
    scene.add(
      .fill(
        colors.surface, PixelRect(x0: margin, y0: extent, x1: size.width - margin, y1: height + 64), radius: 8 * scale))
    let bar = Int((style.metrics.bar * scale).rounded())
    let canvas = RefreshCanvas(
      area: area, bar: PixelRect(x0: 0, y0: 0, x1: size.width, y1: bar), scale: scale, sprites: sprites,
      theme: ContactSheet.theme(colors))
    style.draw(state, on: canvas, into: &scene)
    return Compositor.render(scene)
  }

  /// The style alone on its background, as if the content lay `height` pixels down.
  func bare(_ state: RefreshState, height: Int) -> Pixmap {
    var scene = Scene(
      size: PixelSize(width: Int((width * scale).rounded()), height: height), background: colors.background)
    let area = PixelRect(scene.size)
    style.draw(
      state,
      on: RefreshCanvas(area: area, scale: scale, sprites: sprites, theme: ContactSheet.theme(colors)), into: &scene)
    return Compositor.render(scene)
  }

  /// All frames, `rows` below each other with gaps between them.
  func picture(_ rows: [[Moment]]) -> Pixmap {
    let states = rows.map { $0.map { state($0) } }
    let gap = 4
    let wide = Int((width * scale).rounded())
    let heights = states.map { row in
      Int(((row.map(\.extent).max() ?? 0) * scale).rounded()) + Int((16 * scale).rounded())
    }
    let columns = rows.map(\.count).max() ?? 0
    var scene = Scene(
      size: PixelSize(
        width: columns * (wide + gap) + gap, height: heights.reduce(0, +) + (heights.count + 1) * gap),
      background: colors.background.mixed(with: colors.text, 0.25))
    var y = gap
    for (row, height) in zip(states, heights) {
      for (column, state) in row.enumerated() {
        scene.add(.pixmap(frame(state, height: height), x: gap + column * (wide + gap), y: y))
      }
      y += height + gap
    }
    return Compositor.render(scene)
  }

  /// The rows every style's sheet has: a pull, a refresh, each outcome from its first moment to its last.
  static let rows: [[Moment]] = [
    [.pull(0.15), .pull(0.35), .pull(0.6), .pull(0.85), .pull(1), .pull(1.4)],
    [.refreshing(0), .refreshing(0.1), .refreshing(0.3), .refreshing(0.7), .refreshing(1.1), .refreshing(1.6)],
    [
      .finishing(.success, 0.1), .finishing(.success, 0.5), .finishing(.noChange, 0.5), .finishing(.failure, 1),
      .finishing(.offline, 1), .finishing(.timeout, 1),
    ],
    [
      .exiting(.success, 0.9), .exiting(.success, 0.6), .exiting(.success, 0.3), .exiting(.failure, 0.9),
      .exiting(.failure, 0.6), .exiting(.failure, 0.3),
    ],
  ]
}

/// Fonts as Debian's packages fonts-inter and fonts-noto-core install them, and nothing else.
let fonts = FontSource.pinned(
  directories: [
    "/usr/share/fonts/opentype/inter", "/usr/share/fonts/truetype/inter", "/usr/share/fonts/truetype/noto",
    "/usr/share/fonts/opentype/noto",
  ], cache: "/tmp/vitrine-tests-fontconfig")
