import Motion
import Panel
import Refresh
import Scene
import StubServer
import TestSupport
import Testing
import Vitrine

private let top = Point(x: 240, y: 90)

/// A finger that pulls far enough to arm, and holds.
private func pull(_ touch: inout ScriptedTouch, to y: Double = 300) {
  touch.down(top)
  touch.move(to: Point(x: 240, y: y), over: 0.5)
  touch.wait(0.1)
}

@Test func aPullBelowTheTriggerFetchesNothing() throws {
  let stage = try Stage()
  stage.server.on("/list.json", .reply(Stage.items(0..<30)))
  var kiosk = try stage.kiosk()
  kiosk.play(
    { touch in
      pull(&touch, to: 130)
      touch.up()
    }, tail: 1)
  #expect(kiosk.refreshPhase == .idle)
  #expect(stage.server.requests("/list.json").count == 1)
}

@Test func aPullRefreshesOverHTTPAndShowsTheNewData() throws {
  let stage = try Stage()
  stage.server.on(
    "/list.json", .reply(Stage.items(0..<30)), .reply(Stage.items(0..<30, note: "12 minutes late")))
  var kiosk = try stage.kiosk(answers: .after(0.8))
  kiosk.play({ pull(&$0) })
  #expect(kiosk.refreshPhase == .armed)
  expectGolden(try kiosk.picture(), "armed")
  kiosk.play(finger: Point(x: 240, y: 300), { $0.up() }, tail: 0.5)
  #expect(kiosk.refreshPhase.task != nil)
  expectGolden(try kiosk.picture(), "refreshing")
  kiosk.play(seconds: 0.7)
  #expect(kiosk.refreshPhase.outcome == .success)
  expectGolden(try kiosk.picture(), "refreshed")
  kiosk.play(seconds: 3)
  #expect(kiosk.refreshPhase == .idle)
  #expect(kiosk.offset == 0)
  #expect(stage.server.requests("/list.json").count == 2)
  expectGolden(try kiosk.picture(), "list-late")
}

@Test func theSameDataAgainIsNoChange() throws {
  let stage = try Stage()
  stage.server.on("/list.json", .reply(Stage.items(0..<30)))
  var kiosk = try stage.kiosk(answers: .after(0.8))
  kiosk.play(
    { touch in
      pull(&touch)
      touch.up()
    }, tail: 1.2)
  #expect(kiosk.refreshPhase.outcome == .noChange)
}

@Test(arguments: [
  (StubReply.reply(500, "no"), RefreshOutcome.failure), (.reset, .failure), (.reply("<html></html>"), .failure),
])
func troubleIsSaidAndTheDataStays(reply: StubReply, expected: RefreshOutcome) throws {
  let stage = try Stage()
  stage.server.on("/list.json", .reply(Stage.items(0..<30)), reply)
  var kiosk = try stage.kiosk(answers: .after(0.8))
  let before = try kiosk.picture()
  kiosk.play(
    { touch in
      pull(&touch)
      touch.up()
    }, tail: 1.2)
  #expect(kiosk.refreshPhase.outcome == expected)
  kiosk.play(seconds: 5)
  #expect(kiosk.refreshPhase == .idle)
  let after = try kiosk.picture()
  #expect(differences(before, after) == 0)
  #expect(stage.log.all.contains { $0.hasPrefix("source list: ") })
}

@Test func aServerThatDoesNotAnswerIsATimeout() throws {
  let stage = try Stage()
  stage.server.on("/list.json", .reply(Stage.items(0..<30)), .silence)
  var kiosk = try stage.kiosk(answers: .after(60))
  kiosk.play(
    { touch in
      pull(&touch)
      touch.up()
    }, tail: 15.3)
  #expect(kiosk.refreshPhase.outcome == .timeout)
  kiosk.play(seconds: 4)
  #expect(kiosk.refreshPhase == .idle)
}

@Test func dataThatComesWhileTheFingerPullsAgainMovesNothing() throws {
  let stage = try Stage()
  stage.server.on(
    "/list.json", .reply(Stage.items(0..<30)), .reply(Stage.items(0..<30, note: "12 minutes late")))
  var kiosk = try stage.kiosk(answers: .after(1.5))
  kiosk.play(
    { touch in
      pull(&touch)
      touch.up()
      touch.wait(0.6)
      touch.down(Point(x: 240, y: 200))
      touch.move(to: Point(x: 240, y: 260), over: 0.3)
    }, tail: 0.1)
  #expect(kiosk.refreshPhase.task != nil)
  let held = kiosk.offset
  kiosk.play(seconds: 1.5)
  #expect(kiosk.refreshPhase.task == nil)
  #expect(abs(kiosk.offset - held) < 0.5)
  kiosk.play(finger: Point(x: 240, y: 260), { $0.up() }, tail: 3)
  #expect(kiosk.refreshPhase == .idle)
  #expect(kiosk.offset == 0)
  #expect(stage.server.requests("/list.json").count == 2)
}

@Test func withoutANetworkTheLastDataIsShownFromDisk() throws {
  let stage = try Stage()
  stage.server.on("/list.json", .reply(Stage.items(0..<30)))
  let first = try stage.kiosk(caches: true)
  let before = try first.picture()
  stage.server.on("/list.json", .silence)
  let second = try stage.kiosk(answers: .held, caches: true)
  #expect(second.isComplete == true)
  let after = try second.picture()
  #expect(differences(before, after) == 0)
}

/// Pixels that differ.
private func differences(_ a: Pixmap, _ b: Pixmap) -> Int {
  guard a.size == b.size else { return .max }
  var count = 0
  for y in 0..<a.size.height {
    for x in 0..<a.size.width where a.pixel(x: x, y: y) != b.pixel(x: x, y: y) { count += 1 }
  }
  return count
}
