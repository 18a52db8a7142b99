import Images
import Scene
import Typesetting

/// What a picture's file holds: a drawing is rastered in any size, anything else is decoded for the size it is shown at.
enum Artwork {
  case drawing(Drawing)
  case pixels([UInt8])

  /// Bytes of a file that is read.
  static let maximumBytes = 8 << 20

  /// Reads a drawing whole, and of anything else no more than is needed to refuse it. Drawings of one's own style are drawings only.
  ///
  /// - Parameter name: what errors call it.
  init(_ bytes: [UInt8], named name: String) throws(ImageError) {
    if ImageFormat.isSVG(bytes) {
      self = .drawing(try SVGArtwork.read(bytes, named: name))
    } else {
      _ = try ImageDecoder().header(of: bytes, named: name)
      self = .pixels(bytes)
    }
  }

  /// A picture on a card: a drawing of a kind that is not read as one is drawn by librsvg.
  init(picture bytes: [UInt8], named name: String) throws(ImageError) {
    do throws(ImageError) {
      try self.init(bytes, named: name)
    } catch {
      guard ImageFormat.isSVG(bytes), error.reason == .unsupported else { throw error }
      self = .pixels(bytes)
    }
  }

  /// - Parameters:
  ///   - name: what errors call it.
  ///   - frame: pixels, each side at least 1.
  ///   - focus: what stays in sight for `cover`, in shares of the sides.
  ///   - ink: where a drawing leaves the colour to its place.
  ///   - border: clear pixels around the pixmap, for sprites.
  /// - Returns: of `frame`'s size for `cover`, at most that for `contain`.
  func pixmap(
    named name: String, fitting frame: PixelSize, mode: ImageDecoder.Mode, focus: Point = Point(x: 0.5, y: 0.5),
    ink: Color, border: Int = 0
  ) throws(ImageError) -> Pixmap {
    switch self {
    case .drawing(let drawing):
      drawing.pixmap(fitting: frame, covers: mode == .cover, focus: focus, ink: ink, border: border)
    case .pixels(let bytes):
      try ImageDecoder().decode(bytes, named: name, fitting: frame, mode: mode, focus: focus, border: border)
    }
  }
}

extension Artwork {
  /// For drawings shown where the ground may be light or dark.
  static let neutralInk = Color(red: 0x80, green: 0x80, blue: 0x80)

  /// What keeps a picture from being shown, as a sentence; nil when nothing does.
  ///
  /// - Parameter isLoose: it is for a card, where a drawing may be of any kind.
  static func problem(with bytes: [UInt8], named name: String, isLoose: Bool = false) -> String? {
    do throws(ImageError) {
      try rehearse(bytes, named: name, isLoose: isLoose)
      return nil
    } catch {
      return error.description
    }
  }

  /// Has it drawn small, where that can do no harm.
  static func rehearse(_ bytes: [UInt8], named name: String, isLoose: Bool = false) throws(ImageError) {
    let small = PixelSize(width: 32, height: 32)
    _ = try ReadingPlace.standard.read(
      PictureReading(bytes: bytes, name: name, size: small, mode: .contain, isLoose: isLoose)
    ).get()
  }
}
