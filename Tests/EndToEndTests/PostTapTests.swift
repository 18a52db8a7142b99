import Motion
import Panel
import Scene
import StubServer
import TestSupport
import Testing
import Vitrine

private let board = """
  board: Room Ada
  theme: {mode: dark, scale: 1}
  sources:
    list: {url: "${SERVER}/list.json", items: items, key: id, every: 1h}
  cards:
    - button: {text: Book 30 minutes, confirm: "Book Ada from now until 18:12?", post: "${SERVER}/book", json: {room: ada}}
    - row: {each: list, title: "{name}", subtitle: "{note}", tap: {post: "${SERVER}/ack/{id}"}}
  """

private let button = Point(x: 240, y: 44)
private let row = Point(x: 240, y: 130)
/// The answers of the question.
private let yes = Point(x: 340, y: 250)
private let no = Point(x: 140, y: 250)

private func kiosk(_ stage: Stage, _ yaml: String = board) throws -> VirtualKiosk {
  stage.server.on("/list.json", .reply(Stage.items(0..<8)))
  stage.server.on("/book", .reply("{}"))
  stage.server.on("/ack/0", .reply(204))
  var kiosk = try stage.kiosk(yaml, answers: .held)
  kiosk.deliverAnswers()
  kiosk.settle()
  return kiosk
}

@Test func aPostIsAskedSentOnceAndItsResultShown() throws {
  let stage = Stage()
  var kiosk = try kiosk(stage)
  let ready = try kiosk.picture()
  kiosk.play({ $0.tap(button) }, tail: 1)
  #expect(kiosk.showsQuestion == true)
  expectGolden(try kiosk.picture(), "post-question")
  #expect(stage.server.requests("/book").isEmpty)
  kiosk.play({ $0.tap(yes) }, tail: 1)
  #expect(kiosk.showsQuestion == false)
  expectGolden(try kiosk.picture(), "post-busy")
  // Whoever taps on waits all the same.
  for _ in 0..<3 { kiosk.play({ $0.tap(button) }, tail: 0.2) }
  #expect(kiosk.showsQuestion == false)
  kiosk.deliverAnswers()
  kiosk.play(seconds: 0.5)
  expectGolden(try kiosk.picture(), "post-done")
  // Whoever wants another asks for it while that is said.
  kiosk.play({ $0.tap(button) }, tail: 1)
  #expect(kiosk.showsQuestion == true)
  kiosk.play({ $0.tap(no) }, tail: 1)
  let requests = stage.server.requests("/book")
  #expect(requests.count == 1)
  // The page's data is asked for anew, and the card is what it was.
  kiosk.deliverAnswers()
  #expect(stage.server.requests("/list.json").count == 2)
  kiosk.play(seconds: 6)
  #expect(differences(ready, try kiosk.picture()) == 0)
  let frames = kiosk.frameCount
  kiosk.play(seconds: 60)
  #expect(kiosk.frameCount == frames)
}

/// What is done can be done again at once: a press is lost only while the one before it is on its way.
@Test func whatWasDoneIsDoneAgain() throws {
  let stage = Stage()
  stage.server.on("/more", .reply("{}"))
  var kiosk = try kiosk(
    stage,
    """
    board: Counter
    allow: 127.0.0.1
    theme: {mode: dark, scale: 1}
    cards:
      - button: {text: Next customer, post: "${SERVER}/more"}
    """)
  for press in 1...5 {
    kiosk.play({ $0.tap(button) }, tail: 0.2)
    kiosk.play({ $0.tap(button) }, tail: 0.2)
    kiosk.deliverAnswers()
    kiosk.play(seconds: 0.3)
    #expect(stage.server.requests("/more").count == press)
  }
}

