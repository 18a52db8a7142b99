import CZlib
import Glibc
import Numbers

/// Unpacks an answer as it comes, and knows whether it has come to its end: libcurl takes packed bytes that end in the middle for a whole
/// answer, of which a table's last rows and a calendar's last entries are missing without a word.
@safe
final class Unpacker {
  /// What servers pack with, as `Accept-Encoding` has it.
  static let accepted = "gzip, deflate"
  /// So many codings on top of each other are taken; libcurl's own limit.
  static let mostCodings = 5

  /// Whether a name of `Content-Encoding` says that something is packed: those registered with IANA, but for `identity`.
  static func isPacking(_ name: String) -> Bool {
    [
      "gzip", "x-gzip", "deflate", "br", "zstd", "compress", "x-compress", "dcb", "dcz", "exi", "pack200-gzip",
      "aes128gcm",
    ].contains(name)
  }

  enum Coding {
    case gzip, deflate

    /// - Parameter name: as `Content-Encoding` has it; nil for one that is none of these.
    init?(_ name: String) {
      switch name {
      case "gzip", "x-gzip": self = .gzip
      case "deflate": self = .deflate
      default: return nil
      }
    }
  }

  /// What became of some bytes.
  enum Outcome {
    case taken
    /// They are nothing that was packed so.
    case damaged
    /// Whoever takes what is in them does not want more.
    case ended
  }

  private let coding: Coding
  private let stream: UnsafeMutablePointer<z_stream>
  private let room: UnsafeMutableRawBufferPointer
  private var hasBegun = false
  private var isAtEnd = false

  init(_ coding: Coding) {
    self.coding = coding
    unsafe stream = .allocate(capacity: 1)
    unsafe stream.initialize(to: z_stream())
    unsafe room = .allocate(byteCount: 1 << 14, alignment: 16)
  }

  deinit {
    if hasBegun { unsafe inflateEnd(stream) }
    unsafe stream.deallocate()
    unsafe room.deallocate()
  }

  /// Nothing is missing; an answer without a byte is whole, too.
  var isWhole: Bool { isAtEnd || !hasBegun }

  /// Unpacks what has come.
  ///
  /// - Parameter take: takes what was in it, in its order; false ends it.
  func take(_ bytes: UnsafeRawBufferPointer, into take: (UnsafeRawBufferPointer) -> Outcome) -> Outcome {
    guard let first = unsafe bytes.first, let base = bytes.baseAddress else { return .taken }
    if !hasBegun {
      guard begin(first) else { return .damaged }
      hasBegun = true
    }
    // zlib does not write there, whatever the type says.
    unsafe stream.pointee.next_in = UnsafeMutablePointer(mutating: base.assumingMemoryBound(to: UInt8.self))
    unsafe stream.pointee.avail_in = UInt32(clamping: bytes.count)
    defer { unsafe (stream.pointee.next_in, stream.pointee.avail_in) = (nil, 0) }
    while true {
      if isAtEnd {
        // A second one may follow the first (RFC 1952, 2.2); anything else behind it is nobody's.
        guard coding == .gzip, unsafe stream.pointee.avail_in > 0, unsafe stream.pointee.next_in.pointee == 0x1F,
          unsafe inflateReset(stream) == Z_OK
        else { return .taken }
        isAtEnd = false
      }
      unsafe stream.pointee.next_out = room.baseAddress?.assumingMemoryBound(to: UInt8.self)
      unsafe stream.pointee.avail_out = UInt32(clamping: room.count)
      let result = unsafe inflate(stream, Z_NO_FLUSH)
      // Fits: zlib leaves some of the room, or none of it.
      let count = unsafe room.count - Int(stream.pointee.avail_out)
      if count > 0 {
        // Fits: as much of the room as is used.
        let outcome = unsafe take(UnsafeRawBufferPointer(rebasing: room[..<count]))
        if outcome != .taken { return outcome }
      }
      switch result {
      case Z_STREAM_END: isAtEnd = true
      case Z_OK: break
      // All that has come is in, and all that was in it is out.
      case Z_BUF_ERROR: return .taken
      default: return .damaged
      }
    }
  }

  /// Some servers send `deflate` without the head it is to have (RFC 9110, 8.4.1.2), which no packed bytes begin like.
  private func begin(_ first: UInt8) -> Bool {
    let hasHead = first & 0x0F == 8 && first >> 4 <= 7
    // 32: of gzip or zlib, as the head says.
    let window = coding == .gzip ? MAX_WBITS + 32 : hasHead ? MAX_WBITS : -MAX_WBITS
    return unsafe inflateInit2_(stream, window, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK
  }
}
