import Board
import StubServer
import TestSupport
import Testing
import Vitrine

/// Requests made of what other requests have brought.
@Suite struct DependentSourceTests {
  private let weather = """
    board: Weather
    theme: {mode: dark, scale: 1}
    sources:
      place: {url: "${SERVER}/place.json", every: 1h}
      weather: {url: "${SERVER}/at/{$place.name}/now.json", every: 1h}
    cards:
      - row: {title: "{$weather.sky}"}
    """

  @Test func anAddressHoldsTheValueOfAnotherSource() throws {
    let stage = Stage()
    stage.server.on("/place.json", .reply(#"{"name": "a/../b c"}"#))
    stage.server.on("/at/a%2F..%2Fb%20c/now.json", .reply(#"{"sky": "blue"}"#))
    let kiosk = try stage.kiosk(weather)
    let plain = try stage.kiosk("theme: {mode: dark, scale: 1}\ncards:\n  - row: {title: blue}")
    #expect(differences(try kiosk.picture(), try plain.picture()) == 0)
    // Nothing was asked before there was something to ask with, and nobody complains of that.
    #expect(stage.server.requests("/at/a%2F..%2Fb%20c/now.json").count == 1)
    #expect(!stage.log.all.contains { $0.contains("weather") }, "\(stage.log.all)")
  }

  /// Another place is another question, asked at once.
  @Test func anotherValueAsksAnew() throws {
    let stage = Stage()
    stage.server.on("/place.json", .reply(#"{"name": "a"}"#), .reply(#"{"name": "b"}"#))
    stage.server.on("/at/a/now.json", .reply(#"{"sky": "blue"}"#))
    stage.server.on("/at/b/now.json", .reply(#"{"sky": "grey"}"#))
    var kiosk = try stage.kiosk(weather.replacing("place.json\", every: 1h", with: "place.json\", every: 10s"))
    let blue = try kiosk.picture()
    kiosk.play(seconds: 15)
    kiosk.settle()
    #expect(stage.server.requests("/at/b/now.json").count == 1)
    #expect(differences(blue, try kiosk.picture()) > 0)
  }

  @Test func aFormBringsATokenThatHeadersHold() throws {
    let stage = Stage()
    stage.server.on("/login", .reply(#"{"token": "t-1"}"#), .reply(#"{"token": "t-2"}"#))
    stage.server.on("/doors.json", .reply(401), .reply(#"[{"name": "Gate"}]"#))
    let board = """
      board: Doors
      theme: {mode: dark, scale: 1}
      sources:
        login: {url: "${SERVER}/login", form: {user: kiosk, password: "a b&c=d"}, every: 1h}
        doors: {url: "${SERVER}/doors.json", headers: {Authorization: "Bearer {$login.token}"}, every: 1h}
      cards:
        - row: {each: doors, title: "{name}"}
      """
    var kiosk = try stage.kiosk(board)
    kiosk.play(seconds: 10)
    kiosk.settle()
    let login = try #require(stage.server.requests("/login").first)
    #expect(
      login.method == "POST" && String(decoding: login.body, as: UTF8.self) == "user=kiosk&password=a%20b%26c%3Dd")
    #expect(login.headers["content-type"] == "application/x-www-form-urlencoded")
    // What the token opens no longer is asked for again with a new one.
    let asked = stage.server.requests("/doors.json").map { $0.headers["authorization"] }
    #expect(asked.first == "Bearer t-1" && asked.last == "Bearer t-2", "\(asked)")
    let shown = try stage.kiosk("theme: {mode: dark, scale: 1}\ncards:\n  - row: {title: Gate}")
    #expect(differences(try kiosk.picture(), try shown.picture()) == 0)
    #expect(!stage.log.all.contains { $0.contains("t-1") || $0.contains("a b&c") })
  }

  @Test func aTrialAsksInTheirOrder() throws {
    let stage = Stage()
    stage.server.on("/place.json", .reply(#"{"name": "a"}"#))
    stage.server.on("/at/a/now.json", .reply(#"{"sky": "blue"}"#))
    let (file, source, _) = try stage.read(weather)
    let trials = SourceTrial.all(of: file, source, clock: WallClock(zone: .utc) { Stage.start }).trials
    #expect(trials.map(\.problems) == [[], []])
    #expect(trials.map(\.count) == [1, 1])
    stage.server.on("/place.json", .reply(#"{"title": "a"}"#))
    let silent = SourceTrial.all(of: file, source, clock: WallClock(zone: .utc) { Stage.start }).trials
    #expect(silent.map(\.problems) == [[], ["not asked: $place has not what it is asked with"]])
  }

  /// A film shows what a tap does, and does not do it.
  @Test func picturesSendNothing() throws {
    let stage = Stage()
    stage.server.on("/ack", .reply("{}"))
    let (file, source, _) = try stage.read(
      "theme: {mode: dark, scale: 1}\nsources: {s: {url: \"${SERVER}/s.json\"}}\ncards:\n  - button: {text: Acknowledge, post: \"${SERVER}/ack\"}"
    )
    for sends in [false, true] {
      var moment = SnapshotMoment()
      (moment.tap, moment.sendsPosts) = ("acknow", sends)
      _ = try moment.picture(
        of: file, source, options: PanelOptions(mode: .init(size: .init(width: 320, height: 240)), fonts: Stage.fonts),
        clock: WallClock(zone: .utc) { Stage.start }, log: { [log = stage.log] in log.add($0) })
      #expect(stage.server.requests("/ack").count == (sends ? 1 : 0))
    }
    #expect(stage.log.all.contains { $0.contains("--posts sends it") })
  }
}
