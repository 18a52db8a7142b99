import Board
import Motion
import Numbers
import Scene

/// Fingers that rest on the glass: two when somebody who sees nothing on it wants to hear it, three when what has happened is to be kept.
struct FingerHold {
  private struct Finger {
    var contact: Int
    var start: Point
  }

  private var fingers: [Finger] = []
  /// When the last of them landed.
  private var landedAt = -Double.infinity
  /// What has lain there for long counts like any other finger, as it once did: for records of then.
  var countsResting = false
  /// When it is long enough; nil while there are neither two nor three, or one of them has moved.
  private(set) var due: Double?

  /// Seconds, of two fingers.
  static let duration = 1.5
  /// Seconds, of three.
  static let recordDuration = 2.0
  /// Seconds between two that land: what lay there before may be a palm, which a finger that rests on a key is not to be taken with.
  private static let apart = 0.6
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
      if event.time - landedAt > Self.apart, !countsResting { fingers.removeAll { $0.contact != event.contact } }
      landedAt = event.time
      if index == nil { fingers.append(Finger(contact: event.contact, start: event.position)) }
      switch fingers.count {
      case 2: due = event.time + Self.duration
      case 3: due = event.time + Self.recordDuration
      default: due = nil
      }
    case .motion:
      guard due != nil, let index else { return }
      let (dx, dy) = (event.position.x - fingers[index].start.x, event.position.y - fingers[index].start.y)
      if dx * dx + dy * dy > (Self.reach * scale) * (Self.reach * scale) { due = nil }
    case .up, .cancel:
      if let index { fingers.remove(at: index) }
      due = nil
    }
  }

  /// - Returns: how many fingers have just rested long enough; nil when they have not.
  mutating func take(at time: Double) -> Int? {
    guard let due, time >= due else { return nil }
    self.due = nil
    return fingers.count
  }
}

extension Kiosk {
  /// Two fingers begin the panel's voice, or end it, and mean nothing else. Three ask for a record, which the board may not allow: nothing
  /// is taken from what else they do, and where they do anything it is not asked for.
  mutating func advanceHold() {
    switch hand.hold.take(at: now) {
    case 2:
      cancelTouches(at: now)
      ask(.listening(hearing.isOn ? .mute : .help))
    case 3 where hand.gestures.axis == nil && !hand.sliders.isHolding && hand.keys.presses.isEmpty: ask(.keepRecord)
    default: break
    }
  }
}
