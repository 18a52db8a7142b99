import Board
import Dispatch
import Glibc
import Markup
import Synchronization

/// Fetches over HTTP and from files: one fetch however many ask, a bounded number at once, the last good answer on disk.
///
/// Thread-safe. Every fetch calls its callback exactly once, on a Dispatch queue of its own; a callback may parse: of those only a few run
/// at once, however many fetches wait for their servers.
public final class Fetcher: Sendable {
  /// What a panel decides for all its fetches.
  public struct Configuration: Sendable {
    /// nil keeps answers in memory only.
    public var cacheDirectory: String?
    /// Bytes of the cache on disk.
    public var cacheLimit: Int
    /// Fetches at once. Servers that take a connection and say nothing hold their places until they are given up.
    public var concurrency: Int
    /// Fetches at once from one origin.
    public var concurrencyPerHost: Int
    /// Seconds since 1970.
    public var wallClock: @Sendable () -> Double
    /// Of what paces news that come by themselves.
    package var makeTimer: @Sendable () -> any LoadTimer = { DispatchLoadTimer() }
    /// Asks the program for a source of its own, by name. Its answer is told once, on any thread, nil while it has given nothing; what is
    /// returned calls the question off.
    public var program: ProgramReader
    /// Takes lines for the person who runs the panel.
    public var warn: @Sendable (String) -> Void
    /// What a server has answered is given to others who ask the same before it is old; they say when that is.
    package var sharesAnswers = false
    /// Is told of each fetch that has ended when it was asked for and when that was; nanoseconds on the monotonic clock.
    public var watch: (@Sendable (_ began: Int64, _ ended: Int64) -> Void)?

    /// For the parameters see the properties.
    public init(
      cacheDirectory: String? = nil, cacheLimit: Int = 64 << 20, concurrency: Int = 24, concurrencyPerHost: Int = 2,
      wallClock: @escaping @Sendable () -> Double = Fetcher.systemTime,
      program: @escaping ProgramReader = Fetcher.noProgram, warn: @escaping @Sendable (String) -> Void
    ) {
      self.cacheDirectory = cacheDirectory
      self.cacheLimit = cacheLimit
      self.concurrency = concurrency
      self.concurrencyPerHost = concurrencyPerHost
      self.wallClock = wallClock
      self.program = program
      self.warn = warn
    }
  }

  /// One caller's interest in a fetch.
  public struct Ticket: Sendable, Hashable {
    fileprivate var job: UInt64
    fileprivate var waiter: UInt64
  }

  /// Gets how a fetch ended, once, on the fetch's queue.
  public typealias Callback = @Sendable (FetchOutcome) -> Void

  /// Looks at new content before it counts as good: what is wrong with it, or nil.
  ///
  /// Content that is refused is not cached, and the fetch ends in a failure. This is the place to parse. `isKept`: for the next run,
  /// too; what changes all the time is not always.
  public typealias Inspection = @Sendable (_ content: FetchedContent, _ isKept: Bool) -> String?

  private struct Waiter: Sendable {
    var inspect: Inspection?
    var callback: Callback
  }

  private struct Job: Sendable {
    /// Its own, so that fetches go on beside each other. It is serial, as every queue here: what runs on a concurrent one draws from
    /// the pool that Dispatch on Linux looks after once a second from then on, and no panel would ever be idle.
    let queue = DispatchQueue(label: "vitrine.fetch", qos: .utility)
    var request: FetchRequest
    /// What the limit per host counts.
    var host: String
    var waiters: [UInt64: Waiter]
    var isRunning = false
    /// It takes no place from others: the program's own.
    var isFree = false
    /// It has begun as one that was not answered the last time.
    var wasSilent = false
  }

  private struct State: Sendable {
    var lastID: UInt64 = 0
    var jobs: [UInt64: Job] = [:]
    /// Jobs that a further caller may share.
    var shared: [FetchRequest: UInt64] = [:]
    /// Not yet running, the oldest first.
    var waiting: [UInt64] = []
    var running = 0
    var runningPerHost: [String: Int] = [:]
    /// What was not answered in time when it was last asked for.
    var silent: Set<FetchRequest> = []
    var silentPerHost: [String: Int] = [:]

