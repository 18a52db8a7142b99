import Board
import Panel
import Synchronization

/// What is on the glass instead of a board that is not there, or is not right: until the board is.
package final class StandIn: Sendable {
  private struct Look {
    /// Nanoseconds of the monotonic clock.
    var time: Nanoseconds
    var lines: [String]
  }

  /// Nanoseconds for which a look counts: several sources of the screen, and whoever asks for a status, want to know the same.
  private static let pause: Nanoseconds = 1_000_000_000

  private let look: @Sendable () -> [String]
  /// What is waited for, as people call it: a path, or an address.
  package let awaited: String
  private let screen = Mutex<BoardFile?>(nil)
  private let last = Mutex<Look?>(nil)
  private let mended = Mutex<(@Sendable () -> Void)?>(nil)
  private let isOver = Atomic(false)

  /// - Parameters:
  ///   - awaited: what is waited for, as people call it: a path, or an address.
  ///   - look: what is wrong, in sentences; called on any queue. Empty when nothing is but that there is no board yet.
  package init(for awaited: String, because look: @escaping @Sendable () -> [String] = { [] }) {
    (self.awaited, self.look) = (awaited, look)
  }

  /// What is wrong, in sentences, as it was within the last second. What a board names beside it, such as a theme, may be mended without
  /// a change of the board's own file, which alone is watched: then the board is read again.
  package var mistakes: [String] {
    let now = MonotonicClock.now()
    if let known = last.withLock({ $0 }), now - known.time < Self.pause { return known.lines }
    let lines = look()
    let before = last.withLock { last in
      defer { last = Look(time: now, lines: lines) }
      return last?.lines ?? []
    }
    if lines.isEmpty, !before.isEmpty, isShown { mended.withLock { $0 }?() }
    return lines
  }

  /// Has `body` called, on any queue, when what was wrong is right.
  func whenMended(_ body: @escaping @Sendable () -> Void) { mended.withLock { $0 = body } }

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
    let mistakes = mistakes
    guard let first = mistakes.first else { return "this panel is not set up: it waits for \(awaited)" }
    let more = mistakes.count > 1 ? " (and \(mistakes.count - 1) more)" : ""
    return "\(awaited) cannot be shown: \(first)\(more)"
  }
}
