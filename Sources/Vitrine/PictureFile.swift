import Glibc
public import Images
public import Scene

/// Pictures to files.
public enum PictureFile {
  /// Writes a PNG, whole or not at all.
  public static func write(_ picture: Pixmap, to path: String) throws(UserError) {
    try Files.write(PNG.encode(picture), to: path)
  }

  /// Finds out whether a picture can be written there, before the work of making it.
  public static func checkPlace(_ path: String) throws(UserError) {
    var status = stat()
    if unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR { throw .unwritable(path, EISDIR) }
    // With a slash at the end a file in the directory's place is what is wrong, not its permissions.
    guard unsafe access(Files.directory(of: path) + "/", W_OK | X_OK) == 0 else { throw .unwritable(path, errno) }
  }

  /// Makes a directory that may be there already.
  public static func makeDirectory(_ path: String) throws(UserError) {
    guard unsafe mkdir(path, 0o755) == 0 || errno == EEXIST else {
      throw .unwritable(path, errno)
    }
  }
}

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
