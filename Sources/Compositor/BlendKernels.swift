// Row kernels with three operands: out[i] = operation(below[i], source[i]), for `out.count` pixels.
//
// `out` may be `below` itself and must not overlap it otherwise. Loops are unrolled by two because in-order ARM cores need two
// independent chains (Cortex-A53: 4.5 -> 3.1 cycles a pixel); on x86 it changes nothing.
//
// Generic over how `out` is stored: the compiler makes one kernel for each. Where a processor has wider vectors, CProcessor does all of a
// row that is stored through the caches, and of a streamed one what is whole blocks of 8 pixels; the loops here do what is left.

import CProcessor

/// Copies; nothing to do when `out` is where the pixels already are.
func copyRow<Stores: StoreKind>(
  _ out: Target<Stores>, _ source: SourceRow, isWide: Bool = hasWideRows
) {
  if out.isSame(as: source) { return }
  let count = out.count
  var i =
    unsafe isWide
    ? processor_wide_copy(out.base, source.base, count, source.ahead, Stores.isStreamed) : 0
  while i &+ 32 <= count {
    source.prefetch(i)
    source.prefetch(i &+ 16)
    let a = source.load8(i)
    let b = source.load8(i &+ 8)
    let c = source.load8(i &+ 16)
    let d = source.load8(i &+ 24)
    out.store8(i, a)
    out.store8(i &+ 8, b)
    out.store8(i &+ 16, c)
    out.store8(i &+ 24, d)
    i &+= 32
  }
  source.prefetchEnd(from: i)
  while i &+ 8 <= count {
    out.store8(i, source.load8(i))
    i &+= 8
  }
  while i < count {
    out.store(i, source[i])
    i &+= 1
  }
}

/// Copies rows of a small picture through the caches: in one call, since finding out anew in each row how it is done takes longer than to
/// copy some dozen pixels.
///
/// - Parameters:
///   - out: the first row's first pixel, bytes from row to row, and bytes to what will be written some rows later; 0 where that is in the
///     caches anyhow.
///   - source: likewise.
@unsafe
func copyPictureRows(
  _ out: UnsafeMutableRawPointer, pitch: Int, ahead: Int, _ source: UnsafeRawPointer, pitch sourcePitch: Int,
  ahead sourceAhead: Int, count: Int, rows: Int, isWide: Bool = hasWideRows
) {
  if isWide {
    return unsafe processor_wide_copy_rows(out, pitch, ahead, source, sourcePitch, sourceAhead, count, rows)
  }
  var (out, source) = unsafe (out, source)
  var rows = rows
  while rows > 0 {
    let (row, target) = unsafe (SourceRow(source, count: count, ahead: sourceAhead), TargetRow(out, count: count))
    var i = 0
    while i &+ 16 <= count {
      row.prefetch(i)
      if ahead != 0 { unsafe processor_prefetch_target(out + (i &* 4 &+ ahead)) }
      let a = row.load8(i)
      let b = row.load8(i &+ 8)
      target.store8(i, a)
      target.store8(i &+ 8, b)
      i &+= 16
    }
    row.prefetch(count &- 1)
    if ahead != 0 {
      if i < count { unsafe processor_prefetch_target(out + (i &* 4 &+ ahead)) }
      unsafe processor_prefetch_target(out + (count &* 4 &- 4 &+ ahead))
    }
    if i &+ 8 <= count {
      target.store8(i, row.load8(i))
      i &+= 8
    }
    if i < count, count >= 8, ahead == 0 {
      // Some pixels twice, which is sooner done than each by itself.
      target.store8(count &- 8, row.load8(count &- 8))
      i = count
    }
    while i < count {
      target.store(i, row[i])
      i &+= 1
    }
    unsafe out += pitch
    unsafe source += sourcePitch
    rows &-= 1
  }
}

/// Copies whole and half lines of the cache; a few of them here, which is sooner done than a call.
@inline(__always)
func copyLines<Stores: StoreKind>(_ out: Target<Stores>, _ source: SourceRow) {
  let count = out.count
  var i = 0
  if count >= 96, hasWideRows {
    i = unsafe processor_wide_copy(out.base, source.base, count, source.ahead, Stores.isStreamed)
  }
  while i &+ 16 <= count {
    source.prefetch(i)
    let a = source.load8(i)
    let b = source.load8(i &+ 8)
    out.store8(i, a)
    out.store8(i &+ 8, b)
    i &+= 16
  }
  source.prefetchEnd(from: i)
  if i < count { out.store8(i, source.load8(i)) }
}

