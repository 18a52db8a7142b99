import Images
import Motion
import Panel
import Refresh
import Scene
import StubServer
import TestSupport
import Testing
import Vitrine

private let middle = Point(x: 240, y: 200)

@Test func aBoardShowsItsDataFromTheServer() throws {
  let stage = Stage()
  stage.server.on("/list.json", .reply(Stage.items(0..<30)))
  let kiosk = try stage.kiosk()
  #expect(kiosk.isComplete == true)
  #expect(stage.server.requests("/list.json").count == 1)
  expectGolden(try kiosk.picture(), "list")
}

@Test func aDragMovesThePageByTheFingersTravelBeyondSlop() throws {
  let stage = Stage()
  stage.server.on("/list.json", .reply(Stage.items(0..<30)))
  var kiosk = try stage.kiosk()
  kiosk.play { touch in
    touch.down(middle)
    touch.move(to: Point(x: 240, y: 120), over: 0.4)
    touch.wait(0.3)
  }
  // 80 pixels of finger, 8 of slop.
  #expect(abs(kiosk.offset - 72) < 0.6)
  expectGolden(try kiosk.picture(), "dragged")
}

@Test func theFingersPlaceIsOnTheGlassOneFrameLater() throws {
  let stage = Stage()
  stage.server.on("/list.json", .reply(Stage.items(0..<30)))
  var kiosk = try stage.kiosk()
  var touch = ScriptedTouch(start: kiosk.seconds + 0.1, rate: 200)
  touch.down(middle)
  touch.move(to: Point(x: 240, y: 20), over: 1)
  kiosk.schedule(touch.events)
  kiosk.play(seconds: 0.4)
  let speed = 180.0
  var worst = 0.0
  for _ in 0..<20 {
    kiosk.play(seconds: 1.0 / 60)
    // Where the finger was when the frame on the glass was scanned out.
    let shown = try #require(kiosk.shown.last)
    let travel = (Double(shown.flipped) / 1e9 - touch.events[0].time) * speed - 8
    worst = max(worst, abs(travel - kiosk.offset) / speed)
  }
  #expect(worst <= 1.0 / 60)
}

@Test func aFlickFlingsAndComesToRest() throws {
  let stage = Stage()
  stage.server.on("/list.json", .reply(Stage.items(0..<80)))
  var kiosk = try stage.kiosk()
  kiosk.play({ $0.flick(from: Point(x: 240, y: 280), to: Point(x: 240, y: 130), over: 0.12) })
  let lifted = kiosk.offset
  kiosk.play(seconds: 4)
  #expect(kiosk.offset > lifted + 300)
  #expect(kiosk.isComplete == true)
  let resting = kiosk.offset
  let frames = kiosk.frameCount
  kiosk.play(seconds: 10)
  #expect(kiosk.offset == resting)
  // The indicator fades, and then nothing is drawn any more.
  #expect(kiosk.frameCount - frames < 30)
  expectGolden(try kiosk.picture(), "flung")
}

@Test func aFingerCatchesAFlingAndDoesNotTap() throws {
  let stage = Stage()
  stage.server.on("/list.json", .reply(Stage.items(0..<80)))
  var kiosk = try stage.kiosk()
  kiosk.play({ $0.flick(from: Point(x: 240, y: 280), to: Point(x: 240, y: 130), over: 0.12) }, tail: 0.3)
  kiosk.play({ $0.down(middle) }, tail: 0.1)
  let caught = kiosk.offset
  kiosk.play(seconds: 0.2)
  #expect(kiosk.offset == caught)
  kiosk.play(finger: middle, { $0.up() }, tail: 1)
  #expect(kiosk.offset == caught)
  #expect(kiosk.showsDetail == false)
}

@Test func aTapOpensTheDetailPageAndBackReturns() throws {
  let stage = Stage()
  stage.server.on("/list.json", .reply(Stage.items(0..<30)))
  var kiosk = try stage.kiosk()
  kiosk.play({ $0.tap(Point(x: 200, y: 190)) }, tail: 1.5)
  #expect(kiosk.showsDetail == true)
  expectGolden(try kiosk.picture(), "detail")
  kiosk.schedule([.key(.back, time: kiosk.seconds + 0.05)])
  kiosk.play(seconds: 1.5)
  #expect(kiosk.showsDetail == false)
}

@Test func whereNothingMovesNothingIsDrawn() throws {
  let stage = Stage()
  stage.server.on("/list.json", .reply(Stage.items(0..<30)))
  var kiosk = try stage.kiosk()
  kiosk.play(seconds: 3)
  let frames = kiosk.frameCount
  let turns = kiosk.turnCount
  kiosk.play(seconds: 3000)
  #expect(kiosk.frameCount == frames)
  // One to look, none that a timer asked for.
  #expect(kiosk.turnCount - turns <= 1)
}

@Test(arguments: Orientation.allCases)
func aTurnedPanelShowsAndFeelsTheSame(orientation: Orientation) throws {
  let stage = Stage()
  stage.server.on("/list.json", .reply(Stage.items(0..<30)))
  var kiosk = try stage.kiosk(orientation: orientation)
  #expect(kiosk.isComplete == true)
  kiosk.play { touch in
    touch.down(middle)
    touch.move(to: Point(x: 240, y: 120), over: 0.4)
    touch.wait(0.3)
  }
  expectGolden(try kiosk.picture(), "dragged")
}

