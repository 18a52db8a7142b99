public import Scene
import Synchronization

/// The tiles to raster, most urgent first, between the frame thread that wants them and the queues that make them.
///
/// The frame thread replaces the whole list whenever the viewport moves on: what has scrolled away is thereby cancelled, and what has
/// become visible is first. The lock is held for an exchange of arrays or a removal.
public final class TileQueue: Sendable {
  private struct State {
    var requests: [TileRequest] = []
    var next = 0
    /// Being rastered now, so that nobody starts them again.
    var inWork: [TileRequest] = []
    /// Keys in work whose picture has changed since they were taken.
    var outdated: [TileKey] = []
    /// Delivered with their old picture; a new list does not cancel them, for its maker takes them to be up to date.
    var again: [TileRequest] = []
    var isClosed = false

    var hasWork: Bool { next < requests.count || !again.isEmpty }
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
  public func takeMostUrgent() -> TileRequest? {
    state.withLock { state in
      while state.hasWork {
        var request = state.again.popLast()
        if request == nil {
          request = state.requests[state.next]
          state.next += 1
        }
        guard let request, let key = request.tile?.key, !state.inWork.contains(where: { $0.tile?.key == key }) else {
          continue
        }
        state.inWork.append(request)
        return request
      }
      return nil
    }
  }

  /// The tile has been delivered. Whoever says so takes the next one: it may be the same again.
  public func finished(_ key: TileKey) {
    state.withLock { state in
      guard let place = state.inWork.firstIndex(where: { $0.tile?.key == key }) else { return }
      let request = state.inWork.remove(at: place)
      guard let mark = state.outdated.firstIndex(of: key) else { return }
      state.outdated.remove(at: mark)
      if !state.isClosed { state.again.append(request) }
    }
  }

  /// These tiles look different now: those in work may have been begun with the old picture, and are made again.
  ///
  /// To be called when the picture is there, before the frame thread is told: it would be too late for tiles that are
  /// delivered in between.
  public func invalidate(_ keys: [TileKey]) {
    state.withLock { state in
      for request in state.inWork {
        guard let key = request.tile?.key, keys.contains(key), !state.outdated.contains(key) else { continue }
        state.outdated.append(key)
      }
    }
  }

  /// Whether a tile waits that nobody has taken yet.
  public var hasWork: Bool { state.withLock { $0.hasWork } }

  /// Whether nothing waits and nothing is being made.
  public var isIdle: Bool { state.withLock { $0.inWork.isEmpty && !$0.hasWork } }

  /// Drops everything and takes no more.
  public func close() {
    state.withLock { state in
      state.requests = []
      state.again = []
      state.next = 0
      state.isClosed = true
    }
  }
}
