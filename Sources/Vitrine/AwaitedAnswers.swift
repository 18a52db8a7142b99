import Fetch
import Synchronization

/// The fetches of the board on show that have not been answered, counted once each, so that virtual time can wait for them.
final class AwaitedAnswers: Sendable {
  private struct State: Sendable {
    var board = 0
    var sources: Set<SourceID> = []
  }

  private let activity: Activity
  private let state = Mutex(State())

  init(activity: Activity) { self.activity = activity }

  /// Another board is on show: nobody waits for answers of the one before any more.
  func begin(board: Int) {
    let dropped = state.withLock { state in
      defer { state = State(board: board) }
      return state.sources.count
    }
    for _ in 0..<dropped { activity.end(.fetch) }
  }

  /// These will be answered.
  ///
  /// - Parameter board: whose they are; those of an earlier one are not waited for.
  func expect(_ ids: some Sequence<SourceID>, of board: Int) {
    state.withLock { state in
      guard state.board == board else { return }
      for id in ids where state.sources.insert(id).inserted { activity.begin(.fetch) }
    }
  }

  /// This has been answered.
  func arrived(_ id: SourceID, of board: Int) {
    let wasAwaited = state.withLock { $0.board == board && $0.sources.remove(id) != nil }
    if wasAwaited { activity.end(.fetch) }
  }

  func endAll() { begin(board: -1) }
}
