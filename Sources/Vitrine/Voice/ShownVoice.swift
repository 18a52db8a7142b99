import Board

/// Shows what would be heard to who sits at a desk.
final class ShownVoice: Voice {
  private let show: @Sendable (Utterance?) -> Void

  /// - Parameter show: takes each sentence; nil when nobody listens any more.
  init(_ show: @escaping @Sendable (Utterance?) -> Void) { self.show = show }

  func say(_ utterance: Utterance) { show(utterance) }
  // It is read as long as somebody wants to.
  func hush() {}
  func end() { show(nil) }
}
