import Board
import Compositor
import Kiosk
import Motion
import Panel
import Recording
import Refresh
import Scene
import StubServer
import TestSupport
import Testing
import Vitrine

private let styles = #filePath.split(separator: "/").dropLast(3).reduce("") { $0 + "/" + $1 } + "/Boards/styles/"

/// Shows its outcome for a time that is no record's to know.
private struct Slow: RefreshStyle {
  let metrics = RefreshMetrics(trigger: 60, hold: 60)
  let sprites: [SpriteRequest] = []
  var color = Color(rgb: 0x22_66_AA)

  func draw(_ state: RefreshState, on canvas: RefreshCanvas, into scene: inout Scene) {
    scene.add(.fill(color, canvas.area))
  }

  func finishingTime(_ state: RefreshState) -> Double { 2.7 }
}

/// A panel whose refresh control is somebody else's, pulled and scrolled, and its record.
private struct Foreign {
  let stage = Stage()
  let recorder: PanelRecorder
  var parts = BoardParts.builtIn

  init(hasContent: Bool = false) {
    recorder = PanelRecorder(
      runtime: nil, directory: nil, size: hasContent ? 1 << 27 : RecordRing.usualSize, hasContent: hasContent,
      log: { _ in })
  }

  static func board(_ style: String, title: String = "House") -> String {
    """
    board: \(title)
    theme: {mode: dark, scale: 1}
    refresh: {style: \(style)}
    sources:
      list: {url: "${SERVER}/list.json", items: items, key: id, every: 1h}
    cards:
      - header: {title: "{$board}"}
      - row: {each: list, title: "{name}"}
    """
  }

  func kiosk(_ style: String) throws -> VirtualKiosk {
    stage.server.on("/list.json", .reply(Stage.items(0..<40)))
    try stage.write(Self.board(style), to: "board.yaml")
    let source = BoardSource(path: stage.directory + "/board.yaml", settings: ["SERVER": stage.server.url("")])
    let file = try #require(try source.read(parts: parts).board)
    var options = PanelOptions(
      mode: DisplayMode(size: PixelSize(width: 400, height: 300)), parts: parts, fonts: Stage.fonts)
    options.recorder = recorder
    return VirtualKiosk(
      board: file, source: source, options: options, start: Stage.start, answers: .after(0.5), log: { _ in })
  }

  /// Pulls twice, and scrolls after each.
  func use(_ kiosk: inout VirtualKiosk) {
    for _ in 0..<2 {
      kiosk.play({ $0.flick(from: Point(x: 100, y: 60), to: Point(x: 105, y: 220), over: 0.4) }, tail: 7)
      kiosk.play({ $0.flick(from: Point(x: 100, y: 250), to: Point(x: 100, y: 60), over: 0.2) }, tail: 3)
      kiosk.play({ $0.flick(from: Point(x: 100, y: 60), to: Point(x: 100, y: 280), over: 0.08) }, tail: 4)
    }
  }

  func record(_ style: String) throws -> (record: EventRecord, glass: UInt64, frames: Int) {
    var kiosk = try kiosk(style)
    use(&kiosk)
    return (try EventRecord(recorder.copy()), kiosk.pixelHash, kiosk.frameStatistics.framesDrawn)
  }
}

private func played(
  _ record: EventRecord, _ styles: ReplayStyles = ReplayStyles(), _ look: (borrowing FramePlayer) -> Void
) {
  var player = FramePlayer(record) { styles.style($0, $1) }
  while player.step() {}
  #expect(player.garbled == nil)
  #expect(player.stray == nil)
  #expect(player.difference == nil)
  look(player)
}

