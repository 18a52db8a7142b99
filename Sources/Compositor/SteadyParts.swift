import Scene

/// Finds which overlays a buffer has already: a header stays as it is while a page scrolls under it.
///
/// What is under an opaque layer that covers a part wholly is not looked at. A part is steady since the first frame of those in a row in
/// which it lay at the same place with the same layers from such a layer up.
struct SteadyParts {
  private struct Part {
    var rect: PixelRect
    /// Into `layers`; empty where what lies lowest shows through.
    var layers: Range<Int>
    /// A frame's number.
    var since: Int
  }

  private var parts: [Part] = []
  private var layers: [Layer] = []
  private var partsBefore: [Part] = []
  private var layersBefore: [Layer] = []
  /// Counts frames on planes.
  private var number = 0
  /// What has to be drawn of the last frame.
  private(set) var stale: [PixelRect] = []

  /// Forgets what the buffers hold.
  mutating func removeAll() {
    parts.removeAll(keepingCapacity: true)
    layers.removeAll(keepingCapacity: true)
  }

  /// Takes the next frame.
  ///
  /// - Parameter age: how many flips ago the buffer was on the glass; 0 means unknown contents.
  mutating func add(_ scene: borrowing Scene, _ rects: [PixelRect], age: Int) {
    number += 1
    swap(&parts, &partsBefore)
    swap(&layers, &layersBefore)
    removeAll()
    stale.removeAll(keepingCapacity: true)
    for rect in rects {
      let start = layers.count
      if let cover = Self.cover(of: rect, in: scene.layers) {
        for layer in scene.layers[cover...] where layer.frame.intersects(rect) { layers.append(layer) }
      }
      let part = Part(rect: rect, layers: start..<layers.count, since: since(rect, start..<layers.count))
      parts.append(part)
      if age < 1 || part.since > number - age { stale.append(rect) }
    }
    partsBefore.removeAll(keepingCapacity: true)
    layersBefore.removeAll(keepingCapacity: true)
  }

  private func since(_ rect: PixelRect, _ range: Range<Int>) -> Int {
    guard !range.isEmpty, let before = partsBefore.first(where: { $0.rect == rect }),
      layersBefore[before.layers] == layers[range]
    else { return number }
    return before.since
  }

  /// The index of the topmost layer that hides all below it in a part; nil where there is none outside of groups.
  private static func cover(of rect: PixelRect, in layers: [Layer]) -> Int? {
    for index in layers.indices.reversed() {
      let layer = layers[index]
      switch layer.content {
      case .beginGroup, .endGroup: return nil
      default: break
      }
      guard layer.opacity == 255, layer.sector == nil, layer.frame.contains(rect) else { continue }
      switch layer.content {
      case .fill(let color, radius: 0) where color.isOpaque: return index
      case .pixmap(let pixmap, 0, 0)
      where pixmap.isOpaque && pixmap.bounds.contains(rect.offset(dx: -layer.frame.x0, dy: -layer.frame.y0)):
        return index
      default: continue
      }
    }
    return nil
  }
}
