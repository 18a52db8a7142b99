import Board
import Numbers
import Scene
import Touch

/// Follows one touch screen's events, slot by slot, and says what its fingers did at the end of each report.
struct FingerDevice {
  let name: String
  private(set) var events: [DeviceEvent] = []
  private let file: String
  private let x: Axis
  private let y: Axis
  /// It reports by slots; one finger is all it has otherwise.
  private let hasSlots: Bool
  private var slots: [Int: Slot] = [:]
  private var slot = 0
  /// Reports were lost: what comes up to the end of this one is not believed.
  private var isDropped = false

  private struct Axis {
    var least: Int
    var greatest: Int
    var fuzz: Int

    func share(_ value: Int) -> Double {
      (Double(value) - Double(least)) / (Double(greatest) - Double(least))
    }
  }

  private struct Slot {
    var (x, y) = (0, 0)
    var isDown = false
    var wasDown = false
    var isChanged = false
  }

  /// Of `linux/input-event-codes.h`.
  private enum Code {
    static let (sync, key, absolute) = (0, 1, 3)
    static let (report, dropped) = (0, 3)
    static let touch = 330
    static let (x, y, slot, slotX, slotY, tracking) = (0, 1, 47, 53, 54, 57)
  }

  /// Fingers a panel tells apart.
  private static let slots = 0...63

  /// Whether a device of a recording is one: as udev says, or as the kernel does (INPUT_PROP_DIRECT), where it has positions.
  static func isTouchscreen(_ node: Node) -> Bool {
    guard let evdev = node["evdev"], axis(evdev, Code.slotX) ?? axis(evdev, Code.x) != nil else { return false }
    if let properties = node["udev"]?["properties"], case .sequence(let list) = properties.content {
      let words = list.compactMap(\.text)
      if words.contains("ID_INPUT_TOUCHSCREEN=1") { return true }
      if words.contains(where: { ["ID_INPUT_TOUCHPAD=1", "ID_INPUT_TABLET=1", "ID_INPUT_MOUSE=1"].contains($0) }) {
        return false
      }
    }
    guard let properties = evdev["properties"], case .sequence(let list) = properties.content else { return false }
    return list.contains { $0.text == "1" }
  }

  private static func axis(_ evdev: Node, _ code: Int) -> Node? { evdev["absinfo"]?[String(code)] }

  init(_ node: Node, file: String) throws(Diagnostic) {
    self.file = file
    guard let evdev = node["evdev"] else {
      throw Diagnostic(file: file, mark: node.mark, message: "`evdev:` with what the device is, is missing here")
    }
    hasSlots = Self.axis(evdev, Code.slotX) != nil && Self.axis(evdev, Code.slotY) != nil
    func axis(_ code: Int) throws(Diagnostic) -> Axis {
      guard let node = Self.axis(evdev, code) else {
        throw Diagnostic(file: file, mark: evdev.mark, message: "`absinfo:` says nothing of axis \(code)")
      }
      guard case .sequence(let list) = node.content, list.count >= 3 else {
        throw Diagnostic(
          file: file, mark: node.mark, message: "an axis was expected here, such as [0, 4095, 0, 0, 10]")
      }
      let numbers = try list.map { value throws(Diagnostic) in try Self.number(value, file) }
      guard numbers[1] > numbers[0] else {
        throw Diagnostic(
          file: file, mark: node.mark, message: "an axis from \(numbers[0]) to \(numbers[1]) has no length")
      }
      return Axis(least: numbers[0], greatest: numbers[1], fuzz: max(numbers[2], 0))
    }
    x = try axis(hasSlots ? Code.slotX : Code.x)
    y = try axis(hasSlots ? Code.slotY : Code.y)
    name = evdev["name"]?.text ?? "a touch screen"
    let noise = Point(
      x: Double(x.fuzz) / (Double(x.greatest) - Double(x.least)),
      y: Double(y.fuzz) / (Double(y.greatest) - Double(y.least)))
    let device = InputDevice(name: name, node: node["node"]?.text ?? "event", isTouchscreen: true, noise: noise)
    events.append(DeviceEvent(device: 0, time: 0, .added(device)))
  }

