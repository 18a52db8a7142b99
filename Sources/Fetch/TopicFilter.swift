/// Which topics of a broker are meant: `+` stands for any name at its level, `#` at the end for all that follows. A pure value.
///
/// Source: MQTT 5.0, section 4.7.
struct TopicFilter: Sendable, Hashable, CustomStringConvertible {
  /// As it is sent.
  let description: String
  private let levels: [Substring]

  /// nil for what is no filter: nothing, a sign that does not stand alone at its level, a `#` before the end.
  init?(_ text: String) {
    let levels = text.split(separator: "/", omittingEmptySubsequences: false)
    guard !text.isEmpty, text.utf8.count <= 65_535, !text.utf8.contains(0) else { return nil }
    for (place, level) in levels.enumerated() where level.contains("+") || level.contains("#") {
      guard level == "+" || (level == "#" && place == levels.count - 1) else { return nil }
    }
    description = text
    self.levels = levels
  }

  /// Whether it stands for more than one topic.
  var isWide: Bool { levels.contains { $0 == "+" || $0 == "#" } }

  /// Whether a topic is meant. Those that begin with `$`, the broker's own, are meant only by name.
  func matches(_ topic: String) -> Bool {
    let names = topic.split(separator: "/", omittingEmptySubsequences: false)
    guard let first = names.first, let sign = levels.first else { return false }
    if first.hasPrefix("$"), sign == "+" || sign == "#" { return false }
    var rest = names[...]
    for level in levels {
      // It also stands for the level above it.
      if level == "#" { return true }
      guard let name = rest.popFirst(), level == "+" || level == name else { return false }
    }
    return rest.isEmpty
  }
}
