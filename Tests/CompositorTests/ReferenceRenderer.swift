import Glibc
import Scene

/// The scene's meaning in the plainest words: every pixel by itself, in floating point, upright.
struct ReferenceRenderer {
  typealias Premultiplied = SIMD4<Double>

  let scene: Scene

  /// Red, green, blue, alpha from 0 to 255 at a viewer pixel.
  func pixel(x: Int, y: Int) -> Premultiplied {
    var index = 0
    var pixel = premultiplied(Pixel(scene.background).word)
    blend(&index, &pixel, x: x, y: y, depth: 0)
    while index < scene.layers.count {
      // An `endGroup` without its beginning.
      index += 1
      blend(&index, &pixel, x: x, y: y, depth: 0)
    }
    return pixel
  }

  /// Blends layers up to the end of the group that is open.
  private func blend(_ index: inout Int, _ pixel: inout Premultiplied, x: Int, y: Int, depth: Int, clip: Bool = true) {
    while index < scene.layers.count {
      let layer = scene.layers[index]
      let isInside = layer.frame.contains(x: x, y: y) && clip
      switch layer.content {
      case .endGroup:
        return
      case .beginGroup:
        index += 1
        let weight = coverage(layer, x: x, y: y)
        let isWhole = layer.opacity == 255 && weight == 1
        if depth == Scene.maximumGroupDepth && layer.opacity > 0 && (layer.sector?.sweep ?? 1) > 0 {
          blend(&index, &pixel, x: x, y: y, depth: depth, clip: isInside)
        } else if isWhole && (layer.sector?.sweep ?? 360) >= 360 {
          blend(&index, &pixel, x: x, y: y, depth: depth, clip: isInside)
        } else {
          var group = Premultiplied.zero
          blend(&index, &group, x: x, y: y, depth: depth + 1, clip: isInside)
          group *= weight * Double(layer.opacity) / 255
          pixel = group + pixel * (1 - group.w / 255)
        }
      default:
        if isInside {
          let source = content(layer, x: x, y: y) * (coverage(layer, x: x, y: y) * Double(layer.opacity) / 255)
          pixel = source + pixel * (1 - source.w / 255)
        }
      }
      index += 1
    }
  }

  private func content(_ layer: Layer, x: Int, y: Int) -> Premultiplied {
    switch layer.content {
    case .fill(let color, let radius):
      let frame = layer.frame
      let limit = min(radius, Double(min(frame.width, frame.height)) / 2)
      let dx = max(limit - (Double(min(x - frame.x0, frame.x1 - 1 - x)) + 0.5), 0)
      let dy = max(limit - (Double(min(y - frame.y0, frame.y1 - 1 - y)) + 0.5), 0)
      let inside = limit < 0.5 ? 1 : min(max(limit + 0.5 - hypot(dx, dy), 0), 1)
      return premultiplied(Pixel(color).word) * inside
    case .pixmap(let pixmap, let sourceX, let sourceY):
      return tap(pixmap, x - layer.frame.x0 + sourceX, y - layer.frame.y0 + sourceY)
    case .pattern(let pixmap, let phaseX, let phaseY):
      func modulo(_ a: Int, _ b: Int) -> Int { (a % b + b) % b }
      return tap(
        pixmap, modulo(x - layer.frame.x0 + phaseX, pixmap.size.width),
        modulo(y - layer.frame.y0 + phaseY, pixmap.size.height))
    case .image(let pixmap, let transform):
      guard let back = transform.inverse else { return .zero }
      let position = back.apply(Point(x: Double(x) + 0.5, y: Double(y) + 0.5))
      let u = position.x - 0.5
      let v = position.y - 0.5
      let column = Int(u.rounded(.down))
      let row = Int(v.rounded(.down))
      let fx = u - u.rounded(.down)
      let fy = v - v.rounded(.down)
      let top = tap(pixmap, column, row) * (1 - fx) + tap(pixmap, column + 1, row) * fx
      let bottom = tap(pixmap, column, row + 1) * (1 - fx) + tap(pixmap, column + 1, row + 1) * fx
      return top * (1 - fy) + bottom * fy
    case .beginGroup, .endGroup:
      return .zero
    }
  }

  /// Share of a pixel inside the layer's sector.
  private func coverage(_ layer: Layer, x: Int, y: Int) -> Double {
    guard let sector = layer.sector, sector.sweep < 360 else { return 1 }
    if sector.sweep <= 0 { return 0 }
    func side(_ degrees: Double, _ sign: Double) -> Double {
      let angle = degrees * .pi / 180
      let distance =
        -sin(angle) * (Double(x) + 0.5 - sector.center.x) + cos(angle) * (Double(y) + 0.5 - sector.center.y)
      return min(max(sign * distance + 0.5, 0), 1)
    }
    let a = side(sector.start, 1)
    let b = side(sector.start + sector.sweep, -1)
    switch sector.sweep {
    case ..<90: return max(a + b - 1, 0)
    case ...180: return min(a, b)
    case ...270: return max(a, b)
    default: return min(a + b, 1)
    }
  }

  private func tap(_ pixmap: Pixmap, _ x: Int, _ y: Int) -> Premultiplied {
    pixmap.bounds.contains(x: x, y: y) ? premultiplied(pixmap.pixel(x: x, y: y).word) : .zero
  }

  private func premultiplied(_ word: UInt32) -> Premultiplied {
    Premultiplied(
      Double(word >> 16 & 0xFF), Double(word >> 8 & 0xFF), Double(word & 0xFF), Double(word >> 24 & 0xFF))
  }
}

/// Levels a channel may be off, for a scene of this many layers.
///
/// Each blend divides by 255 at most three times (coverage, opacity, OVER), each within 1. Filters add the rounding of a position to
/// 16ths of a pixel: half a 16th of full contrast along each axis, 16 levels, and 4 for steps of 16 bits.
func referenceBound(_ scene: Scene) -> Int { 3 * scene.layers.count + 1 + (scene.hasFilters ? 20 : 0) }

extension Scene {
  var hasFilters: Bool { layers.contains { if case .image = $0.content { true } else { false } } }
}
