import Board
import Dispatch
import Glibc
import Motion
import Panel
import Refresh
import Scene
import StubServer
import Synchronization
import TestSupport
import Testing
import Vitrine

private let misspelled = Stage.listBoard.replacing("subtitle: \"{note}\"", with: "subtitel: \"{note}\"")

/// A kiosk in the middle of a list, at rest.
private func scrolled(_ stage: Stage) throws -> VirtualKiosk {
  stage.server.on("/list.json", .reply(Stage.items(0..<40)))
  var kiosk = try stage.kiosk()
  kiosk.schedule([.key(.pageDown, time: kiosk.seconds + 0.05), .key(.pageDown, time: kiosk.seconds + 0.6)])
  kiosk.play(seconds: 4)
  #expect(kiosk.offset > 200)
  return kiosk
}

@Test func aMistakeInAnEditKeepsTheBoardItsPlaceAndItsLife() throws {
  let stage = Stage()
  var kiosk = try scrolled(stage)
  let offset = kiosk.offset
  let before = try kiosk.picture()
  try stage.edit(misspelled, under: &kiosk)
  #expect(kiosk.showsNotice == true)
  #expect(kiosk.offset == offset)
  #expect(
    stage.log.all == [
      "\(stage.directory)/board.yaml:8:40: error: unknown key \"subtitel\" in \"row\" (did you mean \"subtitle\"?)"
    ])
  // But for a mark in the lower corner all is as it was, and no word of it is on the glass.
  let with = try kiosk.picture()
  let changed = (0..<320).flatMap { y in
    (0..<480).filter { before.pixel(x: $0, y: y) != with.pixel(x: $0, y: y) }.map { (x: $0, y: y) }
  }
  #expect(!changed.isEmpty && changed.allSatisfy { $0.x < 48 && $0.y >= 320 - 48 })
  // The board lives on.
  kiosk.schedule([.key(.home, time: kiosk.seconds + 0.05)])
  kiosk.play(seconds: 3)
  #expect(kiosk.offset == 0)
  #expect(kiosk.showsNotice == true)
  #expect(stage.server.requests("/list.json").count == 1)
}

@Test func theStatusSaysAllThatIsWrong() throws {
  let stage = Stage()
  stage.server.on("/list.json", .reply(Stage.items(0..<40)))
  var kiosk = try stage.kiosk()
  try stage.edit("board: Station\ncards: []\nrefesh: {}\nlanguag: de\n", under: &kiosk)
  let problem = try #require(kiosk.report().boardProblem)
  #expect(problem.split(separator: "\n").count == 2)
  #expect(problem.contains("\"refesh\"") && problem.contains("\"languag\""))
}

@Test func theLogSaysWhatIsWrongAndWhere() throws {
  let stage = Stage()
  stage.server.on("/list.json", .reply(Stage.items(0..<40)))
  // A name of its own: the directory's differs from run to run.
  var kiosk = try stage.kiosk()
  try stage.edit("board: Station\ncards: []\nrefesh: {}\n", under: &kiosk)
  #expect(kiosk.showsNotice == true)
  try stage.edit("board: [", under: &kiosk)
  #expect(kiosk.showsNotice == true)
  #expect(stage.log.all.contains { $0.contains("board.yaml:3:1: error: unknown key \"refesh\"") })
  #expect(stage.log.all.last?.contains("/board.yaml:") == true)
}

@Test func aRepairedFileRemovesTheStripAndNothingElse() throws {
  let stage = Stage()
  var kiosk = try scrolled(stage)
  let offset = kiosk.offset
  let before = try kiosk.picture()
  try stage.edit(misspelled, under: &kiosk)
  #expect(kiosk.showsNotice == true)
  try stage.edit(Stage.listBoard, under: &kiosk)
  #expect(kiosk.showsNotice == false)
  #expect(kiosk.offset == offset)
  let after = try kiosk.picture()
  #expect(differences(before, after) == 0)
  // The same board as before asks for nothing anew.
  #expect(stage.server.requests("/list.json").count == 1)
}

@Test func anEditShowsAtOnceWithTheDataThatIsThere() throws {
  let stage = Stage()
  var kiosk = try scrolled(stage)
  let offset = kiosk.offset
  stage.server.on("/list.json", .reply(500, "down"))
  try stage.edit(Stage.listBoard.replacing("mode: dark", with: "mode: light"), under: &kiosk)
  #expect(kiosk.showsNotice == false)
  #expect(kiosk.offset == offset)
  #expect(kiosk.isComplete == true)
  let light = Theme().colors(isDark: false).background
  #expect(try kiosk.picture().pixel(x: 4, y: 300) == Pixel(light))
  #expect(stage.log.all.contains { $0.hasSuffix("board.yaml: read again") })
  // A source that asks for the same as before is not asked again.
  #expect(stage.server.requests("/list.json").count == 1)
}

