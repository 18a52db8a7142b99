public import Motion
import Numbers
public import Scene

/// Fingers on a schedule: what a person would do to the panel, as events at chosen times.
///
/// Positions are viewer pixels, times seconds. Samples come at `rate` hertz, as from a real touch panel.
public struct ScriptedTouch: Sendable {
  /// In time order.
  public private(set) var events: [InputEvent] = []
  /// When the script so far ends.
  public private(set) var time: Double
  private let rate: Double
  /// Where each contact is, or was when it was lifted.
  private var fingers: [Int: Point] = [:]

  /// - Parameter finger: where a finger that an earlier script left down still is, the one of contact 0.
  public init(start: Double = 0, rate: Double = 100, finger: Point = .zero) {
    time = start
    self.rate = rate
    fingers[0] = finger
  }

  /// Nothing for a while; a finger that is down stays where it is.
  public mutating func wait(_ seconds: Double) { time += seconds }

  /// Lands a finger, in viewer pixels.
  public mutating func down(_ point: Point, contact: Int = 0) {
    fingers[contact] = point
    add(.down, contact)
  }

  /// Moves the finger to `point` at an even speed.
  public mutating func move(to point: Point, over seconds: Double, contact: Int = 0) {
    let from = fingers[contact] ?? .zero
    let began = time
    let steps = max(1, Int(clamping: (seconds * rate).rounded()))
    for step in 1...steps {
      let share = Double(step) / Double(steps)
      fingers[contact] = Point(x: from.x + (point.x - from.x) * share, y: from.y + (point.y - from.y) * share)
      time = began + seconds * share
      add(.motion, contact)
    }
  }

  /// Lifts a finger where it is.
  public mutating func up(contact: Int = 0) { add(.up, contact) }

  /// Takes a finger away, as a palm or another gesture does.
  public mutating func cancel(contact: Int = 0) { add(.cancel, contact) }

  /// Lands and lifts a finger in one place.
  ///
  /// - Parameter hold: seconds in between.
  public mutating func tap(_ point: Point, hold: Double = 0.06, contact: Int = 0) {
    down(point, contact: contact)
    wait(hold)
    up(contact: contact)
  }

  /// Down, an even drag, up: at the end the finger still moves, so the page flings.
  public mutating func flick(from: Point, to: Point, over seconds: Double) {
    down(from)
    move(to: to, over: seconds)
    up()
  }

  private mutating func add(_ phase: TouchEvent.Phase, _ contact: Int) {
    let position = fingers[contact] ?? .zero
    events.append(.touch(TouchEvent(phase: phase, contact: contact, position: position, time: time)))
  }
}
