import Board
import Synchronization

/// Sources that push: links that stand, beside the fetches that end.
extension Fetcher {
  /// Opens a link for a request with a stream. It does not count towards the number at once.
  ///
  /// - Parameters:
  ///   - lastID: of the last event of the link before.
  ///   - news: called on a queue of the link, one after the other.
  func open(
    _ request: FetchRequest, after lastID: String, news: @escaping @Sendable (LinkNews) -> Void
  ) -> PushLink {
    let link = PushLink(
      request, after: lastID, wallClock: configuration.wallClock, timer: configuration.makeTimer(), news: news)
    switch (Address(request.address), request.stream?.kind) {
    case (.broker(let address), .topics?):
      if let filter = TopicFilter(address.topic) {
        hub.join(link, address, filter)
      } else {
        link.finish(FetchError(.noTopic(address.topic), fetching: request.address))
      }
    case (.web, .events?), (.web, .lines?), (.web, .pictures?): openBody(of: request, after: lastID, link)
    default: link.finish(FetchError(malformed: request.address))
    }
    return link
  }

  /// What a source that pushes says first: for who only wants to see whether it does.
  public func tryLink(_ request: FetchRequest, _ callback: @escaping Callback) {
    let trial = LinkTrial()
    let link = open(request, after: "") { news in
      let outcome: FetchOutcome
      switch news {
      case .base(let base): outcome = base
      case .messages(let messages): outcome = .success(FetchedContent(messages, of: request))
      case .standing: outcome = FetchError(.nothingYet, fetching: request.address).outcome
      case .ended(let error): outcome = error.outcome
      }
      if trial.end() { callback(outcome) }
    }
    trial.hold(link)
  }

  private func openBody(of request: FetchRequest, after lastID: String, _ link: PushLink) {
    let id = newID()
    var asked = request
    let hasAccept = request.headers.keys.contains { $0.lowercased() == "accept" }
    if case .events? = request.stream?.kind, !hasAccept { asked.headers["Accept"] = "text/event-stream" }
    if !lastID.isEmpty { asked.headers["Last-Event-ID"] = lastID }
    link.begin(
      end: { [transport] in transport.cancel(id: id) }, goOn: { [transport] in transport.resume(id: id) },
      // Weakly: the link keeps what it is told by.
      stood: { [weak self, weak link] in if let link { self?.fetchStart(of: request, for: link) } })
    keep(link, as: id)
    transport.start(id: id, asked, validators: Validators(), into: link) { [weak self] result in
      self?.forgetLink(id)
      let ended = FetchError(.streamEnded(Address.host(of: request.address)), fetching: request.address)
      switch result {
      case .failure(let error): link.finish(error)
      case .success: link.finish(ended)
      // Nobody wants it any more, and it has been told so.
      case nil: link.finish(ended)
      }
    }
  }

  /// What the messages are added to, asked for once none of them can be missed any more.
  private func fetchStart(of request: FetchRequest, for link: PushLink) {
    guard let address = request.stream?.start else { return }
    var start = request
    start.address = address
    start.stream = nil
    fetch(start) { link.begins(with: $0) }
  }

  /// Whether what a link has brought is to be written now, because nothing has been just before.
  func isDue(_ request: FetchRequest) -> Bool {
    cache.isDue(DiskCache.name(of: request), at: configuration.wallClock())
  }

  /// Keeps what the messages of a link have come to for the next run.
  func keep(_ content: FetchedContent, of request: FetchRequest) {
    cache.write(content, as: DiskCache.name(of: request))
  }
}

/// A link that ends with the first it says.
private final class LinkTrial: Sendable {
  private let state = Mutex<(link: PushLink?, isOver: Bool)>((nil, false))

  func hold(_ link: PushLink) {
    let isOver = state.withLock { state in
      state.link = link
      return state.isOver
    }
    if isOver { link.cancel() }
  }

  /// - Returns: whether it was the first.
  func end() -> Bool {
    let (link, isFirst) = state.withLock { state in
      defer { state.isOver = true }
      return (state.link, !state.isOver)
    }
    if isFirst { link?.cancel() }
    return isFirst
  }
}

extension FetchedContent {
  /// What messages are for a source: all of them, or the last.
  init(_ messages: [PushedMessage], of request: FetchRequest) {
    let isSummed = request.stream?.keepsAll == true || request.stream?.kind == .topics
    self.init(
      payload: isSummed ? .messages(messages) : .bytes(messages.last?.bytes ?? []), address: request.address,
      fetchedAt: messages.last?.time ?? 0)
  }
}
