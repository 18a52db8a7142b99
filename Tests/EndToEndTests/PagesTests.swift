import Motion
import Panel
import Refresh
import Scene
import StubServer
import TestSupport
import Testing
import Vitrine

/// Three pages of two sources, and a page that is only there at lunch.
private let board = """
  board: House
  theme: {mode: dark, scale: 1}
  refresh: {style: compass}
  sources:
    list: {url: "${SERVER}/list.json", items: items, key: id, every: 1h}
    other: {url: "${SERVER}/other.json", items: items, key: id, every: 1h}
  pages:
    - title: Rooms
      cards:
        - header: {title: "{$page}"}
        - row: {each: list, title: "{name}", subtitle: "{note}", tap: {page: Doors}}
    - title: Lights
      cards:
        - header: {title: "{$page}"}
        - row: {each: other, title: "Lamp {id}", trail: "{at}"}
    - title: Doors
      cards:
        - header: {title: "{$page}", clock: true}
        - row: {each: list, limit: 4, title: "Door {id}"}
  """

private func kiosk(_ stage: Stage, _ yaml: String = board, start: Double = Stage.start) throws -> VirtualKiosk {
  stage.server.on("/list.json", .reply(Stage.items(0..<40)))
  stage.server.on("/other.json", .reply(Stage.items(40..<60)))
  return try stage.kiosk(yaml, start: start)
}

private let right = Point(x: 400, y: 200)
private let left = Point(x: 120, y: 200)

extension VirtualKiosk {
  /// Turns to the next page with a flick, or to the one before, and waits until it lies still.
  fileprivate mutating func turn(back: Bool = false) {
    play({ $0.flick(from: back ? left : right, to: back ? right : left, over: 0.12) }, tail: 1)
  }
}

@Test func aFlickTurnsThePageAndTheDotsSayWhich() throws {
  let stage = Stage()
  var kiosk = try kiosk(stage)
  #expect(kiosk.page == 0)
  expectGolden(try kiosk.picture(), "pages-first")
  kiosk.turn()
  #expect(kiosk.page == 1 && kiosk.pagePosition == 1)
  expectGolden(try kiosk.picture(), "pages-second")
  kiosk.turn()
  kiosk.turn()
  #expect(kiosk.page == 2)
  kiosk.turn(back: true)
  #expect(kiosk.page == 1)
}

@Test func underTheFingerBothPagesAreThere() throws {
  let stage = Stage()
  var kiosk = try kiosk(stage)
  kiosk.play { touch in
    touch.down(right)
    touch.move(to: Point(x: 230, y: 205), over: 0.4)
    touch.wait(0.2)
  }
  #expect(abs(kiosk.pagePosition * 480 - 162) < 1)
  #expect(kiosk.isComplete == true)
  expectGolden(try kiosk.picture(), "pages-dragged")
  // Slowly back where it came from.
  kiosk.play(finger: Point(x: 230, y: 205), { $0.up() }, tail: 1)
  #expect(kiosk.page == 0 && kiosk.pagePosition == 0)
}

@Test func theFirstPageGivesLikeRubber() throws {
  let stage = Stage()
  var kiosk = try kiosk(stage)
  kiosk.play { touch in
    touch.down(left)
    touch.move(to: right, over: 0.3)
    // Long enough that what a prediction showed too far has come back.
    touch.wait(0.3)
  }
  let travel = right.x - left.x - 8
  #expect(abs(kiosk.pagePosition * 480 + RubberBand(viewport: 480).extent(ofTravel: travel)) < 1)
  expectGolden(try kiosk.picture(), "pages-rubber")
  kiosk.play(finger: right, { $0.cancel() }, tail: 1)
  #expect(kiosk.pagePosition == 0 && kiosk.page == 0)
}

/// The neighbours are rastered before anybody asks: no frame of a turn shows a gap.
@Test func neighboursArePreparedAhead() throws {
  let stage = Stage()
  var kiosk = try kiosk(stage)
  let shown = try kiosk.picture()
  kiosk.play { touch in
    touch.down(right)
    touch.move(to: Point(x: 10, y: 200), over: 0.1)
  }
  #expect(kiosk.isComplete == true)
  #expect(differences(try kiosk.picture(), shown) > 1000)
  #expect(kiosk.tileBytes <= 10 * 480 * 320 * 4)
}

