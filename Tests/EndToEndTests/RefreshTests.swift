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

/// On a panel without a header stripes run above the content, not over it; with one they run in that.
@Test(arguments: [false, true])
func stripesCoverNoCard(hasHeader: Bool) throws {
  let stage = Stage()
  stage.server.on("/list.json", .reply(Stage.items(0..<30)))
  let header = hasHeader ? "  - header: {title: Hall}\n" : ""
  var kiosk = try stage.kiosk(
    """
    board: Hall
    theme: {mode: light, scale: 1}
    refresh: {style: stripes}
    sources: {list: {url: "${SERVER}/list.json", items: items, key: id, every: 1h}}
    cards:
    \(header)  - row: {each: list, title: "{name}"}
    """, size: PixelSize(width: 800, height: 360), answers: .after(3))
  kiosk.play(seconds: 4)
  kiosk.settle()
  kiosk.play({ pull(&$0) }, tail: 0.1)
  #expect(kiosk.refreshPhase == .armed)
  kiosk.play(finger: Point(x: 240, y: 300), { $0.up() }, tail: 1.5)
  #expect(kiosk.refreshPhase.kind == .refreshing)
  // As much as a panel so low holds open.
  #expect(kiosk.frontRow == (hasHeader ? 0 : -58))
  kiosk.play(seconds: 8)
  #expect(kiosk.refreshPhase == .idle && kiosk.frontRow == 0)
}

