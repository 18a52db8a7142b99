public import Board
public import Refresh

/// What one address of a source has said, read.
public struct Answer: Sendable, Hashable {
  /// What it holds.
  public enum Content: Sendable, Hashable {
    /// Another value than before, or the first; fetched then, seconds since 1970 UTC.
    case value(Value, fetchedAt: Double)
    /// The server says it is as it was; read again all the same, as a calendar is written out around the present.
    case unchanged(Value, fetchedAt: Double)
    /// The same bytes as the last value, which read the same at any time: not read again.
    case same(fetchedAt: Double)
    /// Why there is none: a sentence for people.
    case problem(String)
    /// Nothing, and nobody to be told.
    case nothing
  }

  /// What it holds.
  public var content: Content
  /// How the fetch ended; nil for news from the cache, or a fetch nobody wants any more.
  public var outcome: RefreshOutcome?
  /// Of a directory: when each picture was last written, seconds since 1970, by address.
  public var files: [String: Double]
  /// Of a source that pushes: whether the way it comes by stands; nil for all others.
  public var isOpen: Bool?
  /// What of it could not be read, in sentences: all that is wrong with the content there is now. Nil where nothing was read: what was said
  /// before of it holds.
  public var notes: [String]?
  /// Of a way that has fallen: until when it stood, seconds since 1970 UTC; nil for until now.
  public var stoodUntil: Double?
  /// The server wants a password, or another one than the board sends.
  public var isAccessRefused = false
  /// The server has answered, and what it says cannot be used: no data of the kind, or too much of it.
  public var isUnusable = false

  /// For the parameters see the properties.
  public init(_ content: Content, outcome: RefreshOutcome? = nil, files: [String: Double] = [:]) {
    self.content = content
    self.outcome = outcome
    self.files = files
  }
}

extension Answer {
  /// The same, with every sentence for people as `hide` leaves it.
  public func hiding(_ hide: (String) -> String) -> Answer {
    var answer = self
    if case .problem(let sentence) = content { answer.content = .problem(hide(sentence)) }
    answer.notes = notes?.map(hide)
    return answer
  }
}
