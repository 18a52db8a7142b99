public import Glibc

/// Owns a file descriptor and closes it. Calls that a signal interrupts are made again.
public struct FileDescriptor: ~Copyable, Sendable {
  /// As the kernel counts; negative where there is none.
  public let number: Int32

  /// Takes one over.
  ///
  /// - Parameter number: negative for none.
  public init(_ number: Int32) { self.number = number }

  /// `open(2)` with `O_CLOEXEC`.
  public init(opening path: String, _ flags: Int32, mode: mode_t = 0o600) throws(SystemError) {
    number = try Self.retrying { unsafe open(path, flags | O_CLOEXEC, mode) }
  }

  deinit { if number >= 0 { close(number) } }

  /// `fstat(2)`.
  public func status() throws(SystemError) -> stat {
    var status = stat()
    _ = try Self.retrying { unsafe fstat(number, &status) }
    return status
  }

  /// `read(2)`, until the end; nil when that is more than `limit` bytes.
  ///
  /// - Parameter expecting: how many there probably are.
  public func readAll(limit: Int, expecting: Int = 0) throws(SystemError) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(min(expecting, limit))
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = try Self.retrying {
        unsafe chunk.withUnsafeMutableBytes { unsafe read(number, $0.baseAddress, $0.count) }
      }
      if count == 0 { return bytes }
      if bytes.count + count > limit { return nil }
      bytes.append(contentsOf: chunk[..<count])
    }
  }

  /// `write(2)`, until all is written.
  public func writeAll(_ bytes: [UInt8]) throws(SystemError) {
    var offset = 0
    while offset < bytes.count {
      let count = try Self.retrying {
        unsafe bytes.withUnsafeBytes { all in
          let rest = unsafe UnsafeRawBufferPointer(rebasing: all[offset...])
          return unsafe write(number, rest.baseAddress, rest.count)
        }
      }
      if count == 0 { throw SystemError(number: EIO) }
      offset += count
    }
  }

  /// Makes a system call again for as long as signals interrupt it.
  public static func retrying<Result: SignedInteger>(_ call: () -> Result) throws(SystemError) -> Result {
    while true {
      let result = call()
      if result >= 0 { return result }
      let error = SystemError.current
      if error.number != EINTR { throw error }
    }
  }
}
