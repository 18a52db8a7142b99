public import Compositor
import Glibc
import Numbers
import Scene

/// Memory that is scanned out, with its framebuffer: written forward, and never read.
///
/// Mappings of dumb buffers are mostly write-combined: reading one back runs at a hundredth of the speed of writing it. So there
/// is no way to load from it here: what draws gets a `Surface`, which has none either.
@safe
final class ScanoutBuffer<Card: ModesettingCard> {
  let framebuffer: UInt32
  let size: PixelSize
  let format: PixelFormat
  /// The number of the flip it was last put on the glass with; 0 when its contents are unknown.
  var flip: UInt64 = 0

  private let card: Card
  private let buffer: DumbBuffer
  private let memory: UnsafeMutableRawPointer
  private var isFramebufferOwned = true

  /// Makes one that is black.
  init(_ size: PixelSize, _ format: PixelFormat, on card: Card) throws(ModesettingError) {
    let buffer = try card.makeBuffer(size, bitsPerPixel: format.bytesPerPixel * 8)
    guard buffer.pitch >= size.width * format.bytesPerPixel, buffer.byteCount >= buffer.pitch * size.height else {
      card.destroyBuffer(buffer)
      throw ModesettingError(
        "drmModeCreateDumbBuffer (its pitch or size is too small)", on: .buffer(width: size.width, height: size.height),
        number: ERANGE)
    }
    do throws(ModesettingError) {
      unsafe memory = try card.map(buffer)
    } catch {
      card.destroyBuffer(buffer)
      throw error
    }
    do throws(ModesettingError) {
      framebuffer = try card.makeFramebuffer(buffer, size, format)
    } catch {
      unsafe card.unmap(buffer, at: memory)
      card.destroyBuffer(buffer)
      throw error
    }
    self.card = card
    self.buffer = buffer
    self.size = size
    self.format = format
    clear()
  }

  /// The framebuffer first: the kernel takes it off the glass, then nothing uses the memory any more.
  deinit {
    if isFramebufferOwned { card.removeFramebuffer(framebuffer) }
    unsafe card.unmap(buffer, at: memory)
    card.destroyBuffer(buffer)
  }

  /// A surface to draw in; valid while the buffer lives.
  func surface() -> Surface {
    unsafe Surface(base: memory, size: size, pitch: buffer.pitch, format: format)
  }

  /// Leaves the picture on the glass when the buffer goes; on kernels that cannot, the glass goes dark.
  func leaveOnGlass() {
    do throws(ModesettingError) {
      try card.closeFramebuffer(framebuffer)
      isFramebufferOwned = false
    } catch {
      // Linux before 6.8: the framebuffer is removed as usual.
    }
  }

  /// Opaque black: some planes honour the byte that should mean nothing.
  private func clear() {
    let black: UInt32 = format.bytesPerPixel == 4 ? 0xFF00_0000 : 0
    for y in 0..<size.height {
      let row = unsafe memory + y * buffer.pitch
      if black == 0 {
        _ = unsafe memset(row, 0, size.width * format.bytesPerPixel)
      } else {
        unsafe row.assumingMemoryBound(to: UInt32.self).update(repeating: black, count: size.width)
      }
    }
  }
}

extension PixelFormat {
  /// `DRM_FORMAT_*`: four letters, the first in the lowest byte.
  public var fourCC: UInt32 {
    let letters: [UInt8] =
      switch self {
      case .xrgb8888: Array("XR24".utf8)
      case .xbgr8888: Array("XB24".utf8)
      case .rgb565, .rgb565Dithered: Array("RG16".utf8)
      }
    return letters.reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }

  var name: String {
    switch self {
    case .xrgb8888: "XRGB8888"
    case .xbgr8888: "XBGR8888"
    case .rgb565, .rgb565Dithered: "RGB565"
    }
  }
}
