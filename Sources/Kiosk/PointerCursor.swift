import Numbers
import Scene

/// The arrow that shows where a mouse points; panels have none of their own.
enum PointerCursor {
  /// Seconds it stays after the mouse has moved.
  static let duration = 3.0

  /// The arrow's outline in dp, its tip at 0, 0.
  private static let outline: [(x: Double, y: Double)] = [
    (0, 0), (0, 17), (4, 13.2), (6.6, 19.2), (9.2, 18.1), (6.7, 12.2), (12, 12),
  ]
  /// Samples along each side of a pixel.
  private static let samples = 4
  /// Width of the dark edge, dp.
  private static let edge = 1.0

  /// White with a dark edge, so that it is seen on every ground; its tip lies `edge` inside the top left corner.
  ///
  /// - Parameter scale: pixels per dp.
  static func pixmap(scale: Double) -> Pixmap {
    let size = PixelSize(
      width: Int(clamping: (14 * scale).rounded(.up)), height: Int(clamping: (22 * scale).rounded(.up)))
    return Pixmap(size: size, isOpaque: false) { x, y in
      var white = 0
      var dark = 0
      for row in 0..<samples {
        for column in 0..<samples {
          let px = (Double(x) + (Double(column) + 0.5) / Double(samples)) / scale - edge
          let py = (Double(y) + (Double(row) + 0.5) / Double(samples)) / scale - edge
          if isInside(px, py) {
            if distance(px, py) > edge * 0.35 { white += 1 } else { dark += 1 }
          } else if distance(px, py) <= edge * 0.75 {
            dark += 1
          }
        }
      }
      // Premultiplied: the dark samples cover, the white ones give light.
      let total = samples * samples
      let alpha = UInt32((white + dark) * 255 / total)
      let light = UInt32(white * 255 / total)
      return Pixel(word: alpha << 24 | light << 16 | light << 8 | light)
    }
  }

  /// The pixel of the pixmap that points.
  static func hotspot(scale: Double) -> Int { Int(clamping: (edge * scale).rounded()) }

  private static func isInside(_ x: Double, _ y: Double) -> Bool {
    var inside = false
    for index in outline.indices {
      let a = outline[index]
      let b = outline[(index + 1) % outline.count]
      if (a.y > y) != (b.y > y), x < (b.x - a.x) * (y - a.y) / (b.y - a.y) + a.x { inside.toggle() }
    }
    return inside
  }

  /// To the outline, dp.
  private static func distance(_ x: Double, _ y: Double) -> Double {
    var nearest = Double.infinity
    for index in outline.indices {
      let a = outline[index]
      let b = outline[(index + 1) % outline.count]
      let (dx, dy) = (b.x - a.x, b.y - a.y)
      let along = min(max(((x - a.x) * dx + (y - a.y) * dy) / (dx * dx + dy * dy), 0), 1)
      let (ex, ey) = (x - a.x - along * dx, y - a.y - along * dy)
      nearest = min(nearest, (ex * ex + ey * ey).squareRoot())
    }
    return nearest
  }
}
