import Assets
import Images
import Scene

/// Finds and reads the pictures refresh styles are drawn with: Vitrine's own by name, others beside the board file.
struct RefreshArtwork {
  /// Relative paths begin here.
  let directory: String

  /// A picture that is a drawing can be rastered in any size; any other is decoded for the size it is shown at.
  enum Picture {
    case drawing(Drawing)
    case pixels([UInt8])
  }

  /// - Throws: a sentence that says which file and why.
  func picture(_ name: String) throws(UserError) -> Picture {
    let bytes: [UInt8]
    if let own = Assets.artwork(name) {
      bytes = own
    } else {
      bytes = try Files.read(name.hasPrefix("/") ? name : directory + "/" + name, limit: 8 << 20)
    }
    if (try? ImageDecoder().header(of: bytes, named: name)) != nil { return .pixels(bytes) }
    do throws(ImageError) {
      return .drawing(try SVGArtwork.read(bytes, named: name))
    } catch {
      throw UserError(.input, error.description)
    }
  }

  /// What keeps a picture from being drawn, as a sentence; nil when nothing does.
  func problem(with name: String) -> String? {
    do throws(UserError) {
      if case .pixels(let bytes) = try picture(name) { _ = try Self.decoded(bytes, named: name, height: 32) }
      return nil
    } catch {
      return error.description
    }
  }

  /// - Parameter height: pixels; the width is at most four times that.
  static func decoded(_ bytes: [UInt8], named name: String, height: Int) throws(UserError) -> Pixmap {
    do throws(ImageError) {
      return try ImageDecoder().decode(
        bytes, named: name, fitting: PixelSize(width: 4 * height, height: height), mode: .contain, border: 2)
    } catch {
      throw UserError(.input, error.description)
    }
  }
}
