import Board
import Kiosk
import Numbers
import Panel
import Vitrine

/// Whose board and whose refresh control a record is of.
extension Replay {
  /// What people call what they have beside a record.
  struct Beside {
    let styles: ReplayStyles
    /// Of the board, as it is now.
    var mark: BoardMark?
    /// What of that is known.
    var parts = BoardMark.Part.allCases
  }

  /// Reads what somebody has beside the record.
  func beside(hasContent: Bool) throws(UserError) -> Beside {
    var beside = Beside(styles: ReplayStyles(hasContent: hasContent))
    if let style { _ = try beside.styles.add(style) }
    guard let board else { return beside }
    let source = BoardSource(path: board)
    let reading = try source.read()
    beside.mark = try BoardMark(source, reading, style: style)
    guard let known = reading.board else {
      beside.parts = [.board]
      Terminal.error(
        "\(board): has mistakes (`vitrine check` names them): its file is compared, its refresh control is not drawn")
      return beside
    }
    if style == nil, let file = source.styleFile(of: known) {
      do throws(UserError) { _ = try beside.styles.add(file) } catch { Terminal.error(error.description) }
    }
    return beside
  }

  /// Tells what was on show, and from when on.
  func tellBoards(_ player: borrowing FramePlayer) {
    let boards = player.boards
    for (place, shown) in boards.enumerated() {
      // An index: of the one before.
      let before = place > 0 ? boards[place - 1].mark : nil
      let parts = BoardMark.Part.allCases.filter { part in
        before.map { $0[part] != shown.mark[part] } ?? (shown.mark[part] != 0)
      }
      let what = parts.map { "\($0.name) \(shown.mark.words(for: $0))" }.joined(separator: ", ")
      Terminal.print(before == nil ? "on show: \(what)" : "from \(player.time(shown.since)) on: \(what)")
    }
  }

  /// Tells whether the board beside the record is the one that was on show.
  ///
  /// - Throws: which part of it is another, and since when that was on show.
  func compare(_ beside: Beside, _ player: borrowing FramePlayer) throws(UserError) {
    guard let mark = beside.mark else { return }
    let boards = player.boards
    let name = board ?? ""
    guard let last = boards.last else {
      return Terminal.error("\(record): does not say which board was on show; \(name) is compared with nothing")
    }
    if let same = boards.last(where: { shown in beside.parts.allSatisfy { shown.mark[$0] == mark[$0] } }) {
      return Terminal.print("\(name) is what was on show from \(player.time(same.since)) on")
    }
    let parts = beside.parts.filter { last.mark[$0] != mark[$0] }
    let since = player.time(last.since)
    let said = parts.map {
      "\($0.name) \(last.mark.words(for: $0)) was on show from \(since) on, here it is \(mark.words(for: $0))"
    }
    throw UserError(
      .input,
      "\(name): not the board that was on show: \(said.joined(separator: "; ")). What is replayed is the record's all the same"
    )
  }
}

extension StyleRecipe.Origin {
  /// How it is compared all the same.
  var remedy: String {
    switch self {
    case .ours: ""
    case .file, .lottie: "; `--style FILE`, or `--board BOARD` beside it, has it drawn"
    case .program: "; `RecordReplay` in that program does"
    }
  }
}

extension BoardMark {
  /// The number of a part for people.
  fileprivate func words(for part: Part) -> String { self[part] == 0 ? "none" : digits(of: part) }
}

extension BoardMark.Part {
  /// For people.
  fileprivate var name: String {
    switch self {
    case .board: "board"
    case .theme: "theme file"
    case .style: "style file"
    case .words: "language and words"
    }
  }
}
