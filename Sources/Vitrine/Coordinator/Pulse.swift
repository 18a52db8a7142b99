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
  private let watch: Watch?

  /// Is told what took a while; must return at once.
  typealias Watch = @Sendable (Queue, _ from: Nanoseconds, _ to: Nanoseconds) -> Void

  /// Nanoseconds that are worth telling of: what takes less keeps nobody.
  static let worthTelling: Nanoseconds = 200_000

  init(clock: @escaping @Sendable () -> Nanoseconds = { MonotonicClock.now() }, watch: Watch? = nil) {
    (self.clock, self.watch) = (clock, watch)
  }

  /// Has a queue do one thing.
  func during<Result>(_ queue: Queue, _ body: () -> Result) -> Result {
    let since = max(clock(), 1)
    store(since, queue)
    defer {
      store(0, queue)
      if let watch {
        let end = clock()
        if end - since >= Self.worthTelling { watch(queue, since, end) }
      }
    }
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
