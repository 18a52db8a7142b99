import Board
import CICal

/// Writes recurring events out, each occurrence an event of its own.
struct CalendarExpansion {
  let window: ClosedRange<Double>
  /// What could not be followed, a few sentences at most.
  private(set) var notes: [String] = []

  private var entries: [CalendarEntry] = []
  /// Occurrences that entries of their own stand for, by event.
  private var replaced: [String: Set<String>] = [:]

  private var unreadable = 0

  /// Rules that began earlier would be searched for too long.
  private static let firstYear = 1900

  init(window: ClosedRange<Double>) { self.window = window }

  mutating func add(_ entry: CalendarEntry) {
    if let zone = entry.unknownZone {
      note("the time zone \"\(zone)\" is unknown; its times are read as the board's")
    }
    if let recurrence = entry.recurrence { replaced[entry.uid, default: []].insert(Self.identity(recurrence)) }
    entries.append(entry)
  }

  /// Takes note of an event that does not say when it begins.
  mutating func addUnreadable() { unreadable += 1 }

  /// The earliest first.
  mutating func events() -> [CalendarEvent] {
    if unreadable > 0 {
      note(
        "\(unreadable) event\(unreadable == 1 ? " has" : "s have") no beginning that can be read, and \(unreadable == 1 ? "is" : "are") left out"
      )
    }
    var events: [CalendarEvent] = []
    for entry in entries where !entry.isCancelled {
      if entry.recurrence != nil || !repeats(entry) {
        var event = entry.event
        if let recurrence = entry.recurrence { event.id += "/" + recurrence.name }
        if isInWindow(event) { events.append(event) }
      } else {
        events += occurrences(of: entry)
      }
      // Enough to choose the earliest from.
      if events.count > 8 * Calendar.eventLimit { break }
    }
    let order = events.map(\.start.seconds)
    let sorted = events.indices.sorted { (order[$0], $0) < (order[$1], $1) }.prefix(Calendar.eventLimit)
    return sorted.map { events[$0] }
  }

  private func repeats(_ entry: CalendarEntry) -> Bool {
    !entry.rules.isEmpty || !entry.added.isEmpty || entry.isBeyondUs
  }

  private mutating func occurrences(of entry: CalendarEntry) -> [CalendarEvent] {
    var starts = [entry.event.start] + entry.added
    let isFollowed =
      !entry.isBeyondUs && entry.event.start.year >= Self.firstYear
      && entry.rules.allSatisfy { unsafe vitrine_ical_is_supported($0.pointer) != 0 }
    if isFollowed {
      for rule in entry.rules { starts += occurrences(of: entry, rule) }
    } else {
      note(
        "\"\(entry.event.title ?? entry.uid)\" repeats by a rule that is not followed here; its first time is shown only"
      )
    }
    var taken = replaced[entry.uid] ?? []
    taken.formUnion(entry.excluded.map(Self.identity))
    var events: [CalendarEvent] = []
    let length = entry.event.end.seconds - entry.event.start.seconds
    for start in starts where !taken.contains(Self.dayIdentity(start)) {
      guard taken.insert(Self.identity(start)).inserted else { continue }
      var event = entry.event
      event.id += "/" + start.name
      event.start = start
      event.end = start.adding(length)
      // The one time of a rule that is not followed is shown whenever it was.
      if !isFollowed || isInWindow(event) { events.append(event) }
    }
    return events
  }

  private func occurrences(of entry: CalendarEntry, _ rule: CalendarPart) -> [CalendarTime] {
    let start = entry.event.start
    let length = entry.event.end.seconds - start.seconds
    // A day more on either side: times without a zone may mean one up to 14 hours away.
    let from = CalendarTime(secondsSince1970: window.lowerBound - length - 86_400)
    let until = CalendarTime(secondsSince1970: window.upperBound + 86_400)
    guard
      let iterator = unsafe vitrine_ical_occurrences(
        rule.pointer, start.raw, from.onClock(of: start).raw, until.raw)
    else {
      return []
    }
    defer { unsafe icalrecur_iterator_free(iterator) }
    var found: [CalendarTime] = []
    var steps = 0
    // Two centuries of days: counted rules are followed from their beginning.
    while found.count < Calendar.occurrenceLimit, steps < 75_000,
      let next = unsafe CalendarTime(icalrecur_iterator_next(iterator))
    {
      steps += 1
      if next.seconds > until.seconds { break }
      if next.seconds >= from.seconds { found.append(next) }
    }
    return found
  }

  private func isInWindow(_ event: CalendarEvent) -> Bool {
    event.end.seconds >= window.lowerBound && event.start.seconds <= window.upperBound
  }

  /// The same for equal instants, however they are written.
  private static func identity(_ time: CalendarTime) -> String {
    time.isDate ? dayIdentity(time) : "\(Int(time.seconds))"
  }

  /// Some calendars except the day alone.
  private static func dayIdentity(_ time: CalendarTime) -> String { "day \(time.day)" }

  private mutating func note(_ sentence: String) {
    if notes.count < 5, !notes.contains(sentence) { notes.append(sentence) }
  }
}
