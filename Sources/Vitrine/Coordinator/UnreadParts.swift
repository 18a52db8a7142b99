import Fetch

/// What of a source's content could not be read, for as long as that is so. A pure value.
///
/// An answer takes the place of the one before. Of messages each topic is by itself: one that was garbled is well once it says something
/// that can be read, and not because another one has.
struct UnreadParts: Sendable {
  /// So many sentences are kept.
  private static let limit = 32

  /// Sentences by what they begin with: the topic, or nothing.
  private var parts: [String: [String]] = [:]
  /// There is more than is kept.
  var leftOut: String?

  /// All of them, in the order of their topics.
  var sentences: [String] { parts.sorted { $0.key < $1.key }.flatMap(\.value) + (leftOut.map { [$0] } ?? []) }

  /// Content has taken the place of what there was.
  mutating func replace(by notes: [String]) { parts = notes.isEmpty ? [:] : ["": Array(notes.prefix(Self.limit))] }

  /// Messages have come.
  ///
  /// - Parameter notes: what of them could not be read.
  mutating func take(_ notes: [String], of messages: [PushedMessage]) {
    if parts.isEmpty, notes.isEmpty { return }
    let places = Set(messages.map(MessagesReading.place))
    for place in places { parts[place] = nil }
    for note in notes {
      // Of topics that begin alike the longest is meant.
      let place = places.filter { note.hasPrefix($0) }.max { $0.utf8.count < $1.utf8.count } ?? ""
      guard parts[place] != nil || parts.count < Self.limit else { continue }
      parts[place] = Array((parts[place, default: []] + [note]).prefix(Self.limit))
    }
  }
}