@Test func aPageThatShrinksUnderTheFingerEndsAtItsEnd() throws {
  let stage = Stage()
  stage.server.on("/list.json", .reply(Stage.items(0..<40)), .reply(Stage.items(0..<6)))
  var kiosk = try stage.kiosk(answers: .after(0.5))
  kiosk.schedule([.key(.end, time: kiosk.seconds + 0.05)])
  kiosk.play(seconds: 1)
  #expect(kiosk.offset > 1000)
  kiosk.schedule([.key(.refresh, time: kiosk.seconds + 0.05)])
  kiosk.play(
    { touch in
      touch.down(middle)
      touch.move(to: Point(x: 240, y: 210), over: 0.3)
      touch.wait(1)
      touch.up()
    }, tail: 2)
  let length = 6.0 * 76 + 24
  #expect(kiosk.offset <= length)
  #expect(kiosk.isComplete == true)
}

/// On a bar the header stands in front of what scrolls: whatever a finger does to the list, its pixels stay, in either direction of writing.
@Test(arguments: [false, true]) func theHeaderOfABarStandsStill(isMirrored: Bool) throws {
  let stage = Stage()
  let words = isMirrored ? "محطة" : "Departure"
  stage.server.on("/list.json", .reply(Stage.items(0..<30).replacing("Departure", with: words)))
  var kiosk = try stage.kiosk(
    isMirrored ? Stage.listBoard.replacing("board: Station", with: "board: محطة\nlanguage: ar") : Stage.listBoard,
    size: PixelSize(width: 1_280, height: 320))
  let header = PixelRect(x0: isMirrored ? 1_040 : 0, y0: 0, x1: isMirrored ? 1_280 : 240, y1: 320)
  let list = PixelRect(x0: isMirrored ? 0 : 300, y0: 0, x1: isMirrored ? 980 : 1_280, y1: 320)
  func pixels(_ area: PixelRect) -> Int {
    kiosk.screenshot(of: area).map { $0.words(in: $0.bounds).hashValue } ?? 0
  }
  let (standing, resting) = (pixels(header), pixels(list))
  // On the header itself, too: it is no hole in what can be scrolled.
  for x in [100.0, 640, 1_180] {
    kiosk.play { $0.flick(from: Point(x: x, y: 280), to: Point(x: x, y: 80), over: 0.1) }
    for _ in 0..<20 {
      kiosk.play(seconds: 0.05)
      #expect(pixels(header) == standing)
    }
    kiosk.play(seconds: 4)
    #expect(kiosk.offset > 0)
    #expect(pixels(list) != resting)
    kiosk.play { $0.flick(from: Point(x: x, y: 80), to: Point(x: x, y: 280), over: 0.05) }
    kiosk.play(seconds: 5)
    #expect(kiosk.offset == 0)
  }
  kiosk.schedule(kiosk.pullGesture(toRatio: 0.9, start: kiosk.seconds + 0.1))
  kiosk.play(seconds: 1)
  #expect(pixels(header) == standing)
  expectGolden(try kiosk.picture(), "bar-pulled-\(isMirrored ? "ar" : "en")")
}

/// What is behind the first panels is measured while the page is on show; then it ends where its last row does.
@Test func aLongPageIsMeasuredBehindWhatIsSeen() throws {
  let stage = Stage()
  let note = "by way of places whose names nobody can read at this distance, but which have to be told for all that "
  let rows = (0..<1_500).map {
    #"{"id": \#($0), "name": "Departure \#($0)", "note": "\#(note.prefix($0 * 37 % 101))", "at": "10:30"}"#
  }
  stage.server.on("/list.json", .reply(#"{"items": [\#(rows.joined(separator: ", "))]}"#))
  var kiosk = try stage.kiosk()
  #expect(kiosk.isComplete == true)
  // Each time as much as before: a few layouts, not one for each row.
  #expect((3...12).contains(kiosk.layoutGeneration), "\(kiosk.layoutGeneration)")
  let frames = kiosk.described.compactMap(\.frame)
  #expect(Set(frames.map(\.height)).count > 2)
  kiosk.scrollWithoutMotion(toPixel: 10_000_000)
  kiosk.settle()
  let end = try #require(frames.last)
  #expect(kiosk.isComplete == true && kiosk.offset + 320 == Double(end.y1 + 16))
}

/// Of very many rows the first are on the panel before the others: what is seen of them stays as it is, and the others are all there.
@Test func theRowsBehindTheFirstThousandFollow() throws {
  let (stage, short) = (Stage(), Stage())
  stage.server.on("/list.json", .reply(Stage.items(0..<7_000)))
  short.server.on("/list.json", .reply(Stage.items(0..<900)))
  var kiosk = try stage.kiosk()
  let other = try short.kiosk()
  #expect(kiosk.isComplete == true)
  let frames = kiosk.cardFrames
  #expect(frames.count(where: { $0.card.key != nil }) == 7_000)
  #expect(differences(try kiosk.picture(), try other.picture()) == 0)
  kiosk.scrollWithoutMotion(toPixel: 10_000_000)
  kiosk.settle()
  let end = try #require(frames.last?.frame.y1)
  #expect(kiosk.isComplete == true && kiosk.offset + 320 == Double(kiosk.headerHeight + end + 16))
}
