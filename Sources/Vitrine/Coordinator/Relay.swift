import Synchronization

/// A weak way back to somebody who is made after those who call back.
final class Relay<Target: AnyObject & Sendable>: Sendable {
  private struct Weak: Sendable {
    weak var target: Target?
  }

  private let weak = Mutex(Weak())

  /// Nil before it is set, and once the target has gone.
  var target: Target? { weak.withLock { $0.target } }

  func set(_ target: Target) { weak.withLock { $0.target = target } }
}
