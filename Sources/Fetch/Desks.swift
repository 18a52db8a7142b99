import Synchronization

/// So many things at once, the others in their order: what answers become takes a processor and memory, while most of the time of a
/// transfer is waiting.
final class Desks: Sendable {
  private struct State: Sendable {
    var free: Int
    var waiting: [@Sendable () -> Void] = []
  }

  private let state: Mutex<State>

  /// - Parameter count: at once, at least 1.
  init(_ count: Int) { state = Mutex(State(free: max(count, 1))) }

  /// Begins with something, at once or when others have left; it calls `leave` at its end, once.
  func enter(_ begin: @escaping @Sendable () -> Void) {
    let isFree = state.withLock { state in
      guard state.free > 0 else {
        state.waiting.append(begin)
        return false
      }
      state.free -= 1
      return true
    }
    if isFree { begin() }
  }

  /// Makes room for the next.
  func leave() {
    let next = state.withLock { state -> (@Sendable () -> Void)? in
      guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
      state.free += 1
      return nil
    }
    next?()
  }
}
