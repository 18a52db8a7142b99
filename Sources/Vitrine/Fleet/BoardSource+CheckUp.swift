package import Board

/// A board looked through before it is shown to anybody, as `vitrine check` does.
extension BoardSource {
  /// Reads the board and its style, and looks for the files it names.
  ///
  /// - Returns: the board, nil when something in it is wrong, and all there is to say, errors and warnings.
  /// - Throws: when there is no such file.
  package func checkUp() throws(UserError) -> (board: BoardFile?, diagnostics: [Diagnostic]) {
    let reading = try read()
    let style = try reading.board.map { board throws(UserError) in try checkStyle(of: board) } ?? []
    let diagnostics = reading.diagnostics + style + (try doubtfulFiles())
    return (style.contains { $0.severity == .error } ? nil : reading.board, diagnostics)
  }
}

extension BoardSource {
  /// What keeps a board from being shown, its first mistakes; nil when nothing does.
  package static func mistakes(in path: String) -> String? {
    do throws(UserError) {
      let (board, diagnostics) = try BoardSource(path: path).checkUp()
      if board != nil { return nil }
      let errors = diagnostics.filter { $0.severity == .error }.prefix(3).map(\.description)
      return errors.isEmpty ? "the board cannot be read" : errors.joined(separator: "; ")
    } catch {
      return error.description
    }
  }
}
