import Board
import Content
import Kiosk
import Lottie
import Refresh
import StyleFiles
import Typesetting

/// A control made from what a board names, and what there is to say about it.
struct MadeControl {
  var control: RefreshControl
  /// What is wrong: lines for the log, the first of them for the strip on the panel.
  var problems: [String] = []
  /// What it was made from; when one of these changes it is to be made anew.
  var files: [WatchedFile] = []
}

extension RefreshControlFactory {
  /// The control for a built-in name, a style file or a Lottie file; the default one where that is not to be had.
  ///
  /// - Parameters:
  ///   - name: as the board or the command line has it; nil is the default.
  ///   - beside: the path of a file so named.
  func make(
    _ name: String?, beside: (String) -> String, board: BoardFile, typesetter: Typesetter
  ) -> MadeControl {
    switch StyleChoice(name ?? RefreshStyles.standard) {
    case .builtIn:
      let (control, problem) = control(named: name, board: board, typesetter: typesetter)
      return MadeControl(control: control, problems: problem.map { [$0] } ?? [])
    case .file(let path): return made(fromStyleFile: beside(path), board: board, typesetter: typesetter)
    case .lottie(let path): return made(fromLottie: beside(path), board: board, typesetter: typesetter)
    }
  }

  private func made(fromStyleFile path: String, board: BoardFile, typesetter: Typesetter) -> MadeControl {
    let reading: StyleFileReading
    let bytes: [UInt8]
    var files: [WatchedFile]
    do throws(UserError) {
      (reading, bytes) = try StyleFile.read(path: path)
      files = [WatchedFile(path: path, bytes: bytes)]
    } catch {
      return standIn(for: path, ["refresh style: \(error)"], board: board, typesetter: typesetter)
    }
    files += reading.pictures.map { WatchedFile(path: $0, bytes: try? Files.read($0)) }
    guard let style = reading.style else {
      return standIn(
        for: path, reading.diagnostics.map(\.description), files: files, board: board, typesetter: typesetter)
    }
    for diagnostic in reading.diagnostics { log(diagnostic.description) }
    let recipe = recipe(
      path, RefreshParameters(words: board.refresh.words), .file(BoardMark.number(of: bytes)), file: bytes)
    return MadeControl(
      control: control(FileStyle(style, words: board.refresh.words), recipe, of: board, typesetter: typesetter),
      files: files)
  }

  private func made(fromLottie path: String, board: BoardFile, typesetter: Typesetter) -> MadeControl {
    do throws(UserError) {
      let bytes = try Files.read(path, limit: LottieSource.maximumBytes)
      let files = [WatchedFile(path: path, bytes: bytes)]
      switch LottieSource.read(bytes, height: LottieSource.height * theme.scale) {
      case .refused(let reasons):
        return standIn(for: path, reasons.map { "\(path): \($0)" }, files: files, board: board, typesetter: typesetter)
      case .frames(let frames):
        frames.whenLost { [log] in log("\(path): \($0)") }
        let gate = StyleGate()
        render(frames, gate, path)
        let style = LottieSource.style(frames, words: board.refresh.words, gate)
        let recipe = recipe(
          path, RefreshParameters(words: board.refresh.words), .lottie(BoardMark.number(of: bytes)), file: bytes,
          height: frames.size.height)
        return MadeControl(
          control: control(style, recipe, gate: gate, of: board, typesetter: typesetter), files: files)
      }
    } catch {
      return standIn(for: path, ["refresh style: \(error)"], board: board, typesetter: typesetter)
    }
  }

  /// The default style in place of a file that cannot be drawn.
  private func standIn(
    for path: String, _ problems: [String], files: [WatchedFile]? = nil, board: BoardFile, typesetter: Typesetter
  ) -> MadeControl {
    let recipe = recipe(RefreshStyles.standard, RefreshParameters(words: board.refresh.words))
    let control = control(CompassStyle(words: board.refresh.words), recipe, of: board, typesetter: typesetter)
    return MadeControl(
      control: control, problems: problems, files: files ?? [WatchedFile(path: path, bytes: try? Files.read(path))])
  }
}
