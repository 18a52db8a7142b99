import ArgumentParser
import Board
import Content
import Dispatch
import Glibc
import KMS
import Kiosk
import Linux
import Numbers
import Panel
import Preview
import Refresh
import Scene
import Service
import Setup
import Studio
import Synchronization
import Vitrine

struct Run: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Shows a board.",
    discussion: """
      On the machine's panel, if there is one that nobody else uses. Else on a virtual panel in the browser: open the address it
      prints, and use the mouse, a wheel, keys or fingers. Ends with Control-C. A changed board file shows at once; a mistake in it
      keeps the running board and says so. With --key the board is a bundle of `vitrine bundle`, and another one is taken when it is there.
      """)

  @OptionGroup var board: BoardArgument
  @OptionGroup var panel: PanelArguments
  @OptionGroup var screen: ScreenArguments
  @OptionGroup var session: SessionArguments
  @OptionGroup var remote: RemoteArguments
  @OptionGroup var fleet: FleetArguments
  @OptionGroup var setup: SetupArguments
  @OptionGroup var recording: RecordingArguments

  /// Whether a service can begin with these options before its own: they are divided as systemd divides a variable, and which board it
  /// shows is said elsewhere.
  static func accepts(_ options: String) -> Bool {
    guard let run = try? Self.parse(EnvironmentText.words(options)) else { return false }
    return run.board.board == nil
  }

  @Option(help: "Port of the browser preview; without it the first free one from 8080 on.")
  var port: Int?

  @Option(help: "Address the preview listens on. Anything but this machine itself makes a secret part of the address.")
  var host = "127.0.0.1"

  @Flag(help: "Where there is no panel, show the studio and not the preview; on this machine only.")
  var studio = false

  @Option(help: "Where the last good data is kept; without it in the user's cache directory.", completion: .directory)
  var cache: String?

  func validate() throws {
    if max(panel.size.size.width, panel.size.size.height) > PreviewServer.largestSide {
      throw ValidationError("--size ends at \(PreviewServer.largestSide) pixels a side in the browser")
    }
    try require(port, in: 0...65_535, "--port")
  }

  func run() throws { try start(because: nil) }

  /// Shows what the service was told that is wrong, where it was told to show what is missing.
  ///
  /// - Parameter error: what is wrong with the command line.
  /// - Returns: whether it was told so; this returns when the kiosk has ended.
  static func show(_ error: UserError, toldBy words: [String]) throws -> Bool {
    guard words.contains("--setup"), words.contains("kms") else { return false }
    var turn: [String] = []
    if let place = words.firstIndex(of: "--rotate"), words.indices.contains(place + 1) {
      turn = ["--rotate", words[place + 1]]
    }
    let own = ["--display", "kms", "--setup"]
    let setUp = Environment.value("VITRINE_SETUP").map { EnvironmentText.words($0) } ?? []
    guard let run = [own + setUp + turn, own + turn, own].lazy.compactMap({ try? Self.parse($0) }).first else {
      return false
    }
    try run.start(because: error)
    return true
  }

  private func start(because refusal: UserError?) throws {
    var record: RunFile?
    do throws(UserError) {
      let takesPanel = screen.takesPanel(panel)
      if studio, !takesPanel {
        return try StudioCommand.show(
          board.board, spec: PanelSpec(size: panel.size.size, diagonal: panel.diagonal?.millimetres),
          options: panel.options,
          StudioCommand.Choices(port: port, cache: cache, remote: remote, recording: recording))
      }
      let crash = CrashNote.arm(directory: CrashNote.standardDirectory)
      let run = takesPanel ? Self.begin(after: crash) : nil
      record = run
      // Before there is any other thread.
      let signals = takesPanel ? PanelSession.signals() : nil
      let log = FleetLog()
      var keeper: BundleKeeper?
      var refusal = refusal
      if refusal == nil {
        do throws(UserError) {
          keeper = try fleet.isFleet(board.board) ? fleet.keeper(of: board.board) { log.write($0) } : nil
        } catch {
          refusal = error
        }
      }
      let stage = if let refusal { try setup.screen(because: refusal) } else { try stage(keeper) }
      let cache = cache ?? CacheDirectory.standard
      let recorder = recording.makeRecorder()
      let desk = PanelDesk(
        PanelDesk.Setup(
          version: VitrineCommand.version, boardPath: stage.source.path, cacheDirectory: cache, recorder: recorder))
      stage.standIn.map(desk.note)
      log.begin(desk)
      keeper?.begin(for: desk)
      defer { keeper?.stop() }
      var options = options(of: stage)
      options.recorder = recorder
      if let signals, let run {
        try runOnPanel(stage, options, signals: signals, cache: cache, run: run, desk: desk)
      } else {
        if let crash { Terminal.error(crash.sentence) }
        if session.sound != nil {
          Terminal.error("--sound is for a panel: in the browser F1 shows what would be heard, below the picture")
        }
        try PreviewRun(
          board: stage.file, source: stage.source, options: options, host: host, port: port, cache: cache,
          crash: crash, desk: desk
        ).run(remote, showing: stage.standIn?.name ?? stage.source.name, isLenient: setup.setup)
      }
      recorder?.close()
    } catch {
      // It says why: nothing has to be left out by the next run to find that out.
      record?.change { if $0.end == .none { $0.end = .failed } }
      throw error.exit()
    }
  }
}

