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
    // Where it comes from elsewhere, a board that somebody puts here is shown until then.
    let path = board.contains("://") ? "/etc/vitrine/board.yaml" : board
    return try stage(StandIn(for: board), awaiting: Self.place(of: path), board: board)
  }

  /// What is shown instead of a board file that has mistakes or cannot be read, until it is right: a panel that is dark after a power cut
  /// tells nobody which line it was.
  ///
  /// - Throws: the error itself, where nothing is to stand in.
  func screen(insteadOf path: String?, because error: UserError) throws(UserError) -> StagedBoard {
    guard setup, let path else { throw error }
    for line in error.lines { Terminal.error(line) }
    let place = Self.place(of: path)
    let standIn = StandIn(for: path) {
      do throws(UserError) {
        let reading = try BoardSource(path: place).read()
        return reading.board == nil ? UserError(reading.diagnostics).lines : []
      } catch {
        return error.lines
      }
    }
    return try stage(standIn, awaiting: place, board: path)
  }

  /// What is shown instead of anything where the kiosk was told what it cannot do; until it is started anew, told otherwise.
  ///
  /// - Throws: the error itself, where nothing is to stand in.
  func screen(because error: UserError) throws(UserError) -> StagedBoard {
    guard setup else { throw error }
    for line in error.lines { Terminal.error(line) }
    return try stage(StandIn(for: "vitrine run") { error.lines }, awaiting: nil, board: "vitrine run")
  }

  private func stage(_ standIn: StandIn, awaiting path: String?, board: String) throws(UserError) -> StagedBoard {
    // As `vitrine setup` has written it.
    let hasKey = Environment.value("VITRINE_SETUP")?.split(separator: " ").contains("--key") ?? false
    let parts = SetupScreen.parts(language: language) {
      var screen = SetupScreen.now(board: board, hasKey: hasKey)
      screen.mistakes = standIn.mistakes
      return screen
    }
    return try StagedBoard(standIn, awaiting: path, parts: parts, language: language)
  }

  /// The path is followed, wherever one stands.
  private static func place(of path: String) -> String {
    let name = path.split(separator: "/").last.map { String($0) } ?? path
    return Files.absolute(Files.directory(of: path)) + "/" + name
  }
}
