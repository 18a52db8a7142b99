import Kiosk
import Motion
import Panel
import Refresh
import Scene
import StubServer
import TestSupport
import Testing
import Vitrine

// What falls between two states: a finger on a page that another is about to cover, news of a page that has just gone.

private let middle = Point(x: 240, y: 200)

/// A list that follows the seconds, so that it is laid out anew all the time.
private let tickingBoard = Stage.listBoard
  .replacing("subtitle: Departures}", with: #"subtitle: "{$now | epoch}"}"#)
  .replacing(#"text: "{note}"}"#, with: #"text: "{$now | epoch}"}"#)

@Test func aFingerThatLandsBeforeTheDetailPageComesHoldsNothing() throws {
  let stage = Stage()
  stage.server.on("/list.json", .reply(Stage.items(0..<40)))
  var kiosk = try stage.kiosk()
  // The second finger lands as the first lifts, before the queues can have answered, and lifts when the detail page is there.
  kiosk.play(
    { touch in
      touch.tap(middle)
      touch.down(middle)
      touch.move(to: Point(x: 240, y: 190), over: 0.6)
      touch.up()
    }, tail: 1)
  #expect(kiosk.showsDetail == true)
  kiosk.schedule([.key(.back, time: kiosk.seconds + 0.05)])
  kiosk.play(seconds: 2)
  #expect(kiosk.showsDetail == false)
  kiosk.schedule([.key(.end, time: kiosk.seconds + 0.05)])
  kiosk.play(seconds: 2)
  #expect(kiosk.offset > 1000)
}

@Test(arguments: [0.001, 0.05, 0.12, 0.25, 0.4])
func theSecondTapOfTwoDoesNotTurnBackWhatTheFirstHasBegun(after delay: Double) throws {
  let stage = Stage()
  stage.server.on("/list.json", .reply(Stage.items(0..<40)))
  var kiosk = try stage.kiosk()
  kiosk.play(
    { touch in
      touch.tap(middle)
      touch.wait(delay)
      touch.tap(middle)
    }, tail: 2)
  #expect(kiosk.showsDetail == true)
  let detail = try kiosk.picture()
  kiosk.play(seconds: 2)
  #expect(differences(detail, try kiosk.picture()) == 0)
}

@Test func thePageBehindIsReachedAsSoonAsTheDetailPageLeaves() throws {
  let stage = Stage()
  stage.server.on("/list.json", .reply(Stage.items(0..<40)))
  var kiosk = try stage.kiosk()
  kiosk.play({ $0.tap(middle) }, tail: 1.5)
  #expect(kiosk.showsDetail == true)
  kiosk.schedule([.key(.back, time: kiosk.seconds + 0.05)])
  kiosk.play(seconds: 0.45)
  // It slides out yet, by less than anybody sees.
  kiosk.play({ $0.flick(from: Point(x: 240, y: 260), to: Point(x: 240, y: 120), over: 0.1) }, tail: 1.5)
  #expect(kiosk.showsDetail == false)
  #expect(kiosk.offset > 100)
}

@Test func whatComesOfAClosedDetailPageIsLate() throws {
  let stage = Stage()
  stage.server.on("/list.json", .reply(Stage.items(0..<40)))
  var kiosk = try stage.kiosk(tickingBoard)
  // Closed at many moments of the second in which new words for it come.
  for step in 0..<25 {
    kiosk.play({ $0.tap(middle) }, tail: 0.9)
    #expect(kiosk.showsDetail == true, "step \(step)")
    kiosk.schedule([.key(.back, time: kiosk.seconds + 0.01 + 0.04 * Double(step))])
    kiosk.play(seconds: 2.5)
    #expect(kiosk.showsDetail == false, "step \(step)")
  }
}

@Test func theDetailPageFollowsTheTime() throws {
  let stage = Stage()
  stage.server.on("/list.json", .reply(Stage.items(0..<40)))
  // Only the detail page tells the time.
  var kiosk = try stage.kiosk(
    Stage.listBoard.replacing(#"text: "{note}"}"#, with: #"text: "{$now | epoch}"}"#))
  kiosk.play({ $0.tap(middle) }, tail: 1.5)
  let before = try kiosk.picture()
  kiosk.play(seconds: 3)
  #expect(differences(before, try kiosk.picture()) > 0)
}

@Test func aRefreshIsSeenToItsEndOnAPanelNobodyTouches() throws {
  let stage = Stage()
  stage.server.on("/list.json", .reply(Stage.items(0..<40)), .reply(Stage.items(0..<40, note: "late")))
  var kiosk = try stage.kiosk(
    Stage.listBoard.replacing("sources:", with: "idle: {after: 1s, do: top}\nsources:"), answers: .after(4))
  kiosk.schedule([.key(.refresh, time: kiosk.seconds + 0.05)])
  kiosk.play(seconds: 3)
  #expect(kiosk.refreshPhase.task != nil)
  #expect(kiosk.offset < 0)
  kiosk.play(seconds: 1.6)
  #expect(kiosk.refreshPhase.outcome == .success)
  #expect(kiosk.offset < 0)
  kiosk.play(seconds: 3)
  #expect(kiosk.refreshPhase == .idle)
  #expect(kiosk.offset == 0)
}

@Test func wordsThatFollowTheTimeAreNoNews() throws {
  let stage = Stage()
  stage.server.on("/list.json", .reply(Stage.items(0..<40)))
  var kiosk = try stage.kiosk(tickingBoard, answers: .after(1.2))
  kiosk.schedule([.key(.refresh, time: kiosk.seconds + 0.05)])
  kiosk.play(seconds: 1.8)
  #expect(kiosk.refreshPhase.outcome == .noChange)
}

@Test(arguments: [false, true])
func aMouseDragsButPullsOnlyWhereItStandsForAFinger(standsForFinger: Bool) throws {
  let stage = Stage()
  stage.server.on("/list.json", .reply(Stage.items(0..<40)))
  let (file, source, _) = try stage.read(Stage.listBoard)
  var options = PanelOptions(mode: DisplayMode(size: PixelSize(width: 480, height: 320)), fonts: Stage.fonts)
  options.pointerIsFinger = standsForFinger
  var kiosk = VirtualKiosk(board: file, source: source, options: options, start: Stage.start, log: { _ in })
  var touch = ScriptedTouch(start: kiosk.seconds + 0.05, rate: 100)
  touch.down(Point(x: 240, y: 90))
  touch.move(to: Point(x: 240, y: 300), over: 0.5)
  touch.wait(0.1)
  touch.up()
  kiosk.schedule(
    touch.events.map { event in
      guard case .touch(var touch) = event else { return event }
      touch.device = .pointer
      return .touch(touch)
    })
  kiosk.play(seconds: 0.62)
  #expect((kiosk.refreshPhase == .armed) == standsForFinger)
  // It moves the content all the same.
  #expect(kiosk.offset < 0)
}

/// The steps of a drag at an even speed go on evenly when the finger lifts.
@Test func theContentGoesOnFromWhereTheFingerWasShown() throws {
  let stage = Stage()
  stage.server.on("/list.json", .reply(Stage.items(0..<400)))
  var kiosk = try stage.kiosk()
  var touch = ScriptedTouch(start: kiosk.seconds + 0.05, rate: 100)
  touch.down(Point(x: 240, y: 310))
  touch.move(to: Point(x: 240, y: 22), over: 0.24)
  touch.up()
  kiosk.schedule(touch.events)
  kiosk.play(seconds: touch.time - kiosk.seconds - 0.08)
  var offsets: [Double] = []
  // Read when a frame has come on the glass: later the next touches have been taken in already.
  while offsets.count < 10 {
    let frames = kiosk.frameCount
    kiosk.play(seconds: 0.000_5)
    if kiosk.frameCount > frames { offsets.append(kiosk.offset) }
  }
  let steps = zip(offsets.dropFirst(), offsets).map { $0 - $1 }
  // 1200 px/s are 20 px a frame, and what is known of a finger at 100 Hz makes 16 and 24 of some; begun at the lift's own time, the
  // fling would add 6 to one.
  #expect(steps.allSatisfy { $0 < 24.5 }, "\(steps)")
  #expect(steps.allSatisfy { $0 > 15.5 }, "\(steps)")
}
