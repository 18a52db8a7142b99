import Board
import Content

/// How all behind the page stands at a moment; no secret is in it.
struct ContentState: Sendable {
  var report: KioskReport
  /// SHA-256 of the board's file as it is shown.
  var digest: String?
  /// Why the last good answers are kept in memory only.
  var cacheProblem: String?
}

/// What has come of reading the board again.
enum BoardRenewal: Sendable, Hashable {
  /// It is shown; these are doubtful in it.
  case shown(warnings: [String])
  /// The one before is still shown: a sentence for each mistake, with its place.
  case refused([String])
  /// The board is carried in the binary.
  case noFile

  init(_ event: ContentEvent, hiding: (String) -> String) {
    switch event {
    case .boardRead(let reading, _):
      let lines = reading.diagnostics.map { hiding($0.description) }
      self = reading.board == nil ? .refused(lines) : .shown(warnings: lines)
    case .boardLost(let problem): self = .refused([hiding(problem)])
    default: self = .noFile
    }
  }
}
