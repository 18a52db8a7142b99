/// What a source asks for.
public struct SourceRequest: Sendable, Hashable {
  /// In the order of the source's `url`; the answers go to `BoardEvaluator.update` in the same order.
  public var addresses: [Address]
  /// In the order of the board file.
  public var headers: [Header]
  /// JSON to ask with; nil for a GET.
  public var body: Secret?

  /// One address.
  public struct Address: Sendable, Hashable {
    /// May hold secrets: to be asked for, not to be shown.
    public var url: String
    /// The same with secrets as `•••`, for messages.
    public var shown: String
    /// What stays the same from fetch to fetch where the address, the headers or the body hold `$now`: all as they would read at the
    /// beginning of 1970. Nil where they hold no time.
    public var identity: Secret?
  }

  /// One request header.
  public struct Header: Sendable, Hashable {
    /// Such as `Authorization`.
    public var name: String
    /// Filled in; often a password.
    public var value: Secret
  }
}
