import Compositor
import Glibc
import Peers
import Scene

/// Buffers to draw in by turns.
@safe
final class Buffers {
  let size: PixelSize
  let format: PixelFormat
  /// Rows begin at multiples of 64 bytes, as drivers have it.
  let pitch: Int
  private let memory: [UnsafeMutableRawPointer]

  init(_ size: PixelSize, _ format: PixelFormat, count: Int) {
    self.size = size
    self.format = format
    pitch = (size.width * format.bytesPerPixel + 63) & ~63
    let bytes = pitch * size.height
    unsafe memory = (0..<count).map { _ in
      let base = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 64)
      unsafe base.initializeMemory(as: UInt8.self, repeating: 0, count: bytes)
      return unsafe base
    }
  }

  deinit { for index in 0..<count { unsafe memory[index].deallocate() } }

  var byteCount: Int { pitch * size.height }
  var count: Int { unsafe memory.count }

  /// The 32-bit words of one of them.
  @unsafe func words(_ index: Int) -> UnsafeMutablePointer<UInt32> {
    unsafe memory[index % memory.count].assumingMemoryBound(to: UInt32.self)
  }

  func surface(_ index: Int) -> Surface {
    unsafe Surface(base: memory[index % memory.count], size: size, pitch: pitch, format: format)
  }

  /// Puts a buffer and the pictures of a scene out of the caches.
  func evict(_ index: Int, with scene: borrowing Scene) {
    unsafe peer_evict(memory[index % memory.count], byteCount)
    for layer in scene.layers {
      switch layer.content {
      case .pixmap(let pixmap, _, _), .image(let pixmap, _), .pattern(let pixmap, _, _): pixmap.evict()
      case .fill, .beginGroup, .endGroup: break
      }
    }
  }

  /// The yardstick: as many bytes from a pixmap's row on, into a buffer.
  func copy(_ page: Pixmap, fromRow row: Int, into index: Int) {
    _ = unsafe memcpy(memory[index % memory.count], page.origin + row * page.pitch, byteCount)
  }
}

/// Smooth colours with some noise: an opaque page.
func pagePixmap(_ size: PixelSize) -> Pixmap {
  Pixmap(size: size, isOpaque: true) { x, y in
    Pixel(word: 0xFF00_0000 | UInt32(truncatingIfNeeded: x &* 0x0201 &+ y &* 0x01_0403) & 0xFF_FFFF)
  }
}

extension Pixmap {
  /// Puts it out of the caches.
  func evict() { unsafe peer_evict(origin, pitch * storedSize.height) }

  /// The same picture in other memory.
  func copy() -> Pixmap {
    unsafe Pixmap(size: size, orientation: orientation, format: format, isOpaque: isOpaque) { base, pitch in
      _ = unsafe memcpy(base, origin, pitch * storedSize.height)
    }
  }
}

/// A disc with a soft edge, and an alpha that varies inside.
func spritePixmap(_ side: Int, border: Int, inner: Double = 0) -> Pixmap {
  Pixmap(size: PixelSize(width: side, height: side), border: border) { x, y in
    let dx = Double(x) + 0.5 - Double(side) / 2
    let dy = Double(y) + 0.5 - Double(side) / 2
    let distance = (dx * dx + dy * dy).squareRoot()
    let edge = min(max(Double(side) / 2 - distance, 0), 1) * min(max(distance - inner, 0), 1)
    return Pixel(
      Color(
        red: UInt8(x * 255 / side), green: UInt8(y * 255 / side), blue: 80,
        alpha: UInt8(edge * (155 + Double((x + y) % 100)))))
  }
}
