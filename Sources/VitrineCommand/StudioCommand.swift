import ArgumentParser
import Board
import Preview
import Scene
import Service
import Studio
import Vitrine

struct StudioCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "studio",
    abstract:
      "Shows a board while it is made: panels beside each other in the browser, and every mistake with its line.",
    discussion: """
      Open the address it prints. Each save of the file shows at once; a mistake in it keeps the last good board on show and stands
      beside it. On this machine only. Ends with Control-C.
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

  func validate() throws {
    if max(size.size.width, size.size.height) > PreviewServer.largestSide {
      throw ValidationError("--size ends at \(PreviewServer.largestSide) pixels a side in the browser")
    }
    try require(port, in: 0...65_535, "--port")
    try require(diagonal?.millimetres, in: BoardLanguage.diagonals, "--diagonal in millimetres")
  }

  /// Shows a studio until somebody ends it.
  ///
  /// - Parameters:
  ///   - path: the board's file; nil is the demo board.
  ///   - spec: of the first panel.
  ///   - remote: who else may ask that panel.
  static func show(
    _ path: String?, spec: PanelSpec, options: PanelOptions, port: Int?, cache: String?, remote: RemoteArguments?
  ) throws(UserError) {
    let stage = try StagedSource(path)
    let cache = cache ?? CacheDirectory.standard
    let desk = PanelDesk(
      PanelDesk.Setup(version: VitrineCommand.version, boardPath: stage.source.path, cacheDirectory: cache))
    let log = desk.logging(to: Terminal.error)
    let studio = try Studio(
      Studio.Setup(source: stage.source, options: options, cache: cache, desk: desk, panels: [spec], log: log),
      port: port.map { .exactly($0) } ?? .firstFree(from: 8080))
    let access = try remote.map { remote throws(UserError) in try RemoteAccess(remote, desk, log: log) }
    defer { access?.stop() }
    let signals = StopSignals { studio.stop() }
    Terminal.print("making \(stage.source.name) at \(studio.url)")
    studio.run()
    withExtendedLifetime((signals, stage)) {}
  }

  func run() throws {
    do throws(UserError) {
      try Self.show(
        board.board, spec: PanelSpec(size: size.size, diagonal: diagonal?.millimetres),
        options: PanelArguments.standard,
        port: port, cache: cache, remote: nil)
    } catch {
      throw error.exit()
    }
  }
}