@Test func noIsNoAndSoIsATapBeside() throws {
  let stage = Stage()
  var kiosk = try kiosk(stage)
  let ready = try kiosk.picture()
  for place in [no, Point(x: 240, y: 20)] {
    kiosk.play({ $0.tap(button) }, tail: 1)
    #expect(kiosk.showsQuestion == true)
    kiosk.play({ $0.tap(place) }, tail: 1)
    #expect(kiosk.showsQuestion == false)
  }
  kiosk.play({ $0.tap(button) }, tail: 1)
  kiosk.schedule([.key(.back, time: kiosk.seconds)])
  kiosk.play(seconds: 1)
  #expect(kiosk.showsQuestion == false)
  // Nobody answers, not even whether he is still there.
  kiosk.play({ $0.tap(button) }, tail: 41)
  #expect(kiosk.showsQuestion == true && kiosk.showsNotice == true)
  kiosk.play(seconds: 18)
  #expect(kiosk.showsQuestion == true)
  kiosk.play(seconds: 3)
  #expect(kiosk.showsQuestion == false)
  #expect(differences(ready, try kiosk.picture()) == 0)
  #expect(stage.server.requests("/book").isEmpty)
}

/// A card that asks stays in sight, and is named.
@Test func aQuestionStandsAboveItsCard() throws {
  let stage = Stage()
  var kiosk = try kiosk(
    stage,
    """
    board: Alarms
    theme: {mode: dark, scale: 1}
    sources:
      list: {url: "${SERVER}/list.json", items: items, key: id, every: 1h}
    cards:
      - row: {each: list, title: "{name}", subtitle: "{note}", tap: {confirm: "Acknowledge?", post: "${SERVER}/ack/{id}"}}
    """)
  kiosk.play({ $0.tap(Point(x: 240, y: 270)) }, tail: 1)
  #expect(kiosk.showsQuestion == true)
  expectGolden(try kiosk.picture(), "post-question-row")
  kiosk.play({ $0.tap(Point(x: 340, y: 172)) }, tail: 1)
  #expect(kiosk.showsQuestion == false)
  kiosk.deliverAnswers()
  #expect(stage.server.requests("/ack/3").count == 1)
}

/// The second tap of a double tap answers nothing, wherever the answers come to lie; nothing behind the question moves.
@Test func aQuestionIsNotAnsweredByAccident() throws {
  let stage = Stage()
  var kiosk = try kiosk(stage)
  kiosk.play(
    { touch in
      touch.tap(button)
      touch.wait(0.03)
      touch.tap(yes)
    }, tail: 1)
  #expect(kiosk.showsQuestion == true)
  kiosk.play({ $0.flick(from: Point(x: 240, y: 280), to: Point(x: 240, y: 60), over: 0.1) }, tail: 1)
  #expect(kiosk.showsQuestion == true && kiosk.offset == 0)
  kiosk.play { touch in
    touch.down(yes)
    touch.wait(0.2)
  }
  expectGolden(try kiosk.picture(), "post-question-pressed")
}

@Test(arguments: [
  (StubReply.reply(500), "Failed", true), (.reply(303, headers: ["Location": "/elsewhere"]), "303", false),
  (.reply(302, headers: ["Location": "/elsewhere"]), "302", false),
])
func everyEndIsShown(reply: StubReply, name: String, isFailure: Bool) throws {
  let stage = Stage()
  var kiosk = try kiosk(stage)
  stage.server.on("/book", reply)
  kiosk.play({ $0.tap(button) }, tail: 1)
  kiosk.play({ $0.tap(yes) }, tail: 0.5)
  kiosk.deliverAnswers()
  kiosk.play(seconds: 0.5)
  if isFailure { expectGolden(try kiosk.picture(), "post-failed") }
  #expect(stage.log.all.contains { $0.contains("post: ") } == isFailure)
  // What failed may be tried again at once, and what was done may be done once more.
  kiosk.play({ $0.tap(button) }, tail: 1)
  #expect(kiosk.showsQuestion == true)
  #expect(stage.server.requests("/elsewhere").isEmpty)
}

