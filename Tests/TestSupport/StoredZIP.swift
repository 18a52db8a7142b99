/// A ZIP archive whose files are stored as they are. Format: PKWARE APPNOTE 6.3, 4.3.
public enum StoredZIP {
  public static func archive(_ files: [(name: String, bytes: [UInt8])]) -> [UInt8] {
    var archive: [UInt8] = []
    var directory: [UInt8] = []
    for (name, bytes) in files {
      let size = little(UInt32(bytes.count))
      let common =
        little(UInt16(20)) + little(UInt16(0)) + little(UInt16(0)) + little(UInt32(0)) + little(checksum(bytes)) + size
        + size + little(UInt16(name.utf8.count)) + little(UInt16(0))
      directory +=
        little(UInt32(0x0201_4B50)) + little(UInt16(20)) + common + [UInt8](repeating: 0, count: 10)
        + little(UInt32(archive.count)) + name.utf8
      archive += little(UInt32(0x0403_4B50)) + common + name.utf8 + bytes
    }
    let count = little(UInt16(files.count))
    let end =
      little(UInt32(0x0605_4B50)) + little(UInt32(0)) + count + count + little(UInt32(directory.count))
      + little(UInt32(archive.count)) + little(UInt16(0))
    return archive + directory + end
  }

  private static func little(_ number: some FixedWidthInteger) -> [UInt8] {
    (0..<number.bitWidth / 8).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
  }

  /// CRC-32 as in ISO 3309.
  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    var sum: UInt32 = 0xFFFF_FFFF
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
    }
    return ~sum
  }
}
