/// Something the person at the keyboard can mend: one line that says what was tried, on what, what came back, what to do.
public struct UserError: Error, Sendable, Hashable, CustomStringConvertible {
  /// Who can mend it; the raw value is the exit code.
  public enum Kind: Int32, Sendable, Hashable {
    /// What was given is wrong: a board, an option, a script.
    case input = 1
    /// The machine lacks something: a port, a directory, a library.
    case machine = 2
  }

  /// Who can mend it.
  public var kind: Kind
  public var description: String

  /// - Parameters:
  ///   - kind: who can mend it.
  ///   - description: what was tried, on what, what came back, what to do.
  public init(_ kind: Kind, _ description: String) {
    self.kind = kind
    self.description = description
  }
}
