import Board
import Motion
import Numbers
import Scene

/// Two fingers that rest on the glass: somebody who sees nothing on it wants to hear it.
struct TwoFingerHold {
  private struct Finger {
    var contact: Int
    var start: Point
  }

  private var fingers: [Finger] = []
  /// When it is long enough; nil while there are not two, or one of them has moved.
  private(set) var due: Double?

  /// Seconds.
  static let duration = 1.5
  /// How far each may move, dp: as much as what it might have been meant for.
  private static let reach = TouchMetrics.target

  init() { fingers.reserveCapacity(16) }

  /// Fingers that were told of and have not lifted; nothing is due of them.
  mutating func walkAtRest(_ walk: inout some StateWalk) {
    var count = fingers.count
    walk.walk(&count, in: 0...16)
    for place in 0..<count {
      var finger = walk.isReading ? Finger(contact: 0, start: .zero) : fingers[place]
      walk.walk(&finger.contact, in: -(1 << 40)...(1 << 40))
      walk.walk(&finger.start.x)
      walk.walk(&finger.start.y)
      if walk.isReading { fingers.append(finger) }
    }
  }

  /// - Parameter scale: pixels per dp.
  mutating func note(_ event: TouchEvent, scale: Double) {
    let index = fingers.firstIndex { $0.contact == event.contact }
    switch event.phase {
    case .down:
      if index == nil { fingers.append(Finger(contact: event.contact, start: event.position)) }
      due = fingers.count == 2 ? event.time + Self.duration : nil
    case .motion:
      guard due != nil, let index else { return }
      let (dx, dy) = (event.position.x - fingers[index].start.x, event.position.y - fingers[index].start.y)
      if dx * dx + dy * dy > (Self.reach * scale) * (Self.reach * scale) { due = nil }
    case .up, .cancel:
      if let index { fingers.remove(at: index) }
      due = nil
    }
  }

  /// - Returns: whether it has just been long enough.
  mutating func take(at time: Double) -> Bool {
    guard let due, time >= due else { return false }
    self.due = nil
    return true
  }
}

extension Kiosk {
  /// Begins the panel's voice, or ends it. The fingers mean nothing else.
  mutating func advanceHold() {
    guard hand.hold.take(at: now) else { return }
    cancelTouches(at: now)
    ask(.listening(hearing.isOn ? .mute : .help))
  }
}
