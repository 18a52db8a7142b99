import Numbers

/// An immutable picture in memory: rastered once off the frame thread, then only read.
///
/// `size` is what the viewer sees. The pixels may be stored turned (`orientation`) and in the panel's own format (`format`), so
/// that neither costs anything while a frame is drawn. Rows start at multiples of 64 bytes. A sprite (`border > 0`) has a frame of
/// clear pixels around it, so that filters may read past its edge.
@safe
public final class Pixmap: @unchecked Sendable {
  // @unchecked: the memory is written in `init` only, before anyone else can hold the reference.

  /// How a pixel is kept.
  public enum Format: Sendable, Hashable {
    /// Premultiplied words `0xAARRGGBB`, 4 bytes a pixel.
    case argb8888
    /// 16-bit words `rrrrrggggggbbbbb`, always opaque.
    case rgb565

    /// 4 or 2.
    public var bytesPerPixel: Int { self == .argb8888 ? 4 : 2 }
  }

  /// Size as the viewer sees it, in pixels, border not counted.
  public let size: PixelSize
  /// How the stored pixels are turned against the viewer's.
  public let orientation: Orientation
  /// How a pixel is kept.
  public let format: Format
  /// Every pixel has alpha 255; the compositor then copies instead of blending.
  public let isOpaque: Bool
  /// Clear pixels stored on each side.
  public let border: Int
  /// Bytes from one stored row to the next, a multiple of 64.
  public let pitch: Int
  /// What a filter need not look beyond, as the viewer sees it: of a sprite the smallest rectangle with everything in it that is not
  /// clear, else all of it.
  public let content: PixelRect
  /// Address of stored pixel (0, 0); readable for `border` pixels around the stored picture and 64 bytes before and after that, while
  /// `self` lives.
  @unsafe public let origin: UnsafeRawPointer
  private let allocation: UnsafeMutableRawBufferPointer
  /// Bytes that may be read before the first pixel and after the last: the longest line of a cache, so that all of a line may be read
  /// of which a pixel is wanted.
  private static let spare = 64

  /// Size of the stored picture: `size`, turned.
  public var storedSize: PixelSize { orientation.turn(size) }

  /// Bytes of memory this pixmap holds.
  public var byteCount: Int { unsafe allocation.count }

  /// All of it.
  public var bounds: PixelRect { PixelRect(size) }

  /// Allocates cleared memory and has it drawn once.
  ///
  /// - Parameters:
  ///   - size: viewer's pixels, each side at least 1.
  ///   - isOpaque: a promise that `draw` leaves alpha 255 everywhere.
  ///   - draw: gets the address of stored pixel (0, 0) and the pitch in bytes; may write `storedSize` pixels and nothing else.
  public init<Failure: Error>(
    size: PixelSize, orientation: Orientation = .degrees0, format: Format = .argb8888, isOpaque: Bool, border: Int = 0,
    draw: (_ base: UnsafeMutableRawPointer, _ pitch: Int) throws(Failure) -> Void
  ) throws(Failure) {
    require(
      size.width > 0 && size.height > 0 && border >= 0,
      "a pixmap of \(size.width) x \(size.height) pixels with a border of \(border) has none: it has at least one")
    self.size = size
    self.orientation = orientation
    self.format = format
    self.isOpaque = isOpaque || format == .rgb565
    self.border = border
    let stored = orientation.turn(size)
    let bytes = format.bytesPerPixel
    pitch = ((stored.width + 2 * border) * bytes + 63) & ~63
    let count = pitch * (stored.height + 2 * border) + 2 * Self.spare
    unsafe allocation = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 64)
    unsafe allocation.initializeMemory(as: UInt8.self, repeating: 0)
    let first = unsafe allocation.baseAddress! + (Self.spare + border * pitch + border * bytes)
    unsafe origin = UnsafeRawPointer(first)
    do throws(Failure) {
      try unsafe draw(first, pitch)
    } catch {
      unsafe allocation.deallocate()
      throw error
    }
    let isSprite = border > 0 && format == .argb8888
    content =
      isSprite
      ? orientation.inverse.toPanel(unsafe Self.content(of: stored, at: origin, pitch: pitch), viewer: stored)
      : PixelRect(size)
  }

  /// Stored pixels that are not clear.
  @unsafe
  private static func content(of size: PixelSize, at origin: UnsafeRawPointer, pitch: Int) -> PixelRect {
    var (left, top, right, bottom) = (size.width, size.height, 0, 0)
    for y in 0..<size.height {
      let row = unsafe (origin + y * pitch).assumingMemoryBound(to: UInt32.self)
      guard let first = (0..<size.width).first(where: { unsafe row[$0] != 0 }) else { continue }
      var last = size.width - 1
      while unsafe row[last] == 0 { last -= 1 }
      left = min(left, first)
      right = max(right, last + 1)
      top = min(top, y)
      bottom = y + 1
    }
    return right > left ? PixelRect(x0: left, y0: top, x1: right, y1: bottom) : .empty
  }

  deinit { unsafe allocation.deallocate() }
}

extension Pixmap: Hashable {
  /// Pixmaps are immutable, so the same object is the same picture; equal pictures in two objects count as different.
  public static func == (a: Pixmap, b: Pixmap) -> Bool { a === b }
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension Pixmap {
  /// A pixmap computed pixel by pixel, for tests and small procedural artwork.
  ///
  /// - Parameter pixel: the colour at viewer's column `x` and row `y`.
  public convenience init(
    size: PixelSize, isOpaque: Bool = false, border: Int = 0, pixel: (_ x: Int, _ y: Int) -> Pixel
  ) {
    unsafe self.init(size: size, isOpaque: isOpaque, border: border) { base, pitch in
      for y in 0..<size.height {
        let row = unsafe (base + y * pitch).assumingMemoryBound(to: UInt32.self)
        for x in 0..<size.width { unsafe row[x] = pixel(x, y).word }
      }
    }
  }

  /// The pixel the viewer sees at column `x` and row `y`; for tests and tools, not for drawing.
  public func pixel(x: Int, y: Int) -> Pixel {
    precondition(bounds.contains(x: x, y: y), "outside the pixmap")
    let stored = orientation.toPanel(PixelRect(x: x, y: y, width: 1, height: 1), viewer: size)
    let row = unsafe origin + stored.y0 * pitch
    switch format {
    case .argb8888:
      return Pixel(word: unsafe row.load(fromByteOffset: stored.x0 * 4, as: UInt32.self))
    case .rgb565:
      return Pixel(rgb565: unsafe row.load(fromByteOffset: stored.x0 * 2, as: UInt16.self))
    }
  }
}
