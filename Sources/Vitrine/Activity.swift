import Dispatch

/// Counts what the queues are doing, so that virtual time can wait for them instead of sleeping.
final class Activity: Sendable {
  enum Kind: Sendable {
    /// Computing: ends by itself.
    case work
    /// Waiting for a server or a disk.
    case fetch
  }

  private let work = DispatchGroup()
  private let fetches = DispatchGroup()

  func begin(_ kind: Kind) { group(kind).enter() }
  func end(_ kind: Kind) { group(kind).leave() }

  /// Blocks until nothing of this kind is under way.
  func wait(_ kind: Kind) { group(kind).wait() }

  private func group(_ kind: Kind) -> DispatchGroup { kind == .work ? work : fetches }
}
