import Board
import Fetch
import Kiosk
import Panel
import Refresh
import Synchronization

/// A pull that waits for its sources.
struct RefreshRun {
  var task: Int
  var waitingFor: Set<SourceID>
  var outcomes: [RefreshOutcome] = []
  /// What was on show when it began.
  var before: [Card]
  /// Some source says other than before.
  var hasNews = false

  init(task: Int, waitingFor: Set<SourceID>, before: [Card]) {
    self.task = task
    self.waitingFor = waitingFor
    self.before = before
  }

  /// The worst that happened; without trouble, whether anything on the page is new.
  func outcome(isChanged: Bool) -> RefreshOutcome {
    for trouble in [RefreshOutcome.failure, .timeout, .offline] where outcomes.contains(trouble) { return trouble }
    return isChanged ? .success : .noChange
  }
}

/// A pull fetches the sources of the visible page, and no others.
extension Backstage {
  func startRefresh(_ task: Int, _ state: inout ContentState) {
    let names = Set(state.shown.sources)
    let ids = state.evaluator.board.sources.filter { names.contains($0.name) }.flatMap { state.ids(of: $0) }
    guard !ids.isEmpty else {
      delivery.post(.refreshEnded(task: task, .noChange))
      return
    }
    pictures.withLock { $0 }?.retryFailed(after: 0)
    awaited.expect(ids)
    state.refresh = RefreshRun(task: task, waitingFor: Set(ids), before: state.shown.cards)
    loader.withLock { $0 }?.refresh(ids)
  }

  /// One of the sources a pull waits for has answered.
  func advanceRefresh(_ id: SourceID, _ outcome: RefreshOutcome, _ state: inout ContentState) {
    guard state.refresh?.waitingFor.remove(id) != nil else { return }
    state.refresh?.outcomes.append(outcome)
    guard let run = state.refresh, run.waitingFor.isEmpty else { return }
    var cards = state.evaluator.content(page: state.page, at: setup.clock.now()).cards
    state.posts.mark(&cards, page: state.page, detail: nil, in: state.evaluator.board.language)
    // Words that follow the time ("in 5 min") differ without any news; news that no card shows is none to who looks.
    let result = run.outcome(isChanged: run.hasNews && cards != run.before)
    delivery.post(.refreshEnded(task: run.task, result))
    // Success waits until the control says so; everything else shows what has come at once.
    if result != .success {
      state.refresh = nil
      publish(&state)
    }
  }
}
