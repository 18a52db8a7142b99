import Board
import Content
import Dispatch
import Synchronization

/// The program around a kiosk: what it gives for its own sources, and does when a tap calls it.
final class Program: Sendable {
  private struct Given: Sendable {
    var value: Value
    /// Nobody has asked for it yet.
    var isNew = true
  }

  private let parts: BoardParts
  /// Where its actions run, one after the other.
  private let actions = DispatchQueue(label: "vitrine.actions", qos: .utility)
  private let given = Mutex<[String: Given]>([:])

  init(_ parts: BoardParts) { self.parts = parts }

  func push(_ value: Value, to name: String) {
    let value = value.finite
    given.withLock { $0[name] = Given(value: value) }
  }

  /// What a source says now: what was pushed since it was last asked, else what its own reader gives, else what was pushed last. Null
  /// while the program has given nothing.
  @Sendable
  func value(of name: String) throws -> Value {
    let known = given.withLock { given -> Given? in
      defer { given[name]?.isNew = false }
      return given[name]
    }
    if let known, known.isNew { return known.value }
    if let read = parts.sources[name]?.read { return try read().finite }
    return known?.value ?? .null
  }

  /// Does what a tap calls.
  ///
  /// - Parameter ended: told on a queue of the program's actions.
  func perform(_ call: ActionCall, ended: @escaping @Sendable (PostEnding) -> Void) {
    actions.async { [parts] in
      guard let action = parts.actions[call.name] else {
        return ended(.failed(.failure, "the program has no action \"\(call.name)\""))
      }
      do {
        try action.body(call.values)
        ended(.done)
      } catch {
        ended(.failed(.failure, "the action \"\(call.name)\" failed: \(error)"))
      }
    }
  }
}

extension Value {
  /// Nested no deeper than data of the world may be, and without numbers that are none.
  fileprivate var finite: Value { finite(depth: 128) }

  private func finite(depth: Int) -> Value {
    switch self {
    case .number(let number): number.isFinite ? self : .null
    case .date(let time): time.isFinite ? self : .null
    case .null, .bool, .text: self
    case .list(let items): depth > 0 ? .list(items.map { $0.finite(depth: depth - 1) }) : .null
    case .record(let record):
      depth > 0 ? .record(Record(record.names.map { ($0, (record[$0] ?? .null).finite(depth: depth - 1)) })) : .null
    }
  }
}
