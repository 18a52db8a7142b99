import Numbers

extension FetchedContent {
  /// Tells one answer of a source from another, from run to run and machine to machine; nil for a directory.
  ///
  /// No proof against forgery: who forges gains that an answer of his own is taken for another of his own.
  public var fingerprint: UInt64? {
    if case .messages(let messages) = payload {
      return messages.reduce(0) { hash, message in
        let parts = Array((message.topic ?? "").utf8) + [0] + message.bytes
        return Self.mix(hash ^ Self.fingerprint(of: parts))
      }
    }
    guard case .bytes(let bytes) = payload else { return nil }
    return Self.fingerprint(of: bytes)
  }

  private static func fingerprint(of bytes: [UInt8]) -> UInt64 {
    // Eight bytes a step: 20 MB take some milliseconds.
    return unsafe bytes.withUnsafeBytes { bytes in
      var hash = UInt64(bytes.count) ^ 0x9E37_79B9_7F4A_7C15
      var index = 0
      while index + 8 <= bytes.count {
        let word = unsafe bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
        hash = Self.mix(hash ^ word)
        index += 8
      }
      var rest: UInt64 = 0
      while index < bytes.count {
        let byte = unsafe bytes[index]
        rest = rest << 8 | UInt64(truncatingIfNeeded: byte)
        index += 1
      }
      return Self.mix(hash ^ rest)
    }
  }

  /// Source: MurmurHash3's 64-bit finaliser, two of its three steps.
  private static func mix(_ value: UInt64) -> UInt64 {
    var value = value &* 0xFF51_AFD7_ED55_8CCD
    value ^= value >> 33
    return value &* 0xC4CE_B9FE_1A85_EC53
  }
}
