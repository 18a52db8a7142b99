/// A ZIP archive whose files are stored as they are. Format: PKWARE APPNOTE 6.3, 4.3.
public enum StoredZIP {
  public static func archive(_ files: [(name: String, bytes: [UInt8])]) -> [UInt8] {
    archive(files.map { File($0.name, $0.bytes) })
  }

  /// A file as it is written, whether what is said of it is true or not.
  public struct File {
    public var name: String
    public var packed: [UInt8]
    /// 0 is stored, 8 deflated.
    public var method: UInt16 = 0
    public var flags: UInt16 = 0
    /// Bytes unpacked.
    public var size: UInt32
    public var checksum: UInt32
    /// With bit 3 of the flags: its own head has no sizes, they follow its data.
    public var isStreamed: Bool { flags & 8 != 0 }

    /// Stored as it is.
    public init(_ name: String, _ bytes: [UInt8]) {
      self.name = name
      packed = bytes
      size = UInt32(bytes.count)
      checksum = StoredZIP.checksum(bytes)
    }
  }

  public static func archive(_ files: [File], comment: [UInt8] = []) -> [UInt8] {
    var archive: [UInt8] = []
    var directory: [UInt8] = []
    for file in files {
      let kind = little(UInt16(20)) + little(file.flags) + little(file.method) + little(UInt32(0))
      let sizes = little(file.checksum) + little(UInt32(file.packed.count)) + little(file.size)
      let lengths = little(UInt16(file.name.utf8.count)) + little(UInt16(0))
      directory += little(UInt32(0x0201_4B50)) + little(UInt16(20)) + kind + sizes + lengths
      directory += [UInt8](repeating: 0, count: 10) + little(UInt32(archive.count)) + file.name.utf8
      archive += little(UInt32(0x0403_4B50)) + kind
      archive += (file.isStreamed ? [UInt8](repeating: 0, count: 12) : sizes) + lengths + file.name.utf8 + file.packed
      if file.isStreamed { archive += little(UInt32(0x0807_4B50)) + sizes }
    }
    let count = little(UInt16(files.count))
    var end = little(UInt32(0x0605_4B50)) + little(UInt32(0)) + count + count + little(UInt32(directory.count))
    end += little(UInt32(archive.count)) + little(UInt16(comment.count)) + comment
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
