import Assets
import Images
import Scene
import Synchronization
import Typesetting

/// The demo board's pictures: our own drawings, each rastered when it is first asked for.
package final class DemoPictures: Sendable {
  private static let names: Set = ["harbour", "lighthouse", "ferry", "concert-hall", "gallery", "island"]

  private let files = Mutex<[String: [UInt8]]>([:])

  /// No picture is rastered yet.
  package init() {}

  /// The picture as a PNG file, 540 pixels high; nil for a name there is none of. From any thread; takes tens of milliseconds once.
  package func png(named name: String) -> [UInt8]? {
    guard Self.names.contains(name) else { return nil }
    return files.withLock { files in
      if let file = files[name] { return file }
      let file = Self.rastered(name)
      files[name] = file
      return file
    }
  }

  private static func rastered(_ name: String) -> [UInt8]? {
    guard let drawing = Assets.drawing("demo-" + name),
      let pixmap = Typesetter().sprite(drawing, height: 540, ink: .black)
    else { return nil }
    return PNG.encode(pixmap)
  }
}
