import Board
import Motion
import Numbers
import Scene

/// Fingers on keys: each presses the one it landed on, when it lifts and has not gone away from it. Two thumbs write faster than one, and
/// the second lands before the first has lifted.
struct KeyHand {
  /// A finger on a key.
  struct Press {
    let contact: Int
    let card: CardID
    let part: Int
    /// Where it landed, viewer pixels.
    let start: Point
    /// When the key is held next, seconds.
    var holdsAt: Double
    /// It has been held: lifting does nothing more.
    var isHeld = false
  }

  private(set) var presses: [Press] = []

  /// As many as a panel tells fingers.
  private static let most = 10
  /// Seconds until a key counts as held.
  static let patience = 0.5
  /// Seconds between what a key that is held does again and again.
  static let pace = 0.08

  init() { presses.reserveCapacity(Self.most) }

  /// When a key is held next.
  var nextHold: Double? {
    var next: Double?
    for press in presses where press.holdsAt.isFinite { next = earliest(next, press.holdsAt) }
    return next
  }

  mutating func land(_ press: Press) {
    leave(press.contact)
    if presses.count < Self.most { presses.append(press) }
  }

  mutating func leave(_ contact: Int) { presses.removeAll { $0.contact == contact } }

  mutating func leaveAll() { presses.removeAll(keepingCapacity: true) }

  /// A finger lifts.
  ///
  /// - Returns: what it has pressed; nil when it was on no key, or has held it.
  mutating func lift(_ contact: Int) -> Press? {
    guard let place = presses.firstIndex(where: { $0.contact == contact }) else { return nil }
    let press = presses.remove(at: place)
    return press.isHeld ? nil : press
  }

  /// The first key that is held by now.
  ///
  /// - Parameter repeats: whether it goes on doing something.
  mutating func takeHeld(at time: Double, repeats: (Press) -> Bool) -> Press? {
    guard let place = presses.firstIndex(where: { $0.holdsAt <= time }) else { return nil }
    presses[place].isHeld = true
    let goesOn = repeats(presses[place])
    // Not from when it was due: after a pause it does not catch up.
    presses[place].holdsAt = goesOn ? time + Self.pace : .infinity
    return presses[place]
  }
}

extension Kiosk {
  /// Notes which keys fingers are on, beside what else they mean.
  mutating func type(_ event: TouchEvent, at time: Double) {
    switch event.phase {
    case .down:
      hand.keys.leave(event.contact)
      guard hand.gestures.axis == nil, let (block, part) = key(at: event.position, time: time) else { return }
      hand.keys.land(
        KeyHand.Press(
          contact: event.contact, card: block.id, part: part, start: event.position, holdsAt: time + KeyHand.patience))
    case .motion:
      guard let press = hand.keys.presses.first(where: { $0.contact == event.contact }) else { return }
      let far = hand.gestures.metrics.slop * 1.5 * grid.scale
      if (event.position.x - press.start.x).magnitude > far || (event.position.y - press.start.y).magnitude > far {
        hand.keys.leave(event.contact)
      }
    case .up:
      guard let press = hand.keys.lift(event.contact) else { return }
      ask(navigation.control(press.card, .press(part: press.part)))
    case .cancel: hand.keys.leave(event.contact)
    }
  }

  /// Does what keys do that are held. A page that is dragged has no keys pressed.
  mutating func holdKeys() {
    if hand.gestures.axis != nil || navigation.isAsking { return hand.keys.leaveAll() }
    let page = navigation.front.page
    while let press = hand.keys.takeHeld(at: now, repeats: { page.repeats($0) }) {
      ask(navigation.control(press.card, .hold(part: press.part)))
    }
  }

  /// The key at a position.
  private func key(at point: Point, time: Double) -> (block: KioskPage.Block, part: Int)? {
    guard !navigation.isAsking, navigation.target(at: point, edge: 0, time: time).caught == nil,
      let index = navigation.tappableBlock(at: point, time: time)
    else { return nil }
    let block = navigation.front.page.blocks[index]
    guard let control = block.control, control.keys != nil, let part = part(of: control, at: point, time) else {
      return nil
    }
    return (block, part)
  }
}

extension KioskPage {
  /// Whether a key goes on doing what it does while it is held.
  fileprivate func repeats(_ press: KeyHand.Press) -> Bool {
    guard let index = index(of: press.card), let keys = blocks[index].control?.keys else { return false }
    return keys.repeating == press.part
  }
}
