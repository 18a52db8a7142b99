import ArgumentParser
import Glibc
import Linux
import Setup
import Vitrine

/// What is shown for as long as there is no board.
struct SetupArguments: ParsableArguments {
  @Flag(
    help: "For as long as the board is not there, show what the panel lacks, and its name as a code for telephones.")
  var setup = false

  @Option(help: "What that is said in: a code a board can name.")
  var language = "en"

  func validate() throws {
    guard SetupWords.codes.contains(language) else {
      throw ValidationError("--language is one of \(SetupWords.codes.joined(separator: ", "))")
    }
  }

  /// The set-up screen, where it is wanted and the board is not there.
  func screen(for board: String?) throws(UserError) -> StagedBoard? {
    guard setup, let board, unsafe access(board, F_OK) != 0 else { return nil }
    // As `vitrine setup` has written it.
    let hasKey = Environment.value("VITRINE_SETUP")?.split(separator: " ").contains("--key") ?? false
    let parts = SetupScreen.parts(language: language) { SetupScreen.now(board: board, hasKey: hasKey) }
    // Where it comes from elsewhere, a board that somebody puts here is shown until then. The path is followed, wherever one stands.
    let path = board.contains("://") ? "/etc/vitrine/board.yaml" : board
    let name = path.split(separator: "/").last.map { String($0) } ?? path
    let place = Files.absolute(Files.directory(of: path)) + "/" + name
    return try StagedBoard(awaiting: place, parts: parts, language: language)
  }
}
