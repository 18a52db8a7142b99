import Numbers

/// A file as the archive's directory describes it.
struct ZIPEntry {
  /// Where in the archive its name stands.
  let name: Range<Int>
  /// How it is packed: 0 is not at all, 8 deflate.
  let method: Int
  /// Bit 0: encrypted. Bit 3: its own head left sizes and checksum to what follows its data.
  let flags: Int
  /// CRC-32 of the unpacked bytes.
  let checksum: UInt32
  /// Bytes in the archive.
  let packedSize: Int
  /// Bytes unpacked.
  let size: Int
  /// Where in the archive its own head stands.
  let head: Int

  var isEncrypted: Bool { flags & 1 != 0 }
}

/// Finds files in an archive's bytes. Each range it answers lies in them.
enum ZIPDirectory {
  // Indices: records are of a fixed size, and lie whole before the end that was found; lengths are of 16 bits and places of 32, so that
  // their sums are counted by an `Int`.
  private static let headSize = 30
  private static let entrySize = 46
  private static let endSize = 22
  private static let longestComment = 0xFFFF

  /// The files in the order of the directory. Folders, and names that lead out of the archive, are none.
  static func entries(of bytes: [UInt8]) throws(FormatError) -> [ZIPEntry] {
    guard let end = end(of: bytes) else { throw FormatError("it has no directory at its end") }
    let count = number(bytes, end + 10, 2)
    let start = number(bytes, end + 16, 4)
    if start == 0xFFFF_FFFF || count == 0xFFFF { throw FormatError("it is a ZIP64 archive, as those over 4 GB are") }
    guard number(bytes, end + 4, 4) == 0, number(bytes, end + 8, 2) == count else {
      throw FormatError("it is one of several volumes")
    }
    guard start + number(bytes, end + 12, 4) == end else { throw FormatError("its directory is not where it says") }
    var entries: [ZIPEntry] = []
    var at = start
    for _ in 0..<count {
      guard at + entrySize <= end, number(bytes, at, 4) == 0x0201_4B50 else {
        throw FormatError("its directory is damaged")
      }
      let name = at + entrySize..<at + entrySize + number(bytes, at + 28, 2)
      let next = name.upperBound + number(bytes, at + 30, 2) + number(bytes, at + 32, 2)
      let entry = ZIPEntry(
        name: name, method: number(bytes, at + 10, 2), flags: number(bytes, at + 8, 2),
        checksum: UInt32(truncatingIfNeeded: number(bytes, at + 16, 4)), packedSize: number(bytes, at + 20, 4),
        size: number(bytes, at + 24, 4), head: number(bytes, at + 42, 4))
      guard next <= end, entry.head + headSize <= start else { throw FormatError("its directory is damaged") }
      if isFile(bytes[name]) { entries.append(entry) }
      at = next
    }
    guard at == end else { throw FormatError("its directory is damaged") }
    return entries
  }

  /// Where a file's packed bytes are: behind its own head, which must say what the directory says.
  static func data(of entry: ZIPEntry, in bytes: [UInt8]) throws(FormatError) -> Range<Int> {
    let head = entry.head
    let name = head + headSize..<head + headSize + number(bytes, head + 26, 2)
    let start = name.upperBound + number(bytes, head + 28, 2)
    guard number(bytes, head, 4) == 0x0403_4B50, start + entry.packedSize <= bytes.count,
      number(bytes, head + 6, 2) == entry.flags, number(bytes, head + 8, 2) == entry.method,
      bytes[name] == bytes[entry.name], entry.flags & 8 != 0 || hasSameSizes(entry, bytes)
    else { throw FormatError("it is damaged: its own head differs from the directory") }
    return start..<start + entry.packedSize
  }

  private static func hasSameSizes(_ entry: ZIPEntry, _ bytes: [UInt8]) -> Bool {
    number(bytes, entry.head + 14, 4) == Int(entry.checksum)
      && number(bytes, entry.head + 18, 4) == entry.packedSize && number(bytes, entry.head + 22, 4) == entry.size
  }

  /// The record all archives end with; only a comment may follow it, whose length it says.
  private static func end(of bytes: [UInt8]) -> Int? {
    let last = bytes.count - endSize
    guard last >= 0 else { return nil }
    return (max(0, last - longestComment)...last).reversed().first {
      number(bytes, $0, 4) == 0x0605_4B50 && $0 + endSize + number(bytes, $0 + 20, 2) == bytes.count
    }
  }

  private static func isFile(_ name: ArraySlice<UInt8>) -> Bool {
    let parts = name.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    return parts.first?.isEmpty == false && parts.last?.isEmpty == false
      && !parts.contains { $0.elementsEqual("..".utf8) }
  }

  /// A little-endian number of `length` bytes, all of which are there.
  private static func number(_ bytes: [UInt8], _ start: Int, _ length: Int) -> Int {
    bytes[start..<start + length].reversed().reduce(0) { $0 << 8 | Int($1) }
  }
}
