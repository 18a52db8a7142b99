import CSodium
import Glibc
import Linux
import Markup
import Numbers

/// What a bundle is checked with, as minisign writes it. Source: jedisct1.github.io/minisign, "Signature format".
public struct PublicKey: Sendable, Hashable {
  /// Eight bytes that say which key it is.
  let identity: [UInt8]
  let bytes: [UInt8]

  init(identity: [UInt8], bytes: [UInt8]) { (self.identity, self.bytes) = (identity, bytes) }

  /// Reads the text of a key's file, or its line alone; nil for what is none.
  public init?(_ text: String) {
    guard let line = Self.lines(text).last, let all = Base64.decoded(String(line)), all.count == 42,
      Array(all.prefix(2)) == Minisign.plain
    else { return nil }
    // Indices: 42 bytes.
    (identity, bytes) = (Array(all[2..<10]), Array(all[10...]))
  }

  /// The line that is the key.
  public var line: String { Base64.encoded(Minisign.plain + identity + bytes) }

  /// The text of its file.
  public var text: String { "untrusted comment: vitrine public key \(name)\n\(line)\n" }

  /// As minisign calls it.
  public var name: String { Minisign.name(identity) }

  static func lines(_ text: String) -> [Substring] {
    text.split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("untrusted comment:") }
  }
}

/// What a bundle is signed with, as minisign writes it, without a password.
public struct SecretKey: Sendable {
  private let identity: [UInt8]
  private let bytes: [UInt8]

  /// Chance makes one.
  ///
  /// - Throws: when libsodium is not there.
  public static func make() throws(BundleProblem) -> SecretKey {
    try Sodium.begin()
    var (open, hidden) = (
      [UInt8](repeating: 0, count: VITRINE_PUBLIC_KEY_BYTES),
      [UInt8](repeating: 0, count: VITRINE_SECRET_KEY_BYTES)
    )
    unsafe _ = crypto_sign_keypair(&open, &hidden)
    return SecretKey(identity: (0..<8).map { _ in UInt8.random(in: 0...255) }, bytes: hidden)
  }

  private init(identity: [UInt8], bytes: [UInt8]) { (self.identity, self.bytes) = (identity, bytes) }

  /// Reads the text of a key's file.
  ///
  /// - Throws: why it is none that can be used.
  public init(_ text: String) throws(BundleProblem) {
    try Sodium.begin()
    guard let line = PublicKey.lines(text).last, let all = Base64.decoded(String(line)), all.count == 158,
      Array(all.prefix(2)) == Minisign.plain, Array(all[4..<6]) == Minisign.checksum
    else { throw BundleProblem("that is no secret key of minisign's; `vitrine bundle --new-key NAME` makes one") }
    // Indices: 158 bytes: three marks, salt and limits of a password (48), then identity, key and checksum.
    guard Array(all[2..<4]) == Minisign.noPassword else {
      throw BundleProblem(
        "the secret key has a password; sign with minisign itself, or take the password away: minisign -C -W")
    }
    (identity, bytes) = (Array(all[54..<62]), Array(all[62..<126]))
    // Where there is no password, minisign leaves the checksum out.
    let written = Array(all[126...])
    guard written == sum || written.allSatisfy({ $0 == 0 }) else {
      throw BundleProblem("the secret key is damaged: its checksum is another")
    }
  }

  /// Whether the bytes of a file are one, with a password or without.
  public static func isOne(_ file: [UInt8]) -> Bool {
    guard file.count < 4096, let line = PublicKey.lines(String(decoding: file, as: UTF8.self)).last,
      let all = Base64.decoded(String(line))
    else { return false }
    return all.count == 158 && all.prefix(2).elementsEqual(Minisign.plain)
  }

  private var sum: [UInt8] { BLAKE2b.digest(Minisign.plain + identity + bytes, size: 32) }

  /// The text of its file, which nobody else may read.
  public var text: String {
    let all =
      Minisign.plain + Minisign.noPassword + Minisign.checksum + [UInt8](repeating: 0, count: 48) + identity + bytes
      + sum
    return "untrusted comment: vitrine secret key \(publicKey.name), without a password\n\(Base64.encoded(all))\n"
  }

  /// What goes onto panels. Source: RFC 8032: the second half of what libsodium keeps.
  public var publicKey: PublicKey { PublicKey(identity: identity, bytes: Array(bytes.suffix(32))) }

  /// Signs a digest, and the comment with it.
  func sign(_ digest: [UInt8], comment: String) -> BundleSignature {
    let signature = sign(digest)
    return BundleSignature(
      identity: identity, signature: signature, comment: comment, whole: sign(signature + Array(comment.utf8)))
  }

  private func sign(_ message: [UInt8]) -> [UInt8] {
    var signature = [UInt8](repeating: 0, count: VITRINE_SIGNATURE_BYTES)
    unsafe _ = crypto_sign_detached(&signature, nil, message, UInt64(message.count), bytes)
    return signature
  }
}

/// Marks of minisign's files.
enum Minisign {
  /// `Ed`: a key, or a signature of the message itself, which bundles do not have.
  static let plain = Array("Ed".utf8)
  /// `ED`: a signature of the message's BLAKE2b digest of 64 bytes.
  static let hashed = Array("ED".utf8)
  static let checksum = Array("B2".utf8)
  static let noPassword: [UInt8] = [0, 0]

  /// A key's identity for people: a number, its last byte first.
  static func name(_ identity: [UInt8]) -> String {
    identity.reversed().map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined()
  }
}
