import CLinux
import CRescue
import Dispatch
import Glibc
import Linux
import Synchronization

/// Has what came from the world read by a process without rights: one job at a time, each from any thread.
///
/// The process is started with the first job, and anew when it has ended. A job that ended it is not done again. One that has nothing to
/// do for long may be ended, and comes back with the next job.
public final class Reader: Sendable {
  /// Something to be read.
  public struct Job: Sendable, Hashable {
    /// What the reader is to do with it; not 0.
    public var kind: UInt64
    /// How.
    public var head: [UInt8]
    /// What came from the world.
    public var body: [UInt8]
    /// Bytes that may come of it.
    public var replyLimit: Int
    /// Seconds of the processor's time it may take; nil for as many as an answer.
    public var processor: Double?

    /// For the parameters see the properties.
    public init(
      kind: UInt64, head: [UInt8], body: [UInt8], replyLimit: Int = 64 << 20, processor: Double? = nil
    ) {
      self.kind = kind
      self.head = head
      self.body = body
      self.replyLimit = replyLimit
      self.processor = processor
    }
  }

  /// What comes of a job before it is done.
  public enum Part: Sendable, Hashable {
    /// It begins, maybe anew: what came before is worth nothing.
    case begin
    case bytes([UInt8])
  }

  /// Takes what comes before a job is done, on the reader's thread; false for what cannot have been made of it.
  public typealias PartTaker = @Sendable (Part) -> Bool

  /// One job on its way.
  private final class Errand: Sendable {
    let job: Job
    let take: PartTaker
    let done = DispatchSemaphore(value: 0)
    let result = Mutex<Result<[UInt8], ReaderFailure>?>(nil)

    init(_ job: Job, _ take: @escaping PartTaker) {
      self.job = job
      self.take = take
    }

    func end(_ result: Result<[UInt8], ReaderFailure>) {
      self.result.withLock { $0 = result }
      done.signal()
    }
  }

  private struct State: Sendable {
    var waiting: [Errand] = []
    var hasThread = false
    /// Jobs that ended a reader, the latest last, and how.
    var refused: [(job: Int, failure: ReaderFailure)] = []
    /// What readers load before they give up their rights, the latest last.
    var names: [String] = []
    /// Whether the one there is has to go.
    var isDistrusted = false
    /// Whether the one there is stays, whatever there is to do.
    var stays = false
    /// What has been said.
    var said: Set<String> = []
  }

  /// So many jobs are known not to be done again.
  private static let refusedLimit = 256
  /// So many things are loaded.
  private static let namesLimit = 64

  private let program: String
  private let role: ReaderService.Role
  /// Seconds without a job after which the process is ended; nil keeps it.
  private let rest: Double?
  private let patience: ReaderProcess.Patience
  private let warn: @Sendable (String) -> Void
  private let wake = DispatchSemaphore(value: 0)
  private let state = Mutex(State())

  /// - Parameters:
  ///   - program: what is started as reader: this very program, also when its file has been replaced.
  ///   - role: what it is for.
  ///   - warn: takes what the person who runs the panel should know, each sentence once.
  public convenience init(
    program: String = "/proc/self/exe", role: ReaderService.Role = .answers, warn: @escaping @Sendable (String) -> Void
  ) {
    // Answers and pictures come together and then for a while not again, and those that have not changed need no reader. One that waits
    // holds some 15 MB; to start one takes some 35 ms of a desktop's processor, most of them the loader's.
    self.init(program: program, role: role, patience: ReaderProcess.Patience(), rest: 5, warn: warn)
  }

  init(
    program: String, role: ReaderService.Role = .answers, patience: ReaderProcess.Patience, rest: Double? = nil,
    warn: @escaping @Sendable (String) -> Void
  ) {
    self.program = program
    self.role = role
    self.patience = patience
    self.rest = rest
    self.warn = warn
  }

  /// From now on it is kept, however long there is nothing to do, or is not: whoever must not wait for its start wants that.
  public func stay(_ isWanted: Bool) {
    let isNews = state.withLock { state in
      defer { state.stays = isWanted }
      return state.stays != isWanted
    }
    // It looks how long to wait.
    if isNews { wake.signal() }
  }

  /// Does a job, and waits for it; not for the frame thread.
  ///
  /// - Parameter take: takes its parts, where it is one that comes in parts.
  /// - Returns: what comes last, or all of it.
  public func run(
    _ job: Job, parts take: @escaping PartTaker = { $0 == .begin }
  ) throws(ReaderFailure) -> [UInt8] {
    let errand = Errand(job, take)
    let mustStart = state.withLock { state in
      state.waiting.append(errand)
      defer { state.hasThread = true }
      return !state.hasThread
    }
    if mustStart { start() }
    wake.signal()
    errand.done.wait()
    guard let result = errand.result.withLock({ $0 }) else {
      throw ReaderFailure(.notStarted, "could not be read: the reader's thread has ended")
    }
    return try result.get()
  }

