import ArgumentParser
import Board
import Control
import Doctor
import Glibc
import KMS
import Markup
import Numbers
import Service
import Status
import Vitrine

struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Says why there is no picture, no touch or no data, and what to do.",
    discussion: """
      Looks at cards, connectors, touch screens, permissions, console, service, memory, disks, fonts, clock, network and what the service listens on; changes nothing. With a board, at its font and its sources too. \
      Some things only root can see: sudo vitrine doctor. Exit code 2 when \
      something stands in the way.
      """)

  @Argument(help: "The board file whose font and sources are tried.", completion: .file(extensions: ["yaml", "yml"]))
  var board: String?

  @Option(help: "Card to use: a path, a name in /dev/dri/by-path, or a driver's name.")
  var card: String?

  @Option(help: "Connector to use, such as HDMI-A-1.")
  var connector: String?

  @Flag(help: "Print JSON: subject, severity, sentence and fix of each finding.")
  var json = false

  func run() throws {
    do throws(UserError) {
      let diagnosis = try examination().diagnosis
      Terminal.print(page: json ? diagnosis.json : diagnosis.text)
      guard diagnosis.hasProblem else { return }
    } catch {
      throw error.exit()
    }
    throw ExitCode(UserError.Kind.machine.rawValue)
  }

  private func examination() throws(UserError) -> Examination {
    let files = MachineFiles()
    let log = KernelLog.lines()
    var system = SystemFacts(
      files, time: Int64(time(nil)), hasFonts: Fonts.areInstalled, covers: { Fonts.cover($0) })
    system.readerLacks = WorldReader.lacks
    let answer = Self.kiosk()
    return Examination(
      person: Person(files),
      panel: PanelFacts(
        files, LibDRM(), pin: CardPin(card: card, connector: connector), log: log ?? []),
      touch: TouchFacts(files, axis: TouchFacts.axis),
      sound: SoundFacts(
        files, speechProblem: PanelSpeech.problem, soundProblem: PanelSpeech.soundProblem,
        deviceProblem: PanelSpeech.problem(ofDevice: "default")),
      console: ConsoleFacts(files, crash: CrashNote.read(directory: CrashNote.serviceDirectory)?.sentence),
      system: system, disk: DiskFacts(files, places: Self.places), hardware: HardwareFacts(files, log: log),
      listening: ListeningFacts(files, isRunning: answer != nil) { text in
        ListenAddress(argument: text).map { ($0.host, $0.port, $0.isLoopback) }
      },
      board: Self.bundle(answer) + (board.map(findings) ?? []))
  }

  /// What a kiosk that runs on this machine says of itself; nil where none does.
  private static func kiosk() -> Record? {
    do throws(ControlFailure) {
      let client = try ControlClient(ControlPath.known)
      let (line, _) = try client.ask(ControlRequest.status.json.line) { ControlReply.count($0) }
      guard case .record(let status)? = ControlReply.record(line)?["status"] else { return nil }
      return status
    } catch {
      return nil
    }
  }

  /// What is kept, and where: the service's directories, where it has been started here, else those of this user's kiosk.
  private static var places: [(purpose: String, path: String)] {
    let hasService = Files.exists(CrashNote.serviceDirectory)
    let state = hasService ? CrashNote.serviceDirectory : CrashNote.standardDirectory
    let socket = ControlPath.known.first { Files.exists(Files.directory(of: $0)) }
    return [
      ("the last good data", hasService ? "/var/cache/vitrine" : CacheDirectory.standard),
      ("bundles and what outlives a start", state ?? "/"),
      ("the control socket", socket.map { Files.directory(of: $0) } ?? "/run"),
    ]
  }

  /// The bundle it shows, where it is one of a fleet.
  private static func bundle(_ kiosk: Record?) -> [Finding] {
    guard case .record(let bundle)? = kiosk?["bundle"] else { return [] }
    func text(_ name: String) -> String? { if case .text(let text)? = bundle[name] { text } else { nil } }
    let origin = text("origin") ?? "nowhere"
    if let fault = text("fault") {
      return [
        Finding(
          .disk, .warning, "bundles: \(fault)", fix: "df -h, and dmesg for errors of the disk; then: vitrine ctl bundle"
        )
      ]
    }
    if let problem = text("problem") {
      return [
        Finding(
          .network, .problem, "bundles from \(origin): \(problem)",
          fix: "the last good one is on show; once it is mended: vitrine ctl bundle")
      ]
    }
    if let others = text("others"), text("state") == "none" {
      return [
        Finding(
          .network, .problem, "bundles from \(origin): \(others)",
          fix: "compare --label with what `vitrine bundle --label` has said")
      ]
    }
    var version = "none yet"
    if case .number(let number)? = bundle["version"] { version = "version \(Int(clamping: number))" }
    return [Finding(.network, .fine, "bundles from \(origin): \(version) is on show")]
  }

  /// The board's font, and what each of its sources answers.
  private func findings(of path: String) -> [Finding] {
    let staged: StagedBoard
    do throws(UserError) {
      staged = try StagedBoard(path, isLive: false, warns: false)
    } catch {
      return error.description.split(separator: "\n").map {
        Finding(.board, .problem, String($0), fix: "vitrine check \(path)")
      }
    }
    let font = Fonts.problem(of: staged.file, staged.source).map { Finding(.fonts, .warning, $0) }
    return [font].compactMap(\.self)
      + SourceTrial.all(of: staged.file, staged.source, clock: staged.clock).trials.flatMap { trial in
        var findings = trial.problems.map { problem in
          Finding(
            .network, .problem, "source \(trial.name): \(problem)",
            fix: "until it answers, the board shows what it fetched last; more of it: vitrine check --fetch \(path)")
        }
        if let count = trial.count, findings.isEmpty {
          findings.append(
            Finding(.network, .fine, "source \(trial.name) answers with \(count == 1 ? "1 item" : "\(count) items")"))
        }
        return findings
      }
  }
}
