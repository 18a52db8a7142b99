import Synchronization
import TestSupport
import Testing
import Vitrine

/// What a program of one's own does with `import Vitrine` alone, and what it may do wrong.

private func kiosk(
  _ text: String = "board: x\ncards:\n  - row: {title: A row}\n", parts: BoardParts = .builtIn,
  answers: VirtualKiosk.Answers = .atOnce
) throws -> VirtualKiosk {
  let source = BoardSource(text: text)
  let reading = try source.read(parts: parts)
  for problem in reading.diagnostics { print(problem) }
  let mode = DisplayMode(size: PixelSize(width: 480, height: 320), format: .xrgb8888)
  return VirtualKiosk(
    board: try #require(reading.board), source: source, options: PanelOptions(mode: mode, parts: parts), start: 0,
    answers: answers, log: { print($0) })
}

/// What stands in public signatures has a name.
@Test func whatAProgramWritesHasAName() {
  let format: PixelFormat = .rgb565
  let mode = DisplayMode(
    size: PixelSize(width: 480, height: 320), format: format, millimetres: Millimetres(width: 154, height: 86))
  var options = PanelOptions(mode: mode, fonts: FontSource.system)
  options.viewing = Viewing(distance: 700)
  #expect(options.mode.period == Nanoseconds(16_666_666))
  #expect(Lettering(letters: ["a"], size: 12).letters == ["a"])
  #expect(Sector(center: .zero, start: 0, sweep: 90).sweep == 90)
  #expect(Transform.identity == Transform.identity)
  let language: Language? = nil
  #expect(language == nil && ReportPace().interval == 0)
  // A scanner of one's own posts what it reads.
  #expect(InputEvent.typed(Stroke("7"), time: 1).time == 1)
}

// MARK: A board from a text

@Test func aTextIsABoardWhoseMistakesHaveItsName() throws {
  let reading = try BoardSource(text: "board: x\ncards:\n  - row: {titel: x}\n", name: "hall").read()
  #expect(reading.board == nil)
  #expect(reading.diagnostics.map(\.description).first?.hasPrefix("hall:3:11: error: unknown key \"titel\"") == true)
}

