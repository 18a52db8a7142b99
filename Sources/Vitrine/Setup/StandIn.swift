import Board
import Synchronization

/// What is on the glass instead of a board that is not there, or is not right: until the board is.
package final class StandIn: Sendable {
  /// What is wrong, in sentences, as it is now; from any queue. Empty when nothing is but that there is no board yet.
  package let mistakes: @Sendable () -> [String]
  /// What is waited for, as people call it: a path, or an address.
  package let awaited: String
  private let screen = Mutex<BoardFile?>(nil)
  private let isOver = Atomic(false)

  /// For the parameters see the properties.
  package init(for awaited: String, because mistakes: @escaping @Sendable () -> [String] = { [] }) {
    (self.awaited, self.mistakes) = (awaited, mistakes)
  }

  /// Whether the board is not shown yet.
  package var isShown: Bool { !isOver.load(ordering: .relaxed) }

  /// What it is itself.
  package func begin(_ board: BoardFile) { screen.withLock { $0 = board } }

  /// This is shown from now on.
  func shows(_ board: BoardFile) {
    if board != screen.withLock({ $0 }) { isOver.store(true, ordering: .relaxed) }
  }

  /// What a status line calls it.
  package var name: String { isShown ? "what is missing, instead of \(awaited)" : awaited }

  /// What keeps the board from being shown.
  var sentence: String {
    let mistakes = mistakes()
    guard let first = mistakes.first else { return "this panel is not set up: it waits for \(awaited)" }
    let more = mistakes.count > 1 ? " (and \(mistakes.count - 1) more)" : ""
    return "\(awaited) cannot be shown: \(first)\(more)"
  }
}