    /// Addresses that do not answer leave one place at their host to those that do.
    func hasPlaceBesideSilence(_ job: Job, of places: Int) -> Bool {
      !silent.contains(job.request) || silentPerHost[job.host, default: 0] < max(places - 1, 1)
    }

    /// Takes how one that ran has ended; nil where nobody waited for that.
    mutating func note(_ job: Job, wasAnswered: Bool?) {
      if job.wasSilent {
        let left = silentPerHost[job.host, default: 1] - 1
        silentPerHost[job.host] = left > 0 ? left : nil
      }
      switch wasAnswered {
      case nil: break
      case true?: silent.remove(job.request)
      // Of boards that were shown long ago nothing is kept for ever.
      case false?: if silent.count < 1000 { silent.insert(job.request) } else { silent = [job.request] }
      }
    }

    mutating func newID() -> UInt64 {
      lastID += 1
      return lastID
    }
  }

  let configuration: Configuration
  let cache: DiskCache
  /// Made with the first transfer: a board of files never loads libcurl.
  private let lateTransport = Mutex<CurlTransport?>(nil)
  var transport: CurlTransport {
    lateTransport.withLock { made in
      let transport = made ?? CurlTransport()
      made = transport
      return transport
    }
  }
  /// What there may be to cancel.
  var madeTransport: CurlTransport? { lateTransport.withLock { $0 } }
  let hub = BrokerHub()
  let network: NetworkWatch
  let standing = Mutex(Standing())
  /// Nil where answers are not shared.
  private let recent: RecentAnswers?
  private let state = Mutex(State())
  /// What answers become is made of so many at once.
  private let desks = Desks(6)
  /// What a hand has asked for finds so many more places, in all and at its host: it does not wait for what is slow.
  private static let placesForHands = 4
  /// Answers of more bytes are taken in one after the other: each is in memory several times while it becomes a value.
  private static let largeAnswer = 1 << 20
  private let largeAnswers = DispatchQueue(label: "vitrine.fetch.large", qos: .utility)

  /// Reads what the cache directory holds; fetches nothing yet.
  public convenience init(_ configuration: Configuration) { self.init(configuration, network: NetworkWatch()) }

  init(_ configuration: Configuration, network: NetworkWatch) {
    self.configuration = configuration
    self.network = network
    recent = configuration.sharesAnswers ? RecentAnswers() : nil
    cache = DiskCache(
      directory: configuration.cacheDirectory, sizeLimit: configuration.cacheLimit, warn: configuration.warn)
  }

  /// Loads what transfers need meanwhile, on another thread: whoever is going to fetch does not wait for the loader then.
  public func prepare() {
    // A queue of its own: Dispatch looks after a concurrent one once a second from then on, and no panel would ever be idle.
    DispatchQueue(label: "vitrine.fetch.prepare", qos: .utility).async { _ = Libcurl.isReady }
  }

  /// Why the last good answers are kept in memory only; nil while they are on the disk, or were never to be.
  public var cacheProblem: String? { cache.problem }

  /// `clock_gettime(CLOCK_REALTIME)`, in seconds since 1970.
  public static let systemTime: @Sendable () -> Double = {
    var now = timespec()
    unsafe _ = clock_gettime(CLOCK_REALTIME, &now)
    return Double(now.tv_sec) + Double(now.tv_nsec) / 1e9
  }

  /// Fetches, or joins a fetch of the same request that is under way.
  @discardableResult
  public func fetch(_ request: FetchRequest, inspect: Inspection? = nil, _ callback: @escaping Callback) -> Ticket {
    fetch(request, youngerThan: 0, inspect: inspect, callback)
  }

