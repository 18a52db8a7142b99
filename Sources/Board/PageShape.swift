/// How a page takes the room of a panel.
public struct PageShape: Sendable, Hashable {
  /// What is shorter than the panel grows until it is full.
  public var isFilled = false

  /// A page as its cards make it.
  public init() {}

  /// What a page does with room to spare; the words of the board file.
  enum Filling: String, CaseIterable {
    case panel
  }
}