@Test func eachPageKeepsItsPlace() throws {
  let stage = Stage()
  var kiosk = try kiosk(stage)
  kiosk.schedule([.key(.end, time: kiosk.seconds)])
  kiosk.play(seconds: 2)
  let place = kiosk.offset
  #expect(place > 500)
  kiosk.turn()
  #expect(kiosk.offset == 0)
  kiosk.schedule([.wheel(lines: 3, position: left, time: kiosk.seconds)])
  kiosk.play(seconds: 1)
  #expect(kiosk.offset == 150)
  kiosk.turn(back: true)
  #expect(kiosk.offset == place)
  kiosk.turn()
  #expect(kiosk.offset == 150)
}

@Test func aPullRefreshesOnlyThePageOnShow() throws {
  let stage = Stage()
  var kiosk = try kiosk(stage)
  func count(_ path: String) -> Int { stage.server.requests(path).count }
  let before = (count("/list.json"), count("/other.json"))
  kiosk.turn()
  kiosk.play(
    { touch in
      touch.down(Point(x: 240, y: 90))
      touch.move(to: Point(x: 240, y: 310), over: 0.3)
      touch.up()
    }, tail: 4)
  #expect(count("/list.json") == before.0)
  #expect(count("/other.json") == before.1 + 1)
  #expect(kiosk.refreshPhase == .idle)
}

/// The control goes with the page it belongs to, and a refresh of a page nobody sees is given up.
@Test func turningAwayEndsTheRefresh() throws {
  let stage = Stage()
  stage.server.on("/list.json", .reply(Stage.items(0..<40)))
  stage.server.on("/other.json", .reply(Stage.items(40..<60)))
  var kiosk = try stage.kiosk(board, answers: .held)
  kiosk.deliverAnswers()
  kiosk.settle()
  kiosk.play(
    { touch in
      touch.down(Point(x: 240, y: 90))
      touch.move(to: Point(x: 240, y: 310), over: 0.3)
      touch.up()
    }, tail: 0.6)
  #expect(kiosk.refreshPhase.task != nil)
  kiosk.play { touch in
    touch.down(right)
    touch.move(to: left, over: 0.1)
    // Long enough that what a prediction showed too far has come back.
    touch.wait(0.5)
  }
  expectGolden(try kiosk.picture(), "pages-refreshing")
  kiosk.play(finger: left, { $0.up() }, tail: 1.5)
  #expect(kiosk.page == 1)
  #expect(kiosk.refreshPhase == .idle)
  kiosk.turn(back: true)
  #expect(kiosk.offset == 0)
  kiosk.deliverAnswers()
  let frames = kiosk.frameCount
  kiosk.play(seconds: 5)
  #expect(kiosk.frameCount - frames < 3)
}

@Test func aTurnIsCaughtAndAVerticalDragStaysOne() throws {
  let stage = Stage()
  var kiosk = try kiosk(stage)
  kiosk.play({ $0.flick(from: right, to: left, over: 0.1) }, tail: 0.05)
  #expect(kiosk.pagePosition > 0.5 && kiosk.pagePosition < 1)
  kiosk.play { touch in
    touch.down(left)
    touch.wait(0.3)
  }
  let caught = kiosk.pagePosition
  #expect(caught < 1)
  kiosk.play(seconds: 1)
  #expect(kiosk.pagePosition == caught)
  kiosk.play(finger: left, { $0.up() }, tail: 1)
  #expect(kiosk.pagePosition == 1)
  // A drag within 60 degrees of the vertical scrolls, whatever it does later.
  kiosk.play(
    { touch in
      touch.down(Point(x: 240, y: 250))
      touch.move(to: Point(x: 215, y: 225), over: 0.1)
      touch.move(to: Point(x: 60, y: 215), over: 0.2)
      touch.wait(0.1)
      touch.up()
    }, tail: 1)
  #expect(kiosk.pagePosition == 1)
  #expect(kiosk.offset > 10)
}

