public import Scene

/// What a panel scans out.
public enum PixelFormat: Sendable, Hashable, CaseIterable {
  /// 32-bit words `0xFFRRGGBB`.
  case xrgb8888
  /// 32-bit words `0xFFBBGGRR`.
  case xbgr8888
  /// 16-bit words, rounded to the nearest level.
  case rgb565
  /// 16-bit words with an 8 x 8 ordered dither.
  case rgb565Dithered

  /// 4 for words of 32 bits, 2 for those of 16.
  public var bytesPerPixel: Int {
    switch self {
    case .xrgb8888, .xbgr8888: 4
    case .rgb565, .rgb565Dithered: 2
    }
  }
}

/// A buffer to draw in: write-only memory in panel pixels.
///
/// On real panels the memory is write-combined, so there is deliberately no way to read it back.
@safe
public struct Surface: ~Copyable {
  /// Panel pixels.
  public let size: PixelSize
  /// How a pixel is written.
  public let format: PixelFormat
  /// Bytes from one row to the next, chosen by the driver: at least `size.width * format.bytesPerPixel`, else arbitrary.
  public let pitch: Int
  let base: UnsafeMutableRawPointer

  /// - Parameter base: stays valid and writable for `pitch * size.height` bytes while the surface lives.
  @unsafe
  public init(base: UnsafeMutableRawPointer, size: PixelSize, pitch: Int, format: PixelFormat) {
    precondition(pitch >= size.width * format.bytesPerPixel, "rows overlap")
    unsafe self.base = base
    self.size = size
    self.pitch = pitch
    self.format = format
  }
}
