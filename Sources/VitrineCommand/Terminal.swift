import ArgumentParser
import Glibc
import Vitrine

/// Lines for people: results on standard output, everything else on standard error, where journald keeps it.
enum Terminal {
  static func print(_ line: String) { write(line + "\n", to: 1) }
  static func error(_ line: String) { write(line + "\n", to: 2) }

  /// A line that long work keeps up to date on a terminal; elsewhere only the last one is written.
  static func progress(_ line: String, isLast: Bool = false) {
    if isatty(2) == 1 {
      write("\r\u{1B}[K" + line + (isLast ? "\n" : ""), to: 2)
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
    Terminal.error(isPlaced ? description : "vitrine: \(description)")
    return ExitCode(kind.rawValue)
  }
}
