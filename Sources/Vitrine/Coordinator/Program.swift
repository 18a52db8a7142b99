import Board
import Content
import Dispatch
import Fetch
import Synchronization

/// The program around a kiosk: what it gives for its own sources, and does when a tap calls it.
///
/// Each source and each action has a queue of its own: one that does not return keeps nobody else waiting.
final class Program: Sendable {
  typealias Answer = @Sendable (Result<ProgramAnswer?, any Error>) -> Void

  private struct Source: Sendable {
    /// What was pushed last, or read when nobody waited any more.
    var given: ProgramAnswer?
    /// Nobody has asked for it yet.
    var isNew = false
    var isReading = false
    /// Something was pushed while the reader was at work: what that brings is older.
    var isOvertaken = false
    /// Who waits for the reader.
    var waiting: [UInt64: Answer] = [:]
  }

  private struct State: Sendable {
    var sources: [String: Source] = [:]
    var queues: [String: DispatchQueue] = [:]
    var lastNumber: UInt64 = 0
    /// Names nobody has registered, which were told of.
    var strangers: Set<String> = []

    mutating func queue(of name: String, _ what: String) -> DispatchQueue {
      let label = "vitrine.\(what).\(name)"
      let queue = queues[label] ?? DispatchQueue(label: label, qos: .utility)
      queues[label] = queue
      return queue
    }
  }

  private let parts: BoardParts
  private let state = Mutex(State())
  /// Of wrong names so many are told of.
  private static let mostStrangers = 8

  init(_ parts: BoardParts) { self.parts = parts }

  /// Takes values for a source; whoever waits for its reader has them at once.
  ///
  /// - Returns: what is wrong, for the log, once for each name; nil when nothing is.
  @discardableResult
  func push(_ value: Value, to name: String) -> String? {
    guard parts.sources[name] != nil else {
      let isTold = state.withLock {
        $0.strangers.count < Self.mostStrangers && $0.strangers.insert(name).inserted
      }
      return isTold ? "\"\(name)\" was pushed to, and no source of this name is registered: it is not kept" : nil
    }
    let answer = ProgramAnswer(value: value.finite)
    let waiting = state.withLock { state -> [Answer] in
      var source = state.sources[name] ?? Source()
      let waiting = Array(source.waiting.values)
      (source.given, source.isNew, source.waiting) = (answer, true, [:])
      source.isOvertaken = source.isReading
      state.sources[name] = source
      return waiting
    }
    for ended in waiting { ended(.success(answer)) }
    return nil
  }

  /// Asks for what a source says now: what was pushed since it was last asked, else what its own reader gives, else what was pushed last.
  /// One reader runs at a time for a source: who asks meanwhile waits for the same.
  ///
  /// - Parameters:
  ///   - time: seconds since 1970: what was pushed since it was last asked is from now.
  ///   - ended: told once, with nil while the program has given nothing; here, on the reader's queue, or on that of who pushes.
  /// - Returns: no longer waits.
  func ask(_ name: String, at time: Double, ended: @escaping Answer) -> @Sendable () -> Void {
    let read = parts.sources[name]?.read
    let (number, known, queue) = state.withLock {
      state -> (UInt64, Result<ProgramAnswer?, any Error>?, DispatchQueue?) in
      var source = state.sources[name] ?? Source()
      defer { state.sources[name] = source }
      if source.isNew || read == nil {
        if source.isNew, source.given?.time == nil { source.given?.time = time }
        source.isNew = false
        return (0, .success(source.given), nil)
      }
      state.lastNumber += 1
      source.waiting[state.lastNumber] = ended
      let begins = !source.isReading
      source.isReading = true
      return (state.lastNumber, nil, begins ? state.queue(of: name, "source") : nil)
    }
    if let known { ended(known) }
    if let queue, let read {
      queue.async { [self] in
        // Over before anybody is told: who is told may ask again.
        let result = Result { try read().finite }
        finish(name, result)
      }
    }
    return { [self] in state.withLock { _ = $0.sources[name]?.waiting.removeValue(forKey: number) } }
  }

  private func finish(_ name: String, _ result: Result<Value, any Error>) {
    let answer = result.map { ProgramAnswer(value: $0) as ProgramAnswer? }
    let (waiting, outcome) = state.withLock { state in
      var source = state.sources[name] ?? Source()
      let outcome = source.isOvertaken ? .success(source.given) : answer
      let waiting = Array(source.waiting.values)
      if waiting.isEmpty, !source.isOvertaken, case .success(let late?) = answer {
        // Too late for those who asked: the next one has it.
        (source.given, source.isNew) = (late, true)
      }
      (source.isReading, source.isOvertaken, source.waiting) = (false, false, [:])
      state.sources[name] = source
      return (waiting, outcome)
    }
    for ended in waiting { ended(outcome) }
  }

  /// A call of an action, which may be called off before its turn.
  final class Call: Sendable {
    private let isOff = Atomic(false)

    /// What has not begun does not begin any more.
    func cancel() { isOff.store(true, ordering: .relaxed) }

    fileprivate var isCancelled: Bool { isOff.load(ordering: .relaxed) }
  }

  /// Does what a tap calls; calls of one action one after the other.
  ///
  /// - Parameter ended: told on a queue of the action.
  func perform(_ call: ActionCall, ended: @escaping @Sendable (PostEnding) -> Void) -> Call {
    let ticket = Call()
    let queue = state.withLock { $0.queue(of: call.name, "action") }
    queue.async { [parts] in
      // Whoever has tapped was told that no answer came, or the kiosk has ended: doors do not open long afterwards.
      guard !ticket.isCancelled else { return ended(.cancelled) }
      guard let action = parts.actions[call.name] else {
        return ended(.failed(.failure, "the program has no action \"\(call.name)\""))
      }
      do {
        try action.body(call.values)
        ended(.done)
      } catch {
        ended(.refused("the action \"\(call.name)\" failed: \(error)"))
      }
    }
    return ticket
  }
}

extension Value {
  /// Nested no deeper than data of the world may be, and without numbers that are none. What is so already is not made anew.
  fileprivate var finite: Value { isFinite(depth: 128) ? self : finite(depth: 128) }

  private func isFinite(depth: Int) -> Bool {
    switch self {
    case .number(let number): number.isFinite
    case .date(let time): time.isFinite
    case .null, .bool, .text: true
    case .list(let items): depth > 0 && items.allSatisfy { $0.isFinite(depth: depth - 1) }
    case .record(let record): depth > 0 && record.all.allSatisfy { $0.isFinite(depth: depth - 1) }
    }
  }

  private func finite(depth: Int) -> Value {
    switch self {
    case .number(let number): number.isFinite ? self : .null
    case .date(let time): time.isFinite ? self : .null
    case .null, .bool, .text: self
    case .list(let items): depth > 0 ? .list(items.map { $0.finite(depth: depth - 1) }) : .null
    case .record(let record):
      depth > 0
        ? Record(record.shape, record.all.map { $0.finite(depth: depth - 1) }).map { .record($0) } ?? .null : .null
    }
  }
}
