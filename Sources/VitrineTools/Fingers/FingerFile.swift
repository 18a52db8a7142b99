package import Board
import Formats
package import Motion
import Numbers
package import Scene
import Touch

/// What `libinput record` has written of a touch screen, as fingers.
///
/// Source: libinput-record(1), FILE FORMAT; multi-touch protocol B of the kernel's Documentation/input/multi-touch-protocol.rst.
package struct FingerFile: Sendable {
  /// What the touch screen calls itself.
  package let device: String
  /// What it reported; microseconds since the recording began.
  let events: [DeviceEvent]

  /// An hour of a finger at 120 Hz.
  private static let limits = YAML.Limits(values: 4_000_000, depth: 16, bytes: 64 << 20)

  /// - Parameter file: what it is called where something is wrong with it.
  /// - Throws: where it stands and what it is.
  package init(_ bytes: [UInt8], file: String) throws(Diagnostic) {
    let root = try YAML.parse(bytes, file: file, limits: Self.limits)
    guard let devices = root["devices"], case .sequence(let list) = devices.content else {
      throw Diagnostic(
        file: file, mark: root.mark, message: "this is no recording: `libinput record -o touch.yml` writes one")
    }
    guard let screen = list.first(where: { FingerDevice.isTouchscreen($0) }) else {
      throw Diagnostic(
        file: file, mark: devices.mark,
        message: "no touch screen is in this recording; name its node: `libinput record -o touch.yml /dev/input/event0`"
      )
    }
    var reader = try FingerDevice(screen, file: file)
    if let frames = screen["events"] {
      guard case .sequence(let list) = frames.content else {
        throw Diagnostic(file: file, mark: frames.mark, message: "a list of events was expected here")
      }
      for frame in list { try reader.read(frame) }
    }
    guard reader.hasFingers else {
      throw Diagnostic(
        file: file, mark: screen.mark,
        message: "no finger is in this recording: touch the panel while `libinput record` runs")
    }
    (device, events) = (reader.name, reader.events)
  }

  /// As a kiosk gets it on a panel of this size, held like this; seconds since the recording began.
  package func input(size: PixelSize, orientation: Orientation) -> [InputEvent] {
    var translator = InputTranslator(area: TouchArea(size: size, orientation: orientation))
    var input: [InputEvent] = []
    for event in events {
      translator.advance(to: Double(event.time) / 1e6, into: &input)
      translator.translate(event, into: &input)
    }
    let end = events.last?.time ?? 0
    translator.cancelAll(at: end, into: &input)
    return input
  }
}

extension Node {
  /// The value of a key; nil where there is none, or this is no mapping.
  subscript(key: String) -> Node? {
    guard case .mapping(let entries) = content else { return nil }
    return entries.first { $0.key == key }?.value
  }

  var text: String? { if case .scalar(let text, _) = content { text } else { nil } }
}
