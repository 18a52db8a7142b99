import Glibc
import Refresh
import Scene

/// A style on a panel: its sprites, and the layers it draws of a state.
struct Film {
  static let theme = RefreshTheme(
    background: Color(rgb: 0x14171C), surface: Color(rgb: 0x1C2026), text: Color(rgb: 0xE8EAED),
    muted: Color(rgb: 0x9AA0A6), accent: Color(rgb: 0x8AB4F8), good: Color(rgb: 0x81C995), warn: Color(rgb: 0xFDD663),
    bad: Color(rgb: 0xF28B82), info: Color(rgb: 0x78D9EC))

  let style: any RefreshStyle
  let scale: Double
  let width: Int
  let sprites: SpriteSet

  init(_ style: any RefreshStyle, scale: Double = 1, width: Int = 480) {
    self.style = style
    self.scale = scale
    self.width = width
    sprites = SpriteSet(
      style.sprites.map { Film.pixmap($0, scale: scale) }, places: style.sprites.map { Film.place($0, scale: scale) })
  }

  /// A blank sprite of the size a raster of the request would have.
  static func pixmap(_ request: SpriteRequest, scale: Double) -> Pixmap? {
    func blank(_ width: Double, _ height: Double) -> Pixmap {
      Pixmap(size: PixelSize(width: max(Int(width.rounded()), 1), height: max(Int(height.rounded()), 1))) { _, _ in
        .clear
      }
    }
    switch request.source {
    case .artwork: return blank(request.height * scale, request.height * scale)
    case .drawing(let drawing), .tile(let drawing, _):
      return blank(
        request.height * scale * drawing.viewBox.width / drawing.viewBox.height, request.height * scale)
    case .text("", _, _): return nil
    case .text(let text, let size, _): return blank(0.5 * size * scale * Double(text.count), 1.3 * size * scale)
    case .lastUpdated(let size): return blank(9 * size * scale, 1.3 * size * scale)
    case .letter: return place(request, scale: scale).map { blank(Double($0.width), Double($0.height)) }
    }
  }

  /// Letters side by side, each half as wide as high.
  static func place(_ request: SpriteRequest, scale: Double) -> PixelRect? {
    guard case .letter(let index, let word) = request.source, word.letters[index] != " " else { return nil }
    let width = Int((0.5 * word.size * scale).rounded())
    return PixelRect(x: index * width, y: 0, width: width, height: Int((1.4 * word.size * scale).rounded()))
  }

  func canvas(_ extent: Double) -> RefreshCanvas {
    // Not at the corner of the panel, so that an offset forgotten is an error seen.
    let area = PixelRect(x: 16, y: 40, width: width, height: Int((extent * scale).rounded()))
    let bar = PixelRect(x: 16, y: 8, width: width, height: Int((style.metrics.bar * scale).rounded()))
    return RefreshCanvas(
      area: area, bar: bar.isEmpty ? .empty : bar, scale: scale, sprites: sprites, theme: Film.theme)
  }

  func layers(_ state: RefreshState) -> [Layer] {
    var scene = Scene(size: PixelSize(width: width, height: 800))
    style.draw(state, on: canvas(state.extent), into: &scene)
    return scene.layers
  }

  /// All layers lie in the area or in the bar.
  func areInside(_ layers: [Layer], _ extent: Double) -> Bool {
    let canvas = canvas(extent)
    return layers.allSatisfy { canvas.area.contains($0.frame) || canvas.bar.contains($0.frame) }
  }
}

/// A whole refresh: a finger, the answer, and the content that follows on springs. A value: a copy goes on by itself.
struct Shooting {
  enum Event {
    /// The finger moves the content to a share of the trigger, within so many seconds.
    case drag(to: Double, over: Double)
    case up
    case begin
    case done(RefreshOutcome)
  }

  struct Script {
    var name: String
    var events: [(time: Double, event: Event)]
    var rules = RefreshRules()

    /// A quick pull, an answer, and away.
    static func plain(_ outcome: RefreshOutcome, answer: Double = 1.37) -> Script {
      Script(
        name: "plain", events: [(0, .drag(to: 1.3, over: 0.5)), (0.5, .up)] + answering(outcome, at: 0.5 + answer),
        rules: RefreshRules(timeout: answer))
    }

    /// A slow pull, a hesitation below the trigger, above it, back below it, above again; while refreshing the finger comes back
    /// and pulls further, the answer comes while it holds, and it lifts when the outcome has been shown for a while.
    static func hesitant(_ outcome: RefreshOutcome) -> Script {
      Script(
        name: "hesitant",
        events: [
          (0, .drag(to: 0.8, over: 0.8)), (0.8, .drag(to: 0.76, over: 0.2)), (1, .drag(to: 1.2, over: 0.4)),
          (1.4, .drag(to: 0.9, over: 0.2)), (1.7, .drag(to: 1.25, over: 0.3)), (2, .up),
          (2.8, .drag(to: 1.4, over: 0.4)),
        ] + answering(outcome, at: 3.6) + [(3.9, .drag(to: 1.1, over: 0.2)), (4.3, .up)],
        rules: RefreshRules(timeout: 1.6))
    }

    /// Changed its mind.
    static let cancelled = Script(name: "cancelled", events: [(0, .drag(to: 0.7, over: 0.5)), (0.5, .up)])

    /// The finger catches the closing header, pulls it open again and lets go.
    static func caught(_ outcome: RefreshOutcome) -> Script {
      let trouble = outcome.isTrouble ? 1.0 : 0
      return Script(
        name: "caught",
        events: [(0, .drag(to: 1.3, over: 0.5)), (0.5, .up)] + answering(outcome, at: 1.2) + [
          (1.85 + trouble, .drag(to: 1.1, over: 0.4)), (2.5 + trouble, .up),
        ], rules: RefreshRules(timeout: 0.7))
    }

