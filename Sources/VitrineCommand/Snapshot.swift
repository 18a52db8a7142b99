public import ArgumentParser
import Board
public import Refresh
import Scene
public import Vitrine

extension SnapshotMoment.Phase: ExpressibleByArgument {}
extension RefreshOutcome: ExpressibleByArgument {}

struct Snapshot: ParsableCommand {
  // Many properties: each is an option of the command.
  static let configuration = CommandConfiguration(
    commandName: "snapshot",
    abstract: "Makes one PNG of a board.",
    discussion: "Fetches the board's sources, draws a virtual panel, and writes what a viewer would see.")

  @OptionGroup var board: BoardArgument
  @OptionGroup var panel: PanelArguments
  @OptionGroup var day: TimeArgument

  @Option(name: .shortAndLong, help: "The PNG file to write.")
  var output = "board.png"

  @Option(parsing: .unconditional, help: "Scrolled by this many pixels.")
  var scroll = 0

  @Option(help: "Pulled to this share of the trigger, 0 to 2.")
  var pull: Double?

  @Option(help: "A moment of a refresh: refreshing, finishing or exiting.")
  var phase: SnapshotMoment.Phase?

  @Option(help: "Seconds into that phase.")
  var at = 0.5

  @Option(help: "How that refresh ends: success, noChange, failure, offline or timeout.")
  var outcome = RefreshOutcome.success

  @Option(help: "The page to show, counted from 1.")
  var page: Int?

  @Option(help: "Tap the card with this title or text, and show what comes of it.")
  var tap: String?

  @Flag(help: "Show the detail page of the first card that has one.")
  var detail = false

  @Flag(help: "Really send what the tap sends; else it only looks so.")
  var posts = false

  @Flag(
    help:
      "Write no picture, but what somebody is told who does not see it: a line for each card, in the order they are read."
  )
  var describe = false

  @Option(help: "Where the last good data is kept; without it nothing is.", completion: .directory)
  var cache: String?

  func validate() throws {
    try require(scroll, in: -1_000_000...1_000_000, "--scroll")
    try require(pull, in: 0...2, "--pull")
    if tap?.isEmpty == true { throw ValidationError("--tap names a card by its title or text") }
    if posts, tap == nil { throw ValidationError("--posts belongs to --tap: nothing else is sent") }
    if tap != nil, detail { throw ValidationError("give --tap or --detail, not both") }
    if pull != nil, phase != nil { throw ValidationError("give --pull or --phase, not both") }
    try require(at, in: 0...60, "--at")
  }

  func run() throws {
    var moment = SnapshotMoment(scroll: scroll, pull: pull, phase: phase, at: at, outcome: outcome)
    (moment.page, moment.tap, moment.isDetail, moment.sendsPosts) = (page, tap, detail, posts)
    do throws(UserError) {
      if !describe {
        try Files.keepApart(["--output": output], from: [board.board, panel.style])
        try PictureFile.checkPlace(output)
      }
      let staged = try StagedBoard(board.board, isLive: false, time: day.time)
      try panel.checkStyle(of: staged.file, staged.source)
      for problem in panel.options.sizeProblems(of: staged.file) { Terminal.error("warning: \(problem)") }
      if describe {
        let lines = try moment.words(
          of: staged.file, staged.source, options: panel.options, clock: staged.clock, cacheDirectory: cache,
          log: Terminal.error)
        for line in lines { Terminal.print(line) }
        return
      }
      let picture = try moment.picture(
        of: staged.file, staged.source, options: panel.options, clock: staged.clock, cacheDirectory: cache,
        log: Terminal.error)
      try PictureFile.write(picture, to: output)
      Terminal.print("\(output): \(picture.size.width) x \(picture.size.height)")
    } catch {
      throw error.exit()
    }
  }
}
