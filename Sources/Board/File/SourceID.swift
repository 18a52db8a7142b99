/// Which part of a source: sources with several addresses have one part for each.
public struct SourceID: Sendable, Hashable {
  /// The source's, as in the board file.
  public var name: String
  /// Index of the address.
  public var part: Int
  /// Another one for a source of the same name that asks for something else, so that an answer to the old one is told apart.
  public var version: Int

  /// - Parameters:
  ///   - name: the source's, as in the board file.
  ///   - part: index of the address.
  ///   - version: another one for a source of the same name that asks for something else.
  public init(_ name: String, part: Int = 0, version: Int = 0) {
    self.name = name
    self.part = part
    self.version = version
  }
}
