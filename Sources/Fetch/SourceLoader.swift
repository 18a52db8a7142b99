public import Board
import Dispatch
import Numbers
import Synchronization

/// A source as the loader sees it.
public struct LoadedSource: Sendable {
  /// What its news is known by.
  public var id: SourceID
  /// Seconds between fetches.
  public var interval: Double
  /// Asked at each fetch, because addresses are templates that may hold the time, or values of other sources; nil while those are not
  /// there.
  public var request: @Sendable () -> FetchRequest?
  /// What is wrong with new content, or nil; see `Fetcher.Inspection`.
  public var inspect: Fetcher.Inspection?
  /// Nothing is fetched for it: what is known has to do.
  public var isHeld = false
  /// It brings messages by itself.
  public var isPushed = false
  /// What its messages have come to, as it is kept for the next run; asked after they have been looked at. Nil keeps the message itself.
  public var sum: (@Sendable () -> [UInt8]?)?

  /// - Parameters:
  ///   - id: what its news is known by.
  ///   - interval: seconds between fetches.
  ///   - inspect: what is wrong with new content, or nil; see `Fetcher.Inspection`.
  ///   - request: asked at each fetch.
  public init(
    id: SourceID, interval: Double, inspect: Fetcher.Inspection? = nil, request: @escaping @Sendable () -> FetchRequest?
  ) {
    self.id = id
    self.interval = interval
    self.inspect = inspect
    self.request = request
  }
}

/// News of one source.
public enum SourceNews: Sendable, Hashable {
  /// What was known when the panel was last on; comes before any network.
  case cached(FetchedContent)
  /// How a fetch ended.
  case fetched(FetchOutcome)
  /// What a link that stands has brought: content, or what is wrong with it.
  case pushed(FetchOutcome)
  /// The link stands at this time, seconds since 1970, and has nothing new.
  case standing(Double)
  /// The link stood until this time. It is opened again; that is all for now.
  case fell(Double)
  /// The link could not be opened, or not again.
  case failed(FetchError)
}

/// Keeps the sources of a board fresh: fetches when they are due, watches files and the network, retries, and starts from
/// the cache.
///
/// Decisions are `LoadPlan`'s; this performs them. News comes on Dispatch queues, of one source one at a time.
public final class SourceLoader: Sendable {
  /// Gets the news of a source, on a queue of the loader.
  public typealias Deliver = @Sendable (SourceID, SourceNews) -> Void

  /// Where answers are shared: seconds after which somebody who asks gets one of his own, as several panels are pulled by one finger,
  /// and the share of its interval a source lives on another panel's.
  private static let askedAge = 1.0
  private static let sharedAge = 0.9

  struct State: Sendable {
    // Many properties: what is under way for each source, and what is planned.
    var plan = LoadPlan()
    var sources: [SourceID: LoadedSource] = [:]
    var tickets: [SourceID: Fetcher.Ticket] = [:]
    var links: [SourceID: PushLink] = [:]
    /// What was wrong with what links have brought last.
    var refusals: [SourceID: FetchError] = [:]
    /// Sources somebody waits for who wants to know how they are now.
    var asked: Set<SourceID> = []
    /// Links of which nothing has been heard.
    var unheard: Set<SourceID> = []
    /// What the next links begin behind.
    var lastIDs: [SourceID: String] = [:]
    /// What links have brought last and has not been written; where it is, a wait has been set.
    var unwritten: [SourceID: Unwritten] = [:]
    /// Paths watched, and whose they are.
    var watched: [String: [SourceID]] = [:]
    /// Addresses of the program's sources, and whose they are.
    var given: [String: [SourceID]] = [:]
    /// Counts the boards there have been.
    var generation = 0
    /// With which of them a source came; news of one that has gone since is dropped.
    var generations: [SourceID: Int] = [:]
    /// Sources that could not be asked yet: what was known of them has not been told.
    var untold: Set<SourceID> = []
    /// For when the timer is set, seconds of its clock; nil when it is not.
    var alarm: Double?
  }

  /// What a link has brought last, and where it would be kept.
  struct Unwritten: Sendable {
    var source: LoadedSource
    var content: FetchedContent
    var request: FetchRequest
  }

  let fetcher: Fetcher
  let timer: any LoadTimer
  private let seed: UInt64
  private let watchesFiles: Bool
  let busy: @Sendable (SourceID, Bool) -> Void
  private let deliver: Deliver
  let state = Mutex(State())
  private let watcher: FileWatcher
  private let network = Mutex<NetworkWatch.Listening?>(nil)
  let queue = DispatchQueue(label: "vitrine.fetch.loader", qos: .utility)

