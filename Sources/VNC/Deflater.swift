import CZlib
import Glibc
import Numbers

/// One compressed stream that goes on for as long as its viewer is there: each part of it can be read as soon as it has come.
@safe
final class Deflater {
  private let stream: UnsafeMutablePointer<z_stream>

  /// Wraps deflateInit_.
  ///
  /// - Returns: nil when there is no memory for it.
  init?() {
    unsafe stream = .allocate(capacity: 1)
    unsafe stream.initialize(to: z_stream())
    // The quickest: what is sent is small, and the panel has other things to do.
    guard unsafe deflateInit_(stream, Z_BEST_SPEED, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
      unsafe stream.deallocate()
      return nil
    }
  }

  deinit {
    unsafe deflateEnd(stream)
    unsafe stream.deallocate()
  }

  /// Wraps deflate with Z_SYNC_FLUSH.
  func compress(_ bytes: [UInt8]) -> [UInt8] {
    // Fits: what deflateBound says of less than a picture's bytes.
    var output = [UInt8](repeating: 0, count: Int(unsafe deflateBound(stream, UInt(bytes.count))) + 64)
    var input = bytes
    let left = unsafe input.withUnsafeMutableBufferPointer { source in
      unsafe output.withUnsafeMutableBufferPointer { sink in
        unsafe stream.pointee.next_in = source.baseAddress
        unsafe stream.pointee.avail_in = UInt32(clamping: source.count)
        unsafe stream.pointee.next_out = sink.baseAddress
        unsafe stream.pointee.avail_out = UInt32(clamping: sink.count)
        _ = unsafe deflate(stream, Z_SYNC_FLUSH)
        defer {
          unsafe stream.pointee.next_in = nil
          unsafe stream.pointee.next_out = nil
        }
        return Int(unsafe stream.pointee.avail_out)
      }
    }
    output.removeLast(min(left, output.count))
    return output
  }
}
