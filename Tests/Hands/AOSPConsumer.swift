import Motion
import Scene

/// Touches as Android delivers them to a view, to compare with: those of a frame together, with a last one made up for the moment 5 ms
/// before the frame.
///
/// Source: AOSP, `InputConsumer::resampleTouchState` and `rewriteMessage`.
struct AOSPConsumer {
  private static let latency = 0.005
  private static let minimumDelta = 0.002
  private static let maximumDelta = 0.020
  private static let maximumPrediction = 0.008

  private struct Contact {
    var id: Int
    /// Reports, the newest last; two at most.
    var history: [TouchEvent]
    var resampled: TouchEvent?
    /// Came after the moment sampled last.
    var pending: [TouchEvent] = []
  }

  private var contacts: [Contact] = []

  mutating func consume(_ events: [InputEvent], frame: Double) -> [InputEvent] {
    var result: [InputEvent] = []
    for event in events {
      guard case .touch(let touch) = event else {
        result.append(event)
        continue
      }
      let place = contacts.firstIndex { $0.id == touch.contact }
      switch touch.phase {
      case .down:
        if let place { contacts.remove(at: place) }
        contacts.append(Contact(id: touch.contact, history: [touch]))
        result.append(event)
      case .motion:
        if let place { contacts[place].pending.append(touch) } else { result.append(event) }
      case .up, .cancel:
        if let place {
          for late in contacts[place].pending { deliver(late, of: place, into: &result) }
          contacts.remove(at: place)
        }
        result.append(event)
      }
    }
    let time = frame - Self.latency
    for place in contacts.indices {
      let due = contacts[place].pending.prefix { $0.time <= time }
      contacts[place].pending.removeFirst(due.count)
      for touch in due { deliver(touch, of: place, into: &result) }
      if !due.isEmpty { resample(place, at: time, into: &result) }
    }
    return result
  }

  private mutating func deliver(_ touch: TouchEvent, of place: Int, into result: inout [InputEvent]) {
    contacts[place].history = (contacts[place].history + [touch]).suffix(2)
    var shown = touch
    if let resampled = contacts[place].resampled {
      if touch.time < resampled.time {
        // What is older than what was shown is shown there.
        shown.position = resampled.position
      } else {
        contacts[place].resampled = nil
      }
    }
    result.append(.touch(shown))
  }

  private mutating func resample(_ place: Int, at time: Double, into result: inout [InputEvent]) {
    let contact = contacts[place]
    guard let current = contact.history.last else { return }
    let other: TouchEvent
    var time = time
    if let next = contact.pending.first {
      guard next.time - current.time >= Self.minimumDelta else { return }
      other = next
    } else if contact.history.count == 2 {
      other = contact.history[0]
      let delta = current.time - other.time
      guard delta >= Self.minimumDelta, delta <= Self.maximumDelta else { return }
      time = min(time, current.time + min(delta / 2, Self.maximumPrediction))
    } else {
      return
    }
    if time == current.time { return }
    if let last = contact.resampled, other.position == current.position, last.time >= current.time { return }
    let share = (time - current.time) / (other.time - current.time)
    var shown = current
    shown.time = time
    shown.position = Point(
      x: current.position.x + (other.position.x - current.position.x) * share,
      y: current.position.y + (other.position.y - current.position.y) * share)
    contacts[place].resampled = shown
    result.append(.touch(shown))
  }
}
