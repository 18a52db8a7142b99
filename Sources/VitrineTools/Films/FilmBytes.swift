package import Scene

/// A film that is written into memory.
package struct FilmBytes: ~Copyable {
  /// What the writer's sink keeps.
  private final class Store {
    var bytes: [UInt8] = []
  }

  private let store: Store
  private var writer: APNGWriter<Never>

  /// - Parameters:
  ///   - size: of every frame; all are opaque.
  ///   - palette: the colours it is shown in; nil keeps all.
  package init(size: PixelSize, palette: Palette? = nil) {
    let store = Store()
    self.store = store
    writer = APNGWriter(size: size, isOpaque: true, palette: palette) { part, offset in
      guard offset < store.bytes.count else {
        store.bytes += part
        return
      }
      // The number of frames, stored last where its room was left.
      for (place, byte) in part.enumerated() where store.bytes.indices.contains(offset + place) {
        store.bytes[offset + place] = byte
      }
    }
  }

  /// Adds a frame that is shown for so long.
  package mutating func append(_ frame: Pixmap, seconds: Double) { writer.append(frame, seconds: seconds) }

  /// The bytes of all of it; there has been at least one frame.
  package consuming func finish() -> [UInt8] {
    let store = store
    writer.finish()
    return store.bytes
  }
}
