package import Board
package import Motion

/// What was heard in a session, as text: what was done stands in brackets, and below it what was said. A sentence that waits for the one
/// before it begins with …
package struct HeardText {
  /// So far.
  package private(set) var text = ""
  /// What somebody will do, the first thing first.
  private var events: ArraySlice<InputEvent>

  package init(_ events: [InputEvent] = []) { self.events = events[...] }

  /// Notes what was done up to a moment, in seconds, and what has been said since the one before.
  package mutating func note(_ said: [Utterance], at seconds: Double = 0) {
    while let event = events.first, event.time <= seconds {
      note(event)
      events = events.dropFirst()
    }
    text += said.map { ($0.isUrgent ? "" : "… ") + $0.text + "\n" }.joined()
  }

  /// Of a finger that it touched the glass.
  private mutating func note(_ event: InputEvent) {
    switch event {
    case .key(let key, _): head("\(key)")
    case .voice(let key, _): head("\(key)")
    case .typed: head("typed")
    case .touch(let touch) where touch.phase == .down: head("finger")
    case .touch, .wheel, .pointer: break
    }
  }

  private mutating func head(_ words: String) { text += "[\(words)]\n" }
}
