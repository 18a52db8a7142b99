import CProcessor
import Numbers

/// A pixmap under an affine map, in fixed point: where each panel pixel samples the stored pixmap.
///
/// Positions are 16.16 stored pixels, counted from the centre of stored pixel (0, 0), for the panel pixel at the layer's origin;
/// being whole numbers anchored there, they do not depend on where a run of pixels begins. Weights have 4 bits.
struct ImageMap: Equatable, BitwiseCopyable {
  var u = 0
  var v = 0
  /// Steps from one panel column to the next, and from one panel row to the next.
  var columnU = 0
  var columnV = 0
  var rowU = 0
  var rowV = 0
  /// Stored pixels; at most `maximumSide`.
  var width = 0
  var height = 0
  var pitch = 0
  var is565 = false
  /// The frame of clear pixels may be read.
  var hasBorder = false

  /// Sides of a filtered pixmap: positions must fit 16.16 in 32 bits.
  static let maximumSide = 32_000
  /// Stored pixels from one panel pixel to the next; beyond it nothing of a pixmap is left to see.
  static let maximumStep = 16_384.0

  static let one = 1 << 16
}

/// A row of a transformed pixmap.
struct ImageRow {
  /// Runs in the row, from its first pixel: what the pixmap touches, and the part of it whose four taps are all readable.
  var touched: Range<Int>
  var inner: Range<Int>
  private var u: Int
  private var v: Int

  /// - Parameters:
  ///   - dx: panel columns from the layer's origin to the run's first pixel; `dy` likewise.
  ///   - count: pixels of the run.
  init(_ map: ImageMap, dx: Int, dy: Int, count: Int) {
    u = map.u &+ map.columnU &* dx &+ map.rowU &* dy
    v = map.v &+ map.columnV &* dx &+ map.rowV &* dy
    let one = ImageMap.one
    // A sample touches the pixmap when it is less than one pixel away from its outermost centres.
    let acrossU = ImageRow.indices(u, map.columnU, from: 1 - one, below: map.width &* one, in: 0..<count)
    touched = ImageRow.indices(v, map.columnV, from: 1 - one, below: map.height &* one, in: acrossU)
    if map.is565 {
      inner = touched.lowerBound..<touched.lowerBound
    } else if map.hasBorder {
      inner = touched
    } else {
      let insideU = ImageRow.indices(u, map.columnU, from: 0, below: (map.width &- 1) &* one, in: touched)
      inner = ImageRow.indices(v, map.columnV, from: 0, below: (map.height &- 1) &* one, in: insideU)
    }
  }

  /// The indices within `range` at which `start + step * index` lies in `low ..< high`.
  private static func indices(_ start: Int, _ step: Int, from low: Int, below high: Int, in range: Range<Int>)
    -> Range<Int>
  {
    if step == 0 {
      return start >= low && start < high ? range : range.lowerBound..<range.lowerBound
    }
    let first = step > 0 ? ceilingOfQuotient(low &- start, step) : floorOfQuotient(high &- start, step) &+ 1
    let end = step > 0 ? ceilingOfQuotient(high &- start, step) : floorOfQuotient(low &- start, step) &+ 1
    let lower = min(max(first, range.lowerBound), range.upperBound)
    return lower..<max(lower, min(end, range.upperBound))
  }

  private static func floorOfQuotient(_ a: Int, _ b: Int) -> Int {
    let (quotient, remainder) = a.quotientAndRemainder(dividingBy: b)
    return remainder != 0 && (remainder < 0) != (b < 0) ? quotient &- 1 : quotient
  }

  private static func ceilingOfQuotient(_ a: Int, _ b: Int) -> Int { -floorOfQuotient(-a, b) }

