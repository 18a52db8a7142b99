import ArgumentParser
import Doctor
import Glibc
import KMS
import Service
import Vitrine

struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Says why there is no picture, no touch or no data, and what to do.",
    discussion: """
      Looks at cards, connectors, touch screens, permissions, console, service, memory, fonts, clock and network; changes nothing. \
      Some things only root can see: sudo vitrine doctor. Exit code 2 when \
      something stands in the way.
      """)

  @Option(help: "Card to use: a path, a name in /dev/dri/by-path, or a driver's name.")
  var card: String?

  @Option(help: "Connector to use, such as HDMI-A-1.")
  var connector: String?

  @Flag(help: "Print JSON: subject, severity, sentence and fix of each finding.")
  var json = false

  func run() throws {
    let files = MachineFiles()
    let examination = Examination(
      person: Person(files),
      panel: PanelFacts(
        files, LibDRM(), pin: CardPin(card: card, connector: connector), log: KernelLog.lines()),
      touch: TouchFacts(files, axis: TouchFacts.axis),
      console: ConsoleFacts(files, crash: CrashNote.read(directory: CrashNote.serviceDirectory)?.sentence),
      system: SystemFacts(
        files, time: Int64(time(nil)), hasFonts: Fonts.areInstalled, covers: { Fonts.cover($0) }))
    let diagnosis = examination.diagnosis
    Terminal.print(json ? diagnosis.json : diagnosis.text)
    if diagnosis.hasProblem { throw ExitCode(2) }
  }
}
