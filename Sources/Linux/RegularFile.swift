import CLinux
import Glibc
import Numbers

/// Files from outside, read whole: the one way in for boards, themes, styles, pictures, secrets, data and the cache.
public enum RegularFile {
  /// Why a file was not read.
  public enum Failure: Error, Sendable, Hashable {
    /// A system call failed with this number.
    case system(Int32)
    /// It is a directory.
    case directory
    /// It is a pipe, a socket or a device: there may be no end to it, or no beginning.
    case special
    /// It has more bytes than may be read; it may have grown meanwhile.
    case tooLarge
  }

  /// Whether a path leads to what the kernel makes up, this process's own settings among it; sensors under `/sys/devices` are none of it.
  public static func isOfKernel(_ path: String) -> Bool {
    guard !path.utf8.contains(0), let resolved = unsafe realpath(path, nil) else { return false }
    defer { unsafe free(resolved) }
    let place = unsafe String(cString: resolved)
    return place.hasPrefix("/proc/") || place.hasPrefix("/sys/") && !place.hasPrefix("/sys/devices/")
  }

  /// Reads a regular file of at most `limit` bytes. What is none is never waited for.
  public static func read(_ path: String, limit: Int) throws(Failure) -> [UInt8] {
    try contents(path, limit: limit).bytes
  }

  /// The same, and when the file was last written, in seconds since 1970.
  package static func contents(_ path: String, limit: Int) throws(Failure) -> (bytes: [UInt8], modified: Double) {
    // C's text ends at a zero: it would be another file.
    guard !path.utf8.contains(0) else { throw .system(ENOENT) }
    let info: stat
    let bytes: [UInt8]?
    do throws(SystemError) {
      // open(2) would wait for a pipe's other end, and a terminal might become ours.
      let file = try FileDescriptor(opening: path, O_RDONLY | O_NONBLOCK | O_NOCTTY)
      info = try file.status()
      switch info.st_mode & S_IFMT {
      case S_IFREG:
        bytes = Int(info.st_size) > limit ? nil : try file.readAll(limit: limit, expecting: Int(info.st_size))
      case S_IFDIR: throw SystemError(number: EISDIR)
      default: throw SystemError(number: ESPIPE)
      }
    } catch {
      switch error.number {
      case EISDIR: throw .directory
      // ENXIO: a socket, or a device without a driver.
      case ESPIPE, ENXIO: throw .special
      default: throw .system(error.number)
      }
    }
    guard let bytes else { throw .tooLarge }
    return (bytes, Double(info.st_mtim.tv_sec) + Double(info.st_mtim.tv_nsec) / 1e9)
  }
}
