import Board

/// What is said at the panel's edge: one sentence at a time, mistakes before all else.
struct Notices: Sendable {
  /// What is wrong with the board file, the first of it.
  var board: String?
  /// All of it, a line each.
  var boardLines: [String] = []
  /// What is wrong with the refresh style.
  var style: String?
  /// Asks whether somebody is still there: who is asked has to see it, and it lasts for seconds.
  var stay: String?
  /// Said for a while, whatever becomes of the board.
  var sentence: String?
  /// The sentence's.
  var sentenceTone = Card.Tone.bad
  /// Until when it is said where the record is that fingers have asked for last, monotonic: they need no other meanwhile.
  var recordEnd = -Double.infinity
  /// There is one on the panel.
  var isShown = false

  /// The one to be shown.
  var shown: String? { stay ?? board ?? style ?? sentence }

  /// Of the one to be shown.
  var tone: Card.Tone {
    if stay != nil { return .info }
    return board == nil && style == nil && sentence != nil ? sentenceTone : .bad
  }

  /// The one to be shown is for who edits the board, and not for who stands before it: a mark on the glass says that there is one.
  var isMark: Bool { stay == nil && (board != nil || style != nil) }

  /// The first of several, and how many more there are.
  static func summary(_ problems: [String]) -> String? {
    let others = problems.count - 1
    return problems.first.map { $0 + (others > 0 ? " (and \(others) more)" : "") }
  }
}
