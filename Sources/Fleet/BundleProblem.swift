import Glibc
import Linux

/// Why a bundle is not taken, or not made: a sentence for people.
public struct BundleProblem: Error, Sendable, Hashable, CustomStringConvertible {
  /// Whose fault it is.
  public enum Kind: Sendable, Hashable {
    /// The bundle's: it will be wrong the next time, too.
    case bundle
    /// The machine's: its disk is full, a library is missing, a stick was pulled.
    case machine
  }

  /// Whose fault it is.
  public var kind: Kind
  /// What is wrong, without a full stop.
  public var description: String
  /// The disk takes nothing, and gives what it has: it is full, or read-only.
  public var isDiskClosed = false

  /// For the parameters see the properties.
  public init(_ kind: Kind, _ description: String) { (self.kind, self.description) = (kind, description) }

  /// A bundle that is wrong.
  init(_ description: String) { self.init(.bundle, description) }

  /// What a system call on a file met.
  init(_ path: String, _ error: SystemError) {
    self.init(.machine, "\(path): \(error.text)")
    isDiskClosed = [EROFS, ENOSPC, EDQUOT].contains(error.number)
  }
}