func fillRow<Stores: StoreKind>(_ out: Target<Stores>, _ color: UInt32, isWide: Bool = hasWideRows) {
  let count = out.count
  let eight = Pixels(repeating: color)
  var i = unsafe isWide ? processor_wide_fill(out.base, count, color, Stores.isStreamed) : 0
  while i &+ 16 <= count {
    out.store8(i, eight)
    out.store8(i &+ 8, eight)
    i &+= 16
  }
  if i &+ 8 <= count {
    out.store8(i, eight)
    i &+= 8
  }
  while i < count {
    out.store(i, color)
    i &+= 1
  }
}

/// One premultiplied colour over everything.
func solidRow<Stores: StoreKind>(
  _ out: Target<Stores>, _ below: SourceRow, _ color: UInt32, isWide: Bool = hasWideRows
) {
  if color == 0 { return copyRow(out, below, isWide: isWide) }
  let count = out.count
  let c = Pixels(repeating: color)
  let rest = Channels(repeating: UInt16(truncatingIfNeeded: 256 &- (color &>> 24)))
  @inline(__always)
  func blend(_ below: Pixels) -> Pixels { c &+ share(below, lessThanAll: rest) }
  var i =
    unsafe isWide
    ? processor_wide_solid(out.base, below.base, count, below.ahead, color, Stores.isStreamed) : 0
  while i &+ 16 <= count {
    below.prefetch(i)
    let a = below.load8(i)
    let b = below.load8(i &+ 8)
    out.store8(i, blend(a))
    out.store8(i &+ 8, blend(b))
    i &+= 16
  }
  below.prefetchEnd(from: i)
  if i &+ 8 <= count {
    out.store8(i, blend(below.load8(i)))
    i &+= 8
  }
  while i < count {
    out.store(i, over(color, below[i]))
    i &+= 1
  }
}

/// Premultiplied pixels over what is below.
///
/// Sprites are opaque or clear nearly everywhere: sixteen pixels that are all one or all the other need no arithmetic.
func overRow<Stores: StoreKind>(
  _ out: Target<Stores>, _ below: SourceRow, _ source: SourceRow, isWide: Bool = hasWideRows
) {
  let count = out.count
  let opaque = Pixels(repeating: 0xFF00_0000)
  var i =
    unsafe isWide
    ? processor_wide_over(
      out.base, below.base, below.ahead, source.base, source.ahead, count, Stores.isStreamed) : 0
  while i &+ 16 <= count {
    source.prefetch(i)
    below.prefetch(i)
    let a = source.load8(i)
    let b = source.load8(i &+ 8)
    if all((a & b) .>= opaque) {
      out.store8(i, a)
      out.store8(i &+ 8, b)
    } else if all((a | b) .== Pixels.zero) {
      out.store8(i, below.load8(i))
      out.store8(i &+ 8, below.load8(i &+ 8))
    } else {
      out.store8(i, over(a, below.load8(i)))
      out.store8(i &+ 8, over(b, below.load8(i &+ 8)))
    }
    i &+= 16
  }
  source.prefetchEnd(from: i)
  below.prefetchEnd(from: i)
  if i &+ 8 <= count {
    out.store8(i, over(source.load8(i), below.load8(i)))
    i &+= 8
  }
  while i < count {
    out.store(i, over(source[i], below[i]))
    i &+= 1
  }
}

/// Rows of a small picture over what is there, through the caches: in one call, as `copyPictureRows`.
///
/// - Parameters:
///   - out: the first row's first pixel, and bytes from row to row.
///   - source: likewise, and bytes to what will be read some rows later.
@unsafe
func overPictureRows(
  _ out: UnsafeMutableRawPointer, pitch: Int, _ source: UnsafeRawPointer, pitch sourcePitch: Int, ahead: Int,
  count: Int, rows: Int, isWide: Bool = hasWideRows
) {
  if isWide { return unsafe processor_wide_over_rows(out, pitch, source, sourcePitch, ahead, count, rows) }
  var row = 0
  while row < rows {
    let place = unsafe out + row &* pitch
    unsafe overRow(
      TargetRow(place, count: count), SourceRow(place, count: count),
      SourceRow(source + row &* sourcePitch, count: count, ahead: ahead), isWide: false)
    row &+= 1
  }
}

