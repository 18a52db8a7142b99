/// A file beside the board's, as it was when it was read.
public struct WatchedFile: Sendable, Hashable {
  /// As the board names it, beside the board.
  public var path: String
  /// Of its bytes; nil when it could not be read.
  public var fingerprint: Int?

  /// - Parameter bytes: nil when it could not be read.
  public init(path: String, bytes: [UInt8]?) {
    self.path = path
    fingerprint = bytes?.hashValue
  }
}
