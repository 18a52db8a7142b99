import Board
import Numbers

/// Writes recurring events out, each occurrence an event of its own.
struct CalendarExpansion {
  let window: ClosedRange<Double>
  /// What could not be followed, a few sentences at most.
  private(set) var notes: [String]

  private var entries: [CalendarEntry] = []
  /// Where in `entries` single occurrences that were changed are, by event and occurrence.
  private var changed: [String: Int] = [:]
  /// Occurrences that entries of their own stand for, by event.
  private var replaced: [String: Set<String>] = [:]

  private var unreadable = 0
  private let account: Account
  /// The repeating events were more work than an answer may be.
  private var isSpent = false

  /// Steps of looking at a day of a rule, and of writing out an occurrence.
  private static let (dayCost, occurrenceCost) = (10, 200)

  /// Rules that began earlier would be searched for too long.
  private static let firstYear = 1900

  /// - Parameter account: of the answer: all its events draw from it together.
  init(window: ClosedRange<Double>, notes: [String], account: Account) {
    self.window = window
    self.notes = notes
    self.account = account
  }

  mutating func add(_ entry: CalendarEntry) {
    if let problem = entry.zoneProblem { note(problem) }
    if entry.isOfLaterOnes {
      note(
        "\"\(entry.event.title ?? entry.uid)\" was changed for one time and all later ones; the change is shown for that one only"
      )
    }
    if let recurrence = entry.recurrence {
      let identity = Self.identity(recurrence)
      replaced[entry.uid, default: []].insert(identity)
      // An event without a name is none that another can be a revision of.
      if !entry.uid.isEmpty {
        let key = identity + " of " + entry.uid
        if let place = changed[key] {
          if entry.revision >= entries[place].revision { entries[place] = entry }
          return
        }
        changed[key] = entries.count
      }
    }
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
    var nearest = NearestEvents(to: window)
    for entry in entries where !entry.isCancelled {
      if entry.recurrence != nil || !repeats(entry) {
        var event = entry.event
        if let recurrence = entry.recurrence { event.id += "/" + recurrence.name }
        if isIn(window, event) { nearest.add([event]) }
      } else {
        nearest.add(occurrences(of: entry, in: nearest.window))
      }
    }
    let events = nearest.take()
    if nearest.isCut {
      note(
        "the calendar has more than \(Calendar.eventLimit) events from \(Calendar.daysBefore) days ago to \(Calendar.daysAfter) days ahead, each time of a repeating one counted; the ones nearest to now are shown"
      )
    }
    let order = events.map(\.start.seconds)
    return events.indices.sorted { (order[$0], $0) < (order[$1], $1) }.map { events[$0] }
  }

  private func repeats(_ entry: CalendarEntry) -> Bool {
    !entry.rules.isEmpty || !entry.added.isEmpty || entry.isBeyondUs
  }

  /// - Parameter window: of those that are looked for.
  private mutating func occurrences(of entry: CalendarEntry, in window: ClosedRange<Double>) -> [CalendarEvent] {
    let length = entry.length
    var starts =
      [(start: entry.event.start, length: length)]
      + entry.added.map { ($0.start, $0.length.map { CalendarLength(seconds: $0) } ?? length) }
    var isFollowed = !entry.isBeyondUs && entry.event.start.year >= Self.firstYear && !entry.rules.contains(nil)
    if !isFollowed {
      note(
        "\"\(entry.event.title ?? entry.uid)\" repeats by a rule that is not followed here; its first time is shown only"
      )
    }
    for rule in entry.rules.compactMap(\.self) where isFollowed && !isSpent {
      if let found = occurrences(of: entry, rule, in: window) {
        starts += found.map { ($0, length) }
      } else {
        isSpent = true
        note(
          "the calendar's repeating events are more work than is done for one; from \"\(entry.event.title ?? entry.uid)\" on they are shown once"
        )
      }
    }
    if isSpent, !entry.rules.isEmpty { isFollowed = false }
    var taken = replaced[entry.uid] ?? []
    taken.formUnion(entry.excluded.map(Self.identity))
    var events: [CalendarEvent] = []
    for (start, length) in starts where !taken.contains(Self.dayIdentity(start)) {
      guard taken.insert(Self.identity(start)).inserted else { continue }
      var event = entry.event
      event.id += "/" + start.name
      event.start = start
      event.end = start.adding(length)
      // The one time of a rule that is not followed is shown whenever it was.
      if !isFollowed || isIn(window, event) { events.append(event) }
    }
    return events
  }

  /// Nil when they are more work than is left.
  private func occurrences(
    of entry: CalendarEntry, _ rule: RecurrenceRule, in window: ClosedRange<Double>
  ) -> [CalendarTime]? {
    let start = entry.event.start
    let length = entry.length.most
    // A day more on either side: times without a zone may mean one up to 14 hours away.
    let from = CalendarTime(secondsSince1970: window.lowerBound - length - 86_400).dayNumber - 1
    let until = CalendarTime(secondsSince1970: window.upperBound + 86_400).dayNumber + 1
    let days = rule.days(
      from: start.dayNumber, in: min(from, until)...until, limit: Calendar.occurrenceLimit,
      spend: { account.spend($0 * Self.dayCost) })
    guard let days, account.spend(days.count * Self.occurrenceCost) else { return nil }
    var found: [CalendarTime] = []
    for day in days {
      let time = start.on(dayNumber: day)
      if let end = rule.until, time.isBehind(until: end) { break }
      found.append(time)
    }
    return found
  }

  private func isIn(_ window: ClosedRange<Double>, _ event: CalendarEvent) -> Bool {
    event.end.seconds >= window.lowerBound && event.start.seconds <= window.upperBound
  }

  /// The same for equal instants, however they are written.
  private static func identity(_ time: CalendarTime) -> String {
    time.isDate ? dayIdentity(time) : "\(time.seconds)"
  }

  /// Some calendars except the day alone.
  private static func dayIdentity(_ time: CalendarTime) -> String { "day \(time.day)" }

  private mutating func note(_ sentence: String) {
    if notes.count < 5, !notes.contains(sentence) { notes.append(sentence) }
  }
}
