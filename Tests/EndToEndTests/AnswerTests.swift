import Board
import Motion
import Panel
import Refresh
import Scene
import StubServer
import TestSupport
import Testing
import Vitrine

private let signIn = "<!DOCTYPE html><html><head><title>Guest network</title></head><body>Please sign in</body></html>"

/// `{"a": 1}` in EBCDIC (code page 37), which no panel reads.
private let mainframe: [UInt8] = [0xC0, 0x7F, 0x81, 0x7F, 0x7A, 0x40, 0xF1, 0xD0]

private let feedBoard = """
  board: News
  theme: {mode: dark, scale: 1}
  sources:
    list: {url: "${SERVER}/list.json", as: feed, every: 1h}
  cards:
    - row: {each: list, title: "{title}"}
  """

private let atom = """
  <feed xmlns="http://www.w3.org/2005/Atom"><title>N</title>
  <entry><id>1</id><title>The whistle is back</title></entry></feed>
  """

private let textBoard = """
  board: Note
  theme: {mode: dark, scale: 1}
  sources:
    list: {url: "${SERVER}/list.json", as: text, every: 1h}
  cards:
    - text: {text: "{$list.text}"}
  """

private let plainBoard = """
  board: Station
  theme: {mode: dark, scale: 1}
  sources:
    list: {url: "${SERVER}/list.json", every: 1h}
  cards:
    - row: {each: list, title: "{name}"}
  """

private let plainList = #"[{"name": "Harbour"}, {"name": "Island"}]"#

struct BadAnswer: Sendable, CustomTestStringConvertible {
  var name: String
  var board = Stage.listBoard
  var good = StubReply.reply(Stage.items(0..<30))
  var bad: StubReply
  /// What the person who runs the panel reads.
  var reason: String
  var testDescription: String { name }

