import Panel
import Synchronization

/// Since when each queue behind the page is at one thing. A frame thread that turns says nothing about them: a page whose words never
/// come looks as alive as one that has no news.
final class Pulse: Sendable {
  /// Who works.
  enum Queue: Int, Sendable, CaseIterable {
    case content, tiles, moreTiles

    fileprivate var name: String {
      switch self {
      case .content: "what the board shows is being worked out"
      case .tiles, .moreTiles: "a card is being drawn"
      }
    }
  }

  /// Nanoseconds on the monotonic clock; 0 while there is nothing to do.
  private let content = Atomic<Int64>(0)
  private let tiles = Atomic<Int64>(0)
  private let moreTiles = Atomic<Int64>(0)
  private let clock: @Sendable () -> Nanoseconds

  init(clock: @escaping @Sendable () -> Nanoseconds = { MonotonicClock.now() }) { self.clock = clock }

  /// Has a queue do one thing.
  func during<Result>(_ queue: Queue, _ body: () -> Result) -> Result {
    let since = max(clock(), 1)
    store(since, queue)
    defer { store(0, queue) }
    return body()
  }

  /// What has been under way for longer than `limit` nanoseconds, in words; nil while all is well.
  func stuck(at now: Nanoseconds, limit: Nanoseconds) -> String? {
    for queue in Queue.allCases {
      let since = load(queue)
      if since > 0, now - since > limit { return "\(queue.name) for \((now - since) / 1_000_000_000) s" }
    }
    return nil
  }

  private func store(_ time: Int64, _ queue: Queue) {
    switch queue {
    case .content: content.store(time, ordering: .relaxed)
    case .tiles: tiles.store(time, ordering: .relaxed)
    case .moreTiles: moreTiles.store(time, ordering: .relaxed)
    }
  }

  private func load(_ queue: Queue) -> Int64 {
    switch queue {
    case .content: content.load(ordering: .relaxed)
    case .tiles: tiles.load(ordering: .relaxed)
    case .moreTiles: moreTiles.load(ordering: .relaxed)
    }
  }
}
