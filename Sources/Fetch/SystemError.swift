import Glibc

/// A failed system call: its errno and what that means.
struct SystemError: Error {
  var number: Int32

  /// The calling thread's `errno`.
  static var current: SystemError { SystemError(number: errno) }

  var text: String {
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
    default:
      unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 128) { buffer in
        guard unsafe strerror_r(number, buffer.baseAddress!, buffer.count) == 0 else { return "error \(number)" }
        return unsafe String(cString: buffer.baseAddress!)
      }
    }
  }
}

/// Owns a file descriptor and closes it.
struct FileDescriptor: ~Copyable, Sendable {
  let raw: Int32

  /// `open(2)` with `O_CLOEXEC`.
  init(opening path: String, _ flags: Int32, mode: mode_t = 0o600) throws(SystemError) {
    raw = unsafe open(path, flags | O_CLOEXEC, mode)
    if raw < 0 { throw .current }
  }

  init(owning raw: Int32) { self.raw = raw }

  deinit { close(raw) }

  /// Everything from here to the end; nil when that is more than `limit` bytes.
  func readAll(limit: Int, expecting: Int = 0) throws(SystemError) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(min(expecting, limit))
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = unsafe chunk.withUnsafeMutableBytes { unsafe read(raw, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw .current }
      if count == 0 { return bytes }
      if bytes.count + count > limit { return nil }
      bytes.append(contentsOf: chunk[..<count])
    }
  }

  func writeAll(_ bytes: [UInt8]) throws(SystemError) {
    var offset = 0
    while offset < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { all in
        let rest = unsafe all[offset...]
        return unsafe write(raw, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
      }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw .current }
      offset += count
    }
  }
}
