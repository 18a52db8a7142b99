import CSodium
import Markup
import Numbers

/// Four lines of minisign's: who has signed what.
struct BundleSignature: Sendable, Hashable {
  let identity: [UInt8]
  /// Of the digest.
  let signature: [UInt8]
  /// Signed as well.
  let comment: String
  /// Of the signature and the comment.
  let whole: [UInt8]

  private static let trusted = "trusted comment: "
  private static let untrusted = "untrusted comment: "

  init(identity: [UInt8], signature: [UInt8], comment: String, whole: [UInt8]) {
    (self.identity, self.signature, self.comment, self.whole) = (identity, signature, comment, whole)
  }

  /// Reads the four lines.
  ///
  /// - Throws: why they are none.
  init(_ lines: [String]) throws(BundleProblem) {
    guard lines.count == 4, lines[0].hasPrefix(Self.untrusted), lines[2].hasPrefix(Self.trusted),
      let first = Base64.decoded(lines[1]), first.count == 74, let second = Base64.decoded(lines[3]), second.count == 64
    else { throw BundleProblem("it is not signed: the four lines of minisign's are not there, or damaged") }
    guard Array(first.prefix(2)) == Minisign.hashed else {
      throw BundleProblem("it has a signature of minisign's old kind; sign it without -l")
    }
    // Indices: 74 bytes.
    (identity, signature) = (Array(first[2..<10]), Array(first[10...]))
    comment = String(lines[2].dropFirst(Self.trusted.count))
    whole = second
  }

  /// The four lines, each with its end.
  var text: String {
    """
    \(Self.untrusted)signature of a bundle of vitrine's
    \(Base64.encoded(Minisign.hashed + identity + signature))
    \(Self.trusted)\(comment)
    \(Base64.encoded(whole))

    """
  }

  /// The name of its key, as it says.
  var signer: String { Minisign.name(identity) }

  /// - Throws: why one of these keys has not signed a message with this digest.
  func check(_ digest: [UInt8], by keys: [PublicKey]) throws(BundleProblem) {
    try Sodium.begin()
    let own = keys.filter { $0.identity == identity }
    guard !own.isEmpty else {
      let known = keys.map(\.name).joined(separator: ", ")
      throw BundleProblem("it is signed with the key \(Minisign.name(identity)); this panel trusts \(known)")
    }
    let isRight = own.contains { key in
      Self.isRight(signature, digest, key) && Self.isRight(whole, signature + Array(comment.utf8), key)
    }
    if !isRight { throw BundleProblem("its signature is wrong: it was changed or damaged after it was signed") }
  }

  private static func isRight(_ signature: [UInt8], _ message: [UInt8], _ key: PublicKey) -> Bool {
    unsafe crypto_sign_verify_detached(signature, message, UInt64(message.count), key.bytes) == 0
  }
}
