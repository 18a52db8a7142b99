import Numbers
import Scene

/// A map from panel pixels to stored pixels that meets pixel centres exactly: whole-pixel moves, quarter turns, mirrors.
struct ExactMap {
  /// The stored pixel of panel pixel (0, 0).
  private var x: Int
  private var y: Int
  /// Stored columns and rows per panel column (`a`, `b`) and per panel row (`c`, `d`): -1, 0 or 1.
  private var a: Int
  private var b: Int
  private var c: Int
  private var d: Int

  /// Nil when the map filters, or lies so far out that nothing can be seen.
  init?(_ map: Transform) {
    func unit(_ value: Double) -> Int? { value == 0 ? 0 : value == 1 ? 1 : value == -1 ? -1 : nil }
    guard let a = unit(map.a), let b = unit(map.b), let c = unit(map.c), let d = unit(map.d),
      a * d - b * c != 0, a * b == 0, c * d == 0
    else { return nil }
    let first = map.apply(Point(x: 0.5, y: 0.5))
    let x = first.x - 0.5
    let y = first.y - 0.5
    guard x == x.rounded(), y == y.rounded(), abs(x) <= Double(1 << 40), abs(y) <= Double(1 << 40) else { return nil }
    // Within 2⁴⁰, as was just looked at.
    self.x = Int(bounded: x)
    self.y = Int(bounded: y)
    (self.a, self.b, self.c, self.d) = (a, b, c, d)
  }

  /// Moves by whole pixels and nothing else.
  ///
  /// - Parameter panel: the pixels that show all of a stored picture.
  @inline(__always)
  init(whereStoredIs panel: PixelRect) {
    (x, y) = (-panel.x0, -panel.y0)
    (a, b, c, d) = (1, 0, 0, 1)
  }

  /// The panel pixels that show a stored picture of this size.
  @inline(__always)
  func panelRect(of stored: PixelSize) -> PixelRect {
    /// The panel positions whose stored position `first + step * position` lies in `0 ..< count`.
    func range(_ first: Int, _ step: Int, _ count: Int) -> (Int, Int) {
      step > 0 ? (-first, count - first) : (first - count + 1, first + 1)
    }
    let columns = a != 0 ? range(x, a, stored.width) : range(y, b, stored.height)
    let rows = c != 0 ? range(x, c, stored.width) : range(y, d, stored.height)
    return PixelRect(x0: columns.0, y0: rows.0, x1: columns.1, y1: rows.1)
  }

  /// The pixmap's memory as panel pixels see it, anchored at a panel pixel that shows one of its pixels.
  @inline(__always)
  func grid(of pixmap: Pixmap, x column: Int, y row: Int) -> PixelGrid {
    let bytes = pixmap.format.bytesPerPixel
    let storedX = x + a * column + c * row
    let storedY = y + b * column + d * row
    let address = unsafe UInt(bitPattern: pixmap.origin + storedY * pixmap.pitch + storedX * bytes)
    return PixelGrid(
      origin: address, originX: column, originY: row, stepX: a * bytes + b * pixmap.pitch,
      stepY: c * bytes + d * pixmap.pitch, periodX: 1, periodY: 1)
  }
}
