import Glibc
import Motion
import Scene
import Testing

@testable import Touch

@Test func aMachineWithoutDevicesIsNoError() {
  var input = TouchInput(
    .paths(["/dev/input/by-path/no-such-panel"]), area: TouchArea(size: PixelSize(width: 800, height: 480)),
    log: { Issue.record("nothing should be said: \($0)") })
  var events: [InputEvent] = []
  let descriptor = input.descriptor
  #expect(descriptor.map { $0 >= 0 } == true)
  input.read(at: 1, into: &events)
  #expect(events.isEmpty)
  #expect(input.deadline == nil)
  #expect(input.statistics.summary == "no touch screen")
  input.suspend(at: 2, into: &events)
  input.suspend(at: 2, into: &events)
  input.resume()
  input.read(at: 3, into: &events)
  #expect(events.isEmpty)
}

@Test func aDeviceThatMayNotBeOpenedIsExplained() {
  #expect(
    InputDevices.complaint("/dev/input/event3", code: EACCES)
      == "touch: could not open /dev/input/event3: Permission denied; its user must be in the group \"input\"")
  #expect(
    InputDevices.complaint("/dev/input/event3", code: ENODEV)
      == "touch: could not open /dev/input/event3: No such device")
}

@Test func deviceLinesSayWhatMatters() {
  let panel = InputDevice(
    name: "ILITEK Multi-Touch", node: "event3", isTouchscreen: true, output: "DSI-1",
    calibration: [-1, 0, 1, 0, -1, 1])
  #expect(
    panel.description
      == "touch screen \"ILITEK Multi-Touch\" (event3), on DSI-1, calibrated by -1.0 0.0 1.0 0.0 -1.0 1.0")
  #expect(InputDevice(name: "Mouse", node: "event1", isPointer: true).description == "pointer \"Mouse\" (event1)")
}
