import ArgumentParser
import Console
import Vitrine

struct ConsoleRestore: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "console-restore",
    abstract: "Gives text and keys back to a terminal a killed kiosk has left without.",
    discussion: "The service runs it after every stop. By hand, over a network: vitrine console-restore /dev/tty1")

  @Argument(help: "The terminal; standard input without one.", completion: .file())
  var terminal: String?

  func run() throws {
    do throws(ConsoleFailure) {
      let device: LinuxTerminal
      if let terminal {
        device = try LinuxTerminal.open(terminal)
      } else if let input = LinuxTerminal.ofStandardInput() {
        device = input
      } else {
        // Started without a terminal, there is none to restore.
        return
      }
      if try ConsoleRescue.mend(device) { Terminal.error("text and keys are back") }
    } catch {
      throw UserError(.machine, error.description).exit()
    }
  }
}
