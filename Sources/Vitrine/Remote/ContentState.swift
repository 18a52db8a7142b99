import Board
import Content
import Status

/// How all behind the page stands at a moment; no secret is in it.
struct ContentState: Sendable {
  var report: KioskReport
  /// SHA-256 of the board's file as it is shown.
  var digest: String?
  /// Why the last good answers are kept in memory only.
  var cacheProblem: String?
  /// Those of the page on show.
  var cameras: [PanelStatus.Camera]
  /// Pictures that could not be had.
  var lostPictures: [PanelStatus.LostPicture]
  /// Of sources whose streams stand, by name: seconds since something was heard.
  var silences: [String: Double] = [:]

  /// The same without what `hide` takes out of texts.
  func hiding(_ hide: (String) -> String) -> ContentState {
    var state = self
    for index in report.sources.indices {
      state.report.sources[index].problems = report.sources[index].problems.map(hide)
    }
    state.report.boardProblem = report.boardProblem.map(hide)
    state.report.notice?.text = hide(report.notice?.text ?? "")
    state.cameras = cameras.map { camera in
      var camera = camera
      (camera.address, camera.problem) = (hide(camera.address), camera.problem.map(hide))
      return camera
    }
    state.lostPictures = lostPictures.map {
      PanelStatus.LostPicture(address: hide($0.address), problem: hide($0.problem), silence: $0.silence)
    }
    return state
  }
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
