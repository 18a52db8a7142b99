package import Compositor
import Numbers
package import Panel
package import Scene

/// A virtual panel that does what a display has done: it takes the frames that took, and tells of flips when that told of them.
package struct ReplayDisplay: Display, ~Copyable {
  private let tape: ReplayTape
  private var glass: VirtualDisplay
  /// See `Display.handsOver`.
  package let handsOver: Bool
  /// So many frames more are drawn whole: one that was refused has left its buffer in doubt.
  private var doubts = 0

  init(_ facts: LoopFacts, _ tape: ReplayTape) {
    self.tape = tape
    glass = VirtualDisplay(mode: facts.mode, buffers: 2, logLimit: 1)
    handsOver = facts.handsOver
  }

  /// As the display was.
  package var mode: DisplayMode { glass.mode }
  /// As it was.
  package var isActive: Bool { tape.look() }
  /// Nobody waits, but for a panel that goes on behind the record.
  package var nextDeadline: Nanoseconds? { tape.isFree ? glass.nextDeadline : nil }
  /// Time stands in the record, as far as that goes.
  package mutating func advance(to now: Nanoseconds) { if tape.isFree { glass.advance(to: now) } }
  /// As it was.
  package mutating func takeChange() -> DisplayChange? { tape.takeChange() }
  /// As it was.
  package mutating func takeFlip() -> Flip? { tape.isFree ? glass.takeFlip() : tape.takeFlip() }

  /// The frame is on the glass at once; the loop hears of it when it did.
  package mutating func present(_ draw: (_ surface: borrowing Surface, _ age: Int) -> Region) -> Bool {
    if tape.isFree { return glass.present(draw) }
    let fate = tape.fate
    guard fate != .notDrawn else { return false }
    if fate == .refused { doubts = 3 }
    let isDoubtful = doubts > 0
    if fate == .taken, doubts > 0 { doubts -= 1 }
    _ = glass.present { surface, age in draw(surface, isDoubtful ? 0 : age) }
    if let flip = glass.nextFlip { glass.advance(to: flip) }
    return fate == .taken
  }

  /// The picture of the frame drawn last, upright; nil before the first.
  package func screenshot() -> Pixmap? { glass.screenshot() }

  /// Its pixels as one number, for comparing two replays or a replay with a panel.
  package var pixelHash: UInt64 { glass.pixelHash }
}

extension VirtualDisplay {
  /// The picture on the glass as one number; equal pictures have equal ones.
  package var pixelHash: UInt64 {
    var mixer = Mixer()
    unsafe scanOut { _, words in
      for place in 0..<words.count { mixer.mix(UInt64(unsafe words[place])) }
    }
    return mixer.value
  }
}
