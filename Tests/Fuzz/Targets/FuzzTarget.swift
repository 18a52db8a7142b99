/// A way in: something that is made of bytes from outside. Whatever the bytes are, it comes to an end and does not trap.
public struct FuzzTarget: Sendable {
  /// As on the command line, and the name of its directory in `Tests/Corpora`.
  public let name: String
  /// Bytes worth trying; more of them find no more.
  public let longest: Int
  /// What its bytes are made of.
  public let words: [String]
  /// Goes in.
  public let run: @Sendable ([UInt8]) -> Void

  init(_ name: String, longest: Int = 4096, words: [String] = [], _ run: @escaping @Sendable ([UInt8]) -> Void) {
    self.name = name
    self.longest = longest
    self.words = words
    self.run = run
  }

  /// Every one there is.
  public static let all: [FuzzTarget] = boards + answers + pictures + machine + control + viewers + records

  /// The one of a name.
  public static func named(_ name: String) -> FuzzTarget? { all.first { $0.name == name } }
}

/// Keeps what was made from being optimised away, and looks that it is what it says.
@inline(never) func use<T>(_ value: T) { _ = value }
