import ArgumentParser
import Board
import Images
import Numbers
import Panel
import Refresh
import Scene
import Vitrine
import VitrineTools

struct FilmCommand: ParsableCommand {
  // Many properties: each is an option of the command.
  static let configuration = CommandConfiguration(
    commandName: "film",
    abstract: "Films a scripted gesture.",
    discussion: """
      Plays a gesture on a virtual panel in virtual time and writes an animated PNG, or numbered frames.

      A gesture file has a line per step; positions in pixels or per cent of the panel, times in seconds:

        wait 0.5
        down 50% 30%
        move 50% 75% 0.8
        wait 0.3
        up
        flick 50% 80% 50% 20% 0.12
        tap 50% 40%
        wheel 50% 50% 3
        key home
        # a comment; and with more fingers than one:
        down 30% 50% finger 1
        cancel finger 1

      Keys: \(GestureScript.keyNames.joined(separator: ", ")).

      Without a file it scrolls down and back, pulls, and refreshes.

      With --gallery it films refresh styles instead, each in the same pull, first with news and then with a failure: STYLE.png
      moves, STYLE-sheet.png stands still, and styles.png shows them all. Board, gesture and size are the gallery's own.
      """)

  @OptionGroup var board: BoardArgument
  @OptionGroup var panel: PanelArguments
  @OptionGroup var day: TimeArgument

  @Option(name: .shortAndLong, help: "The animated PNG to write.")
  var output = "board.png"

  @Option(help: "Write numbered PNGs into this directory instead.")
  var frames: String?

  @Option(help: "Write a record of it too, for `vitrine replay`.", completion: .file(extensions: ["vrec"]))
  var record: String?

  @Option(
    help: ArgumentHelp(
      """
      Write what would be heard into this text file: what is done in brackets, below it what is said. Keys of the gesture begin it: \
      help, or headphones-in.
      """
    ), completion: .file(extensions: ["txt"]))
  var heard: String?

  @Option(help: "The gesture file.", completion: .file())
  var gesture: String?

  @Option(help: "Frames a second of the film, 1 to 60.")
  var fps = 30

  @Option(help: "Seconds of virtual time until a pull is answered.")
  var answer = 1.2

  @Option(help: "How pulls end, instead of by the board's sources: success, noChange, failure, offline or timeout.")
  var outcome: RefreshOutcome?

  @Option(help: "Seconds the film goes on after the gesture.")
  var tail = 3.0

  @Flag(help: "Really send what taps of the gesture send; else it only looks so.")
  var posts = false

  @Flag(help: "Show it in at most 255 colours, in about a third of the bytes.")
  var fewColors = false

  @Option(
    help: "Film every built-in refresh style, or the one --style names, into this directory.", completion: .directory)
  var gallery: String?

  @Option(parsing: .upToNextOption, help: "Style files and Lottie files to film besides.", completion: .file())
  var also: [String] = []

  func validate() throws {
    try require(fps, in: 1...60, "--fps")
    try require(answer, in: 0...60, "--answer")
    try require(tail, in: 0...60, "--tail")
    if gallery == nil, !also.isEmpty { throw ValidationError("--also belongs to --gallery") }
  }

  func run() throws {
    do throws(UserError) {
      if let gallery {
        try GalleryFilms(
          directory: gallery, styles: (panel.style.map { [$0] } ?? RefreshStyles.builtIn.names) + also, fps: fps
        )
        .make()
      } else {
        try film()
      }
    } catch {
      throw error.exit()
    }
  }

  private func film() throws(UserError) {
    try Files.keepApart(
      ["--output": frames == nil ? output : nil, "--record": record, "--heard": heard],
      from: [board.board, panel.style, gesture])
    let staged = try StagedBoard(board.board, isLive: false, time: day.time)
    try panel.checkStyle(of: staged.file, staged.source)
    var options = panel.options
    options.recorder = record.map { _ in PanelRecorder(runtime: nil, directory: nil, log: Terminal.error) }
    let size = options.mode.viewerSize
    let script = try readScript(panel: size)
    let start = staged.clock.now()
    var kiosk = VirtualKiosk(
      board: staged.file, source: staged.source, options: options, start: start.time, zone: start.zone,
      answers: outcome.map { .scripted($0, after: answer) } ?? .after(answer), sendsPosts: posts, log: Terminal.error)
    var recorder = try Recorder(
      output: frames == nil ? output : nil, directory: frames, size: size, fps: fps, fewColors: fewColors)
    let offset = kiosk.seconds
    kiosk.schedule(script.events(from: offset))
    var transcript = HeardText(script.events(from: offset))
    let length = script.duration + tail
    let count = max(1, Int(clamping: (length * Double(fps)).rounded()))
    for frame in 1...count {
      kiosk.play(seconds: offset + Double(frame) / Double(fps) - kiosk.seconds)
      staged.play(to: Double(frame) / Double(fps))
      transcript.note(kiosk.takeSaid(), at: kiosk.seconds)
      if let picture = kiosk.screenshot() { try recorder.add(picture) }
      Terminal.progress("frame \(frame) of \(count)", isLast: frame == count)
    }
    Terminal.print(try recorder.finish())
    if let record, let written = options.recorder { try WholeFile.write(written.copy(), to: record) }
    if let heard { try Files.write(Array(transcript.text.utf8), to: heard) }
  }

  private func readScript(panel: PixelSize) throws(UserError) -> GestureScript {
    if let gesture { return try GestureScript(contentsOf: gesture, panel: panel) }
    do throws(Diagnostic) {
      return try GestureScript(Self.standard, file: "gesture", panel: panel)
    } catch {
      throw UserError.bug("the gesture of `vitrine film` was refused: \(error.description)")
    }
  }

  private static let standard = """
    wait 0.6
    flick 50% 80% 50% 30% 0.14
    wait 1.4
    flick 50% 30% 50% 85% 0.12
    wait 1.6
    down 50% 30%
    move 50% 62% 0.7
    wait 0.25
    move 50% 88% 0.5
    wait 0.2
    up
    """
}

/// Where a film goes.
struct Recorder: ~Copyable {
  private var film: Film?
  private let directory: String?
  private let output: String
  private let fps: Int
  private var count = 0
  private let size: PixelSize
  /// Frames that wait until the colours of all of them are known; nil when each is written at once.
  private var waiting: [Pixmap]?

  init(output: String?, directory: String?, size: PixelSize, fps: Int, fewColors: Bool) throws(UserError) {
    self.directory = directory
    self.size = size
    self.output = output ?? directory ?? ""
    self.fps = fps
    if let directory { try PictureFile.makeDirectory(directory) }
    film = nil
    guard let output else { return }
    if fewColors {
      try PictureFile.checkPlace(output)
      waiting = []
    } else {
      film = try Film(path: output, size: size)
    }
  }

  mutating func add(_ picture: Pixmap) throws(UserError) {
    count += 1
    if let directory {
      let number = String(count)
      let name = String(repeating: "0", count: max(0, 5 - number.count)) + number
      try PictureFile.write(picture, to: "\(directory)/\(name).png")
    } else if waiting != nil {
      waiting?.append(picture)
    } else {
      try film?.append(picture, seconds: 1 / Double(fps))
    }
  }

  consuming func finish() throws(UserError) -> String {
    let line = "\(output): \(count) frames"
    if let waiting {
      var film = try Film(path: output, size: size, palette: Palette(of: waiting))
      for picture in waiting { try film.append(picture, seconds: 1 / Double(fps)) }
      try film.finish()
    } else if film != nil {
      try film.take()?.finish()
    }
    return line
  }
}
