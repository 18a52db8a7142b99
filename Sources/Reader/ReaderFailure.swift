import Glibc
import Linux

/// Why something was not read by the reader, in a clause for people.
public struct ReaderFailure: Error, Sendable, Hashable, CustomStringConvertible {
  /// Whose fault it is.
  public enum Kind: Sendable, Hashable {
    /// The machine's: it may go well the next time.
    case notStarted
    /// That of what was to be read: it is not tried again until it changes.
    case ended
  }

  /// Whose fault it is.
  public var kind: Kind
  /// What happened, and what to do.
  public var description: String

  /// - Parameter description: a clause that begins with what could not be done.
  public init(_ kind: Kind, _ description: String) {
    self.kind = kind
    self.description = description
  }

  static func notStarted(_ call: String, _ number: Int32) -> ReaderFailure {
    ReaderFailure(
      .notStarted,
      "could not be read: the process that reads answers could not be started (\(call): \(SystemError(number: number).words)); it is tried again with the next answer"
    )
  }

  /// A limit for files holds for memory that is handed over, too.
  static func notHandedOver(_ number: Int32) -> ReaderFailure {
    let remedy = number == EFBIG ? "; allow this process larger files (LimitFSIZE=, ulimit -f)" : ""
    return ReaderFailure(
      .notStarted,
      "could not be read: it could not be handed to the process that reads answers (\(SystemError(number: number).words))\(remedy)"
    )
  }

  /// - Parameter cause: such as "SIGSEGV (invalid memory)".
  static func ended(by cause: String) -> ReaderFailure {
    ReaderFailure(.ended, "could not be read: the reader was ended by \(cause); it is read again when it has changed")
  }
}

/// How a reader ended, in words.
enum ReaderEnd {
  /// - Parameter status: of waitpid(2).
  static func words(_ status: Int32) -> String {
    let number = status & 0x7F
    guard number != 0 else { return "itself, with status \(status >> 8 & 0xFF)" }
    return switch number {
    case SIGSEGV: "SIGSEGV (invalid memory)"
    case SIGBUS: "SIGBUS (memory that is not there)"
    case SIGILL, SIGTRAP: "\(number == SIGILL ? "SIGILL" : "SIGTRAP") (a check of ours that failed)"
    case SIGABRT: "SIGABRT (a check of a library that failed)"
    case SIGFPE: "SIGFPE (arithmetic)"
    case SIGSYS: "SIGSYS (it asked the kernel for what a reader has no business with)"
    case SIGKILL: "SIGKILL (the kernel was out of memory, or somebody ended it)"
    case SIGXFSZ: "SIGXFSZ (what it made of the answer is too large)"
    default: "signal \(number)"
    }
  }
}
