import Glibc
import Linux

/// A directory of its own, which goes with all that is in it.
public final class TemporaryDirectory: Sendable {
  public let path: String

  public init() throws {
    var template = Array("/tmp/vitrine-test-XXXXXX".utf8CString)
    guard let made = unsafe template.withUnsafeMutableBufferPointer({ unsafe mkdtemp($0.baseAddress!) }) else {
      throw SystemError.current
    }
    path = unsafe String(cString: made)
  }

  deinit { Self.remove(path) }

  private static func remove(_ path: String) {
    var info = stat()
    if unsafe lstat(path, &info) == 0, info.st_mode & S_IFMT == S_IFDIR {
      for name in (try? Directory.names(in: path)) ?? [] { remove(path + "/" + name) }
    }
    unsafe _ = Glibc.remove(path)
  }
}
