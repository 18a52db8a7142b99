/// How a page takes the room of a panel.
public struct PageShape: Sendable, Hashable {
  /// What is shorter than the panel grows until it is full.
  public var isFilled = false

  /// What is longer than the panel is shown in parts, one after the other, instead of scrolling.
  public var isPaged = false
  /// Which part's turn it is: counts up, and begins anew after the last.
  public var turn = 0

  /// How wide its columns are for each other, where reading begins first; empty leaves it to the cards.
  public var columns: [Int] = []

  /// Whether reading begins at the right; nil where only the first words of the cards can tell.
  public var isMirrored: Bool?

  /// What is longer than the panel is smaller instead of scrolling, as far as it can still be read.
  public var isWhole = false

  /// Columns of a page at most.
  static let mostColumns = 6

  /// How long each part is shown, in seconds.
  static let turnLength = 10.0

  /// A page as its cards make it.
  public init() {}

  /// What a page does with room to spare; the words of the board file.
  enum Filling: String, CaseIterable {
    case panel
  }

  /// What a page does without room; the words of the board file.
  enum Overflow: String, CaseIterable {
    case scroll, pages
  }
}
