import Motion
import Scene
import StubServer
import TestSupport
import Testing
import Vitrine

private let events = """
  board: Push
  theme: {mode: light, scale: 1}
  sources: {x: {url: "${SERVER}/e", stream: events}}
  cards:
    - number: {value: "{$x.v}", label: Now}
  """

extension VirtualKiosk {
  /// Plays until the glass shows something else; what comes by itself comes when it does.
  fileprivate mutating func untilItChanges(from before: Pixmap) throws -> Pixmap {
    while true {
      play(seconds: 1.0 / 60)
      settle()
      let now = try picture()
      if differences(before, now) > 0 {
        play(seconds: 2)
        return try picture()
      }
    }
  }
}

@Test func whatAServerPushesIsOnTheGlass() throws {
  let stage = Stage()
  stage.server.on("/e", .stream("data: {\"v\": 21}\n\n", "data: {\"v\": 22}\n\n"))
  var kiosk = try stage.kiosk(events, size: PixelSize(width: 320, height: 200))
  kiosk.settle()
  kiosk.play(seconds: 1)
  let first = try kiosk.picture()
  expectGolden(first, "pushed-21")
  stage.server.release("/e")
  let second = try kiosk.untilItChanges(from: first)
  expectGolden(second, "pushed-22")
}

/// A real broker: what is retained is there at once, what changes comes.
@Test func whatABrokerSendsIsOnTheGlass() throws {
  let stage = Stage()
  let broker = Mosquitto()
  broker.waitForLine(with: "running")
  broker.publish("house/kitchen/temperature", "21.5")
  broker.publish("house/hall/temperature", "18")
  let yaml = """
    board: House
    theme: {mode: light, scale: 1}
    sources: {t: {url: "mqtt://127.0.0.1:\(broker.port)/house/+/temperature", sort: topic}}
    cards:
      - row: {each: t, title: "{topic}", trail: "{value | fixed(1)} °C"}
    """
  var kiosk = try stage.kiosk(yaml, size: PixelSize(width: 480, height: 320))
  kiosk.settle()
  kiosk.play(seconds: 1)
  let first = try kiosk.picture()
  expectGolden(first, "broker-first")
  broker.publish("house/kitchen/temperature", "22.5")
  let second = try kiosk.untilItChanges(from: first)
  expectGolden(second, "broker-second")
}

/// The board is edited while the link stands: what was heard of each topic before is still known.
@Test func anEditKeepsWhatABrokerHasSaid() throws {
  let stage = Stage()
  let broker = Mosquitto()
  broker.publish("house/kitchen/temperature", "21.5")
  broker.publish("house/hall/temperature", "18")
  let yaml = """
    board: House
    sources: {t: {url: "mqtt://127.0.0.1:\(broker.port)/house/+/temperature", sort: topic}}
    cards:
      - row: {each: t, title: "{topic}", trail: "{value | fixed(1)} °C"}
    """
  var kiosk = try stage.kiosk(yaml, size: PixelSize(width: 480, height: 320))
  kiosk.settle()
  kiosk.play(seconds: 1)
  for (change, kitchen) in [("fixed(1)} degrees", "22.5"), ("fixed(1)} C", "23.5")] {
    try stage.edit(yaml.replacing("fixed(1)} °C", with: change), under: &kiosk)
    kiosk.play(seconds: 2)
    let before = try kiosk.picture()
    broker.publish("house/kitchen/temperature", kitchen)
    _ = try kiosk.untilItChanges(from: before)
    let (cards, words) = kiosk.spoken
    let unit = change.split(separator: " ").last ?? ""
    #expect(
      cards.map { $0.line(words) } == [
        "item: house/hall/temperature; 18.0 \(unit)", "item: house/kitchen/temperature; \(kitchen) \(unit)",
      ])
  }
}
