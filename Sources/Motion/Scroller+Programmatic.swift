/// Scrolling without a finger: it ends inside the range, never overscrolls, and a finger landing takes over in place.
extension Scroller {
  /// Scrolls to an offset, limited to the range; from a motion under way, with its velocity.
  ///
  /// Where things are to lie still it is there at once.
  ///
  /// - Returns: false when nothing happens: a finger holds the content, or it is within 0.5 dp of the target.
  @discardableResult
  public mutating func scroll(to offset: Double, by law: ScrollCurve.Law = .programmatic, at time: Double) -> Bool {
    guard !isHeld else { return false }
    finishMotion(at: time)
    let start = position(at: time)
    let target = range.clamp(grid.rounded(range.clamp(offset)))
    guard abs(target - start) > 0.5 else {
      if isMoving(at: time) { enter(.idle(offset: range.clamp(start)), at: time) }
      return false
    }
    guard !isStill else {
      enter(.idle(offset: target), at: time)
      // Where it is now is shown as after any movement.
      noteMovement(at: time)
      return true
    }
    let curve = ScrollCurve(
      from: start, velocity: velocity(at: time), to: target, law: law, at: time, in: range)
    enter(.scrolling(curve), at: time)
    return true
  }

  /// Springs to an offset inside the range with the velocity displayed, unless a finger holds the content.
  ///
  /// For a refresh header: to `-header` when it opens or was let go while open.
  public mutating func spring(to offset: Double, at time: Double) {
    guard !isHeld else { return }
    finishMotion(at: time)
    guard !isStill else { return ease(to: range.clamp(offset), at: time) }
    let spring = Spring(
      target: range.clamp(offset), position: position(at: time),
      velocity: Spring.entryVelocity(velocity(at: time), viewport: range.viewport), startTime: time,
      stopSpeed: grid.stopSpeed)
    enter(.coasting(Coast(spring, aimed: true, in: range, rate: rate, grid: grid)), at: time)
  }

  /// Comes to rest at an offset inside the range with the velocity displayed, from one side, unless a finger holds the content.
  ///
  /// For a finger that lifts between two places to rest at: nothing beyond the one chosen comes into sight.
  mutating func land(on offset: Double, at time: Double) {
    guard !isHeld else { return }
    finishMotion(at: time)
    guard !isStill else { return ease(to: range.clamp(offset), at: time) }
    let spring = Spring.landing(
      on: range.clamp(offset), position: position(at: time),
      velocity: Spring.entryVelocity(velocity(at: time), viewport: range.viewport), startTime: time,
      stopSpeed: grid.stopSpeed)
    enter(.coasting(Coast(spring, aimed: true, in: range, rate: rate, grid: grid)), at: time)
  }

  private mutating func ease(to target: Double, at time: Double) {
    let start = position(at: time)
    enter(start == target ? .idle(offset: target) : eased(from: start, to: target, at: time), at: time)
  }

  mutating func press(_ key: InputEvent.Key, at time: Double) {
    let page = Self.page * range.viewport
    switch key {
    case .up, .left: scroll(to: aim(at: time) - Self.line, by: .keyboard, at: time)
    case .down, .right: scroll(to: aim(at: time) + Self.line, by: .keyboard, at: time)
    case .pageUp: scroll(to: aim(at: time) - page, by: .keyboard, at: time)
    case .pageDown, .space: scroll(to: aim(at: time) + page, by: .keyboard, at: time)
    case .home: scroll(to: range.lower, by: .keyboard, at: time)
    case .end: scroll(to: range.upper, by: .keyboard, at: time)
    case .refresh, .back, .enter, .next, .previous: break
    }
  }

  /// What a further step counts from: the target of the scroll under way, so that steps add up; else what is displayed. In dp.
  public func aim(at time: Double) -> Double {
    if case .scrolling(let curve) = phase { curve.target } else { position(at: time) }
  }
}
