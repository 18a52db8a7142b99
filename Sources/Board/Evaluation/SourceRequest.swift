/// What a source asks for.
public struct SourceRequest: Sendable, Hashable {
  /// In the order of the source's `url`; the answers go to `BoardEvaluator.update` in the same order.
  public var addresses: [Address]
  /// In the order of the board file.
  public var headers: [Header]
  /// What is sent to ask with; nil for a GET.
  public var body: Secret?
  /// The body is a web form's, and not JSON.
  public var isForm = false
  /// Of the server's certificate: the path of a PEM file beside the board; nil trusts the system's.
  public var authority: String?
  /// Any certificate will do.
  public var trustsAnyone = false
  /// What the messages of a stream update; nil for nothing.
  public var start: String?
  /// At a broker.
  public var user: Secret?
  /// At a broker.
  public var password: Secret?
  /// Values of other sources are not there yet: there is nothing to ask.
  public var isWaiting = false

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
