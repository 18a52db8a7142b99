import Glibc

/// A failed system call: its errno and what that means.
public struct SystemError: Error, Sendable, Hashable {
  /// As errno(3) names it.
  public var number: Int32

  /// - Parameter number: as errno(3) names it.
  public init(number: Int32) { self.number = number }

  /// The calling thread's `errno`.
  public static var current: SystemError { SystemError(number: errno) }

  /// The C library's words for it. Wraps strerror_r.
  public var words: String {
    unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 128) { buffer in
      guard unsafe strerror_r(number, buffer.baseAddress!, buffer.count) == 0 else { return "error \(number)" }
      return unsafe String(cString: buffer.baseAddress!)
    }
  }

  /// What is wrong with a file, in words for people.
  public var text: String {
    switch number {
    case ENOENT: "it does not exist"
    case ENOTDIR: "a part of the path is a file, not a directory"
    case EACCES, EPERM: "permission is missing for user \(getuid())"
    case ENOSPC, EDQUOT: "the disk is full"
    case EFBIG: "the file would be larger than the limit for files"
    case EROFS: "the file system is read-only"
    case ENAMETOOLONG: "the path is too long"
    case ELOOP: "its symbolic links form a circle"
    case EIO: "the disk reports an error"
    default: words
    }
  }
}
