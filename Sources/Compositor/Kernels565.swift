import CProcessor
import Numbers

// RGB565: storing 32-bit rows with and without dither, loading 16-bit rows, copying them.

/// The 8 x 8 ordered dither: thresholds of every row, each row twice so that a run may begin at any column.
@safe
struct DitherTable: ~Copyable {
  /// Per row 16 lanes of `green << 8 | blue`, then 16 lanes of red.
  private let lanes: UnsafeMutablePointer<UInt16>

  init() {
    unsafe lanes = .allocate(capacity: 8 * 32)
    for y in 0..<8 {
      for x in 0..<16 {
        let threshold = DitherTable.threshold(x: x, y: y)
        unsafe lanes[y * 32 + x] = UInt16(threshold >> 4) << 8 | UInt16(threshold >> 3)
        unsafe lanes[y * 32 + 16 + x] = UInt16(threshold >> 3)
      }
    }
  }

  deinit { unsafe lanes.deallocate() }

  /// Bayer's matrix, 0...63: the bits of `x ^ y` and `y`, interleaved and reversed.
  static func threshold(x: Int, y: Int) -> Int {
    var value = 0
    for bit in 0..<3 {
      value |= (((x ^ y) >> bit & 1) << (5 - 2 * bit)) | ((y >> bit & 1) << (4 - 2 * bit))
    }
    return value
  }

  /// The thresholds of eight pixels from panel column `x` on, in panel row `y`.
  @inline(__always)
  func thresholds(x: Int, y: Int) -> DitherThresholds {
    let row = unsafe UnsafeRawPointer(lanes + ((y & 7) &* 32 &+ (x & 7)))
    return unsafe DitherThresholds(
      greenBlue: row.loadUnaligned(as: SIMD8<UInt16>.self),
      red: row.loadUnaligned(fromByteOffset: 32, as: SIMD8<UInt16>.self))
  }
}

/// Thresholds of eight pixels; they repeat every eight.
struct DitherThresholds: BitwiseCopyable {
  /// `green << 8 | blue`; green 0...3, blue 0...7.
  var greenBlue: SIMD8<UInt16>
  /// 0...7.
  var red: SIMD8<UInt16>
}

/// Rounds to the nearest level. The factors are those that make a multiplication and a shift equal `round(c * 31 / 255)` and
/// `round(c * 63 / 255)` for every byte.
@inline(__always)
func packed565(_ source: Pixels) -> SIMD8<UInt16> {
  // Halves apart first, shifts on 16-bit lanes after: shifting 32-bit lanes by different amounts costs shuffles.
  let greenBlue = channels(source).evenHalf
  let red = channels(source).oddHalf & 0xFF
  let r = (red &* 249 &+ 1014) & 0xF800
  let g = (((greenBlue &>> 8) &* 253 &+ 505) &>> 5) & 0x07E0
  let b = ((greenBlue & 0xFF) &* 249 &+ 1014) &>> 11
  return r | g | b
}

@inline(__always)
func packed565(_ source: UInt32) -> UInt16 {
  let r = (((source &>> 16) & 0xFF) &* 249 &+ 1014) & 0xF800
  let g = ((((source &>> 8) & 0xFF) &* 253 &+ 505) &>> 5) & 0x07E0
  let b = ((source & 0xFF) &* 249 &+ 1014) &>> 11
  return UInt16(truncatingIfNeeded: r | g | b)
}

/// Each channel is first shrunk by a 32nd (green a 64th), so that a threshold cannot push it past the brightest level.
@inline(__always)
func packed565(_ source: Pixels, _ dither: DitherThresholds) -> SIMD8<UInt16> {
  var greenBlue = channels(source).evenHalf
  var red = channels(source).oddHalf & 0xFF
  greenBlue = greenBlue &- ((greenBlue &>> 5) & 0x7) &- ((greenBlue &>> 6) & 0x300) &+ dither.greenBlue
  red = red &- (red &>> 5) &+ dither.red
  return ((red &<< 8) & 0xF800) | ((greenBlue &>> 5) & 0x07E0) | ((greenBlue &>> 3) & 0x001F)
}

@inline(__always)
func packed565(_ source: UInt32, greenBlue: UInt16, red: UInt16) -> UInt16 {
  let r = (source &>> 16) & 0xFF
  let g = (source &>> 8) & 0xFF
  let b = source & 0xFF
  let r5 = (r &- (r &>> 5) &+ UInt32(red)) &>> 3
  let g6 = (g &- (g &>> 6) &+ UInt32(greenBlue &>> 8)) &>> 2
  let b5 = (b &- (b &>> 5) &+ UInt32(greenBlue & 0xFF)) &>> 3
  return UInt16(truncatingIfNeeded: r5 &<< 11 | g6 &<< 5 | b5)
}

