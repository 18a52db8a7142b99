package import Motion
package import Panel
import Refresh
package import Scene

/// What a frame loop tells of everything that comes into it, in the order it comes, and of what it makes of that.
///
/// Two stand here: who writes it down, and who plays it back. Called on the frame thread; must return at once.
package protocol FrameTape: AnyObject {
  /// A loop begins, with nothing shown.
  func begins(_ facts: LoopFacts)
  /// It takes a turn.
  func turns(at now: Nanoseconds)
  /// It has read its clock.
  func reads(clock: Nanoseconds)
  /// Its thread had waited so many times more for something else than the processor.
  func waited(_ count: Int)
  /// Whether its display can show frames; told with each look at that.
  func looks(isActive: Bool)
  /// Something has happened to its display.
  func changes(_ change: DisplayChange)
  /// A frame is on the glass.
  func flips(_ flip: Flip)
  /// Somebody does something.
  func handles(_ input: InputEvent, _ kiosk: borrowing Kiosk)
  /// A message comes; `now` where it comes by itself, and not in a turn.
  func receives(_ message: KioskMessage, _ kiosk: borrowing Kiosk, at now: Nanoseconds?)
  /// A frame was described, and the display asked to take it.
  func draws(_ scene: borrowing Scene, _ kiosk: borrowing Kiosk, for presentation: Nanoseconds, _ fate: FrameFate)
  /// All that is on the display was forgotten.
  func resets()
  /// A frame was late or missed.
  func judges(_ verdict: FrameVerdict)
  /// It is time to tell what all of it is, once nothing moves.
  var wantsRest: Bool { get }
  /// Nothing moves, and this is what all of it is. Changes nothing.
  func rests(_ kiosk: inout Kiosk, _ scheduler: inout FrameScheduler, _ facts: LoopFacts)
}

/// What became of a frame that was described.
package enum FrameFate: UInt8, Sendable, Hashable, CaseIterable {
  /// It was drawn and is on its way.
  case taken
  /// It was drawn, and the display would not take it.
  case refused
  /// The display had no room to draw it.
  case notDrawn
}

/// What of a frame stands in a record, by the number it has there.
enum FrameExtent: UInt8 {
  /// All that is seen.
  case whole
  /// Nothing: what is seen follows from keys that are in no record.
  case nothing
  /// All but what tells where on keys somebody is.
  case withoutHand
}

/// What a frame loop begins with.
package struct LoopFacts: Sendable {
  var mode: DisplayMode
  var handsOver: Bool
  /// Somebody stands around the loop, and its clock is read after him.
  var hasAttendant: Bool
  var scale: Double
  var tileBudget: Int
  var resamplesTouch: Bool
  var pointerIsFinger: Bool
  var colors: KioskColors
  var control: RefreshControl
}

extension Kiosk {
  /// What a kiosk that has shown nothing yet was made with.
  func facts(mode: DisplayMode, handsOver: Bool, hasAttendant: Bool) -> LoopFacts {
    LoopFacts(
      mode: mode, handsOver: handsOver, hasAttendant: hasAttendant, scale: scale, tileBudget: demand.budget,
      resamplesTouch: hand.gestures.metrics.resamples, pointerIsFinger: hand.pointerIsFinger, colors: chrome.theme,
      control: RefreshControl(
        style: refresh.style, sprites: chrome.sprites, rules: refresh.rules, recipe: recipe, gate: gate))
  }
}
