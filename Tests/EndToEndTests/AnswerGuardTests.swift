import Panel
import Scene
import Service
import StubServer
import Testing
import Vitrine

/// A run that follows another on the same machine, whose end left a sign or not.
private func run(_ stage: Stage, hasCrashed: Bool = false) -> RunFile {
  RunFile(directory: stage.directory, after: hasCrashed ? CrashNote(signal: 11, time: 0) : nil, boot: "boot") {
    [log = stage.log] in log.add($0)
  }
}

@Test func anAnswerThatEndedTheKioskIsNotUsedAgain() throws {
  let stage = Stage()
  let (good, bad) = (Stage.items(0..<5), Stage.items(5..<9))
  stage.server.on("/list.json", .reply(good))
  var first: RunFile? = run(stage)
  var kiosk: VirtualKiosk? = try stage.kiosk(caches: true, run: first)
  kiosk?.play(seconds: 3)
  #expect(first?.record.working.isEmpty == true)
  let shown = try #require(try kiosk?.picture())
  // The next answer is on its way to the glass when the kiosk ends.
  stage.server.on("/list.json", .reply(bad))
  kiosk?.play({ pull(&$0) }, tail: 0.3)
  #expect(first?.record.working.count == 1)
  kiosk = nil
  first = nil

  let second = run(stage, hasCrashed: true)
  #expect(second.record.refused.count == 1)
  var again = try stage.kiosk(caches: true, run: second)
  again.play(seconds: 3)
  // What was there before it is there, and old.
  #expect(rows(shown) == rows(try again.picture()))
  #expect(stage.log.all.count { $0.contains("Vitrine ended while it worked on it") } == 1)
  #expect(second.record.working.isEmpty)
  // Another answer is used.
  stage.server.on("/list.json", .reply(Stage.items(20..<25)))
  again.play({ pull(&$0) }, tail: 3)
  #expect(rows(shown) != rows(try again.picture()))
  // The one before it is still refused, should it come back.
  let renewed = try again.picture()
  stage.server.on("/list.json", .reply(bad))
  again.play({ pull(&$0) }, tail: 4)
  #expect(rows(renewed) == rows(try again.picture()))
}

private func pull(_ touch: inout ScriptedTouch) {
  touch.down(Point(x: 240, y: 90))
  touch.move(to: Point(x: 240, y: 310), over: 0.3)
  touch.up()
}

/// Pixels of the list without the header, where the chip is.
private func rows(_ picture: Pixmap) -> [UInt32] {
  (100..<picture.size.height).flatMap { y in (0..<picture.size.width).map { x in picture.pixel(x: x, y: y).word } }
}

private let twoSources = """
  board: Two
  theme: {mode: dark, scale: 1}
  sources:
    a: {url: "${SERVER}/a.json", every: 1h}
    b: {url: "${SERVER}/b.json", every: 1h}
  cards:
    - text: {text: "{$a.text}"}
    - text: {text: "{$b.text}"}
  """

@Test func suspectsAreTriedOneAtATime() throws {
  let stage = Stage()
  stage.server.on("/a.json", .reply(#"{"text": "A"}"#))
  stage.server.on("/b.json", .reply(#"{"text": "B"}"#))
  var first: RunFile? = run(stage)
  var kiosk: VirtualKiosk? = try stage.kiosk(twoSources, caches: true, run: first)
  #expect(first?.record.working.count == 2)
  kiosk?.play(seconds: 3)
  let shown = try #require(try kiosk?.picture())
  kiosk = nil
  first = nil
  // Both are under way when something ends it.
  var killed: RunFile? = run(stage)
  kiosk = try stage.kiosk(twoSources, caches: true, run: killed)
  #expect(killed?.record.working.count == 2)
  kiosk = nil
  // Another kiosk of the same run, as for another panel, begins with a clean sheet.
  _ = try stage.kiosk("board: Empty\ncards:\n  - text: {text: Nothing}\n", run: killed)
  #expect(killed?.record.working.isEmpty == true)
  kiosk = try stage.kiosk(twoSources, caches: true, run: killed)
  kiosk = nil
  killed = nil

  let next = run(stage, hasCrashed: true)
  #expect(next.record.suspects.count == 2)
  var tried = try stage.kiosk(twoSources, caches: true, run: next)
  for _ in 0..<100 {
    #expect(next.record.working.count <= 1)
    tried.play(seconds: 0.1)
  }
  #expect(next.record.suspects.isEmpty && next.record.refused.isEmpty)
  #expect(differences(shown, try tried.picture()) == 0)
}

@Test func withoutAReasonTheBoardRunsWithoutItsSourcesForAWhile() throws {
  let stage = Stage()
  stage.server.on("/list.json", .reply(Stage.items(0..<5)))
  var kiosk: VirtualKiosk? = try stage.kiosk(caches: true)
  let shown = try #require(try kiosk?.picture())
  kiosk = nil
  let asked = stage.server.requests("/list.json").count
  for end in 0..<3 { #expect(run(stage, hasCrashed: end > 0).record.unexplained == end) }
  let held = run(stage, hasCrashed: true)
  #expect(held.record.hold == .fetching)
  var quiet = try stage.kiosk(caches: true, run: held)
  quiet.play(seconds: 30)
  #expect(rows(shown) == rows(try quiet.picture()))
  // A pull ends, in a failure.
  quiet.play({ pull(&$0) }, tail: 4)
  #expect(quiet.refreshPhase == .idle)
  #expect(stage.server.requests("/list.json").count == asked)
  quiet.play(seconds: 600)
  #expect(held.record.hold == .nothing)
  #expect(stage.server.requests("/list.json").count > asked)
}
