import Service
import Status
import Synchronization

/// The last lines of the log, for whoever asks from elsewhere.
package final class LogRing: Sendable {
  private struct State: Sendable {
    var lines: [String] = []
    /// Where the oldest of them is.
    var next = 0
  }

  private let state = Mutex(State())
  private let limit: Int

  /// - Parameter limit: lines kept.
  package init(limit: Int = ControlRequest.mostLines) { self.limit = max(limit, 1) }

  /// Keeps a line as a log has it; any thread.
  package func add(_ line: String) {
    let line = LogLine.of(line)
    state.withLock { state in
      if state.lines.count < limit {
        state.lines.append(line)
      } else {
        // Indices: below as many as there are.
        state.lines[state.next] = line
        state.next = (state.next + 1) % limit
      }
    }
  }

  /// The last so many, the oldest first.
  package func last(_ count: Int) -> [String] {
    let (lines, next) = state.withLock { ($0.lines, $0.next) }
    return Array((lines.dropFirst(next) + lines.prefix(next)).suffix(max(count, 0)))
  }
}