extension Run {
  /// Takes over from the run before. One that ended badly again and again is not followed at once: a panel that flickers for a year
  /// helps nobody, and a service manager's limit would leave it dark.
  private static func begin(after crash: CrashNote?) -> RunFile {
    let file = RunFile(directory: CrashNote.standardDirectory, after: crash, warn: Terminal.errorLater)
    let record = file.record
    guard record.delay > 0 else { return file }
    let sentence = "ended badly \(record.failures) times in a row: waiting \(record.delay) s before starting anew"
    Terminal.error(sentence)
    Notifier.ofEnvironment().send("STATUS=\(sentence)\nEXTEND_TIMEOUT_USEC=\((record.delay + 60) * 1_000_000)")
    sleep(UInt32(record.delay))
    return file
  }

  /// The board; the set-up screen while there is none that can be shown.
  private func stage(_ keeper: BundleKeeper?) throws(UserError) -> StagedBoard {
    // Who waits for a bundle says so by itself.
    if keeper == nil, let awaiting = try setup.screen(for: board.board) { return awaiting }
    let path = keeper?.boardPath ?? board.board
    do throws(UserError) {
      return try StagedBoard(path, isLive: true)
    } catch {
      return try setup.screen(insteadOf: path, because: error)
    }
  }

  /// How the panel is driven, with what the board may name.
  private func options(of stage: StagedBoard) -> PanelOptions {
    var options = panel.options
    options.parts = stage.parts
    return options
  }

  /// Without a browser, a port or a preview: the machine's own panel.
  private func runOnPanel(
    _ stage: StagedBoard, _ options: PanelOptions, signals: Signals, cache: String?, run: RunFile, desk: PanelDesk
  ) throws(UserError) {
    let began = MonotonicClock.now()
    var screen = screen.options(panel)
    screen.log = desk.logging(to: Terminal.errorLater)
    let access = try RemoteAccess(remote, desk, isLenient: setup.setup, log: screen.log)
    defer { access.stop() }
    let kiosk = PanelKiosk(
      board: stage.file, source: stage.source, options: options, screen: screen,
      sitting: session.options(name: stage.source.name, standIn: stage.standIn), signals: signals,
      cacheDirectory: cache, runFile: run,
      desk: desk,
      firstFrame: {
        let milliseconds = (MonotonicClock.now() - began) / 1_000_000
        Terminal.errorLater("first frame on the glass after \(milliseconds) ms, \(Memory.megabytes) MB resident")
      })
    defer { Terminal.flush() }
    try kiosk.run()
  }
}

/// A kiosk with a browser as its panel. Changing the panel's size or turn in the browser starts a new kiosk on the same page.
private final class PreviewRun: Sendable {
  private struct State: Sendable {
    var options: PanelOptions
    /// As the file was last read without a mistake.
    var board: BoardFile
    var kiosk: LiveKiosk?
    /// What is on show in words, and how often that was another.
    var mirrors = MirrorHistory()
    /// What would be heard of it, the latest last; nil while nobody listens.
    var heard: [String]?
    var isOver = false
  }

  private let source: BoardSource
  private let cache: String
  /// What the run before this one died of.
  private let crash: CrashNote?
  private let desk: PanelDesk
  private let log: @Sendable (String) -> Void
  private let state: Mutex<State>
  private let server = Mutex<PreviewServer?>(nil)

  init(
    board: BoardFile, source: BoardSource, options: PanelOptions, host: String, port: Int?, cache: String,
    crash: CrashNote?, desk: PanelDesk
  ) throws(UserError) {
    self.source = source
    self.desk = desk
    log = desk.logging(to: Terminal.errorLater)
    self.cache = cache
    self.crash = crash
    var options = options
    options.pointerIsFinger = true
    state = Mutex(State(options: options, board: board))
    let serverOptions = PreviewServer.Options(
      host: host, port: port.map { .exactly($0) } ?? .firstFree(from: 8080))
    do throws(PreviewError) {
      let server = try PreviewServer(
        options: serverOptions, info: info(),
        onInput: { [weak self] event in self?.state.withLock { $0.kiosk }?.post(event) },
        onCommand: { [weak self] command in self?.obey(command) },
        onArrival: { [weak self] in self?.state.withLock { $0.kiosk }?.wake() })
      self.server.withLock { $0 = server }
    } catch {
      throw UserError(.machine, error.description)
    }
  }