  /// Whether anybody touched it.
  private(set) var hasFingers = false

  /// Takes what was reported of one moment: `evdev:` with a list of seconds, microseconds, type, code and value.
  mutating func read(_ frame: Node) throws(Diagnostic) {
    // Other entries are what libinput or the device's own protocol said.
    guard let report = frame["evdev"] else { return }
    guard case .sequence(let list) = report.content else {
      throw Diagnostic(file: file, mark: report.mark, message: "a list of events was expected here")
    }
    for event in list { try take(event) }
  }

  private mutating func take(_ node: Node) throws(Diagnostic) {
    guard case .sequence(let list) = node.content, list.count == 5 else {
      throw Diagnostic(
        file: file, mark: node.mark,
        message: "an event was expected here: seconds, microseconds, type, code and value, such as [0, 0, 3, 53, 812]")
    }
    var numbers: [Int] = []
    for value in list { numbers.append(try Self.number(value, file)) }
    // Both fit: no number is longer than 32 bits.
    let time = Int64(numbers[0]) * 1_000_000 + Int64(numbers[1])
    take(type: numbers[2], code: numbers[3], value: numbers[4], at: time)
  }

  private mutating func take(type: Int, code: Int, value: Int, at time: Int64) {
    switch (type, code) {
    case (Code.sync, Code.dropped): isDropped = true
    case (Code.sync, Code.report): report(at: time)
    case (Code.absolute, Code.slot): slot = min(max(value, Self.slots.lowerBound), Self.slots.upperBound)
    case (Code.absolute, Code.tracking) where hasSlots: change { $0.isDown = value >= 0 }
    case (Code.absolute, Code.slotX) where hasSlots: change { $0.x = value }
    case (Code.absolute, Code.slotY) where hasSlots: change { $0.y = value }
    case (Code.key, Code.touch) where !hasSlots: change { $0.isDown = value != 0 }
    case (Code.absolute, Code.x) where !hasSlots: change { $0.x = value }
    case (Code.absolute, Code.y) where !hasSlots: change { $0.y = value }
    default: break
    }
  }

  private mutating func change(_ body: (inout Slot) -> Void) {
    body(&slots[slot, default: Slot()])
    slots[slot]?.isChanged = true
  }

  private mutating func report(at time: Int64) {
    defer { isDropped = false }
    var isSaid = false
    for number in slots.keys.sorted() {
      guard var slot = slots[number], slot.isChanged else { continue }
      let place = Point(x: x.share(slot.x), y: y.share(slot.y))
      switch (slot.wasDown, slot.isDown) {
      case (false, true):
        hasFingers = true
        events.append(DeviceEvent(device: 0, time: time, .touchDown(slot: number, place)))
      case (true, true): events.append(DeviceEvent(device: 0, time: time, .touchMoved(slot: number, place)))
      case (true, false):
        let action: DeviceEvent.Action = isDropped ? .touchCanceled(slot: number) : .touchUp(slot: number)
        events.append(DeviceEvent(device: 0, time: time, action))
      case (false, false): break
      }
      (slot.wasDown, slot.isChanged) = (slot.isDown, false)
      slots[number] = slot
      isSaid = true
    }
    if isSaid { events.append(DeviceEvent(device: 0, time: time, .touchFrame)) }
  }

  /// A whole number of 32 bits, which all of evdev's are.
  private static func number(_ node: Node, _ file: String) throws(Diagnostic) -> Int {
    guard let text = node.text, let number = Int32(text) else {
      throw Diagnostic(file: file, mark: node.mark, message: "a whole number was expected here")
    }
    return Int(number)
  }
}
