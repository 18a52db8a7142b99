import Panel
import Scene
import StubServer
import TestSupport
import Testing
import Vitrine

/// A board of the day, with a name server that knows its host from 17:44 on: until then there is no network.
private func board(_ stage: Stage) -> String {
  """
  board: Harbour
  theme: {mode: light, scale: 1}
  sources:
    list: {url: "{$now < '2026-05-08T17:44:00Z' ? 'http://vitrine.invalid' : '\(stage.server.url(""))'}/list.json", items: items, key: id, every: 5m}
    weather: {url: "{$now < '2026-05-08T17:44:00Z' ? 'http://vitrine.invalid' : '\(stage.server.url(""))'}/weather.json", every: 5m}
  cards:
    - header: {title: "{$board}", clock: true, trail: "{$weather.temp}°"}
    - section: {title: Departures}
    - row: {each: list, title: "{name}", trail: "{at}"}
    - section: {title: Weather}
    - number: {label: Outside, value: "{$weather.temp}", unit: °C}
  """
}

@Test func aStartWithoutNetworkAndCacheSaysSoAndGoesOnWhenItComes() throws {
  let stage = Stage()
  stage.server.on("/list.json", .reply(Stage.items(0..<3)))
  stage.server.on("/weather.json", .reply(#"{"temp": 14}"#))
  var kiosk = try stage.kiosk(board(stage))
  expectGolden(try kiosk.picture(), "silence-offline")
  #expect(kiosk.showsStaleChip == true)
  #expect(stage.server.requests("/list.json").isEmpty)
  // Said once for each source, however often it is asked.
  #expect(stage.log.all.count { $0.hasPrefix("source list: ") } == 1)
  kiosk.play(seconds: 300)
  #expect(stage.server.requests("/list.json").count == 1)
  #expect(kiosk.showsStaleChip == false)
  expectGolden(try kiosk.picture(), "silence-over")
}

/// A server that is there and in trouble is no missing network.
@Test func aSourceThatNeverWorkedSaysWhy() throws {
  let stage = Stage()
  stage.server.on("/list.json", .reply(503, "maintenance"))
  var kiosk = try stage.kiosk()
  expectGolden(try kiosk.picture(), "silence-service")
  stage.server.on("/list.json", .reply(Stage.items(0..<30)))
  kiosk.play(seconds: 120)
  expectGolden(try kiosk.picture(), "list")
}

/// The chip lies in a row of its own, whatever the panel: it covers no card, and the list ends above it.
@Test(arguments: [
  (PixelSize(width: 800, height: 480), "800x480"), (PixelSize(width: 1080, height: 1920), "1080x1920"),
])
func theChipCoversNothing(size: PixelSize, name: String) throws {
  let stage = Stage()
  stage.server.on("/list.json", .reply(Stage.items(0..<30)), .reply(500, "down"))
  var kiosk = try stage.kiosk(
    Stage.listBoard.replacing("every: 1h", with: "every: 1m").replacing(", scale: 1}", with: "}"), size: size)
  kiosk.play(seconds: 130)
  #expect(kiosk.showsStaleChip == true)
  expectGolden(try kiosk.picture(), "stale-\(name)")
  // The last row comes up above it.
  kiosk.schedule([.key(.end, time: kiosk.seconds)])
  kiosk.play(seconds: 3)
  expectGolden(try kiosk.picture(), "stale-end-\(name)")
}
