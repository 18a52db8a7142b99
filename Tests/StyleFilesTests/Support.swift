import Board
import Formats
import Glibc
import Refresh
import Scene
import StyleFiles

/// Reads a style from its text; pictures are there when their name does not begin with "no".
func read(_ text: String) throws -> StyleFileReading {
  let node = try YAML.parse(Array(text.utf8), file: "s.yaml")
  return StyleFile.read(node, file: "s.yaml") { name in
    StylePicture(path: "/art/" + name, problem: name.hasPrefix("no") ? "could not open \(name)" : nil)
  }
}

/// A style that is right.
func style(_ text: String) throws -> StyleFile {
  let reading = try read(text)
  guard let style = reading.style else { throw Mistakes(diagnostics: reading.diagnostics) }
  return style
}

struct Mistakes: Error {
  var diagnostics: [Diagnostic]
}

let theme = RefreshTheme(
  background: Color(rgb: 0x14171C), surface: Color(rgb: 0x1E2228), text: Color(rgb: 0xE8EAED),
  muted: Color(rgb: 0x9AA0A6),
  accent: Color(rgb: 0x8AB4F8), good: Color(rgb: 0x81C995), warn: Color(rgb: 0xFDD663), bad: Color(rgb: 0xF28B82),
  info: Color(rgb: 0x78D9EC))

/// A style on a blank panel, with a blank picture for each request.
struct Stage {
  let style: FileStyle
  let width: Int
  let scale: Double
  let sprites: SpriteSet

  init(_ text: String, width: Int = 400, scale: Double = 1) throws {
    self.init(FileStyle(try StyleFilesTests.style(text)), width: width, scale: scale)
  }

  init(_ style: FileStyle, width: Int = 400, scale: Double = 1) {
    self.style = style
    self.width = width
    self.scale = scale
    sprites = SpriteSet(
      style.sprites.map { request in
        func blank(_ width: Double, _ height: Double) -> Pixmap {
          let size = PixelSize(
            width: max(Int((width * scale).rounded()), 1), height: max(Int((height * scale).rounded()), 1))
          return Pixmap(size: size) { _, _ in .clear }
        }
        switch request.source {
        case .drawing(let drawing):
          return blank(request.height * drawing.viewBox.width / drawing.viewBox.height, request.height)
        case .text(let text, let size, _): return blank(0.5 * size * Double(text.count), 1.3 * size)
        case .lastUpdated(let size): return blank(9 * size, 1.3 * size)
        default: return blank(request.height, request.height)
        }
      })
  }

  func canvas(_ extent: Double) -> RefreshCanvas {
    // Not at the corner of the panel, so that an offset forgotten is an error seen.
    let area = PixelRect(x: 16, y: 40, width: width, height: Int((extent * scale).rounded()))
    return RefreshCanvas(area: area, scale: scale, sprites: sprites, theme: theme)
  }

  func layers(_ state: RefreshState) -> [Layer] {
    var scene = Scene(size: PixelSize(width: width + 32, height: 600))
    style.draw(state, on: canvas(state.extent), into: &scene)
    return scene.layers
  }

  /// The pictures of the file's own layers, without the mark's.
  func poses(_ state: RefreshState) -> [Pose] {
    layers(state).compactMap { layer in
      guard let pose = Pose(layer) else { return nil }
      let own = style.file.sprites.count
      return (0..<min(own, style.sprites.count)).contains { sprites[$0] === pose.pixmap } ? pose : nil
    }
  }

  func state(
    _ phase: RefreshState.Phase, ratio: Double = 1, time: Double = 0, refreshing: Double = 0,
    outcome: RefreshOutcome? = nil, armed: Double = 0, previous: RefreshState.Phase = .idle
  ) -> RefreshState {
    let trigger = style.metrics.trigger
    return RefreshState(
      phase: phase, previousPhase: previous, extent: ratio * trigger, trigger: trigger, hold: style.metrics.hold,
      timeInPhase: time, phaseExtent: ratio * trigger, timeRefreshing: refreshing, timeArmed: armed, startRatio: 1,
      peakRatio: 1, outcome: outcome)
  }
}

/// What a picture's layer does, read back from its transform.
struct Pose {
  var pixmap: Pixmap
  var center: Point
  var degrees: Double
  var across: Double
  var down: Double
  var opacity: Double
  var sector: Sector?

  init?(_ layer: Layer) {
    guard case .image(let pixmap, let map) = layer.content else { return nil }
    self.pixmap = pixmap
    center = map.apply(Point(x: Double(pixmap.size.width) / 2, y: Double(pixmap.size.height) / 2))
    degrees = atan2(map.b, map.a) * 180 / .pi
    across = (map.a * map.a + map.b * map.b).squareRoot()
    down = (map.c * map.c + map.d * map.d).squareRoot()
    opacity = Double(layer.opacity) / 255
    sector = layer.sector
  }
}