  func run(_ remote: RemoteArguments, showing name: String, isLenient: Bool) throws(UserError) {
    guard let server = server.withLock({ $0 }) else { return }
    let signals = StopSignals { [weak self] in self?.stop() }
    Terminal.print("showing \(name) at \(server.url)")
    for url in server.otherURLs { Terminal.print("from other machines at \(url)") }
    let access = try RemoteAccess(remote, desk, isLenient: isLenient, log: log)
    defer { access.stop() }
    let began = MonotonicClock.now()
    let isFirst = Mutex(true)
    while let kiosk = next() {
      server.publish(info())
      if let crash { kiosk.say(crash.sentence) }
      let shown = Mutex(0)
      kiosk.runVirtual { [panel = server.panel] display in
        let mustTell = isFirst.withLock { isFirst in
          guard isFirst, display.frameCount > 0 else { return false }
          isFirst = false
          return true
        }
        if mustTell {
          let milliseconds = (MonotonicClock.now() - began) / 1_000_000
          Terminal.errorLater("first frame \(milliseconds) ms after the address, \(Memory.megabytes) MB resident")
        }
        shown.withLock { $0 = panel.follow(display, shown: $0) }
      }
    }
    withExtendedLifetime(signals) {}
    server.stop()
    Terminal.flush()
  }

  /// The kiosk to run next; nil at the end.
  private func next() -> LiveKiosk? {
    // The file may have been edited since; a mistake in it keeps what is known.
    let edited = source.path == nil ? nil : (try? source.read())?.board
    return state.withLock { state in
      guard !state.isOver else { return nil }
      if let edited { state.board = edited }
      let kiosk = LiveKiosk(
        board: state.board, source: source, options: state.options, cacheDirectory: cache, desk: desk, log: log,
        boardChanged: { [weak self, desk] board in
          desk.shows(board)
          self?.adopt(board)
        },
        mirrored: { [weak self] mirror in self?.show(mirror) },
        heard: { [weak self] utterance in self?.hear(utterance) })
      state.kiosk = kiosk
      return kiosk
    }
  }

  /// The bar follows the file.
  private func adopt(_ board: BoardFile) {
    state.withLock { $0.board = board }
    server.withLock { $0 }?.publish(info())
  }

  /// What a screen reader reads follows the panel.
  private func show(_ mirror: PanelMirror) {
    state.withLock { $0.mirrors.show(mirror) }
    server.withLock { $0 }?.publish(info())
  }

  /// What would be heard stands below the panel: what is urgent takes the place of what was being said.
  private func hear(_ utterance: Utterance?) {
    state.withLock { state in
      let before = utterance?.isUrgent == true ? [] : state.heard ?? []
      state.heard = utterance.map { before.suffix(Self.mostHeard - 1) + [$0.text] }
    }
    server.withLock { $0 }?.publish(info())
  }

  private static let mostHeard = 4

  private func obey(_ command: PreviewCommand) {
    let kiosk = state.withLock { state -> LiveKiosk? in
      switch command {
      case .style(let name):
        guard Self.styles(of: state.board).contains(name) else { return nil }
        state.options.style = name
        state.kiosk?.use(style: name)
        return nil
      case .size(let size):
        guard state.options.mode.size != size else { return nil }
        state.options.mode.size = size
      case .press(let item, let part, let version):
        // What was read has changed since.
        guard let mirror = state.mirrors.latest, let item = state.mirrors.item(item, of: version) else { return nil }
        state.kiosk?.press(item, part: part, of: mirror)
        return nil
      case .slide(let item, let share, let version):
        guard let mirror = state.mirrors.latest, let item = state.mirrors.item(item, of: version) else { return nil }
        state.kiosk?.slide(item, to: share, of: mirror)
        return nil
      case .answer(let isYes):
        state.kiosk?.answer(isYes)
        return nil
      // There is no other panel.
      case .follow: return nil
      case .orientation(let orientation):
        guard state.options.mode.orientation != orientation else { return nil }
        state.options.mode.orientation = orientation
      }
      return state.kiosk
    }
    kiosk?.stop()
    server.withLock { $0 }?.publish(info())
  }

  private func stop() {
    let kiosk = state.withLock { state in
      state.isOver = true
      return state.kiosk
    }
    kiosk?.stop()
  }

  /// Those of ours, and the board's own file when it names one.
  private static func styles(of board: BoardFile) -> [String] {
    let names = RefreshStyles.builtIn.names
    guard let own = board.refresh.style, !names.contains(own) else { return names }
    return [own] + names
  }

  /// What the page's bar shows.
  private func info() -> PreviewInfo {
    let (options, board, mirror, heard) = state.withLock {
      state -> (PanelOptions, BoardFile, PreviewMirror?, [String]?) in
      let mirror = state.mirrors.latest.map { PreviewMirror($0, version: state.mirrors.version) }
      return (state.options, state.board, mirror, state.heard)
    }
    return PreviewInfo(
      title: source.name, status: "", size: options.mode.size, orientation: options.mode.orientation,
      styles: Self.styles(of: board), style: options.style ?? board.refresh.style ?? RefreshStyles.standard,
      mirror: mirror, heard: heard)
  }
}

/// Control-C and the service manager's TERM, as a call.
final class StopSignals {
  private let sources: [any DispatchSourceSignal]

  init(_ stop: @escaping @Sendable () -> Void) {
    sources = [SIGINT, SIGTERM].map { number in
      _ = signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler(handler: stop)
      source.resume()
      return source
    }
  }
}
