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
  /// Said for a while, whatever becomes of the board: the last is shown, and those before it that last longer come back.
  private(set) var sentences: [Sentence] = []
  /// Until when it is said where the record is that fingers have asked for last, monotonic: they need no other meanwhile.
  var recordEnd = -Double.infinity
  /// There is one on the panel.
  var isShown = false

  /// The one to be shown.
  var shown: String? { stay ?? board ?? style ?? sentences.last?.text }

  /// Of the one to be shown.
  var tone: Card.Tone {
    if stay != nil { return .info }
    return board == nil && style == nil ? sentences.last?.tone ?? .bad : .bad
  }

  /// Something said for a while.
  struct Sentence: Sendable, Hashable {
    var text: String
    var tone: Card.Tone
    /// Seconds of uptime.
    var end: Double
  }

  /// Sentences that are kept behind one another.
  private static let most = 8

  /// Takes one more; an empty one takes back all there are. Only what somebody has the panel say waits behind another one.
  mutating func say(_ sentence: Sentence) {
    guard !sentence.text.isEmpty else {
      sentences = []
      return
    }
    sentences.removeAll { $0.tone != .info || $0.text == sentence.text || $0.end <= sentence.end }
    sentences = sentences.suffix(Self.most - 1) + [sentence]
  }

  /// Takes away those whose time is over.
  mutating func clear(at uptime: Double) { sentences.removeAll { $0.end <= uptime + Self.tolerance } }

  /// Alarms may come a rounding error early.
  private static let tolerance = 0.001

  /// When the next one's time is over, seconds of uptime.
  var nextEnd: Double? { sentences.map(\.end).min() }

  /// The one to be shown is for who edits the board, and not for who stands before it: a mark on the glass says that there is one.
  var isMark: Bool { stay == nil && (board != nil || style != nil) }

  /// The first of several, and how many more there are.
  static func summary(_ problems: [String]) -> String? {
    let others = problems.count - 1
    return problems.first.map { $0 + (others > 0 ? " (and \(others) more)" : "") }
  }
}
