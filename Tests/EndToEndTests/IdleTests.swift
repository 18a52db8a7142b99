import Motion
import Panel
import Scene
import StubServer
import TestSupport
import Testing
import Vitrine

private let board = Stage.listBoard.replacing("sources:", with: "idle: {after: 30s, do: top}\nsources:")
private let middle = Point(x: 240, y: 200)

/// A kiosk scrolled to its end, touched last at the time that comes back.
private func scrolled(_ stage: Stage) throws -> VirtualKiosk {
  stage.server.on("/list.json", .reply(Stage.items(0..<40)))
  var kiosk = try stage.kiosk(board)
  kiosk.schedule([.key(.end, time: kiosk.seconds)])
  kiosk.play(seconds: 2)
  #expect(kiosk.offset > 1000)
  return kiosk
}

@Test func anUntouchedBoardGoesToItsTop() throws {
  let stage = try Stage()
  var kiosk = try scrolled(stage)
  let end = kiosk.offset
  kiosk.play(seconds: 27.9)
  #expect(kiosk.offset == end)
  kiosk.play(seconds: 2)
  #expect(kiosk.offset == 0)
  let frames = kiosk.frameCount
  kiosk.play(seconds: 300)
  // Only the indicator fades.
  #expect(kiosk.frameCount - frames < 30)
}

@Test func anUntouchedBoardLeavesADetailPage() throws {
  let stage = try Stage()
  stage.server.on("/list.json", .reply(Stage.items(0..<40)))
  var kiosk = try stage.kiosk(board)
  kiosk.play({ $0.tap(middle) }, tail: 1)
  #expect(kiosk.showsDetail == true)
  kiosk.play(seconds: 28)
  #expect(kiosk.showsDetail == true)
  kiosk.play(seconds: 3)
  #expect(kiosk.showsDetail == false)
}

/// However long it rests there: somebody stands before the panel.
@Test(arguments: [0.0, 160])
func aFingerOnTheGlassKeepsThePage(across distance: Double) throws {
  let stage = try Stage()
  var kiosk = try scrolled(stage)
  let end = kiosk.offset
  let place = Point(x: middle.x - distance, y: middle.y)
  kiosk.play({ touch in
    touch.down(middle)
    if distance > 0 { touch.move(to: place, over: 0.3) }
  })
  kiosk.play(seconds: 90)
  #expect(kiosk.offset == end)
  kiosk.play(finger: place, { $0.up() })
  kiosk.play(seconds: 29)
  #expect(kiosk.offset == end)
  kiosk.play(seconds: 3)
  #expect(kiosk.offset == 0)
}

@Test func everyTouchBeginsTheTimeAnew() throws {
  let stage = try Stage()
  var kiosk = try scrolled(stage)
  for _ in 0..<4 {
    kiosk.play(seconds: 20)
    kiosk.schedule([.wheel(lines: -0.5, position: middle, time: kiosk.seconds + 0.01)])
    kiosk.play(seconds: 1)
    #expect(kiosk.offset > 800)
  }
  kiosk.play(seconds: 32)
  #expect(kiosk.offset == 0)
}
