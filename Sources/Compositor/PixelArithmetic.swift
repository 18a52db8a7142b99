// Arithmetic on premultiplied pixels, eight at a time and one at a time. Both spellings of an operation give the same bits, so a
// pixel's value does not depend on where a run of pixels began.
//
// A product of two bytes is divided by 255 as (x + 255) >> 8: exact when either is 0 or 255, within 1 of
// the rounded quotient elsewhere, and an OVER built from it cannot overflow. Source: performance.md section 3.

@inline(__always)
func channels(_ pixels: Pixels) -> Channels { unsafe unsafeBitCast(pixels, to: Channels.self) }

@inline(__always)
func pixels(_ channels: Channels) -> Pixels { unsafe unsafeBitCast(channels, to: Pixels.self) }

let lowBytes = UInt16(0xFF)
let highBytes = UInt16(0xFF00)
let bias = UInt16(0xFF)
/// Low bytes and bias for the two channels that share a 32-bit word.
let lowBytesOfPair = UInt32(0x00FF_00FF)

/// `value / 255` of products in the low bytes' lanes.
@inline(__always)
func quotients(low: Channels, high: Channels) -> Pixels {
  pixels((low &>> 8) | (high & Channels(repeating: highBytes)))
}

/// A byte per pixel, repeated in both of the pixel's lanes. A multiplication: `a | a << 16` is compiled to lane extraction.
@inline(__always)
func spread(_ bytes: Pixels) -> Channels { channels(bytes &* Pixels(repeating: 0x10001)) }

/// Every channel times `weights / 255`.
@inline(__always)
func scale(_ source: Pixels, _ weights: Channels) -> Pixels {
  let x = channels(source)
  let low = (x & Channels(repeating: lowBytes)) &* weights &+ Channels(repeating: bias)
  let high = (x &>> 8) &* weights &+ Channels(repeating: bias)
  return quotients(low: low, high: high)
}

@inline(__always)
func scale(_ source: UInt32, _ weight: UInt32) -> UInt32 {
  let low = (source & lowBytesOfPair) &* weight &+ lowBytesOfPair
  let high = ((source &>> 8) & lowBytesOfPair) &* weight &+ lowBytesOfPair
  return ((low &>> 8) & lowBytesOfPair) | (high & ~lowBytesOfPair)
}

/// Porter and Duff's OVER of premultiplied pixels.
@inline(__always)
func over(_ source: Pixels, _ below: Pixels) -> Pixels {
  source &+ scale(below, Channels(repeating: 255) &- spread(source &>> 24))
}

@inline(__always)
func over(_ source: UInt32, _ below: UInt32) -> UInt32 {
  source &+ scale(below, 255 &- (source &>> 24))
}

/// `source * weight + below * rest`, divided by 255 once; the weighted sum must not exceed 255 * 255.
@inline(__always)
func mix(_ source: Pixels, _ weight: Channels, _ below: Pixels, _ rest: Channels) -> Pixels {
  let s = channels(source)
  let d = channels(below)
  let m = Channels(repeating: lowBytes)
  let r = Channels(repeating: bias)
  let low = (s & m) &* weight &+ ((d & m) &* rest &+ r)
  let high = (s &>> 8) &* weight &+ ((d &>> 8) &* rest &+ r)
  return quotients(low: low, high: high)
}

@inline(__always)
func mix(_ source: UInt32, _ weight: UInt32, _ below: UInt32, _ rest: UInt32) -> UInt32 {
  let low = (source & lowBytesOfPair) &* weight &+ (below & lowBytesOfPair) &* rest &+ lowBytesOfPair
  let high =
    ((source &>> 8) & lowBytesOfPair) &* weight &+ ((below &>> 8) & lowBytesOfPair) &* rest &+ lowBytesOfPair
  return ((low &>> 8) & lowBytesOfPair) | (high & ~lowBytesOfPair)
}
