import Board
import Refresh

/// The board file and the files beside it.
extension ContentModel {
  /// The board file is there, or there again; or it has been read again because of another file.
  mutating func receive(_ reading: BoardReading, _ files: [WatchedFile]) {
    guard let next = reading.board else {
      self.files.awaitFiles(files)
      watchFiles()
      return boardIsBroken(reading.diagnostics.map(\.description))
    }
    if notices.board != nil {
      notices.board = nil
      notices.boardLines = []
      publishNotice()
      tell(.log("\(name): in order again"))
    }
    self.files.board = files
    if next == board { return watchFiles() }
    tell(.board(next))
    for warning in reading.diagnostics { tell(.log(warning.description)) }
    tell(.log("\(name): read again"))
    adopt(next)
  }

  /// Each part takes the new board over by itself.
  private mutating func adopt(_ next: BoardFile) {
    let kept = answers.adopt(next)
    pages.adopt(next)
    if !next.hasEase {
      ease.chosen = Ease()
      leaveEase()
    }
    ease.shown = shownEase
    tell(.ease(ease.shown))
    ease.isAwaited = true
    colors = wantedColors
    tell(.colors(colors))
    publishNotice()
    publishNight()
    adoptSpeech()
    load(keeping: kept)
    requestControl()
    watchFiles()
    publish()
    // What the pull waited for and is no longer asked for has no answer to come.
    for id in refresh?.waitingFor.subtracting(kept).sorted(by: SourceID.isBefore) ?? [] {
      advanceRefresh(id, .noChange)
    }
  }

  /// The running board stays; a mark in the panel's corner says that something is wrong with the file, the log and the status what.
  mutating func boardIsBroken(_ problems: [String]) {
    let notice = Notices.summary(problems) ?? "the board cannot be read"
    guard notice != notices.board || problems != notices.boardLines else { return }
    notices.boardLines = problems
    for problem in problems { tell(.log(problem)) }
    notices.board = notice
    publishNotice()
  }

  /// A file beside the board has been read again, or has gone.
  mutating func receive(_ file: WatchedFile) {
    guard let known = files.all.first(where: { $0.path == file.path }), file != known else { return }
    files.note(file)
    if files.board.contains(file) { return tell(.readBoard) }
    tell(.log("\(file.path): read again"))
    control.request = nil
    requestControl()
  }

  /// Has the files looked after that the board and the refresh control were made from.
  mutating func watchFiles() {
    guard files.areOthers else { return }
    tell(.watch(files.all))
    files.watched = files.all.map(\.path)
  }
}

/// Files beside the board's.
struct WatchedFiles: Sendable {
  /// Read with the board: its theme, and those of `${file:…}` that are awaited.
  var board: [WatchedFile] = []
  /// What the refresh control was made from.
  var control: [WatchedFile] = []
  /// Paths of those that are looked after.
  var watched: [String] = []

  var all: [WatchedFile] { control + board }
  var areOthers: Bool { all.map(\.path) != watched }

  /// These were read with a board that is not shown: it is read again when one of them changes.
  mutating func awaitFiles(_ files: [WatchedFile]) {
    for file in files {
      if board.contains(where: { $0.path == file.path }) { note(file) } else { board.append(file) }
    }
  }

  /// A file is now as this says.
  mutating func note(_ file: WatchedFile) {
    for index in board.indices where board[index].path == file.path { board[index] = file }
    for index in control.indices where control[index].path == file.path { control[index] = file }
  }
}

extension SourceID {
  /// An order for what must not depend on how a set lies in memory.
  static func isBefore(_ one: SourceID, _ other: SourceID) -> Bool {
    (one.name, one.part, one.version) < (other.name, other.part, other.version)
  }
}