  /// Writes the touched run, filtered, to `out`, which is as long.
  ///
  /// - Parameter origin: the address of stored pixel (0, 0).
  @unsafe
  func fetch(_ out: TargetRow, _ origin: UnsafeRawPointer, _ map: ImageMap) {
    let first = touched.lowerBound
    unsafe fetchEdge(out, origin, map, touched.lowerBound..<inner.lowerBound)
    if !inner.isEmpty {
      unsafe sampleRow(
        out.part(inner.lowerBound &- first, inner.count), origin, pitch: map.pitch,
        u: Int32(truncatingIfNeeded: u &+ map.columnU &* inner.lowerBound),
        v: Int32(truncatingIfNeeded: v &+ map.columnV &* inner.lowerBound),
        du: Int32(truncatingIfNeeded: map.columnU), dv: Int32(truncatingIfNeeded: map.columnV))
    }
    unsafe fetchEdge(out, origin, map, inner.upperBound..<touched.upperBound)
  }

  /// Pixels some of whose taps lie outside the memory of the pixmap: those are clear.
  @unsafe
  private func fetchEdge(_ out: TargetRow, _ origin: UnsafeRawPointer, _ map: ImageMap, _ run: Range<Int>) {
    func tap(_ x: Int, _ y: Int) -> UInt32 {
      guard x >= 0, y >= 0, x < map.width, y < map.height else { return 0 }
      let row = unsafe origin + y &* map.pitch
      return map.is565
        ? expanded565(unsafe row.loadUnaligned(fromByteOffset: x &* 2, as: UInt16.self))
        : unsafe row.loadUnaligned(fromByteOffset: x &* 4, as: UInt32.self)
    }
    for i in run {
      let u = self.u &+ map.columnU &* i
      let v = self.v &+ map.columnV &* i
      let x = u &>> 16
      let y = v &>> 16
      let pixel = bilinear(
        tap(x, y), tap(x &+ 1, y), tap(x, y &+ 1), tap(x &+ 1, y &+ 1),
        x: UInt32(truncatingIfNeeded: u &>> 12 & 15), y: UInt32(truncatingIfNeeded: v &>> 12 & 15))
      out.store(i &- touched.lowerBound, pixel)
    }
  }
}

