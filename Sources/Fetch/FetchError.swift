import Markup

/// Why something could not be fetched, in a sentence for the person who runs the panel.
public struct FetchError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What to tell apart.
  public enum Kind: Sendable, Hashable {
    /// There is no way to the server.
    case offline
    /// The server was not heard, or not heard out, in time.
    case timeout
    /// The server refused the connection, or broke it.
    case connection
    /// The server answered, but not with content.
    case status(Int)
    /// No trust: certificate, clock or protocol.
    case security
    /// More bytes than the request allows.
    case tooLarge
    /// The answer ended before it was whole.
    case cutOff
    /// Too many of them, or one to where nobody may follow.
    case redirect
    /// The address cannot be used.
    case address
    /// It came whole and is not what was asked for, such as the sign-in page of a guest network.
    case content
    /// No such file or directory.
    case missing
    /// The file or directory is there and cannot be read as asked.
    case file
  }

  /// What to tell apart.
  public var kind: Kind
  /// What was tried, on what, what came back, what to do. Holds no query values, user names or headers.
  public var description: String
  /// Seconds the server asks to wait before the next try.
  public var retryAfter: Double?

  /// - Parameters:
  ///   - address: printed without its secrets.
  ///   - reason: what came back, and what to do.
  init(_ kind: Kind, fetching address: String, _ reason: String, retryAfter: Double? = nil) {
    self.kind = kind
    description = "could not fetch \(Address.redacted(address)): \(reason)"
    self.retryAfter = retryAfter
  }

  /// Something that is no address, or no clear one.
  init(malformed address: String) {
    self.init(
      .address, fetching: address,
      WebAddress.isWeb(address)
        ? "this is no clear address; look for spaces, \\, a second @, a missing host and a port that is none"
        : "an address begins with http://, https:// or file:///")
  }

  /// Something that came whole and cannot be used.
  init(unusable address: String, _ reason: String) {
    kind = .content
    description = "could not read the answer of \(Address.redacted(address)): \(reason)"
  }

  init(_ kind: Kind, reading path: String, _ reason: String) {
    self.kind = kind
    description = "could not read \(path): \(reason)"
  }

  /// A number of bytes as it is said: whole megabytes, or bytes.
  static func size(_ bytes: Int) -> String {
    bytes > 0 && bytes.isMultiple(of: 1 << 20) ? "\(bytes >> 20) MB" : "\(bytes) bytes"
  }

  var outcome: FetchOutcome {
    switch kind {
    case .offline: .offline(self)
    case .timeout: .timeout(self)
    default: .failure(self)
    }
  }
}
