import Dispatch
import Numbers
import Synchronization

/// A stream of pictures that is followed until it is stopped: opened again, later and later, whenever it falls.
///
/// Each picture is handed over when the one before has been taken; of those that come meanwhile only the last is kept.
public final class StreamFollower: Sendable {
  /// What comes of it.
  public enum News: Sendable {
    /// A picture, as it came.
    case picture([UInt8])
    /// It stands no more, and is opened again later.
    case fell(FetchError)
  }

  private struct State: Sendable {
    var link: PushLink?
    /// Counts links: what comes of an older one is late.
    var number = 0
    var failures = 0
    /// It waits to be opened again.
    var isWaiting = false
    var isOver = false
  }

  private let request: FetchRequest
  private let fetcher: Fetcher
  private let backoff: Backoff
  private let news: @Sendable (News) -> Void
  private let queue = DispatchQueue(label: "vitrine.fetch.follow", qos: .utility)
  private let state = Mutex(State())
  private let network = Mutex<NetworkWatch.Listening?>(nil)

  /// - Parameters:
  ///   - address: `http:` or `https:`, of a `multipart/x-mixed-replace`.
  ///   - seed: of how long it waits after failures.
  ///   - news: called on queues of its own, one after the other.
  public init(
    _ address: String, reach: Reach, by fetcher: Fetcher, seed: UInt64, news: @escaping @Sendable (News) -> Void
  ) {
    var request = FetchRequest(address, reach: reach)
    request.stream = FetchRequest.Stream(.pictures)
    self.request = request
    self.fetcher = fetcher
    self.news = news
    backoff = Backoff(first: 1, limit: 60, seed: seed)
    network.withLock { $0 = fetcher.listenToNetwork { [weak self] in self?.networkChanged() } }
  }

  deinit { state.withLock { $0.link }?.cancel() }

  /// Begins, or begins anew: a link that stands and brings nothing is given up.
  public func open() {
    let (old, number) = state.withLock { state -> (PushLink?, Int?) in
      guard !state.isOver else { return (nil, nil) }
      state.number += 1
      state.isWaiting = false
      return (state.link.take(), state.number)
    }
    old?.cancel()
    guard let number else { return }
    let link = fetcher.open(request, after: "") { [weak self] news in self?.take(news, of: number) }
    let isLate = state.withLock { state in
      let isLate = state.isOver || state.number != number
      if !isLate { state.link = link }
      return isLate
    }
    if isLate { link.cancel() }
  }

  /// Nothing more is told, and nothing more comes over the network.
  public func stop() {
    network.withLock { $0 = nil }
    let link = state.withLock { state in
      state.isOver = true
      return state.link.take()
    }
    link?.cancel()
  }

  private func take(_ news: LinkNews, of number: Int) {
    guard state.withLock({ !$0.isOver && $0.number == number }) else { return }
    switch news {
    case .messages(let messages):
      state.withLock { $0.failures = 0 }
      if let picture = messages.last { self.news(.picture(picture.bytes)) }
    case .base, .standing: break
    case .ended(let error):
      let failures = state.withLock { state in
        state.link = nil
        state.failures += 1
        state.isWaiting = true
        return state.failures
      }
      self.news(.fell(error))
      openAgain(number, afterAttempt: failures)
    }
  }

  /// What waits, waits no longer than after a first failure.
  private func networkChanged() {
    let number = state.withLock { $0.isWaiting ? $0.number : nil }
    if let number { openAgain(number, afterAttempt: 1) }
  }

  private func openAgain(_ number: Int, afterAttempt attempt: Int) {
    queue.asyncAfter(deadline: .now() + backoff.delay(attempt: attempt)) { [weak self] in
      // Of several the first opens it.
      guard let self, state.withLock({ $0.number == number && $0.isWaiting }) else { return }
      open()
    }
  }
}