  /// What came of a job was nonsense: whoever made it is ended, and the job not done again.
  public func distrust(_ job: Job) -> ReaderFailure {
    let failure = ReaderFailure.ended(by: "us, for what it sent was no answer")
    refuse(job, failure)
    state.withLock { $0.isDistrusted = true }
    return failure
  }

  /// A thread of its own, which lasts as long as the program: the kernel ends a reader with the *thread* that started it, and Dispatch
  /// ends its threads whenever they have nothing to do.
  private func start() {
    var thread = pthread_t()
    let boxed = unsafe Unmanaged.passRetained(self).toOpaque()
    let failure = unsafe pthread_create(
      &thread, nil,
      { argument in
        _ = unsafe pthread_setname_np(pthread_self(), "vitrine-reader")
        _ = rescue_stack()
        // Fits: the thread gets `boxed`, which is one.
        unsafe Unmanaged<Reader>.fromOpaque(argument!).takeRetainedValue().work()
      }, boxed)
    guard failure != 0 else {
      _ = pthread_detach(thread)
      return
    }
    unsafe Unmanaged<Reader>.fromOpaque(boxed).release()
    let waiting = state.withLock { state in
      state.hasThread = false
      defer { state.waiting = [] }
      return state.waiting
    }
    for errand in waiting { errand.end(.failure(.notStarted("pthread_create", failure))) }
  }

  private func work() -> Never {
    var reader: ReaderProcess?
    while true {
      let stays = state.withLock { $0.stays }
      let end = rest.flatMap { rest in reader == nil || stays ? nil : DispatchTime.now() + rest } ?? .distantFuture
      if wake.wait(timeout: end) == .timedOut {
        reader = nil
        continue
      }
      guard let errand = state.withLock({ $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() }) else { continue }
      do throws(ReaderFailure) {
        errand.end(.success(try perform(errand, &reader)))
      } catch {
        if error.kind == .notStarted { say("an answer \(error.description)") }
        errand.end(.failure(error))
      }
    }
  }

  private func perform(_ errand: Errand, _ reader: inout ReaderProcess?) throws(ReaderFailure) -> [UInt8] {
    let job = errand.job
    if let failure = refusal(of: job) { throw failure }
    var chances = 2
    // An encoding, a library, then what that library reads; and one more than is known to be needed.
    var lessons = 4
    while true {
      let isDistrusted = state.withLock { state in
        defer { state.isDistrusted = false }
        return state.isDistrusted
      }
      if isDistrusted || reader?.isReady == false { reader = nil }
      if reader == nil { reader = try begin() }
      guard let result = try reader?.run(job, patience: patience, parts: errand.take) else { continue }
      switch result {
      case .done(let bytes, let isLast):
        if isLast { reader = nil }
        return bytes
      case .needs(let names):
        reader = nil
        lessons -= 1
        guard learn(names), lessons >= 0 else {
          throw refuse(job, .ended(by: "us, for it asked for what it had been given"))
        }
      case .ended(let words, let byOthers):
        reader = nil
        chances -= 1
        // The kernel takes memory from whom it likes: it was perhaps not the answer's fault.
        if byOthers, chances > 0 { continue }
        throw refuse(job, .ended(by: words))
      }
    }
  }

  private func begin() throws(ReaderFailure) -> ReaderProcess {
    let names = state.withLock { $0.names }
    let reader = try ReaderProcess.start(program: program, role: role, names: names, patience: patience)
    for missing in Confinement.missing(from: reader.force) {
      say("the reader of answers goes on without \(missing), which this kernel does not offer it")
    }
    return reader
  }

  /// Whether there was anything new in what is to be loaded.
  private func learn(_ names: [String]) -> Bool {
    state.withLock { state in
      let new = names.filter { !state.names.contains($0) }
      // Libraries are few and dear; zones and encodings are as many as whoever sends them likes.
      let known = state.names + new
      let others = known.filter { LateLibrary(name: $0) == nil }
      state.names = known.filter { LateLibrary(name: $0) != nil } + others.suffix(Self.namesLimit)
      return !new.isEmpty && new.count <= Self.namesLimit
    }
  }

  private func refusal(of job: Job) -> ReaderFailure? {
    state.withLock { state in
      // Hashing 20 MB takes its time, and hardly ever is there anything to look for.
      guard !state.refused.isEmpty else { return nil }
      let hash = job.hashValue
      return state.refused.first { $0.job == hash }?.failure
    }
  }

  @discardableResult private func refuse(_ job: Job, _ failure: ReaderFailure) -> ReaderFailure {
    state.withLock { state in
      state.refused.append((job.hashValue, failure))
      if state.refused.count > Self.refusedLimit { state.refused.removeFirst() }
    }
    return failure
  }

  private func say(_ sentence: String) {
    if state.withLock({ $0.said.count < 64 && $0.said.insert(sentence).inserted }) { warn(sentence) }
  }
}
