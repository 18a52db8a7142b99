import Board
import Compositor
import Dispatch
import Glibc
import Images
import Linux
import Panel
import Scene
import Scratch
import Status
import Synchronization
import Testing

@testable import Vitrine

@Test func theLogKeepsItsLastLines() {
  let ring = LogRing(limit: 3)
  #expect(ring.last(5).isEmpty)
  for number in 1...7 { ring.add("line \(number)", at: Double(number)) }
  #expect(ring.last(5).map(\.text) == ["line 5", "line 6", "line 7"] && ring.last(5).map(\.time) == [5, 6, 7])
  #expect(ring.last(2).map(\.text) == ["line 6", "line 7"] && ring.last(-1).isEmpty)
  ring.add("one\nanother \u{1B}[31m")
  #expect(ring.last(1).map(\.text) == ["one\\nanother \\u{1B}[31m"])
}

@Test func theHottestZoneCountsAndBrokenOnesDoNot() throws {
  let place = TemporaryDirectory()
  #expect(MachineProbe.hottest(in: place.path) == nil)
  for (zone, text) in [("thermal_zone0", "47250\n"), ("thermal_zone1", "51000\n"), ("thermal_zone2", "-274000\n")] {
    unsafe _ = mkdir(place.path + "/" + zone, 0o755)
    let file = try FileDescriptor(opening: "\(place.path)/\(zone)/temp", O_WRONLY | O_CREAT)
    try file.writeAll(Array(text.utf8))
  }
  unsafe _ = mkdir(place.path + "/cooling_device0", 0o755)
  #expect(MachineProbe.hottest(in: place.path) == 51)
}

@Test func anAddressIsFilledWithWhatIsLookedUp() throws {
  unsafe _ = setenv("VITRINE_TEST_PASSWORD", "p@ss:/wörd", 1)
  defer { unsafe _ = unsetenv("VITRINE_TEST_PASSWORD") }
  #expect(
    try PanelPresence.filled("mqtt://panel:${VITRINE_TEST_PASSWORD}@broker/x")
      == "mqtt://panel:p%40ss%3A%2Fw%C3%B6rd@broker/x"
  )
  #expect {
    _ = try PanelPresence.filled("mqtt://panel:${VITRINE_TEST_NOTHING}@broker")
  } throws: { "\($0)".contains("${VITRINE_TEST_NOTHING} is not there") }
}

/// A panel that is looked at without being woken is seen to hang all the same, and one that sleeps is not.
@Test func aTurnThatDoesNotEndIsTroubleThoughNobodyWakesTheThread() {
  let desk = PanelDesk(PanelDesk.Setup(version: "1", boardPath: nil, cacheDirectory: nil))
  #expect(desk.guess().troubles.isEmpty, "nothing has begun")
  desk.gauge.noteTurn(at: MonotonicClock.now() - 10_000_000_000)
  #expect(desk.guess().troubles.map(\.cause) == [.threadStuck])
  desk.gauge.noteTurn(at: MonotonicClock.now())
  #expect(desk.guess().troubles.isEmpty, "one that has only just begun may last")
}

/// A picture of the layers is, bit by bit, what a panel shows, whichever way it is turned and however many bits it has.
@Test(
  arguments: [Orientation.degrees0, .degrees90, .degrees180, .degrees270], [PixelFormat.xrgb8888, .rgb565Dithered])
func aPictureOfTheLayersIsWhatAPanelShows(orientation: Orientation, format: PixelFormat) throws {
  let mode = DisplayMode(size: PixelSize(width: 90, height: 60), format: format, orientation: orientation)
  let board = try #require(
    BoardSource(path: nil).parse(Array("board: Lobby\ncards: [{text: {text: Hello}}]".utf8), parts: .builtIn).board)
  var kiosk = VirtualKiosk(
    board: board, source: BoardSource(path: nil), options: PanelOptions(mode: mode), start: 1e9, log: { _ in })
  kiosk.settle()
  let scenes = Mutex<[Scene]>([])
  kiosk.look { scene in scenes.withLock { $0.append(scene) } }
  kiosk.settle()
  let scene = try #require(scenes.withLock { $0.first })
  let picture = try #require(PanelCamera.picture(of: scene, mode))
  let glass = kiosk.screenshot()
  let shown = try #require(glass)
  #expect(picture.size == mode.viewerSize && PNG.encode(picture) == PNG.encode(shown))
}

