package import Board

/// Everything that is to be said of a board's file before anybody fetches anything: `check` prints it, the studio shows it.
package struct BoardExamination: Sendable {
  /// One thing that is to be said.
  package struct Finding: Sendable, Hashable {
    /// Whether the file can be used all the same.
    package var severity: Diagnostic.Severity
    /// As its user knows it: the board's, or one it names.
    package var file: String
    /// Where; nil where it concerns all of it.
    package var mark: Mark?
    /// What, and what to write instead where that is known.
    package var message: String

    /// For the parameters see the properties.
    package init(severity: Diagnostic.Severity, file: String, mark: Mark?, message: String) {
      (self.severity, self.file, self.mark, self.message) = (severity, file, mark, message)
    }
  }

  /// What the file and its style say, and which files are missing that it names: no hints.
  package var diagnostics: [Diagnostic]
  /// In the order they are told.
  package var findings: [Finding]
  /// Nil when there are errors.
  package var board: BoardFile?

  /// - Parameter reading: of the source's file as it is now.
  /// - Throws: when there is no such file.
  package init(_ reading: BoardReading, of source: BoardSource) throws(UserError) {
    let style = try reading.board.map { file throws(UserError) in try source.checkStyle(of: file) } ?? []
    diagnostics = reading.diagnostics + style + (try source.doubtfulFiles())
    findings = diagnostics.map {
      Finding(severity: $0.severity, file: $0.file, mark: $0.mark, message: $0.message)
    }
    findings += (reading.board?.hints ?? []).map {
      Finding(severity: .hint, file: source.name, mark: $0.place.mark, message: $0.message)
    }
    board = style.contains { $0.severity == .error } ? nil : reading.board
  }
}

extension BoardSource {
  /// Reads the board's file as it is now, and looks through it.
  ///
  /// - Throws: when there is no such file.
  package func examine() throws(UserError) -> BoardExamination { try BoardExamination(try read(), of: self) }

  /// What keeps a board from being shown, its first mistakes; nil when nothing does.
  package static func mistakes(in path: String) -> String? {
    do throws(UserError) {
      let examination = try BoardSource(path: path).examine()
      if examination.board != nil { return nil }
      let errors = examination.diagnostics.filter { $0.severity == .error }.prefix(3).map(\.description)
      return errors.isEmpty ? "the board cannot be read" : errors.joined(separator: "; ")
    } catch {
      return error.description
    }
  }
}

extension BoardExamination.Finding: CustomStringConvertible {
  package var description: String {
    mark.map { Diagnostic(severity, file: file, mark: $0, message: message).description }
      ?? "\(file): \(severity.rawValue): \(message)"
  }
}