  /// - Parameters:
  ///   - seed: varies retries between panels; the machine's identity, for instance.
  ///   - watchesFiles: whether changed files are noticed; else only `lookAtFiles` tells of them.
  ///   - busy: called with true whenever a fetch begins, before its news can come, and with false when they have come and the next
  ///     fetch is planned.
  ///   - deliver: gets the news.
  public init(
    fetcher: Fetcher, timer: any LoadTimer, seed: UInt64, watchesFiles: Bool = true,
    busy: @escaping @Sendable (SourceID, Bool) -> Void = { _, _ in }, deliver: @escaping Deliver
  ) {
    self.fetcher = fetcher
    self.timer = timer
    self.seed = seed
    self.watchesFiles = watchesFiles
    self.busy = busy
    self.deliver = deliver
    watcher = FileWatcher(warn: fetcher.configuration.warn)
    watcher.onChange { [weak self] path in self?.fileChanged(path) }
    network.withLock { $0 = fetcher.listenToNetwork { [weak self] in self?.networkChanged() } }
  }

  /// Replaces the sources: what is under way for the old ones is cancelled, cached answers come first, then the new ones are fetched.
  ///
  /// - Parameters:
  ///   - kept: sources that were there before and ask for the same: nothing is fetched for them before it is due.
  ///   - told: called when all cached answers have been delivered, or will not be because other sources have come.
  public func setSources(
    _ sources: [LoadedSource], keeping kept: Set<SourceID> = [], told: @escaping @Sendable () -> Void = {}
  ) {
    let now = timer.now()
    let (old, links, unwritten, generation, fresh) = state.withLock { state in
      // What has come and waited to be written is written, and not lost with its link.
      let staying = kept.intersection(sources.map(\.id))
      let unwritten = state.unwritten.filter { !staying.contains($0.key) }.values
      state.generation += 1
      let generation = state.generation
      let kept = state.plan.keep(kept.intersection(sources.map(\.id)))
      state.sources = Dictionary(sources.map { ($0.id, $0) }) { first, _ in first }
      state.generations = state.sources.mapValues {
        kept.contains($0.id) ? state.generations[$0.id] ?? generation : generation
      }
      let old = state.tickets.filter { !kept.contains($0.key) }
      state.tickets = state.tickets.filter { kept.contains($0.key) }
      let links = state.links.filter { !kept.contains($0.key) }
      state.links = state.links.filter { kept.contains($0.key) }
      state.lastIDs = state.lastIDs.filter { kept.contains($0.key) }
      state.refusals = state.refusals.filter { kept.contains($0.key) }
      state.unwritten = state.unwritten.filter { kept.contains($0.key) }
      return (old.values, links.values, Array(unwritten), generation, sources.filter { !kept.contains($0.id) })
    }
    for last in unwritten { write(last) }
    for ticket in old { fetcher.cancel(ticket) }
    for link in links { link.cancel() }
    queue.async {
      for source in fresh {
        if let request = source.request() {
          self.tellCached(source.id, request, generation)
        } else {
          self.state.withLock { _ = $0.untold.insert(source.id) }
        }
      }
      told()
      var watched: [String: [SourceID]] = [:]
      var given: [String: [SourceID]] = [:]
      for source in sources {
        guard let address = source.request()?.address else { continue }
        switch Address(address) {
        case .file(let path): watched[path, default: []].append(source.id)
        // Told of by `programChanged`.
        case .program: given[address, default: []].append(source.id)
        case .web, .broker, nil: break
        }
      }
      if self.watchesFiles { self.watcher.setPaths(Set(watched.keys)) }
      self.state.withLock { state in
        guard state.generation == generation else { return }
        (state.watched, state.given) = (watched, given)
        for (index, source) in fresh.enumerated() where !source.isHeld {
          state.plan.add(
            source.id, interval: source.interval, isLink: source.isPushed,
            seed: self.seed &+ UInt64(truncatingIfNeeded: index), at: now)
        }
      }
      self.fetchDue()
    }
  }

  /// Fetches these sources now, as a pull does; one that is being fetched already is not fetched twice.
  ///
  /// A link that stands has nothing to be asked for, unless it would be asked otherwise now: then it is opened anew.
  public func refresh(_ ids: [SourceID]) {
    let now = timer.now()
    let standing = state.withLock { state in
      state.plan.ask(ids, again: false, at: now)
      state.asked.formUnion(ids)
      return ids.compactMap { id in state.plan.isStanding(id) ? state.sources[id] : nil }
    }
    for source in standing { askLink(source) }
    fetchDue()
  }

