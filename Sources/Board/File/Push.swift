/// How a source brings what it has by itself.
public struct Push: Sendable, Hashable {
  /// How the answer of a web server becomes messages; the words of the board file.
  public enum Stream: String, Sendable, Hashable, CaseIterable {
    /// Server-Sent Events; a line each.
    case events, lines
  }

  /// Nil for topics of a broker.
  public var stream: Stream?
  /// Names of the events that count; empty for all.
  public var events: [String] = []
  /// What is asked for when the stream begins: the items that its messages then update.
  public var start: Template?
  /// Where a message has its item, or its items; nil is the message itself.
  public var items: Expression?
  /// Messages update items by their keys; else the last message is the answer.
  public var isKeyed: Bool
  /// Seconds within which something is heard over a stream, if only a word that it lives; nil where silence is no sign of anything.
  public var silence: Double?
  /// Seconds within which topics say something anew: what they said counts as old once they have been silent for twice as long, though the way
  /// stands. Nil where it holds for as long as that does.
  public var promise: Double?
  /// At the broker.
  public var user: Template?
  /// At the broker.
  public var password: Template?

  /// Seconds after which what a link brought counts as old once it has fallen: half of what the chip waits for.
  package static let patience = 15.0

  var templates: [Template] { [start, user, password].compactMap(\.self) }

  /// Whether an address is one of topics.
  static func isBroker(_ address: String) -> Bool {
    let start = address.prefix(8).lowercased()
    return start.hasPrefix("mqtt://") || start.hasPrefix("mqtts://")
  }
}
