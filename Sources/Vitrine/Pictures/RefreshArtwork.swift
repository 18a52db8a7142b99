import Assets
import Images
import Scene

/// Finds and reads the pictures refresh styles are drawn with: Vitrine's own by name, others beside the board file.
///
/// A drawing becomes one in this process, to be rastered in colours and sizes as needed; before, a reader without rights has drawn it once.
struct RefreshArtwork {
  /// Relative paths begin here.
  let directory: String

  /// - Throws: a sentence that says which file and why.
  func picture(_ name: String) throws(UserError) -> Artwork {
    if let own = Assets.drawing(name) { return .drawing(own) }
    let bytes = try bytes(of: name)
    do throws(ImageError) {
      try Artwork.rehearse(bytes, named: name)
      return try Artwork(bytes, named: name)
    } catch {
      throw UserError(.input, error.description)
    }
  }

  /// What keeps a picture from being drawn, as a sentence; nil when nothing does.
  func problem(with name: String) -> String? {
    if Assets.has(name) { return nil }
    do throws(UserError) {
      return Artwork.problem(with: try bytes(of: name), named: name)
    } catch {
      return error.description
    }
  }

  private func bytes(of name: String) throws(UserError) -> [UInt8] {
    try Files.read(name.hasPrefix("/") ? name : directory + "/" + name, limit: Artwork.maximumBytes)
  }

  /// - Parameter height: pixels; the width is at most four times that.
  static func decoded(_ bytes: [UInt8], named name: String, height: Int) throws(UserError) -> Pixmap {
    do throws(ImageError) {
      let size = PixelSize(width: 4 * height, height: height)
      return try ReadingPlace.standard.read(
        PictureReading(bytes: bytes, name: name, size: size, mode: .contain, isLoose: false, border: 2)
      ).get()
    } catch {
      throw UserError(.input, error.description)
    }
  }
}
