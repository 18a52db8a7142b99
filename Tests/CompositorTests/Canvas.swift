import Compositor
import Scene

/// A panel's buffer in a test: padded rows at any alignment, every byte that must stay untouched watched.
@safe
final class Canvas {
  let size: PixelSize
  let format: PixelFormat
  let pitch: Int
  private let memory: UnsafeMutableRawBufferPointer
  private let offset: Int

  /// - Parameters:
  ///   - padding: bytes after each row; odd ones make rows misaligned.
  ///   - offset: bytes before the first row.
  init(_ size: PixelSize, _ format: PixelFormat, padding: Int = 0, offset: Int = 64, byte: UInt8 = 0xA5) {
    self.size = size
    self.format = format
    self.offset = offset
    pitch = size.width * format.bytesPerPixel + padding
    unsafe memory = .allocate(byteCount: offset + pitch * size.height + 64, alignment: 64)
    unsafe memory.initializeMemory(as: UInt8.self, repeating: byte)
  }

  deinit { unsafe memory.deallocate() }

  var surface: Surface {
    unsafe Surface(base: memory.baseAddress! + offset, size: size, pitch: pitch, format: format)
  }

  /// The stored word at a panel pixel.
  subscript(x: Int, y: Int) -> UInt32 {
    get {
      let position = offset + y * pitch + x * format.bytesPerPixel
      return format.bytesPerPixel == 4
        ? unsafe memory.loadUnaligned(fromByteOffset: position, as: UInt32.self)
        : UInt32(unsafe memory.loadUnaligned(fromByteOffset: position, as: UInt16.self))
    }
    set {
      let position = offset + y * pitch + x * format.bytesPerPixel
      if format.bytesPerPixel == 4 {
        unsafe memory.storeBytes(of: newValue, toByteOffset: position, as: UInt32.self)
      } else {
        unsafe memory.storeBytes(of: UInt16(newValue), toByteOffset: position, as: UInt16.self)
      }
    }
  }

  /// All pixels, row by row.
  var words: [UInt32] {
    var words: [UInt32] = []
    words.reserveCapacity(size.area)
    for y in 0..<size.height { for x in 0..<size.width { words.append(self[x, y]) } }
    return words
  }

  /// Whether no byte before, between and after the rows was written.
  func isPaddingUntouched(byte: UInt8 = 0xA5) -> Bool {
    let used = size.width * format.bytesPerPixel
    for index in 0..<(unsafe memory.count) where unsafe memory[index] != byte {
      let position = index - offset
      if position < 0 || position >= pitch * size.height || position % pitch >= used { return false }
    }
    return true
  }
}

extension Compositor {
  /// Draws into a canvas, which lives as long.
  mutating func draw(_ scene: Scene, on canvas: Canvas, age: Int) -> Region {
    withExtendedLifetime(canvas) { draw(scene, into: canvas.surface, age: age) }
  }
}

/// Everything of a scene on a fresh canvas.
func drawn(_ scene: Scene, _ format: PixelFormat = .xrgb8888, _ orientation: Orientation = .degrees0) -> Canvas {
  let canvas = Canvas(orientation.turn(scene.size), format)
  var compositor = Compositor(size: canvas.size, format: format, orientation: orientation)
  _ = compositor.draw(scene, on: canvas, age: 0)
  return canvas
}

/// The largest difference of a channel between two 32-bit pixels.
func distance(_ a: UInt32, _ b: UInt32) -> Int {
  [24, 16, 8, 0].map { abs(Int(a >> UInt32($0) & 0xFF) - Int(b >> UInt32($0) & 0xFF)) }.max() ?? 0
}
