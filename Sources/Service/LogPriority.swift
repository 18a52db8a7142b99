import Glibc
import Linux
import Numbers

/// How much a line of the log matters, in the numbers of syslog(3): the journal keeps it with the line, so that `journalctl -p warning` finds
/// what went wrong.
public enum LogPriority: Int, Sendable, Hashable {
  /// A mistake in a file that somebody has to mend.
  case error = 3
  /// Something is not as it should be.
  case warning = 4
  /// All that goes as it should.
  case information = 6

  /// Words of lines about what has come right again.
  private static let good = ["in order again", "connected again", "read again"]
  /// What such lines are about when anything is said of it.
  private static let subjects = ["source ", "broker ", "picture", "post to "]
  private static let bad = [
    ": warning: ", "could not", "cannot", "is not", "are not", "may not", "does not", "refused", "failed", "nobody can",
    "lost", "again and again",
  ]

  /// Lines are sentences for people; this is read off their words.
  public init(of line: String) {
    if line.contains(": error: ") {
      self = .error
    } else if Self.good.contains(where: line.hasSuffix) {
      self = .information
    } else if Self.subjects.contains(where: line.hasPrefix) || Self.bad.contains(where: line.contains) {
      self = .warning
    } else {
      self = .information
    }
  }

  /// What the journal reads off the beginning of a line. Source: sd-daemon(3).
  public var prefix: String { "<\(rawValue)>" }

  /// Whether standard error is the journal's. Source: systemd.exec(5), `$JOURNAL_STREAM`.
  public static var isWanted: Bool {
    var info = stat()
    guard unsafe fstat(2, &info) == 0, let stream = Environment.value("JOURNAL_STREAM") else { return false }
    return isStream(stream, device: UInt64(clamping: info.st_dev), inode: UInt64(clamping: info.st_ino))
  }

  /// - Parameter stream: device and inode in decimal digits, a colon between them.
  static func isStream(_ stream: String, device: UInt64, inode: UInt64) -> Bool { stream == "\(device):\(inode)" }
}
