import Motion
import Panel
import Scene
import StubServer
import TestSupport
import Testing
import Vitrine

private let board = """
  board: Room
  theme: {mode: light, scale: 1}
  sources:
    room: {url: "${SERVER}/room.json", every: 1h}
  cards:
    - toggle: {label: Lamp, icon: light, value: $room.lamp, post: "${SERVER}/set/lamp", json: {on: "{$value}"}}
    - toggle: {label: Fan, subtitle: Off at night, value: $room.fan, post: "${SERVER}/set/fan", json: {on: "{$value}"}}
    - slider: {label: Blinds, value: $room.blinds, step: 5, unit: "%", post: "${SERVER}/set/blinds", json: "{$value}"}
    - stepper: {label: Heating, value: $room.heating, min: 5, max: 30, step: 0.5, unit: °C, post: "${SERVER}/set/heating", json: "{$value}"}
    - choice: {label: Mode, value: $room.mode, options: {off: "Off", eco: Eco, warm: Warm}, post: "${SERVER}/set/mode", confirm: "Set to {$value}?", json: "{$value}"}
  """

private func answer(lamp: Bool = true, blinds: Int = 40, heating: Double = 20.5) -> String {
  #"{"lamp": \#(lamp), "fan": "off", "blinds": \#(blinds), "heating": \#(heating), "mode": "eco"}"#
}

private let size = PixelSize(width: 480, height: 640)

private func kiosk(_ stage: Stage, _ yaml: String = board, size: PixelSize = size) throws -> VirtualKiosk {
  stage.server.on("/room.json", .reply(answer()))
  for name in ["lamp", "fan", "blinds", "heating", "mode"] { stage.server.on("/set/\(name)", .reply("{}")) }
  var kiosk = try stage.kiosk(yaml, size: size, answers: .held)
  kiosk.deliverAnswers()
  kiosk.settle()
  return kiosk
}

private let lamp = Point(x: 420, y: 44)

@Test func controlsShowWhatTheDataSays() throws {
  let stage = Stage()
  let kiosk = try kiosk(stage)
  expectGolden(try kiosk.picture(), "controls")
}

@Test func controlsAreMirroredWithThePage() throws {
  let stage = Stage()
  let kiosk = try kiosk(
    stage, board.replacing("label: Lamp", with: "label: مصباح").replacing("mode: light", with: "mode: dark"))
  expectGolden(try kiosk.picture(), "controls-mirrored")
}

@Test func aSwitchIsThrownAtOnceAndConfirmed() throws {
  let stage = Stage()
  var kiosk = try kiosk(stage)
  let before = try kiosk.picture()
  kiosk.play({ $0.tap(lamp) }, tail: 0.5)
  expectGolden(try kiosk.picture(), "controls-busy")
  stage.server.on("/room.json", .reply(answer(lamp: false)))
  kiosk.deliverAnswers()
  kiosk.deliverAnswers()
  kiosk.play(seconds: 1)
  let bodies = stage.server.requests("/set/lamp").map { String(decoding: $0.body, as: UTF8.self) }
  #expect(bodies == ["{\n  \"on\": false\n}"])
  #expect(stage.server.requests("/room.json").count == 2)
  expectGolden(try kiosk.picture(), "controls-off")
  #expect(differences(before, try kiosk.picture()) > 0)
}

/// The server says no: the switch springs back and says so, and later is what it was.
@Test func aSwitchThatIsRefusedSpringsBack() throws {
  let stage = Stage()
  var kiosk = try kiosk(stage)
  let before = try kiosk.picture()
  stage.server.on("/set/lamp", .reply(500))
  kiosk.play({ $0.tap(lamp) }, tail: 0.2)
  kiosk.deliverAnswers()
  kiosk.play(seconds: 1)
  expectGolden(try kiosk.picture(), "controls-refused")
  kiosk.play(seconds: 5)
  #expect(differences(before, try kiosk.picture()) == 0)
}

@Test func aSliderIsDraggedAndItsLastValueSent() throws {
  let stage = Stage()
  var kiosk = try kiosk(stage)
  kiosk.play(
    { touch in
      touch.down(Point(x: 201, y: 208))
      touch.move(to: Point(x: 330, y: 214), over: 0.5)
      touch.wait(0.05)
    }, tail: 0)
  expectGolden(try kiosk.picture(), "controls-sliding")
  kiosk.play({ $0.up() }, tail: 0.1)
  for _ in 0..<4 {
    stage.server.on("/room.json", .reply(answer(blinds: 75)))
    kiosk.deliverAnswers()
    kiosk.play(seconds: 0.3)
  }
  let bodies = stage.server.requests("/set/blinds").map { String(decoding: $0.body, as: UTF8.self) }
  #expect(bodies.last == "75" && bodies.count <= 3)
  expectGolden(try kiosk.picture(), "controls-slid")
}

@Test func partsOfControlsDoWhatTheySay() throws {
  let stage = Stage()
  var kiosk = try kiosk(stage)
  // Heating: more twice, less once, as fast as a finger can.
  for x in [424.0, 424, 272] { kiosk.play({ $0.tap(Point(x: x, y: 308)) }, tail: 0.2) }
  for _ in 0..<3 {
    kiosk.deliverAnswers()
    kiosk.play(seconds: 0.3)
  }
  let heating = stage.server.requests("/set/heating").map { String(decoding: $0.body, as: UTF8.self) }
  #expect(heating.first == "21" && heating.last == "21")
  // Between its parts a stepper does nothing.
  kiosk.play({ $0.tap(Point(x: 100, y: 308)) }, tail: 0.5)
  #expect(stage.server.requests("/set/heating").count == heating.count)
  // The board asks before it sets the mode.
  kiosk.play({ $0.tap(Point(x: 390, y: 418)) }, tail: 1)
  #expect(kiosk.showsQuestion == true)
  expectGolden(try kiosk.picture(), "controls-question")
  #expect(stage.server.requests("/set/mode").isEmpty)
  kiosk.play({ $0.tap(Point(x: 341, y: 288)) }, tail: 0.5)
  #expect(kiosk.showsQuestion == false)
  kiosk.deliverAnswers()
  #expect(stage.server.requests("/set/mode").map { String(decoding: $0.body, as: UTF8.self) } == [#""warm""#])
}
