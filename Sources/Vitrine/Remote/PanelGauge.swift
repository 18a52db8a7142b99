import Kiosk
import Panel
import Status
import Synchronization

/// What the frame thread says of itself after each turn, for others to read: it stores some words and waits for nobody.
///
/// Words that are read while they are stored may be of two turns, one after the other.
package final class PanelGauge: Sendable {
  private enum Slot: Int {
    case turns, turnBegan
    case state, stateSince, drawn, flips, lastFlip, pendingSince, refused, lost, lostInARow
    case lateWake, longDraw, lateFlip, waiting
    case isOn, brightness, hasLamp
    case screens, mostScreens, screensSince, lastTouch
  }

  /// Seconds of uptime by their bits; whole numbers as they are.
  private let slots = InlineArray<22, Atomic<UInt64>> { _ in Atomic(0) }

  /// What earlier kiosks of this run have counted: each mode of a panel has a kiosk of its own, and counts from 0.
  struct Counters: Sendable {
    fileprivate var glass = PanelStatus.Glass()
  }

  /// Of a panel that is on and has drawn nothing yet.
  package init() {
    set(.screens, .max)
    set(.isOn, 1)
    set(.brightness, 1.0)
    for slot in [Slot.turnBegan, .lastFlip, .pendingSince, .lastTouch] { set(slot, nil as Double?) }
  }

  // MARK: The frame thread's

  /// What has been counted so far.
  var counters: Counters { Counters(glass: glass) }

  /// A turn begins.
  func noteTurn(at now: Nanoseconds) { set(.turnBegan, Double(now) / 1e9) }

  /// Takes how a turn has left things.
  ///
  /// - Parameter earlier: what was counted when this loop began.
  func note<Screen: Display & ~Copyable>(
    _ loop: borrowing FrameLoop<Screen>, after earlier: Counters, at now: Nanoseconds
  ) {
    let glass = loop.glass
    let known = earlier.glass
    if glass.state.rawValue != number(.state) || number(.turns) == 0 { set(.stateSince, Double(now) / 1e9) }
    set(.state, glass.state.rawValue)
    set(.drawn, known.framesDrawn + glass.framesDrawn)
    set(.flips, known.flips + glass.flips)
    set(.refused, known.refused + glass.refused)
    set(.lateWake, known.missed.lateWake + glass.missed.lateWake)
    set(.longDraw, known.missed.longDraw + glass.missed.longDraw)
    set(.lateFlip, known.missed.lateFlip + glass.missed.lateFlip)
    set(.waiting, known.missed.waiting + glass.missed.waiting)
    set(.lastFlip, glass.lastFlip ?? known.lastFlip)
    set(.pendingSince, glass.pendingSince)
    // The display outlives the kiosks of its modes.
    set(.lost, glass.lost)
    set(.lostInARow, glass.lostInARow)
    if case .lit(let share) = loop.kiosk.light {
      set(.isOn, 1)
      set(.brightness, share)
    } else {
      set(.isOn, 0)
      set(.brightness, 0.0)
    }
    set(.hasLamp, loop.kiosk.hasLamp ? 1 : 0)
    if let touch = loop.kiosk.lastTouch { set(.lastTouch, touch) }
    set(.turns, number(.turns) &+ 1)
    set(.turnBegan, nil as Double?)
  }

  /// Takes how many touch screens there are.
  func note(touchScreens count: Int, at now: Nanoseconds) {
    guard count != number(.screens) else { return }
    set(.screens, count)
    set(.screensSince, Double(now) / 1e9)
    set(.mostScreens, max(count, number(.mostScreens)))
  }

  // MARK: Anybody's

  /// Counts the turns of the frame thread.
  var turns: Int { number(.turns) }

  /// When the turn began that has not ended, seconds of uptime; nil between two.
  var turnBegan: Double? { time(.turnBegan) }

  /// How the glass stands.
  var glass: PanelStatus.Glass {
    var glass = PanelStatus.Glass()
    glass.state = PanelStatus.Glass.State(rawValue: number(.state)) ?? .ready
    glass.stateSince = time(.stateSince) ?? 0
    (glass.framesDrawn, glass.flips, glass.refused) = (number(.drawn), number(.flips), number(.refused))
    (glass.lastFlip, glass.pendingSince) = (time(.lastFlip), time(.pendingSince))
    (glass.lost, glass.lostInARow) = (number(.lost), number(.lostInARow))
    glass.missed.lateWake = number(.lateWake)
    glass.missed.longDraw = number(.longDraw)
    glass.missed.lateFlip = number(.lateFlip)
    glass.missed.waiting = number(.waiting)
    return glass
  }

  /// What can be seen of the picture.
  var light: PanelStatus.Light {
    var light = PanelStatus.Light()
    (light.isOn, light.hasLamp) = (number(.isOn) != 0, number(.hasLamp) != 0)
    light.brightness = time(.brightness) ?? 1
    return light
  }

  /// What it is touched with.
  var touch: PanelStatus.Touch {
    var touch = PanelStatus.Touch()
    touch.screens = number(.screens) == .max ? nil : number(.screens)
    (touch.mostScreens, touch.screensSince) = (number(.mostScreens), time(.screensSince) ?? 0)
    touch.last = time(.lastTouch)
    return touch
  }

  // MARK: Words

  private func set(_ slot: Slot, _ number: Int) {
    // Fits: a slot is one of as many as there are.
    slots[slot.rawValue].store(UInt64(truncatingIfNeeded: number), ordering: .relaxed)
  }

  /// What is no number stands for nothing.
  private func set(_ slot: Slot, _ time: Double?) {
    // Fits: a slot is one of as many as there are.
    slots[slot.rawValue].store((time ?? .nan).bitPattern, ordering: .relaxed)
  }

  private func number(_ slot: Slot) -> Int {
    // Fits: a slot is one of as many as there are.
    Int(truncatingIfNeeded: slots[slot.rawValue].load(ordering: .relaxed))
  }

  private func time(_ slot: Slot) -> Double? {
    // Fits: a slot is one of as many as there are.
    let time = Double(bitPattern: slots[slot.rawValue].load(ordering: .relaxed))
    return time.isNaN ? nil : time
  }
}
