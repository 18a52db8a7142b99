public import Motion
public import Scene

/// Finds touches that no finger made: taps of no duration at the same point again and again.
///
/// Some panels report one every few seconds (raspberrypi/linux#7638: a zero-length tap at one fixed point every 12.864 s), and every
/// one of them looks like a person to an idle timer. They are always counted; only when `isEnabled` are they taken out. A real tap
/// lasts for two scans of the panel at least, and is let through even on a suspicious point, at most `longest` late.
public struct GhostTouchFilter: Sendable {
  /// Seconds a ghost lasts at most. Panels scan at 60 Hz or faster and fingers stay for 40 ms and more.
  public static let longest = 0.020
  /// How far apart two ghosts of one point may lie, in viewer pixels.
  static let radius = 2.0
  /// As many short taps make a point suspicious.
  static let repetitions = 2
  private static let mostPoints = 8

  /// Whether ghosts are taken out, or only counted.
  public var isEnabled: Bool
  /// Ghosts so far.
  public private(set) var count = 0
  /// Where the last one was, in viewer pixels.
  public private(set) var lastPosition: Point?

  private struct Suspect {
    var position: Point
    var taps = 1
  }

  private struct Landing {
    var event: TouchEvent
    var hasMoved = false
    var isHeld: Bool
  }

  /// Points of short taps, the latest last.
  private var suspects: [Suspect] = []
  private var landings: [Landing] = []

  /// - Parameter isEnabled: whether ghosts are taken out, or only counted.
  public init(isEnabled: Bool = false) {
    self.isEnabled = isEnabled
    suspects.reserveCapacity(Self.mostPoints + 1)
    landings.reserveCapacity(16)
  }

  /// Takes one event and appends what is known to be real.
  public mutating func filter(_ event: TouchEvent, into events: inout [InputEvent]) {
    release(at: event.time, into: &events)
    let place = landings.firstIndex { $0.event.contact == event.contact }
    switch event.phase {
    case .down:
      let isHeld = isEnabled && isSuspicious(event.position)
      if let place { landings.remove(at: place) }
      landings.append(Landing(event: event, isHeld: isHeld))
      if !isHeld { events.append(.touch(event)) }
    case .motion:
      guard let place else { return events.append(.touch(event)) }
      if landings[place].event.position.distance(to: event.position) > Self.radius { landings[place].hasMoved = true }
      if landings[place].isHeld {
        guard landings[place].hasMoved else { return }
        letThrough(place, into: &events)
      }
      events.append(.touch(event))
    case .up, .cancel:
      guard let place else { return events.append(.touch(event)) }
      let landing = landings.remove(at: place)
      let isShort = !landing.hasMoved && event.time - landing.event.time <= Self.longest
      if isShort, event.phase == .up, note(landing.event.position) {
        count += 1
        lastPosition = landing.event.position
      }
      // What is still held was short: longer ones have been released above.
      if !landing.isHeld { events.append(.touch(event)) }
    }
  }

  /// When a held touch is known to be real although nothing else has happened; nil when none is held.
  public var deadline: Double? {
    var earliest: Double?
    for landing in landings where landing.isHeld {
      let due = landing.event.time + Self.longest
      earliest = min(earliest ?? due, due)
    }
    return earliest
  }

  /// Lets through what has been down for longer than any ghost.
  public mutating func release(at time: Double, into events: inout [InputEvent]) {
    for place in landings.indices
    where landings[place].isHeld && time - landings[place].event.time > Self.longest {
      letThrough(place, into: &events)
    }
  }

  private mutating func letThrough(_ place: Int, into events: inout [InputEvent]) {
    landings[place].isHeld = false
    events.append(.touch(landings[place].event))
  }

  private func isSuspicious(_ position: Point) -> Bool {
    suspects.contains { $0.taps >= Self.repetitions && $0.position.distance(to: position) <= Self.radius }
  }

  /// Remembers a short tap.
  ///
  /// - Returns: whether there have been enough of them at this point to call it a ghost.
  private mutating func note(_ position: Point) -> Bool {
    guard let place = suspects.firstIndex(where: { $0.position.distance(to: position) <= Self.radius }) else {
      suspects.append(Suspect(position: position))
      if suspects.count > Self.mostPoints { suspects.removeFirst() }
      return false
    }
    var suspect = suspects.remove(at: place)
    suspect.taps += 1
    suspects.append(suspect)
    return suspect.taps > Self.repetitions
  }
}

extension Point {
  func distance(to other: Point) -> Double {
    ((x - other.x) * (x - other.x) + (y - other.y) * (y - other.y)).squareRoot()
  }
}