func store565Row<Stores: StoreKind>(
  _ out: Target565<Stores>, _ source: SourceRow, isWide: Bool = hasWideRows
) {
  let count = out.count
  var i =
    unsafe isWide
    ? processor_wide_store565(out.base, source.base, count, source.ahead, Stores.isStreamed) : 0
  while i &+ 16 <= count {
    source.prefetch(i)
    let a = packed565(source.load8(i))
    let b = packed565(source.load8(i &+ 8))
    out.store16(i, a, b)
    i &+= 16
  }
  source.prefetchEnd(from: i)
  while i < count {
    out.store(i, packed565(source[i]))
    i &+= 1
  }
}

/// - Parameter dither: the thresholds of the run's first eight pixels.
func store565Row<Stores: StoreKind>(
  _ out: Target565<Stores>, _ source: SourceRow, _ dither: DitherThresholds,
  isWide: Bool = hasWideRows
) {
  let count = out.count
  var i =
    unsafe isWide
    ? processor_wide_dither565(
      out.base, source.base, count, source.ahead, dither.greenBlue, dither.red, Stores.isStreamed)
    : 0
  while i &+ 16 <= count {
    source.prefetch(i)
    let a = packed565(source.load8(i), dither)
    let b = packed565(source.load8(i &+ 8), dither)
    out.store16(i, a, b)
    i &+= 16
  }
  source.prefetchEnd(from: i)
  while i < count {
    out.store(i, packed565(source[i], greenBlue: dither.greenBlue[i & 7], red: dither.red[i & 7]))
    i &+= 1
  }
}

/// To opaque 32-bit pixels; the top bits of a channel fill its low bits, so that white stays white.
@inline(__always)
func expanded565(_ source: SIMD8<UInt16>) -> Pixels {
  let r = source &>> 11
  let g = (source &>> 5) & 0x3F
  let b = source & 0x1F
  let greenBlue = ((g &<< 2 | g &>> 4) &<< 8) | (b &<< 3 | b &>> 2)
  let alphaRed = (r &<< 3 | r &>> 2) | 0xFF00
  // Widened and put together, not interleaved: for x86 the compiler makes the same of both, for ARM it would interleave lane by lane.
  return Pixels(truncatingIfNeeded: greenBlue) | Pixels(truncatingIfNeeded: alphaRed) &<< 16
}

@inline(__always)
func expanded565(_ source: UInt16) -> UInt32 {
  let word = UInt32(source)
  let r = word &>> 11
  let g = (word &>> 5) & 0x3F
  let b = word & 0x1F
  return 0xFF00_0000 | (r &<< 3 | r &>> 2) &<< 16 | (g &<< 2 | g &>> 4) &<< 8 | (b &<< 3 | b &>> 2)
}

func load565Row(_ out: TargetRow, _ source: SourceRow565, isWide: Bool = hasWideRows) {
  let count = out.count
  var i = unsafe isWide ? processor_wide_load565(out.base, source.base, count, source.ahead) : 0
  while i &+ 16 <= count {
    source.prefetch(i)
    let a = expanded565(source.load8(i))
    let b = expanded565(source.load8(i &+ 8))
    out.store8(i, a)
    out.store8(i &+ 8, b)
    i &+= 16
  }
  source.prefetchEnd(from: i)
  while i < count {
    out.store(i, expanded565(source[i]))
    i &+= 1
  }
}

func copy565Row<Stores: StoreKind>(
  _ out: Target565<Stores>, _ source: SourceRow565, isWide: Bool = hasWideRows
) {
  let count = out.count
  var i =
    unsafe isWide
    ? processor_wide_copy565(out.base, source.base, count, source.ahead, Stores.isStreamed) : 0
  while i &+ 32 <= count {
    source.prefetch(i)
    let a = source.load8(i)
    let b = source.load8(i &+ 8)
    let c = source.load8(i &+ 16)
    let d = source.load8(i &+ 24)
    out.store16(i, a, b)
    out.store16(i &+ 16, c, d)
    i &+= 32
  }
  source.prefetchEnd(from: i)
  if i &+ 16 <= count {
    out.store16(i, source.load8(i), source.load8(i &+ 8))
    i &+= 16
  }
  while i < count {
    out.store(i, source[i])
    i &+= 1
  }
}
