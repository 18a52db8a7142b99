import Numbers

// Sources that are not a row of 32-bit pixels in memory become one here, in a scratch row that stays in the cache.

/// Pixels a fixed number of bytes apart: a pixmap stored turned against the panel.
///
/// - Parameter step: bytes from one pixel of the row to the next, of either sign.
@unsafe
func gatherRow(_ out: TargetRow, _ first: UnsafeRawPointer, step: Int) {
  let count = out.count
  var i = 0
  var offset = 0
  while i < count {
    out.store(i, unsafe first.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
    offset &+= step
    i &+= 1
  }
}

@unsafe
func gather565Row(_ out: TargetRow, _ first: UnsafeRawPointer, step: Int) {
  let count = out.count
  var i = 0
  var offset = 0
  while i < count {
    out.store(i, expanded565(unsafe first.loadUnaligned(fromByteOffset: offset, as: UInt16.self)))
    offset &+= step
    i &+= 1
  }
}

/// Repeats the first `period` pixels of a row over the rest of it, doubling what is there.
func repeatRow(_ row: TargetRow, period: Int) {
  var filled = period
  while filled < row.count {
    let count = min(filled, row.count &- filled)
    // What a fetch has just written in the scratch row, which is ordinary memory.
    let start = unsafe SourceRow(UnsafeRawPointer(row.base), count: count)
    copyRow(row.part(filled, count), start)
    filled &+= count
  }
}

/// One corner of a rounded rectangle.
struct Corner: Equatable, BitwiseCopyable {
  /// The corner's outermost pixel, in panel pixels.
  var x: Int
  var y: Int
  /// The way inwards: 1 or -1.
  var stepX: Int
  var stepY: Int
  /// Pixels.
  var radius: Float

  static let none = Corner(x: 0, y: 0, stepX: 1, stepY: 1, radius: 0)

  /// How much of a pixel lies inside, 0...255: the signed distance of its centre to the arc, with an edge one pixel wide.
  @inline(__always)
  func coverage(insetX: Int, insetY: Int) -> UInt32 {
    let dx = max(radius - (Float(insetX) + 0.5), 0)
    let dy = max(radius - (Float(insetY) + 0.5), 0)
    let inside = radius + 0.5 - (dx * dx + dy * dy).squareRoot()
    return UInt32(min(max(inside, 0), 1) * 255 + 0.5)
  }
}

/// A premultiplied colour seen through a rounded corner.
func cornerRow(_ out: TargetRow, _ corner: Corner, _ color: UInt32, x: Int, y: Int) {
  let insetY = (y &- corner.y) &* corner.stepY
  var insetX = (x &- corner.x) &* corner.stepX
  var i = 0
  while i < out.count {
    out.store(i, scale(color, corner.coverage(insetX: insetX, insetY: insetY)))
    insetX &+= corner.stepX
    i &+= 1
  }
}