@Test(arguments: ["plane.yaml", "gear.yaml", "train.yaml", "petals.yaml"])
func aStyleFileBesideARecordIsDrawnAsItWas(name: String) throws {
  let (record, _, frames) = try Foreign().record(styles + name)
  let known = ReplayStyles()
  let number = try known.add(styles + name)
  played(record, known) { player in
    #expect(player.frames == frames)
    #expect(player.compared == player.frames, "every frame, pulled and refreshing")
    #expect(player.unknownStyles.isEmpty)
  }
  // Without it, from each rest on, and nothing is called a difference.
  played(record) { player in
    #expect(player.frames == frames)
    #expect(player.compared < player.frames && player.compared * 4 > player.frames)
    #expect(player.unknownStyles == [.file(number)])
  }
  // Another file is not it.
  let other = ReplayStyles()
  _ = try other.add(styles + "dots.yaml")
  played(record, other) { #expect($0.unknownStyles == [.file(number)]) }
}

@Test func aRecordWithContentCarriesItsStyleFile() throws {
  let (record, glass, frames) = try Foreign(hasContent: true).record(styles + "plane.yaml")
  played(record) { player in
    #expect(player.compared == frames)
    #expect(player.unknownStyles.isEmpty)
    #expect(player.pixelHash == glass)
  }
}

@Test func aRecordWithoutContentHoldsNothingOfItsStyleFile() throws {
  let foreign = Foreign()
  _ = try foreign.record(styles + "plane.yaml")
  let text = String(decoding: foreign.recorder.copy(), as: UTF8.self)
  for word in ["plane", "sprites", "cloud.svg", "Boards"] { #expect(!text.contains(word), "\(word)") }
}

@Test func anAnimationBesideARecordIsDrawnAsItWas() throws {
  let (record, _, frames) = try Foreign().record(styles + "cup.json")
  let known = ReplayStyles()
  let number = try known.add(styles + "cup.json")
  played(record, known) { player in
    #expect(player.frames == frames)
    #expect(player.compared == player.frames, "every frame, pulled and refreshing")
    #expect(player.unknownStyles.isEmpty)
  }
  // Without it, from each rest on, and nothing is called a difference.
  played(record) { player in
    #expect(player.frames == frames)
    #expect(player.compared < player.frames && player.compared * 4 > player.frames)
    #expect(player.unknownStyles == [.lottie(number)])
  }
  // From each moment of rest on, too.
  for first in 1..<FramePlayer.beginnings(of: record) {
    var player = FramePlayer(record, from: first) { known.style($0, $1) }
    while player.step() {}
    #expect(player.garbled == nil && player.stray == nil && player.difference == nil)
    #expect(player.compared == player.frames && player.unknownStyles.isEmpty)
  }
}

@Test func aRecordWithContentCarriesItsAnimation() throws {
  let (record, glass, frames) = try Foreign(hasContent: true).record(styles + "cup.json")
  played(record) { player in
    #expect(player.compared == frames)
    #expect(player.unknownStyles.isEmpty)
    #expect(player.pixelHash == glass)
  }
}

@Test(arguments: ["slow", "ring"])
func whatAProgramDrawsIsNotComparedAndTheRestIs(name: String) throws {
  var foreign = Foreign()
  // In the place of one of ours, too.
  foreign.parts.styles.register(name, "Takes its time.") { _ in Slow() }
  let (record, _, frames) = try foreign.record(name)
  played(record) { player in
    #expect(player.frames == frames)
    #expect(player.unknownStyles == [.program])
    #expect(player.compared * 4 > player.frames)
  }
}

@Test(arguments: ["slow", "ring"])
func whatAProgramDrawsIsComparedInIt(name: String) throws {
  var foreign = Foreign()
  foreign.parts.styles.register(name, "Takes its time.", [RefreshParameter("speed", .number(0...9), "How fast.")]) {
    _ in Slow()
  }
  let (_, _, frames) = try foreign.record(name + ", speed: 2")
  let path = foreign.stage.directory + "/bug.vrec"
  try writeFile(foreign.stage.directory + "/bug.vrec", foreign.recorder.copy())
  let replay = try RecordReplay(path, parts: foreign.parts)
  #expect(replay.frames == frames && replay.compared == frames, "every frame, pulled and refreshing")
  #expect(replay.troubles.isEmpty && replay.unknown.isEmpty && replay.lateFrames.isEmpty)
  // By a program that has no such control, or ours in its place, it is not.
  let other = try RecordReplay(path)
  #expect(other.frames == frames && other.compared < frames && other.compared * 4 > frames)
  #expect(other.troubles.isEmpty && other.unknown.count == 1, "\(other.unknown)")
  // One that draws something else is found.
  var changed = foreign.parts
  changed.styles.register(name, "Takes its time.", [RefreshParameter("speed", .number(0...9), "How fast.")]) { _ in
    Slow(color: .black)
  }
  let wrong = try RecordReplay(path, parts: changed)
  #expect(wrong.troubles.count == 1 && wrong.troubles[0].contains("differs from the panel's"), "\(wrong.troubles)")
}

@Test func whatAProgramsControlWasToldInWordsIsNotSupposed() throws {
  for hasContent in [false, true] {
    var foreign = Foreign(hasContent: hasContent)
    foreign.parts.styles.register("slow", "Takes its time.", [RefreshParameter("way", .text(1...9), "Which.")]) {
      $0.text("way") == "up" ? Slow() : Slow(color: .black)
    }
    let (_, _, frames) = try foreign.record("slow, way: up")
    try writeFile(foreign.stage.directory + "/bug.vrec", foreign.recorder.copy())
    let replay = try RecordReplay(foreign.stage.directory + "/bug.vrec", parts: foreign.parts)
    #expect(replay.troubles.isEmpty)
    #expect(replay.unknown.isEmpty == hasContent && (replay.compared == frames) == hasContent)
  }
}

/// As a crash or a full disk leaves it: what is there is as it was, and what is not is told.
@Test func aRecordThatWasCutOffIsNoOther() throws {
  var foreign = Foreign()
  foreign.parts.styles.register("slow", "Takes its time.") { _ in Slow() }
  let (_, _, frames) = try foreign.record("slow")
  let whole = foreign.recorder.copy()
  for part in [0.3, 0.6, 0.9, 0.999] {
    try writeFile(foreign.stage.directory + "/bug.vrec", Array(whole.prefix(Int(Double(whole.count) * part))))
    let replay = try RecordReplay(foreign.stage.directory + "/bug.vrec", parts: foreign.parts)
    #expect(replay.troubles.isEmpty, "\(part): \(replay.troubles)")
    #expect(replay.frames <= frames && replay.compared == replay.frames)
  }
}

/// The maker of a control may suppose that a setting is what it said of it, in a replay, too.
@Test func settingsOfARecordAreLookedAtBeforeAProgramGetsThem() throws {
  var foreign = Foreign()
  func register(_ range: ClosedRange<Double>) {
    foreign.parts.styles.register("slow", "Takes its time.", [RefreshParameter("speed", .number(range), "How fast.")]) {
      precondition(range.contains($0.number("speed") ?? range.lowerBound))
      return Slow()
    }
  }
  register(-9...0)
  let (_, _, frames) = try foreign.record("slow, speed: -3")
  try writeFile(foreign.stage.directory + "/bug.vrec", foreign.recorder.copy())
  register(1...9)
  let replay = try RecordReplay(foreign.stage.directory + "/bug.vrec", parts: foreign.parts)
  #expect(replay.frames == frames && replay.compared < frames)
  #expect(replay.troubles.isEmpty && replay.unknown.count == 1)
}

@Test func aRecordThatIsNoneIsSaidToBeNone() throws {
  let foreign = Foreign()
  try foreign.stage.write("board: House", to: "bug.vrec")
  #expect(throws: UserError.self) { try RecordReplay(foreign.stage.directory + "/bug.vrec") }
  #expect(throws: UserError.self) { try RecordReplay(foreign.stage.directory + "/none.vrec") }
}

@Test func aRecordTellsWhichBoardWasOnShowAndSinceWhen() throws {
  let foreign = Foreign()
  var kiosk = try foreign.kiosk(styles + "plane.yaml")
  let source = BoardSource(
    path: foreign.stage.directory + "/board.yaml", settings: ["SERVER": foreign.stage.server.url("")])
  let first = try BoardMark(source, try source.read())
  foreign.use(&kiosk)
  let edited = kiosk.seconds
  try foreign.stage.edit(Foreign.board("ring", title: "Garden"), under: &kiosk)
  let second = try BoardMark(source, try source.read())
  foreign.use(&kiosk)
  try foreign.stage.write("board: [", to: "board.yaml")
  kiosk.lookAtFiles()
  kiosk.play(seconds: 1)
  let record = try EventRecord(foreign.recorder.copy())
  let known = ReplayStyles()
  _ = try known.add(styles + "plane.yaml")
  played(record, known) { player in
    #expect(player.boards.map(\.mark) == [first, second], "a board that is not shown is none")
    let since = player.boards.last.map { Double($0.since) / 1e9 } ?? 0
    #expect(abs(since - edited) < 0.1)
  }
  #expect(first[.board] != second[.board] && first[.words] == second[.words])
  #expect(first[.style] != 0 && second[.style] == 0 && first[.theme] == 0)
  // From a later rest on it is known, too.
  let beginnings = FramePlayer.beginnings(of: record)
  #expect(beginnings > 1)
  var late = FramePlayer(record, from: beginnings - 1) { known.style($0, $1) }
  while late.step() {}
  #expect(late.boards.last?.mark == second)
  #expect(late.boards.count == 1 || late.boards.map(\.mark) == [first, second])
  #expect(late.stray == nil && late.difference == nil)
}

@Test func aThemeFileAndWordsAreTold() throws {
  let foreign = Foreign()
  try foreign.stage.write("accent: \"#ff8800\"\n", to: "theme.yaml")
  let board = """
    board: House
    theme: theme.yaml
    cards:
      - header: {title: "{$board}"}
    """
  func mark(_ text: String) throws -> BoardMark {
    try foreign.stage.write(text, to: "board.yaml")
    let source = BoardSource(path: foreign.stage.directory + "/board.yaml")
    let reading = try source.read()
    #expect(reading.board != nil, "\(reading.diagnostics)")
    return try BoardMark(source, reading)
  }
  let first = try mark(board)
  #expect(first[.theme] != 0)
  try foreign.stage.write("accent: \"#ff8801\"\n", to: "theme.yaml")
  let other = try mark(board)
  #expect(other[.theme] != first[.theme] && other[.board] == first[.board])
  let german = try mark("language: de\n" + board)
  #expect(german[.words] != first[.words])
}
