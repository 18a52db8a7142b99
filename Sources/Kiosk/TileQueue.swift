import Synchronization

/// The tiles to raster, most urgent first, between the frame thread that wants them and the queues that make them.
///
/// The frame thread replaces the whole list whenever the viewport moves on: what has scrolled away is thereby cancelled, and what has
/// become visible is first. The lock is held for an exchange of arrays or a removal.
public final class TileQueue: Sendable {
  private struct State {
    var requests: [TileRequest] = []
    var next = 0
    /// Keys being rastered now, so that nobody starts them again.
    var inWork: [TileKey] = []
    var isClosed = false
  }

  private let state = Mutex(State())
  private let wake: @Sendable () -> Void

  /// - Parameter wake: called when there is work, from the frame thread: must return at once.
  public init(wake: @escaping @Sendable () -> Void) { self.wake = wake }

  /// Exchanges the list for a new one; the old array comes back, emptied, for reuse.
  public func replace(with requests: inout [TileRequest]) {
    let hasWork = state.withLock { state in
      guard !state.isClosed else { return false }
      swap(&state.requests, &requests)
      state.next = 0
      return !state.requests.isEmpty
    }
    requests.removeAll(keepingCapacity: true)
    if hasWork { wake() }
  }

  /// Takes the most urgent tile that nobody is rastering yet; nil when there is none.
  public func take() -> TileRequest? {
    state.withLock { state in
      while state.next < state.requests.count {
        let request = state.requests[state.next]
        state.next += 1
        guard let key = request.tile?.key, !state.inWork.contains(key) else { continue }
        state.inWork.append(key)
        return request
      }
      return nil
    }
  }

  /// The tile has been delivered.
  public func finished(_ key: TileKey) {
    state.withLock { state in state.inWork.removeAll { $0 == key } }
  }

  /// Whether a tile waits that nobody has taken yet.
  public var hasWork: Bool { state.withLock { $0.next < $0.requests.count } }

  /// Whether nothing waits and nothing is being made.
  public var isIdle: Bool { state.withLock { $0.inWork.isEmpty && $0.next >= $0.requests.count } }

  /// Drops everything and takes no more.
  public func close() {
    state.withLock { state in
      state.requests = []
      state.next = 0
      state.isClosed = true
    }
  }
}