@Test func pathsInATextBeginInItsDirectory() throws {
  let text = """
    board: x
    sources:
      list: {url: vitrine-tutorial-own.json}
    cards:
      - row: {each: list, title: "{name}"}
    """
  try writeFile("/tmp/vitrine-tutorial-own.json", Array(#"[{"name": "a"}, {"name": "b"}]"#.utf8))
  for (directory, isThere) in [("/tmp", true), ("/usr", false)] {
    let source = BoardSource(text: text, directory: directory)
    let kiosk = VirtualKiosk(
      board: try #require(try source.read().board), source: source,
      options: PanelOptions(mode: DisplayMode(size: PixelSize(width: 480, height: 320))), start: 0, log: { _ in })
    // Where there is no file, a card says so.
    #expect(kiosk.report().cardCount == (isThere ? 2 : 1))
    #expect(try source.doubtfulFiles().isEmpty == isThere)
  }
}

@Test func aTextIsReadAgain() throws {
  var kiosk = try kiosk()
  kiosk.reload()
  #expect(kiosk.report().cardCount == 1 && !kiosk.showsNotice)
}

// MARK: A mirrored style

@Test(arguments: [("en", false), ("ar", true), ("he", true)])
func aStyleKnowsTheReadingDirection(language: String, isMirrored: Bool) throws {
  final class Seen: Sendable { let mirrored = Mutex<Set<Bool>>([]) }
  struct Watching: RefreshStyle {
    let seen: Seen
    let metrics = RefreshMetrics(trigger: 60, hold: 40)
    let sprites: [SpriteRequest] = []
    func draw(_ state: RefreshState, on canvas: RefreshCanvas, into scene: inout Scene) {
      _ = seen.mirrored.withLock { $0.insert(canvas.isMirrored) }
    }
  }
  let seen = Seen()
  var parts = BoardParts.builtIn
  parts.styles.register("watching", "Watches.") { _ in Watching(seen: seen) }
  var kiosk = try kiosk(
    "board: x\nlanguage: \(language)\nrefresh: {style: watching}\ncards:\n  - row: {title: x}\n", parts: parts)
  kiosk.pull(toRatio: 0.7)
  #expect(seen.mirrored.withLock { $0 } == [isMirrored])
}

// MARK: Hands

@Test func anotherStyleIsShownAndPulled() throws {
  var kiosk = try kiosk(answers: .scripted(.success, after: 1))
  kiosk.use(style: "ring")
  kiosk.pull(toRatio: 0.5)
  kiosk.release()
  kiosk.play(seconds: 2)
  #expect(kiosk.refreshPhase == .idle && kiosk.offset == 0, "let go before the trigger")
  kiosk.pull(toRatio: 1.2)
  kiosk.release()
  #expect(kiosk.refreshPhase.task == 1)
  kiosk.release()
  kiosk.play(seconds: 8)
  #expect(kiosk.refreshPhase == .idle && kiosk.offset == 0)
}

// MARK: Times and areas that are none

@Test(arguments: [Double.nan, .infinity, -.infinity])
func touchesWithoutATimeNeverCome(time: Double) throws {
  var kiosk = try kiosk()
  kiosk.schedule([TouchEvent.Phase.down, .up].map { touch($0, x: 50, y: 50, at: time) })
  kiosk.schedule([.wheel(lines: 1, position: .zero, time: time), .key(.refresh, time: time)])
  let start = kiosk.seconds
  kiosk.play(seconds: 0.5)
  #expect(kiosk.seconds > start && kiosk.refreshPhase == .idle)
}

@Test(arguments: [Double.nan, .infinity, -.infinity, 1e300, -1e300])
func touchesThatAreNowhereDoNothing(x: Double) throws {
  var kiosk = try kiosk("board: x\ncards:\n" + String(repeating: "  - row: {title: A row}\n", count: 30))
  let start = kiosk.seconds + 0.1
  kiosk.schedule([
    touch(.down, x: x, y: x, at: start), touch(.motion, x: 50, y: x, at: start + 0.02),
    touch(.up, x: x, y: x, at: start + 0.04),
    touch(.down, x: 50, y: 50, at: start + 0.1), touch(.motion, x: 50, y: x, at: start + 0.12),
    touch(.up, x: 50, y: x, at: start + 0.14), .wheel(lines: x, position: Point(x: 5, y: 5), time: start + 0.2),
    .pointer(position: Point(x: x, y: x), time: start + 0.3),
  ])
  kiosk.play(seconds: 5)
  kiosk.schedule([.key(.home, time: kiosk.seconds)])
  kiosk.play(seconds: 3)
  #expect(kiosk.offset == 0)
  let frames = kiosk.frameCount
  kiosk.play(seconds: 60)
  #expect(kiosk.frameCount == frames, "it rests")
}

@Test func sentencesForNoTimeGo() throws {
  var kiosk = try kiosk()
  for seconds in [Double.nan, -1, .infinity, -.infinity, .nan, .nan, -1] { kiosk.say("x", for: seconds) }
  kiosk.play(seconds: 1)
  #expect(kiosk.showsNotice == false)
  kiosk.say("x", for: .infinity)
  #expect(kiosk.showsNotice == true)
  kiosk.play(seconds: .nan)
  kiosk.play(seconds: -1)
}

@Test(arguments: [VirtualKiosk.Answers.after(.nan), .scripted(.success, after: .nan)])
func aDelayThatIsNoNumberIsNone(answers: VirtualKiosk.Answers) throws {
  var kiosk = try kiosk(answers: answers)
  kiosk.pull(toRatio: 1.2)
  kiosk.release()
  kiosk.play(seconds: 8)
  #expect(kiosk.refreshPhase == .idle)
}

@Test func noPictureIsOfWhatLiesBesideThePanel() throws {
  let kiosk = try kiosk()
  let beside = kiosk.screenshot(of: PixelRect(x: 5_000, y: 0, width: 10, height: 10))
  let none = kiosk.screenshot(of: .empty)
  let corner = kiosk.screenshot(of: PixelRect(x: 470, y: 310, width: 100, height: 100))
  #expect(beside == nil && none == nil && corner?.size == PixelSize(width: 10, height: 10))
}

@Test func aScaleThatIsNoNumberIsNone() throws {
  let source = BoardSource(text: "board: x\ncards:\n  - row: {title: x}\n")
  let board = try #require(try source.read().board)
  let mode = DisplayMode(size: PixelSize(width: 480, height: 320))
  func picture(_ scale: Double?) -> [UInt32] {
    let kiosk = VirtualKiosk(
      board: board, source: source, options: PanelOptions(mode: mode, scale: scale), start: 0, log: { _ in })
    let picture = kiosk.screenshot()
    return (0..<320).map { picture?.pixel(x: 40, y: $0).word ?? 0 }
  }
  #expect(picture(.nan) == picture(nil))
}

@Test func anAddressOfTheProgramHasAName() throws {
  let found = try BoardSource(text: "board: x\nsources:\n  a: {url: \"program:\"}\ncards: []\n").read().diagnostics
  #expect(found.contains { $0.message.contains("behind \"program:\" stands the name") })
}

private func touch(_ phase: TouchEvent.Phase, x: Double, y: Double, at time: Double) -> InputEvent {
  .touch(TouchEvent(phase: phase, contact: 0, position: Point(x: x, y: y), time: time))
}
