import CSodium
import Linux
import Numbers

/// libsodium, loaded with the first bundle: a kiosk that shows a file does without.
enum Sodium {
  /// Whether it may be called, by any thread from then on.
  static let isReady = LateLibrary.signing.load() && sodium_init() >= 0

  /// - Throws: why it may not be called.
  static func begin() throws(BundleProblem) {
    if isReady { return }
    let words = LateLibrary.signing.load() ? "libsodium could not begin" : LateLibrary.signing.failure
    throw BundleProblem(.machine, "signatures of bundles cannot be checked: \(words)")
  }
}

/// BLAKE2b, a part after the other. Source: RFC 7693.
@safe struct BLAKE2b: ~Copyable {
  private let state: UnsafeMutableRawPointer
  private let size: Int

  /// Once `Sodium` is ready.
  ///
  /// - Parameter size: bytes of the digest, 16 to 64.
  init(size: Int) {
    self.size = size
    unsafe state = .allocate(
      byteCount: crypto_generichash_statebytes(), alignment: VITRINE_HASH_ALIGNMENT)
    unsafe _ = crypto_generichash_init(state, nil, 0, size)
  }

  deinit { unsafe state.deallocate() }

  mutating func add(_ bytes: ArraySlice<UInt8>) {
    unsafe bytes.withUnsafeBufferPointer {
      unsafe _ = crypto_generichash_update(state, $0.baseAddress, UInt64($0.count))
    }
  }

  /// Of all that was added; nothing is to be added any more.
  mutating func finish() -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: size)
    unsafe _ = crypto_generichash_final(state, &digest, size)
    return digest
  }

  /// Of so many bytes.
  static func digest(_ bytes: [UInt8], size: Int) -> [UInt8] {
    var hash = BLAKE2b(size: size)
    hash.add(bytes[...])
    return hash.finish()
  }
}