  /// The same; where answers are shared, one that is not as old as so many seconds will do.
  func fetch(
    _ request: FetchRequest, youngerThan age: Double, inspect: Inspection?, _ callback: @escaping Callback
  ) -> Ticket {
    if let content = recent?.answer(to: request, youngerThan: age, at: configuration.wallClock()) {
      let (id, waiter) = state.withLock { ($0.newID(), $0.newID()) }
      let job = Job(
        request: request, host: "", waiters: [waiter: Waiter(inspect: inspect, callback: callback)], isRunning: true)
      job.queue.async { self.deliver(.success(content), to: job, cacheName: nil) }
      return Ticket(job: id, waiter: waiter)
    }
    let callback = watched(callback)
    // May load libcurl.
    let host = Self.host(of: request)
    let isFree = if case .program = Address(request.address) { true } else { false }
    let (ticket, beginning) = state.withLock { state -> (Ticket, Job?) in
      let waiter = state.newID()
      if let id = state.shared[request] {
        state.jobs[id]?.waiters[waiter] = Waiter(inspect: inspect, callback: callback)
        return (Ticket(job: id, waiter: waiter), nil)
      }
      let id = state.newID()
      let waiters = [waiter: Waiter(inspect: inspect, callback: callback)]
      let job = Job(request: request, host: host, waiters: waiters, isRunning: isFree, isFree: isFree)
      state.jobs[id] = job
      if request.isRepeatable { state.shared[request] = id }
      if !isFree { state.waiting.append(id) }
      return (Ticket(job: id, waiter: waiter), isFree ? job : nil)
    }
    if let beginning { run(ticket.job, request, on: beginning.queue) } else { startWaiting() }
    return ticket
  }

  /// The last good answer without asking the server; reads the disk, so not for the frame thread.
  public func cached(_ request: FetchRequest) -> FetchedContent? {
    guard request.isRepeatable, Self.isRemote(request) else { return nil }
    return cache.read(DiskCache.name(of: request))
  }

  /// The good answer before the last; for whoever cannot use the last.
  public func cachedBefore(_ request: FetchRequest) -> FetchedContent? {
    guard request.isRepeatable, Self.isRemote(request) else { return nil }
    return cache.readPrevious(DiskCache.name(of: request))
  }

  /// The wall clock was set by so many seconds: what this run has kept is as old as it was.
  public func moveStamps(by step: Double) { cache.moveStamps(by: step, at: configuration.wallClock()) }

  /// Ends one caller's interest with `.cancelled`; the fetch itself ends when nobody else waits for it.
  public func cancel(_ ticket: Ticket) {
    let (ended, mustStop) = state.withLock { state -> (Ended?, Bool) in
      guard let job = state.jobs[ticket.job], let waiter = job.waiters[ticket.waiter] else { return (nil, false) }
      state.jobs[ticket.job]?.waiters[ticket.waiter] = nil
      return (
        Ended(queue: job.queue, callback: waiter.callback),
        job.waiters.count == 1 && Self.abandon(ticket.job, in: &state)
      )
    }
    if mustStop { madeTransport?.cancel(id: ticket.job) }
    ended?.tell()
  }

  /// Ends everything, as when the board changes.
  public func cancelAll() {
    let (ended, running) = state.withLock { state in
      var ended: [Ended] = []
      var running: [UInt64] = []
      for (id, job) in state.jobs {
        ended += job.waiters.values.map { Ended(queue: job.queue, callback: $0.callback) }
        state.jobs[id]?.waiters = [:]
        if Self.abandon(id, in: &state) { running.append(id) }
      }
      return (ended, running)
    }
    for id in running { madeTransport?.cancel(id: id) }
    for one in ended { one.tell() }
  }

  /// A caller who is no longer interested.
  private struct Ended: Sendable {
    var queue: DispatchQueue
    var callback: Callback

    func tell() { queue.async { [callback] in callback(.cancelled) } }
  }

  /// Takes a job without callers out of the way; true when it runs and has to be stopped.
  private static func abandon(_ id: UInt64, in state: inout State) -> Bool {
    guard let job = state.jobs[id] else { return false }
    if state.shared[job.request] == id { state.shared[job.request] = nil }
    if job.isRunning { return true }
    state.jobs[id] = nil
    state.waiting.removeAll { $0 == id }
    return false
  }

