public import Scene
public import Vitrine

/// An animated PNG being written; it takes its place when it is finished.
public struct Film: ~Copyable {
  private var writer: APNGWriter<UserError>
  private let file: WholeFile

  /// - Parameters:
  ///   - size: of every frame.
  ///   - palette: the colours it is shown in; nil keeps all.
  public init(path: String, size: PixelSize, palette: Palette? = nil) throws(UserError) {
    let file = try WholeFile(path)
    self.file = file
    writer = APNGWriter(size: size, isOpaque: true, palette: palette) { bytes, offset throws(UserError) in
      try file.write(bytes[...], at: offset)
    }
  }

  /// Adds a frame that is shown for so long.
  public mutating func append(_ frame: Pixmap, seconds: Double) throws(UserError) {
    try writer.append(frame, seconds: seconds)
  }

  /// Writes what is left and puts the file in its place.
  public consuming func finish() throws(UserError) {
    try writer.finish()
    try file.finish()
  }
}
