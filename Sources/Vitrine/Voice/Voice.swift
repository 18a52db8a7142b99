import Board

/// What says what is to be said. Called from any thread, the frame's too: each call returns at once.
protocol Voice: Sendable {
  /// Whether anything is heard of it, or seen: else nobody is offered to begin it.
  var isThere: Bool { get }
  /// Says it, at once or after what is being said.
  func say(_ utterance: Utterance)
  /// Silent at once; what waited is forgotten.
  func hush()
  /// Nobody listens any more: silent, and what speech takes is given back.
  func end()
}

extension Voice {
  var isThere: Bool { true }
}

/// Says nothing: there is nobody to hear it.
struct NoVoice: Voice {
  var isThere: Bool { false }
  func say(_ utterance: Utterance) {}
  func hush() {}
  func end() {}
}