@Test func aPullBelowTheTriggerFetchesNothing() throws {
  let stage = Stage()
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
  let stage = Stage()
  stage.server.on(
    "/list.json", .reply(Stage.items(0..<30)), .reply(Stage.items(0..<30, note: "12 minutes late")))
  var kiosk = try stage.kiosk(answers: .after(0.8))
  kiosk.play({ pull(&$0) }, tail: 0.15)
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

/// The list board with another rule for its pulls.
private func ruled(_ rule: String) -> String {
  let rows = Stage.listBoard.split(separator: "\n").map { $0.hasPrefix("refresh:") ? "refresh: {\(rule)}" : String($0) }
  return rows.joined(separator: "\n")
}

/// Scrolled down, a finger that goes back up over the top pulls only where the board says so.
@Test(arguments: [false, true])
func whoScrollsUpToTheTopPullsFromAnywhere(fromAnywhere: Bool) throws {
  let stage = Stage()
  stage.server.on("/list.json", .reply(Stage.items(0..<30)))
  var kiosk = try stage.kiosk(ruled(fromAnywhere ? "origin: anywhere" : "origin: edge"), answers: .after(0.8))
  kiosk.play({ touch in
    touch.down(Point(x: 240, y: 200))
    touch.move(to: Point(x: 240, y: 150), over: 0.3)
    touch.wait(0.2)
    touch.up()
  })
  let scrolled = kiosk.offset
  #expect(scrolled > 20)
  kiosk.play(
    { touch in
      touch.down(Point(x: 240, y: 60))
      touch.move(to: Point(x: 240, y: 310), over: 0.6)
      touch.wait(0.1)
      touch.up()
    }, tail: 0.3)
  #expect((kiosk.refreshPhase.task != nil) == fromAnywhere)
}

/// A pull too soon after the last one says "no change" and asks nobody.
@Test func insideItsCooldownAPullFetchesNothing() throws {
  let stage = Stage()
  stage.server.on("/list.json", .reply(Stage.items(0..<30)), .reply(Stage.items(0..<31)), .reply(Stage.items(0..<32)))
  var kiosk = try stage.kiosk(ruled("cooldown: 20s"), answers: .after(0.5))
  func pulled(_ kiosk: inout VirtualKiosk, tail: Double) {
    kiosk.play(
      { touch in
        pull(&touch)
        touch.up()
      }, tail: tail)
  }
  pulled(&kiosk, tail: 4)
  #expect(stage.server.requests("/list.json").count == 2)
  pulled(&kiosk, tail: 0.3)
  #expect(kiosk.refreshPhase.outcome == .noChange)
  kiosk.play(seconds: 25)
  #expect(stage.server.requests("/list.json").count == 2)
  pulled(&kiosk, tail: 4)
  #expect(stage.server.requests("/list.json").count == 3)
}

@Test func theSameDataAgainIsNoChange() throws {
  let stage = Stage()
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
  let stage = Stage()
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
  let stage = Stage()
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
  let stage = Stage()
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

/// Two sources on the first page, a third one on another.
private let severalBoard = """
  board: Station
  theme: {mode: dark, scale: 1}
  sources:
    list: {url: "${SERVER}/list.json", items: items, key: id, every: 1h}
    note: {url: "${SERVER}/note.json", every: 1h}
    menu: {url: "${SERVER}/menu.json", every: 1h}
  pages:
    - title: Trains
      cards:
        - header: {title: "{$board}", subtitle: "{$note.text}"}
        - row: {each: list, title: "{name}", subtitle: "{note}", trail: "{at}"}
    - title: Café
      cards:
        - row: {title: "{$menu.soup}"}
  """

@Test func aPullFetchesTheSourcesOfTheVisiblePageOnly() throws {
  let stage = Stage()
  stage.server.on("/list.json", .reply(Stage.items(0..<30)), .reply(Stage.items(0..<30, note: "late")))
  stage.server.on("/note.json", .reply(#"{"text": "Platform 4 is closed"}"#))
  stage.server.on("/menu.json", .reply(#"{"soup": "Leek"}"#))
  var kiosk = try stage.kiosk(severalBoard, answers: .after(0.8))
  kiosk.play(
    { touch in
      pull(&touch)
      touch.up()
    }, tail: 1.2)
  #expect(kiosk.refreshPhase.outcome == .success)
  #expect(stage.server.requests("/list.json").count == 2)
  #expect(stage.server.requests("/note.json").count == 2)
  #expect(stage.server.requests("/menu.json").count == 1)
}

@Test func oneOfTwoSourcesThatFailsIsAFailureAndTheOthersDataIsShown() throws {
  let stage = Stage()
  stage.server.on("/list.json", .reply(Stage.items(0..<30)), .reply(Stage.items(0..<30, note: "late")))
  stage.server.on("/note.json", .reply(#"{"text": "Platform 4 is closed"}"#), .reply(503, "busy"))
  stage.server.on("/menu.json", .reply("{}"))
  var kiosk = try stage.kiosk(severalBoard, answers: .after(0.8))
  kiosk.play(
    { touch in
      pull(&touch)
      touch.up()
    }, tail: 1.2)
  #expect(kiosk.refreshPhase.outcome == .failure)
  #expect(stage.log.all.contains { $0.hasPrefix("source note: ") })
  kiosk.play(seconds: 5)
  // The same as if the list had been like that from the start.
  let other = Stage()
  other.server.on("/list.json", .reply(Stage.items(0..<30, note: "late")))
  other.server.on("/note.json", .reply(#"{"text": "Platform 4 is closed"}"#))
  other.server.on("/menu.json", .reply("{}"))
  let expected = try other.kiosk(severalBoard).picture()
  let shown = try kiosk.picture()
  #expect(differences(shown, expected) == 0)
}

/// The finger is still down when the answer comes: nothing moves under it, the outcome is shown in place, and the header closes when
/// it lifts.
@Test func anAnswerUnderAFingerThatHoldsIsShownInPlace() throws {
  let stage = Stage()
  stage.server.on("/list.json", .reply(Stage.items(0..<30)), .reply(Stage.items(0..<30, note: "12 minutes late")))
  var kiosk = try stage.kiosk(answers: .after(1))
  kiosk.schedule([.key(.refresh, time: kiosk.seconds + 0.05)])
  kiosk.play(seconds: 0.1)
  kiosk.play({ touch in
    touch.down(Point(x: 240, y: 120))
    touch.move(to: Point(x: 240, y: 200), over: 0.3)
    touch.wait(0.2)
  })
  let held = kiosk.offset
  kiosk.play(seconds: 1)
  #expect(kiosk.refreshPhase.outcome == .success)
  #expect(abs(kiosk.offset - held) < 0.5)
  kiosk.play(seconds: 2)
  #expect(kiosk.refreshPhase.kind == .exiting)
  #expect(abs(kiosk.offset - held) < 0.5)
  kiosk.play(finger: Point(x: 240, y: 200), { $0.up() }, tail: 2)
  #expect(kiosk.refreshPhase == .idle)
  #expect(kiosk.offset == 0)
  #expect(stage.server.requests("/list.json").count == 2)
}
