import Assets
import Images
import Scene
import Typesetting

/// A picture a refresh style draws with: one carried in the binary, or a file; SVG, PNG, WebP or JPEG by its first bytes.
struct Artwork {
  /// The path, or the name in `Assets`.
  let name: String
  let bytes: [UInt8]

  /// - Parameters:
  ///   - name: of a file of `Assets` without extension, or a path.
  ///   - directory: where relative paths begin.
  static func find(_ name: String, in directory: String) throws(UserError) -> Artwork {
    if let bytes = Assets.artwork(name) { return Artwork(name: name, bytes: bytes) }
    let path = name.hasPrefix("/") || directory == "." ? name : directory + "/" + name
    return Artwork(name: path, bytes: try Files.read(path, limit: ImageDecoder.Limits().bytes))
  }

  private var isDrawing: Bool { bytes.first { $0 > 0x20 && $0 < 0x80 } == UInt8(ascii: "<") }

  /// - Throws: when it could not be drawn.
  func check() throws(ImageError) {
    if isDrawing {
      _ = try SVGArtwork.read(bytes, named: name)
    } else {
      _ = try ImageDecoder().header(of: bytes, named: name)
    }
  }

  /// - Parameters:
  ///   - height: pixels; the width follows the picture, up to eight times as much.
  ///   - ink: what `currentColor` means in a drawing.
  func sprite(height: Double, ink: Color, typesetter: Typesetter) throws(ImageError) -> Pixmap? {
    if isDrawing { return typesetter.sprite(try SVGArtwork.read(bytes, named: name), height: height, ink: ink) }
    let rows = max(Int(height.rounded()), 1)
    return try ImageDecoder().decode(
      bytes, named: name, fitting: PixelSize(width: 8 * rows, height: rows), mode: .contain, border: 2)
  }
}
