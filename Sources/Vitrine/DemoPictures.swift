import Assets
import Images
import Scene
import Typesetting

/// The demo board's pictures: our own drawings, rastered.
public enum DemoPictures {
  private static let names = ["harbour", "lighthouse", "ferry", "concert-hall", "gallery", "island"]

  /// PNG files by name.
  public static func all() -> [String: [UInt8]] {
    let typesetter = Typesetter()
    var pictures: [String: [UInt8]] = [:]
    for name in names {
      guard let bytes = Assets.artwork("demo-" + name), let drawing = try? SVGArtwork.read(bytes, named: name),
        let pixmap = typesetter.sprite(drawing, height: 540, ink: .black)
      else { continue }
      pictures[name] = PNG.encode(pixmap)
    }
    return pictures
  }
}
