import Board
import Fetch
import Synchronization

/// The fetches that have not been answered, counted once each, so that virtual time can wait for them.
final class AwaitedAnswers: Sendable {
  private struct State: Sendable {
    /// Sources that are read from files.
    var files: Set<SourceID> = []
    /// What each counts as while it is awaited.
    var sources: [SourceID: Activity.Kind] = [:]
  }

  private let activity: Activity
  private let state = Mutex(State())

  init(activity: Activity) { self.activity = activity }

  /// Another board is on show: for sources that have gone nobody waits any more.
  ///
  /// - Parameters:
  ///   - fresh: its sources that are fetched now.
  ///   - kept: those that were there before.
  ///   - files: which of them are read from files.
  func begin(_ fresh: some Sequence<SourceID>, keeping kept: Set<SourceID>, files: Set<SourceID>) {
    let dropped = state.withLock { state in
      let dropped = state.sources.filter { !kept.contains($0.key) }
      state.sources = state.sources.filter { kept.contains($0.key) }
      state.files = files
      return dropped
    }
    expect(fresh)
    for kind in dropped.values { activity.end(kind) }
  }

  /// These will be answered.
  func expect(_ ids: some Sequence<SourceID>) {
    state.withLock { state in
      for id in ids where state.sources[id] == nil {
        let kind = state.files.contains(id) ? Activity.Kind.work : .fetch
        state.sources[id] = kind
        activity.begin(kind)
      }
    }
  }

  /// This has been answered.
  func arrived(_ id: SourceID) {
    if let kind = state.withLock({ $0.sources.removeValue(forKey: id) }) { activity.end(kind) }
  }

  func endAll() { begin([], keeping: [], files: []) }
}
