import Board
import Motion

/// Somebody who listens to the panel: what is before him is told, and everything that can be heard is gone to, not only what can be pressed.
struct Hearing {
  /// Whether anybody does.
  let isOn: Bool
  /// What was told last; nil before anything was.
  private var told: Attention?
  /// When it was last told that somebody is there.
  private var stayed = -Double.infinity

  init(isOn: Bool = false) { self.isOn = isOn }

  /// - Returns: whether it is to be told that somebody is there: not with each finger that moves.
  mutating func stays(at time: Double) -> Bool {
    guard time >= stayed + 5 else { return false }
    stayed = time
    return true
  }

  /// - Returns: what is to be told; nil when it was.
  mutating func news(_ attention: Attention) -> Attention? {
    guard attention != told else { return nil }
    told = attention
    return attention
  }
}

extension Attention.Place {
  init(_ focus: Focus) {
    switch focus {
    case .card(let card, let part): self = .card(card, part: part)
    case .back: self = .back
    case .symbol: self = .symbol
    }
  }
}

extension Kiosk {
  /// What somebody wants of the panel's voice is not the frame thread's to say.
  func listen(_ key: InputEvent.VoiceKey) {
    let wish: Listening =
      switch key {
      case .help: .help
      case .mute: .mute
      case .again: .again
      case .louder: .louder(1)
      case .softer: .louder(-1)
      case .faster: .faster(1)
      case .slower: .faster(-1)
      case .headphones(let areIn): .headphones(areIn)
      }
    ask(.listening(wish))
  }

  /// Whoever does something does not want to hear the rest of what is being said.
  mutating func interruptVoice(by input: InputEvent) {
    guard hearing.isOn else { return }
    if !input.isCancel, hearing.stays(at: input.time) { ask(.stay(.goesOn)) }
    switch input {
    case .key, .typed, .wheel, .voice: ask(.hush)
    case .touch(let touch): if touch.phase == .down { ask(.hush) }
    case .pointer: break
    }
  }

  /// Tells what is before the listener, once it is another.
  mutating func advanceHearing() {
    guard hearing.isOn else { return }
    let isAsking = navigation.question?.isAnswered == false
    let attention = Attention(
      page: navigation.page, detail: navigation.isDetailInFront ? navigation.detail?.card : nil,
      place: hand.focus.place.map { Attention.Place($0) }, isAsking: isAsking,
      answer: isAsking ? hand.focus.answer : nil)
    if let news = hearing.news(attention) { ask(.listening(.attention(news))) }
  }
}