/// A connection that ends without an answer is a failure, and no reason to send again.
@Test func aSilentEndIsNotSentAgain() throws {
  let stage = Stage()
  var kiosk = try kiosk(stage)
  stage.server.on("/book", .wrongLength(10, ""))
  kiosk.play({ $0.tap(button) }, tail: 1)
  kiosk.play({ $0.tap(yes) }, tail: 0.5)
  kiosk.deliverAnswers()
  kiosk.play(seconds: 10)
  #expect(stage.server.requests("/book").count == 1)
  #expect(stage.log.all.contains { $0.contains("post: ") })
}

@Test func aRowSendsForItsItemAndSaysSo() throws {
  let stage = Stage()
  var kiosk = try kiosk(stage)
  kiosk.play({ $0.tap(row) }, tail: 0.5)
  stage.server.waitForRequests("/ack/0")
  expectGolden(try kiosk.picture(), "post-row-busy")
  kiosk.deliverAnswers()
  kiosk.play(seconds: 0.5)
  expectGolden(try kiosk.picture(), "post-row-done")
}

/// An address that data has led elsewhere is not sent to.
@Test func aForeignHostIsRefused() throws {
  let stage = Stage()
  let yaml = board.replacing("post: \"${SERVER}/ack/{id}\"", with: "post: \"http://{note}.invalid/{id}\"")
  var kiosk = try kiosk(stage, yaml)
  kiosk.play({ $0.tap(row) }, tail: 0.5)
  #expect(stage.log.all.contains { $0.contains("not sent; no source of the board") })
}

@Test func aButtonOnADetailPageSends() throws {
  let stage = Stage()
  let yaml = """
    board: Alarms
    theme: {mode: dark, scale: 1}
    sources:
      list: {url: "${SERVER}/list.json", items: items, key: id, every: 1h}
    cards:
      - row: {each: list, title: "{name}", tap: detail}
    detail:
      - button: {text: "Acknowledge {name}", post: "${SERVER}/ack/{id}"}
    """
  var kiosk = try kiosk(stage, yaml)
  kiosk.play({ $0.tap(Point(x: 240, y: 44)) }, tail: 1.5)
  #expect(kiosk.showsDetail == true)
  kiosk.play({ $0.tap(Point(x: 240, y: 110)) }, tail: 0.5)
  kiosk.deliverAnswers()
  kiosk.play(seconds: 0.5)
  #expect(stage.server.requests("/ack/0").count == 1)
  expectGolden(try kiosk.picture(), "post-detail-done")
}

/// A server that says nothing: after ten seconds the card says so, and the answer that comes later changes nothing.
@Test func aPostWithoutAnswerEndsInTime() throws {
  let stage = Stage()
  var kiosk = try kiosk(stage)
  stage.server.on("/book", .silence)
  stage.server.on("/ack/0", .hold(.reply(204)))
  kiosk.play({ $0.tap(button) }, tail: 1)
  kiosk.play({ $0.tap(yes) }, tail: 1)
  kiosk.play({ $0.tap(row) }, tail: 0.5)
  stage.server.waitForRequests("/book")
  stage.server.waitForRequests("/ack/0")
  kiosk.play(seconds: 8)
  #expect(!stage.log.all.contains { $0.contains("no answer within 10 s") })
  kiosk.play(seconds: 2)
  expectGolden(try kiosk.picture(), "post-timeout")
  #expect(stage.log.all.count { $0.hasPrefix("post to ") && $0.contains("no answer within 10 s") } == 2)
  stage.server.release("/ack/0")
  kiosk.deliverAnswers()
  kiosk.play(seconds: 1)
  expectGolden(try kiosk.picture(), "post-timeout")
  #expect(stage.server.requests("/book").count == 1 && stage.server.requests("/ack/0").count == 1)
}

