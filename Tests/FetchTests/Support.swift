import Dispatch
import Glibc
import Linux
import Scratch
import Synchronization

@testable import Fetch

/// Collects values from any thread; a test takes them in order and waits on a semaphore for what has not come yet.
final class Collector<Value: Sendable>: Sendable {
  private let values = Mutex<[Value]>([])
  private let arrived = DispatchSemaphore(value: 0)

  func add(_ value: Value) {
    values.withLock { $0.append(value) }
    arrived.signal()
  }

  /// The next value, waited for: as long as a busy machine may need, and not for ever.
  func next(_ file: StaticString = #fileID, _ line: UInt = #line) -> Value {
    // What never comes would stop all tests without a word about which one it is.
    guard arrived.wait(timeout: .now() + 60) == .success else { fatalError("nothing came", file: file, line: line) }
    return values.withLock { $0.removeFirst() }
  }

  /// Takes what is there.
  func drain() { while arrived.wait(timeout: .now()) == .success { values.withLock { _ = $0.removeFirst() } } }

  /// Values that came and were not taken.
  var waiting: [Value] { values.withLock { $0 } }
}

extension Fetcher {
  /// Memory only, on a clock that stands still.
  static func inMemory(_ warn: @escaping @Sendable (String) -> Void = { _ in }) -> Fetcher {
    Fetcher(Configuration(wallClock: { 1000 }, warn: warn))
  }

  /// Fetches and waits for the outcome.
  func outcome(_ request: FetchRequest) -> FetchOutcome {
    let outcomes = Collector<FetchOutcome>()
    fetch(request) { outcomes.add($0) }
    return outcomes.next()
  }
}

extension FetchedContent {
  /// The body as text; nil for what has none.
  var text: String? {
    guard case .bytes(let bytes) = payload else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension FetchOutcome {
  /// The body as text; nil when there is none.
  var text: String? { content?.text }

  var name: String {
    switch self {
    case .success: "success"
    case .notModified: "notModified"
    case .offline: "offline"
    case .timeout: "timeout"
    case .failure: "failure"
    case .cancelled: "cancelled"
    }
  }
}

extension TemporaryDirectory {
  func file(_ name: String) -> String { "\(path)/\(name)" }

  /// Replaces a file in one step, as careful writers do.
  func write(_ text: String, to name: String) {
    overwrite(Array(text.utf8), at: file(name) + ".new")
    unsafe _ = rename(file(name) + ".new", file(name))
  }

  /// Writes a file in place.
  func overwrite(_ bytes: [UInt8], at path: String) {
    guard let file = try? FileDescriptor(opening: path, O_WRONLY | O_CREAT | O_TRUNC) else { return }
    try? file.writeAll(bytes)
  }

  func read(_ name: String) -> [UInt8]? {
    try? FileDescriptor(opening: file(name), O_RDONLY).readAll(limit: 1 << 24)
  }

  var names: [String] { ((try? Directory.names(in: path)) ?? []).sorted() }
}

/// A clock that a test turns; alarms ring when it is turned past them.
final class ManualTimer: LoadTimer {
  private struct State: Sendable {
    var time = 0.0
    var alarm: (time: Double, body: @Sendable () -> Void)?
  }

  private let state = Mutex(State())
  private let alarmSet = DispatchSemaphore(value: 0)

  func now() -> Double { state.withLock { $0.time } }

  func setAlarm(at time: Double?, _ body: @escaping @Sendable () -> Void) {
    state.withLock { $0.alarm = time.map { ($0, body) } }
    alarmSet.signal()
  }

  /// What the alarm is set for.
  var alarmTime: Double? { state.withLock { $0.alarm?.time } }

  /// Waits until an alarm is set for `time` or earlier.
  func waitForAlarm(at time: Double) {
    while state.withLock({ $0.alarm.map { $0.time > time } ?? true }) { alarmSet.wait() }
  }

  /// Waits until the alarm is set, then lets it ring at `time`.
  func turn(toAlarm time: Double) {
    waitForAlarm(at: time)
    turn(to: time)
  }

  /// Rings whatever alarm is set, as if its time had come.
  func ring(at time: Double) {
    let body = state.withLock { state in
      state.time = time
      defer { state.alarm = nil }
      return state.alarm?.body
    }
    body?()
  }

  func turn(to time: Double) {
    let body = state.withLock { state -> (@Sendable () -> Void)? in
      state.time = time
      guard let alarm = state.alarm, alarm.time <= time else { return nil }
      state.alarm = nil
      return alarm.body
    }
    body?()
  }
}
