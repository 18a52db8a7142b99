import Recording

/// Which board is on show, and in which look, as numbers: they tell one from another, and nothing of what is in them.
public struct BoardMark: Sendable, Hashable {
  /// What a panel may show otherwise for.
  public enum Part: Int, Sendable, Hashable, CaseIterable {
    /// The board's file.
    case board
    /// The theme file it names.
    case theme
    /// The file of its refresh style.
    case style
    /// Its language, and the words of outcomes.
    case words
  }

  private var board: UInt64 = 0
  private var theme: UInt64 = 0
  private var style: UInt64 = 0
  private var words: UInt64 = 0

  /// Nothing is known of it.
  public init() {}

  /// The first eight bytes of the SHA-256 of it; 0 where there is none.
  public subscript(part: Part) -> UInt64 {
    get {
      switch part {
      case .board: board
      case .theme: theme
      case .style: style
      case .words: words
      }
    }
    set {
      switch part {
      case .board: board = newValue
      case .theme: theme = newValue
      case .style: style = newValue
      case .words: words = newValue
      }
    }
  }

  /// As `sha256sum` begins; for people.
  package func digits(of part: Part) -> String {
    let digits = String(self[part], radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

extension RecordEncoder {
  mutating func add(_ mark: BoardMark) {
    for part in BoardMark.Part.allCases { add(fixed: mark[part]) }
  }
}

extension RecordDecoder {
  mutating func boardMark() throws(Garbled) -> BoardMark {
    var mark = BoardMark()
    for part in BoardMark.Part.allCases { mark[part] = try fixed() }
    return mark
  }
}
