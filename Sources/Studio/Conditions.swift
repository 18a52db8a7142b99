import Board
import Numbers

/// What a studio has differ from what the board's file and the world say.
struct Conditions: Sendable, Hashable {
  /// Seconds that the clock is ahead of the real one.
  var shift = 0.0
  /// How much larger everything is drawn, 1 to 2.
  var size = 1.0
  /// What the panel writes by itself is in, by its code; nil leaves it to the board.
  var language: String?
  /// From eye to panel in millimetres; nil leaves it to the board.
  var distance: Double?
  /// By the names of sources: how they answer, and what they say.
  var network: [String: Network] = [:]
  var data: [String: Figure] = [:]

  /// How a source answers.
  enum Network: String, Sendable, Hashable, CaseIterable {
    /// Some seconds late; not at all, in different ways; with what is no data; with what it said before.
    case slow, offline, unavailable, timeout, garbage, frozen
  }

  /// What a source says: what if there were nothing, or one item, or many, or long words, or old data, or an error.
  enum Figure: String, Sendable, Hashable, CaseIterable {
    case empty, one, many, longest, stale, error
  }

  /// A panel laid out for others does not fit: it begins anew.
  func needsNewKiosk(after other: Conditions) -> Bool { size != other.size || distance != other.distance }

  /// The board as it is to be shown.
  func staged(_ board: BoardFile, mode: Theme.Mode?) -> BoardFile {
    var board = board
    if let mode { board.theme.mode = mode }
    if size != 1 { board.theme.scale = (board.theme.scale ?? 1) * size }
    if let language = language.flatMap({ Language.builtIn($0) }) {
      board.language = language
      // The file was read in another: a page that names one of its own keeps that, and its side.
      for place in board.pages.indices where board.pages[place].language == nil {
        board.pages[place].shape.isMirrored = language.isRightToLeft
      }
    }
    if let distance { board.viewing.distance = distance }
    return board
  }
}
