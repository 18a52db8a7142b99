import Glibc
import Linux

/// A directory of its own, which goes with all that is in it.
public final class TemporaryDirectory: Sendable {
  public let path: String

  /// - Parameter isInMemory: where there is such a place, so that nothing waits for a real disk.
  public init(isInMemory: Bool = false) {
    let place = unsafe isInMemory && access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp"
    var template = Array("\(place)/vitrine-test-XXXXXX".utf8CString)
    guard let made = unsafe template.withUnsafeMutableBufferPointer({ unsafe mkdtemp($0.baseAddress!) }) else {
      fatalError("no directory could be made in \(place): \(SystemError.current.text)")
    }
    path = unsafe String(cString: made)
  }

  deinit { Directory.remove(path) }
}
