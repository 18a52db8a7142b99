/// Changes of what is scrolled. After each, the phase is anchored anew from what is displayed, so that nothing jumps.
extension Scroller {
  /// Takes new lengths of content and viewport.
  ///
  /// Content that grows is simply there. Content that shrinks past what is displayed is clamped, at rest and under a finger (which
  /// drags on from there); a motion goes on and springs back to the new end. So does everything when only the viewport has grown: all
  /// rows are still there, and none jumps.
  public mutating func setContent(_ content: Double, viewport: Double, at time: Double) {
    finishMotion(at: time)
    let old = range
    let isOther = content != self.content
    self.content = content
    range = ScrollRange(header: header, content: content, viewport: viewport)
    adapt(to: old, clamping: isOther, at: time)
  }

  /// Takes content inserted before what is seen (`height` above 0) or removed there (below 0): what is seen stays where it is.
  ///
  /// Holds in every phase: drag, fling, spring and scroll go on around the same rows. To show new rows from the top instead, as after
  /// a pull that ended there, use `setContent`.
  public mutating func insertAbove(_ height: Double, at time: Double) {
    finishMotion(at: time)
    let old = range
    content += height
    range = ScrollRange(header: header, content: content, viewport: old.viewport)
    adapt(to: old, shift: height, clamping: true, at: time)
  }

  /// Holds open (`height` above 0) or gives up (0) the place of a header before the content.
  ///
  /// It moves nothing that is held or inside the range. What lies outside the new range springs to its edge: giving up the header of
  /// content at its top closes the gap.
  public mutating func setHeader(_ height: Double, at time: Double) {
    finishMotion(at: time)
    let old = range
    header = max(0, height)
    range = ScrollRange(header: header, content: content, viewport: old.viewport)
    adapt(to: old, clamping: false, at: time)
  }

  /// Brings the phase, made for the range `old`, into the present one.
  ///
  /// - Parameters:
  ///   - shift: what the content's own coordinates moved by.
  ///   - clamping: content at rest or in hand follows an end that came nearer, instead of being left outside.
  private mutating func adapt(to old: ScrollRange, shift: Double = 0, clamping: Bool, at time: Double) {
    switch phase {
    case .idle(let offset):
      settle(at: stay(offset, from: old, shift: shift, clamping: clamping), time)
    case .tracking(let grip):
      phase = .tracking(adapted(grip, from: old, shift: shift, clamping: clamping))
    case .dragging(let grip):
      phase = .dragging(adapted(grip, from: old, shift: shift, clamping: clamping))
    case .coasting(let coast):
      let moved = coast.position(at: time) + shift
      let shown = clamping ? visible(moved, pulled: old.overscroll(moved - shift)) : moved
      phase =
        shown == moved && (!isStill || range.contains(shown))
        ? .coasting(coast.replanned(at: time, shift: shift, in: range, rate: rate, grid: grid, bounces: !isStill))
        : released(from: shown, velocity: coast.velocity(at: time), at: time)
    case .scrolling(let curve):
      phase = adapted(curve, from: old, shift: shift, clamping: clamping, at: time)
    }
  }

  /// Where content at rest or in hand is after a change: on the end that has come nearer, but where it is if it is pulled past that.
  private func stay(_ offset: Double, from old: ScrollRange, shift: Double, clamping: Bool) -> Double {
    let moved = offset + shift
    guard clamping else { return moved }
    let pulled = old.overscroll(offset)
    if moved > range.upper, range.upper < old.upper + shift, pulled <= 0 { return range.upper }
    return visible(moved, pulled: pulled)
  }

  /// At most half a viewport past an end, unless pulled further before: rows are gone, and beyond only emptiness would be seen.
  private func visible(_ offset: Double, pulled: Double) -> Double {
    let limit = max(range.viewport / 2, abs(pulled))
    return min(max(offset, range.lower - limit), range.upper + limit)
  }

  private func adapted(_ grip: Grip, from old: ScrollRange, shift: Double, clamping: Bool) -> Grip {
    var grip = grip
    let offset = stay(offset(of: grip, in: old), from: old, shift: shift, clamping: clamping)
    grip.anchor = range.travel(ofOffset: offset) + grip.travel
    return grip
  }

  private func adapted(
    _ curve: ScrollCurve, from old: ScrollRange, shift: Double, clamping: Bool, at time: Double
  ) -> Phase {
    let offset = stay(curve.position(at: time), from: old, shift: shift, clamping: clamping)
    let velocity = curve.velocity(at: time)
    var moved = curve
    moved.move(by: shift, in: range)
    if range.contains(moved.target), abs(moved.position(at: time) - offset) < 1e-6 { return .scrolling(moved) }
    guard range.contains(offset) else { return released(from: offset, velocity: velocity, at: time) }
    let target = range.clamp(moved.target)
    if offset == target { return .idle(offset: target) }
    return .scrolling(
      ScrollCurve(from: offset, velocity: velocity, to: target, law: .programmatic, at: time, in: range))
  }

  private mutating func settle(at offset: Double, _ time: Double) {
    if range.contains(offset) {
      phase = .idle(offset: offset)
    } else {
      enter(released(from: offset, velocity: 0, at: time), at: time)
    }
  }
}