/// Premultiplied pixels times `alpha / 255`, over what is below.
func overRow<Stores: StoreKind>(
  _ out: Target<Stores>, _ below: SourceRow, _ source: SourceRow, alpha: UInt32,
  isWide: Bool = hasWideRows
) {
  let count = out.count
  let weight = Channels(repeating: UInt16(truncatingIfNeeded: alpha))
  var i =
    unsafe isWide
    ? processor_wide_fade(
      out.base, below.base, below.ahead, source.base, source.ahead, count, alpha, Stores.isStreamed)
    : 0
  while i &+ 16 <= count {
    source.prefetch(i)
    below.prefetch(i)
    let a = over(scale(source.load8(i), weight), below.load8(i))
    let b = over(scale(source.load8(i &+ 8), weight), below.load8(i &+ 8))
    out.store8(i, a)
    out.store8(i &+ 8, b)
    i &+= 16
  }
  source.prefetchEnd(from: i)
  below.prefetchEnd(from: i)
  if i &+ 8 <= count {
    out.store8(i, over(scale(source.load8(i), weight), below.load8(i)))
    i &+= 8
  }
  while i < count {
    out.store(i, over(scale(source[i], alpha), below[i]))
    i &+= 1
  }
}

/// Opaque pixels with one alpha: a linear mix, divided once.
func mixRow<Stores: StoreKind>(
  _ out: Target<Stores>, _ below: SourceRow, _ source: SourceRow, alpha: UInt32,
  isWide: Bool = hasWideRows
) {
  let count = out.count
  let weight = Channels(repeating: UInt16(truncatingIfNeeded: alpha))
  let rest = Channels(repeating: UInt16(truncatingIfNeeded: 255 &- alpha))
  var i =
    unsafe isWide
    ? processor_wide_mix(
      out.base, below.base, below.ahead, source.base, source.ahead, count, alpha, Stores.isStreamed)
    : 0
  while i &+ 16 <= count {
    source.prefetch(i)
    below.prefetch(i)
    let a = mix(source.load8(i), weight, below.load8(i), rest)
    let b = mix(source.load8(i &+ 8), weight, below.load8(i &+ 8), rest)
    out.store8(i, a)
    out.store8(i &+ 8, b)
    i &+= 16
  }
  source.prefetchEnd(from: i)
  below.prefetchEnd(from: i)
  if i &+ 8 <= count {
    out.store8(i, mix(source.load8(i), weight, below.load8(i), rest))
    i &+= 8
  }
  while i < count {
    out.store(i, mix(source[i], alpha, below[i], 255 &- alpha))
    i &+= 1
  }
}

/// The pixels of `left` and, from column `boundary` on, of `right`; whole vectors only.
@inline(__always)
func joinRow<Stores: StoreKind>(_ out: Target<Stores>, _ left: SourceRow, _ right: SourceRow, at boundary: UInt32) {
  left.prefetchEnd(from: 0)
  right.prefetchEnd(from: 0)
  var lanes = SIMD8<Int32>(0, 1, 2, 3, 4, 5, 6, 7) &- Int32(truncatingIfNeeded: boundary)
  var i = 0
  while i < out.count {
    out.store8(i, join(left.load8(i), right.load8(i), lanes))
    lanes = lanes &+ 8
    i &+= 8
  }
}

/// `color` over the pixels of `left` and, from column `boundary` on, of `right`; whole vectors only.
func joinRow<Stores: StoreKind>(
  _ out: Target<Stores>, _ left: SourceRow, _ right: SourceRow, at boundary: UInt32, _ color: UInt32
) {
  let c = Pixels(repeating: color)
  let rest = Channels(repeating: UInt16(truncatingIfNeeded: 256 &- (color &>> 24)))
  left.prefetchEnd(from: 0)
  right.prefetchEnd(from: 0)
  var lanes = SIMD8<Int32>(0, 1, 2, 3, 4, 5, 6, 7) &- Int32(truncatingIfNeeded: boundary)
  var i = 0
  while i < out.count {
    out.store8(i, c &+ share(join(left.load8(i), right.load8(i), lanes), rest))
    lanes = lanes &+ 8
    i &+= 8
  }
}

/// `left` where a lane's number is negative, else `right`. By the sign: replacing(with:where:) goes lane by lane (50 ns for 16 pixels).
@inline(__always)
private func join(_ left: Pixels, _ right: Pixels, _ lanes: SIMD8<Int32>) -> Pixels {
  let isLeft = unsafe unsafeBitCast(lanes &>> 31, to: Pixels.self)
  return left & isLeft | right & ~isLeft
}
