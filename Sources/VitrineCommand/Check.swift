import ArgumentParser
import Board
import Vitrine

struct Check: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Finds every mistake in a board.",
    discussion: """
      Prints file:line:column, what is wrong and what was probably meant. Fetches nothing, unless asked to: then it shows the first
      record of each source, and which fields the board reads that the data has not. Exit code 1 when there is an error.
      """)

  @Argument(help: "The board file.", completion: .file(extensions: ["yaml", "yml", "json"]))
  var board: String

  @Flag(help: "Try each source, and show the first record of it.")
  var fetch = false

  func run() throws {
    do throws(UserError) {
      if let file = try checkedFile(), try isFetchable() {
        let cards = file.pages.reduce(0) { $0 + $1.cards.count }
        let sources = file.sources.count
        return Terminal.print(
          "\(board): fine (\(sources) source\(sources == 1 ? "" : "s"), \(cards) card\(cards == 1 ? "" : "s"))")
      }
    } catch {
      throw error.exit()
    }
    throw ExitCode(UserError.Kind.input.rawValue)
  }

  /// The board, once everything wrong with it has been printed; nil when there is an error.
  private func checkedFile() throws(UserError) -> BoardFile? {
    var source = BoardSource(path: board)
    // The service that stands behind it when it runs.
    if try source.usesDemoService { source.settings["DEMO"] = "http://127.0.0.1" }
    let examination = try source.examine()
    for finding in examination.findings { Terminal.print(finding.description) }
    return examination.board
  }

  /// Tries the sources if that is wanted; false when one of them has not brought anything.
  private func isFetchable() throws(UserError) -> Bool {
    guard fetch else { return true }
    let staged = try StagedBoard(board, isLive: false, warns: false)
    let (trials, problems) = SourceTrial.all(of: staged.file, staged.source, clock: staged.clock)
    for trial in trials {
      if let count = trial.count {
        Terminal.print(
          "source \(trial.name): \(count == 1 ? "1 item" : "\(count) items")\(count > 0 ? ", the first:" : "")")
        for line in trial.first { Terminal.print("  " + line) }
      }
      for problem in trial.problems { say(.error, "source \(trial.name): \(problem)", at: trial.mark) }
      for warning in trial.warnings { say(.warning, "source \(trial.name): \(warning.message)", at: warning.mark) }
    }
    for problem in problems { say(.warning, problem.message, at: problem.mark) }
    return trials.allSatisfy(\.problems.isEmpty)
  }

  private func say(_ severity: Diagnostic.Severity, _ message: String, at mark: Mark?) {
    Terminal.print(
      mark.map { Diagnostic(severity, file: board, mark: $0, message: message).description }
        ?? "\(board): \(severity.rawValue): \(message)")
  }
}
