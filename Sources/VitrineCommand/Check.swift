import ArgumentParser
import Board
import Vitrine

struct Check: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Finds every mistake in a board.",
    discussion:
      "Prints file:line:column, what is wrong and what was probably meant; fetches nothing. Exit code 1 when there is an error."
  )

  @Argument(help: "The board file.", completion: .file(extensions: ["yaml", "yml", "json"]))
  var board: String

  func run() throws {
    let reading: BoardReading
    var style: [Diagnostic] = []
    do throws(UserError) {
      var source = BoardSource(path: board)
      // The service that stands behind it when it runs.
      if try source.usesDemoService { source.settings["DEMO"] = "http://127.0.0.1" }
      reading = try source.read()
      if let file = reading.board { style = try source.checkStyle(of: file) }
    } catch {
      throw error.exit()
    }
    for diagnostic in reading.diagnostics + style { Terminal.print(diagnostic.description) }
    guard let file = reading.board, !style.contains(where: { $0.severity == .error }) else { throw ExitCode(1) }
    let cards = file.pages.reduce(0) { $0 + $1.cards.count }
    Terminal.print("\(board): fine (\(file.sources.count) sources, \(cards) cards)")
  }
}