/// Thirty virtual days of the whole program, with a file that is read each half hour and people who come by: nothing is called a trouble.
/// Then the file is gone, and that is named when the promise of an hour has passed, to ten seconds.
@Test func thirtyVirtualDaysHaveNoFalseAlarm() throws {
  let place = TemporaryDirectory()
  func write(_ text: String, _ name: String) throws {
    let file = try FileDescriptor(opening: place.path + "/" + name, O_WRONLY | O_CREAT | O_TRUNC)
    try file.writeAll(Array(text.utf8))
  }
  try write(#"[{"id": 1, "name": "One"}]"#, "list.json")
  try write(
    "board: Lobby\nsources: {list: {url: list.json, key: id, every: 30m}}\ncards: [{row: {each: list, title: \"{name}\"}}]",
    "board.yaml")
  let source = BoardSource(path: place.path + "/board.yaml")
  let board = try #require(try source.read().board)
  var kiosk = VirtualKiosk(
    board: board, source: source, options: PanelOptions(mode: DisplayMode(size: PixelSize(width: 160, height: 120))),
    start: 1_778_198_400, cacheDirectory: place.path + "/cache", log: { _ in })
  var alarms: [String] = []
  for hour in 0..<(30 * 24) {
    if hour % 6 == 0 {
      var touch = ScriptedTouch(start: kiosk.seconds + 60, rate: 60)
      touch.flick(from: Point(x: 80, y: 100), to: Point(x: 80, y: 20), over: 0.1)
      kiosk.schedule(touch.events)
    }
    kiosk.play(seconds: 3599.3)
    alarms += kiosk.status().troubles.map(\.sentence)
  }
  #expect(alarms.isEmpty, "\(alarms.prefix(3).joined(separator: "\n"))")
  let status = kiosk.status()
  #expect(status.sources.first?.heard.map { status.uptime - $0 < 1800 } == true)
  unsafe _ = unlink(place.path + "/list.json")
  let gone = kiosk.seconds
  var named: Double?
  while named == nil, kiosk.seconds < gone + 7200 {
    kiosk.play(seconds: 5)
    let status = kiosk.status()
    guard status.troubles.map(\.cause) == [.dataStale] else { continue }
    named = status.sources.first?.heard.map { status.uptime - $0 }
  }
  #expect(named.map { $0 > 3600 && $0 <= 3610 } == true, "named \(named ?? -1) s after the last answer")
}

/// A kiosk that runs, and whoever asks it.
private final class Running {
  let desk: PanelDesk
  private let kiosk: LiveKiosk
  private let ended = DispatchSemaphore(value: 0)

  init(_ path: String) throws {
    let source = BoardSource(path: path)
    let board = try #require(try source.read().board)
    desk = PanelDesk(PanelDesk.Setup(version: "1", boardPath: path, cacheDirectory: nil))
    let kiosk = LiveKiosk(
      board: board, source: source, options: PanelOptions(mode: DisplayMode(size: PixelSize(width: 320, height: 240))),
      cacheDirectory: nil, desk: desk, log: desk.logging(to: { _ in }), boardChanged: { _ in })
    self.kiosk = kiosk
    let ended = ended
    DispatchQueue(label: "test").async {
      kiosk.runVirtual { _ in }
      ended.signal()
    }
  }

  deinit {
    kiosk.stop()
    ended.wait()
  }

  func ask(_ line: String) -> ControlAnswer {
    let answers = Mutex<ControlAnswer?>(nil)
    let come = DispatchSemaphore(value: 0)
    desk.perform(line: Array(line.utf8)) { answer in
      answers.withLock { $0 = answer }
      come.signal()
    }
    guard come.wait(timeout: .now() + 60) == .success else { return ControlAnswer(problems: ["no answer came"]) }
    return answers.withLock { $0 } ?? ControlAnswer(problems: ["none"])
  }

  var status: PanelStatus {
    let found = Mutex<PanelStatus?>(nil)
    let come = DispatchSemaphore(value: 0)
    desk.status { status in
      found.withLock { $0 = status }
      come.signal()
    }
    come.wait()
    return found.withLock { $0! }
  }

  /// Waits until a status is as it should be, as long as a busy machine may need.
  func waits(for isRight: (PanelStatus) -> Bool) -> Bool {
    for _ in 0..<300 {
      if isRight(status) { return true }
      _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .milliseconds(110))
    }
    return false
  }
}

