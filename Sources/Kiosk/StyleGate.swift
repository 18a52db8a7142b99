import Synchronization

/// How many of the pictures that a refresh style draws behind the glass may be seen.
///
/// They are let through by messages, and not as they become ready: a replay then shows the same ones in the same frames.
public final class StyleGate: Sendable {
  private let passed = Atomic(0)

  /// None may be seen yet.
  public init() {}

  /// Of those that are drawn first; what a negative number means is the style's own.
  package var count: Int { passed.load(ordering: .relaxed) }

  /// Lets through those that are drawn first.
  ///
  /// - Parameter count: see the property.
  package func open(for count: Int) { passed.store(count, ordering: .relaxed) }
}
