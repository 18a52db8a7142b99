import CProcessor

/// Eight pixels, `0xAARRGGBB` each.
typealias Pixels = SIMD8<UInt32>

/// The same eight pixels as sixteen 16-bit lanes; kernels work on the low bytes (blue, red) and the high bytes (green, alpha) apart.
///
/// This needs no widening and no shuffle, so it is equally good on SSE2, AVX2 and NEON. 64-byte vectors are not: they become loops
/// over lanes on the stack.
typealias Channels = SIMD16<UInt16>

/// Whether rows of pixels are done 32 bytes at a time, by CProcessor: the processor has AVX2. Kernels are told, so that tests can have both.
@inline(__always)
var hasWideRows: Bool { processor_has_wide() }

/// A run of 32-bit pixels to read, at any address.
///
/// Who makes one vouches for the memory; bounds are checked in debug builds, which the tests are.
@safe
struct SourceRow: BitwiseCopyable {
  let base: UnsafeRawPointer
  let count: Int
  /// Bytes to what will be read after this row: the same run of a row to come; 0 where there is none.
  ///
  /// Processors do not foresee it across pages of memory, and a blend computes too long for them to look that far ahead: asking for
  /// it makes a tint of a whole picture take 0.95 times `memcpy` where it took 1.3.
  let ahead: Int

  @inline(__always)
  @unsafe init(_ base: UnsafeRawPointer, count: Int, ahead: Int = 0) {
    unsafe self.base = base
    self.count = count
    self.ahead = ahead
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

  /// Asks for what lies `ahead` of a pixel; covers 16 pixels.
  @inline(__always)
  func prefetch(_ index: Int) { unsafe processor_prefetch(base + (index &* 4 &+ ahead)) }

  /// Asks for what a kernel that has asked with every 16 pixels up to `index` has not: a row that does not begin a line ends in one more.
  ///
  /// Not a line may be forgotten: the one that is waited for costs as much as all the others of a short row.
  @inline(__always)
  func prefetchEnd(from index: Int) {
    var index = index
    while index < count {
      prefetch(index)
      index &+= 16
    }
    prefetch(count &- 1)
  }

  @inline(__always)
  func part(_ from: Int, _ count: Int) -> SourceRow {
    assert(from >= 0 && count >= 0 && from &+ count <= self.count, "a part outside the row")
    return unsafe SourceRow(base + from &* 4, count: count, ahead: ahead)
  }
}

/// How eight pixels get to memory.
protocol StoreKind {
  static var isStreamed: Bool { get }
  @unsafe static func store(_ pixels: Pixels, at address: UnsafeMutableRawPointer)
}

/// Through the caches, at any address: right for what is read again soon, and for runs that fill no line of the cache.
enum CachedStores: StoreKind {
  static var isStreamed: Bool { false }

  @inline(__always)
  @unsafe static func store(_ pixels: Pixels, at address: UnsafeMutableRawPointer) {
    unsafe address.storeBytes(of: pixels, as: Pixels.self)
  }
}

/// Past the caches, at multiples of 32 bytes: the processor need not read what is overwritten. See `RowLayout`.
enum StreamedStores: StoreKind {
  static var isStreamed: Bool { true }

  @inline(__always)
  @unsafe static func store(_ pixels: Pixels, at address: UnsafeMutableRawPointer) {
    assert(UInt(bitPattern: address) & 31 == 0, "streamed stores are aligned")
    unsafe processor_stream(address, pixels.lowHalf, pixels.highHalf)
  }
}

/// A run of 32-bit pixels to write; it cannot be read, because scan-out memory must not be.
@safe
struct Target<Stores: StoreKind>: BitwiseCopyable {
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
    unsafe Stores.store(pixels, at: base + index &* 4)
  }

  @inline(__always)
  func store(_ index: Int, _ pixel: UInt32) {
    assert(index >= 0 && index < count, "writes past the row")
    unsafe base.storeBytes(of: pixel, toByteOffset: index &* 4, as: UInt32.self)
  }

  @inline(__always)
  func part(_ from: Int, _ count: Int) -> Target {
    assert(from >= 0 && count >= 0 && from &+ count <= self.count, "a part outside the row")
    return unsafe Target(base + from &* 4, count: count)
  }

  /// Whether a result written here is already what `row` holds.
  @inline(__always)
  func isSame(as row: SourceRow) -> Bool { unsafe UnsafeRawPointer(base) == row.base }
}

/// A run of 32-bit pixels at any address.
typealias TargetRow = Target<CachedStores>

/// A run of 16-bit pixels `rrrrrggggggbbbbb` to read, at any address.
@safe
struct SourceRow565: BitwiseCopyable {
  let base: UnsafeRawPointer
  let count: Int
  /// As in `SourceRow`.
  let ahead: Int

  @inline(__always)
  @unsafe init(_ base: UnsafeRawPointer, count: Int, ahead: Int = 0) {
    unsafe self.base = base
    self.count = count
    self.ahead = ahead
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

  /// Asks for what lies `ahead` of a pixel; covers 32 pixels.
  @inline(__always)
  func prefetch(_ index: Int) { unsafe processor_prefetch(base + (index &* 2 &+ ahead)) }

  /// As in `SourceRow`; kernels ask with every 16 or 32 pixels, which is often enough.
  @inline(__always)
  func prefetchEnd(from index: Int) {
    if index < count { prefetch(index) }
    prefetch(count &- 1)
  }

  @inline(__always)
  func part(_ from: Int, _ count: Int) -> SourceRow565 {
    assert(from >= 0 && count >= 0 && from &+ count <= self.count, "a part outside the row")
    return unsafe SourceRow565(base + from &* 2, count: count, ahead: ahead)
  }
}

/// A run of 16-bit pixels `rrrrrggggggbbbbb` to write.
@safe
struct Target565<Stores: StoreKind>: BitwiseCopyable {
  let base: UnsafeMutableRawPointer
  let count: Int

  @inline(__always)
  @unsafe init(_ base: UnsafeMutableRawPointer, count: Int) {
    unsafe self.base = base
    self.count = count
  }

  @inline(__always)
  func store16(_ index: Int, _ first: SIMD8<UInt16>, _ second: SIMD8<UInt16>) {
    assert(index >= 0 && index &+ 16 <= count, "writes past the row")
    let pixels = SIMD16(lowHalf: first, highHalf: second)
    unsafe Stores.store(unsafeBitCast(pixels, to: Pixels.self), at: base + index &* 2)
  }

  @inline(__always)
  func store(_ index: Int, _ pixel: UInt16) {
    assert(index >= 0 && index < count, "writes past the row")
    unsafe base.storeBytes(of: pixel, toByteOffset: index &* 2, as: UInt16.self)
  }
}

/// A run of 16-bit pixels at any address.
typealias TargetRow565 = Target565<CachedStores>