@Test func keysTurnPages() throws {
  let stage = Stage()
  var kiosk = try kiosk(stage)
  for (key, page) in [(InputEvent.Key.right, 1), (.right, 2), (.right, 2), (.left, 1)] {
    kiosk.schedule([.key(key, time: kiosk.seconds)])
    kiosk.play(seconds: 1)
    #expect(kiosk.page == page && kiosk.pagePosition == Double(page))
  }
}

@Test func aTapLeadsToAPage() throws {
  let stage = Stage()
  var kiosk = try kiosk(stage)
  kiosk.play({ $0.tap(Point(x: 240, y: 150)) }, tail: 1.5)
  #expect(kiosk.page == 2 && kiosk.pagePosition == 2)
}

/// Nothing is drawn and nobody wakes once the pages lie still, however many clocks there are on pages nobody sees.
@Test func pagesThatLieStillCostNothing() throws {
  let stage = Stage()
  var kiosk = try kiosk(stage)
  kiosk.turn()
  kiosk.play(seconds: 3)
  let (frames, turns) = (kiosk.frameCount, kiosk.turnCount)
  kiosk.play(seconds: 1200)
  #expect(kiosk.frameCount == frames)
  #expect(kiosk.turnCount - turns < 4)
}

/// What time has changed on a page nobody saw is right when it comes into sight.
@Test func aPageThatComesIntoSightIsUpToDate() throws {
  let stage = Stage()
  var kiosk = try kiosk(stage)
  kiosk.turn()
  kiosk.play(seconds: 600)
  kiosk.turn()
  let stale = try kiosk.picture()
  kiosk.play(seconds: 0.5)
  #expect(differences(stale, try kiosk.picture()) == 0)
  kiosk.play(seconds: 70)
  #expect(differences(stale, try kiosk.picture()) > 0)
}

// MARK: Dayparts

private let dayparts = """
  board: Trattoria
  theme: {mode: dark, scale: 1}
  sources:
    list: {url: "${SERVER}/list.json", items: items, key: id, every: 24h}
  pages:
    - {title: Lunch, at: "11:00-18:00", cards: [{header: {title: "{$page}"}}, {row: {each: list, title: "{name}"}}]}
    - {title: Dinner, at: "18:00-24:00", cards: [{header: {title: "{$page}"}}, {row: {each: list, title: "{note}"}}]}
    - {title: Wine, at: "17:50-24:00", cards: [{header: {title: "{$page}"}}, {row: {each: list, title: "{at}"}}]}
  """

/// It is 17:42; at ten to six a page comes, at six another takes the place of the one on show.
@Test func theClockExchangesPagesAtTheRightSecond() throws {
  let stage = Stage()
  var kiosk = try kiosk(stage, dayparts)
  kiosk.play(seconds: 1)
  #expect(kiosk.page == 0)
  let lunch = try kiosk.picture()
  func play(until time: Double) { kiosk.play(seconds: time - kiosk.seconds) }
  play(until: 8 * 60 - 0.1)
  #expect(differences(lunch, try kiosk.picture()) == 0)
  let turns = kiosk.turnCount
  play(until: 8 * 60 + 0.5)
  // Another page is beside it now: the row of pages appears.
  #expect(differences(lunch, try kiosk.picture()) > 0)
  #expect(kiosk.turnCount - turns < 20)
  #expect(kiosk.page == 0)
  play(until: 18 * 60 - 0.05)
  #expect(kiosk.page == 0)
  play(until: 18 * 60 + 0.22)
  #expect(kiosk.page == 1)
  expectGolden(try kiosk.picture(), "pages-exchange")
  play(until: 18 * 60 + 2)
  expectGolden(try kiosk.picture(), "pages-dinner")
  let (frames, rest) = (kiosk.frameCount, kiosk.turnCount)
  play(until: 18 * 60 + 3600)
  #expect(kiosk.frameCount == frames)
  #expect(kiosk.turnCount - rest < 4)
}