  private func startWaiting() {
    let starting = state.withLock { state in
      var starting: [(UInt64, Job)] = []
      var index = 0
      while index < state.waiting.count, state.running < configuration.concurrency + Self.placesForHands {
        let id = state.waiting[index]
        let more = state.jobs[id]?.request.isRepeatable == false ? Self.placesForHands : 0
        guard let job = state.jobs[id], state.running < configuration.concurrency + more,
          state.runningPerHost[job.host, default: 0] < configuration.concurrencyPerHost + more,
          state.hasPlaceBesideSilence(job, of: configuration.concurrencyPerHost)
        else {
          index += 1
          continue
        }
        // Fits: it is before the end in this loop.
        state.waiting.remove(at: index)
        state.jobs[id]?.isRunning = true
        state.running += 1
        state.runningPerHost[job.host, default: 0] += 1
        if state.silent.contains(job.request) {
          state.jobs[id]?.wasSilent = true
          state.silentPerHost[job.host, default: 0] += 1
        }
        starting.append((id, job))
      }
      return starting
    }
    for (id, job) in starting {
      // What need not look at the disk first goes without a thread of its own.
      if let name = cacheName(of: job.request), cache.knows(name) {
        run(id, job.request, on: job.queue)
      } else {
        work(on: job.queue) { self.run(id, job.request, on: job.queue) }
      }
    }
  }

  /// Has something done that reads the disk or makes something of an answer.
  func work(on queue: DispatchQueue, _ body: @escaping @Sendable () -> Void) {
    desks.enter { [desks] in
      queue.async {
        body()
        desks.leave()
      }
    }
  }

  /// What the answer of a server is known by; nil for what comes from this machine.
  private func cacheName(of request: FetchRequest) -> String? {
    if case .web = Address(request.address) { DiskCache.name(of: request) } else { nil }
  }

  private func run(_ id: UInt64, _ request: FetchRequest, on queue: DispatchQueue) {
    switch Address(request.address) {
    case .file(let path): finish(id, readFile(path, request))
    case .program(let name): ask(program: name, id, request, on: queue)
    case .broker(let address): publish(id, request, at: address)
    case .web:
      let name = DiskCache.name(of: request)
      // A server's names for a version hold for one address only.
      let hasValidators = request.isRepeatable && request.cacheIdentity == nil
      let validators = hasValidators ? cache.head(name)?.validators ?? Validators() : Validators()
      ask(id, request, validators, name: name, on: queue)
    case nil:
      finish(id, FetchError(malformed: request.address).outcome)
    }
  }

  /// - Parameter validators: of what the cache has under `name`.
  private func ask(
    _ id: UInt64, _ request: FetchRequest, _ validators: Validators, name: String, on queue: DispatchQueue
  ) {
    transport.start(id: id, request, validators: validators) { [largeAnswers] result in
      let reply = try? result?.get()
      let isLarge = reply.map { $0.body.count > Self.largeAnswer } ?? false
      // Large ones wait for each other, and take nobody's desk meanwhile.
      let work = { (body: @escaping @Sendable () -> Void) in
        isLarge ? largeAnswers.async(execute: body) : self.work(on: queue, body)
      }
      work {
        guard reply?.status == 304, validators != Validators() else {
          return self.finish(id, self.outcome(of: result, request, name: name), cacheName: name)
        }
        // Not read before there is an answer: it may be as large as that.
        guard var known = self.cache.read(name) else {
          // It has not changed, and meanwhile had to make room for others: asked for once more, without a condition.
          return self.ask(id, request, Validators(), name: name, on: queue)
        }
        known.fetchedAt = self.configuration.wallClock()
        self.cache.confirm(name, at: known.fetchedAt)
        self.finish(id, .notModified(known))
      }
    }
    // Cancelled before the transport had heard of it: it could not listen then.
    if state.withLock({ $0.jobs[id]?.waiters.isEmpty == true }) { transport.cancel(id: id) }
  }

  /// A number no other fetch has, nor a link.
  func newID() -> UInt64 { state.withLock { $0.newID() } }

  /// Sends a message to a broker, once; done when the broker has it.
  private func publish(_ id: UInt64, _ request: FetchRequest, at address: BrokerAddress) {
    guard let body = request.body else { return finish(id, FetchError(.notPushed, fetching: request.address).outcome) }
    let publication = Publication(
      topic: address.topic, payload: body.bytes, isRetained: request.isRetained,
      deadline: Double(DispatchTime.now().uptimeNanoseconds) / 1e9 + request.timeout / 2
    ) { [configuration] cause in
      guard cause == nil else {
        return self.finish(id, cause.map { FetchError($0, fetching: request.address).outcome } ?? .cancelled)
      }
      self.finish(
        id,
        .success(FetchedContent(payload: .bytes([]), address: request.address, fetchedAt: configuration.wallClock())))
    }
    guard TopicFilter(address.topic)?.isWide == false else {
      return finish(id, FetchError(.noTopic(address.topic), fetching: request.address).outcome)
    }
    hub.publish(publication, address, request)
  }

