import Motion
import Panel
import Scene
import StubServer
import TestSupport
import Testing
import Vitrine

private let edge = Point(x: 20, y: 200)
private let right = Point(x: 460, y: 200)

/// A kiosk whose detail page is open.
private func opened(_ stage: Stage, _ board: String = Stage.listBoard) throws -> VirtualKiosk {
  stage.server.on("/list.json", .reply(Stage.items(0..<40)))
  var kiosk = try stage.kiosk(board)
  kiosk.play({ $0.tap(Point(x: 240, y: 200)) }, tail: 1.5)
  #expect(kiosk.showsDetail == true)
  return kiosk
}

@Test func theDetailPageFollowsTheFingerFromTheEdge() throws {
  let stage = Stage()
  var kiosk = try opened(stage)
  kiosk.play { touch in
    touch.down(edge)
    touch.move(to: Point(x: 230, y: 205), over: 0.4)
    touch.wait(0.3)
  }
  #expect(kiosk.showsDetail == true)
  expectGolden(try kiosk.picture(), "detail-swiped")
  // Held, it stays where it is; a finger that turns back leaves it open.
  let held = try kiosk.picture()
  kiosk.play(seconds: 2)
  #expect(differences(held, try kiosk.picture()) == 0)
  kiosk.play(
    finger: Point(x: 230, y: 205),
    { touch in
      touch.move(to: Point(x: 60, y: 205), over: 0.3)
      touch.wait(0.1)
      touch.up()
    }, tail: 1)
  #expect(kiosk.showsDetail == true)
}

@Test(arguments: [
  // A flick, and a slow drag beyond the middle.
  (to: 160.0, over: 0.1, isOpen: false), (300, 0.6, false), (200, 0.8, true),
])
func aSwipeFromTheEdgeGoesBack(to x: Double, over seconds: Double, isOpen: Bool) throws {
  let stage = Stage()
  var kiosk = try opened(stage)
  kiosk.play(
    { touch in
      touch.down(edge)
      touch.move(to: Point(x: x, y: 200), over: seconds)
      if seconds > 0.2 { touch.wait(0.1) }
      touch.up()
    }, tail: 1.5)
  #expect(kiosk.showsDetail == isOpen)
  let frames = kiosk.frameCount
  kiosk.play(seconds: 60)
  #expect(kiosk.frameCount == frames)
}

@Test func aSwipeElsewhereAndAVerticalDragFromTheEdgeDoNot() throws {
  let stage = Stage()
  var kiosk = try opened(stage)
  kiosk.play({ $0.flick(from: Point(x: 200, y: 200), to: right, over: 0.15) }, tail: 1)
  #expect(kiosk.showsDetail == true)
  kiosk.play({ $0.flick(from: Point(x: 20, y: 100), to: Point(x: 60, y: 300), over: 0.15) }, tail: 1)
  #expect(kiosk.showsDetail == true)
}

/// The chevron's motion can be caught, and the page be kept.
@Test func aClosingDetailPageCanBeCaughtAndKept() throws {
  let stage = Stage()
  var kiosk = try opened(stage)
  kiosk.play({ $0.tap(Point(x: 30, y: 30)) }, tail: 0.06)
  #expect(kiosk.showsDetail == true)
  kiosk.play(
    { touch in
      touch.down(Point(x: 300, y: 200))
      touch.move(to: Point(x: 40, y: 200), over: 0.2)
      touch.up()
    }, tail: 1.5)
  #expect(kiosk.showsDetail == true)
  kiosk.play({ $0.tap(Point(x: 30, y: 30)) }, tail: 1.5)
  #expect(kiosk.showsDetail == false)
}

@Test func aCanceledSwipeGoesToTheNearerSide() throws {
  let stage = Stage()
  var kiosk = try opened(stage)
  kiosk.play(
    { touch in
      touch.down(edge)
      touch.move(to: Point(x: 180, y: 200), over: 0.1)
      touch.cancel()
    }, tail: 1)
  #expect(kiosk.showsDetail == true)
}

/// The header leads back, and looks pressed when it is.
@Test func theHeaderIsPressed() throws {
  let stage = Stage()
  var kiosk = try opened(stage)
  let before = try kiosk.color(x: 300, y: 30)
  kiosk.play { touch in
    touch.down(Point(x: 30, y: 30))
    touch.wait(0.15)
  }
  #expect(try kiosk.color(x: 300, y: 30) != before)
  kiosk.play(finger: Point(x: 30, y: 30), { $0.cancel() }, tail: 0.5)
  #expect(try kiosk.color(x: 300, y: 30) == before)
  #expect(kiosk.showsDetail == true)
}

/// A header of the board's own leads back too.
@Test func everyDetailPageHasAChevron() throws {
  let stage = Stage()
  let board = Stage.listBoard.replacing("detail:", with: "detail:\n  - header: {title: \"{name}\"}")
  let kiosk = try opened(stage, board)
  expectGolden(try kiosk.picture(), "detail-own-header")
}
