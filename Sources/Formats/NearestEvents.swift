import Board

/// Of a calendar's events, as many as one may have: those nearest to now.
struct NearestEvents {
  /// Events outside of it are further away than as many others.
  private(set) var window: ClosedRange<Double>
  /// Some were further away.
  private(set) var isCut = false

  private let now: Double
  private var events: [CalendarEvent] = []

  /// - Parameter window: around now, as a calendar's is.
  init(to window: ClosedRange<Double>) {
    self.window = window
    now = window.lowerBound + Double(Calendar.daysBefore) * 86_400
  }

  mutating func add(_ more: [CalendarEvent]) {
    events += more
    // Sorting is done once for so many.
    if events.count > 2 * Calendar.eventLimit { cut() }
  }

  /// All that are left.
  mutating func take() -> [CalendarEvent] {
    cut()
    return events
  }

  private mutating func cut() {
    guard events.count > Calendar.eventLimit else { return }
    isCut = true
    let distances = events.map(distance)
    let kept = events.indices.sorted { (distances[$0], $0) < (distances[$1], $1) }.prefix(Calendar.eventLimit)
    let farthest = kept.last.map { distances[$0] } ?? 0
    // Fits: now lies between the two, or is the last of them.
    window = max(window.lowerBound, now - farthest)...max(min(window.upperBound, now + farthest), now)
    // In the order in which they were written.
    events = kept.sorted().map { events[$0] }
  }

  /// Seconds until it begins, or since it ended.
  private func distance(_ event: CalendarEvent) -> Double {
    max(event.start.seconds - now, now - event.end.seconds, 0)
  }
}
