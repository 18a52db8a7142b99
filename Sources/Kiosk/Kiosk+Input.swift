public import Motion
import Refresh
import Scene

/// What people do to the panel.
extension Kiosk {
  /// Takes one touch, wheel or key; positions in viewer pixels.
  public mutating func take(_ input: InputEvent) {
    lastInput = max(lastInput, input.time)
    hasIdled = false
    isDirty = true
    guard power.admits(input) else { return }
    let time = max(input.time, now)
    switch input {
    case .touch(let event):
      if event.device == .pointer { point(at: event.position, time: time) }
      let target = GestureTarget(axis: .vertical, caught: front.scroller.catchesTouch(at: time) ? .vertical : nil)
      if let gesture = gestures.handle(event, over: target) { perform(gesture, device: event.device, at: time) }
    case .wheel(let lines, _, _):
      front.scroller.handle(.wheel(lines: lines), at: time)
    case .pointer(let position, _):
      point(at: position, time: time)
    case .key(.refresh, _):
      perform(refresh.handle(.begin, at: time), at: time)
    case .key(.back, _):
      closeDetail(at: time)
    case .key(let key, _):
      front.scroller.handle(.key(key), at: time)
    }
  }

  /// Lets go of whatever fingers hold: the panel was changed under them. They mean nothing until they land anew.
  public mutating func cancelTouches() {
    guard let gesture = gestures.cancelAll() else { return }
    perform(gesture, device: .touchscreen, at: now)
    isDirty = true
  }

  /// The dragged page lies where the finger is at the time this frame samples touches.
  mutating func followFinger() {
    guard gestures.axis == .vertical, let travel = gestures.travel(at: now - TouchResampler.latency) else { return }
    front.scroller.handle(.drag(travel: travel), at: now)
  }

  /// Something a tap on would do, under the finger.
  var pressedBlock: Int? {
    guard let point = gestures.press(at: now), let index = front.block(at: point, time: now),
      front.page.blocks[index].isTappable
    else { return nil }
    return index
  }

  private mutating func perform(_ gesture: Gesture, device: TouchEvent.Device, at time: Double) {
    switch gesture {
    case .touched:
      front.scroller.handle(.touch(mayPull: true), at: time)
    case .dragBegan(let axis):
      // Nothing scrolls sideways yet: such a drag moves nothing and ends nothing.
      if axis == .horizontal { front.scroller.handle(.letGo, at: time) }
    case .dragEnded(let lift):
      guard lift.axis == .vertical else { return }
      front.scroller.handle(.drag(travel: lift.travel), at: time)
      showExtent(at: time)
      front.scroller.handle(.lift(travel: lift.travel, velocity: lift.velocity, rest: lift.rest), at: time)
      liftFromRefresh(fingerVelocity: lift.velocity, at: time)
    case .tapped(let point):
      letGo(at: time)
      tap(point, at: time)
    case .released:
      letGo(at: time)
    case .canceled, .service:
      front.scroller.handle(.letGo, at: time)
      if detail == nil { perform(refresh.handle(.cancel, at: time), at: time) }
    }
  }

  /// A finger the light went out over.
  mutating func cancel(_ event: TouchEvent) {
    if let gesture = gestures.handle(event) { perform(gesture, device: event.device, at: now) }
  }

  /// The finger lifts without having dragged.
  private mutating func letGo(at time: Double) {
    showExtent(at: time)
    front.scroller.handle(.letGo, at: time)
    liftFromRefresh(fingerVelocity: 0, at: time)
  }

  /// What the lift means for a pull; the scroller has been let go already, and may be told to spring elsewhere.
  private mutating func liftFromRefresh(fingerVelocity: Double, at time: Double) {
    guard detail == nil else { return }
    perform(
      refresh.handle(.up(velocity: home.scroller.liftVelocity), at: time), fingerVelocity: fingerVelocity, at: time)
  }

  private mutating func tap(_ point: Point, at time: Double) {
    if detail != nil, point.y < Double(front.headerHeight) { return closeDetail(at: time) }
    guard let index = front.block(at: point, time: time) else { return }
    let block = front.page.blocks[index]
    if block.isTappable, detail == nil { ask(.openDetail(block.id)) }
  }
}

/// A panel nobody touches.
extension Kiosk {
  /// When the board's idle rule is due; nil when there is none, or nothing to undo.
  var idleTime: Double? {
    guard let idleRule, !hasIdled, !gestures.hasFingers else { return nil }
    return lastInput + idleRule.after
  }

  mutating func restWhenUntouched() {
    guard let due = idleTime, now >= due else { return }
    hasIdled = true
    closeDetail(at: now)
    home.scroller.scroll(to: 0, at: now)
  }
}