/// There is no network: nothing was sent, and it may be tried again at once.
@Test func aPostWithoutNetworkSaysSo() throws {
  let stage = Stage()
  let yaml =
    "allow: booking.invalid\n"
    + board.replacing("${SERVER}/book", with: "http://booking.invalid/book")
    .replacing("${SERVER}/ack/{id}", with: "http://booking.invalid/ack/{id}")
  var kiosk = try kiosk(stage, yaml)
  kiosk.play({ $0.tap(button) }, tail: 1)
  kiosk.play({ $0.tap(yes) }, tail: 1)
  kiosk.play({ $0.tap(row) }, tail: 0.5)
  kiosk.deliverAnswers()
  kiosk.play(seconds: 0.5)
  expectGolden(try kiosk.picture(), "post-offline")
  kiosk.play({ $0.tap(button) }, tail: 1)
  #expect(kiosk.showsQuestion == true)
}

/// A service that wants to know who asks: headers go with the post, and into no line.
@Test func aPostHasItsHeaders() throws {
  let stage = Stage()
  let yaml = board.replacing(
    "json: {room: ada}",
    with: #"json: {room: ada}, headers: {Authorization: "Bearer ${SERVER}", X-Day: "{$now | date('%F')}"}"#
  ).replacing(#"{id}"}"#, with: #"{id}", headers: {X-Name: "{name}"}}"#)
  var kiosk = try kiosk(stage, yaml)
  kiosk.play({ $0.tap(button) }, tail: 1)
  kiosk.play({ $0.tap(yes) }, tail: 1)
  kiosk.play({ $0.tap(row) }, tail: 0.5)
  kiosk.deliverAnswers()
  let booked = try #require(stage.server.requests("/book").first)
  #expect(booked.headers["authorization"] == "Bearer " + stage.server.url(""))
  #expect(booked.headers["x-day"] == "2026-05-08")
  #expect(booked.headers["content-type"] == "application/json")
  #expect(stage.server.requests("/ack/0").first?.headers["x-name"] == "Departure 0")
}

/// The result stands on the row itself: no row of the list moves for it.
@Test func aResultMovesNothing() throws {
  let stage = Stage()
  var kiosk = try kiosk(stage)
  let ready = try kiosk.picture()
  kiosk.play({ $0.tap(row) }, tail: 0.5)
  kiosk.deliverAnswers()
  kiosk.play(seconds: 0.5)
  let done = try kiosk.picture()
  // The rows below it, and the words of its own.
  for area in [PixelRect(x0: 0, y0: 170, x1: 480, y1: 320), PixelRect(x0: 0, y0: 90, x1: 240, y1: 160)] {
    for y in area.y0..<area.y1 {
      for x in area.x0..<area.x1 where ready.pixel(x: x, y: y) != done.pixel(x: x, y: y) {
        Issue.record("(\(x), \(y)) differs")
        return
      }
    }
  }
  #expect(differences(ready, done) > 0)
}

/// In a film a pull takes its time; a post, and a source whose time has come, are answered as soon as the server does.
@Test func filmsShowHowPostsEnd() throws {
  let stage = Stage()
  stage.server.on("/list.json", .reply(Stage.items(0..<8)))
  stage.server.on("/ack/0", .reply(204))
  var kiosk = try stage.kiosk(board.replacing("every: 1h", with: "every: 5s"), answers: .after(1.2))
  kiosk.play({ $0.tap(row) }, tail: 1)
  let done = try kiosk.picture()
  #expect(stage.server.requests("/ack/0").count == 1)
  kiosk.play(seconds: 30)
  #expect(kiosk.showsStaleChip == false)
  #expect(stage.log.all == [])
  // The result has gone from the card meanwhile.
  #expect(differences(done, try kiosk.picture()) > 0)
  kiosk.schedule([.key(.refresh, time: kiosk.seconds + 0.05)])
  kiosk.play(seconds: 1)
  #expect(kiosk.refreshPhase.task != nil)
  kiosk.play(seconds: 4)
  #expect(kiosk.refreshPhase == .idle)
}