  /// Fetches what was out of reach, and opens links that wait.
  private func networkChanged() {
    let now = timer.now()
    state.withLock { $0.plan.networkChanged(at: now) }
    fetchDue()
  }

  /// The wall clock was wrong: what has failed by it is fetched soon, or all is.
  public func clockWasWrong(all: Bool) {
    let now = timer.now()
    state.withLock { $0.plan.clockWasWrong(all: all, at: now) }
    fetchDue()
  }

  /// The machine has slept for so many seconds, and the timer with it.
  public func slept(for seconds: Double) {
    let now = timer.now()
    let links = state.withLock { state in
      state.plan.slept(for: seconds, at: now)
      return Array(state.links.values)
    }
    for link in links { link.slept(for: seconds) }
    fetchDue()
  }

  /// Fetches all files and directories again, as if each had changed.
  public func lookAtFiles() {
    for path in state.withLock({ $0.watched.keys.sorted() }) { fileChanged(path) }
  }

  /// The program gives something else now for a source of this name.
  public func programChanged(_ name: String) {
    let now = timer.now()
    state.withLock { $0.plan.ask($0.given[FetchRequest.address(ofProgram: name)] ?? [], again: true, at: now) }
    fetchDue()
  }

  /// Of streams that stand: seconds since something was heard over each.
  public var silences: [SourceID: Double] { state.withLock { $0.links }.compactMapValues(\.silence) }

  /// Ends all fetching.
  public func stop() { setSources([]) }

  private func fileChanged(_ path: String) {
    let now = timer.now()
    state.withLock { $0.plan.ask($0.watched[path] ?? [], again: true, at: now) }
    fetchDue()
  }

  func fetchDue() {
    let now = timer.now()
    let due = state.withLock { state in
      state.plan.takeDue(at: now).compactMap { id in
        state.sources[id].map { (source: $0, generation: state.generations[id] ?? state.generation) }
      }
    }
    for (source, generation) in due {
      busy(source.id, true)
      guard let request = source.request() else {
        // It is asked for as soon as what it waits for has come.
        finish(source.id, .failure(FetchError(.waiting, fetching: "")), generation)
        continue
      }
      if state.withLock({ $0.untold.remove(source.id) }) != nil { tellCached(source.id, request, generation) }
      if request.stream != nil {
        openLink(source, request, generation)
        continue
      }
      // Who asks wants to know; who keeps up takes what another has asked for since.
      let isAsked = state.withLock { $0.asked.remove(source.id) } != nil
      let age = isAsked ? Self.askedAge : Self.sharedAge * source.interval
      let ticket = fetcher.fetch(request, youngerThan: age, inspect: source.inspect) { [weak self] outcome in
        self?.finish(source.id, outcome, generation)
      }
      let isStale = state.withLock { state in
        if state.generations[source.id] == generation { state.tickets[source.id] = ticket }
        return state.generations[source.id] != generation
      }
      if isStale { fetcher.cancel(ticket) }
    }
    setAlarm()
  }

  private func tellCached(_ id: SourceID, _ request: FetchRequest, _ generation: Int) {
    if let content = fetcher.cached(request) { announce(id, .cached(content), generation) }
  }

  func finish(_ id: SourceID, _ outcome: FetchOutcome, _ generation: Int) {
    announce(id, .fetched(outcome), generation)
    let now = timer.now()
    state.withLock { state in
      guard state.generations[id] == generation else { return }
      state.tickets[id] = nil
      state.plan.finish(id, outcome, at: now)
    }
    setAlarm()
    busy(id, false)
  }

  func announce(_ id: SourceID, _ news: SourceNews, _ generation: Int) {
    if state.withLock({ $0.generations[id] == generation }) { deliver(id, news) }
  }

  func setAlarm() {
    // Under the lock: of two threads the one that knows less must not set the alarm last.
    state.withLock { state in
      let time = state.plan.nextTime
      guard time != state.alarm else { return }
      state.alarm = time
      timer.setAlarm(at: time) { [weak self] in self?.alarmRang() }
    }
  }

  /// One that rings a rounding error early is set once more.
  private func alarmRang() {
    state.withLock { $0.alarm = nil }
    fetchDue()
  }
}
