import Fetch
import Service
import Status
import Synchronization

/// The last lines of the log, for whoever asks from elsewhere.
package final class LogRing: Sendable {
  /// What was said, and when.
  package struct Line: Sendable, Hashable {
    /// As a log has it.
    package var text: String
    /// Seconds since 1970.
    package var time: Double
  }

  private struct State: Sendable {
    var lines: [Line] = []
    /// Where the oldest of them is.
    var next = 0
  }

  private let state = Mutex(State())
  private let limit: Int

  /// - Parameter limit: lines kept.
  package init(limit: Int = ControlRequest.mostLines) { self.limit = max(limit, 1) }

  /// Keeps a line that is said now, as a log has it; any thread.
  package func add(_ line: String) { add(line, at: Fetcher.systemTime()) }

  /// The same of a line that was said at a time.
  ///
  /// - Parameter time: seconds since 1970.
  package func add(_ line: String, at time: Double) {
    let line = Line(text: LogLine.of(line), time: time)
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
  package func last(_ count: Int) -> [Line] {
    let (lines, next) = state.withLock { ($0.lines, $0.next) }
    return Array((lines.dropFirst(next) + lines.prefix(next)).suffix(max(count, 0)))
  }
}
