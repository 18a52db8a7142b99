#if Preview
  internal import Glibc
  public import Scene

  /// Memory for one frame of 32-bit pixels `0xXXRRGGBB`, written by one owner at a time.
  @safe
  final class PixelBuffer: @unchecked Sendable {
    // Indices: rectangles lie within the size of both buffers, and have no negative sides.
    // @unchecked: `FrameExchange` gives a buffer either to one writer or to readers, and a shadow has one owner, its differ.

    let size: PixelSize
    /// Pixels from one row to the next, a multiple of 16: rows start at multiples of 64 bytes.
    let stride: Int
    @unsafe let base: UnsafeMutablePointer<UInt32>

    init(size: PixelSize) {
      // Fits: a panel has a pixel, and what a viewer asks for 64 and more a side.
      precondition(size.width > 0 && size.height > 0, "a frame has at least one pixel")
      self.size = size
      stride = (size.width + 15) & ~15
      let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: stride * size.height * 4, alignment: 64)
      unsafe bytes.initializeMemory(as: UInt32.self, repeating: 0)
      // Fits: there is memory for one pixel at least.
      unsafe base = bytes.baseAddress!.assumingMemoryBound(to: UInt32.self)
    }

    deinit { unsafe UnsafeMutableRawPointer(base).deallocate() }

    @unsafe func row(_ y: Int) -> UnsafeMutablePointer<UInt32> { unsafe base + y * stride }

    /// Whether `count` pixels from (x, y) on are the same in both.
    func equals(_ other: PixelBuffer, x: Int, y: Int, count: Int) -> Bool {
      unsafe memcmp(row(y) + x, other.row(y) + x, count * 4) == 0
    }

    /// The smallest rectangle around the pixels of `rect` that differ; empty when none does.
    func difference(from other: PixelBuffer, in rect: PixelRect) -> PixelRect {
      var found = PixelRect(x0: rect.x1, y0: rect.y1, x1: rect.x0, y1: rect.y0)
      for y in rect.y0..<rect.y1 where !equals(other, x: rect.x0, y: y, count: rect.width) {
        let mine = unsafe row(y)
        let theirs = unsafe other.row(y)
        // Rows look only at columns that would widen what was found.
        var left = rect.x0
        while unsafe left < found.x0 && mine[left] == theirs[left] { left += 1 }
        var right = rect.x1
        while unsafe right > found.x1 && mine[right - 1] == theirs[right - 1] { right -= 1 }
        found = PixelRect(x0: left, y0: min(found.y0, y), x1: right, y1: y + 1)
      }
      return found.isEmpty ? .empty : found
    }

    /// Takes over the pixels of `rect` from a buffer of the same size.
    func copy(_ rect: PixelRect, from other: PixelBuffer) {
      for y in rect.y0..<rect.y1 { unsafe _ = memcpy(row(y) + rect.x0, other.row(y) + rect.x0, rect.width * 4) }
    }

    /// Moves pixels within the buffer so that they end up in `rect`, having come from `rect` less (dx, dy).
    func move(to rect: PixelRect, dx: Int, dy: Int) {
      let rows = 0..<rect.height
      for step in rows {
        let y = dy > 0 ? rect.y1 - 1 - step : rect.y0 + step
        unsafe _ = memmove(row(y) + rect.x0, row(y - dy) + rect.x0 - dx, rect.width * 4)
      }
    }
  }

  /// A frame on its way to the viewers: drawn by the frame thread, then given up by publishing it.
  @safe
  public struct PreviewBuffer: ~Copyable, Sendable {
    let pixels: PixelBuffer
    /// How many published frames ago the memory's contents were published: 1 is the newest frame, 0 means unknown contents.
    ///
    /// The frame thread may redraw just the damage of the last `age` frames, as with a buffer of a display.
    public let age: Int
    /// How often the exchange had forgotten everything when it handed this out.
    let epoch: Int

    /// Panel pixels.
    public var size: PixelSize { pixels.size }
    /// Bytes from one row to the next.
    public var pitch: Int { pixels.stride * 4 }
    /// Address of pixel (0, 0): words `0xXXRRGGBB`, writable for `pitch * size.height` bytes until the buffer is published.
    @unsafe public var base: UnsafeMutableRawPointer { unsafe UnsafeMutableRawPointer(pixels.base) }
  }
#endif
