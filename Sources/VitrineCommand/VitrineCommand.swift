import ArgumentParser

@main
struct VitrineCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "vitrine",
    abstract: "A kiosk for touch panels: boards drawn straight to the display.",
    discussion: """
      A board is one YAML file. `vitrine run` without one shows the demo board.

      Exit codes: 0 fine, 1 what was given is wrong, 2 the machine lacks something, 70 a bug.
      """,
    version: "0.1.0",
    subcommands: [Run.self, Check.self, Snapshot.self, FilmCommand.self, Bench.self, ConsoleRestore.self],
    defaultSubcommand: nil)

  /// The parser's own exit code for a wrong option (64) becomes ours for wrong input (1).
  static func main() {
    do {
      var command = try parseAsRoot()
      try command.run()
    } catch {
      let code = exitCode(for: error).rawValue
      if code == 64 {
        Terminal.error(fullMessage(for: error))
        exit(withError: ExitCode(1))
      }
      exit(withError: error)
    }
  }
}