/// The old board's list has come and waits for its moment when the board is edited to take another one, which cannot be had.
@Test func anAnswerOfTheOldBoardNeverLandsOnTheNewOne() throws {
  let other = Stage.listBoard.replacing("/list.json", with: "/other.json")
  let stage = Stage()
  stage.server.on("/list.json", .reply(Stage.items(0..<40)))
  stage.server.on("/other.json", .reply(500, "down"))
  var kiosk = try stage.kiosk(answers: .held)
  kiosk.awaitAnswers()
  #expect(stage.server.requests("/list.json").count == 1)
  try stage.edit(other, under: &kiosk)
  kiosk.deliverAnswers()
  kiosk.play(seconds: 1)
  #expect(stage.server.requests("/other.json").count == 1)
  let shown = try kiosk.picture()
  let bare = Stage()
  bare.server.on("/other.json", .reply(500, "down"))
  let expected = try bare.kiosk(other).picture()
  #expect(differences(shown, expected) == 0)
}

@Test func fetchesOfTheOldBoardAreBrokenOff() throws {
  let stage = Stage()
  stage.server.on("/list.json", .silence)
  var kiosk = try stage.kiosk(answers: .held)
  stage.server.waitForRequests("/list.json")
  #expect(stage.server.connectionCount == 1)
  try stage.edit("board: Station\ncards:\n  - row: {title: Closed}\n", under: &kiosk)
  // Returns when the old board's connection has ended.
  stage.server.waitUntilConnected(atMost: 0)
  kiosk.play(seconds: 1)
  #expect(kiosk.isComplete == true)
}

/// The board is edited while a pull is answered: the pull is given up, and its answer does not end the next one.
@Test func anAnswerToAPullBeforeTheEditDoesNotEndThePullAfterIt() throws {
  let stage = Stage()
  stage.server.on("/list.json", .reply(Stage.items(0..<40)))
  var kiosk = try stage.kiosk(answers: .held)
  kiosk.deliverAnswers()
  kiosk.play(seconds: 1)
  kiosk.schedule([.key(.refresh, time: kiosk.seconds + 0.05)])
  kiosk.play(seconds: 1)
  #expect(kiosk.refreshPhase.task == 1)
  kiosk.awaitAnswers()
  try stage.edit(Stage.listBoard.replacing("style: compass", with: "style: petals"), under: &kiosk)
  kiosk.play(seconds: 1)
  #expect(kiosk.refreshPhase == .idle)
  #expect(kiosk.offset == 0)
  kiosk.schedule([.key(.refresh, time: kiosk.seconds + 0.05)])
  kiosk.play(seconds: 0.2)
  #expect(kiosk.refreshPhase.task == 2)
  kiosk.endRefresh(task: 1, with: .success)
  kiosk.play(seconds: 1)
  #expect(kiosk.refreshPhase.task == 2)
  kiosk.deliverAnswers()
  kiosk.play(seconds: 0.5)
  #expect(kiosk.refreshPhase.outcome == .noChange)
}

@Test func whatIsSaidForAWhileOutlastsABoardThatIsInOrder() throws {
  let stage = Stage()
  var kiosk = try scrolled(stage)
  kiosk.say("vitrine died and was started again", for: 60)
  #expect(kiosk.showsNotice == true)
  // The watcher's first look reads the file that is shown already.
  kiosk.lookAtFiles()
  #expect(kiosk.showsNotice == true)
  // A mistake comes before it, and its repair leaves it there.
  try stage.edit(misspelled, under: &kiosk)
  try stage.edit(Stage.listBoard, under: &kiosk)
  #expect(kiosk.showsNotice == true)
  kiosk.play(seconds: 61)
  #expect(kiosk.showsNotice == false)
}

/// A secret that comes after the panel: what does not need it is there from the beginning, what does comes with it.
@Test func aSecretMayComeLater() throws {
  let stage = Stage()
  stage.server.on("/list.json", .reply(Stage.items(0..<5)))
  let path = stage.directory + "/key"
  let yaml = Stage.listBoard.replacing("every: 1h}", with: "every: 1h, headers: {X-Key: \"${file:\(path)}\"}}")
  var kiosk = try stage.kiosk(yaml)
  #expect(stage.server.requests("/list.json").isEmpty)
  expectGolden(try kiosk.picture(), "secret-awaited")
  try stage.write("open sesame\n", to: "key")
  kiosk.lookAtFiles()
  kiosk.settle()
  #expect(stage.server.requests("/list.json").map { $0.headers["x-key"] } == ["open sesame"])
  #expect(try differences(kiosk.picture(), Stage().kioskOfFive().picture()) == 0)
}

