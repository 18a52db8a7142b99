import Board
import Dispatch
import Fetch
import Kiosk
import Lottie
import Refresh
import Synchronization

/// The refresh style and the files it was made from.
extension Backstage {
  /// - Parameter wanted: the board's own style lies beside the board, one given on the command line where it says.
  func makeControl(_ workshop: RefreshWorkshop, _ wanted: String?, _ state: ContentState) -> MadeControl {
    let board = state.evaluator.board
    let isOwn = wanted == board.refresh.style
    return workshop.make(
      wanted, beside: { isOwn ? setup.source.beside($0) : $0 }, board: board, typesetter: state.typesetter)
  }

  /// Draws an animation ahead; the panel shows what is ready meanwhile.
  func render(_ frames: LottieFrames, of path: String) {
    activity.begin(.work)
    animations.async { [activity, log = setup.log] in
      frames.render()
      if frames.stride > 1, frames.rate < 20 {
        log(
          "\(path): \(frames.file.frameCount) frames at this size need more than \(LottieFrames.budget >> 20) MB; "
            + "shown at \(Int(frames.rate)) a second; make it shorter or smaller")
      }
      activity.end(.work)
    }
  }

  /// Has the files looked after that the style was made from, when they are others than before.
  func watch(_ files: [WatchedFile], _ state: inout ContentState) {
    let isOther = files.map(\.path) != state.styleFiles.map(\.path)
    state.styleFiles = files
    guard isOther else { return }
    styleLoader.withLock { $0 }?.setSources(
      files.enumerated().map { part, file in
        // One that does not exist yet has no resolved path.
        let path = file.path.hasPrefix("/") ? file.path : Files.absolute(".") + "/" + file.path
        let address = FetchRequest.address(ofFile: path)
        return LoadedSource(id: SourceID(" style", part: part), interval: 3600) { FetchRequest(address) }
      })
  }

  /// One of them has been read again, or has gone.
  func takeStyle(_ id: SourceID, _ news: SourceNews) {
    guard case .fetched(let outcome) = news else { return }
    if case .cancelled = outcome { return }
    var bytes: [UInt8]?
    if case .bytes(let content)? = outcome.content?.payload { bytes = content }
    perform { [bytes] state in
      guard state.styleFiles.indices.contains(id.part) else { return }
      let known = state.styleFiles[id.part]
      guard WatchedFile(path: known.path, bytes: bytes) != known else { return }
      let board = state.evaluator.board
      if board.awaitedFiles.contains(known.path) || board.themeFile == known.path { return self.reload(&state) }
      self.setup.log("\(known.path): read again")
      state.control = nil
      self.publishControl(&state)
    }
  }

  func show(styleProblems problems: [String], _ state: inout ContentState) {
    let others = problems.count - 1
    let notice = problems.first.map { $0 + (others > 0 ? " (and \(others) more)" : "") }
    guard notice != state.styleNotice else { return }
    state.styleNotice = notice
    publishNotice(&state)
  }
}
