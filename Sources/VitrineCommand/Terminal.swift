import ArgumentParser
import Dispatch
import Glibc
import Service
import Synchronization
import Vitrine

/// Lines for people: results on standard output, everything else on standard error, where journald keeps it. The one place through
/// which anything from outside comes to a terminal or a log.
enum Terminal {
  /// One line of a result.
  static func print(_ line: String) { write(LogLine.visible(line) + "\n", to: 1) }

  /// A text of ours with many lines: a page, a table, JSON.
  static func print(page: String) {
    let lines = page.split(separator: "\n", omittingEmptySubsequences: false)
    write(lines.map { LogLine.visible(String($0)) }.joined(separator: "\n") + "\n", to: 1)
  }

  /// One line of the log.
  static func error(_ line: String) {
    write((isJournal ? LogPriority(of: line).prefix : "") + LogLine.of(line) + "\n", to: 2)
  }

  private static let isJournal = LogPriority.isWanted

  /// The same from a kiosk, none of whose threads may wait: whoever reads the log may have stopped to. Of more lines than are kept for
  /// such a reader only the number is told.
  static func errorLater(_ line: String) {
    let isTaken = backlog.withLock { backlog in
      guard backlog.waiting < mostWaiting else {
        backlog.lost += 1
        return false
      }
      backlog.waiting += 1
      return true
    }
    guard isTaken else { return }
    queue.async {
      error(line)
      let lost = backlog.withLock { backlog in
        backlog.waiting -= 1
        defer { backlog.lost = 0 }
        return backlog.lost
      }
      if lost > 0 { error("\(lost) lines of the log are lost: nobody has read it") }
    }
  }

  private static let backlog = Mutex((waiting: 0, lost: 0))
  private static let mostWaiting = 500

  /// Waits a little for what is still to be written.
  static func flush() {
    let written = DispatchSemaphore(value: 0)
    queue.async { written.signal() }
    _ = written.wait(timeout: .now() + 1)
  }

  private static let queue = DispatchQueue(label: "vitrine.terminal", qos: .utility)

  /// A line that long work keeps up to date on a terminal; elsewhere only the last one is written.
  static func progress(_ line: String, isLast: Bool = false) {
    if isatty(2) == 1 {
      write("\r\u{1B}[K" + LogLine.of(line) + (isLast ? "\n" : ""), to: 2)
    } else if isLast {
      error(line)
    }
  }

  private static func write(_ text: String, to descriptor: Int32) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
      guard count > 0 else { return }
      bytes = bytes.dropFirst(count)
    }
  }
}

extension UserError {
  /// Says it and ends the command.
  func exit() -> ExitCode {
    for line in lines { Terminal.error(isPlaced ? line : "vitrine: \(line)") }
    return ExitCode(kind.rawValue)
  }
}