/// What renews a secret renames a new file to its place: the next request has it.
@Test func aSecretThatIsRenewedIsUsed() throws {
  let stage = Stage()
  stage.server.on("/list.json", .reply(Stage.items(0..<5)))
  let path = stage.directory + "/key"
  try stage.write("first of them\n", to: "key")
  var kiosk = try stage.kiosk(
    Stage.listBoard.replacing("every: 1h}", with: "every: 1h, headers: {X-Key: \"${file:\(path)}\"}}"))
  try stage.write("second of them\n", to: "key.new")
  #expect(unsafe rename(path + ".new", path) == 0)
  kiosk.lookAtFiles()
  kiosk.settle()
  #expect(stage.server.requests("/list.json").map { $0.headers["x-key"] } == ["first of them", "second of them"])
  // Nothing is read again for a file that is as it was.
  kiosk.lookAtFiles()
  kiosk.settle()
  #expect(stage.server.requests("/list.json").count == 2)
}

/// One link turns a board and all beside it, as kubernetes and releases on disks do: the same board shows the other data.
@Test func aLinkTurnsWhatLiesBesideTheBoard() throws {
  let stage = Stage()
  let board = """
    board: Link
    theme: {mode: dark, scale: 1}
    sources:
      list: {url: list.json, items: items, key: id, every: 1h}
    cards:
      - row: {each: list, title: "{name}", subtitle: "{note}"}
    """
  for (name, range) in [("a", 0..<5), ("b", 5..<9)] {
    unsafe _ = mkdir("\(stage.directory)/\(name)", 0o755)
    try stage.write(board, to: "\(name)/board.yaml")
    try stage.write(Stage.items(range), to: "\(name)/list.json")
  }
  let link = stage.directory + "/current"
  #expect(unsafe symlink("a", link) == 0)
  let source = BoardSource(path: link + "/board.yaml")
  let file = try #require(try source.read().board)
  let mode = DisplayMode(size: PixelSize(width: 480, height: 320))
  var kiosk = VirtualKiosk(
    board: file, source: source, options: PanelOptions(mode: mode, fonts: Stage.fonts), start: Stage.start,
    cacheDirectory: nil, log: { [log = stage.log] in log.add($0) })
  let before = try kiosk.picture()
  #expect(unsafe symlink("b", link + ".new") == 0 && rename(link + ".new", link) == 0)
  kiosk.lookAtFiles()
  kiosk.play(seconds: 2)
  #expect(try differences(before, kiosk.picture()) > 0)
}

/// A theme in a file of its own is followed like the board's.
@Test func aThemeMayBeAFile() throws {
  let stage = Stage()
  stage.server.on("/list.json", .reply(Stage.items(0..<5)))
  try stage.write("mode: dark\nscale: 1\n", to: "house.yaml")
  var kiosk = try stage.kiosk(Stage.listBoard.replacing("{mode: dark, scale: 1}", with: "house.yaml"))
  #expect(try differences(kiosk.picture(), Stage().kioskOfFive().picture()) == 0)
  try stage.write("mode: drak\n", to: "house.yaml")
  kiosk.lookAtFiles()
  #expect(kiosk.showsNotice == true)
  #expect(stage.log.all.contains { $0.contains("house.yaml:1:7: error: \"mode\": unknown value \"drak\"") })
  try stage.write("mode: light\nscale: 1\n", to: "house.yaml")
  kiosk.lookAtFiles()
  kiosk.play(seconds: 1)
  #expect(kiosk.showsNotice == false)
  #expect(try kiosk.picture().pixel(x: 4, y: 300) == Pixel(Theme().colors(isDark: false).background))
}

extension Stage {
  fileprivate func kioskOfFive() throws -> VirtualKiosk {
    server.on("/list.json", .reply(Stage.items(0..<5)))
    return try kiosk()
  }
}

/// Whoever asks for the board to be read again (the service manager, by SIGHUP) is told when it has been, not when it has been asked.
@Test func aReloadIsToldWhenItHasHappened() throws {
  let scratch = try ScratchDirectory()
  let path = scratch.path + "/board.yaml"
  try Files.write(Array("board: A\ncards:\n  - section: {title: a}\n".utf8), to: path)
  let source = BoardSource(path: path)
  let order = Mutex<[String]>([])
  let isTold = DispatchSemaphore(value: 0)
  let mode = DisplayMode(size: PixelSize(width: 160, height: 96))
  let kiosk = LiveKiosk(
    board: try #require(try source.read().board), source: source, options: PanelOptions(mode: mode),
    cacheDirectory: nil,
    log: { _ in }, boardChanged: { board in order.withLock { $0.append("read \(board.title?.constant ?? "")") } })
  for (text, expected) in [("B", ["read B", "told"]), ("C\ncards: 1", ["told"]), ("D", ["read D", "told"])] {
    try Files.write(Array("board: \(text)\ncards:\n  - section: {title: a}\n".utf8), to: path)
    kiosk.reload {
      order.withLock { $0.append("told") }
      isTold.signal()
    }
    isTold.wait()
    #expect(
      order.withLock { order in
        defer { order = [] }
        return order
      } == expected)
  }
}
