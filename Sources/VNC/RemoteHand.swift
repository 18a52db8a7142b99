import Motion
import Numbers
import Scene

/// What somebody does with a mouse and keys far away, as what is done at the panel: the button is a finger, and there is no more of it than
/// a quick hand could do.
struct RemoteHand {
  /// How often something may be done: as often as `rate` a second, and `burst` times at once.
  private struct Allowance {
    let rate: Double
    let burst: Double
    private var left: Double
    private var time = -Double.infinity

    init(rate: Double, burst: Double) { (self.rate, self.burst, left) = (rate, burst, burst) }

    mutating func take(at now: Double) -> Bool {
      if time.isFinite { left = min(left + max(now - time, 0) * rate, burst) }
      time = max(time, now)
      guard left >= 1 else { return false }
      left -= 1
      return true
    }
  }

  /// Seconds between two places of a finger that are told: 125 a second, as touch screens have.
  static let pace = 0.008
  /// Seconds a finger may rest.
  static let longestHold = 60.0
  /// As the wheel of a mouse at the panel.
  static let linesPerNotch = 3.0

  private let contact: Int
  private var buttons: UInt8 = 0
  /// Where the finger is; nil while none is down.
  private var place: Point?
  private var toldAt = 0.0
  /// It has moved since it was told.
  private var hasMoved = false
  private var shifts: Set<UInt32> = []
  /// Control, Alt and their like that are down: with them no key writes.
  private var controls: Set<UInt32> = []
  private var touches = Allowance(rate: 20, burst: 20)
  private var notches = Allowance(rate: 60, burst: 60)
  private var keys = Allowance(rate: 30, burst: 30)

  /// - Parameter contact: the number of its finger, which nobody else's has.
  init(contact: Int) { self.contact = contact }

  /// Takes a state of the mouse, in pixels of a picture of this size.
  ///
  /// - Parameter time: seconds on the monotonic clock.
  mutating func pointer(buttons: UInt8, x: Int, y: Int, in size: PixelSize, at time: Double) -> [InputEvent] {
    // The middle of the pixel; what is outside is at the edge.
    let point = Point(
      x: Double(min(max(x, 0), size.width - 1)) + 0.5, y: Double(min(max(y, 0), size.height - 1)) + 0.5)
    let pressed = buttons & ~self.buttons
    let isDown = buttons & 1 != 0
    let wasDown = self.buttons & 1 != 0
    self.buttons = buttons
    var events: [InputEvent] = []
    // Button 4 is a notch of the wheel upwards, button 5 one downwards.
    for (bit, lines) in [(UInt8(8), -Self.linesPerNotch), (UInt8(16), Self.linesPerNotch)] where pressed & bit != 0 {
      if notches.take(at: time) { events.append(.wheel(lines: lines, position: point, time: time)) }
    }
    switch (wasDown, isDown) {
    case (false, true):
      // Whose finger is too quick does not touch.
      guard touches.take(at: time) else { break }
      place = point
      events.append(touch(.down, at: time))
    case (true, true):
      guard place != nil, place != point else { break }
      place = point
      hasMoved = true
      events += due(at: time)
    case (true, false):
      guard place != nil else { break }
      place = point
      events.append(touch(.up, at: time))
      place = nil
    case (false, false): break
    }
    return events
  }

  /// When there is something to be told: the finger's last place, or that it has touched nothing; nil when there is not.
  var deadline: Double? {
    guard place != nil else { return nil }
    return hasMoved ? toldAt + Self.pace : toldAt + Self.longestHold
  }

  /// A finger of which nothing was heard for so long is nobody's any more: a board that waits until nobody touches it would wait for ever.
  mutating func tired(at time: Double) -> InputEvent? {
    time >= toldAt + Self.longestHold ? cancel(at: time) : nil
  }

  /// What is due.
  mutating func due(at time: Double) -> [InputEvent] {
    guard hasMoved, time >= toldAt + Self.pace else { return [] }
    return [touch(.motion, at: time)]
  }

  /// Takes a key by its symbol.
  mutating func key(isDown: Bool, symbol: UInt32, at time: Double) -> InputEvent? {
    if Self.shiftKeys.contains(symbol) {
      if isDown { shifts.insert(symbol) } else { shifts.remove(symbol) }
      return nil
    }
    if Self.controlKeys.contains(symbol) {
      if isDown { controls.insert(symbol) } else { controls.remove(symbol) }
      return nil
    }
    let key = Self.key(symbol, withShift: !shifts.isEmpty)
    let letter = controls.isEmpty ? Self.letter(symbol) : nil
    guard isDown, key != nil || letter != nil, keys.take(at: time) else { return nil }
    if let letter {
      return .typed(Stroke(letter, meaning: key.map(Stroke.Meaning.key), steers: letter == " "), time: time)
    }
    return key.map { .key($0, time: time) }
  }

  /// Whoever it was has gone: the finger has touched nothing.
  mutating func cancel(at time: Double) -> InputEvent? {
    guard place != nil else { return nil }
    defer { place = nil }
    return touch(.cancel, at: time)
  }

  private mutating func touch(_ phase: TouchEvent.Phase, at time: Double) -> InputEvent {
    (toldAt, hasMoved) = (time, false)
    return .touch(TouchEvent(phase: phase, contact: contact, position: place ?? Point(x: 0, y: 0), time: time))
  }

  private static let shiftKeys: Set<UInt32> = [0xFFE1, 0xFFE2]
  private static let controlKeys: Set<UInt32> = [0xFFE3, 0xFFE4, 0xFFE7, 0xFFE8, 0xFFE9, 0xFFEA, 0xFFEB, 0xFFEC]

  /// What a key writes: letters of Latin 1, those whose symbols are their numbers in Unicode, and what a number pad has while it is one.
  /// Source: X11/keysymdef.h.
  static func letter(_ symbol: UInt32) -> Unicode.Scalar? {
    let letter: Unicode.Scalar? =
      switch symbol {
      case 0xFF08: Stroke.delete
      case 0x20...0x7E, 0xA0...0xFF: Unicode.Scalar(symbol)
      case 0xFFAA...0xFFAF, 0xFFB0...0xFFB9: Unicode.Scalar(symbol - 0xFF80)
      case 0x0100_0100...0x0110_FFFF: Unicode.Scalar(symbol - 0x0100_0000)
      default: nil
      }
    return letter.flatMap { Stroke($0).isLetter ? $0 : nil }
  }

  /// What a key means at a panel; nil for those that mean nothing there. Source: X11/keysymdef.h.
  static func key(_ symbol: UInt32, withShift: Bool = false) -> InputEvent.Key? {
    switch symbol {
    // The arrows and their neighbours, also of the number pad.
    case 0xFF50, 0xFF95: .home
    case 0xFF51, 0xFF96: .left
    case 0xFF52, 0xFF97: .up
    case 0xFF53, 0xFF98: .right
    case 0xFF54, 0xFF99: .down
    case 0xFF55, 0xFF9A: .pageUp
    case 0xFF56, 0xFF9B: .pageDown
    case 0xFF57, 0xFF9C: .end
    case 0xFF09: withShift ? .previous : .next
    // Tab with the shift key, on keyboards that have a symbol for it.
    case 0xFE20: .previous
    case 0xFF0D, 0xFF8D: .enter
    case 0x20: .space
    case 0xFF1B, 0xFF08: .back
    case 0xFFC2: .refresh
    default: nil
    }
  }
}