/// Whoever reads a page that stays on offer is not disturbed when others come and go.
@Test func aPageThatStaysKeepsItsPlaceWhenOthersGo() throws {
  let stage = Stage()
  var kiosk = try kiosk(stage, dayparts, start: Stage.start + 9 * 60)
  kiosk.play(seconds: 1)
  kiosk.turn()
  #expect(kiosk.page == 2)
  kiosk.schedule([.wheel(lines: 4, position: left, time: kiosk.seconds)])
  kiosk.play(seconds: 1)
  kiosk.play(seconds: 600)
  #expect(kiosk.page == 2 && kiosk.offset == 200)
  // Dinner lies before it now.
  #expect(kiosk.pagePosition == 1)
  kiosk.turn(back: true)
  #expect(kiosk.page == 1)
}

/// Icons in place of dots: they come when they are there, in the colour of text where they are drawn in one grey, and can be tapped.
@Test func pagesMayHaveIcons() throws {
  let stage = Stage()
  let grey = Pixel(Color(rgb: 0x222222))
  let drawings: [(String, (Int, Int) -> Pixel)] = [
    ("rooms", { x, y in (64...144).contains((x - 16) * (x - 16) + (y - 16) * (y - 16)) ? grey : .clear }),
    ("lights", { x, _ in (12..<20).contains(x) ? grey : .clear }),
  ]
  for (name, pixel) in drawings {
    let picture = Pixmap(size: PixelSize(width: 32, height: 32), pixel: pixel)
    try writeFile(stage.directory + "/\(name).png", try file(of: picture, in: stage))
  }
  let yaml = board.replacing("title: Rooms\n", with: "title: Rooms\n    icon: rooms.png\n")
    .replacing("title: Lights\n", with: "title: Lights\n    icon: lights.png\n")
  var kiosk = try kiosk(stage, yaml)
  kiosk.settle()
  expectGolden(try kiosk.picture(), "pages-icons")
  // The third page has none, and is a dot that can be tapped all the same.
  kiosk.play({ $0.tap(Point(x: 312, y: 296)) }, tail: 1)
  #expect(kiosk.page == 2)
  kiosk.play({ $0.tap(Point(x: 240, y: 296)) }, tail: 1)
  #expect(kiosk.page == 1)
  expectGolden(try kiosk.picture(), "pages-icons-second")
  // Beside them is nothing to tap.
  kiosk.play({ $0.tap(Point(x: 40, y: 296)) }, tail: 1)
  #expect(kiosk.page == 1)
}

/// Drawings are pictures too: a logo, a thumbnail, an icon in the colour of text; one that cannot be read says why.
@Test func picturesMayBeDrawings() throws {
  let stage = Stage()
  let ring = "<path fill-rule='evenodd' d='M2 2H22V22H2ZM8 8H16V16H8Z' fill='currentColor'/>"
  let plain = "<?xml version='1.0'?><svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24'>\(ring)</svg>"
  try stage.write(plain, to: "plain.svg")
  try stage.write(plain.replacing("currentColor", with: "#c2410c"), to: "logo.svg")
  try stage.write(
    plain.replacing(ring, with: "<text>No</text><image href='data:image/bmp;base64,Qk0='/>"), to: "words.svg")
  let yaml = """
    board: Drawings
    theme: {mode: dark, scale: 1}
    pages:
      - title: One
        icon: plain.svg
        cards:
          - header: {title: Drawings, logo: logo.svg}
          - row: {image: logo.svg, title: Thumbnail}
          - row: {image: words.svg, title: Refused}
          - image: {image: logo.svg, fit: contain, ratio: 16:5}
      - {title: Two, cards: [{text: {text: Two}}]}
    """
  let kiosk = try stage.kiosk(yaml)
  expectGolden(try kiosk.picture(), "drawings")
  #expect(stage.log.all.filter { $0.contains("words.svg") && $0.contains("a picture in it") }.count == 1)
}

/// Icons that cannot be had leave dots, and the log says why.
@Test func anIconThatIsNotThereIsADot() throws {
  let stage = Stage()
  let iconless = try kiosk(stage, board.replacing("title: Rooms\n", with: "title: Rooms\n    icon: gone.png\n"))
  #expect(stage.log.all.contains { $0.contains("gone.png") })
  let plain = Stage()
  #expect(differences(try iconless.picture(), try kiosk(plain).picture()) == 0)
}
