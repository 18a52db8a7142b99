import ArgumentParser
import Board
import BundledBoards
import Demo
import Preview
import Scene
import Service
import Studio
import Synchronization
import Vitrine

struct StudioCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "studio",
    abstract:
      "Shows a board while it is made: panels beside each other in the browser, and every mistake with its line.",
    discussion: """
      Open the address it prints. Each save of the file shows at once; a mistake in it keeps the last good board on show and stands
      beside it. On this machine only. Ends with Control-C.

      --editor names what opens a place of a file when it is pressed on the page: --editor "code -g {file}:{line}:{column}", or an editor
      with a window of its own that takes +LINE FILE. Without it that is $VISUAL, or $EDITOR, where that is none that lives in a
      terminal; else the page leaves it to what the browser knows for vscode: addresses.
      """)

  @OptionGroup var board: BoardArgument

  @Option(help: "Size of the first panel in pixels, such as 1280x800; 64 to 4096 a side.")
  var size = PanelSize(argument: "800x480")!

  @Option(
    help: "How large that panel is from corner to corner, such as 10.1in or 25cm; without it what such panels are.")
  var diagonal: Length?

  @Option(help: "Port of the page; without it the first free one from 8080 on.")
  var port: Int?

  @Option(help: "Where the last good data is kept; without it in the user's cache directory.", completion: .directory)
  var cache: String?

  @Flag(help: "Begin with all cards, sources, themes, refresh styles and icons, with what to write for each.")
  var gallery = false

  @Option(help: "What opens a place of a file; {file}, {line} and {column} stand for it.")
  var editor: String?

  @OptionGroup var recording: RecordingArguments

  func validate() throws {
    let sides = 64...PreviewServer.largestSide
    if ![size.size.width, size.size.height].allSatisfy(sides.contains) {
      throw ValidationError("--size is \(sides.lowerBound) to \(sides.upperBound) pixels a side in the browser")
    }
    try require(port, in: 0...65_535, "--port")
    try require(diagonal?.millimetres, in: BoardLanguage.diagonals, "--diagonal in millimetres")
  }

  /// What a studio is shown with, beside its panels.
  struct Choices {
    var port: Int?
    var cache: String?
    /// Who else may ask the first panel.
    var remote: RemoteArguments?
    var editor: String?
    /// Nil keeps nothing.
    var recording: RecordingArguments?
    var beginsWithGallery = false
  }

  /// Shows a studio until somebody ends it.
  ///
  /// - Parameters:
  ///   - path: the board's file; nil is the demo board.
  ///   - spec: of the first panel.
  static func show(
    _ path: String?, spec: PanelSpec, options: PanelOptions, _ choices: Choices
  ) throws(UserError) {
    let stage = try StagedSource(path)
    let cache = choices.cache ?? CacheDirectory.standard
    let desk = PanelDesk(
      PanelDesk.Setup(version: VitrineCommand.version, boardPath: stage.source.path, cacheDirectory: cache))
    let log = desk.logging(to: Terminal.errorLater)
    var setup = Studio.Setup(
      source: stage.source, options: options, cache: cache, desk: desk, panels: [spec], log: log)
    if let recording = choices.recording { setup.recorder = recording.studioRecorder(log: log) }
    setup.editor = try choices.editor.map { command throws(UserError) in try Editor(command) } ?? Editor.usual
    let examples = ExampleService()
    setup.demo = { () throws(UserError) in try examples.address() }
    let studio = try Studio(setup, port: choices.port.map { .exactly($0) } ?? .firstFree(from: 8080))
    let access = try choices.remote.map { remote throws(UserError) in
      try RemoteAccess(remote, desk, isLenient: false, log: log)
    }
    defer { access?.stop() }
    let signals = StopSignals { studio.stop() }
    Terminal.print("making \(stage.source.name) at \(studio.url)\(choices.beginsWithGallery ? "#gallery" : "")")
    studio.run()
    Terminal.flush()
    withExtendedLifetime((signals, stage, examples)) {}
  }

  func run() throws {
    do throws(UserError) {
      try Self.show(
        board.board, spec: PanelSpec(size: size.size, diagonal: diagonal?.millimetres),
        options: PanelArguments.standard,
        Choices(
          port: port, cache: cache, editor: editor, recording: recording, beginsWithGallery: gallery))
    } catch {
      throw error.exit()
    }
  }
}

/// The demo's service, started when somebody first looks at the gallery.
private final class ExampleService: Sendable {
  private let service = Mutex<DemoService?>(nil)

  func address() throws(UserError) -> String {
    if let known = service.withLock({ $0 }) { return known.url }
    var options = DemoService.Options(delay: 0...0, clock: systemClock)
    options.offset = { [zone = WallClock.system().zone] time in zone.offset(at: time) }
    options.file = { BundledBoards.dataFile($0) }
    let started = try DemoService.start(options)
    service.withLock { $0 = started }
    return started.url
  }

  deinit { service.withLock { $0 }?.stop() }
}
