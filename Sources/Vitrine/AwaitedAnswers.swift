import Fetch
import Synchronization

/// The fetches of the board on show that have not been answered, counted once each, so that virtual time can wait for them.
final class AwaitedAnswers: Sendable {
  private struct State: Sendable {
    var board = 0
    /// Those that are read from files.
    var files: Set<SourceID> = []
    var sources: Set<SourceID> = []
  }

  private let activity: Activity
  private let state = Mutex(State())

  init(activity: Activity) { self.activity = activity }

  /// Another board is on show: nobody waits for answers of the one before any more.
  ///
  /// - Parameter files: its sources that are read from files.
  func begin(board: Int, files: Set<SourceID> = []) {
    let old = state.withLock { state in
      defer { state = State(board: board, files: files) }
      return state
    }
    for id in old.sources { activity.end(Self.kind(of: id, old)) }
  }

  /// These will be answered.
  ///
  /// - Parameter board: whose they are; those of an earlier one are not waited for.
  func expect(_ ids: some Sequence<SourceID>, of board: Int) {
    state.withLock { state in
      guard state.board == board else { return }
      for id in ids where state.sources.insert(id).inserted { activity.begin(Self.kind(of: id, state)) }
    }
  }

  /// Everything that is read from files will be answered once more.
  func expectFiles(of board: Int) { expect(state.withLock(\.files), of: board) }

  /// This has been answered.
  func arrived(_ id: SourceID, of board: Int) {
    let kind = state.withLock { state -> Activity.Kind? in
      guard state.board == board, state.sources.remove(id) != nil else { return nil }
      return Self.kind(of: id, state)
    }
    if let kind { activity.end(kind) }
  }

  func endAll() { begin(board: -1) }

  private static func kind(of id: SourceID, _ state: State) -> Activity.Kind {
    state.files.contains(id) ? .work : .fetch
  }
}
