import Board
import Refresh

/// A pull that waits for its sources.
struct RefreshRun: Sendable {
  let task: Int
  /// Whose answers are still to come.
  private(set) var waitingFor: Set<SourceID>
  private var outcomes: [RefreshOutcome] = []
  /// What was on show when it began.
  let before: [Card]
  /// Some source says other than before.
  var hasNews = false

  init(task: Int, waitingFor: [SourceID], before: [Card]) {
    self.task = task
    self.waitingFor = Set(waitingFor)
    self.before = before
  }

  /// One of the sources has answered.
  ///
  /// - Returns: whether it was the last one.
  mutating func advance(_ id: SourceID, _ outcome: RefreshOutcome) -> Bool {
    guard waitingFor.remove(id) != nil else { return false }
    outcomes.append(outcome)
    return waitingFor.isEmpty
  }

  /// The worst that happened; without trouble, whether anything on the page is new.
  func outcome(isChanged: Bool) -> RefreshOutcome {
    for trouble in [RefreshOutcome.failure, .timeout, .offline] where outcomes.contains(trouble) { return trouble }
    return isChanged ? .success : .noChange
  }
}
