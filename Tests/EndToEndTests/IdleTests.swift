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
  let stage = Stage()
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
  let stage = Stage()
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
  let stage = Stage()
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
  let stage = Stage()
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

private let pages = """
  board: House
  theme: {mode: dark, scale: 1}
  idle: {after: 30s, do: home}
  sources:
    list: {url: "${SERVER}/list.json", items: items, key: id, every: 24h}
  pages:
    - {title: A, cards: [{row: {each: list, title: "{name}"}}]}
    - {title: B, cards: [{row: {each: list, title: "{note}"}}]}
    - {title: C, cards: [{row: {each: list, title: "{at}"}}]}
  """

private func turned(_ stage: Stage, _ action: String, rows: Int = 40) throws -> VirtualKiosk {
  stage.server.on("/list.json", .reply(Stage.items(0..<rows)))
  var kiosk = try stage.kiosk(pages.replacing("do: home", with: "do: \(action)"))
  kiosk.schedule([.key(.end, time: kiosk.seconds)])
  kiosk.play(seconds: 1)
  for _ in 0..<2 {
    kiosk.schedule([.key(.right, time: kiosk.seconds)])
    kiosk.play(seconds: 1)
  }
  kiosk.schedule([.wheel(lines: 2, position: middle, time: kiosk.seconds)])
  kiosk.play(seconds: 1)
  #expect(kiosk.page == 2 && kiosk.offset == 100)
  return kiosk
}

@Test func anUntouchedBoardGoesHome() throws {
  let stage = Stage()
  var kiosk = try turned(stage, "home")
  kiosk.play(seconds: 28.5)
  #expect(kiosk.page == 2)
  kiosk.play(seconds: 3)
  #expect(kiosk.page == 0 && kiosk.pagePosition == 0 && kiosk.offset == 0)
  // Every page begins at its top again.
  kiosk.schedule([.key(.left, time: kiosk.seconds), .key(.right, time: kiosk.seconds + 0.1)])
  kiosk.play(seconds: 1)
  #expect(kiosk.page == 1 && kiosk.offset == 0)
  kiosk.schedule([.key(.right, time: kiosk.seconds)])
  kiosk.play(seconds: 1)
  #expect(kiosk.page == 2 && kiosk.offset == 0)
  kiosk.play(seconds: 40)
  let (frames, turns) = (kiosk.frameCount, kiosk.turnCount)
  kiosk.play(seconds: 600)
  #expect(kiosk.frameCount == frames && kiosk.turnCount - turns < 3)
}

@Test func anUntouchedBoardKeepsItsPageIfItIsToGoToItsTop() throws {
  let stage = Stage()
  var kiosk = try turned(stage, "top")
  kiosk.play(seconds: 32)
  #expect(kiosk.page == 2 && kiosk.offset == 0)
}

@Test func anUntouchedBoardShowsPageAfterPage() throws {
  let stage = Stage()
  var kiosk = try turned(stage, "next")
  var seen: [Int] = []
  for _ in 0..<4 {
    kiosk.play(seconds: 30)
    seen.append(kiosk.page)
  }
  #expect(seen == [0, 1, 2, 0])
}

/// Slowly to the end, a rest there, and back; a finger ends it.
@Test func anUntouchedBoardScrollsThroughItsPage() throws {
  let stage = Stage()
  var kiosk = try turned(stage, "scroll", rows: 12)
  kiosk.play(seconds: 28)
  #expect(kiosk.offset == 100)
  kiosk.play(seconds: 8)
  #expect(kiosk.offset > 130 && kiosk.offset < 380)
  kiosk.play(seconds: 12)
  let end = kiosk.offset
  #expect(end > 380)
  kiosk.play(seconds: 20)
  #expect(kiosk.offset == end)
  kiosk.play(seconds: 15)
  #expect(kiosk.offset == 0)
}
