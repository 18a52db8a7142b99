import CConfine
import Glibc
import Linux

/// Bytes on their way from one process to another: a file in memory that nobody can change any more.
enum SealedMemory {
  /// A sealed file of the parts, one after the other.
  static func make(_ parts: [[UInt8]]) throws(SystemError) -> FileDescriptor {
    let file = FileDescriptor(confine_memory())
    guard file.number >= 0 else { throw .current }
    for part in parts where !part.isEmpty { try file.writeAll(part) }
    let failure = confine_seal(file.number)
    if failure != 0 { throw SystemError(number: failure) }
    return file
  }

  /// `count` bytes of a sealed file from `start` on; nil when it is not sealed, or has fewer.
  ///
  /// They are copied out, by a call and not by a mapping: memory behind a mapping may be missing, which would end the process.
  static func take(_ file: borrowing FileDescriptor, from start: Int = 0, count: Int) -> [UInt8]? {
    guard start >= 0, count >= 0, confine_is_sealed(file.number) == 1 else { return nil }
    let number = file.number
    return unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count {
        // Fits: there is room for `count` bytes, and so it is somewhere; one of them is missing.
        let result = unsafe pread(number, buffer.baseAddress! + filled, count - filled, off_t(start &+ filled))
        if result < 0 && errno == EINTR { continue }
        guard result > 0 else { break }
        filled += result
      }
    }.whole(count)
  }
}

extension [UInt8] {
  fileprivate func whole(_ count: Int) -> [UInt8]? { self.count == count ? self : nil }
}
