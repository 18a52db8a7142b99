import CZlib
import Numbers

/// A ZIP archive in memory: files stored as they are, or deflated. Format: PKWARE APPNOTE 6.3, 4.3; without encryption, several
/// volumes and ZIP64, which an animation has no use for.
public struct ZIPArchive {
  private let bytes: [UInt8]
  private let entries: [ZIPEntry]

  /// Reads the directory at the archive's end.
  ///
  /// - Throws: when there is none, or it is damaged.
  public init(_ bytes: [UInt8]) throws(FormatError) {
    self.bytes = bytes
    do throws(FormatError) { entries = try ZIPDirectory.entries(of: bytes) } catch {
      throw FormatError("not a ZIP archive: \(error)")
    }
  }

  /// Names of its files, the first thousand of them.
  public var names: [String] { entries.prefix(1_000).map { String(decoding: bytes[$0.name], as: UTF8.self) } }

  /// A file's bytes, which its checksum vouches for; nil when there is none of this name.
  ///
  /// - Parameter limit: bytes it may have unpacked.
  public func file(_ name: String, limit: Int) throws(FormatError) -> [UInt8]? {
    guard let entry = entries.first(where: { bytes[$0.name].elementsEqual(name.utf8) }) else { return nil }
    if entry.size > limit { throw FormatError("\"\(name)\" in it is larger than \(limit >> 10) kB") }
    do throws(FormatError) { return try contents(of: entry) } catch {
      throw FormatError("\"\(name)\" in it cannot be read: \(error)")
    }
  }

  private func contents(of entry: ZIPEntry) throws(FormatError) -> [UInt8] {
    if entry.isEncrypted { throw FormatError("it is encrypted") }
    let packed = try ZIPDirectory.data(of: entry, in: bytes)
    let contents: [UInt8]
    switch entry.method {
    case 0 where entry.size == packed.count: contents = Array(bytes[packed])
    case 0: throw FormatError("it is damaged: its two sizes differ")
    case 8: contents = try RawInflate.unpack(bytes[packed], size: entry.size)
    default: throw FormatError("it is packed by method \(entry.method); only deflate is read")
    }
    guard unsafe crc32(0, contents, UInt32(clamping: contents.count)) == UInt(truncatingIfNeeded: entry.checksum) else {
      throw FormatError("it is damaged: its checksum is wrong")
    }
    return contents
  }
}

/// What zlib unpacks without a head or a checksum of its own.
private enum RawInflate {
  /// Deflate packs no more than this many bytes into one. Source: zlib's technical details, 1032:1.
  private static let highestRatio = 1_032

  /// - Parameter size: bytes it has unpacked, as the archive says; nothing else is accepted, and nothing is made for what so few
  ///   packed bytes cannot be.
  static func unpack(_ packed: ArraySlice<UInt8>, size: Int) throws(FormatError) -> [UInt8] {
    guard size / highestRatio <= packed.count else {
      throw FormatError("it is damaged: \(packed.count) bytes cannot unpack to \(size)")
    }
    var stream = unsafe z_stream()
    let started = unsafe inflateInit2_(&stream, -15, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    guard started == Z_OK else { throw FormatError("no memory to unpack it with") }
    defer { unsafe _ = inflateEnd(&stream) }
    // Fits: `size` is no more than the caller allows. One byte more, so that a file that goes on after its size is seen to.
    var contents = [UInt8](repeating: 0, count: size + 1)
    let result = unsafe packed.withUnsafeBufferPointer { input in
      unsafe contents.withUnsafeMutableBufferPointer { output in
        // zlib reads what it is given, and only old habit keeps `const` away.
        unsafe stream.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
        unsafe stream.avail_in = UInt32(clamping: input.count)
        unsafe stream.next_out = output.baseAddress
        unsafe stream.avail_out = UInt32(clamping: output.count)
        return unsafe inflate(&stream, Z_FINISH)
      }
    }
    guard result == Z_STREAM_END, unsafe stream.avail_out == 1, unsafe stream.avail_in == 0 else {
      throw FormatError("it is damaged: it does not unpack to the \(size) bytes it says")
    }
    _ = contents.popLast()
    return contents
  }
}
