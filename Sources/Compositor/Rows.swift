/// Eight pixels, `0xAARRGGBB` each.
typealias Pixels = SIMD8<UInt32>

/// The same eight pixels as sixteen 16-bit lanes; kernels work on the low bytes (blue, red) and the high bytes (green, alpha) apart.
///
/// This needs no widening and no shuffle, so it is equally good on SSE2, AVX2 and NEON. 64-byte vectors are not: they become loops
/// over lanes on the stack.
typealias Channels = SIMD16<UInt16>

/// A run of 32-bit pixels to read, at any address.
///
/// Who makes one vouches for the memory; bounds are checked in debug builds, which the tests are.
@safe
struct SourceRow: BitwiseCopyable {
  let base: UnsafeRawPointer
  let count: Int

  @inline(__always)
  @unsafe init(_ base: UnsafeRawPointer, count: Int) {
    unsafe self.base = base
    self.count = count
  }

  @inline(__always)
  func load8(_ index: Int) -> Pixels {
    assert(index >= 0 && index &+ 8 <= count, "reads past the row")
    return unsafe base.loadUnaligned(fromByteOffset: index &* 4, as: Pixels.self)
  }

  @inline(__always)
  subscript(index: Int) -> UInt32 {
    assert(index >= 0 && index < count, "reads past the row")
    return unsafe base.loadUnaligned(fromByteOffset: index &* 4, as: UInt32.self)
  }

  @inline(__always)
  func part(_ from: Int, _ count: Int) -> SourceRow {
    assert(from >= 0 && count >= 0 && from &+ count <= self.count, "a part outside the row")
    return unsafe SourceRow(base + from &* 4, count: count)
  }
}

/// A run of 32-bit pixels to write, at any address; it cannot be read, because scan-out memory must not be.
@safe
struct TargetRow: BitwiseCopyable {
  let base: UnsafeMutableRawPointer
  let count: Int

  @inline(__always)
  @unsafe init(_ base: UnsafeMutableRawPointer, count: Int) {
    unsafe self.base = base
    self.count = count
  }

  @inline(__always)
  func store8(_ index: Int, _ pixels: Pixels) {
    assert(index >= 0 && index &+ 8 <= count, "writes past the row")
    unsafe base.storeBytes(of: pixels, toByteOffset: index &* 4, as: Pixels.self)
  }

  @inline(__always)
  func store(_ index: Int, _ pixel: UInt32) {
    assert(index >= 0 && index < count, "writes past the row")
    unsafe base.storeBytes(of: pixel, toByteOffset: index &* 4, as: UInt32.self)
  }

  @inline(__always)
  func part(_ from: Int, _ count: Int) -> TargetRow {
    assert(from >= 0 && count >= 0 && from &+ count <= self.count, "a part outside the row")
    return unsafe TargetRow(base + from &* 4, count: count)
  }

  /// Whether a result written here is already what `row` holds.
  @inline(__always)
  func isSame(as row: SourceRow) -> Bool { unsafe UnsafeRawPointer(base) == row.base }
}

/// A run of 16-bit pixels `rrrrrggggggbbbbb` to read, at any address.
@safe
struct SourceRow565: BitwiseCopyable {
  let base: UnsafeRawPointer
  let count: Int

  @inline(__always)
  @unsafe init(_ base: UnsafeRawPointer, count: Int) {
    unsafe self.base = base
    self.count = count
  }

  @inline(__always)
  func load8(_ index: Int) -> SIMD8<UInt16> {
    assert(index >= 0 && index &+ 8 <= count, "reads past the row")
    return unsafe base.loadUnaligned(fromByteOffset: index &* 2, as: SIMD8<UInt16>.self)
  }

  @inline(__always)
  subscript(index: Int) -> UInt16 {
    assert(index >= 0 && index < count, "reads past the row")
    return unsafe base.loadUnaligned(fromByteOffset: index &* 2, as: UInt16.self)
  }
}

/// A run of 16-bit pixels `rrrrrggggggbbbbb` to write, at any address.
@safe
struct TargetRow565: BitwiseCopyable {
  let base: UnsafeMutableRawPointer
  let count: Int

  @inline(__always)
  @unsafe init(_ base: UnsafeMutableRawPointer, count: Int) {
    unsafe self.base = base
    self.count = count
  }

  @inline(__always)
  func store8(_ index: Int, _ pixels: SIMD8<UInt16>) {
    assert(index >= 0 && index &+ 8 <= count, "writes past the row")
    unsafe base.storeBytes(of: pixels, toByteOffset: index &* 2, as: SIMD8<UInt16>.self)
  }

  @inline(__always)
  func store(_ index: Int, _ pixel: UInt16) {
    assert(index >= 0 && index < count, "writes past the row")
    unsafe base.storeBytes(of: pixel, toByteOffset: index &* 2, as: UInt16.self)
  }
}