  static let all = [
    BadAnswer(
      name: "a guest network's sign-in page", bad: .reply(200, type: "text/html", signIn), reason: "sent a web page"),
    BadAnswer(
      name: "a sign-in page that calls itself JSON", bad: .reply(signIn), reason: "sent a web page, not JSON"),
    BadAnswer(
      name: "JSON that ends early", bad: .reply(String(Stage.items(0..<30).dropLast(40))), reason: "not valid JSON"),
    BadAnswer(
      name: "an encoding nobody reads",
      bad: .reply(200, type: "application/json; charset=ibm037", bytes: mainframe), reason: "not valid JSON"),
    BadAnswer(name: "nothing at all", bad: .reply(""), reason: "the answer is empty"),
    BadAnswer(name: "nothing at all, and no word of its kind", bad: .reply(204, ""), reason: "the answer is empty"),
    BadAnswer(name: "null", bad: .reply("null"), reason: #"the answer has nothing at "items""#),
    BadAnswer(
      name: "an error in place of what holds the list", bad: .reply(#"{"error": "quota"}"#),
      reason: #"the answer has nothing at "items", it has error"#),
    BadAnswer(
      name: "an apology in plain text", board: plainBoard, good: .reply(plainList),
      bad: .reply(200, type: "text/plain", "Down for maintenance"), reason: "not valid JSON"),
    BadAnswer(
      name: "an error that calls itself fine", board: plainBoard, good: .reply(plainList),
      bad: .reply(#"{"error": "quota"}"#), reason: "the answer is one record now, where it was a list before"),
    BadAnswer(
      name: "a feed that is a web page", board: feedBoard, good: .reply(200, type: "application/atom+xml", atom),
      bad: .reply(200, type: "text/html", signIn), reason: "sent a web page, not a feed"),
    BadAnswer(
      name: "a feed that ends early", board: feedBoard, good: .reply(200, type: "application/atom+xml", atom),
      bad: .reply(200, type: "application/atom+xml", String(atom.prefix(60))), reason: "breaks off"),
    BadAnswer(
      name: "a text that is a web page", board: textBoard, good: .reply(200, type: "text/plain", "Back at three"),
      bad: .reply(200, type: "text/html", signIn), reason: "sent a web page, not text"),
  ]
}

/// The last good answer stays: on the glass, and in the cache for the next start.
@Test(arguments: BadAnswer.all)
func whatCannotBeReadNeverReplacesWhatIsGood(answer: BadAnswer) throws {
  let stage = Stage()
  stage.server.on("/list.json", answer.good, answer.bad)
  var kiosk = try stage.kiosk(answer.board, answers: .after(0.6), caches: true)
  let before = try kiosk.picture()
  kiosk.schedule([.key(.refresh, time: kiosk.seconds + 0.05)])
  kiosk.play(seconds: 1.5)
  #expect(kiosk.refreshPhase.outcome == .failure)
  kiosk.play(seconds: 5)
  let after = try kiosk.picture()
  #expect(differences(before, after) == 0)
  let line = stage.log.all.first {
    $0.hasPrefix("source list: could not read the answer of \(stage.server.url("/list.json")): ")
  }
  #expect(line?.contains(answer.reason) == true, "\(stage.log.all)")
  #expect(stage.log.all.count == 1)

  stage.server.on("/list.json", .silence)
  let next = try stage.kiosk(answer.board, answers: .held, caches: true)
  let shown = try next.picture()
  #expect(differences(before, shown) == 0)
}

private let pictureBoard = """
  board: Gallery
  theme: {mode: dark, scale: 1}
  sources:
    list: {url: "${SERVER}/list.json", every: 1h}
  cards:
    - image: {each: list, image: "{address}", ratio: 16/9}
  """

/// A picture of one colour.
func plainPicture(_ color: Color) -> Pixmap {
  Pixmap(size: PixelSize(width: 64, height: 36), isOpaque: true) { _, _ in Pixel(color) }
}

/// The bytes of its file.
func file(of picture: Pixmap, in stage: Stage) throws -> [UInt8] {
  try PictureFile.write(picture, to: stage.directory + "/written.png")
  return try readFile(stage.directory + "/written.png")
}

@Test func withoutANetworkDataAndPicturesAreShownFromTheCache() throws {
  let stage = Stage()
  stage.server.on("/list.json", .reply(#"[{"address": "\#(stage.server.url("/a.png"))"}]"#))
  let red = try file(of: plainPicture(Color(rgb: 0xC03020)), in: stage)
  stage.server.on("/a.png", .reply(200, type: "image/png", bytes: red))
  let first = try stage.kiosk(pictureBoard, caches: true)
  let before = try first.picture()
  #expect(try first.color(x: 240, y: 160) == 0xC03020)

  // A guest network answers everything.
  stage.server.on("/list.json", .reply(200, type: "text/html", signIn))
  stage.server.on("/a.png", .reply(200, type: "text/html", signIn))
  let second = try stage.kiosk(pictureBoard, caches: true)
  #expect(differences(before, try second.picture()) == 0)
  #expect(
    stage.log.all.contains { $0.hasPrefix("picture: could not read the answer of \(stage.server.url("/a.png")): ") })

  stage.server.stop()
  let third = try stage.kiosk(pictureBoard, caches: true)
  #expect(third.isComplete == true)
  #expect(differences(before, try third.picture()) == 0)
}

@Test func aPictureThatCouldNotBeHadComesWithTheNextPull() throws {
  let stage = Stage()
  stage.server.on("/list.json", .reply(#"[{"address": "\#(stage.server.url("/a.png"))"}]"#))
  stage.server.on("/a.png", .reply(503, "busy"))
  var kiosk = try stage.kiosk(pictureBoard)
  #expect(try kiosk.color(x: 240, y: 160) != 0x20C030)
  let green = try file(of: plainPicture(Color(rgb: 0x20C030)), in: stage)
  stage.server.on("/a.png", .reply(200, type: "image/png", bytes: green))
  kiosk.schedule([.key(.refresh, time: kiosk.seconds + 0.05)])
  kiosk.play(seconds: 5)
  #expect(try kiosk.color(x: 240, y: 160) == 0x20C030)
}

/// Addresses and headers that hold the time make one cache file, and the start from cache finds it.
@Test(arguments: [
  #"url: "${SERVER}/list.json?now={$now | epoch}""#,
  #"url: "${SERVER}/list.json", headers: {X-Time: "{$now | epoch}"}"#,
])
func anAddressThatHoldsTheTimeIsCachedOnce(source: String) throws {
  let board = Stage.listBoard.replacing(#"url: "${SERVER}/list.json""#, with: source)
    .replacing("every: 1h", with: "every: 1m")
  let stage = Stage()
  stage.server.on(
    "/list.json", .reply(Stage.items(0..<30)), .reply(Stage.items(0..<31)), .reply(Stage.items(0..<32)),
    .reply(Stage.items(0..<33)))
  var kiosk = try stage.kiosk(board, caches: true)
  kiosk.play(seconds: 330)
  let requests = stage.server.requests("/list.json")
  #expect(requests.count >= 5)
  #expect(Set(requests.map { $0.target + ($0.headers["x-time"] ?? "") }).count == requests.count)
  #expect(stage.cached.count == 1)
  let before = try kiosk.picture()
  stage.server.on("/list.json", .silence)
  let next = try stage.kiosk(board, answers: .held, start: Stage.start + 3600, caches: true)
  #expect(next.isComplete == true)
  // An hour later the data is old, and says so; above the chip's row it is the same.
  #expect(next.showsStaleChip == true)
  let after = try next.picture()
  let rows = (140..<288).filter { y in (0..<480).contains { before.pixel(x: $0, y: y) != after.pixel(x: $0, y: y) } }
  #expect(rows.isEmpty)
}
