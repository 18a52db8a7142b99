public import Board

/// Why a command ends: one line that says what was tried, on what, what came back, what to do.
public struct UserError: Error, Sendable, Hashable, CustomStringConvertible {
  /// Who can mend it; the raw value is the exit code.
  public enum Kind: Int32, Sendable, Hashable {
    /// What was given is wrong: a board, an option, a script.
    case input = 1
    /// The machine lacks something: a port, a directory, a library.
    case machine = 2
    /// What cannot happen has happened: the fault is Vitrine's. Source of the number: EX_SOFTWARE of sysexits.h.
    case bug = 70
  }

  /// Who can mend it.
  public var kind: Kind
  public var description: String { lines.joined(separator: "\n") }
  /// Each is said on its own: what it quotes cannot make two of one.
  public var lines: [String]
  /// The lines begin with the place in a file, where editors find it; nothing is put in front of them.
  public var isPlaced = false

  /// - Parameters:
  ///   - kind: who can mend it.
  ///   - description: what was tried, on what, what came back, what to do.
  public init(_ kind: Kind, _ description: String) {
    self.kind = kind
    lines = [description]
  }

  /// Every mistake in a file, each on a line of its own.
  public init(_ diagnostics: [Diagnostic]) {
    kind = .input
    lines = diagnostics.map(\.description)
    isPlaced = true
  }

  /// A fault of Vitrine itself.
  ///
  /// - Parameter what: the impossible thing, as a sentence without a full stop.
  public static func bug(_ what: String) -> UserError {
    UserError(
      .bug,
      "\(what); this is a bug in Vitrine: please report it with this line, the command, the board and `vitrine --version`"
    )
  }
}
