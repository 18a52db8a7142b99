import Scene

/// Copies a picture of 32-bit pixels, turned.
///
/// Works in blocks of 16 x 16 pixels, so that source and destination are read and written in whole 64-byte lines.
///
/// - Parameters:
///   - size: of the source.
///   - pitch: bytes between rows of the source, and of the destination.
@unsafe
func turnPixels(
  _ size: PixelSize, by turn: Orientation, from source: UnsafeRawPointer, pitch sourcePitch: Int,
  to target: UnsafeMutableRawPointer, pitch targetPitch: Int
) {
  let turned = turn.turn(size)
  // Where destination pixel (0, 0) comes from, and the bytes per destination column and row.
  let first = turn.inverse.toPanel(PixelRect(x: 0, y: 0, width: 1, height: 1), viewer: turned)
  let origin = unsafe source + first.y0 * sourcePitch + first.x0 * 4
  let (stepX, stepY) =
    switch turn {
    case .degrees0: (4, sourcePitch)
    case .degrees90: (-sourcePitch, 4)
    case .degrees180: (-4, -sourcePitch)
    case .degrees270: (sourcePitch, -4)
    }
  let block = 16
  for top in stride(from: 0, to: turned.height, by: block) {
    let rows = min(block, turned.height - top)
    for left in stride(from: 0, to: turned.width, by: block) {
      let columns = min(block, turned.width - left)
      let from = unsafe origin + (left * stepX + top * stepY)
      let to = unsafe target + (top * targetPitch + left * 4)
      if turn.isQuarterTurn, rows == block, columns == block {
        unsafe turnBlock(from, stepX: stepX, stepY: stepY, to, targetPitch)
      } else {
        for y in 0..<rows {
          unsafe gatherRow(TargetRow(to + y * targetPitch, count: columns), from + y * stepY, step: stepX)
        }
      }
    }
  }
}

/// A block of 16 x 16 pixels by a quarter turn: destination columns lie `stepX` bytes apart, rows 4 or -4.
@unsafe
private func turnBlock(
  _ source: UnsafeRawPointer, stepX: Int, stepY: Int, _ target: UnsafeMutableRawPointer, _ pitch: Int
) {
  @inline(__always)
  func load(_ column: Int, _ row: Int) -> SIMD4<UInt32> {
    // Four destination rows of one column are neighbours in the source, backwards when rows go backwards.
    let lowest = stepY > 0 ? row : row &+ 3
    let four = unsafe (source + (column &* stepX &+ lowest &* stepY)).loadUnaligned(as: SIMD4<UInt32>.self)
    if stepY > 0 { return four }
    let even = four.evenHalf
    let odd = four.oddHalf
    return SIMD4(odd.y, even.y, odd.x, even.x)
  }
  var row = 0
  while row < 16 {
    var column = 0
    while column < 16 {
      let (a, b, c, d) = transposed(
        load(column, row), load(column &+ 1, row), load(column &+ 2, row), load(column &+ 3, row))
      let out = unsafe target + (row &* pitch &+ column &* 4)
      unsafe out.storeBytes(of: a, as: SIMD4<UInt32>.self)
      unsafe out.storeBytes(of: b, toByteOffset: pitch, as: SIMD4<UInt32>.self)
      unsafe out.storeBytes(of: c, toByteOffset: 2 &* pitch, as: SIMD4<UInt32>.self)
      unsafe out.storeBytes(of: d, toByteOffset: 3 &* pitch, as: SIMD4<UInt32>.self)
      column &+= 4
    }
    row &+= 4
  }
}

/// Columns of a 4 x 4 block given its rows: two rounds of even and odd lanes (`uzp` on ARM, `shufps` on x86).
@inline(__always)
private func transposed(_ a: SIMD4<UInt32>, _ b: SIMD4<UInt32>, _ c: SIMD4<UInt32>, _ d: SIMD4<UInt32>)
  -> (SIMD4<UInt32>, SIMD4<UInt32>, SIMD4<UInt32>, SIMD4<UInt32>)
{
  let ab = Pixels(lowHalf: a, highHalf: b)
  let cd = Pixels(lowHalf: c, highHalf: d)
  let even = Pixels(lowHalf: ab.evenHalf, highHalf: cd.evenHalf)
  let odd = Pixels(lowHalf: ab.oddHalf, highHalf: cd.oddHalf)
  return (even.evenHalf, odd.evenHalf, even.oddHalf, odd.oddHalf)
}