@Suite struct RemoteKioskTests {
  private let place = TemporaryDirectory()
  private var path: String { place.path + "/board.yaml" }

  private func write(_ text: String) throws {
    let file = try FileDescriptor(opening: path, O_WRONLY | O_CREAT | O_TRUNC)
    try file.writeAll(Array(text.utf8))
  }

  private let board = """
    board: Lobby
    pages:
      - {title: First, cards: [{text: {text: One}}]}
      - {title: Second, cards: [{text: {text: Two}}]}
    """

  @Test func aKioskIsSeenAndSteered() throws {
    try write(board)
    let running = try Running(path)
    #expect(running.waits { $0.glass.flips > 0 })
    let status = running.status
    #expect(status.troubles.isEmpty && status.board.path == path && status.board.digest?.count == 64)
    #expect(status.board.pages.map(\.title) == ["First", "Second"] && status.glass.lastFlip != nil)

    #expect(running.ask(#"{"verb": "page", "page": "second"}"#).isDone)
    #expect(running.waits { $0.board.page == 1 })
    #expect(running.ask(#"{"verb": "page", "page": 1}"#).isDone)
    #expect(running.waits { $0.board.page == 0 })
    #expect(running.ask(#"{"verb": "page", "page": "third"}"#).problems.first?.contains("no page \"third\"") == true)

    #expect(running.ask(#"{"verb": "off"}"#).isDone && running.waits { !$0.light.isOn })
    #expect(running.ask(#"{"verb": "wake"}"#).isDone && running.waits { $0.light.isOn })
    #expect(
      running.ask(#"{"verb": "brightness", "percent": 40}"#).isDone && running.waits { $0.light.brightness == 0.4 })
    #expect(running.ask(#"{"verb": "refresh"}"#).isDone && running.ask(#"{"verb": "notice", "text": "Hello"}"#).isDone)
    #expect(running.ask(#"{"verb": "log"}"#).isDone)
  }

  @Test func aBadEditKeepsTheBoardAndSaysWhereItIsWrong() throws {
    try write(board)
    let running = try Running(path)
    #expect(running.waits { $0.glass.flips > 0 })
    let before = running.status.board.digest
    try write(board + "\ntitel: x\n")
    let answer = running.ask(#"{"verb": "reload"}"#)
    #expect(!answer.isDone && answer.problems.first?.contains("board.yaml:5:1: error: unknown key \"titel\"") == true)
    #expect(running.waits { $0.troubles.map(\.cause) == [.boardRefused] })
    #expect(running.status.board.digest == before)
    try write(board + "\n# right again\n")
    #expect(running.ask(#"{"verb": "reload"}"#).isDone)
    #expect(running.waits { $0.troubles.isEmpty && $0.board.digest != before })
  }

  @Test func aHundredPicturesAreAFew() throws {
    try write(board)
    let running = try Running(path)
    #expect(running.waits { $0.glass.flips > 0 })
    var different: Set<[UInt8]> = []
    let began = DispatchTime.now().uptimeNanoseconds
    for _ in 0..<100 {
      let answer = running.ask(#"{"verb": "screenshot"}"#)
      #expect(answer.isDone && answer.bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]))
      different.insert(answer.bytes)
    }
    let seconds = Double(DispatchTime.now().uptimeNanoseconds - began) / 1e9
    #expect(running.desk.camera.taken <= Int(seconds / 0.4) + 2)
  }

  /// The kernel's threads that show a frame are ordinary ones: a burst of work beside them is not.
  @Test func aPictureIsMadeOfWhatOthersLeaveOfTheProcessor() throws {
    try write(board)
    let running = try Running(path)
    #expect(running.waits { $0.glass.flips > 0 })
    let kiosk = try #require(running.desk.kiosk)
    let taken = DispatchSemaphore(value: 0)
    let niceness = Mutex<Int?>(nil)
    running.desk.camera.take(of: kiosk) { png in
      // Priority and niceness are the 18th and the 19th. Source: proc(5).
      let fields = (try? Files.read("/proc/thread-self/stat")).map {
        String(decoding: $0, as: UTF8.self).split(separator: " ")
      }
      niceness.withLock { $0 = png == nil ? nil : fields.flatMap { Int($0[18]) } }
      taken.signal()
    }
    taken.wait()
    #expect(niceness.withLock { $0 } == 10)
  }

  @Test func beforeAKioskRunsWhoeverAsksIsToldToWait() {
    let desk = PanelDesk(PanelDesk.Setup(version: "1", boardPath: nil, cacheDirectory: nil))
    let said = Mutex<[String]>([])
    desk.perform(.wake) { answer in said.withLock { $0 = answer.problems } }
    #expect(said.withLock { $0 } == ["the kiosk is only just starting; try again in a second"])
  }
}

/// What lets somebody in is taken from where nobody else can read it, and said nowhere.
@Test func aSecretIsReadWhereNobodyElseCan() throws {
  let secret = PanelSecret(option: "--http", noun: "token", name: "VITRINE_TEST_TOKEN", shortest: 16)
  #expect(try secret.read(file: nil) == nil)
  let place = TemporaryDirectory()
  func refusal(_ text: String, mode: mode_t = 0o600) throws -> String {
    let path = place.path + "/token"
    let file = try FileDescriptor(opening: path, O_WRONLY | O_CREAT | O_TRUNC)
    try file.writeAll(Array(text.utf8))
    unsafe _ = chmod(path, mode)
    do throws(UserError) {
      return try secret.read(file: path) ?? "nothing"
    } catch {
      #expect(!error.description.contains("correct-horse"))
      return error.description
    }
  }
  #expect(try refusal("correct-horse-battery\n") == "correct-horse-battery")
  #expect(try refusal("correct-horse-battery", mode: 0o640).contains("others may read the token in"))
  #expect(try refusal("correct-horse-battery", mode: 0o604).contains("chmod 600"))
  #expect(try refusal("correct-horse").contains("fewer than 16 characters; `openssl rand -hex 16`"))
  #expect(try refusal("").contains("fewer than 16 characters"))
  #expect(try refusal("correct-horse battery").contains("no spaces"))
  #expect(try refusal("correct-horse-bättery").contains("of ASCII alone"))
  #expect {
    _ = try secret.read(file: place.path + "/none")
  } throws: { "\($0)".contains("it does not exist") }
  #expect {
    _ = try secret.read(file: place.path)
  } throws: { "\($0)".hasPrefix("--http: the token in") }
  unsafe _ = setenv("VITRINE_TEST_TOKEN", "from-the-environment", 1)
  defer { unsafe _ = unsetenv("VITRINE_TEST_TOKEN") }
  #expect(try secret.read(file: nil) == "from-the-environment")
}
