import CZip
import Glibc

/// A ZIP archive in memory, read by libzip; closed when it goes.
@safe public struct ZIPArchive: ~Copyable {
  /// `zip_t`
  private let archive: OpaquePointer

  /// Reads the directory, and checks it against the files' own headers.
  ///
  /// - Throws: when it is none, or damaged.
  public init(_ bytes: [UInt8]) throws(FormatError) {
    var error = unsafe zip_error_t()
    unsafe zip_error_init(&error)
    defer { unsafe zip_error_fini(&error) }
    // The archive owns a copy, and frees it.
    let copy = unsafe UnsafeMutableRawBufferPointer(start: malloc(max(bytes.count, 1)), count: bytes.count)
    unsafe copy.copyBytes(from: bytes)
    guard let source = unsafe zip_source_buffer_create(copy.baseAddress, UInt64(bytes.count), 1, &error) else {
      unsafe free(copy.baseAddress)
      throw unsafe Self.failure(&error)
    }
    guard let archive = unsafe zip_open_from_source(source, ZIP_RDONLY | ZIP_CHECKCONS, &error) else {
      unsafe zip_source_free(source)
      throw unsafe Self.failure(&error)
    }
    unsafe self.archive = archive
  }

  deinit { unsafe zip_discard(archive) }

  /// Names of its files, the first thousand of them.
  public var names: [String] {
    let count = unsafe min(max(zip_get_num_entries(archive, 0), 0), 1_000)
    return (0..<count).compactMap { index in
      unsafe zip_get_name(archive, UInt64(index), 0).map { unsafe String(cString: $0) }
    }
  }

  /// A file's bytes; nil when there is none of this name.
  ///
  /// - Parameter limit: bytes it may have unpacked; whatever the archive says about that is not believed.
  public func file(_ name: String, limit: Int) throws(FormatError) -> [UInt8]? {
    let index = unsafe zip_name_locate(archive, name, 0)
    guard index >= 0 else { return nil }
    guard let file = unsafe zip_fopen_index(archive, UInt64(index), 0) else {
      throw FormatError("\"\(name)\" in it cannot be read: \(unsafe String(cString: zip_strerror(archive)))")
    }
    defer { unsafe zip_fclose(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = unsafe zip_fread(file, &chunk, UInt64(chunk.count))
      if count == 0 { return bytes }
      guard count > 0 else {
        throw FormatError("\"\(name)\" in it cannot be read: \(unsafe String(cString: zip_file_strerror(file)))")
      }
      bytes += chunk[..<Int(count)]
      if bytes.count > limit { throw FormatError("\"\(name)\" in it is larger than \(limit >> 10) kB") }
    }
  }

  private static func failure(_ error: inout zip_error_t) -> FormatError {
    FormatError("not a ZIP archive: \(unsafe String(cString: zip_error_strerror(&error)))")
  }
}
