import ArgumentParser
import Glibc
import Numbers
import Status
import Vitrine

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
    subcommands: [
      Run.self, StudioCommand.self, Check.self, Bundle.self, SchemaCommand.self, Snapshot.self, FilmCommand.self,
      Bench.self, DoctorCommand.self, Ctl.self, Replay.self, SetupCommand.self, ConsoleRestore.self,
    ],
    defaultSubcommand: nil)

  /// What the program is, as it says of itself.
  static var version: String { configuration.version }

  /// Every end has our exit code and one line: the parser's own would be a page, and 64.
  static func main() {
    WorldReader.begin(log: Terminal.error)
    Memory.configure()
    // A reader that goes away, and a limit for files, are errors of the call that meets them, not the end of the program.
    for number in [SIGPIPE, SIGXFSZ] { _ = signal(number, SIG_IGN) }
    do {
      var command = try theUsual() ?? parseAsRoot()
      try command.run()
    } catch let code as ExitCode {
      exit(withError: code)
    } catch  where exitCode(for: error) == .success {
      exit(withError: error)
    } catch  where exitCode(for: error) == .validationFailure {
      let refusal = UserError(.input, sentence(for: error))
      do {
        if CommandLine.arguments.dropFirst().first == Run._commandName,
          try Run.show(refusal, toldBy: Array(CommandLine.arguments.dropFirst(2)))
        {
          return
        }
      } catch {
        exit(withError: error)
      }
      exit(withError: refusal.exit())
    } catch {
      exit(withError: UserError.bug("the command ended with \(error)").exit())
    }
  }

  /// `vitrine run`, when nothing is wrong with it: read without all the other commands, a fortieth of a panel's start. What is wrong is told
  /// by the whole.
  private static func theUsual() -> (any ParsableCommand)? {
    let words = CommandLine.arguments.dropFirst()
    guard words.first == Run._commandName else { return nil }
    return try? Run.parse(Array(words.dropFirst()))
  }

  /// What is wrong with the command line, what would be right, and where to read on.
  private static func sentence(for error: any Error) -> String {
    let page = fullMessage(for: error, columns: 1_000).split(separator: "\n")
    var sentence = clause(message(for: error))
    let help = page.first { $0.hasPrefix("Help:  ") }?.split(separator: "  ").last.map { clause(String($0)) }
    if let first = firstWord {
      sentence = first
    } else if CommandLine.arguments.dropFirst().prefix(2).elementsEqual([Ctl._commandName, CtlPage._commandName]),
      let page = CommandLine.arguments.dropFirst(3).first, page.hasPrefix("-"), Int(page) != nil
    {
      sentence = "which page: its number from 1, or its name, not \(page)"
    } else if CommandLine.arguments.dropFirst().first == Ctl._commandName,
      let verb = CommandLine.arguments.dropFirst(2).first, sentence == "unexpected argument '\(verb)'"
    {
      sentence = ControlRequest.unknown(verb).sentence
    } else if let help, !sentence.contains("one of") {
      sentence += ": \(help)"
    }
    guard let reference = page.last(where: { $0.hasPrefix("  See '") })?.split(separator: "'").dropFirst().first else {
      return sentence
    }
    return "\(sentence); see `\(reference)`"
  }

  /// What is wrong with a first word that is no command; nil for one that is, and for an option of the program itself.
  private static var firstWord: String? {
    let words = CommandLine.arguments.dropFirst()
    let commands = configuration.subcommands.map { $0._commandName }
    guard let word = words.first, !commands.contains(word), word != "help" else { return nil }
    guard word.hasPrefix("-") else {
      let shown = Files.exists(word) ? "; `vitrine run \(word)` shows that file" : ""
      return "there is no command '\(word)'; known: \(commands.joined(separator: ", "))\(shown)"
    }
    do {
      _ = try Run.parse(Array(words))
    } catch {
      // Whatever else is wrong behind it.
      let name = word.prefix { $0 != "=" }
      if Run.message(for: error).contains("nknown option '\(name)'") { return nil }
    }
    return
      "there is no command before '\(word)', which is an option of `vitrine run`: write vitrine run \(words.joined(separator: " "))"
  }

  /// A sentence as part of another one.
  private static func clause(_ sentence: String) -> String {
    let words = sentence.prefix(1).lowercased() + sentence.dropFirst()
    return words.hasSuffix(".") ? String(words.dropLast()) : words
  }
}
