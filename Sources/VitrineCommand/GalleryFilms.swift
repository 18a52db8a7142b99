import Images
import Numbers
import Refresh
import Scene
import Vitrine
import VitrineTools

/// The pictures of `vitrine film --gallery`: each style on its own, and all of them in one.
struct GalleryFilms {
  let directory: String
  let styles: [String]
  let fps: Int

  /// Pixels per dp: these pictures stand beside text, several to a line.
  private static let scale = (still: 0.75, moving: 0.625)
  /// The first styles in one picture.
  private static let overview = (columns: 4, rows: 3, seconds: 6.0)

  func make() throws(UserError) {
    try Fonts.check()
    try PictureFile.makeDirectory(directory)
    for (number, style) in styles.enumerated() {
      let gallery = try StyleGallery(style, scale: Self.scale.moving)
      let path = "\(directory)/\(gallery.title)"
      try PictureFile.write(try StyleGallery(style, scale: Self.scale.still).sheet(), to: path + "-sheet.png")
      try write(
        try gallery.film(.success, fps: fps) + gallery.film(.failure, fps: fps), size: gallery.frameSize,
        to: path + ".png")
      Terminal.progress("\(number + 1) of \(styles.count): \(gallery.title)", isLast: number + 1 == styles.count)
    }
    guard styles.count > 1 else { return Terminal.print("\(directory)/\(styles[0]).png") }
    try writeOverview(to: directory + "/styles.png")
    Terminal.print("\(directory): \(styles.count) styles")
  }

  /// The same pull in all styles at once.
  private func writeOverview(to path: String) throws(UserError) {
    let films = try styles.prefix(Self.overview.columns * Self.overview.rows).map { style throws(UserError) in
      try StyleGallery(style, scale: Self.scale.still).film(.success, fps: fps, seconds: Self.overview.seconds)
    }
    let columns = Self.overview.columns
    let rows = stride(from: 0, to: films.count, by: columns).map { $0..<min($0 + columns, films.count) }
    let frames = films[0].indices.map { frame in StyleGallery.grid(rows.map { $0.map { films[$0][frame] } }) }
    try write(frames, size: frames[0].size, to: path)
  }

  /// A film that plays for ever, and begins while something is to be seen: to many it is a still picture.
  private func write(_ frames: [Pixmap], size: PixelSize, to path: String) throws(UserError) {
    let poster = Int(clamping: StyleGallery.poster * Double(fps)) % frames.count
    var film = try Film(path: path, size: size, palette: Palette(of: frames))
    for frame in frames[poster...] + frames[..<poster] { try film.append(frame, seconds: 1 / Double(fps)) }
    try film.finish()
  }
}
