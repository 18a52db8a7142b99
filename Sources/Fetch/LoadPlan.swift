import Board

/// Decides when each source is fetched next. A pure value; times are seconds of any clock that only goes forward.
///
/// A source is fetched at once when it is added, again an interval after each answer, and after failures by `Backoff`: soon at
/// first, and at most an interval or a minute apart, whichever is longer. A server's Retry-After is waited for.
struct LoadPlan: Sendable {
  private struct Entry: Sendable {
    var interval: Double
    var backoff: Backoff
    var failures = 0
    var isOffline = false
    var isRunning = false
    /// Asked for while running: fetched again right after, because the answer under way may be older than the wish.
    var isAskedAgain = false
    var next: Double
    let isLink: Bool
    /// Of a link: since when it stands.
    var standsSince: Double?
    /// A server has asked not to be asked before.
    var notBefore = 0.0
  }

  /// Seconds a link must have stood to count as one that was well.
  static let probation = 30.0

  private var entries: [SourceID: Entry] = [:]

  /// - Parameters:
  ///   - interval: seconds between an answer and the next fetch; at least one.
  ///   - isLink: it is opened, and stands: after each end by `Backoff`, spread wide, for a broker's restart throws out all panels at once.
  mutating func add(_ id: SourceID, interval: Double, isLink: Bool = false, seed: UInt64, at time: Double) {
    let interval = max(interval, 1)
    let backoff =
      isLink
      ? Backoff(first: 2, limit: 60, spread: 0.7, seed: seed)
      : Backoff(first: min(2, interval), limit: max(60, interval), seed: seed)
    entries[id] = Entry(interval: interval, backoff: backoff, next: time, isLink: isLink)
  }

  /// Forgets all sources but these. Returns those of them that are here.
  mutating func keep(_ ids: Set<SourceID>) -> Set<SourceID> {
    entries = entries.filter { ids.contains($0.key) }
    return Set(entries.keys)
  }

  /// How much earlier than planned a source is asked when another one is due: fifty asked once a second wake the machine a few times a
  /// second then, not fifty times. Not after a failure: its server may have said how long to wait.
  private static func leeway(of entry: Entry) -> Double { entry.failures > 0 ? 0 : min(entry.interval / 10, 1) }

  /// When something is due; nil when nothing is, or everything due is running.
  var nextTime: Double? { entries.values.filter { !$0.isRunning }.map(\.next).min() }

  /// The sources to fetch now; they count as running until they finish.
  mutating func takeDue(at time: Double) -> [SourceID] {
    guard let next = nextTime, next <= time else { return [] }
    let due = entries.filter { !$0.value.isRunning && $0.value.next <= time + Self.leeway(of: $0.value) }
      .sorted { ($0.value.next, $0.key.name, $0.key.part) < ($1.value.next, $1.key.name, $1.key.part) }.map(\.key)
    for id in due { entries[id]?.isRunning = true }
    return due
  }

  /// Makes sources due at once: a pull, or a file that changed.
  ///
  /// - Parameter again: whether one that is running has to be fetched once more.
  mutating func ask(_ ids: some Sequence<SourceID>, again: Bool, at time: Double) {
    for id in ids {
      if entries[id]?.isRunning == true {
        if again { entries[id]?.isAskedAgain = true }
      } else {
        entries[id]?.next = time
      }
    }
  }

  /// Makes sources due that had no way to their server, and their retries frequent again.
  ///
  /// Links that wait, for whatever reason, wait no longer than after a first failure; one that is on its way is tried once more should it
  /// fail, for it set out in another network.
  mutating func networkChanged(at time: Double) {
    for (id, entry) in entries {
      if entry.isLink {
        linkMayStand(id, entry, at: time)
      } else if entry.isOffline, !entry.isRunning {
        entries[id]?.next = time
        entries[id]?.failures = 0
      }
    }
  }

  /// Makes sources due soon that have failed by a wall clock that was wrong: no certificate held, and what a server asked to wait was counted
  /// by it. Not at once, for a time server sets many panels at the same moment.
  ///
  /// - Parameter all: whether what has succeeded is asked, too: it may have been asked for another day. Not links that stand.
  mutating func clockWasWrong(all: Bool, at time: Double) {
    for (id, entry) in entries where all || entry.failures > 0 {
      if entry.isRunning {
        if entry.standsSince == nil { entries[id]?.isAskedAgain = true }
        continue
      }
      entries[id]?.failures = 0
      entries[id]?.notBefore = 0
      entries[id]?.next = min(entry.next, time + entry.backoff.delay(attempt: 1))
    }
  }

  /// The machine has slept for so many seconds, in which the clock of this stood still: what would have been due meanwhile is due soon. Not at
  /// once, for the network wakes later, and many panels wake at the same time of day.
  mutating func slept(for seconds: Double, at time: Double) {
    for (id, entry) in entries where !entry.isRunning {
      let soon = time + entry.backoff.delay(attempt: 1)
      entries[id]?.next = min(entry.next, max(entry.next - seconds, soon))
      entries[id]?.notBefore = entry.notBefore - seconds
    }
  }

  private mutating func linkMayStand(_ id: SourceID, _ entry: Entry, at time: Double) {
    // What fell because its address is gone has done nothing wrong; what the server itself refuses comes no more often for it.
    if entry.isRunning || entry.isOffline { entries[id]?.failures = 0 }
    if entry.isRunning {
      entries[id]?.isAskedAgain = entry.standsSince == nil
    } else if entry.failures > 0 {
      entries[id]?.next = min(entry.next, max(time + entry.backoff.delay(attempt: 1), entry.notBefore))
    }
  }

  /// A link stands.
  mutating func stands(_ id: SourceID, at time: Double) {
    guard entries[id]?.isRunning == true else { return }
    entries[id]?.standsSince = time
    entries[id]?.isAskedAgain = false
  }

  /// Whether a link stands.
  func isStanding(_ id: SourceID) -> Bool { entries[id]?.standsSince != nil }

  /// A link that had stood has ended.
  ///
  /// - Returns: whether it had stood for long: nothing is said of it then unless it cannot be opened again.
  mutating func falls(_ id: SourceID, at time: Double) -> Bool {
    guard let since = entries[id]?.standsSince else { return false }
    entries[id]?.standsSince = nil
    guard time - since >= Self.probation else { return false }
    entries[id]?.failures = 0
    return true
  }

  /// - Parameter retry: seconds a stream's server asks to wait.
  mutating func finish(_ id: SourceID, _ outcome: FetchOutcome, retry: Double? = nil, at time: Double) {
    guard var entry = entries[id], entry.isRunning else { return }
    entry.isRunning = false
    switch outcome {
    case .success, .notModified:
      entry.failures = 0
      entry.next = time + entry.interval
    case .offline, .timeout, .failure:
      entry.failures += 1
      let wait = entry.backoff.delay(attempt: entry.failures)
      entry.notBefore = time + max(outcome.error?.retryAfter ?? 0, retry ?? 0)
      entry.next = max(time + wait, entry.notBefore)
    case .cancelled: entry.next = time + entry.interval
    }
    if case .offline = outcome { entry.isOffline = true } else { entry.isOffline = false }
    if entry.isAskedAgain {
      entry.isAskedAgain = false
      entry.next = entry.isLink ? max(time + entry.backoff.delay(attempt: 1), entry.notBefore) : time
    }
    entries[id] = entry
  }
}
