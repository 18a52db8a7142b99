// What lies over a page on a 16-bit panel: the page is unpacked, blended and packed again in registers, a channel in each vector. By way
// of 32-bit rows, three passes, a tint takes twice as long. Both give the same bits: what a pixel becomes does not depend on how many
// items its cell has.

import CProcessor

/// Eight pixels, a byte of each channel in every 16-bit lane.
private struct EightPixels {
  var red: SIMD8<UInt16>
  var green: SIMD8<UInt16>
  var blue: SIMD8<UInt16>

  /// As `expanded565`; `r &<< 3 | r &>> 2` is `r &* 33 &>> 2`, and `g &<< 2 | g &>> 4` is `g &* 65 &>> 4`.
  @inline(__always)
  init(_ packed: SIMD8<UInt16>) {
    #if arch(x86_64)
      red = processor_multiply_high(packed & 0xF800, SIMD8(repeating: 33 << 3))
      green = processor_multiply_high(packed &<< 5 & 0xFC00, SIMD8(repeating: 65 << 2))
      blue = processor_multiply_high(packed &<< 11, SIMD8(repeating: 33 << 3))
    #else
      let r = packed &>> 11
      let g = (packed &>> 5) & 0x3F
      let b = packed & 0x1F
      red = r &<< 3 | r &>> 2
      green = g &<< 2 | g &>> 4
      blue = b &<< 3 | b &>> 2
    #endif
  }

  @inline(__always)
  init(red: SIMD8<UInt16>, green: SIMD8<UInt16>, blue: SIMD8<UInt16>) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// As `packed565`.
  @inline(__always)
  var packed: SIMD8<UInt16> {
    let r = (red &* 249 &+ 1014) & 0xF800
    let g = ((green &* 253 &+ 505) &>> 5) & 0x07E0
    let b = (blue &* 249 &+ 1014) &>> 11
    return r | g | b
  }
}

/// One premultiplied colour over a 16-bit page.
func solid565Row<Stores: StoreKind>(
  _ out: Target565<Stores>, _ below: SourceRow565, _ color: UInt32, isWide: Bool = hasWideRows
) {
  if color == 0 { return copy565Row(out, below, isWide: isWide) }
  let count = out.count
  let rest = SIMD8<UInt16>(repeating: UInt16(truncatingIfNeeded: 256 &- (color &>> 24)))
  let red = SIMD8<UInt16>(repeating: UInt16(truncatingIfNeeded: color &>> 16 & 0xFF))
  let green = SIMD8<UInt16>(repeating: UInt16(truncatingIfNeeded: color &>> 8 & 0xFF))
  let blue = SIMD8<UInt16>(repeating: UInt16(truncatingIfNeeded: color & 0xFF))
  @inline(__always)
  func blend(_ below: SIMD8<UInt16>) -> SIMD8<UInt16> {
    let d = EightPixels(below)
    return EightPixels(
      red: red &+ (d.red &* rest) &>> 8, green: green &+ (d.green &* rest) &>> 8, blue: blue &+ (d.blue &* rest) &>> 8
    ).packed
  }
  var i =
    unsafe isWide
    ? processor_wide_solid565(out.base, below.base, count, below.ahead, color, Stores.isStreamed)
    : 0
  while i &+ 16 <= count {
    below.prefetch(i)
    let a = blend(below.load8(i))
    let b = blend(below.load8(i &+ 8))
    out.store16(i, a, b)
    i &+= 16
  }
  below.prefetchEnd(from: i)
  while i < count {
    out.store(i, packed565(over(color, expanded565(below[i]))))
    i &+= 1
  }
}

/// Premultiplied pixels over a 16-bit page.
func over565Row<Stores: StoreKind>(
  _ out: Target565<Stores>, _ below: SourceRow565, _ source: SourceRow, isWide: Bool = hasWideRows
) {
  let count = out.count
  @inline(__always)
  func blend(_ below: SIMD8<UInt16>, _ source: Pixels) -> SIMD8<UInt16> {
    let d = EightPixels(below)
    let greenBlue = channels(source).evenHalf
    let alphaRed = channels(source).oddHalf
    let rest = 256 &- alphaRed &>> 8
    return EightPixels(
      red: (alphaRed & 0xFF) &+ (d.red &* rest) &>> 8, green: greenBlue &>> 8 &+ (d.green &* rest) &>> 8,
      blue: (greenBlue & 0xFF) &+ (d.blue &* rest) &>> 8
    ).packed
  }
  var i =
    unsafe isWide
    ? processor_wide_over565(
      out.base, below.base, below.ahead, source.base, source.ahead, count, Stores.isStreamed) : 0
  while i &+ 16 <= count {
    below.prefetch(i)
    source.prefetch(i)
    let a = blend(below.load8(i), source.load8(i))
    let b = blend(below.load8(i &+ 8), source.load8(i &+ 8))
    out.store16(i, a, b)
    i &+= 16
  }
  below.prefetchEnd(from: i)
  source.prefetchEnd(from: i)
  while i < count {
    out.store(i, packed565(over(source[i], expanded565(below[i]))))
    i &+= 1
  }
}

/// Opaque pixels with one alpha over a 16-bit page.
func mix565Row<Stores: StoreKind>(
  _ out: Target565<Stores>, _ below: SourceRow565, _ source: SourceRow, alpha: UInt32,
  isWide: Bool = hasWideRows
) {
  let count = out.count
  let weight = SIMD8<UInt16>(repeating: UInt16(truncatingIfNeeded: alpha))
  let rest = SIMD8<UInt16>(repeating: UInt16(truncatingIfNeeded: 255 &- alpha))
  @inline(__always)
  func mixed(_ source: SIMD8<UInt16>, _ below: SIMD8<UInt16>) -> SIMD8<UInt16> {
    (source &* weight &+ (below &* rest &+ bias)) &>> 8
  }
  @inline(__always)
  func blend(_ below: SIMD8<UInt16>, _ source: Pixels) -> SIMD8<UInt16> {
    let d = EightPixels(below)
    let greenBlue = channels(source).evenHalf
    let red = channels(source).oddHalf & 0xFF
    return EightPixels(
      red: mixed(red, d.red), green: mixed(greenBlue &>> 8, d.green), blue: mixed(greenBlue & 0xFF, d.blue)
    ).packed
  }
  var i =
    unsafe isWide
    ? processor_wide_mix565(
      out.base, below.base, below.ahead, source.base, source.ahead, count, alpha, Stores.isStreamed)
    : 0
  while i &+ 16 <= count {
    below.prefetch(i)
    source.prefetch(i)
    let a = blend(below.load8(i), source.load8(i))
    let b = blend(below.load8(i &+ 8), source.load8(i &+ 8))
    out.store16(i, a, b)
    i &+= 16
  }
  below.prefetchEnd(from: i)
  source.prefetchEnd(from: i)
  while i < count {
    out.store(i, packed565(mix(source[i], alpha, expanded565(below[i]), 255 &- alpha)))
    i &+= 1
  }
}
