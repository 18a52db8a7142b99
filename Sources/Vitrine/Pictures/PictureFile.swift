import Glibc
import Images
public import Scene

/// Pictures to files.
public enum PictureFile {
  /// Writes a PNG, whole or not at all.
  public static func write(_ picture: Pixmap, to path: String) throws(UserError) {
    try Files.write(PNG.encode(picture), to: path)
  }

  /// Finds out whether a picture can be written there, before the work of making it.
  package static func checkPlace(_ path: String) throws(UserError) {
    if path.isEmpty || path == "-" {
      throw UserError(.input, "a picture needs a file to be in; /dev/stdout passes it on")
    }
    try checkName(path)
    var status = stat()
    if unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR { throw .unwritable(path, EISDIR) }
    // With a slash at the end a file in the directory's place is what is wrong, not its permissions.
    guard unsafe access(Files.directory(of: path) + "/", W_OK | X_OK) == 0 else { throw .unwritable(path, errno) }
  }

  /// Refuses a name that says it is a picture of another kind.
  package static func checkName(_ path: String) throws(UserError) {
    let name = path.lowercased()
    if let end = others.first(where: { name.hasSuffix($0) }) {
      throw UserError(
        .input,
        "\(path): a picture is written as a PNG, not as \(end.dropFirst()); name it \(path.dropLast(end.count)).png")
    }
  }

  /// What other kinds of pictures are called: under such a name nobody would expect a PNG.
  private static let others = [".jpg", ".jpeg", ".gif", ".webp", ".bmp", ".svg", ".tif", ".tiff", ".avif", ".pdf"]

  /// Makes a directory that may be there already.
  package static func makeDirectory(_ path: String) throws(UserError) {
    guard unsafe mkdir(path, 0o755) == 0 || errno == EEXIST else {
      throw .unwritable(path, errno)
    }
  }
}
