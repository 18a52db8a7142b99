import Motion
import Panel
import Scene
import StubServer
import TestSupport
import Testing
import Vitrine

/// A board all of whose own words are German: what the panel adds is German too.
private let board = """
  board: Raum Ada
  language: de
  theme: {mode: light, scale: 1}
  refresh: {style: compass}
  sources:
    list: {url: "${SERVER}/list.json", items: items, key: id, every: 1m}
    other: {url: "${SERVER}/other.json", every: 1h}
  cards:
    - header: {title: "{$board}", subtitle: "{$now | date('%A, %-d. %B')}", clock: true}
    - button: {text: Buchen, confirm: Raum Ada jetzt buchen?, post: "${SERVER}/book"}
    - departure: {each: list, limit: 1, to: "{name}", due: "$now + 200", planned: "$now"}
    - row: {each: list, skip: 1, limit: 1, title: "{name}", subtitle: "{'2026-05-06' | ago} · {1234.5 | money('€')}", trail: "{0.425 | percent}", tap: {post: "${SERVER}/book"}}
    - row: {each: other, title: "{name}"}
  """

@Test func aGermanKioskIsGermanThroughout() throws {
  let stage = Stage()
  stage.server.on("/list.json", .reply(Stage.items(0..<3)), .reply(500, "down"))
  stage.server.on("/other.json", .reply(500, "down"))
  stage.server.on("/book", .reply(500, "no"), .reply("{}"))
  var kiosk = try stage.kiosk(board, answers: .held)
  kiosk.deliverAnswers()
  kiosk.settle()
  let button = Point(x: 240, y: 120)
  kiosk.play({ $0.tap(button) }, tail: 1)
  expectGolden(try kiosk.picture(), "german-question")
  kiosk.play({ $0.tap(Point(x: 340, y: 250)) }, tail: 1)
  kiosk.deliverAnswers()
  kiosk.play({ $0.tap(Point(x: 240, y: 278)) }, tail: 0.5)
  // The button has failed, the row is on its way.
  expectGolden(try kiosk.picture(), "german-posts")
  kiosk.deliverAnswers()
  kiosk.play(seconds: 130)
  kiosk.deliverAnswers()
  kiosk.schedule([.key(.refresh, time: kiosk.seconds + 0.05)])
  kiosk.play(seconds: 1)
  kiosk.deliverAnswers()
  kiosk.play(seconds: 0.6)
  expectGolden(try kiosk.picture(), "german-trouble")
}
