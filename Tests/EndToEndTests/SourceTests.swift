import Board
import Glibc
import StubServer
import TestSupport
import Testing
import Vitrine

private func list(_ source: String, card: String = #"row: {each: list, title: "{title}"}"#) -> String {
  """
  board: Sources
  theme: {mode: dark, scale: 1}
  sources:
    list: \(source)
  cards:
    - \(card)
  """
}

extension Stage {
  /// What is on the glass, for boards that say the same in other words.
  fileprivate func shown(_ board: String, start: Double = Stage.start) throws -> [UInt32] {
    pixels(of: try kiosk(board, start: start).picture())
  }
}

@Test func aTableFromADiskIsAList() throws {
  let stage = Stage()
  try stage.write("\u{FEFF}title;price\r\n\"Soup; hot\";4,50\r\nRoll\r\n", to: "menu.csv")
  try stage.write(#"[{"title": "Soup; hot"}, {"title": "Roll"}]"#, to: "menu.json")
  #expect(try stage.shown(list("{url: menu.csv}")) == stage.shown(list("{url: menu.json}")))
}

@Test func aDirectoryNamedAsPicturesNeedsNoSlash() throws {
  let stage = Stage()
  try writeFile(stage.directory + "/photos/a.png", try file(of: plainPicture(.init(rgb: 0x20C030)), in: stage))
  let card = #"image: {each: list, image: "{file}", ratio: 16/9}"#
  let kiosk = try stage.kiosk(list("{url: photos, as: images}", card: card))
  #expect(try kiosk.color(x: 240, y: 160) == 0x20C030)
}

/// The calendar on the server stays the same; what it means moves with the clock.
@Test func anUnchangedCalendarIsReadAnewWithTime() throws {
  let stage = Stage()
  let calendar = """
    BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:a\r\nSUMMARY:Daily\r\nDTSTART:20200101T090000Z\r\nRRULE:FREQ=DAILY\r\n\
    END:VEVENT\r\nBEGIN:VEVENT\r\nUID:b\r\nSUMMARY:Odd\r\nDTSTART:20200101T090000Z\r\nRRULE:FREQ=HOURLY\r\n\
    END:VEVENT\r\nEND:VCALENDAR\r\n
    """
  stage.server.on(
    "/list.ics", .reply(200, headers: ["ETag": "\"1\""], type: "text/calendar", calendar), .reply(304))
  let board = list(
    #"{url: "${SERVER}/list.ics", every: 300d, keep: 366d, sort: -start, limit: 1}"#,
    card: #"row: {each: list, title: "{start | date('%Y-%m-%d')}"}"#
  ).replacing("every: 300d", with: "every: 7d")
  var kiosk = try stage.kiosk(board)
  let before = try kiosk.picture()
  kiosk.play(seconds: 8 * 86_400)
  #expect(stage.server.requests("/list.ics").count >= 2)
  #expect(differences(before, try kiosk.picture()) > 0)
  // Said once, however often it is read.
  #expect(
    stage.log.all == [
      "source list: \"Odd\" repeats by a rule that is not followed here; its first time is shown only"
    ])
}

/// One of several addresses is silent: the others are shown, and it comes when it comes.
@Test func severalAddressesMakeOneList() throws {
  let stage = Stage()
  stage.server.on("/a.json", .reply(#"[{"title": "a"}]"#))
  stage.server.on("/b.json", .reply(503, ""))
  let board = list(#"{url: ["${SERVER}/a.json", "${SERVER}/b.json"], every: 1h}"#)
  try stage.write(#"[{"title": "a"}]"#, to: "one.json")
  try stage.write(#"[{"title": "a"}, {"title": "b"}]"#, to: "both.json")
  #expect(try stage.shown(board) == stage.shown(list("{url: one.json}")))
  stage.server.on("/b.json", .reply(#"[{"title": "b"}]"#))
  #expect(try stage.shown(board) == stage.shown(list("{url: both.json}")))
}

/// A source may ask by POST; what came is kept as any other answer.
@Test func aSourceMayAskWithJSON() throws {
  let stage = Stage()
  stage.server.on("/graph", .reply(#"[{"title": "Ada"}]"#))
  let board = list(
    #"{url: "${SERVER}/graph", post: {query: "{ rooms }", first: 5, day: "{$now | date('%Y-%m-%d')}"}}"#
      .replacing("\"{ rooms }\"", with: "'rooms \\{ name \\}'"))
  let kiosk = try stage.kiosk(board, caches: true)
  let shown = try kiosk.picture()
  let request = try #require(stage.server.requests("/graph").first)
  #expect(request.method == "POST")
  #expect(request.headers["content-type"] == "application/json")
  #expect(
    String(decoding: request.body.filter { $0 != 0x0A && $0 != 0x20 }, as: UTF8.self)
      == #"{"query":"rooms{name}","first":5,"day":"2026-05-08"}"#)
  #expect(stage.cached.count == 1)
  stage.server.on("/graph", .silence)
  #expect(differences(shown, try stage.kiosk(board, answers: .held, caches: true).picture()) == 0)
}

/// Not in a log, not in the notice on the glass: neither from the environment nor from a file, wherever the address holds it.
@Test func secretsReachNoLine() throws {
  let stage = Stage()
  try stage.write("hunter2-of-the-file\n", to: "secret.txt")
  unsafe _ = setenv("KIOSK_TEST_TOKEN", "s3cr3t-of-the-panel", 1)
  defer { unsafe _ = unsetenv("KIOSK_TEST_TOKEN") }
  let path = "/private-s3cr3t-of-the-panel/cal.json"
  stage.server.on(path, .reply("rubbish"))
  let board = list(
    """
    {url: ["${SERVER}/private-${KIOSK_TEST_TOKEN}/cal.json", "http://${KIOSK_TEST_TOKEN}.invalid/",
      "file:///${file:\(stage.directory)/secret.txt}"], headers: {X-Key: "${KIOSK_TEST_TOKEN}"}}
    """, card: #"image: {image: "${SERVER}/${KIOSK_TEST_TOKEN}.png"}"#)
  let kiosk = try stage.kiosk(board)
  _ = try kiosk.picture()
  #expect(stage.server.requests(path).first?.headers["x-key"] == "s3cr3t-of-the-panel")
  let log = stage.log.all.joined(separator: "\n")
  #expect(log.contains("/private-•••/cal.json: "))
  #expect(log.contains("source list: "))
  #expect(log.contains("picture: "))
  #expect(!log.contains("s3cr3t"), "\(log)")
  #expect(!log.contains("hunter2"), "\(log)")
}
