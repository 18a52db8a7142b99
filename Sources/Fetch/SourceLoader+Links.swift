import Board
import Dispatch
import Synchronization

/// Links of sources that push: opened when they are due, told of as they bring something, opened again when they fall.
extension SourceLoader {
  func openLink(_ source: LoadedSource, _ request: FetchRequest, _ generation: Int) {
    let id = source.id
    let lastID = state.withLock { state in
      state.unheard.insert(id)
      return state.lastIDs[id] ?? ""
    }
    // Told of only once it is known here: until then its queue waits.
    let isKnown = DispatchSemaphore(value: 0)
    let link = fetcher.open(request, after: lastID) { [weak self] news in
      isKnown.wait()
      isKnown.signal()
      self?.take(news, of: source, request, generation)
    }
    let isStale = state.withLock { state in
      let isStale = state.generations[id] != generation
      if !isStale { state.links[id] = link }
      return isStale
    }
    if isStale { link.cancel() }
    isKnown.signal()
  }

  /// Somebody wants to know what there is: a link that stands has told it.
  func askLink(_ source: LoadedSource) {
    let (link, generation) = state.withLock { ($0.links[source.id], $0.generations[source.id]) }
    guard let link, let generation else { return }
    guard let request = source.request(), request != link.request else {
      stand(source.id, generation)
      return busy(source.id, false)
    }
    link.cancel()
    let now = timer.now()
    state.withLock { state in
      guard state.links[source.id] === link else { return }
      state.links[source.id] = nil
      state.lastIDs[source.id] = nil
      _ = state.plan.falls(source.id, at: now)
      state.plan.finish(source.id, .cancelled, at: now)
      state.plan.ask([source.id], again: false, at: now)
    }
  }

  private func take(_ news: LinkNews, of source: LoadedSource, _ request: FetchRequest, _ generation: Int) {
    guard state.withLock({ $0.generations[source.id] == generation && $0.links[source.id]?.request == request }) else {
      return
    }
    switch news {
    case .base(let outcome):
      guard let content = outcome.content else { return }
      bring(content, of: source, request, generation)
    case .messages(let messages):
      let content = FetchedContent(messages, of: request)
      // Where one message is all, those before it may be news where it is a sign of life.
      let isAll = if case .messages = content.payload { true } else { false }
      let earlier = isAll ? [] : messages.dropLast().reversed().map { FetchedContent([$0], of: request) }
      hear(source.id) { pass(content, or: earlier, of: source, request, generation) }
    case .standing: hear(source.id) { stand(source.id, generation) }
    case .ended(let error): fell(source, error, generation)
    }
  }

  /// Tells that all is as it was, which is no good news where what came last could not be read.
  private func stand(_ id: SourceID, _ generation: Int) {
    let refusal = state.withLock { $0.refusals[id] }
    announce(id, refusal.map { .pushed(.failure($0)) } ?? .standing(fetcher.configuration.wallClock()), generation)
  }

  /// Passes on what has come, unless it cannot be read, and keeps it for the next run.
  private func bring(
    _ content: FetchedContent, of source: LoadedSource, _ request: FetchRequest, _ generation: Int
  ) {
    hear(source.id) { pass(content, of: source, request, generation) }
  }

  /// - Parameter others: in its place where it cannot be read, the first that can be.
  private func pass(
    _ content: FetchedContent, or others: [FetchedContent] = [], of source: LoadedSource, _ request: FetchRequest,
    _ generation: Int
  ) {
    let isDue = fetcher.isDue(request)
    if let problem = source.inspect?(content, isDue) {
      if let other = others.first {
        return pass(other, or: Array(others.dropFirst()), of: source, request, generation)
      }
      let error = FetchError(.content(problem), fetching: request.address)
      state.withLock { $0.refusals[source.id] = error }
      announce(source.id, .pushed(.failure(error)), generation)
    } else {
      // Known before it is told: whoever hears of it may end all this.
      let isFirst = state.withLock { state in
        state.refusals[source.id] = nil
        guard state.generations[source.id] == generation else { return false }
        let last = Unwritten(source: source, content: content, request: request)
        return state.unwritten.updateValue(last, forKey: source.id) == nil
      }
      announce(source.id, .pushed(.success(content)), generation)
      if isDue { writeLast(of: source.id) } else if isFirst { keepSoon(source.id) }
    }
  }

  /// What has come is written with what comes in the next half minute.
  private func keepSoon(_ id: SourceID) {
    queue.asyncAfter(deadline: .now() + DiskCache.pause) { [weak self] in self?.writeLast(of: id) }
  }

  private func writeLast(of id: SourceID) {
    if let last = state.withLock({ $0.unwritten.removeValue(forKey: id) }) { write(last) }
  }

  /// Keeps it for the next run.
  func write(_ last: Unwritten) {
    var kept = last.content
    if let sum = last.source.sum {
      guard let bytes = sum() else { return }
      kept = FetchedContent(
        payload: .bytes(bytes), contentType: "application/json", address: last.request.address,
        fetchedAt: fetcher.configuration.wallClock())
    }
    fetcher.keep(kept, of: last.request)
  }

  /// The link says something, and therefore stands: from before it is told, for whoever hears of it may ask for more at once.
  private func hear(_ id: SourceID, _ tell: () -> Void) {
    let now = timer.now()
    let isFirst = state.withLock { state in
      guard state.unheard.remove(id) != nil else { return false }
      state.plan.stands(id, at: now)
      return true
    }
    tell()
    if isFirst { busy(id, false) }
  }

  private func fell(_ source: LoadedSource, _ error: FetchError, _ generation: Int) {
    let id = source.id
    let now = timer.now()
    let (isFirst, wasStanding, wasWell) = state.withLock { state in
      let wasStanding = state.plan.isStanding(id)
      return (state.unheard.contains(id), wasStanding, state.plan.falls(id, at: now))
    }
    // Until it is known when it is opened again.
    if !isFirst { busy(id, true) }
    var silence: Double?
    if case .streamSilent(_, let seconds) = error.cause { silence = seconds }
    // What it said held as long as something was heard of it.
    if wasStanding { announce(id, .fell(fetcher.configuration.wallClock() - (silence ?? 0)), generation) }
    // A server that hangs is told of, however long all was well.
    if !wasWell || silence != nil { announce(id, .failed(error), generation) }
    state.withLock { state in
      let resumption = state.links.removeValue(forKey: id)?.resumption
      if let lastID = resumption?.lastID { state.lastIDs[id] = lastID }
      state.plan.finish(id, error.outcome, retry: resumption?.retry, at: now)
      state.unheard.remove(id)
    }
    setAlarm()
    busy(id, false)
  }
}