  private func readFile(_ path: String, _ request: FetchRequest) -> FetchOutcome {
    do throws(FetchError) {
      return .success(try LocalFiles.fetch(path: path, limit: request.bodyLimit, at: configuration.wallClock()))
    } catch {
      return error.outcome
    }
  }

  private func outcome(
    of result: Result<CurlReply, FetchError>?, _ request: FetchRequest, name: String
  ) -> FetchOutcome {
    let now = configuration.wallClock()
    switch result {
    case nil: return .cancelled
    case .failure(let error): return error.outcome
    case .success(let reply) where reply.status == 304:
      // Nobody has asked whether it has changed.
      return FetchError(.status(304, retryAfter: nil), fetching: request.address).outcome
    case .success(let reply):
      let content = FetchedContent(
        payload: .bytes(reply.body), contentType: reply.contentType, address: reply.address, fetchedAt: now,
        validators: reply.validators)
      guard request.isRepeatable, let known = cache.head(name), known.fingerprint == content.fingerprint else {
        return .success(content)
      }
      // Somebody may have taken the file away.
      if known.validators != content.validators || !cache.confirm(name, at: now) {
        cache.write(content, as: name, isNew: false)
      }
      return .notModified(content)
    }
  }

  /// - Parameter cacheName: where new content goes when everybody accepts it.
  func finish(_ id: UInt64, _ outcome: FetchOutcome, cacheName: String? = nil) {
    let job = state.withLock { state -> Job? in
      guard let job = state.jobs.removeValue(forKey: id) else { return nil }
      if state.shared[job.request] == id { state.shared[job.request] = nil }
      // Known before anybody is told: whoever is may ask again at once.
      state.note(job, wasAnswered: outcome.wasAnswered)
      return job
    }
    guard let job else { return }
    if let content = outcome.content, job.request.isRepeatable { recent?.take(content, of: job.request) }
    deliver(outcome, to: job, cacheName: cacheName)
    guard !job.isFree else { return }
    state.withLock { state in
      state.running -= 1
      let left = state.runningPerHost[job.host, default: 1] - 1
      state.runningPerHost[job.host] = left > 0 ? left : nil
    }
    startWaiting()
  }

  private func deliver(_ outcome: FetchOutcome, to job: Job, cacheName: String?) {
    guard case .success(let content) = outcome else {
      for waiter in job.waiters.values { waiter.callback(outcome) }
      return
    }
    let isKept = cacheName.map { cache.isDue($0, at: content.fetchedAt) } ?? true
    let problems = job.waiters.mapValues { $0.inspect?(content, isKept) }
    if let cacheName, job.request.isRepeatable, problems.values.allSatisfy({ $0 == nil }) {
      if isKept { cache.write(content, as: cacheName) } else { cache.fallBehind(cacheName) }
    }
    for (id, waiter) in job.waiters {
      if let problem = problems[id] ?? nil {
        let error: FetchError =
          if case .file(let path) = Address(job.request.address) {
            FetchError(.content(problem), reading: path)
          } else {
            FetchError(.content(problem), fetching: job.request.address)
          }
        waiter.callback(.failure(error))
      } else {
        waiter.callback(outcome)
      }
    }
  }

  /// Whether its answer comes from elsewhere, and so is kept.
  private static func isRemote(_ request: FetchRequest) -> Bool {
    switch Address(request.address) {
    case .web, .broker: true
    case .file, .program: false
    // What came from there may still be on the disk, whether or not it can be asked now.
    case nil: WebAddress.isWeb(request.address)
    }
  }

  private static func host(of request: FetchRequest) -> String {
    switch Address(request.address) {
    case .web(let origin): origin.description
    case .broker(let address): address.broker.description
    case .file, .program, nil: request.address
    }
  }
}

extension FetchOutcome {
  /// Whether anybody has answered in time, be it with a failure; nil where it was called off.
  fileprivate var wasAnswered: Bool? {
    switch self {
    case .cancelled: nil
    case .timeout: false
    case .success, .notModified, .offline, .failure: true
    }
  }
}
