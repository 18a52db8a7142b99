package import Glibc

/// A file being written that takes its place only when it is whole; until then what was there stays.
///
/// A link is followed to the file it means. What is no file (a device, a pipe) is written to directly, never replaced.
package final class WholeFile {
  private let path: String
  /// What is written to; nil when that is the place itself.
  private let part: String?
  private let descriptor: Int32

  /// - Parameter mode: who may read it, whatever the process's mask says, before there is anything in it; nil follows the mask.
  /// - Throws: when nothing can be written there.
  package init(_ path: String, mode: mode_t? = nil) throws(UserError) {
    var status = stat()
    let isThere = unsafe stat(path, &status) == 0
    let kind = isThere ? status.st_mode & S_IFMT : S_IFREG
    if kind == S_IFDIR { throw .unwritable(path, EISDIR) }
    let target = isThere ? Files.absolute(path) : path
    part = kind == S_IFREG ? target + ".part" : nil
    self.path = target
    let flags = part == nil ? O_WRONLY | O_CLOEXEC : O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC
    descriptor = unsafe open(part ?? target, flags, 0o644)
    guard descriptor >= 0 else { throw .unwritable(path, errno) }
    if let mode, part != nil { _ = fchmod(descriptor, mode) }
  }

  deinit {
    close(descriptor)
    // After `finish` there is none of this name.
    if let part { _ = unsafe unlink(part) }
  }

  /// - Parameter offset: bytes from the beginning. What cannot be sought in takes bytes in turn.
  package func write(_ bytes: ArraySlice<UInt8>, at offset: Int) throws(UserError) {
    var rest = bytes
    while !rest.isEmpty {
      let position = off_t(offset + rest.startIndex - bytes.startIndex)
      var count = unsafe rest.withUnsafeBytes { unsafe pwrite(descriptor, $0.baseAddress, $0.count, position) }
      if count < 0, errno == ESPIPE {
        count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw .unwritable(path, count < 0 ? errno : ENOSPC) }
      rest = rest.dropFirst(count)
    }
  }

  /// Lets everybody read it, whatever the process's mask says.
  package func letAllRead() { _ = fchmod(descriptor, 0o644) }

  /// Waits until the disk has what was written. Wraps fsync.
  package func sync() throws(UserError) { if fsync(descriptor) != 0 { throw .unwritable(path, errno) } }

  /// Puts the file in its place.
  package func finish() throws(UserError) {
    if let part, unsafe rename(part, path) != 0 { throw .unwritable(path, errno) }
  }
}
