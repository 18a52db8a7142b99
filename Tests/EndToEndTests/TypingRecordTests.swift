import Kiosk
import Motion
import Panel
import Recording
import Scene
import StubServer
import TestSupport
import Testing
import Vitrine

private let size = PixelSize(width: 480, height: 640)
private let board = """
  board: Hall
  theme: {mode: light, scale: 1}
  sources:
    hall: {url: "${SERVER}/hall.json", every: 1h}
  cards:
    - keypad: {label: Alarm, icon: lock, length: 4, post: "${SERVER}/code", json: {code: "{$value}"}}
  """

/// How somebody presses a key.
private enum Way: CaseIterable { case finger, mouse, wheel, keyboard }

/// The record of a key that somebody presses, and of a rest thereafter.
///
/// - Parameter goes: he has gone off the keys at the end.
private func record(of way: Way, part: Int, goes: Bool) throws -> EventRecord {
  let stage = Stage()
  stage.server.on("/hall.json", .reply("{}"))
  stage.server.on("/code", .reply("{}"))
  let (file, source, _) = try stage.read(board)
  let recorder = PanelRecorder(runtime: nil, directory: nil, restInterval: 1 << 30, log: { _ in })
  var options = PanelOptions(mode: DisplayMode(size: size), fonts: Stage.fonts)
  options.recorder = recorder
  var kiosk = VirtualKiosk(
    board: file, source: source, options: options, start: Stage.start, answers: .atOnce, log: { _ in })
  kiosk.settle()
  let keys = try #require(kiosk.shownPage.blocks.compactMap { $0.control?.parts }.first { $0.count >= 12 })
  let top = kiosk.shownPage.header?.frame.height ?? 0
  let place = Point(
    x: Double(keys[part].x0 + keys[part].x1) / 2, y: Double(keys[part].y0 + keys[part].y1) / 2 + Double(top))
  let begun = kiosk.seconds
  func events(_ phase: TouchEvent.Phase, _ time: Double) -> InputEvent {
    var event = TouchEvent(phase: phase, contact: 0, position: place, time: begun + time)
    event.device = way == .finger ? .touchscreen : .pointer
    return .touch(event)
  }
  let beside = Point(x: 2, y: 2)
  let hasPointer = way == .mouse || way == .wheel
  if hasPointer { kiosk.schedule([.pointer(position: beside, time: begun + 0.1)]) }
  if hasPointer { kiosk.schedule([.pointer(position: place, time: begun + 0.4)]) }
  if way == .wheel { kiosk.schedule([.wheel(lines: 0, position: place, time: begun + 0.6)]) }
  if way == .keyboard {
    let digit = try #require(Unicode.Scalar(UInt32(0x31 + part)))
    kiosk.schedule([.typed(Stroke(digit), time: begun + 1), .typed(Stroke(Stroke.delete), time: begun + 1.2)])
  } else {
    kiosk.schedule([events(.down, 1), events(.up, 1.2)])
  }
  if goes, hasPointer { kiosk.schedule([.pointer(position: beside, time: begun + 1.6)]) }
  kiosk.play(seconds: 2)
  kiosk.settle()
  return try EventRecord(recorder.copy())
}

@Test(arguments: Way.allCases)
private func whichKeyIsPressedIsInNoRecord(way: Way) throws {
  let (first, other) = (try record(of: way, part: 1, goes: true), try record(of: way, part: 8, goes: true))
  let inputs = [first, other].map { record in record.events.filter { $0.kind == .input } }
  #expect(inputs[0].count == (way == .mouse ? 5 : way == .wheel ? 6 : 2))
  #expect(inputs[0] == inputs[1])
}

/// A pressed key and a mouse's arrow are left out of what is compared, and nothing else is.
@Test(arguments: Way.allCases)
private func framesInWhichAKeyIsPressedAreCompared(way: Way) throws {
  for goes in [true, false] {
    let record = try record(of: way, part: 8, goes: goes)
    var player = FramePlayer(record)
    while player.step() {}
    #expect(player.garbled == nil && player.stray == nil && player.difference == nil)
    #expect(player.frames > 2)
    #expect(player.compared == player.frames)
  }
}
