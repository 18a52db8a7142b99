import Glibc
import Refresh
import Scene

/// A whole refresh as a style draws it, sampled far finer than any panel.
struct Film {
  struct Frame {
    var time: Double
    var state: RefreshState
    var layers: [Layer]
    var area: PixelRect
  }

  static let theme = RefreshTheme(
    background: Color(rgb: 0x14171C), text: Color(rgb: 0xE8EAED), muted: Color(rgb: 0x9AA0A6),
    accent: Color(rgb: 0x8AB4F8), good: Color(rgb: 0x81C995), warn: Color(rgb: 0xFDD663), bad: Color(rgb: 0xF28B82),
    info: Color(rgb: 0x78D9EC))

  let style: any RefreshStyle
  let scale: Double
  let width: Int
  let sprites: SpriteSet

  init(_ style: any RefreshStyle, scale: Double = 1, width: Int = 480) {
    self.style = style
    self.scale = scale
    self.width = width
    sprites = SpriteSet(style.sprites.map { Film.pixmap($0, scale: scale) })
  }

  /// A blank sprite of the size a raster of the request would have.
  static func pixmap(_ request: SpriteRequest, scale: Double) -> Pixmap {
    func blank(_ width: Double, _ height: Double) -> Pixmap {
      Pixmap(size: PixelSize(width: max(Int(width.rounded()), 1), height: max(Int(height.rounded()), 1))) { _, _ in
        .clear
      }
    }
    switch request.source {
    case .artwork: return blank(request.height * scale, request.height * scale)
    case .drawing(let drawing):
      return blank(
        request.height * scale * drawing.viewBox.width / drawing.viewBox.height, request.height * scale)
    case .text(let text, let size, _): return blank(0.5 * size * scale * Double(text.count), 1.3 * size * scale)
    case .lastUpdated(let size): return blank(9 * size * scale, 1.3 * size * scale)
    }
  }

  func canvas(_ extent: Double) -> RefreshCanvas {
    // Not at the corner of the panel, so that an offset forgotten is an error seen.
    let area = PixelRect(x: 16, y: 40, width: width, height: Int((extent * scale).rounded()))
    return RefreshCanvas(area: area, scale: scale, sprites: sprites, theme: Film.theme)
  }

  func layers(_ state: RefreshState) -> [Layer] {
    var scene = Scene(size: PixelSize(width: width, height: 800))
    style.draw(state, on: canvas(state.extent), into: &scene)
    return scene.layers
  }

  /// Pull to 130 in half a second, lift, answer just before `running` seconds or never, close. The content follows the machine on a critically
  /// damped spring of rate 12.5.
  func shoot(
    _ outcome: RefreshOutcome, running: Double = 1.37, step: Double = 1.0 / 240, viewport: Double = 1000
  ) -> [Frame] {
    var machine = RefreshMachine(style: style, viewport: viewport, rules: RefreshRules(timeout: running))
    var frames: [Frame] = []
    var extent = 0.0
    var spring: (start: Double, from: Double, target: Double)?
    var isUp = false
    var isAnswered = false
    var time = 0.0
    while time < 8 {
      var effects: [RefreshMachine.Effect] = []
      if time < 0.5 {
        extent = 1.3 * machine.trigger * time / 0.5
        effects = machine.handle(.moved(extent: extent, .pulls), at: time)
      } else if !isUp {
        isUp = true
        effects = machine.handle(.up(velocity: 0), at: time)
      } else if !isAnswered, outcome != .timeout, time >= 0.5 + running - 0.02 {
        isAnswered = true
        effects = machine.handle(.done(task: 1, outcome), at: time)
      } else {
        if let spring {
          let t = 12.5 * (time - spring.start)
          extent = spring.target + (spring.from - spring.target) * exp(-t) * (1 + t)
          if abs(extent - spring.target) < 0.05 { extent = spring.target }
        }
        effects = machine.handle(.moved(extent: extent, .none), at: time)
      }
      for case .settle(let target) in effects { spring = (time, extent, target) }
      let state = machine.state(extent: extent, at: time)
      frames.append(Frame(time: time, state: state, layers: layers(state), area: canvas(extent).area))
      if isUp, state.phase == .idle, extent == 0 { break }
      time += step
    }
    return frames
  }
}

/// What a sprite layer does, read back from its transform.
struct Pose {
  var center: Point
  var degrees: Double
  var scale: Double
  var opacity: Double
  /// Some of it lies within its clip.
  var isInside: Bool

  init?(_ layer: Layer) {
    guard case .image(let pixmap, let transform) = layer.content else { return nil }
    center = transform.apply(Point(x: Double(pixmap.size.width) / 2, y: Double(pixmap.size.height) / 2))
    degrees = atan2(transform.b, transform.a) * 180 / .pi
    scale = max(transform.determinant, 0).squareRoot()
    opacity = Double(layer.opacity) / 255
    isInside = !layer.frame.isEmpty
  }
}

extension SpriteSet {
  /// The place of a sprite found in a layer.
  func place(of pixmap: Pixmap) -> Int? { (0..<64).first { self[$0] === pixmap } }
}
