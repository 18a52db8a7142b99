import Synchronization

/// A weak way back to somebody who is made after those who call back.
package final class Relay<Target: AnyObject & Sendable>: Sendable {
  private struct Weak: Sendable {
    weak var target: Target?
  }

  private let weak = Mutex(Weak())

  /// Without a target.
  package init() {}

  /// Nil before it is set, and once the target has gone.
  package var target: Target? { weak.withLock { $0.target } }

  /// Makes a target known, which is not kept alive; any thread.
  package func set(_ target: Target) { weak.withLock { $0.target = target } }
}
