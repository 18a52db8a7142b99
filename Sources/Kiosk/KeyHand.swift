import Board
import Motion
import Numbers
import Scene

/// Fingers on keys: each presses the one it landed on, when it lifts and has not gone away from it. Two thumbs write faster than one, and
/// the second lands before the first has lifted. A fingertip rolls as it presses: as long as it is on its key, and does not scroll or turn
/// pages, that is all it does.
struct KeyHand {
  /// What a finger on a key has become.
  enum Way {
    /// It is on it.
    case on
    /// It scrolls, or turns pages.
    case drags
    /// It is elsewhere.
    case off
  }

  /// A finger on a key.
  struct Press {
    let contact: Int
    let card: CardID
    let part: Int
    /// Where it landed, viewer pixels.
    let start: Point
    /// Where its key lay then, viewer pixels.
    let ground: PixelRect
    /// How far it may tremble, in pixels.
    let slop: Double
    /// How far it may roll from where it landed, whatever its key is; pixels.
    let wobble: Double
    /// The page is scrolled by a finger that leaves slop upwards or downwards.
    let scrolls: Bool
    /// Pages are turned by one that leaves it sideways.
    let turns: Bool
    /// Where the page was scrolled to, dp.
    let offset: Double
    /// When the key is held next, seconds.
    var holdsAt: Double
    /// It has been held: lifting does nothing more.
    var isHeld = false

    /// What it has become at a position, viewer pixels.
    func way(at point: Point) -> Way {
      let (dx, dy) = ((point.x - start.x).magnitude, (point.y - start.y).magnitude)
      // As the recognizer tells drags.
      switch (scrolls, turns) {
      case (true, true): if dx * dx + dy * dy > slop * slop { return .drags }
      case (true, false): if dy > slop { return .drags }
      case (false, true): if dx > slop, dx > TouchMetrics.horizontalRatio * dy { return .drags }
      case (false, false): break
      }
      if dx <= max(slop, wobble), dy <= max(slop, wobble) { return .on }
      let isOnKey =
        point.x >= Double(ground.x0) - slop && point.x < Double(ground.x1) + slop
        && point.y >= Double(ground.y0) - slop && point.y < Double(ground.y1) + slop
      return isOnKey ? .on : .off
    }
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
  ///
  /// - Returns: whether the finger is on its key, and means nothing else.
  @discardableResult
  mutating func type(_ event: TouchEvent, at time: Double) -> Bool {
    switch event.phase {
    case .down:
      hand.keys.leave(event.contact)
      guard hand.gestures.axis == nil, let press = press(of: event, at: time) else { return false }
      hand.keys.land(press)
    case .motion:
      guard let press = hand.keys.presses.first(where: { $0.contact == event.contact }) else { return false }
      switch way(of: press, at: event.position) {
      // Where the page scrolls the recognizer tells drags as this does, and wants to know how quick they are.
      case .on: return !hasStiffHands && !press.scrolls
      case .drags: break
      case .off: if !hasStiffHands { hand.gestures.restart(event.contact, at: event.position) }
      }
      hand.keys.leave(event.contact)
    case .up:
      guard let press = hand.keys.lift(event.contact) else { return false }
      ask(navigation.control(press.card, .press(part: press.part)))
    case .cancel: hand.keys.leave(event.contact)
    }
    return false
  }

  private func way(of press: KeyHand.Press, at point: Point) -> KeyHand.Way {
    guard hasStiffHands else { return press.way(at: point) }
    let far = hand.gestures.metrics.slop * 1.5 * grid.scale
    let isFar = (point.x - press.start.x).magnitude > far || (point.y - press.start.y).magnitude > far
    return isFar ? .off : .on
  }

  /// Does what keys do that are held. A page that is scrolled or turned has no keys pressed.
  mutating func holdKeys() {
    if isDraggedFromKeys || navigation.isAsking { return hand.keys.leaveAll() }
    let page = navigation.front.page
    while let press = hand.keys.takeHeld(at: now, repeats: { page.repeats($0) }) {
      ask(navigation.control(press.card, .hold(part: press.part)))
    }
  }

  /// Whether a finger drags the page, and it has moved by that.
  private var isDraggedFromKeys: Bool {
    guard let axis = hand.gestures.axis else { return false }
    if hasStiffHands || axis == .horizontal { return true }
    let offset = navigation.front.scroller.position(at: now)
    return hand.keys.presses.contains { ($0.offset - offset).magnitude > 1 }
  }

  /// A finger that has landed on a key.
  private func press(of event: TouchEvent, at time: Double) -> KeyHand.Press? {
    let point = event.position
    let edge = DetailView.edge * grid.scale
    let target = navigation.target(at: point, edge: edge, time: time)
    guard !navigation.isAsking, navigation.target(at: point, edge: 0, time: time).caught == nil,
      let index = navigation.tappableBlock(at: point, time: time)
    else { return nil }
    let view = navigation.front
    let block = view.page.blocks[index]
    guard let control = block.control, control.keys != nil, let part = part(of: control, at: point, time) else {
      return nil
    }
    return KeyHand.Press(
      contact: event.contact, card: block.id, part: part, start: point,
      ground: control.parts[part].offset(dx: 0, dy: view.headerHeight - view.firstRow(at: time)),
      slop: hand.gestures.metrics.slop(noise: event.noise) * grid.scale, wobble: wobble,
      scrolls: view.scroller.range.isScrollable, turns: target.axis == nil, offset: view.scroller.position(at: time),
      holdsAt: time + KeyHand.patience)
  }
}

extension KioskPage {
  /// Whether a key goes on doing what it does while it is held.
  fileprivate func repeats(_ press: KeyHand.Press) -> Bool {
    guard let index = index(of: press.card), let keys = blocks[index].control?.keys else { return false }
    return keys.repeating == press.part
  }
}
