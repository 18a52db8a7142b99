import ArgumentParser
import Board
import Images
import Kiosk
import Numbers
import Panel
import Recording
import Scene
import Vitrine
import VitrineTools

struct Replay: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay",
    abstract: "Plays a record again: the same frames, on any machine.",
    discussion: """
      `vitrine ctl record` writes one, and a kiosk keeps one after a crash or a burst of missed frames. Frames are compared with those \
      the panel had; exit code 1 where one differs. What was left out of the record (words, pictures) is grey, and lies where it lay.
      """)

  @Argument(help: "The record.", completion: .file(extensions: ["vrec"])) var record: String
  @Option(help: "Play until this long after the record's beginning, such as 12.4s.") var until: String?
  @Option(help: "Write the picture that is on the glass at the end, as a PNG.", completion: .file(extensions: ["png"]))
  var frame: String?

  @Option(
    help: "Write a film of it, as an animated PNG, from --from until --until.", completion: .file(extensions: ["png"]))
  var film: String?

  @Option(help: "Begin the film this long after the record's beginning, such as 12.4s.") var from: String?

  @Option(help: "Write these frames as numbered PNGs, step by step, such as 120-140; into --pictures.")
  var frames: String?

  @Option(help: "The directory for --frames.", completion: .directory) var pictures: String?

  @Option(
    help: "Then go on with the fingers of this file of `libinput record`, in a time of their own.",
    completion: .file(extensions: ["yml", "yaml"]))
  var touch: String?

  @Option(
    help:
      "The board it is of: tells whether it is the one that was on show, and draws a refresh control of its own file.",
    completion: .file(extensions: ["yaml", "yml"]))
  var board: String?

  @Option(
    help: "The style file or Lottie file of its refresh control, where the board does not name it.",
    completion: .file(extensions: ["yaml", "yml", "json", "lottie"]))
  var style: String?

  @Option(help: "Write a Perfetto trace of it, for ui.perfetto.dev.", completion: .file(extensions: ["pftrace"]))
  var trace: String?

  func validate() throws {
    if (frames == nil) != (pictures == nil) {
      throw ValidationError("--frames says which, and --pictures where they are written: give both")
    }
    if from != nil, film == nil { throw ValidationError("--from is where a film begins: give --film too") }
  }

  func run() throws {
    do throws(UserError) {
      try play()
    } catch {
      throw error.exit()
    }
  }

  private func play() throws(UserError) {
    try Files.keepApart(["--frame": frame, "--trace": trace, "--film": film], from: [record, touch, board, style])
    let read = try EventRecord(try Files.read(record, limit: 1 << 29), named: record)
    if let trace { try WholeFile.write(FrameTrace.bytes(of: read), to: trace) }
    for problem in read.problems { Terminal.error("\(record): \(problem)") }
    let limit = try moment(until, "--until")
    var taken = try ReplayPictures(
      film: film, from: try moment(from, "--from"), frames: frames, directory: pictures)
    let beside = try beside(hasContent: read.header.hasContent)
    var player = try FramePlayer(read, named: record) { beside.styles.style($0, $1) }
    while player.step() {
      try taken.take(player)
      if let limit, let now = player.now, let began = player.began, now - began >= limit { break }
    }
    report(player)
    for line in try taken.finish(player, named: record) { Terminal.print(line) }
    if let touch { try follow(touch, with: &player) }
    if let frame {
      guard let picture = player.screenshot else {
        throw UserError(.input, "\(record): nothing is on the glass by then")
      }
      try WholeFile.write(PNG.encode(picture), to: frame)
    }
    try compare(beside, player)
    guard read.problems.isEmpty else {
      throw UserError(.input, "\(record): it is not whole; what can be read of it was played. Copy it again")
    }
    if !player.troubles.isEmpty {
      throw UserError(.input, "\(record): not as it was")
    }
  }

  /// Seconds in which what fingers have thrown comes to rest.
  private static let tail = 3.0

  private func follow(_ path: String, with player: inout FramePlayer) throws(UserError) {
    let bytes = try Files.read(path, limit: 64 << 20)
    let fingers: FingerFile
    do throws(Diagnostic) {
      fingers = try FingerFile(bytes, file: path)
    } catch {
      throw UserError(.input, error.description)
    }
    guard let mode = player.mode else { throw UserError(.input, "\(record): there is no panel yet by then") }
    let input = fingers.input(size: mode.size, orientation: mode.orientation)
    player.play(input, tail: Self.tail)
    Terminal.print(
      "\(player.framesBehind) frames more with what \(input.count) reports of \(fingers.device) do in "
        + "\(Double(Int(clamping: ((input.last?.time ?? 0) * 10).rounded())) / 10) s")
  }

  private func moment(_ text: String?, _ option: String) throws(UserError) -> Nanoseconds? {
    guard let text else { return nil }
    guard let seconds = try? Scalars.seconds(text, in: 0...1e7) else {
      throw UserError(.input, "\(option): \"\(text)\" is no time; write 12.4s or 2m")
    }
    return Nanoseconds(seconds: seconds)
  }

  private func report(_ player: borrowing FramePlayer) {
    tellBoards(player)
    for late in player.lateFrames {
      Terminal.print(late.first)
      for layer in late.layers { Terminal.print("  \(layer)") }
    }
    if player.idleBlanks > 0 { Terminal.print("\(player.idleBlanks) blanks passed without a frame: nothing was due") }
    let span = player.time(player.now ?? player.began ?? 0)
    Terminal.print("\(player.frames) frames of \(span), \(player.compared) compared")
    for origin in player.unknownStyles { Terminal.error(origin.sentence + origin.remedy) }
    for trouble in player.troubles { Terminal.error("\(record): \(trouble)") }
  }
}

extension WholeFile {
  /// Writes a file at once.
  static func write(_ bytes: [UInt8], to path: String) throws(UserError) {
    let file = try WholeFile(path)
    try file.write(bytes[...], at: 0)
    try file.finish()
  }
}
