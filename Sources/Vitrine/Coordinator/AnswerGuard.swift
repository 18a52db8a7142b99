import Board
import Fetch
import Service
import Synchronization

/// Sees to it that an answer ends the kiosk once at most.
///
/// What is about to be evaluated, laid out and drawn is noted on disk before, and the note is taken back when everything that came of it
/// has been done. A run that finds notes knows what the one before it died of: one answer alone is not used again until it changes,
/// several are tried once more, one at a time.
final class AnswerGuard: Sendable {
  private struct State: Sendable {
    /// Answers whose notes stand, and since when.
    var open: [RunRecord.Answer: Double] = [:]
    /// Suspects that wait until they are alone.
    var waiting: [(answer: RunRecord.Answer, deliver: @Sendable () -> Void)] = []
    /// When this run has gone well for another while.
    var recovery: Double
  }

  /// What is noted is looked after so long after it came, in seconds: pages have been laid out then, and asked for tiles.
  private static let settling = 1.0
  /// After so many seconds without an end, earlier ends mean less. See `RunRecord.recover`.
  static let recovery = 600.0

  private let file: RunFile
  private let timer: any LoadTimer
  private let isBusy: @Sendable () -> Bool
  private let holdChanged: @Sendable () -> Void
  private let state: Mutex<State>

  /// - Parameters:
  ///   - isBusy: whether the queues compute anything at this moment.
  ///   - holdChanged: told when this run gets back what it did without.
  init(
    _ file: RunFile, timer: any LoadTimer, isBusy: @escaping @Sendable () -> Bool,
    holdChanged: @escaping @Sendable () -> Void
  ) {
    self.file = file
    self.timer = timer
    self.isBusy = isBusy
    self.holdChanged = holdChanged
    let recovery = timer.now() + Self.recovery
    state = Mutex(State(recovery: recovery))
    // Another panel, another kiosk in the same run: what the one before it was at has gone with it, and accuses nobody.
    file.change { $0.working = [] }
    setAlarm(at: recovery)
  }

  /// What this run does without.
  var hold: RunRecord.Hold { file.record.hold }

  /// Why content of a source is not used; nil when it may be.
  func refusal(of content: FetchedContent, from id: SourceID) -> String? {
    guard let answer = RunRecord.Answer(content, from: id), file.record.refused.contains(answer) else { return nil }
    return "could not use its answer: Vitrine ended while it worked on it; it will be used again when it has changed"
  }

  /// Has an answer delivered: at once, or when nothing else is being worked on for one that was when an earlier run ended.
  func pass(_ content: FetchedContent?, from id: SourceID, _ deliver: @escaping @Sendable () -> Void) {
    guard let content, let answer = RunRecord.Answer(content, from: id) else { return deliver() }
    let suspects = file.record.suspects
    let (mayPass, isFirst) = state.withLock { state in
      // A suspect joins nothing, and nothing joins it. What waits keeps its order.
      let isAlone = state.open.isEmpty
      let mayJoin = !suspects.contains(answer) && !state.open.keys.contains { suspects.contains($0) }
      guard state.waiting.isEmpty, isAlone || mayJoin else {
        state.waiting.append((answer, deliver))
        return (false, false)
      }
      defer { note(answer, &state) }
      return (true, isAlone)
    }
    if mayPass { deliver() }
    if isFirst { setAlarm(at: timer.now() + Self.settling) }
  }

  private func note(_ answer: RunRecord.Answer, _ state: inout State) {
    state.open[answer] = timer.now()
    file.change { $0.begin(answer) }
  }

  private func setAlarm(at time: Double) { timer.setAlarm(at: time) { [weak self] in self?.look() } }

  /// Takes back the notes of what has been done, and lets the next through.
  private func look() {
    let now = timer.now()
    let (next, changesHold, alarm) = state.withLock { state -> ((@Sendable () -> Void)?, Bool, Double) in
      let hold = self.hold
      if now >= state.recovery {
        state.recovery = now + Self.recovery
        file.change { $0.recover() }
      }
      if !isBusy() {
        let done = state.open.filter { now >= $0.value + Self.settling }.keys
        if !done.isEmpty { file.change { $0.end(done) } }
        for answer in done { state.open[answer] = nil }
      }
      var next: (@Sendable () -> Void)?
      if state.open.isEmpty, !state.waiting.isEmpty {
        let first = state.waiting.removeFirst()
        note(first.answer, &state)
        next = first.deliver
      }
      let alarm = state.open.isEmpty ? state.recovery : min(now + Self.settling, state.recovery)
      return (next, hold != self.hold, alarm)
    }
    next?()
    if changesHold { holdChanged() }
    setAlarm(at: alarm)
  }
}

extension RunRecord.Answer {
  /// Nil for what has no bytes.
  fileprivate init?(_ content: FetchedContent, from id: SourceID) {
    guard let fingerprint = content.fingerprint else { return nil }
    self.init(source: id.part == 0 ? id.name : "\(id.name)#\(id.part)", fingerprint: fingerprint)
  }
}