/// Samples along a line, all taps readable; eight pixels at a time.
///
/// Vectors are built from two-pixel loads and even and odd halves: setting lanes by index goes through the stack.
@unsafe
func sampleRow(
  _ out: TargetRow, _ origin: UnsafeRawPointer, pitch: Int, u firstU: Int32, v firstV: Int32, du: Int32, dv: Int32,
  isWide: Bool = hasWideRows
) {
  let count = out.count
  if isWide, unsafe processor_wide_sample(out.base, origin, pitch, firstU, firstV, du, dv, count) == count { return }
  let nextRow = unsafe origin + pitch
  let lane = SIMD8<Int32>(0, 1, 2, 3, 4, 5, 6, 7)
  let du8 = SIMD8<Int32>(repeating: du &* 8)
  let dv8 = SIMD8<Int32>(repeating: dv &* 8)
  var us = SIMD8<Int32>(repeating: firstU) &+ lane &* SIMD8<Int32>(repeating: du)
  var vs = SIMD8<Int32>(repeating: firstV) &+ lane &* SIMD8<Int32>(repeating: dv)
  var u = firstU
  var v = firstV
  @inline(__always)
  func nextOffset() -> Int {
    let offset = Int(v &>> 16) &* pitch &+ Int(u &>> 16) &* 4
    u = u &+ du
    v = v &+ dv
    return offset
  }
  @inline(__always)
  func pairs(_ base: UnsafeRawPointer, _ a: Int, _ b: Int, _ c: Int, _ d: Int) -> Pixels {
    unsafe Pixels(
      lowHalf: SIMD4(
        lowHalf: base.loadUnaligned(fromByteOffset: a, as: SIMD2<UInt32>.self),
        highHalf: base.loadUnaligned(fromByteOffset: b, as: SIMD2<UInt32>.self)),
      highHalf: SIMD4(
        lowHalf: base.loadUnaligned(fromByteOffset: c, as: SIMD2<UInt32>.self),
        highHalf: base.loadUnaligned(fromByteOffset: d, as: SIMD2<UInt32>.self)))
  }
  let mask = Channels(repeating: lowBytes)
  var i = 0
  while i &+ 8 <= count {
    let o0 = nextOffset()
    let o1 = nextOffset()
    let o2 = nextOffset()
    let o3 = nextOffset()
    let o4 = nextOffset()
    let o5 = nextOffset()
    let o6 = nextOffset()
    let o7 = nextOffset()
    let above0 = unsafe pairs(origin, o0, o1, o2, o3)
    let above1 = unsafe pairs(origin, o4, o5, o6, o7)
    let below0 = unsafe pairs(nextRow, o0, o1, o2, o3)
    let below1 = unsafe pairs(nextRow, o4, o5, o6, o7)
    let a = channels(Pixels(lowHalf: above0.evenHalf, highHalf: above1.evenHalf))
    let b = channels(Pixels(lowHalf: above0.oddHalf, highHalf: above1.oddHalf))
    let c = channels(Pixels(lowHalf: below0.evenHalf, highHalf: below1.evenHalf))
    let d = channels(Pixels(lowHalf: below0.oddHalf, highHalf: below1.oddHalf))
    let x = spread((unsafe unsafeBitCast(us, to: Pixels.self) &>> 12) & 15)
    let y = spread((unsafe unsafeBitCast(vs, to: Pixels.self) &>> 12) & 15)
    us = us &+ du8
    vs = vs &+ dv8
    let wd = x &* y
    let wb = x &* 16 &- wd
    let wc = y &* 16 &- wd
    let wa = 256 &- wd &- wb &- wc
    // Sums of two: longer ones take the compiler longer than it allows itself.
    let lowAbove = (a & mask) &* wa &+ (b & mask) &* wb
    let lowBelow = (c & mask) &* wc &+ (d & mask) &* wd
    let highAbove = (a &>> 8) &* wa &+ (b &>> 8) &* wb
    let highBelow = (c &>> 8) &* wc &+ (d &>> 8) &* wd
    out.store8(i, quotients(low: lowAbove &+ lowBelow, high: highAbove &+ highBelow))
    i &+= 8
  }
  while i < count {
    let x = UInt32(truncatingIfNeeded: u &>> 12 & 15)
    let y = UInt32(truncatingIfNeeded: v &>> 12 & 15)
    let offset = nextOffset()
    out.store(
      i,
      unsafe bilinear(
        origin.loadUnaligned(fromByteOffset: offset, as: UInt32.self),
        origin.loadUnaligned(fromByteOffset: offset &+ 4, as: UInt32.self),
        nextRow.loadUnaligned(fromByteOffset: offset, as: UInt32.self),
        nextRow.loadUnaligned(fromByteOffset: offset &+ 4, as: UInt32.self), x: x, y: y))
    i &+= 1
  }
}

/// The mix of four neighbours: `a b` over `c d`, at `x` and `y` 16ths from `a`.
@inline(__always)
func bilinear(_ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: UInt32, x: UInt32, y: UInt32) -> UInt32 {
  let wd = x &* y
  let wb = x &* 16 &- wd
  let wc = y &* 16 &- wd
  let wa = 256 &- wd &- wb &- wc
  @inline(__always)
  func sum(_ shift: UInt32) -> UInt32 {
    ((a &>> shift) & lowBytesOfPair) &* wa &+ ((b &>> shift) & lowBytesOfPair) &* wb
      &+ ((c &>> shift) & lowBytesOfPair) &* wc &+ ((d &>> shift) & lowBytesOfPair) &* wd
  }
  return ((sum(0) &>> 8) & lowBytesOfPair) | (sum(8) & ~lowBytesOfPair)
}