    /// Refreshed by a key, answered at once.
    static func begun(_ outcome: RefreshOutcome) -> Script {
      Script(name: "begun", events: [(0.1, .begin)] + answering(outcome, at: 0.2), rules: RefreshRules(timeout: 0.7))
    }

    /// Pulled again right after: no task, nothing new.
    static let cooling = Script(
      name: "cooling",
      events: [
        (0, .drag(to: 1.3, over: 0.5)), (0.5, .up), (1.2, .done(.success)), (5, .drag(to: 1.2, over: 0.4)), (5.5, .up),
      ], rules: RefreshRules(cooldown: 10))

    static func all(_ outcome: RefreshOutcome) -> [Script] {
      [plain(outcome), hesitant(outcome), caught(outcome), begun(outcome)]
        + (outcome == .success ? [cancelled, cooling] : [])
    }

    /// A timeout is an answer that does not come.
    private static func answering(_ outcome: RefreshOutcome, at time: Double) -> [(time: Double, event: Event)] {
      outcome == .timeout ? [] : [(time, .done(outcome))]
    }
  }

  /// The content, as a function of time.
  private enum Content {
    case rests(Double)
    case follows(from: Double, to: Double, start: Double, duration: Double)
    /// Critically damped, rate 12.5.
    case springs(from: Double, to: Double, start: Double)

    func extent(at time: Double) -> Double {
      switch self {
      case .rests(let extent): return extent
      case .follows(let from, let to, let start, let duration):
        return from + (to - from) * min((time - start) / duration, 1)
      case .springs(let from, let to, let start):
        let t = 12.5 * (time - start)
        let left = (from - to) * exp(-t) * (1 + t)
        return abs(left) < 0.05 ? to : to + left
      }
    }
  }

  let film: Film
  let script: Script
  private(set) var machine: RefreshMachine
  private(set) var time = 0.0
  private var content = Content.rests(0)
  private var finger = RefreshMachine.Finger.none
  private var next = 0
  /// Something happened in the last moment.
  private(set) var isEventful = false

  init(_ film: Film, _ script: Script, viewport: Double = 1000) {
    self.film = film
    self.script = script
    machine = RefreshMachine(style: film.style, viewport: viewport, rules: script.rules, seed: 7)
  }

  var extent: Double { content.extent(at: time) }
  var state: RefreshState { machine.state(extent: extent, at: time) }
  var isOver: Bool { next == script.events.count && state.phase == .idle && extent == 0 && time > 1 }

  /// Time passes; what is due by the script is not done yet.
  mutating func pass(to time: Double) {
    let before = (phase: state.phase, isSettled: machine.isSettled)
    self.time = time
    let effects = machine.handle(.moved(extent: extent, finger), at: time)
    follow(effects)
    isEventful = !effects.isEmpty || before != (state.phase, machine.isSettled)
  }

  /// Does what the script says for this moment. Returns whether it says anything.
  mutating func act() -> Bool {
    var acted = false
    while next < script.events.count, script.events[next].time <= time + 1e-9 {
      acted = true
      switch script.events[next].event {
      case .drag(let share, let duration):
        content = .follows(from: extent, to: share * machine.trigger, start: time, duration: duration)
        finger = .pulls
        follow(machine.handle(.moved(extent: extent, finger), at: time))
      case .up:
        finger = .none
        content = .rests(extent)
        follow(machine.handle(.up(velocity: 0), at: time))
      case .begin:
        follow(machine.handle(.begin, at: time))
      case .done(let outcome):
        follow(machine.handle(.done(task: 1, outcome), at: time))
      }
      next += 1
    }
    if acted { isEventful = true }
    return acted
  }

  private mutating func follow(_ effects: RefreshMachine.Effects) {
    for case .settle(let target) in effects where finger == .none {
      content = .springs(from: extent, to: target, start: time)
    }
  }
}

extension RefreshMachine {
  /// The content has come to rest during this refresh.
  fileprivate var isSettled: Bool { state(extent: 0, at: 1e6).timeSettled > 0 }
}

/// What a sprite layer does, read back from its transform.
struct Pose {
  var center: Point
  var degrees: Double
  var scale: Double
  /// As it is seen, in pixels.
  var height: Double
  /// Its own, times that of the groups it lies in.
  var opacity: Double
  /// Of the slice it is seen in.
  var sweep: Double
  /// More than a pixel of it lies within its clip.
  var isInside: Bool

  init?(_ layer: Layer) {
    guard case .image(let pixmap, let transform) = layer.content else { return nil }
    center = transform.apply(Point(x: Double(pixmap.size.width) / 2, y: Double(pixmap.size.height) / 2))
    degrees = atan2(transform.b, transform.a) * 180 / .pi
    scale = max(transform.determinant, 0).squareRoot()
    height = scale * Double(pixmap.size.height)
    opacity = Double(layer.opacity) / 255
    sweep = layer.sector?.sweep ?? 360
    let bounds = transform.bounds(
      of: Rect(x: 0, y: 0, width: Double(pixmap.size.width), height: Double(pixmap.size.height)))
    let frame = layer.frame
    isInside =
      min(bounds.x1, Double(frame.x1)) - max(bounds.x, Double(frame.x0)) > 1
      && min(bounds.y1, Double(frame.y1)) - max(bounds.y, Double(frame.y0)) > 1
  }

  var isSeen: Bool { isInside && opacity >= 0.02 && sweep >= 2 && scale >= 0.02 }
}

extension SpriteSet {
  /// The place of a sprite found in a layer.
  func place(of pixmap: Pixmap) -> Int? { (0..<64).first { self[$0] === pixmap } }
}
